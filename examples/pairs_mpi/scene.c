// SPDX-License-Identifier: MIT
// The boxes of a scene: those of tests/support/sets.h, with odd ones among them.
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "share.h"

enum { SET_SEED = 1, VELOCITY_SEED = 9 };

// Changes an ordinary box into an odd one, for which rules of ownership may be wrong.
static void make_odd(uint64_t which, struct set_box *box) {
    float *const min = box->min, *const max = box->max;
    switch (which % 16) {
    case 0: min[0] = NAN; break;
    case 1: max[1] = NAN; break;
    case 2: min[2] = max[2] = NAN; break;
    case 3: *box = (struct set_box){{NAN, NAN, NAN}, {NAN, NAN, NAN}}; break;
    case 4: // empty
        *box = (struct set_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
        break;
    case 5:
        *box = (struct set_box){{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
        break;
    case 6: { // no points, but not empty to lanebox: it meets boxes that reach around both its ends
        const float low = min[0];
        min[0] = max[0], max[0] = low;
        min[1] -= 20, max[2] += 20; // across cuts
        break;
    }
    case 7: min[1] = -INFINITY, max[1] = INFINITY; break;
    case 8: min[0] = -INFINITY; break;
    case 9: max[2] = FLT_MAX; break;
    case 10: // all of space
        *box = (struct set_box){{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}};
        break;
    case 11: max[0] += 100; break; // wider than bricks of small sets
    case 12: min[1] = max[1]; break;
    case 13: min[0] = max[0] = INFINITY; break;
    case 14: min[2] = max[2] = -INFINITY; break;
    default: min[0] = NAN, max[0] = min[1], min[1] = -FLT_MAX; break;
    }
}

static void put_on_grid(struct body *body) {
    for (int c = 0; c < 3; c++) {
        body->begun.min[c] = roundf(body->begun.min[c]);
        body->begun.max[c] = roundf(body->begun.max[c]);
        body->velocity[c] = roundf(20 * body->velocity[c]); // -1, 0 or 1
    }
}

void scene_fill(const struct scene *scene, size_t first, size_t count, struct body *bodies) {
    enum { AT_ONCE = 1024 };
    struct set_box boxes[AT_ONCE];
    float velocity[AT_ONCE][3];
    for (size_t done = 0, some; done < count; done += some) {
        some = count - done < AT_ONCE ? count - done : AT_ONCE;
        set_fill_part(scene->kind, scene->n, SET_SEED, first + done, some, boxes);
        set_velocities_part(scene->kind, VELOCITY_SEED, first + done, some, velocity);
        for (size_t i = 0; i < some; i++) {
            struct body *const body = &bodies[done + i];
            *body = (struct body){.id = first + done + i, .begun = boxes[i]};
            for (int c = 0; c < 3; c++) body->velocity[c] = velocity[i][c];
            if (scene->grid) put_on_grid(body);
            if (scene->odd && body->id % scene->odd == scene->odd - 1)
                make_odd(body->id / scene->odd, &body->begun);
        }
    }
}

float scene_times(const struct scene *scene, unsigned step) {
    static const float swing[SWINGS] = {0, 1, 2, 3, 2, 1};
    return (float)scene->speed * (scene->drifts ? (float)step : swing[step % SWINGS]);
}
