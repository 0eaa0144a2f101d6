// SPDX-License-Identifier: MIT
// Measures what trees of meshes of a thousand to a million triangles cost. Also compares two
// threads that share one pair of trees with two processes that have a pair each.
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../tests/support/progress.h"
#include "lanebox/trees.h"
#include "workers.h"

enum {
    TURNS = 7,
    THREAD_TURNS = 21,
    POSES = 16,
    SEARCHES = 40, // of all poses, by each of two workers
    LARGEST = 1000000,
    SHARED = 100000 // triangles of the trees that workers search
};

#define NEAR 0.002f // for a ball of radius 1
#define PI 3.14159265358979323846

static const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};

// A ball with bumps, and the poses of a second ball like it, which is pushed in by a twentieth and
// turned differently at each pose.
struct ball {
    size_t triangles, vertices;
    float (*vertex)[3];
    uint32_t (*index)[3];
    void *tree, *scratch;
    size_t room, bytes;
    lbx_rigid_pose pose[POSES];
};

static void *allocate(size_t bytes) {
    void *const memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory) give_up("no memory");
    return memory;
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static ptrdiff_t checked(ptrdiff_t result) {
    if (result < 0) give_up(lbx_error_text(result));
    return result;
}

static lbx_mesh view_of(const struct ball *ball) {
    return lbx_mesh_of(ball->vertex[0], ball->vertices, sizeof *ball->vertex, ball->index[0],
                       ball->triangles);
}

// Each ring has twice as many quads as there are rings.
static void ball_make(struct ball *ball, size_t about) {
    const size_t rings = (size_t)lround(sqrt((double)about / 4)), around = 2 * rings;
    ball->triangles = 2 * rings * around;
    ball->vertices = (rings + 1) * around;
    ball->vertex = allocate(ball->vertices * sizeof *ball->vertex);
    ball->index = allocate(ball->triangles * sizeof *ball->index);
    for (size_t i = 0; i <= rings; i++) {
        for (size_t j = 0; j < around; j++) {
            const double polar = PI * (double)i / (double)rings;
            const double turn = 2 * PI * (double)j / (double)around;
            const double radius = 1 + .02 * sin(9 * polar) * cos(11 * turn);
            float *const v = ball->vertex[i * around + j];
            v[0] = (float)(radius * sin(polar) * cos(turn));
            v[1] = (float)(radius * sin(polar) * sin(turn));
            v[2] = (float)(radius * cos(polar));
        }
    }
    uint32_t(*out)[3] = ball->index;
    for (size_t i = 0; i < rings; i++) {
        for (size_t j = 0; j < around; j++) {
            const uint32_t next = (uint32_t)((j + 1) % around), at = (uint32_t)(i * around);
            const uint32_t a = at + (uint32_t)j, b = at + next, below = (uint32_t)around;
            memcpy(out++, (uint32_t[]){a, b, a + below}, sizeof *out);
            memcpy(out++, (uint32_t[]){b, b + below, a + below}, sizeof *out);
        }
    }
    for (int p = 0; p < POSES; p++) {
        const double half = .4 * p + .1, at = .9 * p;
        ball->pose[p] = (lbx_rigid_pose){{1.95 * cos(at), 1.95 * sin(at), .1 * cos(3 * at)},
                                         {sin(half) * .6, sin(half) * .8, 0, cos(half)}};
    }
    const lbx_mesh mesh = view_of(ball);
    ball->room = lbx_obb_tree_bytes(&mesh);
    ball->tree = allocate(ball->room);
    ball->scratch = allocate(lbx_obb_tree_scratch_bytes(&mesh));
}

static void ball_free(struct ball *ball) {
    free(ball->vertex);
    free(ball->index);
    free(ball->tree);
    free(ball->scratch);
}

enum job { BUILD, REFIT, CHECK, ALL, ANY, WITHIN, JOBS };

static size_t search(const struct ball *ball, enum job job) {
    size_t found = 0;
    for (int p = 0; p < POSES; p++) {
        const unsigned flags = job == ANY ? LBX_ANY : 0;
        const lbx_rigid_pose *const pose = &ball->pose[p];
        found += (size_t)checked(
            job == WITHIN
                ? lbx_obb_tree_within(ball->tree, &here, ball->tree, pose,
                                      &(lbx_obb_tree_query){.distance = NEAR, .flags = flags}, NULL,
                                      0, NULL)
                : lbx_obb_tree_collide(ball->tree, &here, ball->tree, pose,
                                       &(lbx_obb_tree_query){.flags = flags}, NULL, 0, NULL));
    }
    return found;
}

// Returns the CPU seconds that the job takes.
static double run(struct ball *ball, enum job job) {
    const lbx_mesh mesh = view_of(ball);
    const double begun = cpu_seconds();
    switch (job) {
    case BUILD:
        ball->bytes =
            (size_t)checked(lbx_obb_tree_build(&mesh, NULL, ball->tree, ball->room, ball->scratch));
        break;
    case REFIT: checked(lbx_obb_tree_refit(&mesh, ball->tree, NULL)); break;
    case CHECK: checked(lbx_obb_tree_check(ball->tree, ball->bytes, NULL)); break;
    default: search(ball, job);
    }
    return cpu_seconds() - begun;
}

static void print_costs(size_t about) {
    struct ball ball;
    double seconds[JOBS][TURNS], cost[JOBS];
    ball_make(&ball, about);
    for (unsigned turn = 0; turn < TURNS; turn++) {
        for (enum job job = 0; job < JOBS; job++) seconds[job][turn] = run(&ball, job);
    }
    for (enum job job = 0; job < JOBS; job++)
        cost[job] =
            median_of(seconds[job], TURNS) / (double)(job < ALL ? ball.triangles : (size_t)POSES);
    printf("%zu triangles: %.1f bytes, %.0f ns built, %.0f ns refitted, %.0f ns checked each; "
           "%.1f us all of %.1f pairs, %.2f us any, %.1f us within %g, %.1f pairs\n",
           ball.triangles, (double)ball.bytes / (double)ball.triangles, 1e9 * cost[BUILD],
           1e9 * cost[REFIT], 1e9 * cost[CHECK], 1e6 * cost[ALL],
           (double)search(&ball, ALL) / POSES, 1e6 * cost[ANY], 1e6 * cost[WITHIN], (double)NEAR,
           (double)search(&ball, WITHIN) / POSES);
    fflush(stdout);
    ball_free(&ball);
}

static size_t search_once(struct workers *workers, unsigned number, void *context) {
    (void)workers, (void)number;
    return search(context, ALL);
}

// Each process searches its own copy.
static size_t copy_and_search(struct workers *workers, unsigned number, void *context) {
    struct ball *const ball = context;
    void *const copy = allocate(ball->bytes);
    ball->tree = memcpy(copy, ball->tree, ball->bytes);
    return search_once(workers, number, ball);
}

static size_t search_often(struct workers *workers, unsigned number, void *context) {
    size_t found = 0;
    for (int k = 0; k < SEARCHES; k++) found += search_once(workers, number, context);
    return found;
}

static void print_threads(struct progress *shown) {
    struct workers *const workers = workers_open();
    struct ball ball;
    double processes[THREAD_TURNS], threads[THREAD_TURNS], ratios[THREAD_TURNS];
    ball_make(&ball, SHARED);
    run(&ball, BUILD);
    const size_t pairs = WORKERS * SEARCHES * search(&ball, ALL);
    for (unsigned turn = 0; turn < THREAD_TURNS; turn++) {
        progress_show(shown, "threads", turn, THREAD_TURNS);
        const double each = 1e6 / SEARCHES / POSES;
        processes[turn] =
            each * workers_time(workers, true, copy_and_search, search_often, &ball, pairs);
        threads[turn] = each * workers_time(workers, false, NULL, search_often, &ball, pairs);
        ratios[turn] = processes[turn] / threads[turn];
    }
    progress_show(shown, "threads", THREAD_TURNS, THREAD_TURNS);
    printf("two processes %.1f us a search, two threads %.1f: %.3f of the processes' pace\n",
           median_of(processes, THREAD_TURNS), median_of(threads, THREAD_TURNS),
           median_of(ratios, THREAD_TURNS));
    ball_free(&ball);
    workers_close(workers);
}

int main(void) {
    static const size_t sizes[] = {1000, 3000, 10000, 30000, 100000, 300000, LARGEST};
    enum { SIZES = sizeof sizes / sizeof *sizes };
    struct progress shown = {0};
    printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));
    for (unsigned k = 0; k < SIZES; k++) {
        progress_show(&shown, "sizes", k, SIZES);
        print_costs(sizes[k]);
    }
    progress_show(&shown, "sizes", SIZES, SIZES);
    print_threads(&shown);
}
