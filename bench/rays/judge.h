// SPDX-License-Identifier: MIT
// Judges the answers of ways by exact arithmetic. Each ray is tested against all triangles of the
// scene that it may meet, not only against those that some way found.
#ifndef BENCH_RAYS_JUDGE_H
#define BENCH_RAYS_JUDGE_H

#include "way.h"

/// A way's answers to a set of rays, and the judgement of them.
struct account {
    const char *library, *way;
    struct answers got;
    bool promised; ///< the first way's bits, no loss, the bound of t; breaches go to stderr
    size_t differ; ///< rays whose answer differs from the first way's
    /// How many of the judged rays are:
    /// - lost: the ray truly meets a triangle, which lies in front of the answer by more than
    ///   lbx_ray_triangle's bound of t, or the answer is a miss;
    /// - false_hits: the answer is a triangle that the ray does not meet, and lies in front of all
    ///   that the ray meets;
    /// - off: t is farther off the triangle than that bound, or the triangle is farther from the
    ///   ray than the bound of lbx_ray_triangle's false hits.
    size_t lost, false_hits, off;
};

struct judge;

/// The scene must outlive the judge.
struct judge *judge_open(const struct scene *scene);
void judge_close(struct judge *judge);

/// Judges the rays whose answers differ and about a thousand others. Fills in the accounts and
/// returns how many rays were judged.
size_t judge_rays(const struct judge *judge, const struct rays *rays, struct account *accounts,
                  size_t count);

#endif
