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
}

// Makes the tree for rays.
static void plant(struct crowd *s, unsigned m) {
    struct crowd_mesh *const mesh = &s->mesh[m];
    for (size_t i = 0; i < mesh->mesh.triangles; i++) mesh->masks[i] = 1u << i % 30 | 1u << 30;
    tree_free(&mesh->tree);
    mesh->tree = aabb_tree_of(&mesh->mesh, &(lbx_aabb_tree_options){.masks = mesh->masks});
    s->tree[m] = mesh->tree.at;
}

void crowd_plant(struct crowd *s, unsigned m, const lbx_obb_tree_options *options) {
    struct crowd_mesh *const mesh = &s->mesh[m];
    plant(s, m);
    tree_free(&mesh->oriented);
    mesh->oriented = tree_of(&mesh->mesh, options);
    s->oriented[m] = mesh->oriented.at;
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
    memset(s, 0, sizeof *s);
    s->n = n;
    for (unsigned k = 0; k < CROWD_MESHES; k++) {
        make_mesh(&s->mesh[k], k, kind, seed);
        plant(s, k);
    }
    s->trees = (lbx_scene_trees){.rays = s->tree, .count = CROWD_MESHES};
    crowd_move(s, kind, masks, seed);
    crowd_build(s);
}

// --- instances that touch ---

void crowd_move_touching(struct crowd *s, double spread, uint64_t seed) {
    for (size_t i = 0; i < s->n; i++) {
        struct random r = random_of(seed, i);
        lbx_instance *const at = &s->at[i];
        const struct mesh *const mesh = &s->mesh[at->tree].mesh;
        double size = 0;
        for (size_t v = 0; v < mesh->vertices; v++)
            for (int c = 0; c < 3; c++) {
                const double x = fabs((double)mesh->vertex[v][c] - (double)mesh->vertex[0][c]);
                size = x > size ? x : size;
            }
        at->pose = pose_near(mesh, seed * 99 + i);
        for (int c = 0; c < 3; c++) {
            double *const position = &at->pose.position[c];
            *position += size * spread * random_between(&r, -1, 1);
            if (fabs(*position) > 0x1p60) *position = 0x1p60;
        }
    }
}

void crowd_make_touching(struct crowd *s, size_t n, double spread, uint64_t seed) {
    static const enum mesh_kind any[] = {MESH_BOX,  MESH_TURNED, MESH_CUBE,  MESH_BALL,
                                         MESH_SOUP, MESH_DENSE,  MESH_SHEET, MESH_LINE,
                                         MESH_FAR,  MESH_POINT,  MESH_STICK, MESH_SLIVERS};
    memset(s, 0, sizeof *s);
    s->n = n;
    for (unsigned m = 0; m < CROWD_MESHES; m++) {
        struct random r = random_of(seed, m);
        mesh_make(&s->mesh[m].mesh, any[random_below(&r, sizeof any / sizeof *any)], seed + m);
        crowd_plant(s, m, &(lbx_obb_tree_options){.leaf = 1 + (uint32_t)(seed + m) % LBX_LEAF_MAX});
    }
    s->trees = (lbx_scene_trees){s->tree, s->oriented, CROWD_MESHES};
    for (size_t i = 0; i < n; i++) {
        struct random r = random_of(seed + 1, i);
        s->at[i] = (lbx_instance){.scale = 1, .tree = random_below(&r, CROWD_MESHES)};
        s->at[i].mask = (uint32_t)random_bits(&r);
    }
    crowd_move_touching(s, spread, seed);
}

// --- scenes ---

static void *room_of(size_t bytes) {
    void *const room = malloc(bytes);
    expect(room, "no memory");
    return room;
}

void crowd_build(struct crowd *s) {
    const size_t room = lbx_scene_bytes(s->n);
    free(s->scene);
    s->scene = room_of(room);
    const ptrdiff_t bytes = lbx_scene_build(&s->trees, s->at, s->n, s->scene, room, NULL);
    expect(bytes > 0 && (size_t)bytes <= room, "%td bytes: %s", bytes, lbx_error_text(bytes));
    s->bytes = (size_t)bytes;
    expect(lbx_scene_check(s->scene, s->bytes, NULL) == 0, "a scene that is built");
}

void crowd_refit(struct crowd *s) {
    const int error = lbx_scene_refit(&s->trees, s->at, s->n, s->scene, NULL);
    expect(error == 0, "%s", lbx_error_text(error));
    expect(lbx_scene_check(s->scene, s->bytes, NULL) == 0, "a scene that is refitted");
}

void crowd_order(struct crowd *s, float distance) {
    const ptrdiff_t n = (ptrdiff_t)s->n;
    const lbx_aabbs_out out = lbx_aabbs_out_of(s->box[0], s->box[0] + 3, s->n, sizeof *s->box);
    const lbx_aabbs boxes = lbx_aabbs_of(s->box[0], s->box[0] + 3, s->n, sizeof *s->box);
    expect(lbx_scene_aabbs(s->scene, distance / 2, &out) == n, "no boxes");
    free(s->order);
    s->order_bytes = lbx_order_bytes(s->n);
    s->order = room_of(s->order_bytes);
    expect(lbx_order_sort(&boxes, s->n, s->order, s->order_bytes, NULL) == n, "not sorted");
}

void crowd_free(struct crowd *s) {
    for (unsigned k = 0; k < CROWD_MESHES; k++) {
        tree_free(&s->mesh[k].tree);
        tree_free(&s->mesh[k].oriented);
    }
    free(s->scene);
    free(s->order);
    s->scene = s->order = NULL;
}

void crowd_at(const lbx_instance *instance, const double x[3], double out[3]) {
    const double *const q = instance->pose.rotation;
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const double unit[4] = {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
    pose_rotate(unit, x, out);
    for (int c = 0; c < 3; c++) out[c] = out[c] * instance->scale + instance->pose.position[c];
}
