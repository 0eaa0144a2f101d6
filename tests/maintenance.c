// SPDX-License-Identifier: MIT
// The scenes of examples/maintenance and its search. Counts tell whether a scene is unchanged.
// Testing only the parts whose boxes meet finds what testing all parts does.
#include <stdlib.h>
#include <string.h>

#include "examples/maintenance/parts.h"
#include "examples/maintenance/scenes.h"
#include "harness.h"

enum { ROOM = 1 << 15 };

static void *tree_of_model(const struct model *model) {
    const lbx_mesh mesh = model_view(model);
    const size_t bytes = lbx_obb_tree_bytes(&mesh);
    void *const tree = malloc(bytes);
    void *const scratch = malloc(lbx_obb_tree_scratch_bytes(&mesh));
    const ptrdiff_t built = lbx_obb_tree_build(&mesh, NULL, tree, bytes, scratch);
    expect(built > 0, "%td", built);
    free(scratch);
    return tree;
}

static const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};

// Parts are consecutive runs that leave nothing out.
static void expect_parts(const struct model *model, size_t parts) {
    size_t next = 0;
    for (size_t i = 0; i < model->parts; i++) {
        expect(model->part[i].first == next && model->part[i].count > 0, "part %zu", i);
        next += model->part[i].count;
    }
    expect(next == model->triangles && model->parts == parts, "%zu parts", model->parts);
}

// The numbers of triangles, parts, and pairs that touch in double arithmetic. None of these pairs
// may be missing. Pairs within a rounding of touching may be found too: a thousandth more, and a
// hundredth in the aircraft, whose mounted engine shares vertices and planes with it. A libm that
// rounds differently moves vertices by 1e-7.
Test(maintenance, scenes) {
    static const struct {
        size_t still, moved, still_parts, moved_parts, poses, touching, more;
    } is[MAINTENANCE_KINDS] = {
        [MAINTENANCE_BAY] = {149941, 8701, 108, 22, 100, 18554, 18},
        [MAINTENANCE_LARGE_BAY] = {497805, 33826, 221, 41, 25, 15743, 15},
        [MAINTENANCE_SHELLS] = {79600, 85284, 1, 1, 10, 0, 0},
        [MAINTENANCE_NEAR] = {79600, 85284, 1, 1, 10, 0, 0},
        [MAINTENANCE_RANDOM] = {497805, 33826, 221, 41, 60, 54174, 54},
        [MAINTENANCE_AIRCRAFT] = {61825, 13118, 187, 10, 50, 57037, 570},
    };
    for (unsigned kind = 0; kind < MAINTENANCE_KINDS; kind++) {
        if (!maintenance_is_here(kind)) continue;
        struct maintenance scene;
        maintenance_make(&scene, kind);
        expect(scene.still.triangles == is[kind].still && scene.moved.triangles == is[kind].moved &&
                   scene.poses == is[kind].poses,
               "%s: %zu, %zu triangles", maintenance_names[kind], scene.still.triangles,
               scene.moved.triangles);
        expect_parts(&scene.still, is[kind].still_parts);
        expect_parts(&scene.moved, is[kind].moved_parts);
        void *const still = tree_of_model(&scene.still), *const moved = tree_of_model(&scene.moved);
        size_t touching = 0;
        for (size_t i = 0; i < scene.poses; i++)
            touching += (size_t)lbx_obb_tree_collide(still, &here, moved, &scene.pose[i], NULL,
                                                     NULL, 0, NULL);
        expect(touching >= is[kind].touching && touching <= is[kind].touching + is[kind].more,
               "%s: %zu touching pairs", maintenance_names[kind], touching);
        free(still);
        free(moved);
        maintenance_free(&scene);
    }
}

static int by_numbers(const void *a, const void *b) {
    return memcmp(a, b, sizeof(lbx_pair));
}

// Tests every part against every other, each pair by its trees.
static size_t by_brute_force(const struct parts *still, const struct parts *moved,
                             const lbx_rigid_pose *pose, lbx_pair *pairs, size_t *met) {
    size_t found = 0;
    *met = 0;
    for (size_t a = 0; a < still->count; a++) {
        for (size_t b = 0; b < moved->count; b++) {
            const ptrdiff_t n =
                lbx_obb_tree_collide(parts_tree(still, a), &here, parts_tree(moved, b), pose, NULL,
                                     pairs + found, ROOM - found, NULL);
            expect(n >= 0, "%td", n);
            for (ptrdiff_t k = 0; k < n; k++) {
                pairs[found].a += (uint32_t)still->first[a];
                pairs[found++].b += (uint32_t)moved->first[b];
            }
            *met += n > 0;
        }
    }
    qsort(pairs, found, sizeof *pairs, by_numbers);
    return found;
}

Test(maintenance, parts_find_what_brute_force_finds) {
    static lbx_pair want[ROOM], got[ROOM], few[8];
    static const enum maintenance_kind kinds[] = {MAINTENANCE_BAY, MAINTENANCE_RANDOM};
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct maintenance scene;
        struct parts still, moved;
        size_t all = 0, asked = 0;
        maintenance_make(&scene, kinds[k]);
        parts_make(&still, &scene.still);
        parts_make(&moved, &scene.moved);
        for (size_t i = 0; i < scene.poses; i += 4) {
            struct parts_counts counts;
            size_t met;
            parts_place(&moved, &scene.pose[i]);
            const size_t n =
                parts_collide(&still, &here, &moved, &scene.pose[i], false, got, ROOM, &counts);
            const size_t wanted = by_brute_force(&still, &moved, &scene.pose[i], want, &met);
            memcpy(few, got, sizeof few);
            qsort(got, n < ROOM ? n : ROOM, sizeof *got, by_numbers);
            expect(n == wanted && memcmp(got, want, n * sizeof *got) == 0,
                   "%s, pose %zu: %zu pairs, not %zu", maintenance_names[kinds[k]], i, n, wanted);
            expect(counts.met >= met && counts.trees.pairs == n, "%zu parts met", counts.met);
            lbx_pair short_list[8] = {{0, 0}};
            expect(parts_collide(&still, &here, &moved, &scene.pose[i], false, short_list, 7,
                                 &counts) == n &&
                       memcmp(short_list, few, (n < 7 ? n : 7) * sizeof *few) == 0 &&
                       short_list[7].a == 0 && short_list[7].b == 0,
                   "pose %zu: little room", i);
            all += n;
            asked += counts.met;
            expect(parts_collide(&still, &here, &moved, &scene.pose[i], true, short_list, 1,
                                 &counts) == (n > 0) &&
                       (n == 0 || memcmp(short_list, few, sizeof *few) == 0),
                   "pose %zu: any", i);
        }
        expect(all > 4000 && asked < still.count * moved.count * scene.poses / 4,
               "%zu pairs, %zu parts asked", all, asked);
        parts_free(&still);
        parts_free(&moved);
        maintenance_free(&scene);
    }
}
