// SPDX-License-Identifier: MIT
// Fine boxes: those that inflated rays would all meet. This thread marks them alone; most meshes
// have none, which workers find.
#include "kernels/lanes/floats.h"

#include <math.h>

#include "aabb_tree.h"
#include "kernels/api/parts.h"
#include "kernels/lanes/base.h"
#include "volumes/fit.h"

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
static struct cover mark_below(const struct lbx_aabb_tree *t, uint32_t number, double by, bool mark,
                               bool *as_marked) {
    struct lbx_aabb_node *const node = &t->node[number];
    struct cover all = {0, 0, 0, 0};
    for (unsigned k = 0; k < TREE_WIDTH && node->child[k]; k++) {
        const uint32_t child = node->child[k];
        const struct cover box = cover_of_box(node, k);
        struct cover below = box;
        if (!is_leaf(child)) {
            below = mark_below(t, node_number(child), by, mark, as_marked);
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

// Whether a box becomes a quarter larger in surface by an inflation. The reach is the unit of
// length, so that nothing underflows.
struct growth {
    const struct lbx_aabb_tree *tree;
    float by, unit;
    atomic_bool found;
};

enum { PART = 512 }; // nodes

static void look_for_growth(void *data, size_t part) {
    struct growth *const g = data;
    const struct lbx_aabb_tree *const t = g->tree;
    const vf grow = vf_set(4 * g->by), least = vf_set(12 * g->by * g->by), unit = vf_set(g->unit);
    const size_t end = lbx_part_end((size_t)t->header->nodes, PART, part);
    uint32_t fine = 0;
    for (size_t i = part * PART; i < end; i++) {
        for (unsigned k = 0; k < TREE_WIDTH; k += LANES) {
            vf side[3];
            for (int c = 0; c < 3; c++) {
                const vf min = vf_load(t->node[i].min[c] + k), max = vf_load(t->node[i].max[c] + k);
                side[c] = vf_mul(vf_sub(max, min), unit);
            }
            const vf two = vf_add(side[0], side[1]);
            const vf half = vf_add(vf_mul(two, side[2]), vf_mul(side[0], side[1]));
            const vf more = vf_add(vf_mul(vf_add(two, side[2]), grow), least);
            fine |= vm_bits(vf_less(vf_mul(half, vf_set(.25f)), more));
        }
    }
    if (fine) g->found = true;
}

// What boxes are inflated by for a ray that begins as far from the box of all as that is large, or
// 0 if no boxes are fine.
static double fine_inflation(const struct lbx_aabb_tree *t, const struct lbx_aabb_header *header,
                             const lbx_workers *workers) {
    const double reach = (double)header->reach;
    double large = 0;
    for (int c = 0; c < 3; c++) large = fmax(fabs((double)header->middle[c]), large);
    const double by = 3 * reach * (double)RAY_INFLATE + (large + 2 * reach) * (double)RAY_ORIGIN;
    struct growth g = {t, (float)(by / reach), (float)(1 / reach), false};
    lbx_share(workers, look_for_growth, &g, lbx_parts((size_t)t->header->nodes, PART));
    return g.found ? by : 0;
}

bool lbx_aabb_mark_fine(const struct lbx_aabb_tree *t, const struct lbx_aabb_header *header,
                        const lbx_workers *workers, bool mark) {
    const double by = fine_inflation(t, header, workers);
    bool as_marked = true;
    if (by > 0 || !mark) mark_below(t, 0, by, mark, &as_marked);
    return as_marked;
}
