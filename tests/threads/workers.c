// SPDX-License-Identifier: MIT
// Orders, signs and scenes that threads share the work of: several at once, each by threads of its
// own.
#include "workers.h"

#include <stdlib.h>
#include <string.h>

#include "crowd.h"
#include "harness.h"
#include "lanebox/pairs.h"
#include "pairs/order.h"
#include "sets.h"
#include "signs.h"
#include "threads.h"

// --- orders ---

enum { BOXES = 50001 };

static struct set_box boxes[BOXES];
static void *wanted; // what one thread writes

static void make_order(void *order, const lbx_workers *workers) {
    const size_t bytes = lbx_order_bytes(BOXES);
    const lbx_aabbs view = lbx_aabbs_of(boxes->min, boxes->max, BOXES, sizeof *boxes);
    expect(lbx_order_sort(&view, BOXES, order, bytes, workers) == BOXES, "sorted");
    expect(lbx_order_refit(&view, BOXES, order, bytes, workers) == BOXES, "refitted");
    expect(lbx_order_check(order, bytes, workers) == 0, "checked");
}

static void *make_orders(void *argument) {
    const size_t header = sizeof(struct lbx_order_header); // it differs by the generation
    for (size_t k = 0; k < workers_way_count; k++) {
        make_order(argument, &workers_ways[k].workers);
        expect(memcmp((char *)argument + header, (char *)wanted + header,
                      lbx_order_bytes(BOXES) - header) == 0,
               "%s", workers_ways[k].name);
    }
    return NULL;
}

// --- signs ---

static struct signed_tree shared; // built by one thread

static void *build_signs(void *argument) {
    const size_t bytes = shared.signs.bytes;
    void *const scratch = malloc(lbx_tree_signs_scratch_bytes(shared.tree.at));
    expect(scratch, "no memory");
    for (size_t k = 0; k < workers_way_count; k++) {
        const lbx_workers *const workers = &workers_ways[k].workers;
        expect(lbx_tree_signs_build(shared.tree.at, argument, bytes, scratch, NULL, workers) ==
                       (ptrdiff_t)bytes &&
                   lbx_tree_signs_check(argument, bytes, workers) == 0 &&
                   memcmp(argument, shared.signs.at, bytes) == 0,
               "%s", workers_ways[k].name);
    }
    free(scratch);
    return NULL;
}

// --- scenes ---

static struct crowd crowd; // its scene is built by one thread

static void *make_scenes(void *argument) {
    const size_t room = lbx_scene_bytes(crowd.n);
    for (size_t k = 0; k < workers_way_count; k++) {
        const lbx_workers *const workers = &workers_ways[k].workers;
        memset(argument, 0, room);
        expect(lbx_scene_build(&crowd.trees, crowd.at, crowd.n, argument, room, workers) ==
                       (ptrdiff_t)crowd.bytes &&
                   memcmp(argument, crowd.scene, crowd.bytes) == 0,
               "%s", workers_ways[k].name);
        expect(lbx_scene_refit(&crowd.trees, crowd.at, crowd.n, argument, workers) == 0 &&
                   memcmp(argument, crowd.scene, crowd.bytes) == 0 &&
                   lbx_scene_check(argument, crowd.bytes, workers) == 0,
               "%s: refitted", workers_ways[k].name);
    }
    return NULL;
}

static void call_together(thread_body *body, size_t bytes) {
    void *argument[CALLERS];
    for (size_t t = 0; t < CALLERS; t++) {
        argument[t] = malloc(bytes);
        expect(argument[t], "no memory");
    }
    call_while_selecting(body, argument, 1);
    for (size_t t = 0; t < CALLERS; t++) free(argument[t]);
}

void share_together(void) {
    static struct shape star;
    const size_t bytes = lbx_order_bytes(BOXES);
    set_fill(SET_FAR, BOXES, 1, boxes);
    wanted = malloc(bytes);
    expect(wanted, "no memory");
    make_order(wanted, NULL);
    call_together(make_orders, bytes);
    free(wanted);
    shape_star(&star, 38, .7, (const float[3]){0, 0, 0}, 1);
    const lbx_mesh mesh = shape_view(&star);
    shared = signed_of(&mesh, 0);
    call_together(build_signs, shared.signs.bytes);
    signed_free(&shared);
    crowd_make_touching(&crowd, CROWD_MOST, 2, 1);
    for (int kind = 0; kind < 2; kind++) {
        if (kind) crowd.trees.rays = NULL;
        crowd_build(&crowd);
        call_together(make_scenes, lbx_scene_bytes(crowd.n));
    }
    crowd_free(&crowd);
}
