// SPDX-License-Identifier: MIT
#include "shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/tool.h"

static const double pi = 3.14159265358979323846;

// --- triangles ---

// Makes room for one more item: doubles the array whenever the count is a power of two.
static void *grow(void *items, size_t count, size_t item_bytes) {
    enum { FIRST = 64 };
    if (count == 0) return items ? items : resize(NULL, FIRST, item_bytes);
    return count < FIRST || (count & (count - 1)) != 0 ? items
                                                       : resize(items, 2 * count, item_bytes);
}

uint32_t add_vertex(struct model *model, struct point p) {
    model->vertex = grow(model->vertex, model->vertices, sizeof *model->vertex);
    float *const v = model->vertex[model->vertices];
    v[0] = (float)p.x, v[1] = (float)p.y, v[2] = (float)p.z;
    return (uint32_t)model->vertices++;
}

void add_triangle(struct model *model, uint32_t a, uint32_t b, uint32_t c) {
    model->triangle = grow(model->triangle, model->triangles, sizeof *model->triangle);
    uint32_t *const t = model->triangle[model->triangles++];
    t[0] = a, t[1] = b, t[2] = c;
}

// a and b are one side of the quad, c and d the opposite one.
static void add_quad(struct model *model, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    add_triangle(model, a, b, d);
    add_triangle(model, a, d, c);
}

lbx_mesh model_view(const struct model *model) {
    return lbx_mesh_of(model->vertex[0], model->vertices, sizeof *model->vertex, model->triangle[0],
                       model->triangles);
}

void model_free(struct model *model) {
    free(model->vertex);
    free(model->triangle);
    free(model->part);
    *model = (struct model){0};
}

static size_t kept_triangles(const struct model *model) {
    if (model->parts == 0) return 0;
    const lbx_part *const last = &model->part[model->parts - 1];
    return last->first + last->count;
}

size_t model_open(const struct model *model) {
    return model->triangles - kept_triangles(model);
}

void model_keep(struct model *model) {
    const lbx_part part = {kept_triangles(model), model_open(model)};
    model->part = grow(model->part, model->parts, sizeof *model->part);
    model->part[model->parts++] = part;
    model->kept = model->vertices;
}

void model_drop(struct model *model) {
    model->triangles = kept_triangles(model);
    model->vertices = model->kept;
}

// --- halving ---

static struct point place(const struct model *model, uint32_t v) {
    const float *const at = model->vertex[v];
    return (struct point){at[0], at[1], at[2]};
}

// Halves a triangle at its longest edge; the new half becomes the last triangle.
static void halve(struct model *model, size_t t) {
    const uint32_t *const corner = model->triangle[t];
    int longest = 0;
    double most = -1;
    for (int k = 0; k < 3; k++) {
        const struct point edge = minus(place(model, corner[(k + 1) % 3]), place(model, corner[k]));
        if (dot(edge, edge) > most) most = dot(edge, edge), longest = k;
    }
    const uint32_t a = corner[longest], b = corner[(longest + 1) % 3],
                   c = corner[(longest + 2) % 3];
    const uint32_t middle = add_vertex(model, times(0.5, sum(place(model, a), place(model, b))));
    memcpy(model->triangle[t], (uint32_t[3]){a, middle, c}, sizeof *model->triangle);
    add_triangle(model, middle, b, c);
}

void model_split(struct model *model, size_t triangles) {
    const size_t whole = model->triangles;
    size_t *const owner = resize(NULL, triangles, sizeof *owner);
    for (size_t p = 0; p < model->parts; p++) {
        for (size_t k = 0; k < model->part[p].count; k++) owner[model->part[p].first + k] = p;
    }
    // Every seventh triangle is halved, so that neighbours stay alike.
    for (size_t i = 0; model->triangles < triangles; i += 7) {
        const size_t t = i % model->triangles;
        owner[model->triangles] = owner[t];
        model->part[owner[t]].count++;
        halve(model, t);
    }
    if (model->triangles > whole) { // sort the triangles back into runs, one per part
        uint32_t(*const sorted)[3] = resize(NULL, triangles, sizeof *sorted);
        size_t *const next = resize(NULL, model->parts, sizeof *next);
        for (size_t p = 0, first = 0; p < model->parts; first += model->part[p++].count)
            next[p] = model->part[p].first = first;
        for (size_t t = 0; t < triangles; t++)
            memcpy(sorted[next[owner[t]]++], model->triangle[t], sizeof *sorted);
        memcpy(model->triangle, sorted, triangles * sizeof *sorted);
        free(sorted);
        free(next);
    }
    model->kept = model->vertices;
    free(owner);
}

// --- surfaces ---

// A ring of vertices about each point of a path. `normal` is carried along it, so that the surface
// does not twist; `axis`, if given, is what all rings are across.
static void add_tube(struct model *model, const struct point *path, const double *radius,
                     size_t count, unsigned sides, const struct point *axis) {
    struct point normal = across(axis ? *axis : unit(minus(path[1], path[0])));
    const uint32_t base = (uint32_t)model->vertices;
    for (size_t i = 0; i < count; i++) {
        const struct point before = path[i ? i - 1 : 0], behind = path[i + 1 < count ? i + 1 : i];
        const struct point along = axis ? *axis : unit(minus(behind, before));
        normal = unit(minus(normal, times(dot(normal, along), along)));
        const struct point other = cross(along, normal);
        for (unsigned s = 0; s < sides; s++) {
            const double angle = 2 * pi * s / sides;
            add_vertex(model, sum(sum(path[i], times(radius[i] * cos(angle), normal)),
                                  times(radius[i] * sin(angle), other)));
        }
    }
    for (uint32_t i = 0; i + 1 < count; i++) {
        for (uint32_t s = 0; s < sides; s++) {
            const uint32_t a = base + i * sides + s, b = base + i * sides + (s + 1) % sides;
            add_quad(model, a, b, a + sides, b + sides);
        }
    }
    for (int end = 0; end < 2; end++) {
        const uint32_t ring = base + (end ? (uint32_t)(count - 1) * sides : 0);
        const uint32_t middle = add_vertex(model, path[end ? count - 1 : 0]);
        for (uint32_t s = 0; s < sides; s++) {
            const uint32_t a = ring + s, b = ring + (s + 1) % sides;
            add_triangle(model, end ? a : b, end ? b : a, middle);
        }
    }
}

// A path that grows point by point.
struct path {
    struct point *at;
    size_t count;
};

static void reach(struct path *path, struct point p) {
    path->at = grow(path->at, path->count, sizeof *path->at);
    path->at[path->count++] = p;
}

// Goes from a to b in steps, excluding b.
static void reach_straight(struct path *path, struct point a, struct point b, double step) {
    const struct point way = minus(b, a);
    const int steps = (int)fmax(1, floor(sqrt(dot(way, way)) / step));
    for (int i = 0; i < steps; i++) reach(path, sum(a, times((double)i / steps, way)));
}

// Goes along a parabola from a to b, excluding b, with its control point at the corner.
static void reach_bend(struct path *path, struct point a, struct point corner, struct point b) {
    enum { STEPS = 8 };
    for (int i = 0; i < STEPS; i++) {
        const double u = (double)i / STEPS;
        reach(path, sum(sum(times((1 - u) * (1 - u), a), times(2 * u * (1 - u), corner)),
                        times(u * u, b)));
    }
}

void add_pipe(struct model *model, const struct point *corner, size_t count, double radius,
              unsigned sides, double step, double bend) {
    struct path path = {NULL, 0};
    struct point from = corner[0];
    for (size_t i = 1; i + 1 < count; i++) {
        const struct point in = unit(minus(corner[i], corner[i - 1])),
                           out = unit(minus(corner[i + 1], corner[i]));
        const struct point a = minus(corner[i], times(bend, in)),
                           b = sum(corner[i], times(bend, out));
        reach_straight(&path, from, a, step);
        reach_bend(&path, a, corner[i], b);
        from = b;
    }
    reach_straight(&path, from, corner[count - 1], step);
    reach(&path, corner[count - 1]);
    double *const radii = resize(NULL, path.count, sizeof *radii);
    for (size_t i = 0; i < path.count; i++) radii[i] = radius;
    add_tube(model, path.at, radii, path.count, sides, NULL);
    free(radii);
    free(path.at);
}

void add_cuboid(struct model *model, struct point center, const double half[3], struct point x,
                struct point y, const unsigned quads[3]) {
    const struct point axis[3] = {x, y, cross(x, y)};
    for (int face = 0; face < 6; face++) {
        const int k = face / 2, i = (k + 1) % 3, j = (k + 2) % 3;
        const uint32_t base = (uint32_t)model->vertices, row = quads[j] + 1;
        const struct point middle = sum(center, times(face % 2 ? half[k] : -half[k], axis[k]));
        for (unsigned u = 0; u <= quads[i]; u++) {
            const struct point edge =
                sum(middle, times(half[i] * (2.0 * u / quads[i] - 1), axis[i]));
            for (unsigned v = 0; v <= quads[j]; v++)
                add_vertex(model, sum(edge, times(half[j] * (2.0 * v / quads[j] - 1), axis[j])));
        }
        for (unsigned u = 0; u < quads[i]; u++) {
            for (unsigned v = 0; v < quads[j]; v++) {
                const uint32_t a = base + u * row + v, b = a + row;
                if (face % 2)
                    add_quad(model, a, b, a + 1, b + 1);
                else
                    add_quad(model, a, a + 1, b, b + 1);
            }
        }
    }
}

void add_torus(struct model *model, struct point center, struct point axis, double radius,
               double thickness, unsigned around, unsigned sides) {
    axis = unit(axis);
    const struct point x = across(axis), y = cross(axis, x);
    const uint32_t base = (uint32_t)model->vertices;
    for (unsigned i = 0; i < around; i++) {
        const double turn = 2 * pi * i / around;
        const struct point out = sum(times(cos(turn), x), times(sin(turn), y));
        for (unsigned j = 0; j < sides; j++) {
            const double angle = 2 * pi * j / sides;
            const double far = radius + thickness * cos(angle), up = thickness * sin(angle);
            add_vertex(model, sum(sum(center, times(far, out)), times(up, axis)));
        }
    }
    for (uint32_t i = 0; i < around; i++) {
        const uint32_t here = base + i * sides, next = base + (i + 1) % around * sides;
        for (uint32_t j = 0; j < sides; j++) {
            const uint32_t k = (j + 1) % sides;
            add_quad(model, here + j, next + j, here + k, next + k);
        }
    }
}

void add_turned(struct model *model, struct point center, struct point axis,
                const struct station *profile, size_t count, unsigned sides) {
    struct point path[CAPSULE_MOST];
    double radius[CAPSULE_MOST];
    if (count > CAPSULE_MOST) die("a profile of %zu stations", count);
    axis = unit(axis);
    for (size_t i = 0; i < count; i++) {
        path[i] = sum(center, times(profile[i].along, axis));
        radius[i] = profile[i].radius;
    }
    add_tube(model, path, radius, count, sides, &axis);
}

size_t capsule(struct station *profile, double half, double radius, unsigned rings,
               unsigned along) {
    size_t n = 0;
    for (unsigned i = 1; i <= rings; i++) {
        const double angle = pi / 2 * i / rings;
        profile[n++] = (struct station){-half - radius * cos(angle), radius * sin(angle)};
    }
    for (unsigned i = 1; i <= along; i++)
        profile[n++] = (struct station){-half + 2 * half * i / along, radius};
    for (unsigned i = rings - 1; i >= 1; i--) {
        const double angle = pi / 2 * i / rings;
        profile[n++] = (struct station){half + radius * cos(angle), radius * sin(angle)};
    }
    return n;
}
