// SPDX-License-Identifier: MIT
// Trees of axis-aligned boxes in memory: layout, opening, fitting to their triangles, checking.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "aabb_tree.h"
#include "kernels/lanes/base.h"
#include "pairs/memory.h"
#include "volumes/fit.h"

#define AABB_MAGIC 0x6178626cu // "lbxa" where the lowest byte comes first

size_t lbx_aabb_tree_lay(struct lbx_aabb_tree *t, void *memory, size_t nodes, size_t leaves) {
    t->header = memory;
    t->node = (struct lbx_aabb_node *)(t->header + 1);
    t->leaf = (struct lbx_aabb_leaf *)(t->node + nodes);
    return lbx_block_bytes(sizeof *t->header + (uint64_t)nodes * sizeof *t->node +
                           (uint64_t)leaves * sizeof *t->leaf);
}

int lbx_aabb_tree_open(struct lbx_aabb_tree *t, const void *memory) {
    if (!memory) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory)) return LBX_ERROR_STRIDE;
    const struct lbx_aabb_header *const h = memory;
    if (h->magic != AABB_MAGIC || h->version != AABB_VERSION || h->triangles == 0 ||
        h->triangles > h->mesh_triangles || h->mesh_triangles > TREE_TRIANGLES_MAX ||
        h->triangles > TREE_TRIANGLES_MAX || h->nodes == 0 || h->nodes > TREE_TRIANGLES_MAX ||
        h->leaves == 0 || h->leaves > TREE_TRIANGLES_MAX || h->levels == 0 ||
        h->levels > TREE_LEVELS || h->bytes > PTRDIFF_MAX ||
        h->bytes !=
            lbx_aabb_tree_lay(t, (void *)(uintptr_t)memory, (size_t)h->nodes, (size_t)h->leaves))
        return LBX_ERROR_TREE;
    return 0;
}

// --- boxes ---

static const struct lbx_aabb_box no_box = {
    {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};

static void add_box(struct lbx_aabb_box *b, const struct lbx_aabb_box *other) {
    for (int c = 0; c < 3; c++) {
        b->min[c] = other->min[c] < b->min[c] ? other->min[c] : b->min[c];
        b->max[c] = other->max[c] > b->max[c] ? other->max[c] : b->max[c];
    }
    b->mask |= other->mask;
}

// The box of the triangles of a leaf, each inflated. A least or largest of several zeros becomes
// +0, whatever the order of lanes.
static struct lbx_aabb_box box_of_leaf(const struct lbx_aabb_leaf *leaf) {
    struct lbx_aabb_box all = no_box;
    vf min[3], max[3];
    for (int c = 0; c < 3; c++) {
        min[c] = vf_set(INFINITY);
        max[c] = vf_set(-INFINITY);
    }
    for (int k = 0; k < TREE_WIDTH; k += LANES) {
        vf low[3], high[3], longest = vf_set(0);
        for (int c = 0; c < 3; c++) {
            const vf x = vf_load(leaf->vertex[c][0] + k), y = vf_load(leaf->vertex[c][1] + k),
                     z = vf_load(leaf->vertex[c][2] + k);
            low[c] = vf_min(vf_min(x, y), z);
            high[c] = vf_max(vf_max(x, y), z);
            longest = vf_max(vf_sub(high[c], low[c]), longest);
        }
        const vf inflate = vf_mul(longest, vf_set(AABB_INFLATE));
        for (int c = 0; c < 3; c++) {
            min[c] = vf_min(vf_sub(low[c], inflate), min[c]);
            max[c] = vf_max(vf_add(high[c], inflate), max[c]);
        }
    }
    for (int c = 0; c < 3; c++) {
        float low[LANES], high[LANES];
        vf_store(low, min[c]);
        vf_store(high, max[c]);
        for (int l = 0; l < LANES; l++) {
            all.min[c] = low[l] < all.min[c] ? low[l] : all.min[c];
            all.max[c] = high[l] > all.max[c] ? high[l] : all.max[c];
        }
        all.min[c] += 0.0f;
        all.max[c] += 0.0f;
    }
    for (int k = 0; k < TREE_WIDTH; k++) all.mask |= leaf->mask[k];
    return all;
}

static float longest_side(const struct lbx_aabb_box *box) {
    float longest = 0;
    for (int c = 0; c < 3; c++) {
        const float side = rounded_up((double)box->max[c] - (double)box->min[c]);
        longest = side > longest ? side : longest;
    }
    return longest;
}

static void put_box(struct lbx_aabb_node *node, unsigned k, const struct lbx_aabb_box *box) {
    for (int c = 0; c < 3; c++) {
        node->min[c][k] = box->min[c];
        node->max[c][k] = box->max[c];
    }
    node->mask[k] = box->mask;
}

static void measure(struct lbx_aabb_header *header, const struct lbx_aabb_box *all) {
    header->reach = 0;
    for (int c = 0; c < 3; c++) {
        const double min = (double)all->min[c], max = (double)all->max[c];
        header->middle[c] = rounded((min + max) / 2);
        const double middle = (double)header->middle[c];
        const float reach = rounded_up(fmax(max - middle, middle - min));
        header->reach = reach > header->reach ? reach : header->reach;
    }
}

// A leaf's part of the header's sum. Each word is multiplied by an odd number, 2 (number * WORDS +
// i) + 1: if one word changes, the sum does.
static uint64_t sum_of(const struct lbx_aabb_leaf *leaf, size_t number) {
    enum { WORDS = sizeof *leaf / sizeof(uint32_t) };
    uint64_t once = 0, by_place = 0;
    for (uint32_t i = 0; i < WORDS; i++) {
        uint32_t word;
        memcpy(&word, (const char *)leaf + i * sizeof word, sizeof word);
        once += word;
        by_place += (uint64_t)word * i;
    }
    return once * (2 * number * WORDS + 1) + 2 * by_place;
}

void lbx_aabb_tree_seal(struct lbx_aabb_tree *t) {
    t->header->magic = AABB_MAGIC;
}

// --- fitting ---

// Prefetches what later leaves will read: their triangles are anywhere in the mesh, and a leaf that
// waits for its indices, then for its vertices, takes twice as long. It is always inlined, because
// gcc 12 drops calls of a function that only prefetches.
static inline __attribute__((always_inline)) void
fetch_corners(const struct lbx_aabb_tree *t, const struct lbx_piece *piece, size_t number) {
    enum { INDICES_AHEAD = 8, VERTICES_AHEAD = 4 };
    if (!piece->indices || number + INDICES_AHEAD >= t->header->leaves) return;
    const uint32_t *const later = t->leaf[number + INDICES_AHEAD].id;
    const uint32_t *const sooner = t->leaf[number + VERTICES_AHEAD].id;
    const int rows = piece->step < 3 * sizeof(float) ? 3 : 1; // else x, y and z are neighbors
    for (size_t k = 0; k < TREE_WIDTH; k++) {
        prefetch(&piece->indices[3 * (size_t)later[k]]);
        for (size_t v = 0; v < 3; v++) {
            for (int c = 0; c < rows; c++)
                prefetch(corner_float(piece, 3 * (size_t)sooner[k] + v, c));
        }
    }
}

static struct lbx_aabb_box fit_leaf(struct lbx_aabb_tree *t, const struct lbx_piece *piece,
                                    uint32_t number) {
    struct lbx_aabb_leaf *const leaf = &t->leaf[number];
    fetch_corners(t, piece, number);
    for (size_t k = 0; k < TREE_WIDTH; k++) {
        for (size_t v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++)
                leaf->vertex[c][v][k] = *corner_float(piece, 3 * (size_t)leaf->id[k] + v, c);
        }
    }
    const struct lbx_aabb_box box = box_of_leaf(leaf);
    leaf->longest = longest_side(&box);
    t->header->sum += sum_of(leaf, number);
    return box;
}

static struct lbx_aabb_box fit_node(struct lbx_aabb_tree *t, const struct lbx_piece *piece,
                                    uint32_t number) {
    struct lbx_aabb_node *const node = &t->node[number];
    struct lbx_aabb_box all = no_box;
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const uint32_t child = node->child[k];
        struct lbx_aabb_box box = no_box;
        if (is_leaf(child)) {
            box = fit_leaf(t, piece, leaf_first(child));
        } else if (child != 0) {
            node->child[k] = node_number(child);
            box = fit_node(t, piece, node->child[k]);
        }
        put_box(node, k, &box);
        add_box(&all, &box);
    }
    return all;
}

// --- fine boxes ---

// The leaves below a box: their surfaces and sides, each added up. The sum of their surfaces is
// then known whatever they are inflated by.
struct cover {
    double surface, sides, leaves;
    double fine; // leaves below nodes whose boxes are fine
};

// Rounded by itself, so that all compilers mark the same nodes.
static double product(double a, double b) {
    double p = a * b;
    ROUND_PRODUCT(FLOAT_REGISTER, p);
    return p;
}

static double inflated(const struct cover *c, double by) {
    return c->surface + product(8 * by, c->sides) + product(24 * by, product(by, c->leaves));
}

static struct cover cover_of_box(const struct lbx_aabb_node *node, unsigned k) {
    double side[3];
    for (int c = 0; c < 3; c++) side[c] = (double)node->max[c][k] - (double)node->min[c][k];
    const double surface =
        product(side[0], side[1]) + product(side[1], side[2]) + product(side[2], side[0]);
    return (struct cover){2 * surface, side[0] + side[1] + side[2], 1, 0};
}

// Whether boxes below a box are fine. A line that meets the box meets leaves below as often as the
// ratio of their surfaces to its own says: a quarter more than before and two besides are too many.
// If most leaves are below fine nodes already, rays need not come to each of these by itself.
static bool is_fine(const struct cover *box, const struct cover *below, double by) {
    const double before = below->surface / box->surface;
    return inflated(below, by) / inflated(box, by) > product(1.25, before) + 2 ||
           below->fine > below->leaves / 2;
}

// Marks the children whose boxes below are fine, or only looks whether they are marked so: clears
// `as_marked` if not. Returns the leaves below.
static struct cover mark_fine(const struct lbx_aabb_tree *t, uint32_t number, double by, bool mark,
                              bool *as_marked) {
    struct lbx_aabb_node *const node = &t->node[number];
    struct cover all = {0, 0, 0, 0};
    for (unsigned k = 0; k < TREE_WIDTH && node->child[k]; k++) {
        const uint32_t child = node->child[k];
        const struct cover box = cover_of_box(node, k);
        struct cover below = box;
        if (!is_leaf(child)) {
            below = mark_fine(t, node_number(child), by, mark, as_marked);
            const bool fine = is_fine(&box, &below, by);
            const uint32_t marked = node_number(child) | (fine ? FINE_BIT : 0);
            *as_marked = *as_marked && marked == child;
            if (mark) node->child[k] = marked;
            if (fine) below.fine = below.leaves;
        }
        all.surface += below.surface;
        all.sides += below.sides;
        all.leaves += below.leaves;
        all.fine += below.fine;
    }
    return all;
}

// Whether no box becomes a quarter larger in surface by an inflation. Then none are fine. The reach
// is the unit of length, so that nothing underflows.
static bool all_are_coarse(const struct lbx_aabb_tree *t, float by, float unit) {
    const vf grow = vf_set(4 * by), least = vf_set(12 * by * by);
    uint32_t fine = 0;
    for (size_t i = 0; i < t->header->nodes; i++) {
        for (unsigned k = 0; k < TREE_WIDTH; k += LANES) {
            vf side[3];
            for (int c = 0; c < 3; c++) {
                const vf min = vf_load(t->node[i].min[c] + k), max = vf_load(t->node[i].max[c] + k);
                side[c] = vf_mul(vf_sub(max, min), vf_set(unit));
            }
            const vf two = vf_add(side[0], side[1]);
            const vf half = vf_add(vf_mul(two, side[2]), vf_mul(side[0], side[1]));
            const vf more = vf_add(vf_mul(vf_add(two, side[2]), grow), least);
            fine |= vm_bits(vf_less(vf_mul(half, vf_set(.25f)), more));
        }
    }
    return fine == 0;
}

// What boxes are inflated by for a ray that begins as far from the box of all as that is large, or
// 0 if no boxes are fine.
static double fine_inflation(const struct lbx_aabb_tree *t, const struct lbx_aabb_header *header) {
    const double reach = (double)header->reach;
    double large = 0;
    for (int c = 0; c < 3; c++) large = fmax(fabs((double)header->middle[c]), large);
    const double by = 3 * reach * (double)RAY_INFLATE + (large + 2 * reach) * (double)RAY_ORIGIN;
    return all_are_coarse(t, (float)(by / reach), (float)(1 / reach)) ? 0 : by;
}

void lbx_aabb_tree_fit(struct lbx_aabb_tree *t, const struct lbx_piece *piece) {
    t->header->sum = 0;
    const struct lbx_aabb_box all = fit_node(t, piece, 0);
    measure(t->header, &all);
    const double by = fine_inflation(t, t->header);
    bool as_marked = true;
    if (by > 0) mark_fine(t, 0, by, true, &as_marked);
}

// --- checking ---

// A walk over all nodes, and what it has found so far.
struct walk {
    const struct lbx_aabb_tree *tree;
    uint64_t nodes, leaves;
    uint32_t levels;
    uint64_t sum; // of the leaves
    struct lbx_numbering numbering;
};

static bool is_good_leaf(struct walk *w, uint32_t child, struct lbx_aabb_box *box) {
    const uint32_t number = leaf_first(child), count = leaf_count(child);
    if (number != w->leaves || number >= w->tree->header->leaves) return false;
    const struct lbx_aabb_leaf *const leaf = &w->tree->leaf[w->leaves++];
    w->sum += sum_of(leaf, number);
    for (uint32_t k = 0; k < TREE_WIDTH; k++) {
        const uint32_t from = k < count ? k : 0;
        if (leaf->id[k] != leaf->id[from] || leaf->mask[k] != leaf->mask[from] ||
            leaf->id[k] >= w->tree->header->mesh_triangles)
            return false;
        for (int c = 0; c < 3; c++) {
            for (int v = 0; v < 3; v++) {
                const float x = leaf->vertex[c][v][k];
                if (!(fabsf(x) <= MESH_COORDINATE) ||
                    memcmp(&x, &leaf->vertex[c][v][from], sizeof x) != 0)
                    return false;
            }
        }
        if (k >= count) continue;
        lbx_numbering_add(&w->numbering, leaf->id[k]);
    }
    *box = box_of_leaf(leaf);
    return leaf->longest == longest_side(box);
}

// Whether a node and those below it lie one after the other, as a build makes them, and have the
// boxes of their triangles.
static bool is_good_node(struct walk *w, uint32_t number, unsigned level,
                         struct lbx_aabb_box *all) {
    if (number != w->nodes || number >= w->tree->header->nodes || level >= TREE_LEVELS)
        return false;
    w->nodes++;
    if (level >= w->levels) w->levels = level + 1;
    const struct lbx_aabb_node *const node = &w->tree->node[number];
    struct lbx_aabb_node made = *node;
    unsigned children = 0;
    *all = no_box;
    for (unsigned k = 0; k < TREE_WIDTH; k++) {
        const uint32_t child = node->child[k];
        struct lbx_aabb_box box = no_box;
        if (child != 0) {
            // None follows a gap, and node 0 has the root alone.
            if (children++ != k || (number == 0 && k > 0)) return false;
            if (!(is_leaf(child) ? is_good_leaf(w, child, &box)
                                 : is_good_node(w, node_number(child), level + 1, &box)))
                return false;
        }
        put_box(&made, k, &box);
        add_box(all, &box);
    }
    return children > 0 && memcmp(&made, node, sizeof made) == 0;
}

int lbx_aabb_tree_check(const void *memory, size_t bytes, const lbx_workers *workers) {
    (void)workers; // all on this thread
    struct lbx_aabb_tree t;
    if (memory && bytes < sizeof(struct lbx_aabb_header)) return LBX_ERROR_TREE;
    const int error = lbx_aabb_tree_open(&t, memory);
    if (error) return error;
    if (bytes < t.header->bytes) return LBX_ERROR_TREE;
    struct walk w = {.tree = &t};
    struct lbx_aabb_box all;
    if (!is_good_node(&w, 0, 0, &all) ||
        !lbx_tree_has_numbers(&w.numbering, t.header->mesh_triangles, t.header->numbers))
        return LBX_ERROR_TREE;
    struct lbx_aabb_header made = *t.header;
    made.nodes = w.nodes;
    made.leaves = w.leaves;
    made.triangles = w.numbering.count;
    made.levels = w.levels;
    measure(&made, &all);
    made.sum = w.sum;
    bool as_marked = memcmp(&made, t.header, sizeof made) == 0;
    mark_fine(&t, 0, fine_inflation(&t, &made), false, &as_marked);
    return as_marked ? 0 : LBX_ERROR_TREE;
}
