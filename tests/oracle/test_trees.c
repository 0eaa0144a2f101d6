// SPDX-License-Identifier: MIT
// Meshes at poses against the exact oracle: no pair that touches is missing, and no pair that is
// found is farther apart than stated. Triangles are made to touch others at a vertex or an edge
// except for rounding, where losses are most likely, or to be at the given distance from them.
#include <math.h>

#include "examples/random.h"
#include "harness.h"
#include "oracle/posed.h"
#include "trees.h"

enum { TRIANGLES = 24, MESHES = 30 };

// The size of the meshes, and their distances from their own origins and from the world's.
static const struct setting {
    const char *name;
    double size, offset, far;
} settings[] = {
    {"near", 1, 0, 1},
    {"off center", 1, 1000, 1},
    {"far away", 1, 0, 1e6},
    {"large", 0x1p50, 0, 0x1p55},
    {"tiny", 0x1p-60, 0, 0x1p-60},
    {"tiny in a large world", 0x1p-10, 0, 1e9},
    {"off center, far away", 1, 100, 1e7},
    {"denormal", 0x1p-140, 0, 0x1p-140},
    {"all but denormal", 0x1p-130, 0, 0x1p-128},
    {"specks far off center", 0x1p-18, 1, 0x1p-20},
};

static lbx_rigid_pose any_pose(struct random *r, double far) {
    lbx_rigid_pose pose;
    double square = 0;
    for (int k = 0; k < 4; k++) {
        pose.rotation[k] = random_between(r, -1, 1);
        square += pose.rotation[k] * pose.rotation[k];
    }
    const double length = sqrt(square) * (1 + random_between(r, -.9, .9) * 0x1p-20);
    for (int k = 0; k < 4; k++) pose.rotation[k] /= length;
    for (int c = 0; c < 3; c++) pose.position[c] = far * random_between(r, -1, 1);
    return pose;
}

// A point of a triangle: inside, on an edge or a vertex.
static void point_of(struct random *r, float (*const t)[3], double x[3]) {
    double weight[3] = {1, 0, 0}, all = 0;
    const unsigned corners = 1 + random_below(r, 3), first = random_below(r, 3);
    for (unsigned v = 0; v < 3; v++) weight[v] = v < corners ? random_unit(r) + .01 : 0;
    for (unsigned v = 0; v < 3; v++) all += weight[v];
    for (int c = 0; c < 3; c++) {
        x[c] = 0;
        for (unsigned v = 0; v < 3; v++) x[c] += weight[v] / all * (double)t[(first + v) % 3][c];
    }
}

// Moves x away from the middle of a triangle.
static void move_away(float (*const t)[3], double distance, double x[3]) {
    double way[3], square = 0;
    for (int c = 0; c < 3; c++) {
        way[c] = x[c] - ((double)t[0][c] + (double)t[1][c] + (double)t[2][c]) / 3;
        square += way[c] * way[c];
    }
    for (int c = 0; c < 3 && square > 0; c++) x[c] += distance / sqrt(square) * way[c];
}

struct scene {
    float vertex[2][3 * TRIANGLES][3];
    lbx_rigid_pose pose[2];
};

// Mesh a is any soup. Each triangle of b has a point, which may be a vertex, that coincides with a
// point of a's triangle or lies `distance` from it, away from the middle of a's triangle.
static void make_scene(struct scene *s, const struct setting *setting, double distance,
                       uint64_t seed) {
    struct random r = random_of(seed, 5);
    s->pose[0] = any_pose(&r, setting->far);
    s->pose[1] = any_pose(&r, setting->size);
    for (int c = 0; c < 3; c++) s->pose[1].position[c] += s->pose[0].position[c];
    for (int t = 0; t < TRIANGLES; t++) {
        float(*const a)[3] = &s->vertex[0][3 * t], (*const b)[3] = &s->vertex[1][3 * t];
        const double scale = setting->size * (random_chance(&r, 4) ? random_scale(&r, -12, 0) : 1);
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++) {
                const double to = v ? (double)a[0][c] : setting->offset + random_unit(&r);
                a[v][c] = (float)(to + (v ? scale : setting->size) * random_between(&r, -1, 1));
                if (v == 0) a[v][c] = (float)(setting->offset + setting->size * random_unit(&r));
                b[v][c] = (float)(scale * random_between(&r, -1, 1));
            }
        }
        double x[3], to[3], own[3];
        point_of(&r, a, x);
        if (distance > 0) move_away(a, distance, x);
        point_of(&r, b, own);
        pose_into_b(s->pose, x, to);
        for (int v = 0; v < 3; v++) {
            for (int c = 0; c < 3; c++) b[v][c] = (float)((double)b[v][c] + (to[c] - own[c]));
        }
    }
}

static struct tree tree_of_soup(float (*const vertex)[3]) {
    const lbx_mesh mesh = lbx_mesh_of(vertex[0], 3 * TRIANGLES, sizeof *vertex, NULL, TRIANGLES);
    return tree_of_view(&mesh, NULL);
}

// The sum of the extents along x, y and z.
static double size_of(float (*const t)[3]) {
    double size = 0;
    for (int c = 0; c < 3; c++) {
        size += fmax((double)t[0][c], fmax((double)t[1][c], (double)t[2][c])) -
                fmin((double)t[0][c], fmin((double)t[1][c], (double)t[2][c]));
    }
    return size;
}

// Searches for all pairs of a scene. The oracle judges the pairs that were found, those that were
// made to be found, and some others.
static void ask(const struct setting *setting, float distance, uint64_t seed, int *hits,
                int *misses) {
    static struct scene s;
    static lbx_pair pairs[TRIANGLES * TRIANGLES];
    make_scene(&s, setting, (double)distance, seed);
    struct tree a = tree_of_soup(s.vertex[0]), b = tree_of_soup(s.vertex[1]);
    bool found[TRIANGLES][TRIANGLES] = {{false}};
    const ptrdiff_t n =
        tree_search(a.at, b.at, s.pose, distance, 0, pairs, TRIANGLES * TRIANGLES, NULL);
    expect(n >= 0, "%td", n);
    for (ptrdiff_t i = 0; i < n; i++) found[pairs[i].a][pairs[i].b] = true;
    for (int i = 0; i < TRIANGLES; i++) {
        for (int j = 0; j < TRIANGLES; j++) {
            if (!found[i][j] && (i + j + (int)seed) % 16 && i != j) continue;
            float(*const x)[3] = &s.vertex[0][3 * i], (*const y)[3] = &s.vertex[1][3 * j];
            const double size = size_of(x) + size_of(y), far = setting->size + setting->offset;
            double margin, bound = 0x1p-40 * size + 0x1p-36 * far + 0x1p-119;
            bool hit;
            if (distance == TOUCHING) {
                hit = exact_touch(x, &s.pose[0], y, &s.pose[1], &margin);
            } else {
                hit = exact_within(x, &s.pose[0], y, &s.pose[1], distance, &margin);
                bound = 0x1p-17 * (size + (double)distance + 0x1p-20 * far) + 0x1p-119;
            }
            expect(!hit || found[i][j], "%s, %a, seed %llu: %d and %d are lost, %g", setting->name,
                   (double)distance, (unsigned long long)seed, i, j, margin);
            expect(!found[i][j] || margin >= -bound, "%s, %a, seed %llu: %d and %d, %g apart",
                   setting->name, (double)distance, (unsigned long long)seed, i, j, -margin);
            *hits += hit && i == j;
            *misses += !hit && i == j;
        }
    }
    tree_free(&a);
    tree_free(&b);
}

Test(oracle_trees, nothing_that_touches_is_lost) {
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        int hits = 0, misses = 0;
        for (uint64_t seed = 1; seed <= MESHES; seed++)
            ask(&settings[k], TOUCHING, seed, &hits, &misses);
        expect(hits > 60 && misses > 20, "%s: %d touch, %d do not", settings[k].name, hits, misses);
    }
}

Test(oracle_trees, nothing_within_a_distance_is_lost) {
    static const double parts[] = {0, .01, .25, 3};
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++) {
        int hits = 0, misses = 0;
        for (uint64_t seed = 1; seed <= MESHES; seed++) {
            const double part = parts[seed % (sizeof parts / sizeof *parts)];
            ask(&settings[k], (float)(part * settings[k].size), seed, &hits, &misses);
        }
        expect(hits > 150 && misses > 20, "%s: %d are, %d are not", settings[k].name, hits, misses);
    }
}
