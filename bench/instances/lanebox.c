// SPDX-License-Identifier: MIT
// lanebox's way: fitted boxes of all instances, their pairs, and the trees of those that overlap.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/maintenance/shapes.h"
#include "examples/tool.h"
#include "lanebox/pairs.h"
#include "way.h"

// The leaves of a pair of instances that touched last time, if its place was not taken.
struct hint {
    lbx_pair of, leaves;
};

enum { HINTS = 1 << 16 };

struct made {
    struct hint *hint; // or NULL
    void *tree[SHAPES_MOST], *order;
    size_t order_bytes;
    float fitted[SHAPES_MOST][15], (*pose)[7], (*placed)[15], (*box)[6];
};

static lbx_obbs boxes_of(float (*box)[15], size_t count) {
    return lbx_obbs_of(box[0], box[0] + 3, box[0] + 6, count, sizeof *box);
}

static lbx_obbs_out boxes_to(float (*box)[15], size_t count) {
    return lbx_obbs_out_of(box[0], box[0] + 3, box[0] + 6, count, sizeof *box);
}

static void *make(const struct instances *scene) {
    struct made *const made = resize(NULL, 1, sizeof *made);
    *made = (struct made){.hint = NULL};
    for (size_t s = 0; s < scene->shapes; s++) {
        const lbx_mesh mesh = model_view(&scene->shape[s]);
        const size_t bytes = lbx_obb_tree_bytes(&mesh);
        void *const scratch = resize(NULL, 1, lbx_obb_tree_scratch_bytes(&mesh));
        made->tree[s] = resize(NULL, 1, bytes);
        checked(lbx_obb_tree_build(&mesh, NULL, made->tree[s], bytes, scratch));
        const lbx_obbs_out fitted = boxes_to(&made->fitted[s], 1);
        checked(lbx_obb_fit(&mesh, NULL, 1, &fitted));
        free(scratch);
    }
    made->order_bytes = lbx_order_bytes(scene->count);
    made->order = resize(NULL, 1, made->order_bytes);
    made->pose = resize(NULL, scene->count, sizeof *made->pose);
    made->placed = resize(NULL, scene->count, sizeof *made->placed);
    made->box = resize(NULL, scene->count, sizeof *made->box);
    return made;
}

static void *make_with_hints(const struct instances *scene) {
    struct made *const made = make(scene);
    made->hint = resize(NULL, HINTS, sizeof *made->hint);
    memset(made->hint, 0, HINTS * sizeof *made->hint);
    return made;
}

static void free_made(void *pointer) {
    struct made *const made = pointer;
    free(made->hint);
    for (size_t s = 0; s < SHAPES_MOST; s++) free(made->tree[s]);
    free(made->order);
    free(made->pose);
    free(made->placed);
    free(made->box);
    free(made);
}

// Moves the fitted boxes, which grow by the rounding of the poses, and puts them in order.
static void place(struct made *made, const struct instances *scene) {
    const size_t n = scene->count;
    for (size_t i = 0; i < n; i++) {
        for (int c = 0; c < 3; c++) made->pose[i][c] = (float)scene->pose[i].position[c];
        for (int k = 0; k < 4; k++) made->pose[i][3 + k] = (float)scene->pose[i].rotation[k];
    }
    lbx_obbs fitted = boxes_of(made->fitted, scene->shapes);
    fitted.pick = lbx_indexed(scene->shape_of, n);
    const lbx_poses poses = lbx_poses_of(made->pose[0], made->pose[0] + 3, n, sizeof *made->pose);
    const lbx_obbs_out placed = boxes_to(made->placed, n);
    checked(lbx_obbs_transform(&fitted, &poses, n, &placed));
    for (size_t i = 0; i < n; i++) {
        float size = 1;
        for (int c = 0; c < 3; c++) size = fmaxf(size, fabsf(made->placed[i][c]));
        for (int c = 0; c < 3; c++) made->placed[i][3 + c] += 0x1p-17f * size;
    }
    const lbx_obbs around = boxes_of(made->placed, n);
    const lbx_aabbs_out boxes =
        lbx_aabbs_out_of(made->box[0], made->box[0] + 3, n, sizeof *made->box);
    checked(lbx_aabbs_from_obbs(&around, n, &boxes));
    const lbx_aabbs sorted = lbx_aabbs_of(made->box[0], made->box[0] + 3, n, sizeof *made->box);
    checked(lbx_order_sort(&sorted, n, made->order, made->order_bytes, NULL));
}

static lbx_pair *hint_of(const struct made *made, lbx_pair pair) {
    if (!made->hint) return NULL;
    struct hint *const hint = &made->hint[(pair.a * 1000003u + pair.b) % HINTS];
    if (hint->of.a != pair.a || hint->of.b != pair.b) *hint = (struct hint){pair, {0, 0}};
    return &hint->leaves;
}

static void find(void *pointer, const struct instances *scene, int all, struct found *found) {
    enum { MET = 256, PAIRS = 1 << 16 };
    static lbx_pair met[MET], pairs[PAIRS];
    struct made *const made = pointer;
    uint8_t hits[MET / 8];
    place(made, scene);
    lbx_obbs a_boxes = boxes_of(made->placed, scene->count), b_boxes = a_boxes;
    a_boxes.pick = lbx_indexed_every(&met[0].a, MET, sizeof *met);
    b_boxes.pick = lbx_indexed_every(&met[0].b, MET, sizeof *met);
    lbx_cursor cursor = {0};
    for (size_t n = MET; n == MET;) {
        n = checked(lbx_pairs(made->order, NULL, &cursor, met, MET));
        checked(lbx_obb_obb(&a_boxes, &b_boxes, n, 0, hits));
        const size_t asked = checked(lbx_keep(hits, n, met, sizeof *met, met));
        for (size_t i = 0; i < asked; i++) {
            const uint32_t a = met[i].a, b = met[i].b;
            const lbx_obb_tree_query query = {.flags = all ? 0 : LBX_ANY,
                                              .hint = hint_of(made, met[i])};
            const size_t count = checked(lbx_obb_tree_collide(
                made->tree[scene->shape_of[a]], &scene->pose[a], made->tree[scene->shape_of[b]],
                &scene->pose[b], &query, pairs, PAIRS, NULL));
            if (count) found_add(found, a, b, count);
        }
    }
}

const struct way lanebox_way = {"lanebox", make, find, free_made},
                 hints_way = {"with hints", make_with_hints, find, free_made};
