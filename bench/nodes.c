// SPDX-License-Identifier: MIT
// The rows of lbx_ray_aabb8: a list of rays and of tree nodes, eight boxes each.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/support/isas.h"
#include "data.h"
#include "kinds.h"

enum { NODE = 8, RAY = 6, BOX = 6, SEED = 1 };

struct nodes_work {
    bool enters; // wants t_enter besides
    size_t n;
    lbx_isa isa;
};

static const size_t sizes[] = {8, 1024, 65536};

enum { SIZES = sizeof sizes / sizeof *sizes };

// --- data, made on first use and kept ---

struct room { // for one size; ray i may hit any box of node i
    float *ray[CASE_FLOATS_MAX], *box[CASE_FLOATS_MAX];
    uint32_t *list; // of rays, and of nodes
    uint8_t *masks;
    float *t;
};

static struct {
    const struct nodes_work *work;
    struct room *room;
    lbx_rays rays;
    lbx_aabb8s nodes;
} now;

static void *memory(size_t bytes) {
    void *const at = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!at) give_up("no memory for the nodes");
    return at;
}

static struct room *room_of(const struct nodes_work *w) {
    static struct room rooms[SIZES];
    size_t s = 0;
    while (sizes[s] != w->n) s++;
    struct room *const room = &rooms[s];
    if (room->list) return room;
    const struct lbx_case *const *at = lbx_cases;
    while (strcmp((*at)->name, "ray_aabb") != 0) at++;
    const struct lbx_case *const c = *at;
    const size_t boxes = NODE * w->n;
    for (unsigned k = 0; k < c->floats[0]; k++) room->ray[k] = memory(boxes * sizeof(float));
    for (unsigned k = 0; k < c->floats[1]; k++) room->box[k] = memory(boxes * sizeof(float));
    c->fill(SEED, SCENE_MIXED, boxes, room->ray, room->box);
    room->list = memory(w->n * sizeof *room->list);
    for (size_t i = 0; i < w->n; i++) {
        room->list[i] = (uint32_t)(i * 5 % w->n); // no order that memory could guess
        for (unsigned k = 0; k < c->floats[0]; k++)
            room->ray[k][i] = room->ray[k][NODE * i + i % NODE];
    }
    room->masks = memory(w->n);
    room->t = memory(boxes * sizeof *room->t);
    return room;
}

static void open(const void *of) {
    const struct nodes_work *const work = of;
    now.work = work;
    now.room = room_of(work);
    now.rays = (lbx_rays){.count = work->n, .pick = lbx_indexed(now.room->list, work->n)};
    now.nodes = (lbx_aabb8s){.count = work->n, .pick = now.rays.pick};
    for (int c = 0; c < 3; c++) {
        now.rays.origin[c] = now.room->ray[c];
        now.rays.dir[c] = now.room->ray[3 + c];
        now.nodes.min[c] = now.room->box[c];
        now.nodes.max[c] = now.room->box[3 + c];
    }
    use_isa(work->isa);
}

// Per item.
static double bytes_of(const struct nodes_work *w) {
    return sizeof(float) * (RAY + NODE * (BOX + w->enters)) + sizeof(uint32_t) + 1;
}

static double footprint(void) {
    return bytes_of(now.work) * (double)now.work->n;
}

// --- running ---

static size_t found(void) {
    const ptrdiff_t hits = lbx_ray_aabb8(&now.rays, &now.nodes, now.work->n, 0, now.room->masks,
                                         now.work->enters ? now.room->t : NULL);
    if (hits < 0) give_up(lbx_error_text(hits));
    return (size_t)hits;
}

static void run(void) {
    found();
}

// What lbx_ray_aabb finds in the scalar table, box by box.
static size_t expected(void) {
    const size_t n = NODE * now.work->n;
    uint32_t *const ray = memory(n * sizeof *ray), *const box = memory(n * sizeof *box);
    uint8_t *const hits = memory(n / 8);
    lbx_rays rays = now.rays;
    lbx_aabbs boxes = {.count = n, .pick = lbx_indexed(box, n)};
    rays.pick = lbx_indexed(ray, n);
    for (size_t i = 0; i < n; i++) {
        ray[i] = now.room->list[i / NODE];
        box[i] = NODE * ray[i] + (uint32_t)i % NODE;
    }
    for (int c = 0; c < 3; c++) {
        boxes.min[c] = now.room->box[c];
        boxes.max[c] = now.room->box[3 + c];
    }
    use_isa(LBX_ISA_SCALAR);
    const ptrdiff_t all = lbx_ray_aabb(&rays, &boxes, n, LBX_REPRODUCIBLE, hits, NULL, NULL);
    use_isa(now.work->isa);
    free(ray);
    free(box);
    free(hits);
    if (all < 0) give_up(lbx_error_text(all));
    return (size_t)all;
}

// --- the list ---

static const struct row_kind this_kind = {open, run, found, expected, footprint};

void node_rows(void) {
    for (unsigned k = 0; k < 2 * SIZES * ISAS; k++) {
        const struct nodes_work work = {k / ISAS % 2, sizes[k / ISAS / 2], (lbx_isa)(k % ISAS)};
        if (!lbx_isa_available(work.isa)) continue;
        struct row row = {.n = work.n,
                          .isa = work.isa,
                          .reproducible = 1,
                          .bytes = bytes_of(&work),
                          .kind = &this_kind};
        snprintf(row.name, sizeof row.name, "ray_aabb8/pairs%s/%s/%zu", work.enters ? "_t" : "",
                 lbx_isa_name(work.isa), work.n);
        row_add(row, &work, sizeof work);
    }
}
