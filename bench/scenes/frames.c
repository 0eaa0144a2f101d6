// SPDX-License-Identifier: MIT
#include "frames.h"

#include <string.h>

#include "bench/workers.h"
#include "examples/render/scene.h"
#include "examples/tool.h"

static void build_all(struct frames *frames, const struct instances *instances) {
    const struct library *const others[] = {&lanebox_built_library, &lanebox_refitted_library,
                                            &bullet_library};
    for (size_t l = 0; l < LIBRARIES; l++) {
        struct subject *const subject = &frames->subject[l];
        const size_t embree = LIBRARIES - EMBREE_LIBRARIES;
        subject->library = l < embree ? others[l] : &embree_libraries[l - embree];
        subject->built = subject->library->build(instances, subject->library->variant);
    }
}

// Collects the ways for a set of rays.
static void collect(struct frames *frames, struct set *set, const char *name, bool coherent) {
    set->name = name;
    for (size_t l = 0; l < LIBRARIES; l++) {
        const struct library *const library = frames->subject[l].library;
        for (size_t w = 0; w < library->ways; w++) {
            if (library->way[w].only_coherent && !coherent) continue;
            if (set->runs == WAYS_MOST) die("more than %d ways", WAYS_MOST);
            set->run[set->runs++] =
                (struct run){.subject = &frames->subject[l], .way = &library->way[w]};
        }
    }
}

static void update_all(struct frames *frames, struct instances *instances, size_t which) {
    instances_move(instances);
    for (size_t l = 0; l < LIBRARIES; l++) {
        struct subject *const subject = &frames->subject[l];
        subject->library->place(subject->built, instances);
        const double begun = cpu_seconds();
        subject->library->update(subject->built);
        subject->seconds[which] = cpu_seconds() - begun;
    }
}

// One of so many rays.
static struct rays sample_of(const struct rays *rays, size_t every) {
    struct rays sample = {.coherent = rays->coherent, .any = rays->any};
    rays_reserve(&sample, rays->n / every + 1);
    for (size_t i = 0; i < rays->n; i += every) {
        double origin[3], dir[3];
        for (int c = 0; c < 3; c++) {
            origin[c] = (double)rays->origin[c][i];
            dir[c] = (double)rays->dir[c][i];
        }
        rays_add(&sample, origin, dir, rays->t_max[i]);
    }
    return sample;
}

// Counts the hits, and the answers that differ from the first way's.
static void compare(struct run *run, const struct answers *got, size_t n,
                    const struct answers *first) {
    run->rays += n;
    for (size_t k = 0; k < n; k++) {
        const size_t i = k * run->subject->library->every;
        run->hits += got->triangle[k] != UINT32_MAX;
        run->differ += got->triangle[k] != first->triangle[i] ||
                       got->instance[k] != first->instance[i] ||
                       (run->subject->library->promised &&
                        memcmp(&got->t[k], &first->t[i], sizeof *got->t) != 0);
    }
}

// Traces a frame's rays by all ways. The first way's answers go to `first`.
static void trace_all(struct set *set, const struct rays *rays, size_t repetition,
                      const struct answers *first) {
    struct answers others = answers_for(rays->n, true);
    for (size_t w = 0; w < set->runs; w++) {
        struct run *const run = &set->run[w];
        const struct answers *const got = w == 0 ? first : &others;
        const size_t every = run->subject->library->every;
        struct rays sample = every > 1 ? sample_of(rays, every) : *rays;
        const double begun = cpu_seconds();
        run->way->trace(run->subject->built, run->way->variant, &sample, got);
        run->seconds[repetition] = (cpu_seconds() - begun) / (double)sample.n;
        compare(run, got, sample.n, first);
        if (every > 1) rays_free(&sample);
    }
    set->rays += (double)rays->n;
    answers_free(&others);
}

// A camera outside of the instances that looks at their middle.
static struct camera camera_for(const struct instances *instances) {
    static const double from[3] = {.66, -1.5, .44}; // in sides: the whole cube is in the picture
    double eye[3];
    for (int c = 0; c < 3; c++) eye[c] = instances->middle[c] + instances->side * from[c];
    return scene_view(eye, instances->middle, .42);
}

void frames_run(struct frames *frames, struct instances *instances, size_t size, size_t repetitions,
                const char *name) {
    const struct camera camera = camera_for(instances);
    struct rays primary;
    memset(frames, 0, sizeof *frames);
    build_all(frames, instances);
    collect(frames, &frames->set[0], "primary", true);
    collect(frames, &frames->set[1], "diffuse", false);
    rays_primary(&primary, &camera, size);
    struct answers hits = answers_for(primary.n, true), bounced = answers_for(primary.n, true);
    for (size_t r = 0; r < repetitions; r++) {
        struct rays diffuse;
        progress(name, r, repetitions);
        for (size_t u = 0; u < UPDATES; u++) update_all(frames, instances, r * UPDATES + u);
        trace_all(&frames->set[0], &primary, r, &hits);
        rays_diffuse(&diffuse, &primary, &hits, instances_corners, instances);
        trace_all(&frames->set[1], &diffuse, r, &bounced);
        rays_free(&diffuse);
    }
    progress(name, repetitions, repetitions);
    for (size_t l = 0; l < LIBRARIES; l++) {
        struct subject *const subject = &frames->subject[l];
        subject->median = median_of(subject->seconds, repetitions * UPDATES);
    }
    for (size_t s = 0; s < SETS; s++) {
        struct set *const set = &frames->set[s];
        set->rays /= (double)repetitions;
        for (size_t w = 0; w < set->runs; w++)
            set->run[w].median = median_of(set->run[w].seconds, repetitions);
    }
    answers_free(&hits);
    answers_free(&bounced);
    rays_free(&primary);
}

void frames_free(struct frames *frames) {
    for (size_t l = 0; l < LIBRARIES; l++)
        frames->subject[l].library->free(frames->subject[l].built);
}
