// SPDX-License-Identifier: MIT
// Trees of axis-aligned boxes in memory: layout, opening, the boxes of leaves and nodes.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "aabb_tree.h"
#include "kernels/lanes/base.h"
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

void lbx_aabb_tree_seal(struct lbx_aabb_tree *t) {
    t->header->magic = AABB_MAGIC;
}

// --- boxes ---

const struct lbx_aabb_box lbx_no_aabb = {
    {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};

// The box of bounds in lanes. A least or largest of several zeros becomes +0, whatever their order.
static struct lbx_aabb_box box_of_lanes(const vf min[3], const vf max[3],
                                        const uint32_t mask[TREE_WIDTH]) {
    struct lbx_aabb_box all = lbx_no_aabb;
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
    for (int k = 0; k < TREE_WIDTH; k++) all.mask |= mask[k];
    return all;
}

struct lbx_aabb_box lbx_aabb_leaf_box(const struct lbx_aabb_leaf *leaf) {
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
    return box_of_lanes(min, max, leaf->mask);
}

struct lbx_aabb_box lbx_aabb_node_box(const struct lbx_aabb_node *node) {
    vf min[3], max[3];
    for (int c = 0; c < 3; c++) {
        min[c] = vf_load(node->min[c]);
        max[c] = vf_load(node->max[c]);
        for (int k = LANES; k < TREE_WIDTH; k += LANES) {
            min[c] = vf_min(vf_load(node->min[c] + k), min[c]);
            max[c] = vf_max(vf_load(node->max[c] + k), max[c]);
        }
    }
    return box_of_lanes(min, max, node->mask);
}

float lbx_aabb_longest_side(const struct lbx_aabb_box *box) {
    float longest = 0;
    for (int c = 0; c < 3; c++) {
        const float side = rounded_up((double)box->max[c] - (double)box->min[c]);
        longest = side > longest ? side : longest;
    }
    return longest;
}

void lbx_aabb_measure(struct lbx_aabb_header *header, const struct lbx_aabb_box *all) {
    header->reach = 0;
    for (int c = 0; c < 3; c++) {
        const double min = (double)all->min[c], max = (double)all->max[c];
        header->middle[c] = nearest_float((min + max) / 2);
        const double middle = (double)header->middle[c];
        const float reach = rounded_up(fmax(max - middle, middle - min));
        header->reach = reach > header->reach ? reach : header->reach;
    }
}

// Each word is multiplied by an odd number, 2 (number * WORDS +
// i) + 1: if one word changes, the sum does.
uint64_t lbx_aabb_leaf_sum(const struct lbx_aabb_leaf *leaf, size_t number) {
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
