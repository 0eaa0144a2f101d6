// SPDX-License-Identifier: MIT
// The public search for signed distances: the distances are those of the nearest triangles, and
// their signs are found afterwards.
#include "kernels/lanes/floats.h"

#include <math.h>

#include "kernels/api/operand.h"
#include "kernels/lanes/base.h"
#include "signs.h"

enum { PORTION = 256 }; // points that are copied at a time

struct portion {
    float at[3][PORTION];
    uint32_t id[PORTION];
    uint8_t inside[PORTION / 8];
};

// Prefetches what the sign of a later point is found by: the record, then the triangle's leaf.
static inline __attribute__((always_inline)) void fetch_ahead(const struct lbx_signs *s,
                                                              const struct lbx_aabb_tree *t,
                                                              const uint32_t *id, size_t left) {
    enum { RECORDS_AHEAD = 16, LEAVES_AHEAD = 8, LINE = 64 };
    if (left > RECORDS_AHEAD && id[RECORDS_AHEAD] != LBX_NO_TRIANGLE)
        prefetch(&s->sign[id[RECORDS_AHEAD]]);
    if (left <= LEAVES_AHEAD || id[LEAVES_AHEAD] == LBX_NO_TRIANGLE) return;
    const uint32_t place = s->sign[id[LEAVES_AHEAD]].place & ~FLAT_BIT;
    const char *const leaf = (const char *)t->leaf[place / TREE_WIDTH].vertex;
    for (size_t k = 0; k < sizeof t->leaf->vertex; k += LINE) prefetch(leaf + k);
}

// Makes the distances of n points from `first` on negative that are behind their triangles.
static void sign_distances(const struct lbx_signs *s, const struct lbx_aabb_tree *t,
                           const struct lbx_operand *points, size_t first, size_t n,
                           const uint32_t *id, float *distance) {
    for (size_t i = 0; i < n; i++) {
        fetch_ahead(s, t, id + i, n - i);
        if (!(distance[i] > 0) || id[i] == LBX_NO_TRIANGLE) continue;
        float point[3];
        for (unsigned c = 0; c < 3; c++) point[c] = operand_float(points, c, first + i);
        if (lbx_is_behind(s, t, id[i], point)) distance[i] = -distance[i];
    }
}

static lbx_points copy_portion(const struct lbx_operand *points, size_t first, size_t n,
                               struct portion *p) {
    for (unsigned c = 0; c < 3; c++)
        for (size_t i = 0; i < n; i++) p->at[c][i] = operand_float(points, c, first + i);
    return (lbx_points){.position = {p->at[0], p->at[1], p->at[2]}, .count = n};
}

// The same by the points that are inside a closed mesh.
static ptrdiff_t sign_by_crossings(const void *tree, const struct lbx_operand *points, size_t n,
                                   float *distance) {
    struct portion p;
    for (size_t first = 0; first < n; first += PORTION) {
        const size_t some = n - first < PORTION ? n - first : PORTION;
        const lbx_points view = copy_portion(points, first, some, &p);
        const ptrdiff_t found = lbx_aabb_tree_inside(tree, &view, some, 0, p.inside);
        if (found < 0) return found;
        for (size_t i = 0; i < some && found > 0; i++) {
            float *const at = &distance[first + i];
            if (p.inside[i / 8] >> i % 8 & 1 && *at > 0 && *at < INFINITY) *at = -*at;
        }
    }
    return 0;
}

// Searches by portions, each of which has its triangles here: the caller does not want them.
static ptrdiff_t search_portions(const void *tree, const struct lbx_aabb_tree *t,
                                 const struct lbx_signs *s, const struct lbx_operand *points,
                                 const float *reach, size_t n, const lbx_closest_out *out,
                                 void *scratch, size_t bytes) {
    struct portion p;
    ptrdiff_t all = 0;
    for (size_t first = 0; first < n; first += PORTION) {
        const size_t some = n - first < PORTION ? n - first : PORTION;
        const lbx_points view = copy_portion(points, first, some, &p);
        const lbx_closest_out part = {p.id, out->distance + first, out->u ? out->u + first : NULL,
                                      out->v ? out->v + first : NULL,
                                      out->feature ? out->feature + first : NULL};
        const ptrdiff_t found = lbx_aabb_tree_closest(tree, &view, reach ? reach + first : NULL,
                                                      NULL, some, 0, &part, scratch, bytes);
        if (found < 0) return found;
        sign_distances(s, t, points, first, some, p.id, part.distance);
        all += found;
    }
    return all;
}

ptrdiff_t lbx_aabb_tree_signed_distance(const void *tree, const void *signs,
                                        const lbx_points *points, const float *reach, size_t n,
                                        unsigned flags, const lbx_closest_out *out, void *scratch,
                                        size_t bytes) {
    struct lbx_aabb_tree t;
    struct lbx_signs s = {NULL, NULL};
    struct lbx_operand operand;
    struct lbx_lists lists = {.list = NULL};
    const bool by_crossings = flags & LBX_SIGN_BY_CROSSINGS;
    if (flags & ~(unsigned)(LBX_REPRODUCIBLE | LBX_SIGN_BY_CROSSINGS)) return LBX_ERROR_FLAGS;
    ptrdiff_t error = lbx_aabb_tree_open(&t, tree);
    if (!error && !by_crossings) error = lbx_signs_open_of(&s, signs, &t);
    if (error || n == 0) return error;
    if (n > UINT32_MAX) return LBX_ERROR_COUNT;
    const bool wanted = out && out->distance;
    if (wanted && !by_crossings && !out->id) {
        error = lbx_operand_points(&operand, points, n, &lists);
        return error ? error
                     : search_portions(tree, &t, &s, &operand, reach, n, out, scratch, bytes);
    }
    const ptrdiff_t found =
        lbx_aabb_tree_closest(tree, points, reach, NULL, n, 0, out, scratch, bytes);
    if (found <= 0 || !wanted) return found;
    error = lbx_operand_points(&operand, points, n, &lists);
    if (!error && by_crossings) error = sign_by_crossings(tree, &operand, n, out->distance);
    if (!error && !by_crossings) sign_distances(&s, &t, &operand, 0, n, out->id, out->distance);
    return error ? error : found;
}
