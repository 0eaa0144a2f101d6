// SPDX-License-Identifier: MIT
// Trees of oriented boxes in memory: layout, opening, fitting to their triangles, checking.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "obb_tree.h"
#include "pairs/memory.h"
#include "volumes/fit.h"

#define OBB_MAGIC 0x7478626cu // "lbxt" where the lowest byte comes first

size_t lbx_obb_tree_lay(struct lbx_obb_tree *t, void *memory, size_t triangles, size_t nodes) {
    uint64_t bytes = sizeof(struct lbx_obb_header);
    t->header = memory;
    t->node = (struct lbx_obb_node *)((char *)memory + (size_t)bytes);
    bytes += (uint64_t)nodes * sizeof *t->node;
    t->vertex = (float(*)[3][3])((char *)memory + (size_t)bytes);
    bytes += (uint64_t)triangles * sizeof *t->vertex;
    t->id = (uint32_t *)((char *)memory + (size_t)bytes);
    return lbx_block_bytes(bytes + (uint64_t)triangles * sizeof *t->id);
}

void lbx_obb_tree_seal(struct lbx_obb_tree *t) {
    t->header->magic = OBB_MAGIC;
}

int lbx_obb_tree_open(struct lbx_obb_tree *t, const void *memory) {
    if (!memory) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory)) return LBX_ERROR_STRIDE;
    const struct lbx_obb_header *const header = memory;
    if (header->magic != OBB_MAGIC || header->version != OBB_VERSION || header->triangles == 0 ||
        header->triangles > TREE_TRIANGLES_MAX || header->nodes == 0 ||
        header->triangles > header->mesh_triangles || header->mesh_triangles > TREE_TRIANGLES_MAX ||
        header->nodes > TREE_TRIANGLES_MAX || header->levels == 0 || header->levels > TREE_LEVELS ||
        header->bytes > PTRDIFF_MAX ||
        header->bytes != lbx_obb_tree_lay(t, (void *)(uintptr_t)memory, (size_t)header->triangles,
                                          (size_t)header->nodes))
        return LBX_ERROR_TREE;
    return 0;
}

// --- boxes ---

static struct lbx_piece piece_of(const struct lbx_obb_tree *t, size_t first, size_t end) {
    const lbx_mesh mesh = lbx_mesh_of(t->vertex[0][0], 3 * end, sizeof **t->vertex, NULL, end);
    const lbx_part part = {first, end - first};
    return lbx_piece_of(&mesh, &part, 0);
}

uint64_t lbx_obb_tree_sum(const struct lbx_obb_tree *t) {
    uint64_t sum = 0;
    for (size_t i = 0; i < 9 * (size_t)t->header->triangles; i++) {
        uint32_t word;
        memcpy(&word, (const char *)t->vertex + i * sizeof word, sizeof word);
        sum += lbx_scatter((uint64_t)i << 32 | word);
    }
    return sum;
}

void lbx_obb_tree_box(const struct lbx_obb_tree *t, size_t first, size_t end, struct lbx_box *box) {
    const struct lbx_piece piece = piece_of(t, first, end);
    double size = 0, far = 0;
    lbx_box_around(&piece, box);
    for (int c = 0; c < 3; c++) {
        size += (double)box->half[c];
        far = fmax(far, fabs((double)box->center[c]));
    }
    const double inflate = OBB_INFLATE * size + OBB_INFLATE_FAR * far;
    for (int c = 0; c < 3; c++) box->half[c] = rounded_up((double)box->half[c] + inflate);
}

void lbx_obb_tree_put_box(struct lbx_obb_node *node, unsigned k, const struct lbx_box *box) {
    for (unsigned c = 0; c < 3; c++) {
        node->center[c][k] = box->center[c];
        node->half[c][k] = box->half[c];
        for (unsigned a = 0; a < 3; a++) node->axis[a][c][k] = box->axis[a][c];
    }
}

// --- fitting ---

// Fits the boxes of a node and of those below it, whose triangles begin at `first`. Returns their
// end.
static size_t fit_node(struct lbx_obb_tree *t, uint32_t number, size_t first) {
    struct lbx_obb_node *const node = &t->node[number];
    for (unsigned k = 0; k < TREE_WIDTH && node->child[k]; k++) {
        const uint32_t child = node->child[k];
        const size_t end = is_leaf(child) ? first + leaf_count(child) : fit_node(t, child, first);
        struct lbx_box box;
        lbx_obb_tree_box(t, first, end, &box);
        lbx_obb_tree_put_box(node, k, &box);
        first = end;
    }
    return first;
}

void lbx_obb_tree_fit(struct lbx_obb_tree *t, const struct lbx_piece *piece) {
    for (size_t i = 0; i < t->header->triangles; i++) {
        for (size_t v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++)
                t->vertex[i][v][c] = *corner_float(piece, 3 * (size_t)t->id[i] + v, c);
        }
    }
    t->header->sum = lbx_obb_tree_sum(t);
    fit_node(t, 0, 0);
}

// --- checking ---

// A walk over all nodes, and what it has found so far.
struct walk {
    const struct lbx_obb_tree *tree;
    struct lbx_obb_header found; // what the header must say
    size_t triangles;
};

static bool has_box(const struct lbx_obb_node *node, unsigned k, const struct lbx_box *box) {
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
    const struct lbx_obb_tree *const t = w->tree;
    if (number != w->found.nodes || number >= t->header->nodes || level >= TREE_LEVELS)
        return false;
    w->found.nodes++;
    if (level >= w->found.levels) w->found.levels = level + 1;
    const struct lbx_obb_node *const node = &t->node[number];
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
            lbx_obb_tree_box(t, first, w->triangles, &box);
        }
        if (!has_box(node, k, &box)) return false;
    }
    return children > 0; // so each child holds triangles
}

struct lbx_numbering lbx_obb_tree_numbering(const struct lbx_obb_tree *t) {
    struct lbx_numbering all = {0, 0, 0};
    for (size_t i = 0; i < t->header->triangles; i++) lbx_numbering_add(&all, t->id[i]);
    return all;
}

static bool has_numbers(const struct lbx_obb_tree *t) {
    for (size_t i = 0; i < t->header->triangles; i++)
        if (t->id[i] >= t->header->mesh_triangles) return false;
    const struct lbx_numbering all = lbx_obb_tree_numbering(t);
    return lbx_tree_has_numbers(&all, t->header->mesh_triangles, t->header->numbers);
}

static bool has_finite_vertices(const struct lbx_obb_tree *t) {
    const lbx_mesh mesh = lbx_mesh_of(t->vertex[0][0], 3 * (size_t)t->header->triangles,
                                      sizeof t->vertex[0][0], NULL, (size_t)t->header->triangles);
    return lbx_piece_check(&mesh, NULL, 1) == 0;
}

int lbx_obb_tree_check(const void *memory, size_t bytes, const lbx_workers *workers) {
    (void)workers; // all on this thread
    struct lbx_obb_tree t;
    if (memory && bytes < sizeof(struct lbx_obb_header)) return LBX_ERROR_TREE;
    const int error = lbx_obb_tree_open(&t, memory);
    if (error) return error;
    if (bytes < t.header->bytes) return LBX_ERROR_TREE;
    if (!has_finite_vertices(&t) || !has_numbers(&t)) return LBX_ERROR_TREE;
    struct walk w = {.tree = &t,
                     .found = {.magic = OBB_MAGIC,
                               .version = OBB_VERSION,
                               .bytes = t.header->bytes,
                               .triangles = t.header->triangles,
                               .mesh_triangles = t.header->mesh_triangles,
                               .numbers = t.header->numbers,
                               .sum = lbx_obb_tree_sum(&t)}};
    if (!is_whole(&w, 0, 0) || w.triangles != t.header->triangles ||
        memcmp(&w.found, t.header, sizeof w.found) != 0)
        return LBX_ERROR_TREE;
    return 0;
}
