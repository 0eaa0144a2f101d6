// SPDX-License-Identifier: MIT
// lanebox: a tree of oriented boxes for each shape, a scene that is refitted in each frame, and the
// pairs of an order of its boxes.
#include <stdlib.h>
#include <string.h>

#include "examples/maintenance/shapes.h"
#include "examples/tool.h"
#include "lanebox/scenes.h"
#include "way.h"

enum { HINTS = 1 << 14 };

struct made {
    lbx_pair *hints; // or NULL
    void *tree[SHAPES_MOST], *scene, *order;
    size_t order_bytes;
    lbx_scene_trees trees;
    lbx_instance *instance;
    float (*box)[6];
};

static void *tree_of(const struct model *shape) {
    const lbx_mesh mesh = model_view(shape);
    const size_t bytes = lbx_obb_tree_bytes(&mesh);
    void *const tree = resize(NULL, 1, bytes);
    void *const scratch = resize(NULL, 1, lbx_obb_tree_scratch_bytes(&mesh));
    checked(lbx_obb_tree_build(&mesh, NULL, tree, bytes, scratch));
    free(scratch);
    return tree;
}

static void place(struct made *made, const struct instances *instances) {
    for (size_t i = 0; i < instances->count; i++)
        made->instance[i] = (lbx_instance){instances->pose[i], 1, instances->shape_of[i], ~0u};
}

static void *make(const struct instances *instances) {
    const size_t n = instances->count, bytes = lbx_scene_bytes(n);
    struct made *const made = resize(NULL, 1, sizeof *made);
    *made = (struct made){.hints = NULL};
    for (size_t s = 0; s < instances->shapes; s++) made->tree[s] = tree_of(&instances->shape[s]);
    made->trees =
        (lbx_scene_trees){.touching = (const void *const *)made->tree, .count = instances->shapes};
    made->scene = resize(NULL, 1, bytes);
    made->order_bytes = lbx_order_bytes(n);
    made->order = resize(NULL, 1, made->order_bytes);
    made->instance = resize(NULL, n, sizeof *made->instance);
    made->box = resize(NULL, n, sizeof *made->box);
    place(made, instances);
    checked(lbx_scene_build(&made->trees, made->instance, n, made->scene, bytes, NULL));
    return made;
}

static void *make_with_hints(const struct instances *instances) {
    struct made *const made = make(instances);
    made->hints = resize(NULL, HINTS, sizeof *made->hints);
    memset(made->hints, 0, HINTS * sizeof *made->hints);
    return made;
}

static void free_made(void *pointer) {
    struct made *const made = pointer;
    free(made->hints);
    for (size_t s = 0; s < SHAPES_MOST; s++) free(made->tree[s]);
    free(made->scene);
    free(made->order);
    free(made->instance);
    free(made->box);
    free(made);
}

static void refit(struct made *made, const struct instances *instances) {
    const size_t n = instances->count;
    float *const min = made->box[0], *const max = made->box[0] + 3;
    place(made, instances);
    checked(lbx_scene_refit(&made->trees, made->instance, n, made->scene, NULL));
    const lbx_aabbs_out out = lbx_aabbs_out_of(min, max, n, sizeof *made->box);
    checked(lbx_scene_aabbs(made->scene, 0, &out));
    const lbx_aabbs boxes = lbx_aabbs_of(min, max, n, sizeof *made->box);
    checked(lbx_order_sort(&boxes, n, made->order, made->order_bytes, NULL));
}

static void find(void *pointer, const struct instances *instances, int all, struct found *found) {
    enum { ROOM = 1 << 12 };
    static lbx_scene_touch touch[ROOM];
    struct made *const made = pointer;
    refit(made, instances);
    const lbx_scene_query query = {
        .flags = all ? 0 : LBX_ANY, .hints = made->hints, .hint_count = HINTS};
    lbx_scene_cursor cursor = {.given = 0};
    uint32_t a = 0, b = 0; // of the last pair of instances
    size_t count = 0;      // pairs of their triangles
    for (size_t n = ROOM; n == ROOM;) {
        n = checked(lbx_scene_touching(made->scene, &made->trees, made->order, &query, &cursor,
                                       touch, ROOM));
        for (size_t i = 0; i < n; i++) {
            if (count && (touch[i].a != a || touch[i].b != b)) {
                found_add(found, a, b, count);
                count = 0;
            }
            a = touch[i].a;
            b = touch[i].b;
            count++;
        }
    }
    if (count) found_add(found, a, b, count);
}

const struct way lanebox_way = {"lanebox", make, find, free_made},
                 hints_way = {"with hints", make_with_hints, find, free_made};
