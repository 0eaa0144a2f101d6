// SPDX-License-Identifier: MIT
// Rays at the instances of a scene.
#include <math.h>

#include "crowd.h"
#include "examples/random.h"

static void odd_ray(struct rays *rays, size_t i, struct random *r) {
    static const float odd[] = {NAN, INFINITY, -INFINITY, 0x1p-149f};
    const unsigned kind = random_below(r, 4);
    if (kind == 0) rays->at[random_below(r, RAY_FLOATS)][i] = odd[random_below(r, 4)];
    if (kind > 1) { // it rests, often where it was aimed
        for (int c = 0; c < 3; c++) {
            if (kind == 2) rays->at[c][i] += rays->at[3 + c][i];
            rays->at[3 + c][i] = 0;
        }
        rays->at[6][i] = random_chance(r, 2) ? 0 : (float)random_unit(r) * 2 - .5f;
        rays->at[7][i] = random_chance(r, 2) ? INFINITY : (float)random_unit(r);
    }
}

void crowd_rays(const struct crowd *s, struct rays *rays, bool odd, uint64_t seed) {
    static const lbx_instance none = {.pose = {{0, 0, 0}, {0, 0, 0, 1}}, .scale = 1};
    struct random r = random_of(seed, 52);
    rays->n = RAYS;
    for (size_t i = 0; i < RAYS; i++) {
        const lbx_instance *const at = s->n ? &s->at[random_below(&r, (unsigned)s->n)] : &none;
        const lbx_instance *const from = s->n ? &s->at[random_below(&r, (unsigned)s->n)] : &none;
        float aimed[3];
        double target[3], origin[3], way[3];
        rays_aim(&r, &s->mesh[at->tree].mesh, aimed);
        crowd_at(at, (const double[]){(double)aimed[0], (double)aimed[1], (double)aimed[2]},
                 target);
        const unsigned kind = random_below(&r, 4), along = random_below(&r, 3);
        const bool straight = random_chance(&r, 4);
        const double far = at->scale * random_scale(&r, -1, 6);
        for (unsigned c = 0; c < 3; c++) {
            const double beside = random_between(&r, -1, 1) * far;
            origin[c] = kind < 2    ? target[c] + beside
                        : kind == 2 ? from->pose.position[c] + beside
                                    : at->pose.position[c];
            if (straight && c != along) origin[c] = target[c];
            rays->at[c][i] = (float)origin[c];
            way[c] = target[c] - (double)rays->at[c][i];
        }
        // The ray gets there at t = 1, or at any other t.
        const int exponent = random_chance(&r, 4) ? random_int(&r, -30, 30) : 0;
        bool rests = true;
        for (unsigned c = 0; c < 3; c++) {
            rays->at[3 + c][i] = (float)ldexp(way[c], exponent);
            rests = rests && rays->at[3 + c][i] == 0;
        }
        if (rests && !odd) rays->at[3 + along][i] = 1;
        const double t = ldexp(1, -exponent);
        rays->at[6][i] = random_chance(&r, 4) ? (float)(t * random_unit(&r)) : 0;
        const bool exact = random_chance(&r, 2), endless = random_chance(&r, 2);
        rays->at[7][i] = endless ? INFINITY : (float)(exact ? t : 2 * t);
        if (odd && random_chance(&r, 5)) odd_ray(rays, i, &r);
    }
}
