// SPDX-License-Identifier: MIT
// Bullet 3's btCollisionWorld::rayTest, with one static mesh in the world.
#include "bullet.h"

#include "way.h"

namespace {

struct built : bullet_world {
    bullet_mesh mesh;
    btCollisionObject object;
    explicit built(const struct scene &s) : mesh(s.position, s.vertices, s.triangle, s.triangles) {
        object.setCollisionShape(&mesh.shape);
        world.addCollisionObject(&object);
    }
    ~built() {
        world.removeCollisionObject(&object);
    }
};

void *build(const struct scene *scene, unsigned) {
    return new built(*scene);
}

size_t tree_bytes(const void *b) {
    return const_cast<btBvhTriangleMeshShape &>(static_cast<const built *>(b)->mesh.shape)
        .getOptimizedBvh()
        ->calculateSerializeBufferSize();
}

void trace(void *b, unsigned, const struct rays *rays, const struct answers *out) {
    bullet_trace(static_cast<built *>(b)->world, 64, rays, out);
}

void free_built(void *b) {
    delete static_cast<built *>(b);
}

constexpr struct way ways[] = {{"one ray", trace, 0, false}};

} // namespace

extern "C" {
extern const struct library bullet_library = {
    "Bullet", build, tree_bytes, nullptr, free_built, 0, ways, sizeof ways / sizeof *ways};
}
