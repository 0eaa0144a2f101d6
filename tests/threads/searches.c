// SPDX-License-Identifier: MIT
// One order and one tree at a time, searched by all threads.
#include <stdlib.h>
#include <string.h>

#include "crowd.h"
#include "harness.h"
#include "lanebox/pairs.h"
#include "mesh_rays.h"
#include "sets.h"
#include "signs.h"
#include "threads.h"

// --- an order, by parts ---

enum { BOXES = 3000, LIMBS = BOXES / 4, PAIRS_MOST = 10 * BOXES, PARTS = 3 * CALLERS };

static void *order;
static struct limb { float start[3], end[3], radius; } limbs[LIMBS];

enum search { BY_PAIRS, BY_CAPSULES, SEARCHES };

struct part {
    size_t number, found[SEARCHES];
    lbx_pair pairs[SEARCHES][PAIRS_MOST];
};

static size_t search_order(enum search by, lbx_cursor cursor, lbx_pair *pairs) {
    const lbx_capsules capsules =
        lbx_capsules_of(limbs->start, limbs->end, &limbs->radius, LIMBS, sizeof *limbs);
    const ptrdiff_t found = by == BY_PAIRS ? lbx_pairs(order, NULL, &cursor, pairs, PAIRS_MOST)
                                           : lbx_query_capsules(order, &capsules, LIMBS, NULL, NULL,
                                                                &cursor, pairs, PAIRS_MOST);
    expect(found >= 0 && found < PAIRS_MOST, "%td: %s", found, lbx_error_text(found));
    return (size_t)found;
}

static void *search_parts(void *argument) {
    struct part *const part = argument; // the first of three
    for (size_t p = 0; p < PARTS / CALLERS; p++) {
        for (enum search by = 0; by < SEARCHES; by++) {
            lbx_cursor cursor;
            expect(lbx_cursor_range(&cursor, part[p].number, PARTS) == 0, "part %zu",
                   part[p].number);
            part[p].found[by] = search_order(by, cursor, part[p].pairs[by]);
        }
    }
    return NULL;
}

// Together the parts are the whole list.
static void expect_whole(const struct part *parts, enum search by, const lbx_pair *whole,
                         size_t all) {
    size_t found = 0;
    for (size_t p = 0; p < PARTS; p++) {
        const size_t some = parts[p].found[by];
        expect(found + some <= all &&
                   memcmp(whole + found, parts[p].pairs[by], some * sizeof *whole) == 0,
               "search %d, part %zu", (int)by, p);
        found += some;
    }
    expect(found == all && found > BOXES, "search %d: %zu pairs, not %zu", (int)by, found, all);
}

void search_parts_together(void) {
    static struct set_box boxes[BOXES];
    static lbx_pair whole[SEARCHES][PAIRS_MOST];
    static struct part parts[PARTS];
    void *argument[CALLERS];
    size_t all[SEARCHES];
    const size_t bytes = lbx_order_bytes(BOXES);
    const lbx_aabbs view = lbx_aabbs_of(boxes->min, boxes->max, BOXES, sizeof *boxes);
    order = malloc(bytes);
    set_fill(SET_DENSE, BOXES, 1, boxes);
    for (size_t i = 0; i < LIMBS; i++) {
        memcpy(limbs[i].start, boxes[i].min, sizeof limbs[i].start);
        memcpy(limbs[i].end, boxes[i].max, sizeof limbs[i].end);
        limbs[i].radius = (float)(i % 4) * .1f;
    }
    expect(order && lbx_order_sort(&view, BOXES, order, bytes, NULL) == BOXES, "sorted");
    for (enum search by = 0; by < SEARCHES; by++)
        all[by] = search_order(by, (lbx_cursor){0}, whole[by]);
    for (size_t p = 0; p < PARTS; p++) parts[p].number = p;
    for (size_t t = 0; t < CALLERS; t++) argument[t] = &parts[t * (PARTS / CALLERS)];
    for (size_t round = 0; round < SEARCH_ROUNDS; round++) {
        call_while_selecting(search_parts, argument, 1);
        for (enum search by = 0; by < SEARCHES; by++) expect_whole(parts, by, whole[by], all[by]);
    }
    free(order);
}

// --- two meshes ---

static struct tree shared_tree;
static lbx_rigid_pose shared_pose[2];
static lbx_pair shared_pairs[PAIRS_MOST];
static ptrdiff_t shared_count;
static lbx_separation shared_separation;

static lbx_separation separate(void) {
    lbx_rigid_pose aside = shared_pose[1]; // beside the other: they do not touch
    aside.position[0] += 10;
    const lbx_posed_trees trees = {shared_tree.at, &shared_pose[0], shared_tree.at, &aside};
    lbx_separation out;
    expect(lbx_obb_tree_distance(&trees, 1, NULL, LBX_REPRODUCIBLE, NULL, &out, NULL) == 1 &&
               out.distance > 0,
           "%a apart", out.distance);
    return out;
}

static ptrdiff_t collide(lbx_pair *pairs) {
    return lbx_obb_tree_collide(shared_tree.at, &shared_pose[0], shared_tree.at, &shared_pose[1],
                                &(lbx_obb_tree_query){.flags = LBX_REPRODUCIBLE}, pairs, PAIRS_MOST,
                                NULL);
}

static void *search_meshes(void *argument) {
    lbx_pair *const pairs = argument;
    for (int k = 0; k < 4; k++) {
        const ptrdiff_t found = collide(pairs);
        expect(found == shared_count &&
                   memcmp(pairs, shared_pairs, (size_t)found * sizeof *pairs) == 0,
               "%td pairs, not %td", found, shared_count);
        const lbx_separation out = separate();
        expect(memcmp(&out, &shared_separation, sizeof out) == 0, "%a apart", out.distance);
    }
    return NULL;
}

void search_meshes_together(void) {
    static struct mesh mesh;
    static lbx_pair pairs[CALLERS][PAIRS_MOST];
    void *argument[CALLERS];
    mesh_make(&mesh, MESH_BALL, 1);
    shared_tree = tree_of(&mesh, NULL);
    for (uint64_t k = 0; k < 2; k++) shared_pose[k] = pose_near(&mesh, k + 1);
    shared_count = collide(shared_pairs);
    shared_separation = separate();
    expect(shared_count > 10, "%td pairs", shared_count);
    for (size_t t = 0; t < CALLERS; t++) argument[t] = pairs[t];
    call_while_selecting(search_meshes, argument, SEARCH_ROUNDS);
    tree_free(&shared_tree);
}

// --- rays ---

enum { HITS_MOST = RAYS * MESH_TRIANGLES_MAX };

// What every search of rays, points and capsules answers. All bytes are compared.
struct ray_answer {
    ptrdiff_t found[10];
    uint32_t triangle[RAYS], crossings[RAYS], nearest[RAYS];
    float t[RAYS], u[RAYS], v[RAYS], distance[RAYS], side[RAYS];
    uint8_t any[RAYS], inside[RAYS];
    lbx_ray_hit all[HITS_MOST], sorted[HITS_MOST];
    lbx_near_hit near[RAYS];
    lbx_pair touched[HITS_MOST];
    uint64_t scratch[LBX_TRACE_SCRATCH / 8];
};

static struct rays shared_rays;
static struct tree shared_signs;
static struct ray_answer ray_answers[CALLERS + 1]; // the last one is that of a single thread

static void cast_rays(struct ray_answer *a) {
    const lbx_rays view = rays_view(&shared_rays);
    const lbx_points points = {
        {view.origin[0], view.origin[1], view.origin[2]}, RAYS, 0, lbx_from(0)};
    const lbx_ray_hits hits = {a->triangle, a->t, a->u, a->v, NULL};
    const void *const tree = shared_tree.at;
    memset(a, 0, sizeof *a);
    a->found[0] =
        lbx_aabb_tree_nearest(tree, &view, NULL, RAYS, 0, &hits, a->scratch, sizeof a->scratch);
    a->found[1] =
        lbx_aabb_tree_any(tree, &view, NULL, RAYS, 0, a->any, a->scratch, sizeof a->scratch);
    a->found[2] =
        lbx_aabb_tree_all(tree, &view, NULL, RAYS, 0, &(lbx_ray_cursor){0}, a->all, HITS_MOST);
    a->found[3] = lbx_aabb_tree_all(tree, &view, NULL, RAYS, LBX_SORTED, &(lbx_ray_cursor){0},
                                    a->sorted, HITS_MOST);
    a->found[4] = lbx_aabb_tree_crossings(tree, &view, NULL, RAYS, 0, a->crossings);
    a->found[5] = lbx_aabb_tree_inside(tree, &points, RAYS, 0, a->inside);
    const lbx_closest_out closest = {.id = a->nearest, .distance = a->distance};
    a->found[6] = lbx_aabb_tree_closest(tree, &points, NULL, NULL, RAYS, 0, &closest, a->scratch,
                                        sizeof a->scratch);
    a->found[7] = lbx_aabb_tree_around(tree, &points, a->distance, NULL, RAYS, 0,
                                       &(lbx_ray_cursor){0}, a->near, RAYS);
    const lbx_closest_out with_sides = {.distance = a->side};
    a->found[8] = lbx_aabb_tree_signed_distance(tree, shared_signs.at, &points, NULL, RAYS, 0,
                                                &with_sides, a->scratch, sizeof a->scratch);
    const lbx_capsules capsules = {.start = {view.origin[0], view.origin[1], view.origin[2]},
                                   .end = {view.dir[0], view.dir[1], view.dir[2]}, // any points
                                   .radius = a->distance,
                                   .count = RAYS};
    a->found[9] = lbx_aabb_tree_capsules(tree, &capsules, NULL, RAYS, 0, &(lbx_ray_cursor){0},
                                         a->touched, HITS_MOST);
    sort_hits(a->all, (size_t)a->found[2]); // lists without order differ by instruction set
}

static void *cast_shared_rays(void *argument) {
    struct ray_answer *const a = argument;
    for (int k = 0; k < 4; k++) {
        cast_rays(a);
        expect(memcmp(a, &ray_answers[CALLERS], offsetof(struct ray_answer, scratch)) == 0,
               "%td rays hit, %td times, cross %td times", a->found[0], a->found[2], a->found[4]);
    }
    return NULL;
}

void cast_rays_together(void) {
    static struct mesh mesh;
    void *argument[CALLERS];
    mesh_make(&mesh, MESH_BALL, 1);
    rays_make(&shared_rays, &mesh, 1);
    shared_tree = aabb_tree_of(&mesh, NULL);
    shared_signs = signs_of(&shared_tree, NULL);
    cast_rays(&ray_answers[CALLERS]);
    for (size_t k = 0; k < sizeof ray_answers->found / sizeof *ray_answers->found; k++)
        expect(ray_answers[CALLERS].found[k] > 5, "search %zu finds %td", k,
               ray_answers[CALLERS].found[k]);
    for (size_t t = 0; t < CALLERS; t++) argument[t] = &ray_answers[t];
    call_while_selecting(cast_shared_rays, argument, SEARCH_ROUNDS);
    tree_free(&shared_tree);
    tree_free(&shared_signs);
}

// --- a scene ---

enum { TOUCHES_MOST = 20000, TOUCH_PARTS = 7 };

struct scene_answer {
    ptrdiff_t found[5];
    uint32_t instance[2][RAYS], triangle[RAYS], nearest[RAYS];
    uint8_t any[RAYS];
    float t[RAYS];
    lbx_scene_hit sorted[RAYS];
    lbx_scene_touch touch[TOUCHES_MOST];
    uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    lbx_pair hints[100];
};

static struct crowd shared_crowd, shared_touching;
static struct scene_answer scene_answers[CALLERS + 1]; // the last one is that of a single thread

// By parts, each in calls of little room. With LBX_ANY the hints decide which triangles of a pair
// are found, but not which pairs of instances.
static ptrdiff_t search_touching(struct scene_answer *a, unsigned flags) {
    const struct crowd *const s = &shared_touching;
    const lbx_scene_query query = {.flags = LBX_REPRODUCIBLE | flags,
                                   .hints = a->hints,
                                   .hint_count = sizeof a->hints / sizeof *a->hints};
    ptrdiff_t found = 0;
    for (size_t part = 0; part < TOUCH_PARTS; part++) {
        enum { ROOM = 100 };
        lbx_scene_cursor cursor = {.given = 0};
        expect(lbx_cursor_range(&cursor.pairs, part, TOUCH_PARTS) == 0, "a part");
        for (ptrdiff_t some = ROOM; some == ROOM; found += some) {
            expect(found + ROOM <= TOUCHES_MOST, "%td touch", found);
            some = lbx_scene_touching(s->scene, &s->trees, s->order, &query, &cursor,
                                      a->touch + found, ROOM);
            expect(some >= 0, "%td: %s", some, lbx_error_text(some));
        }
    }
    return found;
}

static void search_scene(struct scene_answer *a) {
    const struct crowd *const s = &shared_crowd;
    const lbx_rays view = rays_view(&shared_rays);
    const lbx_points points = {
        {view.origin[0], view.origin[1], view.origin[2]}, RAYS, 0, lbx_from(0)};
    memset(a, 0, sizeof *a);
    for (unsigned k = 0; k < 2; k++) {
        const lbx_scene_hits hits = {
            .instance = a->instance[k], .triangle = a->triangle, .t = a->t};
        a->found[0] = lbx_scene_nearest(s->scene, &s->trees, &view, NULL, RAYS,
                                        k ? LBX_COHERENT : 0, &hits, a->scratch, sizeof a->scratch);
    }
    a->found[1] = lbx_scene_any(s->scene, &s->trees, &view, NULL, RAYS, 0, a->any, a->scratch,
                                sizeof a->scratch);
    a->found[2] = lbx_scene_all(s->scene, &s->trees, &view, NULL, RAYS, LBX_SORTED,
                                &(lbx_scene_ray_cursor){0}, a->sorted, RAYS);
    const lbx_scene_closest_out closest = {.triangle = a->nearest};
    a->found[3] = lbx_scene_closest(s->scene, &s->trees, &points, NULL, NULL, RAYS, 0, &closest,
                                    a->scratch, sizeof a->scratch);
    const ptrdiff_t any = search_touching(a, LBX_ANY);
    expect(any == search_touching(a, LBX_ANY), "%td pairs of instances touch", any);
    a->found[4] = search_touching(a, 0);
}

static void *search_shared_scene(void *argument) {
    struct scene_answer *const a = argument;
    search_scene(a);
    expect(memcmp(a, &scene_answers[CALLERS], offsetof(struct scene_answer, scratch)) == 0,
           "%td rays hit, %td points, %td triangles touch", a->found[0], a->found[3], a->found[4]);
    return NULL;
}

void search_scene_together(void) {
    void *argument[CALLERS];
    crowd_make(&shared_crowd, CROWD_NEAR, 60, true, 1);
    crowd_rays(&shared_crowd, &shared_rays, false, 1);
    crowd_make_touching(&shared_touching, 30, 1, 1);
    crowd_build(&shared_touching);
    crowd_order(&shared_touching, 0);
    search_scene(&scene_answers[CALLERS]);
    for (int k = 0; k < 5; k++)
        expect(scene_answers[CALLERS].found[k] > 50, "search %d finds %td", k,
               scene_answers[CALLERS].found[k]);
    for (size_t t = 0; t < CALLERS; t++) argument[t] = &scene_answers[t];
    call_while_selecting(search_shared_scene, argument, SEARCH_ROUNDS);
    crowd_free(&shared_crowd);
    crowd_free(&shared_touching);
}
