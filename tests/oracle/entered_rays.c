// SPDX-License-Identifier: MIT
#include "entered_rays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "entered.h"
#include "examples/random.h"
#include "harness.h"

static double size_of(const struct mesh *mesh) {
    double most = 0;
    for (size_t v = 0; v < mesh->vertices; v++) {
        double square = 0;
        for (int c = 0; c < 3; c++)
            square += (double)mesh->vertex[v][c] * (double)mesh->vertex[v][c];
        most = fmax(most, sqrt(square) * (1 + 0x1p-50));
    }
    return most;
}

struct answers {
    uint32_t instance[RAYS], triangle[RAYS];
    float t[RAYS];
    lbx_scene_hit *all; // by ray
    size_t count, begin[RAYS + 1];
};

static void ask(const struct crowd *s, const struct rays *rays, unsigned flags,
                struct answers *out) {
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    const lbx_rays view = rays_view(rays);
    const lbx_scene_hits hits = {.instance = out->instance, .triangle = out->triangle, .t = out->t};
    lbx_scene_ray_cursor cursor = {0};
    expect(lbx_scene_nearest(s->scene, &s->trees, &view, NULL, rays->n, flags, &hits, scratch,
                             sizeof scratch) >= 0,
           "asked");
    const ptrdiff_t count =
        lbx_scene_all(s->scene, &s->trees, &view, NULL, rays->n, 0, &cursor, NULL, 0);
    expect(count >= 0, "counted");
    out->count = (size_t)count;
    out->all = realloc(out->all, (out->count + 1) * sizeof *out->all);
    expect(out->all && lbx_scene_all(s->scene, &s->trees, &view, NULL, rays->n, 0, &cursor,
                                     out->all, out->count + 1) == count,
           "all");
    for (size_t i = 0, k = 0; i <= rays->n; i++) {
        while (k < out->count && out->all[k].ray < i) k++;
        out->begin[i] = k;
    }
}

static void ray_of(const struct rays *rays, size_t i, float ray[RAY_FLOATS]) {
    for (int k = 0; k < RAY_FLOATS; k++) ray[k] = rays->at[k][i];
}

static void expect_met(const struct crowd *s, const struct answers *a, const struct rays *rays,
                       size_t i, uint32_t instance, uint32_t triangle) {
    const lbx_scene_hit *found = NULL;
    for (size_t k = a->begin[i]; k < a->begin[i + 1]; k++) {
        if (a->all[k].instance == instance && a->all[k].triangle == triangle) found = &a->all[k];
    }
    const lbx_instance *const at = &s->at[instance];
    float x[RAY_FLOATS];
    ray_of(rays, i, x);
    expect(found && a->t[i] <= found->t,
           "ray %a %a %a, %a %a %a, t %a to %a: triangle %u of an instance at %a %a %a, turned by "
           "%a %a %a %a, scaled by %a, is %s",
           (double)x[0], (double)x[1], (double)x[2], (double)x[3], (double)x[4], (double)x[5],
           (double)x[6], (double)x[7], triangle, at->pose.position[0], at->pose.position[1],
           at->pose.position[2], at->pose.rotation[0], at->pose.rotation[1], at->pose.rotation[2],
           at->pose.rotation[3], at->scale, found ? "passed" : "lost");
}

void judge_deep(enum crowd_kind kind, uint64_t seed, struct judged_rays *judged) {
    static struct crowd s;
    static struct rays rays;
    static struct answers answers;
    double size[CROWD_MESHES];
    crowd_make(&s, kind, 1 + seed % 40, false, seed);
    crowd_rays(&s, &rays, false, seed);
    for (int k = 0; k < CROWD_MESHES; k++) size[k] = size_of(&s.mesh[k].mesh);
    ask(&s, &rays, seed % 2 ? LBX_COHERENT : 0, &answers);
    for (size_t i = 0; i < RAYS; i++) {
        float ray[RAY_FLOATS];
        ray_of(&rays, i, ray);
        for (uint32_t k = 0; k < s.n; k++) {
            const struct mesh *const mesh = &s.mesh[s.at[k].tree].mesh;
            const struct entered e = enter_exactly(&s.at[k], ray, size[s.at[k].tree]);
            if (!passes_ball(&e, size[s.at[k].tree])) continue;
            for (uint32_t triangle = 0; triangle < mesh->triangles; triangle++) {
                float corner[3][3];
                for (int v = 0; v < 3; v++)
                    memcpy(corner[v], mesh->vertex[mesh->index[3 * triangle + (uint32_t)v]],
                           sizeof corner[v]);
                if (!meets_deep(&e, (const float(*)[3])corner, &judged->exact)) continue;
                judged->promised++;
                expect_met(&s, &answers, &rays, i, k, triangle);
            }
        }
    }
    judged->rays += RAYS;
    crowd_free(&s);
}

// --- closed meshes ---

// An octahedron, each of whose sides is parted twice, with its vertices on a sphere of radius
// `size`, more or less: it holds the ball of half the radius. All floats are rounded.
static void make_ball(struct mesh *mesh, struct random *r, double size) {
    enum { PARTS = 3 }; // of an edge
    double vertex[6 * PARTS * PARTS + 2][3];
    mesh->vertices = mesh->triangles = 0;
    for (unsigned side = 0; side < 8; side++) {
        const double sign[3] = {side & 1 ? -1 : 1, side & 2 ? -1 : 1, side & 4 ? -1 : 1};
        uint32_t number[PARTS + 1][PARTS + 1];
        for (unsigned a = 0; a <= PARTS; a++) {
            for (unsigned b = 0; a + b <= PARTS; b++) {
                const double at[3] = {sign[0] * a, sign[1] * b, sign[2] * (PARTS - a - b)};
                uint32_t v = 0;
                for (; v < mesh->vertices; v++) {
                    if (vertex[v][0] == at[0] && vertex[v][1] == at[1] && vertex[v][2] == at[2])
                        break;
                }
                number[a][b] = v;
                if (v < mesh->vertices) continue;
                memcpy(vertex[v], at, sizeof at);
                const double length = sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
                const double by = size * random_between(r, .95, 1) / length;
                for (int c = 0; c < 3; c++) mesh->vertex[v][c] = (float)(at[c] * by);
                mesh->vertices++;
            }
        }
        for (unsigned a = 0; a < PARTS; a++) {
            for (unsigned b = 0; a + b < PARTS; b++) {
                const uint32_t corner[2][3] = {{number[a][b], number[a + 1][b], number[a][b + 1]},
                                               {number[a + 1][b],
                                                a + b + 2 <= PARTS ? number[a + 1][b + 1] : 0,
                                                number[a][b + 1]}};
                for (int k = 0; k < (a + b + 2 <= PARTS ? 2 : 1); k++)
                    memcpy(mesh->index + 3 * mesh->triangles++, corner[k], sizeof corner[k]);
            }
        }
    }
}

void judge_closed(uint64_t seed, struct judged_rays *judged) {
    static struct crowd s;
    static struct rays rays;
    static struct answers answers;
    struct random r = random_of(seed, 81);
    const double size = seed % 3 ? 1 : random_scale(&r, -8, 8);
    crowd_make(&s, CROWD_NEAR, 1, false, seed);
    tree_free(&s.mesh[0].tree);
    make_ball(&s.mesh[0].mesh, &r, size);
    s.mesh[0].tree = aabb_tree_of(&s.mesh[0].mesh, NULL);
    s.tree[0] = s.mesh[0].tree.at;
    s.at[0].tree = 0;
    s.at[0].scale = random_scale(&r, -10, 10);
    const double far = random_chance(&r, 4) ? 0 : random_scale(&r, -4, 20);
    for (int c = 0; c < 3; c++) s.at[0].pose.position[c] = random_between(&r, -1, 1) * far;
    expect(lbx_scene_refit(&s.trees, s.at, 1, s.scene, NULL) == 0, "refitted");
    crowd_rays(&s, &rays, false, seed);
    for (size_t i = 0; i < RAYS; i++) {
        rays.at[6][i] = 0;
        rays.at[7][i] = INFINITY;
    }
    ask(&s, &rays, seed % 2 ? LBX_COHERENT : 0, &answers);
    for (size_t i = 0; i < RAYS; i++) {
        float ray[RAY_FLOATS];
        ray_of(&rays, i, ray);
        const struct entered e = enter_exactly(&s.at[0], ray, size);
        double square = 0, along = 0;
        for (int c = 0; c < 3; c++) {
            square += e.origin[c] * e.origin[c];
            along += e.origin[c] * e.direction[c];
        }
        // From within the ball outwards, or from outside through it; with as much to spare as a ray
        // may be off.
        const double inside = size / 2 - 2 * e.slack;
        const bool starts_inside = inside > 0 && square < inside * inside;
        const bool starts_outside =
            square > (size + 2 * e.slack) * (size + 2 * e.slack) && along < 0;
        if (!starts_inside &&
            !(starts_outside && inside > 0 && passes_ball(&e, inside - 2 * e.slack)))
            continue;
        judged->promised++;
        expect(answers.instance[i] == 0 && answers.begin[i + 1] > answers.begin[i],
               "ray %a %a %a, %a %a %a slips through a closed mesh, seed %llu", (double)ray[0],
               (double)ray[1], (double)ray[2], (double)ray[3], (double)ray[4], (double)ray[5],
               (unsigned long long)seed);
    }
    judged->rays += RAYS;
    crowd_free(&s);
}
