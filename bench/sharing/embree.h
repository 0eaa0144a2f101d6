// SPDX-License-Identifier: MIT
// Embree's builds and refits of the same meshes.
#ifndef BENCH_SHARING_EMBREE_H
#define BENCH_SHARING_EMBREE_H

#include "jobs.h"

#ifdef __cplusplus
extern "C" {
#endif

enum embree_job { EMBREE_BUILD, EMBREE_BUILD_HIGH, EMBREE_REFIT, EMBREE_JOBS };

extern const char *const embree_names[EMBREE_JOBS];

/// Returns the seconds that rtcCommitScene takes, in a new device of so many threads, which have
/// worked before.
double embree_seconds(const struct subject *subject, enum embree_job job, unsigned threads);

#ifdef __cplusplus
}
#endif

#endif
