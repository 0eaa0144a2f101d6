// SPDX-License-Identifier: MIT
// Pairs of moving boxes: min x y z, max x y z, delta x y z on both sides.
#include "moving.h"
#include "scenes.h"

static void any_boxes(struct random *r, float a[], float b[], double reach, double way) {
    make_box(r, a, reach, .25, 1);
    make_box(r, b, reach, .25, 1);
    for (int c = 0; c < 3; c++) {
        a[BOX_DELTA + c] = (float)random_between(r, -way, way);
        b[BOX_DELTA + c] = (float)random_between(r, -way, way);
    }
}

static void scale_boxes(float a[], float b[], int scale) {
    for (int k = 0; k < BOX_DELTA + 3; k++) {
        a[k] = ldexpf(a[k], scale);
        b[k] = ldexpf(b[k], scale);
    }
}

// Moves a box back from its position at u to its start.
static void rewind_box(float box[], unsigned c, double u) {
    box[c] = (float)(box[c] - u * box[BOX_DELTA + c]);
    box[3 + c] = (float)(box[3 + c] - u * box[BOX_DELTA + c]);
}

// One axis, in integers at the time of the contact: the boxes touch at a plane, before or after
// they overlap, or both contain the plane. They may be at rest relative to each other.
static void contact_on_axis(struct random *r, enum scene scene, bool touch, double u, unsigned c,
                            float a[], float b[]) {
    const double at = random_signed(r, random_int(r, 1, 64));
    const double below = extent(r, scene), above = extent(r, scene);
    float *lower = a, *upper = b;
    if (random_chance(r, 2)) {
        lower = b;
        upper = a;
    }
    if (touch) {
        put_span(lower, c, at - below, at);
        put_span(upper, c, at, at + above);
    } else {
        put_span(lower, c, at - below, at + above);
        const double other_below = extent(r, scene), other_above = extent(r, scene);
        put_span(upper, c, at - other_below, at + other_above);
    }
    const int v = random_chance(r, 4) ? 0 : 8 * random_int(r, -7, 7);
    share_motion(r, v, &a[BOX_DELTA + c], &b[BOX_DELTA + c]);
    rewind_box(a, c, u);
    rewind_box(b, c, u);
}

// Contact at a face, an edge or a corner, at u = 0, 1/8 .. 1.
static void contact(struct random *r, enum scene scene, float a[], float b[]) {
    const double u = random_int(r, 0, 8) / 8.0;
    const unsigned plane = random_below(r, 3);
    for (unsigned c = 0; c < 3; c++) {
        const bool touch = c == plane || random_chance(r, 2);
        contact_on_axis(r, scene, touch, u, c, a, b);
    }
    if (scene == SCENE_ULP || (scene == SCENE_DEGENERATE && random_chance(r, 2))) {
        float *const box = random_chance(r, 2) ? a : b;
        const unsigned k =
            random_chance(r, 4) ? BOX_DELTA + random_below(r, 3) : random_below(r, 2) * 3 + plane;
        if (box[k] != 0) box[k] = nudged(r, box[k]);
        if (k < BOX_DELTA) box[3 + k % 3] = fmaxf(box[k % 3], box[3 + k % 3]);
    }
    scale_boxes(a, b, random_int(r, -20, 20));
}

// Motion along shared planes, some of them at 0. On these axes the boxes are at rest relative to
// each other, though both may move, or so slow that they are about to part when they meet on the
// axis that they move along.
static void along(struct random *r, float a[], float b[]) {
    const unsigned across = random_below(r, 3);
    contact_on_axis(r, SCENE_ALONG, true, random_int(r, 0, 8) / 8.0, across, a, b);
    for (unsigned c = 0; c < 3; c++) {
        if (c == across) continue;
        for (int s = 0; s < 2; s++) {
            const double low = random_signed(r, random_int(r, 0, 1)),
                         high = low + random_int(r, 1, 2);
            put_span(s ? b : a, c, low, high != 0 ? high : 0 * random_sign(r));
        }
        float *const da = &a[BOX_DELTA + c], *const db = &b[BOX_DELTA + c];
        if (random_chance(r, 3)) {
            *da = (float)(0 * random_sign(r));
            const bool still = random_chance(r, 2);
            *db = (float)random_signed(r, still ? 0 : random_scale(r, -30, -12));
        } else {
            *da = (float)random_between(r, 1, 4);
            *db = float_step(*da, random_int(r, -1, 1));
        }
    }
    scale_boxes(a, b, random_int(r, -20, 20));
}

// Near contact on every axis at a common time. Sizes go down to 2^-20 of the displacement, and
// coordinates up to 2^22 times it.
static void scales(struct random *r, float a[], float b[]) {
    const int scale = random_int(r, -53, 36), far = random_chance(r, 2) ? 0 : random_int(r, 0, 22);
    const double u = random_chance(r, 8) ? random_below(r, 2) : random_unit(r);
    for (int c = 0; c < 3; c++) {
        const double at = random_signed(r, random_scale(r, scale + far - 4, scale + far));
        const int ratio = random_int(r, -20, 0);
        const double size = random_chance(r, 8) ? 0 : random_scale(r, scale + ratio, scale + 1);
        const double way = random_signed(r, random_scale(r, scale - 4, scale + 3));
        a[BOX_DELTA + c] = (float)way;
        b[BOX_DELTA + c] = (float)random_signed(r, random_scale(r, scale - 4, scale + 3));
        if (random_chance(r, 4)) b[BOX_DELTA + c] = (float)(way * random_below(r, 2));
        a[c] = (float)at;
        a[3 + c] = (float)(at + size);
        const double v = (double)b[BOX_DELTA + c] - a[BOX_DELTA + c];
        b[c] = (float)(at + random_between(r, -.25, 1.25) * size - u * v);
        b[3 + c] = (float)(b[c] + (random_chance(r, 2) ? 0 : size));
        if (a[3 + c] - a[c] < LEAST_LENGTH) a[3 + c] = a[c];
        if (b[3 + c] - b[c] < LEAST_LENGTH) b[3 + c] = b[c];
        if (fabsf(b[c]) < LEAST_LENGTH) b[c] *= 0;
        if (fabsf(b[3 + c]) < LEAST_LENGTH) b[3 + c] *= 0;
        b[3 + c] = fmaxf(b[c], b[3 + c]);
    }
}

// --- pairs that need the pad ---

// On an axis, b comes from above: a.max and b.min meet when it enters, a.min and b.max when it
// leaves. All differences need more bits than a float has. Since most results lie just above a
// power of two, each rounding can be off by nearly half an ulp of its result.
struct axis {
    float a_plane, b_plane, a_delta, b_delta;
};

static struct axis any_axis(struct random *r, double u, double touch) {
    struct axis x;
    x.a_delta = (float)random_between(r, .75, 1);
    x.b_delta = (float)(x.a_delta - random_between(r, 1, 1.0625));
    const double way = u * ((double)x.b_delta - x.a_delta) * (1 + touch);
    x.a_plane = (float)way;
    x.b_plane = (float)(x.a_plane - way);
    return x;
}

// How much later than the exact u the kernel finds that the planes meet, as a relative error.
static double lateness(const struct axis *x) {
    const float inverse = 1.0f / (x->b_delta - x->a_delta);
    const double found = (double)((x->a_plane - x->b_plane) * inverse);
    const double exact = ((double)x->a_plane - x->b_plane) / ((double)x->b_delta - x->a_delta);
    return found / exact - 1;
}

// The axis with the latest result, or the earliest, of many.
static struct axis worst_axis(struct random *r, double u, bool late, double touch) {
    enum { TRIES = 96 };
    struct axis worst = {0};
    double most = -INFINITY;
    for (int k = 0; k < TRIES; k++) {
        const struct axis x = any_axis(r, u, touch);
        const double harm = late ? lateness(&x) : -lateness(&x);
        if (harm <= most) continue;
        most = harm;
        worst = x;
    }
    return worst;
}

static void put_axis(struct random *r, const struct axis *x, bool enters, unsigned c, float a[],
                     float b[]) {
    const bool mirrored = random_chance(r, 2);
    const float sign = mirrored ? -1 : 1;
    const unsigned low = mirrored ? 3 + c : c, high = mirrored ? c : 3 + c;
    a[enters ? high : low] = sign * x->a_plane;
    a[enters ? low : high] = sign * (x->a_plane + (enters ? -8 : 8));
    b[enters ? low : high] = sign * x->b_plane;
    b[enters ? high : low] = sign * (x->b_plane + (enters ? 8 : -8));
    a[BOX_DELTA + c] = sign * x->a_delta;
    b[BOX_DELTA + c] = sign * x->b_delta;
}

// b enters on one axis at exactly the u at which it leaves on another, or at u = 1, while rounding
// makes the entry late and the exit early. Or it misses by about as much as the bound, while
// rounding makes the entry early and the exit late.
static void worst(struct random *r, float a[], float b[]) {
    const bool lost = random_chance(r, 2), ends = random_chance(r, 4);
    const double u = ends ? 1 : .5 + random_unit(r) / 16, off = 0x1p-24 * random_between(r, -8, 22);
    const unsigned first = random_below(r, 3), second = (first + random_int(r, 1, 2)) % 3;
    const double touch = 0x1p-46;
    const struct axis in = worst_axis(r, u, lost, lost ? -touch : ends ? off : 0);
    const struct axis out = worst_axis(r, u, !lost, lost ? touch : -off);
    put_axis(r, &in, true, first, a, b);
    if (ends) {
        for (int s = 0; s < 2; s++) put_span(s ? b : a, second, -4, 4);
        a[BOX_DELTA + second] = b[BOX_DELTA + second] = 0;
    } else {
        put_axis(r, &out, false, second, a, b);
    }
    const unsigned third = 3 - first - second;
    for (int s = 0; s < 2; s++) put_span(s ? b : a, third, -4, 4);
    a[BOX_DELTA + third] = b[BOX_DELTA + third] = .25f;
    scale_boxes(a, b, random_int(r, -20, 20));
}

static void hostile(struct random *r, float box[]) {
    hostile_box(r, box);
    const bool tame = random_chance(r, 2), nothing = isnan(box[0]) && isnan(box[5]);
    for (unsigned c = 0; c < 3; c++) {
        const float awkward = random_hostile(r);
        box[BOX_DELTA + c] = nothing ? NAN : tame ? (float)random_int(r, -2, 2) : awkward;
    }
}

void scene_aabb_aabb_sweep(struct random *r, enum scene scene, float a[], float b[]) {
    switch (scene) {
    case SCENE_MIXED: any_boxes(r, a, b, 1.375, 2); return;
    case SCENE_SPARSE: any_boxes(r, a, b, 5, 2); return;
    case SCENE_ALL_HIT: // wherever they start, they overlap in the end
        any_boxes(r, a, b, 4, 0);
        move_together(r, a, b, BOX_DELTA);
        return;
    case SCENE_ALL_MISS: {
        any_boxes(r, a, b, 1, 2);
        const unsigned c = random_below(r, 3);
        const float by = (float)random_signed(r, random_between(r, 9, 50));
        b[c] += by;
        b[3 + c] += by;
        return;
    }
    case SCENE_TOUCHING:
    case SCENE_ULP:
    case SCENE_DEGENERATE: contact(r, scene, a, b); return;
    case SCENE_ALONG: along(r, a, b); return;
    case SCENE_SCALES: scales(r, a, b); return;
    case SCENE_WORST: worst(r, a, b); return;
    default:
        hostile(r, a);
        hostile(r, b);
        return;
    }
}
