// SPDX-License-Identifier: MIT
#include "pairs_reference.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "scalar_ref/scalar_ref.h"
#include "tool.h"

struct float_aabb {
    float P[3], E[3]; // position, extents
};

struct double_boxes {
    double P[3], E[3];          // the AABB
    double C[3], l[3], u[3][3]; // the OBB: center, half lengths, axes
    double radius;              // of the sphere around it, rounded up
};

// Where a box begins and ends along x.
struct span {
    float low, high;
    uint32_t box;
};

void reference_make(struct reference *reference, const struct world *world) {
    *reference = (struct reference){.count = world->count};
    reference->obbs = world->obbs;
    reference->aabbs = resize(NULL, world->count, sizeof *reference->aabbs);
    reference->truth = resize(NULL, world->count, sizeof *reference->truth);
    reference->spans = resize(NULL, world->count, sizeof *reference->spans);
}

void reference_update(struct reference *reference, const struct world *world) {
    for (size_t i = 0; i < reference->count; i++) {
        const struct aabb *const aabb = &world->aabbs[i];
        const struct obb *const obb = &world->obbs[i];
        struct double_boxes *const truth = &reference->truth[i];
        for (int c = 0; c < 3; c++) {
            truth->P[c] = ((double)aabb->min[c] + aabb->max[c]) / 2;
            truth->E[c] = ((double)aabb->max[c] - aabb->min[c]) / 2;
            truth->C[c] = obb->center[c];
            truth->l[c] = obb->half[c];
            for (int k = 0; k < 3; k++) truth->u[k][c] = obb->axis[k][c];
            reference->aabbs[i].P[c] = (float)truth->P[c];
            reference->aabbs[i].E[c] = (float)truth->E[c];
        }
        truth->radius = 1.000001 * hypot(hypot(truth->l[0], truth->l[1]), truth->l[2]);
        reference->spans[i] = (struct span){aabb->min[0], aabb->max[0], (uint32_t)i};
    }
}

static int by_low(const void *a, const void *b) {
    const struct span *const x = a, *const y = b;
    return (x->low > y->low) - (x->low < y->low);
}

size_t reference_pairs(struct reference *reference) {
    const struct span *const spans = reference->spans;
    struct pair_list *const list = &reference->pairs;
    list->count = 0;
    qsort(reference->spans, reference->count, sizeof *spans, by_low);
    for (size_t i = 0; i < reference->count; i++) {
        const struct float_aabb *const a = &reference->aabbs[spans[i].box];
        for (size_t j = i + 1; j < reference->count && spans[j].low <= spans[i].high; j++) {
            const struct float_aabb *const b = &reference->aabbs[spans[j].box];
            if (!ref_aabb_aabb_float(a->P, a->E, b->P, b->E)) continue;
            pair_list_reserve(list, 1);
            list->pairs[list->count++] = (lbx_pair){spans[i].box, spans[j].box};
        }
    }
    return list->count;
}

size_t reference_obb_obb(const struct reference *reference, const lbx_pair *pairs, size_t n) {
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        struct obb *const a = &reference->obbs[pairs[i].a];
        struct obb *const b = &reference->obbs[pairs[i].b];
        found += ref_obb_obb_float(a->center, a->axis, a->half, b->center, b->axis, b->half);
    }
    return found;
}

// Do two OBBs touch when every half extent of both is larger by `growth`?
static bool touch(const struct double_boxes *a, const struct double_boxes *b, double growth) {
    struct double_boxes grown_a = *a, grown_b = *b;
    for (int k = 0; k < 3; k++) {
        grown_a.l[k] += growth;
        grown_b.l[k] += growth;
    }
    return ref_obb_obb_double(grown_a.C, grown_a.u, grown_a.l, grown_b.C, grown_b.u, grown_b.l);
}

// How far apart two OBBs that lbx_obb_obb reports may be: 3 * 2^-18 S / sine, at most 2^-8 S. S is
// the sum of the half lengths, sine that of the angle between the edges that decide. Which edges
// decide is not known here, so the most parallel ones are taken: they make the bound no smaller.
static double bound(const struct double_boxes *a, const struct double_boxes *b) {
    double sum = 0, sine = 1;
    for (int i = 0; i < 3; i++) {
        sum += a->l[i] + b->l[i];
        for (int k = 0; k < 3; k++) {
            double square = 0;
            for (int c = 0; c < 3; c++) {
                const int d = (c + 1) % 3, e = (c + 2) % 3;
                const double cross = a->u[i][d] * b->u[k][e] - a->u[i][e] * b->u[k][d];
                square += cross * cross;
            }
            sine = fmin(sine, sqrt(square));
        }
    }
    return fmin(3 * 0x1p-18 * sum / sine, 0x1p-8 * sum);
}

static bool hit(const uint8_t *hits, size_t i) {
    return hits[i / 8] >> i % 8 & 1;
}

// Whether the spheres around two OBBs meet: if not, the OBBs cannot touch and `touch` is skipped.
static bool near(const struct double_boxes *a, const struct double_boxes *b) {
    double square = 0;
    for (int c = 0; c < 3; c++) square += (a->C[c] - b->C[c]) * (a->C[c] - b->C[c]);
    return square <= (a->radius + b->radius) * (a->radius + b->radius);
}

void prove_pairs(struct reference *reference, const lbx_pair *pairs, size_t n,
                 struct proof *proof) {
    // The list ascends, as do these loops: either its next pair is (i, j), or (i, j) is not in it.
    const lbx_pair *next = pairs, *const end = pairs + n;
    for (uint32_t i = 0; i < reference->count; i++) {
        for (uint32_t j = i + 1; j < reference->count; j++) {
            const struct double_boxes *const a = &reference->truth[i], *const b =
                                                                           &reference->truth[j];
            const bool overlap = ref_aabb_aabb_double(a->P, a->E, b->P, b->E);
            const bool found = next < end && next->a == i && next->b == j;
            next += found;
            proof->missing += !found && (overlap || (near(a, b) && touch(a, b, 0)));
            proof->extra += found && !overlap;
            proof->beyond += found && !overlap;
        }
    }
    proof->tested += reference->count * (reference->count - 1) / 2;
    proof->beyond += (size_t)(end - next); // entries that are no valid pair or are duplicates
}

void prove_obb_obb(const struct reference *reference, const lbx_pair *pairs, size_t n,
                   const uint8_t *hits, struct proof *proof) {
    proof->tested += n;
    for (size_t i = 0; i < n; i++) {
        const struct double_boxes *const a = &reference->truth[pairs[i].a];
        const struct double_boxes *const b = &reference->truth[pairs[i].b];
        const bool overlap = touch(a, b, 0);
        if (!hit(hits, i)) {
            proof->missing += overlap;
        } else if (!overlap) {
            proof->extra++;
            // Two boxes that are d apart touch when each grows by d / 2 on every side.
            proof->beyond += !touch(a, b, bound(a, b) / 2);
        }
    }
}

void reference_free(struct reference *reference) {
    free(reference->aabbs);
    free(reference->truth);
    free(reference->spans);
    free(reference->pairs.pairs);
    *reference = (struct reference){0};
}
