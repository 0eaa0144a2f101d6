// SPDX-License-Identifier: MIT
#include "crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"

const char *const crowd_names[CROWD_KINDS] = {"near", "straight", "equal", "scaled",
                                              "away", "farthest", "specks"};

// --- meshes ---

static const struct {
    enum mesh_kind kind;
    size_t triangles; // at most
} kinds[CROWD_MESHES] = {{MESH_SOUP, 1}, {MESH_SOUP, 7},  {MESH_SOUP, 8},  {MESH_BALL, 9},
                         {MESH_BOX, 12}, {MESH_BALL, 64}, {MESH_BALL, 65}, {MESH_BALL, 200}};

// Moves a mesh to the origin, and makes it `size` large.
static void center(struct mesh *mesh, double size) {
    double low[3], high[3], largest = 0;
    for (int c = 0; c < 3; c++) {
        low[c] = INFINITY;
        high[c] = -INFINITY;
        for (size_t i = 0; i < mesh->vertices; i++) {
            const double x = (double)mesh->vertex[i][c];
            low[c] = x < low[c] ? x : low[c];
            high[c] = x > high[c] ? x : high[c];
        }
        largest = high[c] - low[c] > largest ? high[c] - low[c] : largest;
    }
    for (size_t i = 0; i < mesh->vertices; i++) {
        for (int c = 0; c < 3; c++) {
            const double x = (double)mesh->vertex[i][c] - (low[c] + high[c]) / 2;
            mesh->vertex[i][c] = (float)(x * (size / largest));
        }
    }
}

static void make_mesh(struct crowd_mesh *m, unsigned k, enum crowd_kind kind, uint64_t seed) {
    mesh_make(&m->mesh, kinds[k].kind, seed + k);
    if (m->mesh.triangles > kinds[k].triangles) m->mesh.triangles = kinds[k].triangles;
    if (kind == CROWD_SPECKS)
        center(&m->mesh, 0x1p-18);
    else if (kinds[k].kind != MESH_BOX)
        center(&m->mesh, 4);
    for (size_t v = 0; v < m->mesh.vertices && k == 5; v++) // its origin is far from it
        m->mesh.vertex[v][0] += seed % 2 ? 1000 : 0;
    if (k == 7) { // one that is so much larger that the others' boxes are fine
        for (int v = 0; v < 3; v++) {
            float *const x = m->mesh.vertex[m->mesh.index[3 * 50 + v]];
            for (int c = 0; c < 3; c++) x[c] *= kind == CROWD_NEAR ? 0x1p24f : 1;
        }
    }
    for (size_t i = 0; i < m->mesh.triangles; i++) m->masks[i] = 1u << i % 30 | 1u << 30;
    m->tree = aabb_tree_of(&m->mesh, &(lbx_aabb_tree_options){.masks = m->masks});
}

// --- instances ---

static void any_rotation(struct random *r, double q[4]) {
    double square = 0;
    for (int k = 0; k < 4; k++) {
        q[k] = random_between(r, -1, 1);
        square += q[k] * q[k];
    }
    const double off = 1 + random_between(r, -.9, .9) * 0x1p-20; // as much as is allowed
    for (int k = 0; k < 4; k++) q[k] *= off / sqrt(square);
}

static void half_turn(struct random *r, double q[4]) {
    memset(q, 0, 4 * sizeof *q);
    q[random_below(r, 4)] = 1;
}

static lbx_instance instance_of(struct random *r, enum crowd_kind kind, double spread) {
    lbx_instance made = {.scale = 1, .tree = random_below(r, CROWD_MESHES)};
    double *const position = made.pose.position;
    any_rotation(r, made.pose.rotation);
    for (int c = 0; c < 3; c++) position[c] = random_between(r, -spread, spread);
    if (kind == CROWD_NEAR) made.scale = random_scale(r, -2, 2);
    if (kind == CROWD_STRAIGHT) {
        half_turn(r, made.pose.rotation);
        made.scale = random_chance(r, 2) ? 1 : 2;
        for (int c = 0; c < 3; c++) position[c] = floor(position[c]);
    }
    if (kind == CROWD_SCALED) {
        made.scale = random_chance(r, 8)   ? LBX_SCALE_LEAST
                     : random_chance(r, 8) ? LBX_SCALE_MOST
                                           : random_scale(r, -20, 20);
        for (int c = 0; c < 3; c++) position[c] *= random_scale(r, -20, 10);
    }
    if (kind == CROWD_AWAY || kind == CROWD_FARTHEST) {
        const double far = kind == CROWD_AWAY ? 1e6 : 0x1p60;
        made.scale = kind == CROWD_AWAY ? random_scale(r, -10, 10) : random_scale(r, 0, 20);
        for (int c = 0; c < 3; c++)
            position[c] =
                random_chance(r, 8) ? random_signed(r, far) : random_between(r, -far, far);
    }
    return made;
}

void crowd_move(struct crowd *s, enum crowd_kind kind, bool masks, uint64_t seed) {
    struct random r = random_of(seed, 51);
    double spread = 1; // without cbrt, which machines round differently
    while (spread * spread * spread < 8 * (double)s->n) spread++;
    for (size_t i = 0; i < s->n; i++) {
        s->at[i] = instance_of(&r, kind, spread);
        if (kind == CROWD_EQUAL && i > 0 && !random_chance(&r, 4)) {
            const uint32_t tree = s->at[i].tree;
            s->at[i] = s->at[random_below(&r, (unsigned)i)];
            if (random_chance(&r, 4)) s->at[i].tree = tree;
        }
        s->at[i].mask = !masks ? UINT32_MAX : random_chance(&r, 9) ? 0 : (uint32_t)random_bits(&r);
    }
}

void crowd_make(struct crowd *s, enum crowd_kind kind, size_t n, bool masks, uint64_t seed) {
    s->n = n;
    for (unsigned k = 0; k < CROWD_MESHES; k++) {
        make_mesh(&s->mesh[k], k, kind, seed);
        s->tree[k] = s->mesh[k].tree.at;
    }
    s->trees = (lbx_scene_trees){.rays = s->tree, .count = CROWD_MESHES};
    crowd_move(s, kind, masks, seed);
    const size_t room = lbx_scene_bytes(n);
    s->scene = malloc(room);
    expect(s->scene, "no memory");
    const ptrdiff_t bytes = lbx_scene_build(&s->trees, s->at, n, s->scene, room, NULL);
    expect(bytes > 0 && (size_t)bytes <= room, "%td bytes: %s", bytes, lbx_error_text(bytes));
    s->bytes = (size_t)bytes;
}

void crowd_free(struct crowd *s) {
    for (unsigned k = 0; k < CROWD_MESHES; k++) tree_free(&s->mesh[k].tree);
    free(s->scene);
}

void crowd_at(const lbx_instance *instance, const double x[3], double out[3]) {
    const double *const q = instance->pose.rotation;
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double unit[4] = {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
    pose_rotate(unit, x, out);
    for (int c = 0; c < 3; c++) out[c] = out[c] * instance->scale + instance->pose.position[c];
}

// --- rays ---

static void odd_ray(struct rays *rays, size_t i, struct random *r) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, 0x1p-149f};
    const unsigned kind = random_below(r, 4);
    if (kind == 0) rays->at[random_below(r, RAY_FLOATS)][i] = odd[random_below(r, 4)];
    if (kind > 1) { // it rests, often where it was aimed
        for (int c = 0; c < 3; c++) {
            if (kind == 2) rays->at[c][i] += rays->at[3 + c][i];
            rays->at[3 + c][i] = 0;
        }
        rays->at[6][i] = random_chance(r, 2) ? 0 : (float)random_unit(r) * 2 - .5f;
        rays->at[7][i] = random_chance(r, 2) ? INFINITY : (float)random_unit(r);
    }
}

void crowd_rays(const struct crowd *s, struct rays *rays, bool odd, uint64_t seed) {
    static const lbx_instance none = {.pose = {{0, 0, 0}, {0, 0, 0, 1}}, .scale = 1};
    struct random r = random_of(seed, 52);
    rays->n = RAYS;
    for (size_t i = 0; i < RAYS; i++) {
        const lbx_instance *const at = s->n ? &s->at[random_below(&r, (unsigned)s->n)] : &none;
        const lbx_instance *const from = s->n ? &s->at[random_below(&r, (unsigned)s->n)] : &none;
        float aimed[3];
        double target[3], origin[3], way[3];
        rays_aim(&r, &s->mesh[at->tree].mesh, aimed);
        crowd_at(at, (const double[]){(double)aimed[0], (double)aimed[1], (double)aimed[2]},
                 target);
        const unsigned kind = random_below(&r, 4), along = random_below(&r, 3);
        const bool straight = random_chance(&r, 4);
        const double far = at->scale * random_scale(&r, -1, 6);
        for (unsigned c = 0; c < 3; c++) {
            const double beside = random_between(&r, -1, 1) * far;
            origin[c] = kind < 2    ? target[c] + beside
                        : kind == 2 ? from->pose.position[c] + beside
                                    : at->pose.position[c];
            if (straight && c != along) origin[c] = target[c];
            rays->at[c][i] = (float)origin[c];
            way[c] = target[c] - (double)rays->at[c][i];
        }
        // The ray gets there at t = 1, or at any other t.
        const int exponent = random_chance(&r, 4) ? random_int(&r, -30, 30) : 0;
        bool rests = true;
        for (unsigned c = 0; c < 3; c++) {
            rays->at[3 + c][i] = (float)ldexp(way[c], exponent);
            rests = rests && rays->at[3 + c][i] == 0;
        }
        if (rests && !odd) rays->at[3 + along][i] = 1;
        const double t = ldexp(1, -exponent);
        rays->at[6][i] = random_chance(&r, 4) ? (float)(t * random_unit(&r)) : 0;
        const bool exact = random_chance(&r, 2), endless = random_chance(&r, 2);
        rays->at[7][i] = endless ? INFINITY : (float)(exact ? t : 2 * t);
        if (odd && random_chance(&r, 5)) odd_ray(rays, i, &r);
    }
}
