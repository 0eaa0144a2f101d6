// SPDX-License-Identifier: MIT
#include "search.h"

#include <stdlib.h>

#include "examples/tool.h"

enum {
    SORTED = 8, // steps from one sort to the next: bodies move little in a step
    ROOM = 4096 // pairs per call
};

// A box contains its mesh wherever the body is, although floats round its place and its axes.
static const float margin = 0x1p-14f;

static lbx_mesh mesh_of(const struct shape *shape) {
    return lbx_mesh_of(shape->corner[0], 3 * shape->triangles, sizeof *shape->corner, NULL,
                       shape->triangles);
}

void search_open(struct search *search, const struct shape *shape, size_t count) {
    *search = (struct search){
        .count = count,
        .boxes = resize(NULL, count, sizeof *search->boxes),
        .order_bytes = lbx_order_bytes(count),
    };
    search->order = aligned(search->order_bytes);
    const lbx_mesh mesh = mesh_of(shape);
    struct boxes *const box = &search->shape;
    const lbx_obbs_out out = lbx_obbs_out_of(box->center, box->half, box->axis[0], 1, sizeof *box);
    checked(lbx_obb_fit(&mesh, NULL, 1, &out));
    for (int k = 0; k < 3; k++) box->half[k] += margin;
    const size_t bytes = lbx_obb_tree_bytes(&mesh);
    void *const scratch = aligned(lbx_obb_tree_scratch_bytes(&mesh));
    search->tree = aligned(bytes);
    checked(lbx_obb_tree_build(&mesh, NULL, search->tree, bytes, scratch));
    free(scratch);
}

static void reserve(struct pair_list *list, size_t more) {
    if (list->room - list->count >= more) return;
    list->room = 2 * (list->count + more);
    list->pair = resize(list->pair, list->room, sizeof *list->pair);
}

static void place_boxes(struct search *search, const struct body *bodies) {
    struct boxes *const first = search->boxes, *const shape = &search->shape;
    const size_t n = search->count, stride = sizeof *first;
    struct {
        float position[3], rotation[4];
    } *const pose = resize(NULL, n, sizeof *pose);
    for (size_t i = 0; i < n; i++) {
        for (int c = 0; c < 3; c++) pose[i].position[c] = (float)bodies[i].pose.position[c];
        for (int k = 0; k < 4; k++) pose[i].rotation[k] = (float)bodies[i].pose.rotation[k];
    }
    const lbx_poses poses = lbx_poses_of(pose->position, pose->rotation, n, sizeof *pose);
    lbx_obbs around = lbx_obbs_of(shape->center, shape->half, shape->axis[0], 1, stride);
    around.pick = lbx_one(0);
    const lbx_obbs_out turned =
        lbx_obbs_out_of(first->center, first->half, first->axis[0], n, stride);
    checked(lbx_obbs_transform(&around, &poses, n, &turned));
    const lbx_obbs boxes = lbx_obbs_of(first->center, first->half, first->axis[0], n, stride);
    const lbx_aabbs_out upright = lbx_aabbs_out_of(first->min, first->max, n, stride);
    checked(lbx_aabbs_from_obbs(&boxes, n, &upright));
    free(pose);
}

static void find_close(struct search *search, size_t step) {
    const struct boxes *const first = search->boxes;
    struct pair_list *const close = &search->close;
    const lbx_aabbs boxes = lbx_aabbs_of(first->min, first->max, search->count, sizeof *first);
    checked((step % SORTED ? lbx_order_refit : lbx_order_sort)(&boxes, search->count, search->order,
                                                               search->order_bytes, NULL));
    lbx_cursor cursor = {0};
    close->count = 0;
    while (!cursor.done) {
        reserve(close, ROOM);
        close->count +=
            checked(lbx_pairs(search->order, NULL, &cursor, close->pair + close->count, ROOM));
    }
    search->scratch = resize(search->scratch, close->count, sizeof *search->scratch);
    checked(lbx_pairs_sort(close->pair, close->count, search->scratch));
}

static void find_touching(struct search *search, const struct body *bodies) {
    const lbx_obb_tree_query any = {.flags = LBX_ANY | LBX_REPRODUCIBLE};
    struct pair_list *const touch = &search->touch;
    touch->count = 0;
    reserve(touch, search->close.count);
    search->where = resize(search->where, search->close.count, sizeof *search->where);
    for (size_t i = 0; i < search->close.count; i++) {
        const lbx_pair pair = search->close.pair[i];
        if (checked(lbx_obb_tree_collide(search->tree, &bodies[pair.a].pose, search->tree,
                                         &bodies[pair.b].pose, &any, search->where + touch->count,
                                         1, NULL)))
            touch->pair[touch->count++] = pair;
    }
}

void search_step(struct search *search, const struct body *bodies, size_t step) {
    const double start = cpu_seconds();
    place_boxes(search, bodies);
    find_close(search, step);
    const double middle = cpu_seconds();
    find_touching(search, bodies);
    search->seconds_close += middle - start;
    search->seconds_touch += cpu_seconds() - middle;
    search->all_close += search->close.count;
    search->all_touch += search->touch.count;
}

void search_close(struct search *search) {
    free(search->boxes);
    free(search->order);
    free(search->tree);
    free(search->close.pair);
    free(search->touch.pair);
    free(search->where);
    free(search->scratch);
}
