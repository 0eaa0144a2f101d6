// SPDX-License-Identifier: MIT
#include "mesh_rods.h"

#include <math.h>
#include <stdlib.h>

#include "examples/random.h"
#include "harness.h"

lbx_capsules rods_view(const struct rods *r) {
    return (lbx_capsules){.start = {r->at[0], r->at[1], r->at[2]},
                          .end = {r->at[3], r->at[4], r->at[5]},
                          .radius = r->at[6],
                          .count = r->n};
}

// The distance of a point from a segment.
static double distance_of(const float start[3], const float end[3], const float p[3]) {
    double way[3], x[3], all = 0, along = 0, square = 0;
    for (int c = 0; c < 3; c++) {
        way[c] = (double)end[c] - (double)start[c];
        x[c] = (double)p[c] - (double)start[c];
        all += way[c] * way[c];
        along += way[c] * x[c];
    }
    const double part = all > 0 ? fmin(fmax(along / all, 0), 1) : 0;
    for (int c = 0; c < 3; c++) square += (x[c] - part * way[c]) * (x[c] - part * way[c]);
    return sqrt(square);
}

void rods_make(struct rods *out, const struct mesh *mesh, uint64_t seed) {
    struct random r = random_of(seed, 33);
    double size = 0;
    for (int c = 0; c < 3; c++) {
        float low = mesh->vertex[0][c], high = low;
        for (size_t i = 0; i < mesh->vertices; i++) {
            low = fminf(mesh->vertex[i][c], low);
            high = fmaxf(mesh->vertex[i][c], high);
        }
        size = fmax((double)high - (double)low, size);
    }
    size = size > 0 ? size : 1;
    out->n = RODS;
    for (size_t i = 0; i < RODS; i++) {
        float at[2][3], aim[3];
        const bool sphere = random_below(&r, 4) == 0;
        for (int e = 0; e < 2; e++) {
            rays_aim(&r, mesh, at[e]);
            const unsigned kind = random_below(&r, 4);
            const double away = size * random_scale(&r, kind == 1 ? -20 : -4, kind == 1 ? -3 : 6);
            for (int c = 0; c < 3; c++) {
                const double x = kind ? away * random_between(&r, -1, 1) : 0;
                at[e][c] = (float)((double)at[e][c] + x);
                if (e == 1 && sphere) at[e][c] = at[0][c];
            }
        }
        rays_aim(&r, mesh, aim);
        const float known = (float)distance_of(at[0], at[1], aim);
        const unsigned how = random_below(&r, 9);
        const float radius = how == 8       ? random_hostile(&r)
                             : how >= 6     ? (float)(size * random_scale(&r, -8, 0))
                             : how == 5     ? 0
                             : how % 3 == 1 ? float_step(known, -1)
                             : how % 3 == 2 ? float_step(known, 1)
                                            : known;
        for (int c = 0; c < 3; c++) {
            out->at[c][i] = at[0][c];
            out->at[3 + c][i] = at[1][c];
        }
        out->at[6][i] = radius;
    }
}

static bool may_touch(const uint32_t *masks, const lbx_ray_filter *filter, size_t i, size_t k) {
    const lbx_ray_filter given = filter ? *filter : (lbx_ray_filter){NULL, NULL, 0};
    const size_t at = i * (given.stride ? given.stride / sizeof(uint32_t) : 1);
    if (given.skip && given.skip[at] == k) return false;
    return ((masks ? masks[k] : UINT32_MAX) & (given.mask ? given.mask[at] : UINT32_MAX)) != 0;
}

void ask_for_touched(const struct mesh *mesh, const struct rods *rods, const uint32_t *masks,
                     const lbx_ray_filter *filter, struct touched *out) {
    static float corner[MESH_TRIANGLES_MAX][9];
    static uint8_t hits[MESH_TRIANGLES_MAX / 8 + 1];
    for (size_t k = 0; k < mesh->triangles; k++) {
        for (size_t f = 0; f < 9; f++)
            corner[k][f] = mesh->vertex[mesh->index[3 * k + f / 3]][f % 3];
    }
    const lbx_triangles all =
        lbx_triangles_of(corner[0], corner[0] + 3, corner[0] + 6, mesh->triangles, sizeof *corner);
    out->count = 0;
    for (size_t i = 0; i < rods->n; i++) {
        lbx_capsules one = rods_view(rods);
        one.pick = lbx_one(i);
        expect(lbx_triangle_capsule(&all, &one, mesh->triangles, LBX_REPRODUCIBLE, hits) >= 0,
               "asked");
        for (size_t k = 0; k < mesh->triangles; k++) {
            if (hits[k / 8] >> k % 8 & 1 && may_touch(masks, filter, i, k))
                out->all[out->count++] = (lbx_pair){(uint32_t)i, (uint32_t)k};
        }
    }
}

static int compare_pairs(const void *a, const void *b) {
    const lbx_pair *const x = a, *const y = b;
    if (x->a != y->a) return x->a < y->a ? -1 : 1;
    return x->b < y->b ? -1 : x->b > y->b;
}

void sort_touched(lbx_pair *pairs, size_t n) {
    qsort(pairs, n, sizeof *pairs, compare_pairs);
}
