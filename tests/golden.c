// SPDX-License-Identifier: MIT
// Under LBX_REPRODUCIBLE the answers to a fixed set are the same bits from every compiler, at every
// optimisation and on every machine. golden.h has one hash per kernel and scene; make golden-pin
// writes it. Where a hash differs the test prints the line that would be right. If LANEBOX_PIN is
// set it prints every line.
#include "golden.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "contact_kinds.h"
#include "conversions.h"
#include "crowd.h"
#include "doubles.h"
#include "harness.h"
#include "mesh_points.h"
#include "mesh_rods.h"
#include "pairs/order.h"
#include "searches.h"
#include "signs.h"
#include "tests/scenes/frustums.h"
#include "trees/aabb_tree.h"
#include "trees/obb_tree.h"
#include "volumes.h"

#define HASH_START UINT64_C(0xcbf29ce484222325)

enum { ITEMS = 1003, SEEDS = 4 };

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count) { // FNV-1a
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001b3);
    }
    return hash;
}

// Hashes floats as little-endian words on every machine.
static uint64_t hash_floats(uint64_t hash, const float *x, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint32_t word;
        memcpy(&word, &x[i], sizeof word);
        const uint8_t bytes[4] = {(uint8_t)word, (uint8_t)(word >> 8), (uint8_t)(word >> 16),
                                  (uint8_t)(word >> 24)};
        hash = hash_bytes(hash, bytes, sizeof bytes);
    }
    return hash;
}

static uint64_t hash_longs(uint64_t hash, const uint64_t *x, size_t count) {
    for (size_t i = 0; i < count; i++) {
        for (unsigned shift = 0; shift < 64; shift += 8) {
            const uint8_t byte = (uint8_t)(x[i] >> shift);
            hash = hash_bytes(hash, &byte, 1);
        }
    }
    return hash;
}

// Hashes the memory from `begin` up to `end` as words of 32 bits, floats or not.
static uint64_t hash_words(uint64_t hash, const void *begin, const void *end) {
    return hash_floats(hash, begin, (size_t)((const char *)end - (const char *)begin) / 4);
}

// Returns whether the hash is the golden one; prints it if not.
static bool is_golden(const char *name, const char *scene, const struct test_table *table,
                      uint64_t hash) {
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
        const struct golden *g = &goldens[i];
        if (strcmp(g->name, name) == 0 && strcmp(g->scene, scene) == 0 && g->hash == hash &&
            !getenv("LANEBOX_PIN"))
            return true;
    }
    fprintf(stderr, "    {\"%s\", \"%s\", UINT64_C(0x%016llx)}, // table %s\n", name, scene,
            (unsigned long long)hash, table->name);
    return false;
}

static uint64_t hash_answers(const struct lbx_case *c, enum scene scene,
                             const struct test_table *table) {
    uint64_t hash = HASH_START;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct batch batch = batch_fill(c, seed, scene, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        const struct question q = {.batch = &batch,
                                   .table = table,
                                   .side = {&a, &b},
                                   .n = ITEMS,
                                   .flags = LBX_REPRODUCIBLE,
                                   .what = "golden"};
        struct answer answer = ask(&q);
        hash = hash_bytes(hash, answer.hits, case_bytes(c, ITEMS));
        for (unsigned k = 0; k < c->outputs; k++) hash = hash_floats(hash, answer.out[k], ITEMS);
        answer_free(&answer);
        batch_free(&batch);
    }
    return hash;
}

Test(golden, answers) {
    const struct test_tables *tables = test_tables();
    size_t others = 0;
    for (size_t k = 0; k < lbx_case_count; k++) {
        for (enum scene scene = 0; scene < SCENES; scene++) {
            for (size_t t = 0; t < tables->count; t++) {
                const uint64_t hash = hash_answers(lbx_cases[k], scene, &tables->at[t]);
                others += !is_golden(lbx_cases[k]->name, scene_names[scene], &tables->at[t], hash);
            }
        }
    }
    expect(others == 0, "%zu hashes are others", others);
}

// Hashes the contacts of a test's scenes, some of shapes that are apart.
static uint64_t hash_contacts(const struct contact_kind *kind, enum scene scene,
                              const struct test_table *table) {
    static lbx_contact contacts[ITEMS];
    static uint8_t axes[ITEMS];
    uint64_t hash = HASH_START;
    table_use(table);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        struct batch batch = batch_fill(kind->pairs, seed, scene, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        const lbx_contact_query query = {.margin = seed % 2 ? 0 : .25f,
                                         .axes = seed < 3 ? NULL : axes};
        const lbx_contacts_out out = lbx_contacts_out_of(contacts, ITEMS);
        for (size_t i = 0; i < ITEMS; i++) axes[i] = (uint8_t)(i % 17);
        const ptrdiff_t n = kind_contacts(kind, &a, &b, ITEMS, &query, &out);
        expect(n >= 0, "%td", n);
        for (ptrdiff_t k = 0; k < n; k++) {
            float word[sizeof *contacts / sizeof(float)];
            memcpy(word, &contacts[k], sizeof word);
            for (size_t w = 0; w < sizeof word / sizeof *word; w++) // which NaN it is, is left open
                word[w] = isnan(word[w]) ? 1 : word[w];
            hash = hash_floats(hash, word, sizeof word / sizeof *word);
        }
        batch_free(&batch);
    }
    return hash;
}

Test(golden, contacts) {
    const struct test_tables *tables = test_tables();
    size_t others = 0;
    for (size_t k = 0; k < CONTACT_KINDS; k++) {
        const struct contact_kind *const kind = &contact_kinds[k];
        char name[32];
        snprintf(name, sizeof name, "%s_contacts", kind->name);
        for (enum scene scene = 0; scene < SCENES; scene++) {
            for (size_t t = 0; t < tables->count; t++)
                others += !is_golden(name, scene_names[scene], &tables->at[t],
                                     hash_contacts(kind, scene, &tables->at[t]));
        }
    }
    expect(others == 0, "%zu hashes are others", others);
}

static uint64_t hash_conversion(const struct conversion *c, enum scene scene,
                                const struct test_table *table) {
    static float written[CASE_FLOATS_MAX][ITEMS];
    uint64_t hash = HASH_START;
    struct case_target out = {.count = ITEMS};
    for (unsigned k = 0; k < c->out_floats; k++) out.at[k] = written[k];
    table_use(table);
    struct conversion_batch batch = conversion_fill(c, 1, scene, ITEMS);
    const struct case_side side[2] = {conversion_side(&batch, 0), conversion_side(&batch, 1)};
    expect(c->call(&side[0], &side[1], ITEMS, &out) == ITEMS, "%s", c->name);
    for (unsigned k = 0; k < c->out_floats; k++) {
        for (size_t i = 0; i < ITEMS; i++) // which NaN it is, is left open
            written[k][i] = isnan(written[k][i]) ? 1 : written[k][i];
        hash = hash_floats(hash, written[k], ITEMS);
    }
    conversion_free(&batch);
    return hash;
}

Test(golden, conversions) {
    const struct test_tables *tables = test_tables();
    size_t others = 0;
    for (size_t k = 0; k < CONVERSIONS; k++) {
        for (enum scene scene = 0; scene < SCENES; scene++) {
            for (size_t t = 0; t < tables->count; t++) {
                const uint64_t hash = hash_conversion(conversions[k], scene, &tables->at[t]);
                others +=
                    !is_golden(conversions[k]->name, scene_names[scene], &tables->at[t], hash);
            }
        }
    }
    expect(others == 0, "%zu hashes are others", others);
}

Test(golden, doubles) {
    enum { BOXES = 100 };
    static struct doubles boxes;
    static struct rounded rounded;
    const lbx_aabbs_out out = rounded_out(&rounded, BOXES);
    const struct test_table *table = &test_tables()->at[0]; // no table holds this conversion
    size_t others = 0;
    table_use(table);
    for (enum doubles_scene scene = 0; scene < DOUBLES_SCENES; scene++) {
        uint64_t hash = HASH_START;
        for (uint64_t seed = 1; seed <= SEEDS; seed++) {
            doubles_fill(&boxes, scene, seed, BOXES);
            const lbx_aabbs_f64 view = doubles_view(&boxes);
            expect(lbx_aabbs_from_doubles(&view, boxes.origin, BOXES, &out) == BOXES, "doubles");
            for (unsigned k = 0; k < CORNERS; k++) {
                for (size_t i = 0; i < BOXES; i++) // which NaN it is, is left open
                    rounded.at[k][i] = isnan(rounded.at[k][i]) ? 1 : rounded.at[k][i];
                hash = hash_floats(hash, rounded.at[k], BOXES);
            }
        }
        others += !is_golden("aabbs_from_doubles", doubles_names[scene], table, hash);
    }
    expect(others == 0, "%zu hashes are others", others);
}

// Hashes an order that was sorted on this machine and the pairs found in it, also as little-endian
// words.
static uint64_t hash_pairs(unsigned kind, const struct test_table *table) {
    const size_t n = kind == SET_EQUAL ? 100 : ITEMS;
    table_use(table);
    struct set set = set_open(kind, n, 1);
    const struct search search = {.a = &set, .room = 20 * ITEMS};
    struct list found = search_all(&search);
    struct lbx_order order;
    expect(lbx_order_open(&order, set.order.at) == 0, "%s", set_name(kind));
    uint64_t hash = hash_floats(HASH_START, (const float *)(const void *)order.id, n);
    hash = hash_floats(hash, (const float *)(const void *)found.at, 2 * found.n);
    free(found.at);
    set_close(&set);
    return hash;
}

Test(golden, pairs) {
    const struct test_tables *tables = test_tables();
    size_t others = 0;
    for (unsigned kind = 0; kind < SET_ALL; kind++) {
        for (size_t t = 0; t < tables->count; t++) {
            const uint64_t hash = hash_pairs(kind, &tables->at[t]);
            others += !is_golden("pairs", set_name(kind), &tables->at[t], hash);
        }
    }
    expect(others == 0, "%zu hashes are others", others);
}

// Hashes what every fit makes of meshes of one kind. No table has a part in it.
static uint64_t hash_volumes(enum mesh_kind kind) {
    static struct mesh mesh;
    uint64_t hash = HASH_START;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        mesh_make(&mesh, kind, seed);
        const lbx_mesh view = mesh_view(&mesh);
        for (unsigned fit = 0; fit < BOX_FITS; fit++) {
            const struct fitted_box box = fit_one_box(fit, &view);
            hash = hash_floats(hash, (const float *)(const void *)&box, 15);
        }
        for (unsigned fit = 0; fit < BALL_FITS; fit++) {
            const struct fitted_ball ball = fit_one_ball(fit, &view);
            hash = hash_floats(hash, (const float *)(const void *)&ball, 4);
        }
        const struct fitted_rod rod = fit_one_rod(&view);
        hash = hash_floats(hash, (const float *)(const void *)&rod, 7);
        float corners[6];
        const lbx_aabbs_out out = lbx_aabbs_out_of(corners, corners + 3, 1, 0);
        expect(lbx_aabb_fit(&view, NULL, 1, &out) == 1, "%s", mesh_names[kind]);
        hash = hash_floats(hash, corners, 6);
    }
    return hash;
}

Test(golden, volumes) {
    size_t others = 0;
    for (enum mesh_kind kind = 0; kind < MESH_KINDS; kind++)
        others +=
            !is_golden("volumes", mesh_names[kind], &test_tables()->at[0], hash_volumes(kind));
    expect(others == 0, "%zu hashes are others", others);
}

// The same of the normals of all triangles.
static uint64_t hash_normals(enum mesh_kind kind) {
    static struct mesh mesh;
    static float normal[3][MESH_TRIANGLES_MAX];
    float *const to[3] = {normal[0], normal[1], normal[2]};
    uint64_t hash = HASH_START;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        mesh_make(&mesh, kind, seed);
        const lbx_mesh view = mesh_view(&mesh);
        const size_t n = mesh.triangles;
        expect(lbx_mesh_normals(&view, NULL, n, to, 0) == (ptrdiff_t)n, "%s", mesh_names[kind]);
        for (int c = 0; c < 3; c++) hash = hash_floats(hash, normal[c], n);
    }
    return hash;
}

Test(golden, normals) {
    size_t others = 0;
    for (enum mesh_kind kind = 0; kind < MESH_KINDS; kind++)
        others +=
            !is_golden("normals", mesh_names[kind], &test_tables()->at[0], hash_normals(kind));
    expect(others == 0, "%zu hashes are others", others);
}

static uint64_t hash_obb_tree(uint64_t hash, const struct tree *tree) {
    const struct lbx_obb_header *const header = tree->at;
    hash = hash_words(hash, &header->magic, &header->bytes);
    hash = hash_longs(hash, &header->bytes, 3);
    hash = hash_words(hash, &header->levels, &header->sum);
    hash = hash_longs(hash, &header->sum, 1);
    return hash_words(hash, header + 1, (const char *)tree->at + tree->bytes);
}

static uint64_t hash_aabb_tree(uint64_t hash, const struct tree *tree) {
    const struct lbx_aabb_header *const header = tree->at;
    hash = hash_words(hash, &header->magic, &header->bytes);
    hash = hash_longs(hash, &header->bytes, 5);
    return hash_words(hash, &header->levels, (const char *)tree->at + tree->bytes);
}

// Every kind of mesh has one hash on all tables.
static void expect_golden(const char *name,
                          uint64_t (*hash)(enum mesh_kind kind, const struct test_table *table)) {
    const struct test_tables *tables = test_tables();
    size_t others = 0;
    for (enum mesh_kind kind = 0; kind < MESH_KINDS; kind++) {
        for (size_t t = 0; t < tables->count; t++)
            others +=
                !is_golden(name, mesh_names[kind], &tables->at[t], hash(kind, &tables->at[t]));
    }
    expect(others == 0, "%zu hashes are others", others);
}

// Two meshes of these kinds, their poses and their trees.
struct two {
    struct mesh mesh[2];
    lbx_rigid_pose pose[2];
    struct tree tree[2];
};

static void two_make(struct two *t, enum mesh_kind first, enum mesh_kind second, uint64_t seed) {
    for (unsigned k = 0; k < 2; k++) {
        mesh_make(&t->mesh[k], k ? second : first, seed + 7 * k);
        t->pose[k] = pose_near(&t->mesh[k], seed + 7 * k);
        t->tree[k] = tree_of(&t->mesh[k], NULL);
    }
}

static void two_free(struct two *t) {
    for (int k = 0; k < 2; k++) tree_free(&t->tree[k]);
}

// Hashes the trees of meshes of one kind, and what two of them find: the same vertices are moved,
// and the same boxes are met, in the same order.
static uint64_t hash_trees(enum mesh_kind kind, const struct test_table *table) {
    static struct two t;
    static lbx_pair pairs[MESH_TRIANGLES_MAX * MESH_TRIANGLES_MAX];
    uint64_t hash = HASH_START;
    table_use(table);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        two_make(&t, kind, kind, seed);
        for (int k = 0; k < 2; k++) hash = hash_obb_tree(hash, &t.tree[k]);
        for (int near = 0; near < 2; near++) {
            const float x = t.mesh[0].vertex[1][0] - t.mesh[0].vertex[0][0];
            lbx_obb_tree_counts counts;
            const ptrdiff_t found =
                tree_search(t.tree[0].at, t.tree[1].at, t.pose, near ? .0625f * fabsf(x) : TOUCHING,
                            LBX_REPRODUCIBLE, pairs, sizeof pairs / sizeof *pairs, &counts);
            expect(found >= 0, "%td", found);
            hash = hash_floats(hash, (const float *)(const void *)pairs, 2 * (size_t)found);
            hash = hash_longs(hash, &counts.pairs, 3);
        }
        two_free(&t);
    }
    return hash;
}

Test(golden, trees) {
    expect_golden("trees", hash_trees);
}

// Hashes how far apart such meshes are, and those of the next kind, some way off, and where each
// touches itself.
static uint64_t hash_separations(enum mesh_kind kind, const struct test_table *table) {
    static struct two t;
    static lbx_pair pairs[MESH_TRIANGLES_MAX * MESH_TRIANGLES_MAX];
    uint64_t hash = HASH_START;
    table_use(table);
    for (uint64_t seed = 1; seed <= 8; seed++) {
        two_make(&t, kind, (kind + seed % 2) % MESH_KINDS, seed);
        const float x = t.mesh[0].vertex[1][0] - t.mesh[0].vertex[0][0];
        t.pose[1].position[seed % 3] += (double)(seed % 4) * (double)x;
        const lbx_posed_trees trees = {t.tree[0].at, &t.pose[0], t.tree[1].at, &t.pose[1]};
        lbx_separation out;
        lbx_obb_tree_counts counts;
        expect(lbx_obb_tree_distance(&trees, 1, NULL, LBX_REPRODUCIBLE, NULL, &out, &counts) >= 0,
               "searched");
        hash = hash_longs(hash, (const uint64_t *)(const void *)&out, 7);
        hash = hash_words(hash, &out.pair.a, &out.pair.a + 2);
        hash = hash_longs(hash, &counts.pairs, 4);
        const lbx_mesh view = mesh_view(&t.mesh[0]);
        const lbx_obb_tree_query query = {.flags = LBX_REPRODUCIBLE};
        const ptrdiff_t found = lbx_obb_tree_self(t.tree[0].at, &view, &query, pairs,
                                                  sizeof pairs / sizeof *pairs, NULL);
        expect(found >= 0, "%td", found);
        hash = hash_words(hash, &pairs->a, &pairs[found].a);
        two_free(&t);
    }
    return hash;
}

Test(golden, separations) {
    expect_golden("separations", hash_separations);
}

// Hashes trees of boxes, and where rays meet them.
static uint64_t hash_rays(enum mesh_kind kind, const struct test_table *table) {
    static struct mesh mesh;
    static struct rays rays;
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    uint64_t hash = HASH_START;
    table_use(table);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        mesh_make(&mesh, kind, seed);
        rays_make(&rays, &mesh, seed);
        struct tree tree = aabb_tree_of(&mesh, NULL);
        const lbx_rays view = rays_view(&rays);
        hash = hash_aabb_tree(hash, &tree);
        for (unsigned coherent = 0; coherent < 2; coherent++) {
            float triangle[RAYS], t[RAYS], u[RAYS], v[RAYS];
            const lbx_ray_hits out = {(uint32_t *)(void *)triangle, t, u, v, NULL};
            expect(lbx_aabb_tree_nearest(tree.at, &view, NULL, RAYS, coherent ? LBX_COHERENT : 0,
                                         &out, scratch, sizeof scratch) >= 0,
                   "traced");
            hash = hash_floats(hash, triangle, RAYS);
            hash = hash_floats(hash, t, RAYS);
            hash = hash_floats(hash, u, RAYS);
            hash = hash_floats(hash, v, RAYS);
        }
        static lbx_ray_hit sorted[64];
        lbx_ray_cursor cursor = {0};
        const ptrdiff_t found =
            lbx_aabb_tree_all(tree.at, &view, NULL, RAYS, LBX_SORTED, &cursor, sorted, 64);
        expect(found > 0, "%td", found);
        for (ptrdiff_t i = 0; i < found; i++)
            hash = hash_floats(hash, (const float *)(const void *)&sorted[i], 5);
        tree_free(&tree);
    }
    return hash;
}

Test(golden, rays) {
    expect_golden("rays", hash_rays);
}

enum { SCREEN = 48, PIXELS = SCREEN * SCREEN };

// Hashes what a camera sees of a thousand instances.
static uint64_t hash_scene(enum crowd_kind kind, const struct test_table *table) {
    static struct crowd s;
    static float ray[PIXELS][6], hit[5][PIXELS];
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    static const double sizes[CROWD_AWAY + 1] = {20, 20, 20, 20, 1e6};
    uint64_t hash = HASH_START;
    table_use(table);
    crowd_make(&s, kind, CROWD_MOST, false, 1);
    for (size_t i = 0; i < PIXELS; i++) {
        const double size = sizes[kind];
        const double x = (double)(i % SCREEN) / SCREEN - .5, y = (double)(i / SCREEN) / SCREEN - .5;
        const double at[6] = {.125 * size, .25 * size, -2 * size, x, y, 1};
        for (int k = 0; k < 6; k++) ray[i][k] = (float)at[k];
    }
    const lbx_rays view = lbx_rays_of(ray[0], ray[0] + 3, PIXELS, sizeof *ray);
    const lbx_scene_hits out = {.instance = (uint32_t *)(void *)hit[0],
                                .triangle = (uint32_t *)(void *)hit[1],
                                .t = hit[2],
                                .u = hit[3],
                                .v = hit[4]};
    for (unsigned coherent = 0; coherent < 2; coherent++) {
        expect(lbx_scene_nearest(s.scene, &s.trees, &view, NULL, PIXELS,
                                 coherent ? LBX_COHERENT : 0, &out, scratch, sizeof scratch) > 0,
               "traced");
        hash = hash_floats(hash, hit[0], sizeof hit / sizeof(float));
    }
    crowd_free(&s);
    return hash;
}

Test(golden, scenes) {
    const struct test_tables *tables = test_tables();
    size_t others = 0;
    for (enum crowd_kind kind = 0; kind <= CROWD_AWAY; kind++) { // a camera sees none of the others
        for (size_t t = 0; t < tables->count; t++)
            others += !is_golden("scenes", crowd_names[kind], &tables->at[t],
                                 hash_scene(kind, &tables->at[t]));
    }
    expect(others == 0, "%zu hashes are others", others);
}

// Hashes how often the same rays cross these meshes, and which of the rays begin inside.
static uint64_t hash_crossings(enum mesh_kind kind, const struct test_table *table) {
    static struct mesh mesh;
    static struct rays rays;
    uint64_t hash = HASH_START;
    table_use(table);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        mesh_make(&mesh, kind, seed);
        rays_make(&rays, &mesh, seed);
        struct tree tree = aabb_tree_of(&mesh, NULL);
        const lbx_rays view = rays_view(&rays);
        const lbx_points points = {.position = {rays.at[0], rays.at[1], rays.at[2]}, .count = RAYS};
        uint32_t counts[RAYS];
        uint8_t inside[(RAYS + 7) / 8];
        expect(lbx_aabb_tree_crossings(tree.at, &view, NULL, RAYS, 0, counts) >= 0 &&
                   lbx_aabb_tree_inside(tree.at, &points, RAYS, 0, inside) >= 0,
               "counted");
        hash = hash_words(hash, counts, counts + RAYS);
        hash = hash_bytes(hash, inside, sizeof inside);
        tree_free(&tree);
    }
    return hash;
}

Test(golden, crossings) {
    expect_golden("crossings", hash_crossings);
}

// Hashes which triangles of these meshes are nearest to points, or within their reach.
static uint64_t hash_closest(enum mesh_kind kind, const struct test_table *table) {
    static struct mesh mesh;
    static struct points points;
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    static lbx_near_hit around[256];
    uint64_t hash = HASH_START;
    table_use(table);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        mesh_make(&mesh, kind, seed);
        points_make(&points, &mesh, seed);
        struct tree tree = aabb_tree_of(&mesh, NULL);
        const lbx_points view = points_view(&points);
        for (unsigned by_reach = 0; by_reach < 2; by_reach++) {
            uint32_t id[POINTS], feature[POINTS];
            float distance[POINTS], u[POINTS], v[POINTS];
            const lbx_closest_out out = {id, distance, u, v, feature};
            expect(lbx_aabb_tree_closest(tree.at, &view, by_reach ? points.reach : NULL, NULL,
                                         POINTS, 0, &out, scratch, sizeof scratch) >= 0,
                   "searched");
            hash = hash_words(hash, id, id + POINTS);
            hash = hash_words(hash, feature, feature + POINTS);
            hash = hash_floats(hash, distance, POINTS);
            hash = hash_floats(hash, u, POINTS);
            hash = hash_floats(hash, v, POINTS);
        }
        lbx_ray_cursor cursor = {0};
        const ptrdiff_t found = lbx_aabb_tree_around(tree.at, &view, points.reach, NULL, POINTS, 0,
                                                     &cursor, around, 256);
        expect(found > 0, "%td", found);
        for (ptrdiff_t i = 0; i < found; i++)
            hash = hash_floats(hash, (const float *)(const void *)&around[i], 6);
        tree_free(&tree);
    }
    return hash;
}

Test(golden, closest) {
    expect_golden("closest", hash_closest);
}

// Hashes which triangles of these meshes capsules touch, in the order of the tree.
static uint64_t hash_touched(enum mesh_kind kind, const struct test_table *table) {
    static struct mesh mesh;
    static struct rods rods;
    static lbx_pair pairs[512];
    uint64_t hash = HASH_START;
    table_use(table);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        mesh_make(&mesh, kind, seed);
        rods_make(&rods, &mesh, seed);
        struct tree tree = aabb_tree_of(&mesh, NULL);
        const lbx_capsules view = rods_view(&rods);
        lbx_ray_cursor cursor = {0};
        const ptrdiff_t found =
            lbx_aabb_tree_capsules(tree.at, &view, NULL, RODS, 0, &cursor, pairs, 512);
        expect(found > 0, "%td", found);
        hash = hash_words(hash, pairs, pairs + found);
        tree_free(&tree);
    }
    return hash;
}

Test(golden, touched) {
    expect_golden("touched", hash_touched);
}

// Hashes signs, and the distances of points about the same meshes.
static uint64_t hash_signs(enum mesh_kind kind, const struct test_table *table) {
    static struct mesh mesh;
    static struct rays rays;
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    uint64_t hash = HASH_START;
    table_use(table);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        mesh_make(&mesh, kind, seed);
        rays_make(&rays, &mesh, seed);
        struct tree tree = aabb_tree_of(&mesh, NULL);
        struct tree signs = signs_of(&tree, NULL);
        const struct lbx_signs_header *const header = signs.at;
        const lbx_points points = {.position = {rays.at[0], rays.at[1], rays.at[2]}, .count = RAYS};
        float distance[RAYS];
        const lbx_closest_out out = {.distance = distance};
        expect(lbx_aabb_tree_signed_distance(tree.at, signs.at, &points, NULL, RAYS, 0, &out,
                                             scratch, sizeof scratch) >= 0,
               "signed");
        hash = hash_words(hash, header + 1, (const char *)signs.at + signs.bytes);
        hash = hash_words(hash, &header->triangles, header + 1);
        hash = hash_floats(hash, distance, RAYS);
        tree_free(&tree);
        tree_free(&signs);
    }
    return hash;
}

Test(golden, signs) {
    expect_golden("signs", hash_signs);
}

// Hashes masks and t of rays against nodes of eight boxes.
static uint64_t hash_nodes(const struct lbx_case *c, enum scene scene,
                           const struct test_table *table) {
    enum { NODES = 101, BOXES = 8 * NODES };
    static uint8_t mask[NODES];
    static float t[BOXES];
    table_use(table);
    struct batch batch = batch_fill(c, 3, scene, BOXES);
    float *const *const ray = batch.side[0].at, *const *const box = batch.side[1].at;
    const lbx_rays rays = {.origin = {ray[0], ray[1], ray[2]},
                           .dir = {ray[3], ray[4], ray[5]},
                           .t_min = ray[9],
                           .t_max = ray[10],
                           .count = BOXES,
                           .stride = 7 * sizeof(float)};
    const lbx_aabb8s nodes = {
        .min = {box[0], box[1], box[2]}, .max = {box[3], box[4], box[5]}, .count = NODES};
    expect(lbx_ray_aabb8(&rays, &nodes, NODES, LBX_REPRODUCIBLE, mask, t) >= 0, "asked");
    batch_free(&batch);
    return hash_floats(hash_bytes(HASH_START, mask, NODES), t, BOXES);
}

// Hashes the classes of items seen from frusta.
static uint64_t hash_seen(enum seen_shape shape, enum scene scene, const struct test_table *table) {
    static struct frusta made;
    static uint8_t classes[SCENE_FRUSTA * SCENE_SEEN];
    uint64_t hash = HASH_START;
    table_use(table);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        scene_frusta(&made, shape, scene, seed);
        const lbx_frustums frusta = lbx_frustums_of(made.frustum, SCENE_FRUSTA);
        const struct seen_items items = scene_items(&made);
        expect(seen_from(&frusta, SCENE_FRUSTA, &items, SCENE_SEEN, LBX_REPRODUCIBLE, classes) >= 0,
               "asked");
        hash = hash_bytes(hash, classes, sizeof classes);
    }
    return hash;
}

Test(golden, frusta) {
    const struct test_tables *tables = test_tables();
    size_t others = 0;
    for (unsigned k = 0; k < SEEN_SHAPES * SCENES; k++) {
        const enum seen_shape shape = k / SCENES;
        const enum scene scene = k % SCENES;
        for (size_t t = 0; t < tables->count; t++) {
            const uint64_t hash = hash_seen(shape, scene, &tables->at[t]);
            others += !is_golden(seen_test(shape), scene_names[scene], &tables->at[t], hash);
        }
    }
    expect(others == 0, "%zu hashes are others", others);
}

Test(golden, nodes) {
    const struct test_tables *tables = test_tables();
    size_t others = 0;
    for (size_t k = 0; k < lbx_case_count; k++) {
        if (strcmp(lbx_cases[k]->name, "ray_aabb") != 0) continue;
        for (enum scene scene = 0; scene < SCENES; scene++) {
            for (size_t t = 0; t < tables->count; t++) {
                const uint64_t hash = hash_nodes(lbx_cases[k], scene, &tables->at[t]);
                others += !is_golden("ray_aabb8", scene_names[scene], &tables->at[t], hash);
            }
        }
    }
    expect(others == 0, "%zu hashes are others", others);
}
