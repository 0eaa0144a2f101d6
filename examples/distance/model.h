// SPDX-License-Identifier: MIT
// A mesh that is asked for signed distances, by several threads.
#ifndef EXAMPLE_DISTANCE_MODEL_H
#define EXAMPLE_DISTANCE_MODEL_H

#include "examples/workers/pthreads.h"
#include "lanebox/trees.h"
#include "surface.h"

enum { THREADS_MOST = 256 };

struct model {
    void *tree, *signs;
    size_t tree_bytes, signs_bytes;
    double seconds; ///< that building them took
    lbx_sign_counts counts;
    unsigned flags; ///< of searches: LBX_SIGN_BY_CROSSINGS if the mesh needs it
};

/// Builds the tree and the signs of a mesh, and says what is unusual about it.
void model_make(struct model *model, const struct surface *surface, const char *path,
                struct pool *pool);

void model_free(struct model *model);

/// Writes the position of point i.
typedef void point_of(const void *context, size_t i, float point[3]);

/// Asks for the distances of n points, and shows the progress under this name.
void model_distances(const struct model *model, point_of *point, const void *context, size_t n,
                     struct pool *pool, const char *job, float *distance);

/// The number of processors, at least 1 and at most THREADS_MOST.
size_t processors(void);

#endif
