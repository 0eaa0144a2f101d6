// SPDX-License-Identifier: MIT
#include "judge.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/tool.h"
#include "lanebox/pairs.h"
#include "lanebox/trees.h"
#include "pairs/order.h"
#include "tests/support/sets.h"

enum { BOXES = 100000, RINGS = 100, AROUND = 2 * RINGS, TRIANGLES = 2 * RINGS * AROUND };
enum { MOST = 1000, ROUNDS = 300 };

// --- each task once ---

struct sums {
    unsigned before[MOST + 1], after[MOST + 1];
};

// Reads what other tasks wrote in the share before.
static void add(void *data, size_t k) {
    struct sums *const sums = data;
    sums->after[k] += 1 + sums->before[MOST - k];
}

// Many short shares, one behind the other: after each one the caller sees what all of its tasks
// wrote, and so do the tasks of the next one.
static void judge_tasks(const char *name, const lbx_workers *workers) {
    static const size_t counts[] = {1, 2, 3, 7, 64, MOST};
    static struct sums sums;
    for (unsigned c = 0; c < sizeof counts / sizeof *counts; c++) {
        const size_t tasks = counts[c];
        for (unsigned round = 0; round < ROUNDS; round++) {
            memset(sums.after, 0, sizeof sums.after);
            for (size_t k = 0; k <= MOST; k++) sums.before[k] = round;
            workers->run(workers->context, add, &sums, tasks);
            for (size_t k = 0; k <= MOST; k++) {
                const unsigned right = k < tasks ? 1 + round : 0;
                if (sums.after[k] != right)
                    die("%s: task %zu of %zu ran %u times", name, k, tasks,
                        sums.after[k] / (1 + round));
            }
        }
    }
}

// --- the same bytes ---

// Workers that count what a call shares.
struct counted {
    const lbx_workers *workers;
    size_t shares, tasks;
};

static void run_counted(void *context, void (*task)(void *data, size_t k), void *data,
                        size_t tasks) {
    struct counted *const counted = context;
    counted->shares++;
    counted->tasks += tasks;
    counted->workers->run(counted->workers->context, task, data, tasks);
}

static struct set_box boxes[2][BOXES]; // where they are sorted, and where they are refitted
static float vertex[2][(RINGS + 1) * AROUND][3];
static uint32_t triangle[TRIANGLES][3];

// A ball with bumps, and the same ball stretched.
static void make_mesh(void) {
    uint32_t(*out)[3] = triangle;
    for (uint32_t i = 0; i <= RINGS; i++) {
        for (uint32_t j = 0; j < AROUND; j++) {
            const double polar = 3.14159265358979 * i / RINGS, turn = 6.28318530717959 * j / AROUND;
            const double radius = 1 + .02 * sin(9 * polar) * cos(11 * turn);
            for (int m = 0; m < 2; m++) {
                float *const v = vertex[m][i * AROUND + j];
                v[0] = (float)((1 + .1 * m) * radius * sin(polar) * cos(turn));
                v[1] = (float)(radius * sin(polar) * sin(turn));
                v[2] = (float)(radius * cos(polar));
            }
            if (i == RINGS) continue;
            const uint32_t a = i * AROUND + j, b = i * AROUND + (j + 1) % AROUND;
            memcpy(out++, (uint32_t[]){a, b, a + AROUND}, sizeof *out);
            memcpy(out++, (uint32_t[]){b, b + AROUND, a + AROUND}, sizeof *out);
        }
    }
}

static lbx_mesh mesh_of(int m) {
    return lbx_mesh_of(vertex[m][0], (RINGS + 1) * AROUND, sizeof **vertex, triangle[0], TRIANGLES);
}

static lbx_aabbs boxes_of(int m) {
    return lbx_aabbs_of(boxes[m]->min, boxes[m]->max, BOXES, sizeof **boxes);
}

// Memory of a call, of known bytes.
static void *room(size_t bytes) {
    void *const memory = resize(NULL, bytes, 1);
    memset(memory, 0xa5, bytes);
    return memory;
}

// What a job wrote, and how many bytes of it count.
struct written {
    void *memory;
    size_t bytes;
};

// An order without its generation, which no two sorts or refits of a process share, and the sum
// that depends on it.
static struct written without_generation(struct written order) {
    struct lbx_order_header *const header = order.memory;
    header->generation = header->sum = 0;
    return order;
}

static struct written sort_boxes(const lbx_workers *workers) {
    const lbx_aabbs view = boxes_of(0);
    const size_t bytes = lbx_order_bytes(BOXES);
    void *const order = room(bytes);
    checked(lbx_order_sort(&view, BOXES, order, bytes, workers));
    return (struct written){order, bytes};
}

static struct written sort(const lbx_workers *workers) {
    return without_generation(sort_boxes(workers));
}

static struct written refit(const lbx_workers *workers) {
    const lbx_aabbs view = boxes_of(1);
    const struct written order = sort_boxes(NULL);
    checked(lbx_order_refit(&view, BOXES, order.memory, order.bytes, workers));
    checked(lbx_order_check(order.memory, order.bytes, workers));
    return without_generation(order);
}

static struct written build_obbs(const lbx_workers *workers) {
    const lbx_mesh mesh = mesh_of(0);
    const lbx_obb_tree_options options = {.workers = workers};
    const size_t bytes = lbx_obb_tree_bytes(&mesh);
    void *const scratch = room(lbx_obb_tree_scratch_bytes(&mesh)), *const tree = room(bytes);
    const size_t used = checked(lbx_obb_tree_build(&mesh, &options, tree, bytes, scratch));
    free(scratch);
    return (struct written){tree, used};
}

static struct written refit_obbs(const lbx_workers *workers) {
    const lbx_mesh mesh = mesh_of(1);
    const struct written tree = build_obbs(NULL);
    checked(lbx_obb_tree_refit(&mesh, tree.memory, workers));
    checked(lbx_obb_tree_check(tree.memory, tree.bytes, workers));
    return tree;
}

static struct written build_aabbs(const lbx_workers *workers) {
    const lbx_mesh mesh = mesh_of(0);
    const lbx_aabb_tree_options options = {.workers = workers};
    const size_t bytes = lbx_aabb_tree_bytes(&mesh);
    void *const scratch = room(lbx_aabb_tree_scratch_bytes(&mesh)), *const tree = room(bytes);
    const size_t used = checked(lbx_aabb_tree_build(&mesh, &options, tree, bytes, scratch));
    free(scratch);
    return (struct written){tree, used};
}

static struct written refit_aabbs(const lbx_workers *workers) {
    const lbx_mesh mesh = mesh_of(1);
    const struct written tree = build_aabbs(NULL);
    checked(lbx_aabb_tree_refit(&mesh, tree.memory, workers));
    checked(lbx_aabb_tree_check(tree.memory, tree.bytes, workers));
    return tree;
}

// A binary tree by the triangles' numbers: node k has the children 2k + 1 and 2k + 2, and the last
// LEAVES nodes are leaves.
enum { LEAVES = 16384, NODES = 2 * LEAVES - 1 };

static struct written convert(const lbx_workers *workers) {
    static uint32_t first[NODES], count[NODES];
    for (uint32_t k = 0; k < NODES; k++) {
        const uint64_t leaf = k + 1 - LEAVES;
        const uint32_t begin = (uint32_t)(leaf * TRIANGLES / LEAVES);
        first[k] = k + 1 < LEAVES ? 2 * k + 1 : begin;
        count[k] = k + 1 < LEAVES ? 0 : (uint32_t)((leaf + 1) * TRIANGLES / LEAVES) - begin;
    }
    const lbx_tree_nodes nodes = {.count = count, .first = first, .node_count = NODES, .width = 2};
    const lbx_mesh mesh = mesh_of(0);
    const lbx_aabb_tree_options options = {.workers = workers};
    const size_t bytes = lbx_aabb_tree_bytes(&mesh);
    void *const scratch = room(lbx_aabb_tree_convert_scratch_bytes(&mesh, &nodes));
    void *const tree = room(bytes);
    const size_t used =
        checked(lbx_aabb_tree_convert(&mesh, &nodes, &options, tree, bytes, scratch));
    free(scratch);
    return (struct written){tree, used};
}

static struct written build_signs(const lbx_workers *workers) {
    const struct written tree = build_aabbs(NULL);
    const size_t bytes = lbx_tree_signs_bytes(tree.memory);
    void *const scratch = room(lbx_tree_signs_scratch_bytes(tree.memory));
    void *const signs = room(bytes);
    lbx_sign_counts counts;
    const size_t used =
        checked(lbx_tree_signs_build(tree.memory, signs, bytes, scratch, &counts, workers));
    checked(lbx_tree_signs_check(signs, used, workers));
    free(scratch);
    free(tree.memory);
    return (struct written){signs, used};
}

static const struct {
    const char *name;
    struct written (*run)(const lbx_workers *workers);
} jobs[] = {{"sort", sort},
            {"refit and check of an order", refit},
            {"build of oriented boxes", build_obbs},
            {"their refit and check", refit_obbs},
            {"build of boxes", build_aabbs},
            {"their refit and check", refit_aabbs},
            {"conversion", convert},
            {"build and check of signs", build_signs}};

void judge_workers(const char *name, const lbx_workers *workers) {
    judge_tasks(name, workers);
    set_fill(SET_DENSE, BOXES, 1, boxes[0]);
    set_fill(SET_DENSE, BOXES, 2, boxes[1]);
    make_mesh();
    size_t shares = 0, tasks = 0;
    for (unsigned j = 0; j < sizeof jobs / sizeof *jobs; j++) {
        struct counted counted = {workers, 0, 0};
        const lbx_workers counting = {run_counted, &counted};
        const struct written alone = jobs[j].run(NULL), shared = jobs[j].run(&counting);
        if (counted.shares == 0) die("%s: %s shares nothing", name, jobs[j].name);
        shares += counted.shares;
        tasks += counted.tasks;
        if (alone.bytes != shared.bytes || memcmp(alone.memory, shared.memory, alone.bytes) != 0)
            die("%s: %s writes other bytes", name, jobs[j].name);
        free(alone.memory);
        free(shared.memory);
    }
    printf("%-9s the same bytes; %zu tasks in %zu shares\n", name, tasks, shares);
}
