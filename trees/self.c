// SPDX-License-Identifier: MIT
// Which triangles of two leaves of one tree are asked whether they touch, once for all instruction
// sets.
#include "collide_job.h"

static uint32_t vertex_of(const lbx_mesh *mesh, uint32_t triangle, uint32_t v) {
    const size_t corner = 3 * (size_t)triangle + v;
    return mesh->indices ? mesh->indices[corner] : (uint32_t)corner;
}

static bool share_a_vertex(const lbx_mesh *mesh, uint32_t x, uint32_t y) {
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t j = 0; j < 3; j++)
            if (vertex_of(mesh, x, i) == vertex_of(mesh, y, j)) return true;
    }
    return false;
}

uint64_t lbx_self_pairs(const struct lbx_collide_job *job, uint32_t a_leaf, uint32_t b_leaf) {
    uint64_t asked = 0, bit = 1;
    for (uint32_t i = leaf_first(a_leaf); i < leaf_first(a_leaf) + leaf_count(a_leaf); i++) {
        for (uint32_t j = leaf_first(b_leaf); j < leaf_first(b_leaf) + leaf_count(b_leaf); j++) {
            const uint32_t x = job->a.id[i], y = job->a.id[j];
            if (x < y && !share_a_vertex(job->self, x, y)) asked |= bit;
            bit <<= 1;
        }
    }
    return asked;
}
