// SPDX-License-Identifier: MIT
// Meshes of many parts, built from tubes, cuboids and rings.
#ifndef EXAMPLE_SHAPES_H
#define EXAMPLE_SHAPES_H

#include <math.h>

#include "lanebox/volumes.h"

struct point {
    double x, y, z;
};

static inline struct point sum(struct point a, struct point b) {
    return (struct point){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline struct point times(double s, struct point a) {
    return (struct point){a.x * s, a.y * s, a.z * s};
}

static inline struct point minus(struct point a, struct point b) {
    return sum(a, times(-1, b));
}

static inline double dot(struct point a, struct point b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct point cross(struct point a, struct point b) {
    return (struct point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline struct point unit(struct point a) {
    return times(1 / sqrt(dot(a, a)), a);
}

/// A unit vector perpendicular to a unit vector.
static inline struct point across(struct point a) {
    const struct point x = {1, 0, 0}, y = {0, 1, 0};
    return unit(cross(a, fabs(a.x) < 0.9 ? x : y));
}

/// Indexed triangles, in parts. A model of all zeros is empty.
struct model {
    float (*vertex)[3];
    uint32_t (*triangle)[3];
    lbx_part *part; ///< runs of triangles, together all of them
    size_t vertices, triangles, parts;
    size_t kept; ///< number of vertices of the parts
};

lbx_mesh model_view(const struct model *model);
void model_free(struct model *model);

/// Adds a vertex and returns its number.
uint32_t add_vertex(struct model *model, struct point place);
void add_triangle(struct model *model, uint32_t a, uint32_t b, uint32_t c);

/// Makes a part of the triangles that belong to none yet, or removes them.
void model_keep(struct model *model);
void model_drop(struct model *model);

/// The number of triangles that belong to no part yet.
size_t model_open(const struct model *model);

/// Halves triangles at their longest edges until the model has `triangles` triangles. Both halves
/// stay in the part.
void model_split(struct model *model, size_t triangles);

/// A place on the profile of a turned shape.
struct station {
    double along, radius;
};

// Each of the following adds the triangles of a closed surface.

/// A pipe through `count` corners, each rounded from `bend` before it to `bend` after it.
void add_pipe(struct model *model, const struct point *corner, size_t count, double radius,
              unsigned sides, double step, double bend);

/// A cuboid with half lengths `half` along the unit axes x, y and their cross product, and `quads`
/// quads along each.
void add_cuboid(struct model *model, struct point center, const double half[3], struct point x,
                struct point y, const unsigned quads[3]);

void add_torus(struct model *model, struct point center, struct point axis, double radius,
               double thickness, unsigned around, unsigned sides);

/// A surface of revolution: the profile turned about the axis, with its ends closed.
void add_turned(struct model *model, struct point center, struct point axis,
                const struct station *profile, size_t count, unsigned sides);

enum { CAPSULE_MOST = 512 };

/// Writes the profile of a capsule that extends `half` to either side, plus its caps. Returns the
/// number of stations, 2 rings + along - 1.
size_t capsule(struct station *profile, double half, double radius, unsigned rings, unsigned along);

#endif
