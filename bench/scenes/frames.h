// SPDX-License-Identifier: MIT
// Frames of a scene: its instances move, every library is brought up to date, and every way traces
// the same rays, all of them in turns.
#ifndef BENCH_SCENES_FRAMES_H
#define BENCH_SCENES_FRAMES_H

#include "way.h"

enum {
    SETS = 2, // of rays: primary, diffuse
    LIBRARIES = 3 + EMBREE_LIBRARIES,
    WAYS_MOST = 48, // of all libraries
    REPETITIONS_MOST = 100,
    UPDATES = 8 // for each time that rays are traced: they are short
};

/// A library in a scene.
struct subject {
    const struct library *library;
    void *built;
    double seconds[REPETITIONS_MOST * UPDATES]; ///< of each update
    double median;                              ///< of these
};

/// A way to trace a set of rays. Counts are of all repetitions.
struct run {
    const struct subject *subject;
    const struct way *way;
    double seconds[REPETITIONS_MOST]; ///< a ray
    double median;                    ///< of these
    size_t rays, hits, differ;        ///< differ: another instance or triangle than the first way's
};

struct set {
    const char *name;
    struct run run[WAYS_MOST];
    size_t runs;
    double rays; ///< in a frame, on average
};

struct frames {
    struct subject subject[LIBRARIES];
    struct set set[SETS];
};

/// Builds every library's scene, then measures. There are size^2 primary rays.
/// @param name of the job, for its progress
void frames_run(struct frames *frames, struct instances *instances, size_t size, size_t repetitions,
                const char *name);
void frames_free(struct frames *frames);

#endif
