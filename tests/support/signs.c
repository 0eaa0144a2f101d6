// SPDX-License-Identifier: MIT
#include "signs.h"

#include <stdlib.h>
#include <string.h>

#include "harness.h"

void shape_add(struct shape *s, const float p[3], const float q[3], const float r[3]) {
    float(*const corner)[3] = s->corner + 3 * s->triangles++;
    memcpy(corner[0], p, sizeof *corner);
    memcpy(corner[1], q, sizeof *corner);
    memcpy(corner[2], r, sizeof *corner);
}

lbx_mesh shape_view(const struct shape *s) {
    return lbx_mesh_of(s->corner[0], 3 * s->triangles, sizeof *s->corner, NULL, s->triangles);
}

struct tree signs_of(const struct tree *tree, lbx_sign_counts *counts) {
    const size_t room = lbx_tree_signs_bytes(tree->at);
    struct tree signs = {malloc(room), 0};
    void *const scratch = malloc(lbx_tree_signs_scratch_bytes(tree->at));
    const ptrdiff_t bytes = lbx_tree_signs_build(tree->at, signs.at, room, scratch, counts);
    free(scratch);
    expect(bytes > 0 && (size_t)bytes == room, "built: %td of %zu", bytes, room);
    signs.bytes = (size_t)bytes;
    return signs;
}

struct signed_tree signed_of(const lbx_mesh *mesh, unsigned flags) {
    const lbx_aabb_tree_options options = {.flags = flags};
    const size_t room = lbx_aabb_tree_bytes(mesh);
    struct signed_tree s = {.tree = {malloc(room), 0}};
    void *const scratch = malloc(lbx_aabb_tree_scratch_bytes(mesh));
    const ptrdiff_t bytes = lbx_aabb_tree_build(mesh, &options, s.tree.at, room, scratch);
    free(scratch);
    expect(bytes > 0, "built: %td", bytes);
    s.tree.bytes = (size_t)bytes;
    s.signs = signs_of(&s.tree, &s.counts);
    expect(lbx_tree_signs_check(s.signs.at, s.signs.bytes) == 0, "good signs");
    expect(lbx_aabb_tree_open(&s.open_tree, s.tree.at) == 0 &&
               lbx_signs_open_of(&s.open_signs, s.signs.at, &s.open_tree) == 0,
           "opened");
    return s;
}

void signed_free(struct signed_tree *s) {
    tree_free(&s->tree);
    tree_free(&s->signs);
}
