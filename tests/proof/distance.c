// SPDX-License-Identifier: MIT
// make prove-distance: distances of points from meshes against every triangle in double, and their
// signs against exact arithmetic: on twenty closed meshes that are made, and on those of files. If
// a promise is broken, the exit code is 1; the lines say of which mesh.
#define _DEFAULT_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/closest/way.h"
#include "examples/tool.h"
#include "harness.h"
#include "oracle/sides.h"
#include "progress.h"
#include "signs.h"

enum { STARS = 20, BATCH = 1000, FILE_PART = 100, SIGNS_PART = 10 };

// The triangles of a mesh, three corners each.
struct judged {
    const char *name;
    const float (*corner)[3];
    size_t triangles;
    float center[3];
    double size;
    bool closed; // each edge has an even number of triangles
};

struct seen {
    size_t points, off;   // farther from the distance in double than promised
    double worst;         // of the promised bound
    size_t judged, wrong; // signs by pseudonormals, where the mesh allows them
    size_t crossed, lost; // signs by crossings
};

// How much of the promised bound the distance to triangle `id` is off.
static double part_of_bound(const struct judged *s, const float point[3], uint32_t id,
                            double distance) {
    const double room = 2 * 0x1p-17 * (distance + 2 * s->size);
    const double found = longest_side(s->corner + 3 * (size_t)id);
    size_t least = id;
    const double exact = distance_of_mesh(s->corner, s->triangles, point, distance + room, &least);
    const double side = fmax(found, longest_side(s->corner + 3 * least));
    return fabs(distance - exact) / (0x1p-17 * (exact + side));
}

// Signs are promised farther than 1e-6 of the diagonal from the surface.
static bool is_wrong(const struct judged *s, const float point[3], double distance,
                     size_t *judged) {
    if (!(fabs(distance) > 1e-6 * 2 * s->size)) return false;
    ++*judged;
    return (distance < 0) != is_inside_mesh(s->corner, s->triangles, point);
}

static void ask(const struct signed_tree *t, const lbx_points *points, unsigned flags,
                const lbx_closest_out *out) {
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    checked(lbx_aabb_tree_signed_distance(t->tree.at, t->signs.at, points, NULL, points->count,
                                          flags, out, scratch, sizeof scratch));
}

static struct seen prove(const struct judged *s, size_t n, uint64_t seed) {
    static float point[BATCH][3], distance[BATCH], crossed[BATCH];
    static uint32_t id[BATCH];
    struct random r = random_of(seed, 91);
    struct seen seen = {0};
    struct progress progress = {0};
    const lbx_mesh mesh =
        lbx_mesh_of(s->corner[0], 3 * s->triangles, sizeof *s->corner, NULL, s->triangles);
    struct signed_tree t = signed_of(&mesh, 0);
    const bool manifold = s->closed && t.counts.edges == 0;
    for (size_t first = 0; first < n; first += BATCH) {
        const size_t count = n - first < BATCH ? n - first : BATCH;
        const lbx_points points = lbx_points_of(point[0], count, sizeof *point);
        for (size_t i = 0; i < count; i++)
            point_of_mesh(s->corner, s->triangles, s->center, s->size, &r, point[i]);
        ask(&t, &points, 0, &(lbx_closest_out){.id = id, .distance = distance});
        if (s->closed)
            ask(&t, &points, LBX_SIGN_BY_CROSSINGS, &(lbx_closest_out){.distance = crossed});
        for (size_t i = 0; i < count; i++) {
            const double part = part_of_bound(s, point[i], id[i], fabs((double)distance[i]));
            seen.worst = fmax(seen.worst, part);
            seen.off += !(part <= 1);
            if ((first + i) % SIGNS_PART != 0) continue; // what is exact takes its time
            if (manifold) seen.wrong += is_wrong(s, point[i], (double)distance[i], &seen.judged);
            if (s->closed) seen.lost += is_wrong(s, point[i], (double)crossed[i], &seen.crossed);
        }
        seen.points += count;
        progress_show(&progress, s->name, first + count, n);
    }
    progress_end();
    signed_free(&t);
    return seen;
}

static int compare_edges(const void *a, const void *b) {
    return memcmp(a, b, 6 * sizeof(float));
}

// Whether each edge, between two places, has an even number of triangles.
static bool is_closed(const float (*corner)[3], size_t triangles) {
    float(*const edge)[2][3] = resize(NULL, 3 * triangles, sizeof *edge);
    size_t edges = 0;
    for (size_t k = 0; k < 3 * triangles; k++) {
        const float *a = corner[k], *b = corner[k % 3 == 2 ? k - 2 : k + 1];
        const int order = memcmp(a, b, sizeof *corner);
        if (order == 0) continue; // an edge without a length belongs to a triangle that is none
        memcpy(edge[edges][0], order < 0 ? a : b, sizeof *corner);
        memcpy(edge[edges++][1], order < 0 ? b : a, sizeof *corner);
    }
    qsort(edge, edges, sizeof *edge, compare_edges);
    bool even = true;
    for (size_t first = 0, i = 0; i < edges; first = i) {
        while (i < edges && compare_edges(edge[i][0], edge[first][0]) == 0) i++;
        even = even && (i - first) % 2 == 0;
    }
    free(edge);
    return even;
}

static void print(const char *name, size_t triangles, const struct seen *seen) {
    printf(
        "%s, %zu triangles: %zu points, %zu off, worst %.3f of the bound; signs: by normals %zu, "
        "%zu wrong; by crossings %zu, %zu wrong\n",
        name, triangles, seen->points, seen->off, seen->worst, seen->judged, seen->wrong,
        seen->crossed, seen->lost);
    fflush(stdout);
}

static bool prove_stars(size_t points) {
    static struct shape s;
    static const double least[] = {.95, .6, .3, .1, .02};
    struct seen all = {0};
    size_t triangles = 0;
    for (unsigned i = 0; i < STARS; i++) {
        const float center[3] = {0, (float)(i % 4) * 5, (float)(i / 4) * -10};
        shape_star(&s, 3 + (int)(i % 7), least[i % 5], center, 700 + i);
        const float(*const corner)[3] = (const float(*)[3])s.corner;
        const struct judged of = {"stars",     corner,
                                  s.triangles, {center[0], center[1], center[2]},
                                  1,           is_closed(corner, s.triangles)};
        expect(of.closed, "star %u is closed", i);
        const struct seen seen = prove(&of, points / STARS, i);
        expect(seen.judged > 0, "star %u has signs by normals", i);
        all.points += seen.points, all.off += seen.off, all.worst = fmax(all.worst, seen.worst);
        all.judged += seen.judged, all.wrong += seen.wrong;
        all.crossed += seen.crossed, all.lost += seen.lost;
        triangles += s.triangles;
    }
    print("20 closed stars", triangles, &all);
    return all.off + all.wrong + all.lost == 0;
}

// Few points of large meshes: as many triangles are compared with a point each as `points` say.
static bool prove_file(const char *path, size_t points) {
    struct surface mesh;
    surface_load(&mesh, path); // about the origin
    const float(*const corner)[3] = (const float(*)[3])mesh.corner;
    double square = 0;
    for (int c = 0; c < 3; c++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t k = 0; k < mesh.vertices; k++) {
            low = fmin(low, (double)mesh.position[k][c]);
            high = fmax(high, (double)mesh.position[k][c]);
        }
        square += (high - low) * (high - low);
    }
    const struct judged s = {file_name(path), corner,           mesh.triangles,
                             {0, 0, 0},       sqrt(square) / 2, is_closed(corner, mesh.triangles)};
    const size_t n = points * FILE_PART / mesh.triangles;
    const struct seen seen = prove(&s, n < SIGNS_PART ? SIGNS_PART : n, 3);
    print(s.name, s.triangles, &seen);
    surface_free(&mesh);
    return seen.off + seen.wrong + seen.lost == 0;
}

int main(int argc, char **argv) {
    if (argc < 2 || asks_help(argc, argv)) {
        puts("usage: lanebox-prove-distance points [mesh...]");
        return argc < 2;
    }
    const size_t points = number_option('n', argv[1], 1000, 1000000000);
    bool kept = prove_stars(points);
    for (int i = 2; i < argc; i++) kept = prove_file(argv[i], points) && kept;
    puts(kept ? "every promise holds" : "a promise is BROKEN");
    return kept ? 0 : 1;
}
