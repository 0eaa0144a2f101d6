// SPDX-License-Identifier: MIT
#include "separation.h"

#include <math.h>

#include "harness.h"
#include "posed.h"

enum { MESH_PART = 6, MESHES = SCENE_TRIANGLES / MESH_PART };

// What rounding may make of denormals: the bound of docs/use/trees.md.
#define LEAST 0x1p-119

// The largest coordinates of a's vertex 0 and of the position of b in the frame of a.
static double w_of(float (*const a)[3], const lbx_rigid_pose pose[2]) {
    const double *const q = pose[0].rotation, back[4] = {-q[0], -q[1], -q[2], q[3]};
    double between[3], in_a[3], vertex = 0, position = 0;
    for (int c = 0; c < 3; c++) between[c] = pose[1].position[c] - pose[0].position[c];
    pose_rotate(back, between, in_a);
    for (int c = 0; c < 3; c++) {
        vertex = fmax(vertex, fabs((double)a[0][c]));
        position = fmax(position, fabs(in_a[c]));
    }
    return vertex + position;
}

static lbx_separation ask(float (*a)[3], float (*b)[3], size_t triangles,
                          const lbx_rigid_pose pose[2]) {
    struct tree trees[2] = {tree_of_soup(a, triangles), tree_of_soup(b, triangles)};
    const lbx_posed_trees both = {trees[0].at, &pose[0], trees[1].at, &pose[1]};
    lbx_separation out;
    expect(lbx_obb_tree_distance(&both, 1, NULL, 0, NULL, &out, NULL) == 1, "%a", out.distance);
    for (int k = 0; k < 2; k++) tree_free(&trees[k]);
    return out;
}

// How much more `found` is than the exact distance of two triangles.
static double excess_of(float (*const a)[3], float (*const b)[3], const lbx_rigid_pose pose[2],
                        double found) {
    double margin;
    const float d = (float)found;
    exact_within(a, &pose[0], b, &pose[1], d, &margin);
    return found - (double)d + margin;
}

static void judge(const char *what, float (*const a)[3], float (*const b)[3],
                  const lbx_rigid_pose pose[2], const lbx_separation *found,
                  struct judged_separations *judged) {
    const double s = size_of(a) + size_of(b), w = w_of(a, pose);
    const double excess = excess_of(a, b, pose, found->distance);
    if (found->distance == 0) { // what lbx_obb_tree_collide promises
        const double bound = 0x1p-18 * s + 0x1p-17 * sqrt(s * w) + 0x1p-37 * w + LEAST;
        expect(-excess <= bound, "%s: %g apart, but found touching", what, -excess);
        judged->touching++;
        return;
    }
    const double bound = 0x1p-17 * s + 0x1p-37 * w + LEAST;
    double margin;
    expect(!exact_touch(a, &pose[0], b, &pose[1], &margin), "%s: touch, but %g found", what,
           found->distance);
    expect(fabs(excess) <= bound, "%s: %g found, off by %g, of %g", what, found->distance, excess,
           bound);
    judged->below = fmax(judged->below, -excess / bound);
    judged->above = fmax(judged->above, excess / bound);
}

// No pair of triangles of two meshes is nearer than what is found, by more than the bound.
static void judge_mesh(const char *what, float (*const a)[3], float (*const b)[3],
                       const lbx_rigid_pose pose[2], struct judged_separations *judged) {
    const lbx_separation found = ask(a, b, MESH_PART, pose);
    const uint32_t i = found.pair.a, j = found.pair.b;
    expect(i < MESH_PART && j < MESH_PART, "%s: %u and %u", what, i, j);
    judge(what, a + 3 * i, b + 3 * j, pose, &found, judged);
    judged->meshes++;
    if (found.distance == 0) return;
    for (uint32_t k = 0; k < MESH_PART * MESH_PART; k++) {
        float(*const x)[3] = a + 3 * (k / MESH_PART), (*const y)[3] = b + 3 * (k % MESH_PART);
        const double bound = 0x1p-17 * (size_of(x) + size_of(y)) + 0x1p-37 * w_of(x, pose) + LEAST;
        const double excess = excess_of(x, y, pose, found.distance);
        expect(excess <= bound, "%s: %g found, and two triangles nearer by %g", what,
               found.distance, excess);
    }
}

void judge_separations(const struct setting *setting, double distance, uint64_t seed,
                       struct judged_separations *judged) {
    static struct scene s;
    scene_make(&s, setting, distance, seed);
    for (size_t i = 0; i < SCENE_TRIANGLES; i++) {
        for (size_t j = 0; j < 2; j++) { // its own triangle, and another
            float(*const a)[3] = &s.vertex[0][3 * i],
                         (*const b)[3] = &s.vertex[1][3 * ((i + 5 * j) % SCENE_TRIANGLES)];
            const lbx_separation found = ask(a, b, 1, s.pose);
            judge(setting->name, a, b, s.pose, &found, judged);
            judged->pairs++;
        }
    }
    for (size_t k = 0; k < MESHES; k++) {
        const size_t first = 3 * k * MESH_PART, other = 3 * ((k + seed) % MESHES) * MESH_PART;
        judge_mesh(setting->name, &s.vertex[0][first], &s.vertex[1][other], s.pose, judged);
    }
}
