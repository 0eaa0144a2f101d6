// SPDX-License-Identifier: MIT
// Boxes in Bullet's dynamic tree, and those that are not beyond one of six planes.
#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include "kdop.h"

struct kdop_tree {
    btDbvt tree;
};

namespace {
struct counter : btDbvt::ICollide {
    size_t found = 0;
    void Process(const btDbvtNode *) {
        found++;
    }
};
} // namespace

extern "C" kdop_tree *kdop_build(const float *boxes, size_t n) {
    kdop_tree *const t = new kdop_tree;
    for (size_t i = 0; i < n; i++) {
        const float *const b = boxes + 6 * i;
        t->tree.insert(
            btDbvtVolume::FromMM(btVector3(b[0], b[1], b[2]), btVector3(b[3], b[4], b[5])),
            nullptr);
    }
    t->tree.optimizeTopDown();
    return t;
}

extern "C" size_t kdop_count(const kdop_tree *t, const float normal[6][3], const float offset[6]) {
    btVector3 normals[6];
    btScalar offsets[6];
    counter seen;
    for (int p = 0; p < 6; p++) {
        normals[p] = btVector3(normal[p][0], normal[p][1], normal[p][2]);
        offsets[p] = offset[p];
    }
    btDbvt::collideKDOP(t->tree.m_root, normals, offsets, 6, seen);
    return seen.found;
}

extern "C" void kdop_free(kdop_tree *t) {
    delete t;
}
