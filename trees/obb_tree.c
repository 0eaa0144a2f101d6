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

enum {
    PART = 1 << 12, // triangles
    NODES = 16      // of a part
};

// The triangles from `first` up to `end`.
static struct lbx_piece piece_of(const struct lbx_obb_tree *t, size_t first, size_t end,
                                 const lbx_workers *workers) {
    const lbx_mesh mesh = lbx_mesh_of(t->vertex[0][0], 3 * end, sizeof **t->vertex, NULL, end);
    const lbx_part part = {first, end - first};
    struct lbx_piece piece = lbx_piece_of(&mesh, &part, 0);
    piece.workers = workers;
    return piece;
}

void lbx_obb_tree_box(const struct lbx_obb_tree *t, size_t first, size_t end,
                      const lbx_workers *workers, struct lbx_box *box) {
    const struct lbx_piece piece = piece_of(t, first, end, workers);
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

static bool has_box(const struct lbx_obb_node *node, unsigned k, const struct lbx_box *box) {
    float other[15];
    for (unsigned c = 0; c < 3; c++) {
        other[c] = node->center[c][k];
        other[3 + c] = node->half[c][k];
        for (unsigned a = 0; a < 3; a++) other[6 + 3 * a + c] = node->axis[a][c][k];
    }
    return memcmp(other, box, sizeof other) == 0;
}

// --- all boxes ---

// Boxes depend only on their triangles: parts of the nodes put them, or compare them, in any order.
// Of children with many triangles workers share each box.
struct boxes {
    const struct lbx_obb_tree *tree;
    const lbx_workers *workers;
    bool compares;
    atomic_bool differs;
};

struct span { // of triangles
    size_t first, end;
};

static struct span span_of(const struct lbx_obb_tree *t, uint32_t child) {
    uint32_t last = child;
    while (!is_leaf(child)) child = t->node[child].child[0];
    while (!is_leaf(last)) {
        unsigned k = TREE_WIDTH - 1;
        while (!t->node[last].child[k]) k--;
        last = t->node[last].child[k];
    }
    return (struct span){leaf_first(child), leaf_first(last) + leaf_count(last)};
}

static bool is_large(const struct lbx_obb_tree *t, const struct span *s) {
    return s->end - s->first > lbx_tree_large((size_t)t->header->triangles);
}

static __attribute__((noinline)) void fit_child(struct boxes *b, uint32_t number, unsigned k,
                                                const struct span *s, const lbx_workers *workers) {
    struct lbx_obb_node *const node = &b->tree->node[number];
    struct lbx_box box;
    lbx_obb_tree_box(b->tree, s->first, s->end, workers, &box);
    if (!b->compares)
        lbx_obb_tree_put_box(node, k, &box);
    else if (!has_box(node, k, &box))
        b->differs = true;
}

static void fit_nodes(void *data, size_t part) {
    struct boxes *const b = data;
    const struct lbx_obb_tree *const t = b->tree;
    const size_t end = lbx_part_end((size_t)t->header->nodes, NODES, part);
    for (size_t i = part * NODES; i < end; i++) {
        const uint32_t *const child = t->node[i].child;
        for (unsigned k = 0; k < TREE_WIDTH && child[k]; k++) {
            const struct span s = span_of(t, child[k]);
            if (!is_large(t, &s)) fit_child(b, (uint32_t)i, k, &s, NULL);
        }
    }
}

// No leaf is large.
static void fit_large(struct boxes *b, uint32_t number) {
    const uint32_t *const child = b->tree->node[number].child;
    for (unsigned k = 0; k < TREE_WIDTH && child[k]; k++) {
        const struct span s = span_of(b->tree, child[k]);
        if (!is_large(b->tree, &s)) continue;
        fit_child(b, number, k, &s, b->workers);
        fit_large(b, child[k]);
    }
}

// Returns whether no box differs from that of its triangles, or puts them all.
static bool fit_boxes(const struct lbx_obb_tree *t, const lbx_workers *workers, bool compares) {
    struct boxes b = {t, workers, compares, false};
    fit_large(&b, 0);
    lbx_share(workers, fit_nodes, &b, lbx_parts((size_t)t->header->nodes, NODES));
    return !b.differs;
}

// --- sums ---

struct sums {
    const struct lbx_obb_tree *tree;
    const struct lbx_piece *mesh; // that vertices are copied from
    _Atomic uint64_t vertices, found, expected;
    atomic_bool beyond; // a number
};

static void sum_part(void *data, size_t part) {
    struct sums *const s = data;
    const size_t end = lbx_part_end((size_t)s->tree->header->triangles, PART, part);
    uint64_t sum = 0;
    for (size_t i = 9 * part * PART; i < 9 * end; i++) {
        uint32_t word;
        memcpy(&word, (const char *)s->tree->vertex + i * sizeof word, sizeof word);
        sum += lbx_scatter((uint64_t)i << 32 | word);
    }
    lbx_add_to(&s->vertices, sum);
}

static void copy_part(void *data, size_t part) {
    struct sums *const s = data;
    const struct lbx_obb_tree *const t = s->tree;
    const size_t end = lbx_part_end((size_t)t->header->triangles, PART, part);
    for (size_t i = part * PART; i < end; i++) {
        for (size_t v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++)
                t->vertex[i][v][c] = *corner_float(s->mesh, 3 * (size_t)t->id[i] + v, c);
        }
    }
    sum_part(data, part);
}

static void number_part(void *data, size_t part) {
    struct sums *const s = data;
    const struct lbx_obb_tree *const t = s->tree;
    const size_t end = lbx_part_end((size_t)t->header->triangles, PART, part);
    struct lbx_numbering all = {0, 0, part * PART};
    for (size_t i = part * PART; i < end; i++) {
        lbx_numbering_add(&all, t->id[i]);
        if (t->id[i] >= t->header->mesh_triangles) s->beyond = true;
    }
    lbx_add_to(&s->found, all.found);
    lbx_add_to(&s->expected, all.expected);
}

static size_t parts_of(const struct lbx_obb_tree *t) {
    return lbx_parts((size_t)t->header->triangles, PART);
}

uint64_t lbx_obb_tree_sum(const struct lbx_obb_tree *t, const lbx_workers *workers) {
    struct sums s = {.tree = t};
    lbx_share(workers, sum_part, &s, parts_of(t));
    return s.vertices;
}

bool lbx_obb_tree_numbering(const struct lbx_obb_tree *t, const lbx_workers *workers,
                            struct lbx_numbering *all) {
    struct sums s = {.tree = t};
    lbx_share(workers, number_part, &s, parts_of(t));
    *all = (struct lbx_numbering){s.found, s.expected, t->header->triangles};
    return !s.beyond;
}

void lbx_obb_tree_fit(struct lbx_obb_tree *t, const struct lbx_piece *piece) {
    struct sums s = {.tree = t, .mesh = piece};
    lbx_share(piece->workers, copy_part, &s, parts_of(t));
    t->header->sum = s.vertices;
    fit_boxes(t, piece->workers, false);
}

// --- checking ---

// Whether a node and those below it lie one after the other, as a build makes them, each child with
// triangles. `found` counts them.
static bool is_whole(const struct lbx_obb_tree *t, uint32_t number, unsigned level,
                     struct lbx_obb_header *found) {
    static const struct lbx_box none = {{0}, {0}, {{0}}};
    if (number != found->nodes || number >= t->header->nodes || level >= TREE_LEVELS) return false;
    found->nodes++;
    if (level >= found->levels) found->levels = level + 1;
    const struct lbx_obb_node *const node = &t->node[number];
    unsigned children = 0;
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const uint32_t child = node->child[k];
        if (child == 0) {
            if (!has_box(node, k, &none)) return false;
            continue;
        }
        // No child follows a gap, and node 0 has the root alone.
        if (children++ != k || (number == 0 && k > 0)) return false;
        if (!is_leaf(child)) {
            if (!is_whole(t, child, level + 1, found)) return false;
            continue;
        }
        if (leaf_first(child) != found->triangles) return false;
        found->triangles += leaf_count(child);
        if (found->triangles > t->header->triangles) return false;
    }
    return children > 0;
}

static bool has_numbers(const struct lbx_obb_tree *t, const lbx_workers *workers) {
    struct lbx_numbering all;
    return lbx_obb_tree_numbering(t, workers, &all) &&
           lbx_tree_has_numbers(&all, t->header->mesh_triangles, t->header->numbers);
}

static bool has_finite_vertices(const struct lbx_obb_tree *t, const lbx_workers *workers) {
    const lbx_mesh mesh = lbx_mesh_of(t->vertex[0][0], 3 * (size_t)t->header->triangles,
                                      sizeof t->vertex[0][0], NULL, (size_t)t->header->triangles);
    return lbx_mesh_check_shared(&mesh, workers) == 0;
}

int lbx_obb_tree_check(const void *memory, size_t bytes, const lbx_workers *workers) {
    struct lbx_obb_tree t;
    if (memory && bytes < sizeof(struct lbx_obb_header)) return LBX_ERROR_TREE;
    const int error = lbx_can_share(workers) ? lbx_obb_tree_open(&t, memory) : LBX_ERROR_NULL;
    if (error) return error;
    if (bytes < t.header->bytes) return LBX_ERROR_TREE;
    if (!has_finite_vertices(&t, workers) || !has_numbers(&t, workers)) return LBX_ERROR_TREE;
    struct lbx_obb_header found = {.magic = OBB_MAGIC,
                                   .version = OBB_VERSION,
                                   .bytes = t.header->bytes,
                                   .mesh_triangles = t.header->mesh_triangles,
                                   .numbers = t.header->numbers,
                                   .sum = lbx_obb_tree_sum(&t, workers)};
    return is_whole(&t, 0, 0, &found) && memcmp(&found, t.header, sizeof found) == 0 &&
                   fit_boxes(&t, workers, true)
               ? 0
               : LBX_ERROR_TREE;
}
