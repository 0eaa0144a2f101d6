// SPDX-License-Identifier: MIT
// The cases that tests and benchmarks iterate over. Every kernel has its file in cases/. No test or
// benchmark names a kernel or an instruction set.
#ifndef LBX_CASES_H
#define LBX_CASES_H

#include <stdbool.h>

#include "lanebox.h"

enum { CASE_FLOATS_MAX = 15, CASE_OUTPUTS_MAX = 4, CASE_OPTIONAL_MAX = 3 };

// The kinds of batches. The inputs of all but the hostile ones fulfil the contract.
enum scene {
    SCENE_MIXED,       // about half of the pairs hit
    SCENE_SPARSE,      // about one in twenty does
    SCENE_ALL_HIT,     //
    SCENE_ALL_MISS,    //
    SCENE_TOUCHING,    // exact contact: at faces, edges and corners
    SCENE_ULP,         // off contact by an ulp, or by up to 2^-8 of the sizes, either way
    SCENE_ALONG,       // along faces and edges: +-0 and grazing directions, near-parallel axes
    SCENE_DEGENERATE,  // flat, thin, point, nested
    SCENE_SCALES,      // sizes and distances all over the promised range, some far from the origin
    SCENE_WORST,       // every rounding and every tolerance is at its worst for the pad
    SCENE_WHOLE_RANGE, // the others at the limits of the promises, or of float
    SCENE_HOSTILE,     // any float: NaN, infinities, denormals, both zeros, empty shapes
    SCENES
};

extern const char *const scene_names[SCENES];

// One side of a batch: a view without a type. Arrays that are optional in the view can be NULL.
struct case_side {
    const float *at[CASE_FLOATS_MAX];
    size_t count, stride;
    lbx_pick pick;
};

union case_view {
    lbx_aabbs aabbs;
    lbx_obbs obbs;
    lbx_rays rays;
    lbx_segments segments;
    lbx_triangles triangles;
    lbx_planes planes;
    lbx_spheres spheres;
    lbx_capsules capsules;
    struct { // a side of a sweep: it has the arrays of both views, and one pick
        lbx_aabbs boxes;
        lbx_motions motions;
    } moving_aabbs;
    struct {
        lbx_spheres spheres;
        lbx_motions motions;
    } moving_spheres;
    struct {
        lbx_capsules capsules;
        lbx_motions motions;
    } moving_capsules;
};

// The truth about one pair, in double.
struct case_truth {
    bool hit;
    bool alternative; // the verdict of a second document, if there is one
    double out[CASE_OUTPUTS_MAX];
    unsigned said; // the first document's class, if there are classes
};

// The stated bounds of false hits: on the distance, and on each gap, where a gap between edges of
// both items is multiplied by the sine of their angle.
struct case_bound {
    double distance, weighed;
};

struct lbx_case {
    const char *name;     // of the kernel
    unsigned floats[2];   // arrays of each side, including the optional ones
    unsigned required[2]; // arrays that may not be NULL; they come first
    // The floats of each side. Letters that stand for three floats: p a position, m and M the
    // corners of a box, d a direction, i its inverse, v a displacement, a an axis, h half extents,
    // n a normal. Letters that stand for one: t, r a radius, o the offset of the normal before it.
    const char *shape[2];
    bool exact;         // has no false hits
    bool within;        // calls take case_distance
    bool total;         // loses no contact for any finite floats
    unsigned motion[2]; // the first float of the second view of a side that moves, or 0
    unsigned
        optional[2][CASE_OPTIONAL_MAX]; // the others: arrays given or left out together, a bit each
    unsigned outputs;                   // float arrays written beside the mask
    unsigned classes;     // 0: the answer is a mask; else a byte per item, of so many classes
    unsigned hit_classes; // classes that count as a hit, a bit each
    unsigned together;    // outputs wanted together or not at all, a bit each
    float missed[CASE_OUTPUTS_MAX]; // the outputs of a miss

    // Fills `floats` arrays of n elements on each side; element i of both is a pair of the scene's
    // kind. The same seed gives the same bits on every machine.
    void (*fill)(uint64_t seed, enum scene scene, size_t n, float *const first[],
                 float *const second[]);

    // Functions that build the view of each side, and call the public function with views, which
    // may be NULL.
    void (*view[2])(union case_view *view, const struct case_side *side);
    ptrdiff_t (*call)(const union case_view *first, const union case_view *second, size_t n,
                      unsigned flags, uint8_t *hits, float *const out[CASE_OUTPUTS_MAX]);

    // The _check function of each side.
    ptrdiff_t (*check[2])(const struct case_side *side, size_t n, uint8_t *malformed);

    // The double reference on one pair, with all arrays given. The second item is grown by `grow`
    // on all sides (shrunk if negative).
    struct case_truth (*truth)(const float first[], const float second[], double grow);

    // How far off the truth itself may be, as a distance: 0 if double computes the verdict exactly.
    double (*uncertainty)(const float first[], const float second[]);

    // The stated bound of false hits for this pair.
    struct case_bound (*bound)(const float first[], const float second[], unsigned flags);

    // The float reference over a contiguous batch, which is the benchmarks' baseline. Writes a byte
    // per verdict or class and returns the number of hits.
    size_t (*reference)(float *const first[], float *const second[], size_t n, uint8_t *verdicts);
};

extern const struct lbx_case *const lbx_cases[];
extern const size_t lbx_case_count;

// The bytes that the mask or the classes of n items take.
static inline size_t case_bytes(const struct lbx_case *c, size_t n) {
    return c->classes ? n : (n + 7) / 8;
}

// Whether a single verdict or class says that the item hits.
static inline bool case_says_hit(const struct lbx_case *c, unsigned said) {
    return c->classes ? c->hit_classes >> said & 1 : said;
}

// What the mask or the classes say of item i.
static inline unsigned case_said(const struct lbx_case *c, const uint8_t *hits, size_t i) {
    return c->classes ? hits[i] : hits[i / 8] >> i % 8 & 1;
}

// Whether calls run as in a program that flushes denormals to zero (FTZ and DAZ), if the machine
// can do this; false at first. The code around a call runs without.
extern bool case_flushes;

// The distance d of calls that take one. It holds for all pairs, and scenes make pairs for it, so
// it is not part of a view. 105 / 128 has the factors 3, 5 and 7, which are lengths of integer
// vectors.
#define CASE_DISTANCE 0x1.a4p-1f
extern float case_distance;

// Builds the views, NULL for a NULL side, and calls the public function.
ptrdiff_t case_run(const struct lbx_case *c, const struct case_side *first,
                   const struct case_side *second, size_t n, unsigned flags, uint8_t *hits,
                   float *const out[CASE_OUTPUTS_MAX]);

#endif
