// SPDX-License-Identifier: MIT
#include "mesh_points.h"

#include <math.h>

#include "examples/random.h"
#include "harness.h"
#include "kernels/math/near_point.h"

lbx_points points_view(const struct points *p) {
    return (lbx_points){.position = {p->at[0], p->at[1], p->at[2]}, .count = p->n};
}

float square_beside(const float corner[9], const float point[3]) {
    struct triangle triangle;
    struct known_triangle known;
    struct near_points near;
    vf from[3][3];
    for (int k = 0; k < 9; k++) {
        triangle.vertex[k / 3][k % 3] = corner[k];
        from[k / 3][k % 3] = vf_sub(corner[k], point[k % 3]);
    }
    know_triangle(&triangle, &known);
    near_points_of(from, &known, &near);
    return nearest_square(&near);
}

// All triangles beside a point.
static void look(const struct mesh *mesh, const float point[3],
                 struct beside beside[MESH_TRIANGLES_MAX]) {
    static float corner[MESH_TRIANGLES_MAX][9];
    for (size_t k = 0; k < mesh->triangles; k++) {
        for (size_t f = 0; f < 9; f++)
            corner[k][f] = mesh->vertex[mesh->index[3 * k + f / 3]][f % 3];
        beside[k].square = square_beside(corner[k], point);
    }
    lbx_points from = lbx_points_of(point, 1, 0);
    from.pick = lbx_one(0);
    const lbx_triangles to =
        lbx_triangles_of(corner[0], corner[0] + 3, corner[0] + 6, mesh->triangles, sizeof *corner);
    const lbx_nearests_out out = {&beside->distance, &beside->u,      &beside->v,
                                  &beside->feature,  mesh->triangles, sizeof *beside};
    expect(lbx_point_triangle(&from, &to, mesh->triangles, &out) == (ptrdiff_t)mesh->triangles,
           "asked");
}

void points_make(struct points *out, const struct mesh *mesh, uint64_t seed) {
    static struct beside beside[MESH_TRIANGLES_MAX];
    struct random r = random_of(seed, 32);
    double low[3], high[3], size = 0;
    for (int c = 0; c < 3; c++) {
        low[c] = high[c] = (double)mesh->vertex[0][c];
        for (size_t i = 0; i < mesh->vertices; i++) {
            low[c] = fmin((double)mesh->vertex[i][c], low[c]);
            high[c] = fmax((double)mesh->vertex[i][c], high[c]);
        }
        size = fmax(high[c] - low[c], size);
    }
    size = size > 0 ? size : 1;
    out->n = POINTS;
    for (size_t i = 0; i < POINTS; i++) {
        float point[3], least = INFINITY;
        rays_aim(&r, mesh, point);
        const unsigned kind = random_below(&r, 5);
        const double scale = random_scale(&r, kind == 1 ? -20 : -3, kind == 1 ? -3 : 8);
        for (int c = 0; c < 3; c++) {
            const double within = random_between(&r, low[c], high[c]);
            const double away = size * scale * random_between(&r, -1, 1);
            const double x = kind == 0   ? 0
                             : kind < 3  ? away
                             : kind == 3 ? within - (double)point[c]
                                         : 0;
            point[c] = kind < 4 ? (float)((double)point[c] + x) : (float)random_int(&r, -21, 21);
            out->at[c][i] = point[c];
        }
        look(mesh, point, beside);
        const uint32_t k = random_below(&r, (unsigned)mesh->triangles);
        for (size_t t = 0; t < mesh->triangles; t++) least = fminf(beside[t].distance, least);
        const unsigned how = random_below(&r, 8);
        const float known = how < 3 ? least : beside[k].distance;
        out->reach[i] = how == 7                    ? random_hostile(&r)
                        : how == 6                  ? (float)(size * random_scale(&r, -6, 3))
                        : how % 3 == 1 && known > 0 ? float_step(known, -1)
                        : how % 3 == 2 && known > 0 ? float_step(known, 1)
                                                    : known;
    }
}

static bool may_be_found(const uint32_t *masks, const lbx_ray_filter *filter, size_t i, size_t k) {
    const lbx_ray_filter given = filter ? *filter : (lbx_ray_filter){NULL, NULL, 0};
    const size_t at = i * (given.stride ? given.stride / sizeof(uint32_t) : 1);
    if (given.skip && given.skip[at] == k) return false;
    return ((masks ? masks[k] : UINT32_MAX) & (given.mask ? given.mask[at] : UINT32_MAX)) != 0;
}

void ask_for_nearest(const struct mesh *mesh, const struct points *points, bool by_reach,
                     const uint32_t *masks, const lbx_ray_filter *filter,
                     struct nearest_found *out) {
    static struct beside beside[MESH_TRIANGLES_MAX];
    out->found = out->count = 0;
    for (size_t i = 0; i < points->n; i++) {
        const float point[3] = {points->at[0][i], points->at[1][i], points->at[2][i]};
        const float reach = by_reach ? points->reach[i] : INFINITY;
        const bool finite = isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
        size_t best = SIZE_MAX;
        if (finite) look(mesh, point, beside);
        for (size_t k = 0; finite && k < mesh->triangles; k++) {
            const struct beside *const b = &beside[k];
            expect(b->distance == sqrtf(b->square), "%zu: %a is not the root of %a", k,
                   (double)b->distance, (double)b->square);
            if (!(b->distance <= reach && b->distance <= 0x1p63f) ||
                !may_be_found(masks, filter, i, k))
                continue;
            out->all[out->count++] =
                (lbx_near_hit){(uint32_t)i, (uint32_t)k, b->distance, b->u, b->v, b->feature};
            if (best == SIZE_MAX || b->square < beside[best].square) best = k;
        }
        const bool found = best < SIZE_MAX;
        out->found += found;
        out->triangle[i] = found ? (uint32_t)best : LBX_NO_TRIANGLE;
        out->distance[i] = found ? beside[best].distance : INFINITY;
        out->u[i] = found ? beside[best].u : 0;
        out->v[i] = found ? beside[best].v : 0;
        out->feature[i] = found ? beside[best].feature : 0;
    }
}
