// SPDX-License-Identifier: MIT
// Judges what ways answered by exact arithmetic. Of a ray all triangles of the scene are asked that
// it may meet, not those alone that some way found.
#ifndef BENCH_RAYS_JUDGE_H
#define BENCH_RAYS_JUDGE_H

#include "way.h"

/// What a way answered to a set of rays, and what became of it.
struct account {
    const char *library, *way;
    struct answers got;
    bool promised; ///< the same bits as the first way's, no loss, t: what breaks it is on stderr
    size_t differ; ///< rays whose answer is another one than the first way's
    /// Of the rays that were judged:
    /// - lost: it truly meets a triangle in front of the answer, by more than lbx_ray_triangle's
    ///   bound of t, or the answer is a miss;
    /// - false_hits: the answer is a triangle that it does not meet, and lies in front of all that
    /// it
    ///   meets;
    /// - off: t is farther off the triangle than that bound, or the triangle is farther from the
    /// ray
    ///   than the bound of lbx_ray_triangle's false hits.
    size_t lost, false_hits, off;
};

struct judge;

/// The scene must stay while it is asked.
struct judge *judge_open(const struct scene *scene);
void judge_close(struct judge *judge);

/// Judges the rays to which the answers differ, and about a thousand others. Fills in the accounts;
/// returns how many rays were judged.
size_t judge_rays(const struct judge *judge, const struct rays *rays, struct account *accounts,
                  size_t count);

#endif
