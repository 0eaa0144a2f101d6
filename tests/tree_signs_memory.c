// SPDX-License-Identifier: MIT
// The block of signs in memory: it takes as many bytes as promised, and the same ones every time;
// damage is detected; which tree it is of; errors.
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "mesh_rays.h"
#include "signs.h"
#include "tables.h"

enum { UNTOUCHED = 0x5a };

static uint64_t search_scratch[LBX_TRACE_SCRATCH_LEAST / 8];

// Everything at guard pages, each with exactly the bytes that are asked for. The bytes of signs are
// the same again.
Test(tree_signs, guard_pages) {
    enum { POINTS = 77 };
    static struct mesh mesh;
    const struct test_tables *const tables = test_tables();
    for (unsigned item = 0; item < GUARDS * MESH_KINDS; item++) {
        const enum guard guard = item % GUARDS;
        mesh_make(&mesh, item / GUARDS, 3);
        mesh.triangles -= mesh.triangles % 2; // scratch is aligned at its end, too
        table_use(&tables->at[item % tables->count]);
        struct tree built = aabb_tree_of(&mesh, NULL), before = signs_of(&built, NULL);
        struct guarded tree = guarded_alloc(built.bytes, guard, UNTOUCHED);
        memcpy(tree.at, built.at, built.bytes);
        const size_t bytes = lbx_tree_signs_bytes(tree.at);
        const size_t room = lbx_tree_signs_scratch_bytes(tree.at);
        struct guarded signs = guarded_alloc(bytes, guard, UNTOUCHED);
        struct guarded scratch = guarded_alloc(room, guard, UNTOUCHED);
        expect(bytes == 32 * mesh.triangles + 56 && room == 36 * mesh.triangles, "%zu, %zu", bytes,
               room);
        expect(lbx_tree_signs_build(tree.at, signs.at, bytes, scratch.at, NULL, NULL) ==
                       (ptrdiff_t)bytes &&
                   guarded_intact(&signs, UNTOUCHED) && guarded_intact(&scratch, UNTOUCHED),
               "built");
        expect(memcmp(signs.at, before.at, bytes) == 0, "other bytes");
        expect(lbx_tree_signs_check(signs.at, bytes, NULL) == 0, "good");
        struct guarded points = guarded_alloc(POINTS * 3 * sizeof(float), guard, UNTOUCHED);
        struct guarded distance = guarded_alloc(POINTS * sizeof(float), guard, UNTOUCHED);
        struct guarded id = guarded_alloc(POINTS * sizeof(uint32_t), guard, UNTOUCHED);
        float *const point = (float *)(void *)points.at;
        for (size_t i = 0; i < POINTS; i++)
            memcpy(point + 3 * i, mesh.vertex[i % mesh.vertices], 3 * sizeof *point);
        const lbx_points view = lbx_points_of(point, POINTS, 12);
        for (int with_id = 0; with_id < 2; with_id++) {
            const lbx_closest_out out = {.id = with_id ? (uint32_t *)(void *)id.at : NULL,
                                         .distance = (float *)(void *)distance.at};
            expect(lbx_aabb_tree_signed_distance(tree.at, signs.at, &view, NULL, POINTS, 0, &out,
                                                 search_scratch, sizeof search_scratch) == POINTS,
                   "found");
        }
        expect(guarded_intact(&distance, UNTOUCHED) && guarded_intact(&id, UNTOUCHED),
               "wrote beyond the answers");
        guarded_free(&tree);
        guarded_free(&signs);
        guarded_free(&scratch);
        guarded_free(&points);
        guarded_free(&distance);
        guarded_free(&id);
        tree_free(&built);
        tree_free(&before);
    }
}

Test(tree_signs, damage) {
    static struct mesh mesh;
    for (unsigned kind = 0; kind < MESH_KINDS; kind++) {
        mesh_make(&mesh, kind, 5);
        struct tree tree = aabb_tree_of(&mesh, NULL), signs = signs_of(&tree, NULL);
        expect_damage_is_told(mesh_names[kind], &signs, lbx_tree_signs_check, 400);
        expect(lbx_tree_signs_check(signs.at, signs.bytes - 1, NULL) == LBX_ERROR_TREE,
               "a byte less");
        tree_free(&tree);
        tree_free(&signs);
    }
    mesh_make(&mesh, MESH_BALL, 5);
    mesh.triangles = 20;
    struct tree tree = aabb_tree_of(&mesh, NULL), signs = signs_of(&tree, NULL);
    expect_damage_is_told("every bit", &signs, lbx_tree_signs_check, 0);
    tree_free(&tree);
    tree_free(&signs);
}

// A triangle, a flat one behind its edge, one that is refused, and one of two equal vertices.
static struct signed_tree few_signs(void) {
    static const float corners[][3] = {{0, 0, 0},   {4, 0, 0}, {0, 4, 0},   {4, 0, 0}, {0, 0, 0},
                                       {2, 0, 0},   {0, 0, 0}, {1, 1, NAN}, {0, 0, 0}, {2, 0, 0},
                                       {0, -4, -1}, {4, 0, 0}, {2, 0, 0},   {2, 0, 0}, {4, 0, 0}};
    const lbx_mesh view = lbx_mesh_of(corners[0], 15, sizeof *corners, NULL, 5);
    return signed_of(&view, LBX_SKIP_REFUSED);
}

// Damage by hand, with the sum right.
Test(tree_signs, damage_by_hand) {
    struct signed_tree s = few_signs();
    struct lbx_sign *const sign = s.open_signs.sign;
    expect(s.counts.triangles == 2 && sign[2].place == NO_PLACE && sign[0].edge[0] == link_to(1, 0),
           "as it is made");
    const struct {
        uint32_t *at, value;
        int error;
    } changes[] = {
        {&sign[0].place, 8 * (uint32_t)s.open_tree.header->leaves, LBX_ERROR_TREE},
        {&sign[0].place, FLAT_BIT | sign[0].place, LBX_ERROR_TREE},
        {&sign[0].place, sign[3].place, 0}, // another triangle
        {&sign[1].place, sign[1].place & ~FLAT_BIT, LBX_ERROR_TREE},
        {&sign[0].edge[1], 0x3f800000, 0}, // 1
        {&sign[0].edge[1], 0xbf800000, 0},
        {&sign[0].edge[1], 0x3f800001, LBX_ERROR_TREE},
        {&sign[0].edge[1], 0xbf800001, LBX_ERROR_TREE},
        {&sign[0].edge[1], NO_LINK, 0},
        {&sign[0].edge[1], NO_LINK | 1, LBX_ERROR_TREE},
        {&sign[0].edge[1], link_to(1, 2), 0},
        {&sign[0].edge[1], link_to(5, 2), LBX_ERROR_TREE}, // there is no such triangle
        {&sign[0].edge[1], link_to(2, 2), LBX_ERROR_TREE}, // it is not in the tree
        {&sign[0].edge[1], link_to(1, 3), LBX_ERROR_TREE},
        {&sign[0].edge[1], link_to(1, 2) | 0x80000000, LBX_ERROR_TREE},
        {&sign[1].edge[1], 0, LBX_ERROR_TREE},
        {&sign[2].edge[1], 0, LBX_ERROR_TREE},
        {&sign[2].normal[1], 1, LBX_ERROR_TREE},
        {&sign[0].normal[3], sign[0].normal[3] | 1u << 30, LBX_ERROR_TREE},
        {&sign[0].normal[3], sign[0].normal[3] | 1u << 31, LBX_ERROR_TREE},
        {&sign[0].normal[3], 0x3fffffff, 0},
        {&s.open_signs.header->flat, 3, LBX_ERROR_TREE},
        {(uint32_t *)(void *)&s.open_signs.header->beyond, 2, LBX_ERROR_TREE},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const uint32_t was = *changes[i].at;
        *changes[i].at = changes[i].value;
        s.open_signs.header->sum = lbx_signs_sum(&s.open_signs, NULL);
        const int error = lbx_tree_signs_check(s.signs.at, s.signs.bytes, NULL);
        expect(error == changes[i].error, "change %zu: %d", i, error);
        for (uint32_t id = 0; id < 5 && error == 0; id++) // is safe
            (void)(id != 2 && lbx_is_behind(&s.open_signs, &s.open_tree, id, (float[]){1, -1, 2}));
        *changes[i].at = was;
    }
    signed_free(&s);
}

// Flat triangles that lead to each other are left at last.
Test(tree_signs, links_in_a_circle) {
    struct signed_tree s = few_signs();
    for (unsigned k = 0; k < 3; k++) s.open_signs.sign[1].edge[k] = link_to(1, k);
    s.open_signs.header->sum = lbx_signs_sum(&s.open_signs, NULL);
    expect(lbx_tree_signs_check(s.signs.at, s.signs.bytes, NULL) == 0, "no error");
    expect(!lbx_is_behind(&s.open_signs, &s.open_tree, 1, (float[]){1, 0, -1}), "a side");
    expect(lbx_is_behind(&s.open_signs, &s.open_tree, 0, (float[]){1, 0, -1}), "its own side");
    signed_free(&s);
}

// Triangles that the tree does not have change nothing of the others.
Test(tree_signs, refused) {
    static struct mesh mesh;
    static float soup[3 * MESH_TRIANGLES_MAX][3];
    mesh_make(&mesh, MESH_BALL, 3);
    for (size_t i = 0; i < 3 * mesh.triangles; i++)
        memcpy(soup[i], mesh.vertex[mesh.index[i]], sizeof *soup);
    lbx_mesh view = lbx_mesh_of(soup[0], 3 * mesh.triangles, sizeof *soup, NULL, mesh.triangles);
    struct signed_tree whole = signed_of(&view, LBX_SKIP_REFUSED);
    soup[3 * (mesh.triangles - 1) + 1][2] = INFINITY;
    struct signed_tree most = signed_of(&view, LBX_SKIP_REFUSED);
    view.triangle_count--;
    struct signed_tree fewer = signed_of(&view, 0);
    expect(memcmp(&most.counts, &fewer.counts, sizeof most.counts) == 0 &&
               most.counts.edges != whole.counts.edges,
           "%llu, %llu, %llu edges", (unsigned long long)whole.counts.edges,
           (unsigned long long)most.counts.edges, (unsigned long long)fewer.counts.edges);
    expect(most.signs.bytes == whole.signs.bytes &&
               memcmp(most.open_signs.sign, fewer.open_signs.sign,
                      view.triangle_count * sizeof *most.open_signs.sign) == 0,
           "other signs");
    signed_free(&whole);
    signed_free(&most);
    signed_free(&fewer);
}

static ptrdiff_t search(const void *tree, const void *signs, unsigned flags) {
    static const float point[3] = {1, 2, 3};
    const lbx_points view = lbx_points_of(point, 1, 0);
    float distance;
    const lbx_closest_out out = {.distance = &distance};
    return lbx_aabb_tree_signed_distance(tree, signs, &view, NULL, 1, flags, &out, search_scratch,
                                         sizeof search_scratch);
}

// Signs are those of a tree as it was when they were built.
Test(tree_signs, of_another_tree) {
    static struct mesh mesh, other;
    mesh_make(&mesh, MESH_BALL, 3);
    mesh_make(&other, MESH_BALL, 3);
    const lbx_mesh view = mesh_view(&mesh);
    other.triangles--;
    struct tree tree = aabb_tree_of(&mesh, NULL), smaller = aabb_tree_of(&other, NULL);
    struct tree signs = signs_of(&tree, NULL), smaller_signs = signs_of(&smaller, NULL);
    expect(search(tree.at, signs.at, 0) == 1 && search(smaller.at, smaller_signs.at, 0) == 1,
           "its own");
    expect(search(tree.at, smaller_signs.at, 0) == LBX_ERROR_TREE &&
               search(smaller.at, signs.at, 0) == LBX_ERROR_TREE,
           "another's");
    expect(search(tree.at, smaller_signs.at, LBX_SIGN_BY_CROSSINGS) == 1 &&
               search(tree.at, NULL, LBX_SIGN_BY_CROSSINGS) == 1,
           "signs are not read");
    expect(lbx_aabb_tree_refit(&view, tree.at, NULL) == 0 && search(tree.at, signs.at, 0) == 1,
           "refitted to the same vertices");
    mesh.vertex[mesh.index[0]][1] *= 1.25f;
    expect(lbx_aabb_tree_refit(&view, tree.at, NULL) == 0 &&
               search(tree.at, signs.at, 0) == LBX_ERROR_TREE,
           "refitted");
    struct tree again = signs_of(&tree, NULL);
    expect(search(tree.at, again.at, 0) == 1, "built again");
    tree_free(&tree);
    tree_free(&smaller);
    tree_free(&signs);
    tree_free(&smaller_signs);
    tree_free(&again);
}

Test(tree_signs, errors) {
    static struct mesh mesh;
    static uint64_t nothing[100], memory[2000], scratch[2000], before[2000];
    mesh_make(&mesh, MESH_SOUP, 2);
    struct tree tree = aabb_tree_of(&mesh, NULL);
    const size_t bytes = lbx_tree_signs_bytes(tree.at);
    char *const odd = (char *)memory + 4, *const odd_tree = (char *)tree.at + 4;
    lbx_sign_counts counts = {77, 78};
    expect(lbx_tree_signs_bytes(NULL) == SIZE_MAX && lbx_tree_signs_bytes(nothing) == SIZE_MAX &&
               lbx_tree_signs_scratch_bytes(NULL) == SIZE_MAX &&
               lbx_tree_signs_scratch_bytes(nothing) == SIZE_MAX,
           "no tree");
    expect(bytes <= sizeof memory && lbx_tree_signs_scratch_bytes(tree.at) <= sizeof scratch,
           "room");
    expect(lbx_tree_signs_build(tree.at, memory, bytes, scratch, NULL, NULL) == (ptrdiff_t)bytes,
           "built");
    memcpy(before, memory, sizeof before);
#define BUILD(tree, memory, bytes, scratch)                                                        \
    lbx_tree_signs_build(tree, memory, bytes, scratch, &counts, NULL)
    expect(BUILD(NULL, memory, bytes, scratch) == LBX_ERROR_NULL &&
               BUILD(tree.at, NULL, bytes, scratch) == LBX_ERROR_NULL &&
               BUILD(tree.at, memory, bytes, NULL) == LBX_ERROR_NULL,
           "nothing");
    expect(BUILD(odd_tree, memory, bytes, scratch) == LBX_ERROR_STRIDE &&
               BUILD(tree.at, odd, bytes, scratch) == LBX_ERROR_STRIDE &&
               BUILD(tree.at, memory, bytes, (char *)scratch + 4) == LBX_ERROR_STRIDE,
           "not aligned");
    expect(BUILD(nothing, memory, bytes, scratch) == LBX_ERROR_TREE, "no tree");
    expect(BUILD(tree.at, memory, bytes - 1, scratch) == LBX_ERROR_COUNT, "a byte less");
    expect(memcmp(before, memory, sizeof before) == 0 && counts.edges == 77 &&
               counts.triangles == 78,
           "an error changed something");
    expect(lbx_tree_signs_check(NULL, bytes, NULL) == LBX_ERROR_NULL &&
               lbx_tree_signs_check(odd, bytes, NULL) == LBX_ERROR_STRIDE &&
               lbx_tree_signs_check(memory, 8, NULL) == LBX_ERROR_TREE &&
               lbx_tree_signs_check(nothing, sizeof nothing, NULL) == LBX_ERROR_TREE,
           "no signs");
    static const size_t altered[] = {
        offsetof(struct lbx_signs_header, magic), offsetof(struct lbx_signs_header, version),
        offsetof(struct lbx_signs_header, bytes), offsetof(struct lbx_signs_header, triangles)};
    for (size_t k = 0; k < sizeof altered / sizeof *altered; k++) {
        ++*((char *)memory + altered[k]);
        expect(search(tree.at, memory, 0) == LBX_ERROR_TREE, "of another kind");
        memcpy(memory, before, sizeof memory);
    }

    float distance[2] = {77, 78};
    lbx_points points = lbx_points_of(mesh.vertex[0], 2, 12);
    lbx_points same = points;
    same.pick = lbx_one(1); // for any number of items
    const lbx_closest_out out = {.distance = distance}, none = {NULL, NULL, NULL, NULL, NULL};
#define SIGNED(tree, signs, points, n, flags, scratch, bytes)                                      \
    lbx_aabb_tree_signed_distance(tree, signs, points, NULL, n, flags, &out, scratch, bytes)
    for (unsigned flag = 0; flag <= LBX_SIGN_BY_CROSSINGS; flag += LBX_SIGN_BY_CROSSINGS) {
        const struct {
            const void *tree;
            const lbx_points *points;
            size_t n;
            void *scratch;
            size_t bytes;
            ptrdiff_t error;
        } bad[] = {
            {NULL, &points, 2, scratch, sizeof scratch, LBX_ERROR_NULL},
            {odd_tree, &points, 2, scratch, sizeof scratch, LBX_ERROR_STRIDE},
            {nothing, &points, 2, scratch, sizeof scratch, LBX_ERROR_TREE},
            {tree.at, NULL, 2, scratch, sizeof scratch, LBX_ERROR_NULL},
            {tree.at, &points, 3, scratch, sizeof scratch, LBX_ERROR_COUNT},
#if SIZE_MAX > UINT32_MAX
            {tree.at, &same, (size_t)UINT32_MAX + 1, scratch, sizeof scratch, LBX_ERROR_COUNT},
#endif
            {tree.at, &points, 2, NULL, sizeof scratch, LBX_ERROR_NULL},
            {tree.at, &points, 2, odd, sizeof scratch, LBX_ERROR_STRIDE},
            {tree.at, &points, 2, scratch, LBX_TRACE_SCRATCH_LEAST - 1, LBX_ERROR_COUNT},
            {tree.at, NULL, 0, NULL, 0, 0},
        };
        for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
            expect(SIGNED(bad[k].tree, memory, bad[k].points, bad[k].n, flag, bad[k].scratch,
                          bad[k].bytes) == bad[k].error,
                   "call %zu", k);
        expect(SIGNED(tree.at, memory, &points, 2, flag | 2, scratch, sizeof scratch) ==
                       LBX_ERROR_FLAGS &&
                   SIGNED(tree.at, memory, &points, 2, flag | LBX_COHERENT, scratch,
                          sizeof scratch) == LBX_ERROR_FLAGS,
               "flags");
    }
    expect(SIGNED(tree.at, NULL, &points, 2, 0, scratch, sizeof scratch) == LBX_ERROR_NULL &&
               SIGNED(tree.at, odd, &points, 2, 0, scratch, sizeof scratch) == LBX_ERROR_STRIDE &&
               SIGNED(tree.at, nothing, &points, 2, 0, scratch, sizeof scratch) == LBX_ERROR_TREE,
           "signs");
    points.stride = 6;
    expect(SIGNED(tree.at, memory, &points, 2, 0, scratch, sizeof scratch) == LBX_ERROR_STRIDE,
           "a stride");
    points.stride = 12;
    expect(distance[0] == 77 && distance[1] == 78, "an error wrote answers");
    expect(lbx_aabb_tree_signed_distance(tree.at, memory, &points, NULL, 2, 0, NULL, scratch,
                                         sizeof scratch) == 2 &&
               lbx_aabb_tree_signed_distance(tree.at, memory, &points, NULL, 2, 0, &none, scratch,
                                             sizeof scratch) == 2,
           "no answers are wanted");
    tree_free(&tree);
}
