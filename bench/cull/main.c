// SPDX-License-Identifier: MIT
// What a camera sees of boxes: lbx_frustum_aabb beside six calls of lbx_plane_aabb, and an order
// beside Bullet's btDbvt::collideKDOP. All ways take turns; medians are printed.
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "examples/random.h"
#include "kdop.h"
#include "lanebox/pairs.h"

enum { LINEAR = 65536, MANY = 1000000, TURNS = 31, SIDES = 6 };

struct box {
    float min[3], max[3];
};

static struct {
    struct box box[MANY];
    float array[6][LINEAR];
    uint8_t seen[MANY], side[SIDES][MANY], from_order[MANY];
    lbx_pair pairs[MANY];
} room;

struct camera {
    lbx_frustum frustum;
    float normal[SIDES][3], offset[SIDES];
};

static void give_up(const char *what) {
    fprintf(stderr, "bench-cull: %s\n", what);
    exit(1);
}

static size_t checked(ptrdiff_t answer) {
    if (answer < 0) give_up(lbx_error_text(answer));
    return (size_t)answer;
}

// It stands in the origin, turned by .3 about z, and sees as far as `reach`.
static struct camera make_camera(double reach) {
    const float c = cosf(.3f), s = sinf(.3f);
    struct camera camera = {.frustum = {.axis = {{c, -s, 0}, {0, 0, 1}, {s, c, 0}},
                                        .low = {-.8f, -.45f},
                                        .high = {.8f, .45f},
                                        .z_near = .1f,
                                        .z_far = (float)reach}};
    const lbx_frustum *const f = &camera.frustum;
    for (int side = 0; side < 4; side++) {
        const int k = side % 2;
        const float at = side < 2 ? f->low[k] : f->high[k], sign = side < 2 ? 1 : -1;
        for (int a = 0; a < 3; a++)
            camera.normal[side][a] = sign * (f->axis[k][a] - at * f->axis[2][a]);
    }
    for (int a = 0; a < 3; a++) {
        camera.normal[4][a] = f->axis[2][a];
        camera.normal[5][a] = -f->axis[2][a];
    }
    camera.offset[4] = -f->z_near;
    camera.offset[5] = f->z_far;
    return camera;
}

static void make_boxes(size_t n, double reach, double height, double least, double most) {
    struct random r = random_of(1, n);
    for (size_t i = 0; i < n; i++) {
        for (int c = 0; c < 3; c++) {
            const double at = random_between(&r, -1, 1) * (c == 2 ? height : reach);
            const double half = random_between(&r, least, most) / 2;
            room.box[i].min[c] = (float)(at - half);
            room.box[i].max[c] = (float)(at + half);
        }
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

static int by_size(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double times[TURNS]) {
    qsort(times, TURNS, sizeof *times, by_size);
    return times[TURNS / 2];
}

// --- one call, all boxes ---

static void ask_planes(const struct camera *camera, const lbx_aabbs *boxes, size_t n) {
    lbx_planes planes = {.offset = camera->offset, .count = SIDES};
    float normal[3][SIDES];
    for (int c = 0; c < 3; c++) {
        for (int side = 0; side < SIDES; side++) normal[c][side] = camera->normal[side][c];
        planes.normal[c] = normal[c];
    }
    for (size_t side = 0; side < SIDES; side++) {
        planes.pick = lbx_one(side);
        checked(lbx_plane_aabb(&planes, boxes, n, 0, room.side[side]));
    }
}

static void compare_linear(const char *scene, const struct camera *camera) {
    lbx_aabbs boxes = {.count = LINEAR};
    const lbx_frustums frustums = lbx_frustums_of(&camera->frustum, 1);
    for (int k = 0; k < 3; k++) {
        for (size_t i = 0; i < LINEAR; i++) {
            room.array[k][i] = room.box[i].min[k];
            room.array[3 + k][i] = room.box[i].max[k];
        }
        boxes.min[k] = room.array[k];
        boxes.max[k] = room.array[3 + k];
    }
    for (lbx_isa isa = LBX_ISA_SSE2; isa <= LBX_ISA_AVX512; isa++) {
        if (lbx_isa_select(isa)) continue;
        double planes[TURNS], frustum[TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            const double start = now();
            ask_planes(camera, &boxes, LINEAR);
            const double middle = now();
            checked(lbx_frustum_aabb(&frustums, 1, &boxes, LINEAR, 0, room.seen));
            planes[turn] = (middle - start) / LINEAR;
            frustum[turn] = (now() - middle) / LINEAR;
        }
        size_t kept = 0, seen = 0, across = 0;
        for (size_t i = 0; i < LINEAR; i++) {
            bool beyond = false;
            for (int side = 0; side < SIDES; side++)
                beyond = beyond || room.side[side][i] == LBX_NEGATIVE;
            kept += !beyond;
            seen += room.seen[i] != LBX_OUTSIDE;
            across += room.seen[i] == LBX_INTERSECTING;
        }
        const double six = median(planes), one = median(frustum);
        printf("linear %s %s: %.3f intersect, six planes %.2f ns a box, frustum %.2f, %.2f of it; "
               "kept %zu and %zu\n",
               scene, lbx_isa_name(isa), (double)across / LINEAR, six, one, one / six, kept, seen);
    }
}

// --- an order ---

static void compare_order(const struct camera *camera) {
    const size_t bytes = lbx_order_bytes(MANY);
    void *const order = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!order) give_up("no memory");
    const lbx_aabbs boxes = lbx_aabbs_of(room.box->min, room.box->max, MANY, sizeof *room.box);
    const lbx_frustums frustums = lbx_frustums_of(&camera->frustum, 1);
    checked(lbx_order_sort(&boxes, MANY, order, bytes, NULL));
    kdop_tree *const tree = kdop_build(room.box->min, MANY);
    for (lbx_isa isa = LBX_ISA_SSE2; isa <= LBX_ISA_AVX512; isa++) {
        if (lbx_isa_select(isa)) continue;
        double linear[TURNS], query[TURNS], bullet[TURNS];
        size_t found = 0, kept = 0, seen = 0, lost = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            lbx_cursor cursor = {0};
            const double start = now();
            seen =
                checked(lbx_frustum_aabb(&frustums, 1, &boxes, MANY, LBX_REPRODUCIBLE, room.seen));
            const double second = now();
            found = checked(
                lbx_query_frustums(order, &frustums, 1, NULL, NULL, &cursor, room.pairs, MANY));
            const double third = now();
            kept = kdop_count(tree, camera->normal, camera->offset);
            linear[turn] = (second - start) / 1000;
            query[turn] = (third - second) / 1000;
            bullet[turn] = (now() - third) / 1000;
        }
        memset(room.from_order, 0, MANY);
        for (size_t k = 0; k < found; k++) room.from_order[room.pairs[k].b] = 1;
        for (size_t i = 0; i < MANY; i++)
            lost += room.from_order[i] != (room.seen[i] != LBX_OUTSIDE);
        const double all = median(linear), some = median(query), others = median(bullet);
        if (lost) give_up("the order and lbx_frustum_aabb differ");
        printf("order %s: %d boxes, %zu seen, %.1f us, linear %.1f, %.1f times, Bullet %.1f, %.1f "
               "times, keeps %zu\n",
               lbx_isa_name(isa), MANY, seen, some, all, all / some, others, others / some, kept);
    }
    kdop_free(tree);
    free(order);
}

int main(void) {
    static const struct {
        const char *name;
        double reach, height, least, most;
    } scenes[] = {{"small", 300, 300, .5, 2},
                  {"crowd", 60, 20, .5, 2},
                  {"town", 100, 10, 2, 12},
                  {"blocks", 60, 60, 4, 16},
                  {"large", 30, 30, 12, 50}};
    const struct camera camera = make_camera(100);
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        make_boxes(LINEAR, scenes[k].reach, scenes[k].height, scenes[k].least, scenes[k].most);
        compare_linear(scenes[k].name, &camera);
    }
    make_boxes(MANY, 320, 60, .2, 1);
    compare_order(&camera);
}
