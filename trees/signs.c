// SPDX-License-Identifier: MIT
// Signs of distances: building and checking the block that trees/sign_of.c reads.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "signs_build.h"

#define SIGNS_MAGIC 0x7378626cu // "lbxs" where the lowest byte comes first

size_t lbx_signs_lay(struct lbx_signs *s, void *memory, size_t triangles) {
    s->header = memory;
    s->sign = (struct lbx_sign *)(s->header + 1);
    return lbx_block_bytes(sizeof *s->header + (uint64_t)triangles * sizeof *s->sign);
}

int lbx_signs_open(struct lbx_signs *s, const void *memory) {
    if (!memory) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory)) return LBX_ERROR_STRIDE;
    const struct lbx_signs_header *const h = memory;
    if (h->magic != SIGNS_MAGIC || h->version != SIGNS_VERSION || h->triangles == 0 ||
        h->triangles > TREE_TRIANGLES_MAX || h->leaves == 0 || h->leaves > TREE_TRIANGLES_MAX ||
        h->bytes > PTRDIFF_MAX ||
        h->bytes != lbx_signs_lay(s, (void *)(uintptr_t)memory, (size_t)h->triangles))
        return LBX_ERROR_TREE;
    return 0;
}

int lbx_signs_open_of(struct lbx_signs *s, const void *memory, const struct lbx_aabb_tree *t) {
    const int error = lbx_signs_open(s, memory);
    if (error) return error;
    const struct lbx_signs_header *const h = s->header;
    return h->tree == t->header->sum && h->triangles == t->header->mesh_triangles &&
                   h->leaves == t->header->leaves
               ? 0
               : LBX_ERROR_TREE;
}

// Each word is multiplied by an odd number: if one changes, the sum does.
struct summing {
    const struct lbx_signs *signs;
    _Atomic uint64_t sum;
};

static void sum_records(void *data, size_t part) {
    struct summing *const s = data;
    enum { WORDS = sizeof(struct lbx_sign) / sizeof(uint32_t) };
    const uint32_t *const word = (const uint32_t *)(const void *)s->signs->sign;
    const uint64_t end = WORDS * lbx_part_end(s->signs->header->triangles, SIGNS_PART, part);
    uint64_t sum = 0;
    for (uint64_t i = WORDS * part * SIGNS_PART; i < end; i++) sum += word[i] * (2 * i + 1);
    lbx_add_to(&s->sum, sum);
}

uint64_t lbx_signs_sum(const struct lbx_signs *signs, const lbx_workers *workers) {
    const struct lbx_signs_header *const h = signs->header;
    struct summing s = {signs, h->tree + lbx_scatter((uint64_t)h->leaves << 32 | h->edges) +
                                   lbx_scatter((uint64_t)h->beyond)};
    lbx_share(workers, sum_records, &s, lbx_parts(h->triangles, SIGNS_PART));
    return s.sum;
}

// --- building ---

size_t lbx_tree_signs_bytes(const void *tree) {
    struct lbx_aabb_tree t;
    struct lbx_signs s;
    static char none;
    return lbx_aabb_tree_open(&t, tree) ? SIZE_MAX
                                        : lbx_signs_lay(&s, &none, t.header->mesh_triangles);
}

size_t lbx_tree_signs_scratch_bytes(const void *tree) {
    struct lbx_aabb_tree t;
    if (lbx_aabb_tree_open(&t, tree)) return SIZE_MAX;
    return lbx_block_bytes((uint64_t)t.header->mesh_triangles * SIGNS_SCRATCH);
}

unsigned lbx_signs_in_leaf(const struct lbx_aabb_leaf *leaf) {
    unsigned n = 1;
    while (n < TREE_WIDTH && leaf->id[n] != leaf->id[0]) n++;
    return n;
}

// --- vertices ---

struct volume { // of a part, and the sum of what was added and subtracted
    double inside, sizes;
};

static void sum_volumes(void *data, size_t part) {
    const struct signs_build *const b = data;
    const float *const middle = b->tree.header->middle;
    struct volume v = {0, 0};
    for (size_t i = part * SIGNS_PART; i < triangles_end(b, part); i++) {
        double corner[3][3], from[3][3], normal[3];
        if (b->signs.sign[i].place == NO_PLACE) continue;
        lbx_sign_corners(&b->tree, b->signs.sign[i].place, corner);
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < 3; c++) from[k][c] = corner[k][c] - (double)middle[c];
        cross3(from[1], from[2], normal);
        const double one = dot3(from[0], normal);
        v.inside += one;
        v.sizes += fabs(one);
    }
    ((struct volume *)(void *)b->item)[part] = v;
}

// Whether a closed surface has its outside around it: the sign of the volume within, or 0 if
// rounding may be all of it.
static int side_beyond(struct signs_build *b) {
    const struct volume *const part = (const struct volume *)(void *)b->item;
    double volume = 0, sizes = 0;
    if (b->edges > 0) return 0;
    share_triangles(b, sum_volumes);
    for (size_t k = 0; k < lbx_parts(b->triangles, SIGNS_PART); k++) {
        volume += part[k].inside;
        sizes += part[k].sizes;
    }
    if (!(fabs(volume) > 0x1p-20 * sizes)) return 0;
    return volume > 0 ? 1 : -1;
}

ptrdiff_t lbx_tree_signs_build(const void *tree, void *memory, size_t bytes, void *scratch,
                               lbx_sign_counts *counts, const lbx_workers *workers) {
    struct signs_build b = {.item = scratch, .workers = workers};
    const int error = lbx_aabb_tree_open(&b.tree, tree);
    if (error) return error;
    if (!memory || !scratch || !lbx_can_share(workers)) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory) || !lbx_is_aligned(scratch)) return LBX_ERROR_STRIDE;
    b.triangles = b.tree.header->mesh_triangles;
    const size_t size = lbx_signs_lay(&b.signs, memory, b.triangles);
    if (size == SIZE_MAX || bytes < size) return LBX_ERROR_COUNT;
    b.signs.header->magic = 0;
    b.vertex = (uint32_t *)(void *)(b.item + 3 * b.triangles);
    lbx_signs_vertices(&b);
    lbx_signs_edges(&b);
    lbx_signs_records(&b);
    lbx_signs_links(&b);
    lbx_signs_normals(&b);
    struct lbx_signs_header *const header = b.signs.header;
    *header = (struct lbx_signs_header){.version = SIGNS_VERSION,
                                        .bytes = size,
                                        .tree = b.tree.header->sum,
                                        .triangles = (uint32_t)b.triangles,
                                        .leaves = (uint32_t)b.tree.header->leaves,
                                        .edges = (uint32_t)b.edges,
                                        .flat = (uint32_t)b.flat,
                                        .beyond = side_beyond(&b)};
    header->sum = lbx_signs_sum(&b.signs, workers);
    header->magic = SIGNS_MAGIC;
    if (counts) *counts = (lbx_sign_counts){.edges = b.edges, .triangles = b.flat};
    return (ptrdiff_t)size;
}

// --- checking ---

static bool is_good_edge(const struct lbx_signs *s, uint32_t edge, bool flat) {
    const uint32_t size = edge & 0x7fffffff;
    if (!(edge & LINK_BIT)) return !flat && size <= 0x3f800000; // 1.0f
    return edge == NO_LINK ||
           (size == edge && link_edge(edge) < 3 && link_triangle(edge) < s->header->triangles &&
            s->sign[link_triangle(edge)].place != NO_PLACE);
}

static bool is_good_sign(const struct lbx_signs *s, const struct lbx_sign *sign) {
    static const struct lbx_sign none = {NO_PLACE, {NO_LINK, NO_LINK, NO_LINK}, {0, 0, 0, 0}};
    if (sign->place == NO_PLACE) return memcmp(sign, &none, sizeof none) == 0;
    bool good =
        (sign->place & ~FLAT_BIT) / TREE_WIDTH < s->header->leaves && sign->normal[3] >> 30 == 0;
    for (int k = 0; k < 3; k++)
        good = good && is_good_edge(s, sign->edge[k], sign->place & FLAT_BIT);
    return good;
}

struct checking {
    const struct lbx_signs *signs;
    _Atomic uint64_t wrong, flat;
};

static void check_records(void *data, size_t part) {
    struct checking *const c = data;
    const struct lbx_signs *const s = c->signs;
    const struct lbx_sign *sign = s->sign + part * SIGNS_PART;
    const struct lbx_sign *const end =
        s->sign + lbx_part_end(s->header->triangles, SIGNS_PART, part);
    uint64_t flat = 0;
    for (; sign < end && is_good_sign(s, sign); sign++)
        flat += sign->place & FLAT_BIT && sign->place != NO_PLACE;
    if (sign < end) lbx_add_to(&c->wrong, 1);
    lbx_add_to(&c->flat, flat);
}

int lbx_tree_signs_check(const void *memory, size_t bytes, const lbx_workers *workers) {
    struct lbx_signs s;
    if (!lbx_can_share(workers)) return LBX_ERROR_NULL;
    if (memory && bytes < sizeof(struct lbx_signs_header)) return LBX_ERROR_TREE;
    const int error = lbx_signs_open(&s, memory);
    if (error) return error;
    if (bytes < s.header->bytes || s.header->sum != lbx_signs_sum(&s, workers))
        return LBX_ERROR_TREE;
    struct checking c = {&s, 0, 0};
    lbx_share(workers, check_records, &c, lbx_parts(s.header->triangles, SIGNS_PART));
    const bool is_side = s.header->beyond >= -1 && s.header->beyond <= 1;
    return c.wrong == 0 && c.flat == s.header->flat && is_side ? 0 : LBX_ERROR_TREE;
}
