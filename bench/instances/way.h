// SPDX-License-Identifier: MIT
// Ways to find which instances of a scene touch each other, timed beside each other by main.c.
#ifndef BENCH_WAY_H
#define BENCH_WAY_H

#include "bench/scenes/instances.h"

#ifdef __cplusplus
extern "C" {
#endif

struct found {
    size_t touching;  ///< pairs of instances
    size_t triangles; ///< pairs of triangles, if all were asked for
    uint64_t hash;    ///< of the pairs of instances, in any order
};

struct way {
    const char *name;
    void *(*make)(const struct instances *scene);
    /// Takes the instances' poses, and finds which touch; all pairs of triangles if `all`.
    void (*find)(void *made, const struct instances *scene, int all, struct found *found);
    void (*free)(void *made);
};

extern const struct way lanebox_way, hints_way, fcl_way;

/// Adds a pair of instances that touch.
static inline void found_add(struct found *found, uint32_t a, uint32_t b, size_t triangles) {
    const uint64_t low = a < b ? a : b, high = a < b ? b : a;
    const uint64_t mixed = (low << 32 | high) * UINT64_C(0x9e3779b97f4a7c15);
    found->touching++;
    found->triangles += triangles;
    found->hash += mixed ^ mixed >> 29;
}

#ifdef __cplusplus
}
#endif

#endif
