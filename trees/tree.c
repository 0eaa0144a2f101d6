// SPDX-License-Identifier: MIT
// Trees in memory: how they lie, opened and checked.
#include "kernels/api/floats.h"

#include <string.h>

#include "pairs/order.h"
#include "tree.h"
#include "volumes/fit.h"

#define TREE_MAGIC 0x7478626cu // "lbxt" where the lowest byte comes first

size_t lbx_tree_lay(struct lbx_tree *t, void *memory, size_t triangles, size_t nodes) {
    size_t bytes = sizeof(struct lbx_tree_header);
    t->header = memory;
    t->node = (struct lbx_tree_node *)((char *)memory + bytes);
    bytes += nodes * sizeof *t->node;
    t->vertex = (float(*)[3][3])((char *)memory + bytes);
    bytes += triangles * sizeof *t->vertex;
    t->id = (uint32_t *)((char *)memory + bytes);
    return bytes + triangles * sizeof *t->id;
}

void lbx_tree_seal(struct lbx_tree *t) {
    t->header->magic = TREE_MAGIC;
}

int lbx_tree_open(struct lbx_tree *t, const void *memory) {
    if (!memory) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory)) return LBX_ERROR_STRIDE;
    const struct lbx_tree_header *const header = memory;
    if (header->magic != TREE_MAGIC || header->version != TREE_VERSION || header->triangles == 0 ||
        header->triangles > TREE_TRIANGLES_MAX || header->nodes == 0 ||
        header->nodes > TREE_TRIANGLES_MAX || header->levels == 0 || header->levels > TREE_LEVELS ||
        header->bytes != lbx_tree_lay(t, (void *)(uintptr_t)memory, (size_t)header->triangles,
                                      (size_t)header->nodes))
        return LBX_ERROR_FORMAT;
    return 0;
}

ptrdiff_t lbx_tree_arguments(const lbx_mesh *mesh, const void *memory, size_t bytes, size_t least,
                             const void *scratch) {
    if (!mesh || !memory || !scratch) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory) || !lbx_is_aligned(scratch)) return LBX_ERROR_STRIDE;
    if (mesh->triangle_count > TREE_TRIANGLES_MAX || bytes < least) return LBX_ERROR_COUNT;
    return lbx_piece_check(mesh, NULL, 1);
}

// --- checking ---

// A walk over all nodes, and what it has found so far.
struct walk {
    struct lbx_tree *tree;
    struct lbx_tree_header found; // what the header must say
    size_t triangles;
};

static bool has_box(const struct lbx_tree_node *node, unsigned k, const struct lbx_box *box) {
    float other[15];
    for (unsigned c = 0; c < 3; c++) {
        other[c] = node->center[c][k];
        other[3 + c] = node->half[c][k];
        for (unsigned a = 0; a < 3; a++) other[6 + 3 * a + c] = node->axis[a][c][k];
    }
    return memcmp(other, box, sizeof other) == 0;
}

// Whether a node and those below it lie one after the other, as a build makes them, and have the
// boxes of their triangles.
static bool is_whole(struct walk *w, uint32_t number, unsigned level) {
    const struct lbx_tree *const t = w->tree;
    if (number != w->found.nodes || number >= t->header->nodes || level >= TREE_LEVELS)
        return false;
    w->found.nodes++;
    if (level >= w->found.levels) w->found.levels = level + 1;
    const struct lbx_tree_node *const node = &t->node[number];
    unsigned children = 0;
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const size_t first = w->triangles;
        const uint32_t child = node->child[k];
        struct lbx_box box = {{0}, {0}, {{0}}};
        if (child != 0) {
            // No child follows a gap, and node 0 has the root alone.
            if (children++ != k || (number == 0 && k > 0)) return false;
            if (!is_leaf(child)) {
                if (!is_whole(w, child, level + 1)) return false;
            } else {
                w->triangles += leaf_count(child);
                if (leaf_first(child) != first || w->triangles > t->header->triangles) return false;
            }
            lbx_tree_box(t, first, w->triangles, &box);
        }
        if (!has_box(node, k, &box)) return false;
    }
    return children > 0; // so each child holds triangles
}

static bool has_finite_vertices(const struct lbx_tree *t) {
    const lbx_mesh mesh = lbx_mesh_of(t->vertex[0][0], 3 * (size_t)t->header->triangles,
                                      sizeof t->vertex[0][0], NULL, (size_t)t->header->triangles);
    return lbx_piece_check(&mesh, NULL, 1) == 0;
}

int lbx_obb_tree_check(const void *memory, size_t bytes) {
    struct lbx_tree t;
    if (memory && bytes < sizeof(struct lbx_tree_header)) return LBX_ERROR_FORMAT;
    const int error = lbx_tree_open(&t, memory);
    if (error) return error;
    if (bytes < t.header->bytes) return LBX_ERROR_FORMAT;
    if (!has_finite_vertices(&t) || !lbx_numbers_all(t.id, (size_t)t.header->triangles))
        return LBX_ERROR_FORMAT;
    struct lbx_tree made = t;
    struct walk w = {.tree = &t, .found = *t.header};
    made.header = &w.found;
    w.found.nodes = w.found.levels = 0;
    lbx_tree_measure(&made);
    if (!is_whole(&w, 0, 0) || w.triangles != t.header->triangles ||
        memcmp(&w.found, t.header, sizeof w.found) != 0)
        return LBX_ERROR_FORMAT;
    return 0;
}
