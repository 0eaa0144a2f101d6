// SPDX-License-Identifier: MIT
// make prove-distance: distances of points from meshes against every triangle in double, and their
// signs against exact arithmetic: on twenty closed meshes that are made, and on those of files.
// make prove-capsules: what capsules touch of the same meshes, against lbx_triangle_capsule asked
// for every triangle by itself. If a promise is broken, the exit code is 1; the lines say of which
// mesh.
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

enum { STARS = 20, BATCH = 1000, FILE_PART = 100, SIGNS_PART = 10, CAPSULES = 64, ROOM = 1000 };

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
    size_t points, off;    // farther from the distance in double than promised
    double worst;          // of the promised bound
    size_t judged, wrong;  // signs by pseudonormals, where the mesh allows them
    size_t crossed, lost;  // signs by crossings
    size_t touched, other; // triangles that capsules touch; capsules that touch others
};

// Asks for n points or capsules.
typedef struct seen prover(const struct judged *s, size_t n, uint64_t seed);

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

static struct seen prove_distances(const struct judged *s, size_t n, uint64_t seed) {
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

// --- capsules ---

struct capsule {
    float start[3], end[3], radius;
};

static double distance_of_segment(const struct capsule *of, const float p[3]) {
    double way[3], from[3], all = 0, along = 0, square = 0;
    for (int c = 0; c < 3; c++) {
        way[c] = (double)of->end[c] - (double)of->start[c];
        from[c] = (double)p[c] - (double)of->start[c];
        all += way[c] * way[c];
        along += way[c] * from[c];
    }
    const double part = all > 0 ? fmin(fmax(along / all, 0), 1) : 0;
    for (int c = 0; c < 3; c++) square += pow(from[c] - part * way[c], 2);
    return sqrt(square);
}

// Spheres, and short and long capsules around a point near the mesh. Most end where one of the
// nearer corners is, or a float before or behind it.
static struct capsule capsule_of(const struct judged *s, struct random *r) {
    enum { CORNERS = 16 };
    struct capsule made;
    float far[3];
    double nearest = INFINITY;
    point_of_mesh(s->corner, s->triangles, s->center, s->size, r, made.start);
    point_of_mesh(s->corner, s->triangles, s->center, s->size, r, far);
    const unsigned kind = random_below(r, 4);
    const double part = kind == 0 ? 0 : kind == 1 ? 1 : random_scale(r, -12, -2);
    for (int c = 0; c < 3; c++) {
        const double way = (double)far[c] - (double)made.start[c];
        made.end[c] = (float)((double)made.start[c] + part * way);
    }
    for (int k = 0; k < CORNERS; k++) {
        const size_t corner = random_below(r, (uint32_t)(3 * s->triangles));
        nearest = fmin(nearest, distance_of_segment(&made, s->corner[corner]));
    }
    const unsigned how = random_below(r, 5);
    const float radius = (float)nearest;
    made.radius = how == 0   ? radius * (float)random_unit(r)
                  : how == 1 ? nextafterf(radius, 0)
                  : how == 2 ? nextafterf(radius, INFINITY)
                             : radius;
    return made;
}

// Fetches all triangles of a batch, a few at a time, as bits.
static void fetch(const void *tree, const lbx_capsules *capsules, size_t bytes, uint8_t *bits) {
    static lbx_pair pairs[ROOM];
    lbx_ray_cursor cursor = {0};
    memset(bits, 0, capsules->count * bytes);
    for (ptrdiff_t some = ROOM; some == ROOM;) {
        some =
            lbx_aabb_tree_capsules(tree, capsules, NULL, capsules->count, 0, &cursor, pairs, ROOM);
        checked(some);
        for (ptrdiff_t k = 0; k < some; k++) {
            uint8_t *const byte = &bits[pairs[k].a * bytes + pairs[k].b / 8];
            const uint8_t bit = (uint8_t)(1 << pairs[k].b % 8);
            expect(!(*byte & bit), "capsule %u, triangle %u: given twice", (unsigned)pairs[k].a,
                   (unsigned)pairs[k].b);
            *byte |= bit;
        }
    }
}

static struct seen prove_capsules(const struct judged *s, size_t n, uint64_t seed) {
    static struct capsule capsule[CAPSULES];
    struct random r = random_of(seed, 92);
    struct seen seen = {0};
    struct progress progress = {0};
    const size_t bytes = (s->triangles + 7) / 8;
    uint8_t *const got = resize(NULL, CAPSULES, bytes), *const want = resize(NULL, 1, bytes);
    const lbx_mesh mesh =
        lbx_mesh_of(s->corner[0], 3 * s->triangles, sizeof *s->corner, NULL, s->triangles);
    struct signed_tree t = signed_of(&mesh, 0);
    const lbx_triangles all = lbx_triangles_of(s->corner[0], s->corner[1], s->corner[2],
                                               s->triangles, 3 * sizeof *s->corner);
    for (size_t first = 0; first < n; first += CAPSULES) {
        const size_t count = n - first < CAPSULES ? n - first : CAPSULES;
        const lbx_capsules capsules =
            lbx_capsules_of(capsule->start, capsule->end, &capsule->radius, count, sizeof *capsule);
        for (size_t i = 0; i < count; i++) capsule[i] = capsule_of(s, &r);
        fetch(t.tree.at, &capsules, bytes, got);
        for (size_t i = 0; i < count; i++) {
            lbx_capsules one = capsules;
            one.pick = lbx_one(i);
            const ptrdiff_t touched =
                lbx_triangle_capsule(&all, &one, s->triangles, LBX_REPRODUCIBLE, want);
            checked(touched);
            seen.touched += (size_t)touched;
            seen.other += memcmp(want, got + i * bytes, bytes) != 0;
        }
        seen.points += count;
        progress_show(&progress, s->name, first + count, n);
    }
    progress_end();
    signed_free(&t);
    free(got), free(want);
    return seen;
}

// --- meshes ---

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

static void print(prover *prove, const char *name, size_t triangles, const struct seen *seen) {
    if (prove == prove_capsules) {
        printf("%s, %zu triangles: %zu capsules, %zu triangles touched, other ones by %zu\n", name,
               triangles, seen->points, seen->touched, seen->other);
        return;
    }
    printf(
        "%s, %zu triangles: %zu points, %zu off, worst %.3f of the bound; signs: by normals %zu, "
        "%zu wrong; by crossings %zu, %zu wrong\n",
        name, triangles, seen->points, seen->off, seen->worst, seen->judged, seen->wrong,
        seen->crossed, seen->lost);
    fflush(stdout);
}

static bool prove_stars(prover *prove, size_t points) {
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
        expect(seen.judged + seen.touched > 0, "star %u has signs by normals, or is touched", i);
        all.points += seen.points, all.off += seen.off, all.worst = fmax(all.worst, seen.worst);
        all.judged += seen.judged, all.wrong += seen.wrong;
        all.crossed += seen.crossed, all.lost += seen.lost;
        all.touched += seen.touched, all.other += seen.other;
        triangles += s.triangles;
    }
    print(prove, "20 closed stars", triangles, &all);
    return all.off + all.wrong + all.lost + all.other == 0;
}

// Few points of large meshes: as many triangles are compared with a point each as `points` say.
static bool prove_file(prover *prove, const char *path, size_t points) {
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
    print(prove, s.name, s.triangles, &seen);
    surface_free(&mesh);
    return seen.off + seen.wrong + seen.lost + seen.other == 0;
}

int main(int argc, char **argv) {
    prover *const prove = argc > 1 && strcmp(argv[1], "capsules") == 0    ? prove_capsules
                          : argc > 1 && strcmp(argv[1], "distances") == 0 ? prove_distances
                                                                          : NULL;
    if (argc < 3 || !prove || asks_help(argc, argv)) {
        puts("usage: lanebox-prove-distance distances|capsules points [mesh...]");
        return !asks_help(argc, argv);
    }
    const size_t points = number_option('n', argv[2], 1000, 1000000000);
    bool kept = prove_stars(prove, points);
    for (int i = 3; i < argc; i++) kept = prove_file(prove, argv[i], points) && kept;
    puts(kept ? "every promise holds" : "a promise is BROKEN");
    return kept ? 0 : 1;
}
