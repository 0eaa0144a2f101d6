// SPDX-License-Identifier: MIT
// How a kernel describes itself to the walker (walk.h, walks.h), below its core.
#ifndef LBX_KERNEL_H
#define LBX_KERNEL_H

#include "../api/call.h"
#include "../math/shapes.h"

enum { OUTPUTS_MAX = 4 };

// A core as the walker calls it. Only FORM_OUTPUTS uses `out`.
typedef struct masks core(enum form form, const union lanes *a, const union lanes *b, vf *out);

// A core for boxes as they lie in memory: tells which of their floats prove them apart.
#if LANES_ROWS
typedef vmr core_of_rows(const struct aabb_row *a, const struct aabb_row *b);
#else
typedef void core_of_rows(void);
#endif

// The walks of a kernel in one form, for all readings but staged. At most one side is one item.
typedef size_t form_walks(const struct lbx_operand *a, const struct lbx_operand *b, size_t first,
                          size_t n, uint8_t *answers, float *const *out);

// Prepares one item of the first side, whose floats are `item`, for a loop over contiguous items,
// and picks from their arrays `at` those that core_of_prepared sees, in its order. Returns the form
// in which it must be called, or FORM_NONE if the loop over many items serves better.
typedef enum form prepare_item(enum form form, const float *item, unsigned given, union lanes *one,
                               const float *const *at, const float **seen);

// Picks the arrays of struct corners, given the axes along which the far corner is min.
FORCE_INLINE void pick_corners(const bool reversed[3], const float *const *at, const float **seen) {
    for (int c = 0; c < 3; c++) {
        seen[c] = at[reversed[c] ? 3 + c : c];
        seen[3 + c] = at[reversed[c] ? c : 3 + c];
    }
    seen[CORNERS_AT_MIN_X] = at[0];
    seen[CORNERS_AT_MAX_X] = at[3];
}

// Decides one item by itself, of which a core has told nothing, and writes its outputs. `given` is
// what the first side has of a ray's optional arrays. Returns whether it is apart.
typedef bool settle_item(const float *a, const float *b, unsigned given, float *out);

// Which sides are read in quads if only that side is compact; the other side is then contiguous,
// one item or staged. If both sides are compact, both are read in quads.
// QUADS_NEVER: not even then.
enum quads_of { QUADS_OF_NONE, QUADS_OF_FIRST, QUADS_OF_SECOND, QUADS_OF_BOTH, QUADS_NEVER };

// The floats that are read are those that cores take.
#define SAME_FLOATS(shape)                                                                         \
    _Static_assert(sizeof(struct shape) == shape##_floats * sizeof(vf), "floats of " #shape)
SAME_FLOATS(aabb);
SAME_FLOATS(obb);
SAME_FLOATS(extents);
SAME_FLOATS(segment);
SAME_FLOATS(plane);
SAME_FLOATS(triangle);
SAME_FLOATS(sphere);
SAME_FLOATS(capsule);
SAME_FLOATS(moving_aabb);
SAME_FLOATS(moving_sphere);
SAME_FLOATS(moving_capsule);
SAME_FLOATS(point);
SAME_FLOATS(pose);
SAME_FLOATS(nearest);
SAME_FLOATS(separation);
SAME_FLOATS(depth);
SAME_FLOATS(corners);
_Static_assert(offsetof(struct grown_triangle, distance) == grown_triangle_floats * sizeof(vf),
               "floats of a grown triangle");
_Static_assert(offsetof(struct ray, inverted) == ray_floats * sizeof(vf), "floats of a ray");
_Static_assert(sizeof((union lanes *)0)->at == LBX_FLOATS_MAX * sizeof(vf), "the largest shape");

// Every kernel has one constant of this type, made by one of the macros below.
struct kernel {
    unsigned floats[2];         // of one item of each side
    unsigned parts[2];          // of these, those of the first of a side's two views; 0 if one view
    bool grown;                 // the first side's shape has the call's distance behind its floats
    bool ranged;                // the first side's last two floats are a range that it may lack
    core *core_of_one;          // if one side is one item, where that pays: same answers, faster
    core *core_of_contiguous;   // if both are contiguous, likewise
    core_of_rows *core_of_rows; // if both are compact boxes
    prepare_item *prepare;
    bool always_prepared; // `prepare` never returns FORM_NONE
    core *core_of_prepared;
    unsigned prepared_floats; // of the second side as this core sees it
    settle_item *settle; // of lanes that the core leaves undecided: it returns those that are apart
                         // and those that are decided
    enum quads_of quads;
    bool symmetric;      // the sides may be exchanged, so half of the loops suffice
    bool heavy;          // answers are stored in groups of HEAVY_GROUP, not LIGHT_GROUP
    bool short_loops;    // short calls have loops of their own: fewer instructions, more code
    bool ahead;          // lines are prefetched if batches exceed the caches
    bool fuses;          // without LBX_REPRODUCIBLE, if no output is wanted
    bool fuses_prepared; // and only in core_of_prepared
    bool classes;        // a byte per item instead of a bit
    bool masked;         // or, where the call has `out`, a bit: 1 where the class is not 0
    unsigned flip;       // of classes: see struct masks
    bool counts_ones;    // the returned number counts class 1 as well as 2 and 3
    unsigned outputs;    // arrays beside the mask
};

// The macros that name a shape or a kernel paste these names themselves. Where units stand in one
// translation unit, names are macros too, and another level would expand them.
#define CORE(name, first, second, ...)                                                             \
    FORCE_INLINE struct masks name(enum form form, const union lanes *a, const union lanes *b,     \
                                   vf *out) {                                                      \
        (void)out;                                                                                 \
        const struct first *const x = &a->first;                                                   \
        const struct second *const y = &b->second;                                                 \
        __VA_ARGS__;                                                                               \
    }
// A verdict is a mask whose lanes are apart.
#define MASK_CORE(name, first, second)                                                             \
    CORE(name##_core, first, second, const vm m = name##_apart(form == FORM_FUSED, x, y);          \
         return (struct masks){m, m})
#define CLASS_CORE(name, first, second)                                                            \
    CORE(name##_core, first, second, return name##_class(form == FORM_FUSED, x, y))
#define OUTPUT_CORE(name, first, second)                                                           \
    CORE(name##_core, first, second,                                                               \
         const vm m = form == FORM_OUTPUTS ? name##_outputs(x, y, out)                             \
                                           : name##_apart(form == FORM_FUSED, x, y);               \
         return (struct masks){m, m})
// A verdict that may be open: two masks, the lanes that are apart and those that are decided.
#define JUDGED_CORE(name, first, second)                                                           \
    CORE(name##_core, first, second, return name##_judge(form == FORM_OUTPUTS, x, y, out))

#define KERNEL(name, first_floats, second_floats, ...)                                             \
    static const __attribute__((unused)) struct kernel name = {                                    \
        .floats = {first_floats, second_floats}, __VA_ARGS__}
// name_apart(fuse, first, second) returns which lanes are apart.
#define MASK_KERNEL(name, first, second, ...)                                                      \
    MASK_CORE(name, first, second)                                                                 \
    KERNEL(name##_kernel, first##_floats, second##_floats, __VA_ARGS__)
// name_class(fuse, first, second) returns the bits of the lanes' classes.
#define CLASS_KERNEL(name, first, second, ...)                                                     \
    CLASS_CORE(name, first, second)                                                                \
    KERNEL(name##_kernel, first##_floats, second##_floats, .classes = true, __VA_ARGS__)
// name_outputs(first, second, out) answers as name_apart does, and writes the outputs.
#define OUTPUT_KERNEL(name, first, second, ...)                                                    \
    OUTPUT_CORE(name, first, second)                                                               \
    KERNEL(name##_kernel, first##_floats, second##_floats, __VA_ARGS__)
// name_judge(wanted, first, second, out) returns both masks, and writes the outputs if wanted;
// name_settle is a settle_item.
#define SETTLED_KERNEL(name, first, second, ...)                                                   \
    JUDGED_CORE(name, first, second)                                                               \
    KERNEL(name##_kernel, first##_floats, second##_floats, .settle = name##_settle, __VA_ARGS__)

// --- conversions ---

// Makes the shape that is written from the shapes of both views.
typedef void converter(const union lanes *a, const union lanes *b, union lanes *out);

enum { LIGHT_VECTORS = 2, HEAVY_VECTORS = 1, MOST_VECTORS = LIGHT_VECTORS };

struct conversion {
    unsigned floats[2], out_floats; // floats[1] is 0 if there is one view
    converter *convert;
    unsigned vectors; // that are read before one is written, into arrays: two halve the work on
                      // pointers, where the registers hold them (14.3 cycles for 8, not 19.9)
};

#define CONVERSION_OF(lanes_of, conversion_of, a_floats, b_floats, out_floats, call, ...)          \
    FORCE_INLINE void lanes_of(const union lanes *a, const union lanes *b, union lanes *out) {     \
        (void)b;                                                                                   \
        call;                                                                                      \
    }                                                                                              \
    static const __attribute__((unused)) struct conversion conversion_of = {                       \
        {a_floats, b_floats}, out_floats, lanes_of, __VA_ARGS__}
// name_convert(first, out)
#define CONVERSION(name, first, made, ...)                                                         \
    CONVERSION_OF(name##_lanes, name##_conversion, first##_floats, 0, made##_floats,               \
                  name##_convert(&a->first, &out->made), __VA_ARGS__)
// name_convert(first, second, out)
#define CONVERSION_BY(name, first, second, made, ...)                                              \
    CONVERSION_OF(name##_lanes, name##_conversion, first##_floats, second##_floats, made##_floats, \
                  name##_convert(&a->first, &b->second, &out->made), __VA_ARGS__)

#endif
