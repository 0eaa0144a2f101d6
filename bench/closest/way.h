// SPDX-License-Identifier: MIT
// Ways to find the triangle of a mesh that is nearest to each of many points, timed beside each
// other by main.c.
#ifndef BENCH_CLOSEST_WAY_H
#define BENCH_CLOSEST_WAY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A mesh with shared vertices, and all corners of its triangles.
struct surface {
    float (*position)[3], (*corner)[3];
    uint32_t (*triangle)[3];
    size_t vertices, triangles;
};

/// Points, a structure of arrays.
struct queries {
    float *at[3];
    size_t n;
};

/// What each of them found.
struct answers {
    uint32_t *triangle;
    float *distance;
};

/// A way to ask what its library built.
struct way {
    const char *name;
    void (*ask)(void *built, unsigned variant, const struct queries *queries,
                const struct answers *out);
    unsigned variant;
};

struct library {
    const char *name;
    void *(*build)(const struct surface *surface);
    void (*free)(void *built);
    const struct way *way;
    size_t ways;
};

extern const struct library lanebox_library, embree_library;
#ifdef BENCH_CGAL
extern const struct library cgal_library;
#endif

/// Reads a mesh from a file and joins vertices at the same place.
void surface_load(struct surface *surface, const char *path);
void surface_free(struct surface *surface);

enum kind { KIND_RANDOM, KIND_NEAR, KIND_GRID, KIND_FAR, KINDS };
extern const char *const kind_names[KINDS];

/// Makes n points: anywhere in 1.2 times the mesh's box; within 1 % of its diagonal from the
/// surface; a grid of 64 points a side in that box, whatever n is; or 2 to 4 diagonals away.
void queries_make(struct queries *queries, enum kind kind, const struct surface *surface, size_t n);

/// The same along a Morton curve.
void queries_sort(struct queries *sorted, const struct queries *from);
void queries_free(struct queries *queries);

#ifdef __cplusplus
}
#endif

#endif
