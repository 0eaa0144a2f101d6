// SPDX-License-Identifier: MIT
// Orders that threads share the work of: several at once, each by threads of its own.
#include "workers.h"

#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "lanebox/pairs.h"
#include "pairs/order.h"
#include "sets.h"
#include "threads.h"

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

void make_orders_together(void) {
    const size_t bytes = lbx_order_bytes(BOXES);
    void *argument[CALLERS];
    set_fill(SET_FAR, BOXES, 1, boxes);
    wanted = malloc(bytes);
    expect(wanted, "no memory");
    make_order(wanted, NULL);
    for (size_t t = 0; t < CALLERS; t++) {
        argument[t] = malloc(bytes);
        expect(argument[t], "no memory");
    }
    call_while_selecting(make_orders, argument, 1);
    for (size_t t = 0; t < CALLERS; t++) free(argument[t]);
    free(wanted);
}
