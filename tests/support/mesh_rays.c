// SPDX-License-Identifier: MIT
#include "mesh_rays.h"

#include <math.h>
#include <stdlib.h>

#include "examples/random.h"
#include "harness.h"

struct tree aabb_tree_of(const struct mesh *mesh, const lbx_aabb_tree_options *options) {
    const lbx_mesh view = mesh_view(mesh);
    return aabb_tree_of_view(&view, options);
}

struct tree aabb_tree_of_view(const lbx_mesh *mesh, const lbx_aabb_tree_options *options) {
    const size_t room = lbx_aabb_tree_bytes(mesh);
    struct tree t = {malloc(room), 0};
    void *const scratch = malloc(lbx_aabb_tree_scratch_bytes(mesh));
    expect(t.at && scratch, "no memory");
    const ptrdiff_t bytes = lbx_aabb_tree_build(mesh, options, t.at, room, scratch);
    expect(bytes > 0 && (size_t)bytes <= room, "%td", bytes);
    free(scratch);
    t.bytes = (size_t)bytes;
    return t;
}

lbx_rays rays_view(const struct rays *r) {
    return (lbx_rays){.origin = {r->at[0], r->at[1], r->at[2]},
                      .dir = {r->at[3], r->at[4], r->at[5]},
                      .t_min = r->at[6],
                      .t_max = r->at[7],
                      .count = r->n};
}

lbx_rays rays_along_segments(struct rays *rays, struct ray_segment segment[RAYS]) {
    for (size_t i = 0; i < RAYS; i++) {
        const float t = fminf(rays->at[7][i], i % 4 ? 20 : 1);
        for (int c = 0; c < 3; c++) {
            segment[i].from[c] = rays->at[c][i];
            segment[i].to[c] = rays->at[c][i] + t * rays->at[3 + c][i];
            rays->at[3 + c][i] = segment[i].to[c] - segment[i].from[c];
        }
        rays->at[6][i] = 0;
        rays->at[7][i] = 1;
    }
    const lbx_segments view = lbx_segments_of(segment->from, segment->to, RAYS, sizeof *segment);
    return lbx_rays_along(&view);
}

void rays_aim(struct random *r, const struct mesh *mesh, float target[3]) {
    const uint32_t *const corner = mesh->index + 3 * random_below(r, (unsigned)mesh->triangles);
    double weight[3] = {0, 0, 0}, sum = 0;
    const unsigned kind = random_below(r, 4), first = random_below(r, 3);
    for (unsigned v = 0; v < 3; v++) {
        if (kind == 0 ? v == first : kind == 1 ? v != first : true) weight[v] = 1 + random_unit(r);
        if (kind == 1 && v != first) weight[v] = 1; // halfway: often without rounding
        sum += weight[v];
    }
    for (int c = 0; c < 3; c++) {
        double x = 0;
        for (int v = 0; v < 3; v++) x += weight[v] / sum * (double)mesh->vertex[corner[v]][c];
        target[c] = (float)x;
    }
    if (kind == 3) target[first] += (float)random_signed(r, (double)fabsf(target[first]) / 64);
}

void rays_make(struct rays *out, const struct mesh *mesh, uint64_t seed) {
    struct random r = random_of(seed, 31);
    float low[3], high[3];
    double size = 0;
    for (int c = 0; c < 3; c++) {
        low[c] = high[c] = mesh->vertex[0][c];
        for (size_t i = 0; i < mesh->vertices; i++) {
            const float x = mesh->vertex[i][c];
            low[c] = x < low[c] ? x : low[c];
            high[c] = x > high[c] ? x : high[c];
        }
        const double side = (double)high[c] - (double)low[c];
        size = side > size ? side : size;
    }
    size = size > 0 ? size : 1;
    out->n = RAYS;
    for (size_t i = 0; i < RAYS; i++) {
        float target[3];
        double way[3], longest = 0;
        rays_aim(&r, mesh, target);
        const bool straight = random_chance(&r, 4), outside = random_chance(&r, 2);
        const unsigned along = random_below(&r, 3);
        for (unsigned c = 0; c < 3; c++) {
            const double reach = outside ? 2 : .5;
            double x = (double)low[c] + (double)high[c] - (double)target[c];
            x = x / 2 + reach * size * random_between(&r, -1, 1);
            if (straight && c != along) x = (double)target[c];
            out->at[c][i] = (float)x;
            way[c] = (double)target[c] - (double)out->at[c][i];
            longest = fabs(way[c]) > longest ? fabs(way[c]) : longest;
        }
        int exponent = 0; // makes dir about 1 long, so that t is about the distance
        if (longest > 0) frexp(longest, &exponent);
        if (random_chance(&r, 4)) exponent += random_int(&r, -38, 56); // or of any length allowed
        for (unsigned c = 0; c < 3; c++) out->at[3 + c][i] = (float)ldexp(way[c], -exponent);
        if (!(longest > 0)) out->at[3 + along][i] = 1;
        const double t = ldexp(1, exponent);
        out->at[6][i] = random_chance(&r, 4) ? (float)(t * random_unit(&r)) : 0;
        const bool exact = random_chance(&r, 2), endless = random_chance(&r, 2);
        out->at[7][i] = endless ? INFINITY : (float)(exact ? t : 2 * t);
    }
}

static bool may_meet(const uint32_t *masks, const lbx_ray_filter *filter, size_t i, size_t k) {
    const lbx_ray_filter given = filter ? *filter : (lbx_ray_filter){NULL, NULL, 0};
    const size_t at = i * (given.stride ? given.stride / sizeof(uint32_t) : 1);
    if (given.skip && given.skip[at] == k) return false;
    return ((masks ? masks[k] : UINT32_MAX) & (given.mask ? given.mask[at] : UINT32_MAX)) != 0;
}

// A ray as lbx_ray_triangle is asked about it. One that rests meets what a ray along z meets at its
// origin, where its own range begins.
struct asked {
    float at[RAY_FLOATS], from; // where it begins
    bool rests, meets;          // whether it may meet anything
};

static struct asked asked_of(const struct rays *rays, size_t i) {
    struct asked a = {.rests = true, .meets = true};
    for (int k = 0; k < RAY_FLOATS; k++) a.at[k] = rays->at[k][i];
    for (int k = 0; k < 6; k++) a.meets = a.meets && isfinite(a.at[k]);
    for (int k = 3; k < 6; k++) a.rests = a.rests && a.at[k] == 0;
    a.meets = a.meets && a.at[6] <= a.at[7] && 0 <= a.at[7];
    a.from = a.at[6] > 0 ? fminf(a.at[6], 0x1p127f) : 0;
    if (a.rests) {
        a.at[5] = 1;
        a.at[6] = a.at[7] = 0;
    }
    return a;
}

void ask_every_triangle(const struct mesh *mesh, const struct rays *rays, const uint32_t *masks,
                        const lbx_ray_filter *filter, struct found *out) {
    static float at[9][MESH_TRIANGLES_MAX], t[MESH_TRIANGLES_MAX], u[MESH_TRIANGLES_MAX],
        v[MESH_TRIANGLES_MAX];
    static uint8_t hits[MESH_TRIANGLES_MAX];
    const size_t n = mesh->triangles;
    for (size_t k = 0; k < n; k++) {
        for (size_t f = 0; f < 9; f++) at[f][k] = mesh->vertex[mesh->index[3 * k + f / 3]][f % 3];
    }
    const lbx_triangles triangles = {
        .vertex = {{at[0], at[1], at[2]}, {at[3], at[4], at[5]}, {at[6], at[7], at[8]}},
        .count = n};
    out->hits = out->count = 0;
    for (size_t i = 0; i < rays->n; i++) {
        const struct asked a = asked_of(rays, i);
        lbx_rays one = lbx_rays_of(a.at, a.at + 3, 1, 0);
        one.t_min = a.at + 6;
        one.t_max = a.at + 7;
        one.pick = lbx_one(0);
        expect(lbx_ray_triangle(&one, &triangles, n, 0, hits, t, u, v) >= 0, "asked");
        out->triangle[i] = LBX_NO_TRIANGLE;
        out->t[i] = INFINITY;
        out->u[i] = out->v[i] = 0;
        for (size_t k = 0; k < n; k++) {
            if (!a.meets || !(hits[k / 8] >> k % 8 & 1) || !may_meet(masks, filter, i, k)) continue;
            if (a.rests) t[k] = a.from;
            out->all[out->count++] = (lbx_ray_hit){(uint32_t)i, (uint32_t)k, t[k], u[k], v[k]};
            if (!(t[k] < out->t[i])) continue;
            out->triangle[i] = (uint32_t)k;
            out->t[i] = t[k];
            out->u[i] = u[k];
            out->v[i] = v[k];
        }
        out->any[i] = out->triangle[i] != LBX_NO_TRIANGLE;
        out->hits += out->any[i];
    }
}

static int by_ray(const void *a, const void *b) {
    const lbx_ray_hit *const x = a, *const y = b;
    if (x->ray != y->ray) return x->ray < y->ray ? -1 : 1;
    return (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

void sort_hits(lbx_ray_hit *hits, size_t n) {
    qsort(hits, n, sizeof *hits, by_ray);
}
