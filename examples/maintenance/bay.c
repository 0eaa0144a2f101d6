// SPDX-License-Identifier: MIT
#include "bay.h"

#include <math.h>
#include <stdbool.h>

#include "examples/tool.h"

// --- chance: Knuth's MMIX generator with its upper bits mixed ---

struct chance {
    uint64_t state;
};

static struct chance chance_of(uint64_t seed) {
    return (struct chance){seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
}

static double chance_unit(struct chance *c) {
    c->state = c->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    const uint64_t high = c->state >> 33;
    return (double)(high ^ high >> 13) * 0x1p-31;
}

static double between(struct chance *c, double low, double high) {
    return low + (high - low) * chance_unit(c);
}

static int below(struct chance *c, int n) {
    return (int)(chance_unit(c) * n);
}

static struct point point_within(struct chance *c, struct point low, struct point high) {
    const double x = between(c, low.x, high.x), y = between(c, low.y, high.y);
    return (struct point){x, y, between(c, low.z, high.z)};
}

static struct point direction(struct chance *c) {
    const double turn = between(c, 0, 2 * 3.14159265358979323846), z = between(c, -1, 1);
    const double flat = sqrt(1 - z * z);
    return (struct point){flat * cos(turn), flat * sin(turn), z};
}

static const struct point x_axis = {1, 0, 0}, y_axis = {0, 1, 0};

static void add_along_axes(struct model *model, struct point center, struct point half,
                           const unsigned quads[3]) {
    add_cuboid(model, center, (double[3]){half.x, half.y, half.z}, x_axis, y_axis, quads);
}

// --- the part ---

static void add_bolt(struct model *model, double turn) {
    static const struct station profile[] = {{0, 0.006}, {0.006, 0.006}, {0.012, 0.004}};
    const struct point at = {0.117 * cos(turn), 0.03, 0.117 * sin(turn)};
    add_turned(model, at, y_axis, profile, 3, 6);
}

// Adds a rib around the tank or a fitting on its side.
static void add_detail(struct model *model, unsigned fine, struct chance *c) {
    static const struct station profile[] = {
        {0, 0.008}, {0.008, 0.008}, {0.008, 0.012}, {0.016, 0.012}, {0.02, 0.008}};
    const double y = between(c, -0.2, 0.2), turn = between(c, 0, 2 * 3.14159265358979323846);
    const struct point out = {cos(turn), 0, sin(turn)}, up = {0, y, 0};
    if (below(c, 2))
        add_torus(model, up, y_axis, 0.112, 0.003 + 0.003 * chance_unit(c), 48 * fine, 6);
    else
        add_turned(model, sum(times(0.105, out), up), out, profile, 5, 10 * fine);
}

void bay_part_make(struct model *model, size_t triangles, uint64_t seed) {
    static const struct station flange[] = {{-0.03, 0.100}, {-0.03, 0.122}, {-0.01, 0.122},
                                            {0.01, 0.122},  {0.03, 0.122},  {0.03, 0.100}};
    const unsigned fine = triangles > 20000 ? 2 : 1, bolts = 8 * fine;
    const struct point origin = {0, 0, 0};
    struct station tank[CAPSULE_MOST];
    struct chance c = chance_of(seed);
    *model = (struct model){0};
    add_turned(model, origin, y_axis, tank, capsule(tank, 0.22, 0.11, 10 * fine, 22 * fine),
               40 * fine);
    model_keep(model);
    add_turned(model, origin, y_axis, flange, 6, 40 * fine);
    model_keep(model);
    for (int side = -1; side <= 1; side += 2) { // a port and its collar
        const struct point elbow[] = {
            {0, side * 0.30, 0}, {0, side * 0.40, 0}, {0.10, side * 0.40, 0}};
        add_pipe(model, elbow, 3, 0.022, 16 * fine, 0.01 / fine, 0.03);
        model_keep(model);
        add_torus(model, (struct point){0, side * 0.335, 0}, y_axis, 0.027, 0.008, 20 * fine,
                  8 * fine);
        model_keep(model);
    }
    for (unsigned i = 0; i < bolts; i++) {
        add_bolt(model, 2 * 3.14159265358979323846 * i / bolts);
        if (model->triangles < triangles)
            model_keep(model);
        else
            model_drop(model);
    }
    add_along_axes(model, (struct point){0.06, 0.1, 0.1}, (struct point){0.03, 0.05, 0.02},
                   (unsigned[3]){6 * fine, 6 * fine, 4 * fine}); // the name plate
    model_keep(model);
    if (model->triangles > triangles) die("a part of less than %zu triangles", model->triangles);
    while (model->triangles + 200 < triangles) {
        add_detail(model, fine, &c);
        if (model->triangles <= triangles)
            model_keep(model);
        else
            model_drop(model);
    }
    model_split(model, triangles);
}

// --- the bay ---

// The distance of a point from the region that the part's axis sweeps on its way out.
static double from_corridor(struct point p) {
    const double y = fmax(0, fabs(p.y) - 0.34), z = fmin(0, p.z);
    return sqrt(p.x * p.x + y * y + z * z);
}

enum { CORNERS = 8 };

// A path of successive runs along the axes, each of at least .2.
static size_t wandering(struct chance *c, struct point corner[CORNERS]) {
    static const double low[3] = {-1.1, -0.75, -0.4}, high[3] = {1.1, 0.75, 0.6};
    const struct point first =
        point_within(c, (struct point){-1.1, -0.75, -0.4}, (struct point){1.1, 0.75, 0.6});
    double at[3] = {first.x, first.y, first.z};
    const int runs = 3 + below(c, 4);
    int last = -1;
    corner[0] = first;
    for (int i = 1; i <= runs; i++) {
        int k = below(c, 3), tries = 0;
        while (k == last) k = below(c, 3);
        double to = between(c, low[k], high[k]);
        while (fabs(to - at[k]) < 0.2 && tries++ < 50) to = between(c, low[k], high[k]);
        at[k] = to;
        last = k;
        corner[i] = (struct point){at[0], at[1], at[2]};
    }
    return (size_t)runs + 1;
}

// A path up beside the part, in the direction in which it is drawn out, and off to a wall.
static size_t beside_part(struct chance *c, double radius, struct point corner[CORNERS]) {
    const double side = below(c, 2) ? 1 : -1, x = side * (between(c, 0.108, 0.15) + radius);
    const double y = between(c, -0.3, 0.3), far = between(c, 0.3, 1.1) * side;
    const double deep = between(c, -0.4, -0.2), high = between(c, 0.2, 0.6);
    corner[0] = (struct point){x, y, deep};
    corner[1] = (struct point){x, y, high};
    corner[2] = (struct point){far, y, high};
    corner[3] = (struct point){far, below(c, 2) ? -0.7 : 0.7, high};
    return 4;
}

static double clearance(const struct point *corner, size_t count) {
    enum { SAMPLES = 60 };
    double nearest = INFINITY;
    for (size_t i = 0; i + 1 < count; i++) {
        const struct point way = minus(corner[i + 1], corner[i]);
        for (int j = 0; j <= SAMPLES; j++)
            nearest = fmin(nearest, from_corridor(sum(corner[i], times((double)j / SAMPLES, way))));
    }
    return nearest;
}

// Adds a pipe unless it would be in the part's way. A few pipes rub against the part, whose radius
// is .11, that of its flange .122.
static void add_some_pipe(struct model *model, unsigned fine, struct chance *c, int *rubbing) {
    struct point corner[CORNERS];
    size_t count = wandering(c, corner);
    const double radius = between(c, 0.006, 0.022);
    if (below(c, 3) == 0) count = beside_part(c, radius, corner);
    const double free_space = clearance(corner, count) - radius;
    if (free_space < 0.112) {
        if (free_space < 0.108 || *rubbing >= (fine > 1 ? 40 : 16)) return;
        ++*rubbing;
    }
    add_pipe(model, corner, count, radius, 14 + 4 * fine + (unsigned)(radius * 400),
             0.010 / (1 + 0.35 * (fine - 1)), 0.04);
}

static void add_ring(struct model *model, unsigned fine, struct chance *c, struct point at,
                     struct point along) {
    const double thickness = between(c, 0.004, 0.008), radius = between(c, 0.015, 0.04);
    add_torus(model, at, below(c, 3) ? x_axis : along, radius, thickness, 20 * fine, 8);
}

static void add_bracket(struct model *model, struct point at, struct point along) {
    const struct point normal = across(along);
    add_cuboid(model, at, (double[3]){0.04, 0.015, 0.003}, along, normal, (unsigned[3]){10, 5, 1});
    add_cuboid(model, sum(at, times(0.04, along)), (double[3]){0.003, 0.015, 0.03}, along, normal,
               (unsigned[3]){1, 5, 8});
}

static void add_vessel(struct model *model, unsigned fine, struct chance *c, struct point at,
                       struct point along) {
    struct station profile[CAPSULE_MOST];
    const double radius = between(c, 0.03, 0.09), half = between(c, 0.05, 0.15);
    const size_t n = capsule(profile, half, radius, 8 * fine, 12 * fine);
    for (size_t i = 0; i < n; i++) {
        if (below(c, 6) == 0) profile[i].radius *= 1.08;
    }
    add_turned(model, at, below(c, 2) ? y_axis : along, profile, n, 32 * fine);
}

enum kind { PIPES, RINGS, BRACKETS, VESSELS, KINDS };

static void add_some(struct model *model, enum kind kind, unsigned fine, struct chance *c,
                     int *rubbing) {
    if (kind == PIPES) {
        add_some_pipe(model, fine, c, rubbing);
        return;
    }
    const struct point low = {-1.1, -0.75, -0.44}, high = {1.1, 0.75, 0.6};
    struct point at = point_within(c, low, high);
    for (int tries = 0; from_corridor(at) < 0.19 && tries < 1000; tries++)
        at = point_within(c, low, high);
    const struct point along = direction(c);
    if (kind == RINGS) add_ring(model, fine, c, at, along);
    if (kind == BRACKETS) add_bracket(model, at, along);
    if (kind == VESSELS && from_corridor(at) >= 0.35) add_vessel(model, fine, c, at, along);
}

// Adds two slightly tight clamps, their brackets, and pipes that end at the part's ports.
static void add_cradle(struct model *model, unsigned fine) {
    for (int side = -1; side <= 1; side += 2) {
        const double y = side * 0.12, port = side * 0.40, wall = side * 0.7;
        const struct point pipe[] = {
            {0.099, port, 0}, {0.35, port, 0}, {0.35, port, -0.3}, {0.35, wall, -0.3}};
        add_torus(model, (struct point){0, y, 0}, y_axis, 0.121, 0.0108, 72 * fine, 12 * fine);
        model_keep(model);
        add_along_axes(model, (struct point){-0.16, y, 0}, (struct point){0.03, 0.02, 0.05},
                       (unsigned[3]){6 * fine, 4 * fine, 8 * fine});
        model_keep(model);
        add_along_axes(model, (struct point){0, y, -0.16}, (struct point){0.06, 0.02, 0.035},
                       (unsigned[3]){10 * fine, 4 * fine, 6 * fine});
        model_keep(model);
        add_pipe(model, pipe, 4, 0.022, 16 * fine, 0.012 / fine, 0.04);
        model_keep(model);
    }
}

static void add_walls(struct model *model, unsigned fine) {
    add_along_axes(model, (struct point){0, 0, -0.5}, (struct point){1.2, 0.8, 0.01},
                   (unsigned[3]){48 * fine, 32 * fine, 1});
    model_keep(model);
    for (int side = -1; side <= 1; side += 2) {
        add_along_axes(model, (struct point){side * 1.2, 0, 0.1}, (struct point){0.01, 0.8, 0.6},
                       (unsigned[3]){1, 32 * fine, 24 * fine});
        model_keep(model);
    }
    for (int i = 0; i < 7; i++) {
        add_along_axes(model, (struct point){-1.05 + 0.35 * i, 0, -0.46},
                       (struct point){0.012, 0.8, 0.03}, (unsigned[3]){2, 60 * fine, 3});
        model_keep(model);
    }
}

void bay_make(struct model *model, size_t triangles, uint64_t seed) {
    static const double share[KINDS] = {0.62, 0.14, 0.12, 0.12};
    const unsigned fine = triangles > 300000 ? 2 : 1;
    struct chance c = chance_of(seed);
    double used[KINDS] = {0};
    int rubbing = 0;
    *model = (struct model){0};
    add_cradle(model, fine);
    add_walls(model, fine);
    while (model->triangles + 300 < triangles) {
        enum kind kind = PIPES; // the kind furthest below its share
        for (enum kind k = 1; k < KINDS; k++) {
            if (used[k] / share[k] < used[kind] / share[kind]) kind = k;
        }
        if (triangles - model->triangles < 6000) kind = (enum kind)(RINGS + below(&c, 2));
        add_some(model, kind, fine, &c, &rubbing);
        if (model_open(model) == 0) continue;
        if (model->triangles <= triangles) {
            used[kind] += (double)model_open(model);
            model_keep(model);
        } else {
            model_drop(model);
        }
    }
    if (model->triangles > triangles) die("a bay of less than %zu triangles", model->triangles);
    model_split(model, triangles);
}

// --- the way ---

static void quaternion_product(const double p[4], const double q[4], double out[4]) {
    out[0] = p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1];
    out[1] = p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0];
    out[2] = p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3];
    out[3] = p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2];
}

lbx_rigid_pose bay_path(double u) {
    const double z = 0.12 * sin(3 * u) * u + 0.002, x = 0.08 * sin(7 * u) * u, y = 0.3 * u * u;
    const double about_z[4] = {0, 0, sin(z / 2), cos(z / 2)};
    const double about_x[4] = {sin(x / 2), 0, 0, cos(x / 2)};
    const double about_y[4] = {0, sin(y / 2), 0, cos(y / 2)};
    double both[4];
    lbx_rigid_pose pose = {{0.02 * sin(9 * u) * u + 0.0007, 0.05 * u * sin(5 * u) + 0.0003,
                            0.55 * u * u * (1.6 - 0.6 * u) + 0.0004},
                           {0, 0, 0, 1}};
    quaternion_product(about_z, about_x, both);
    quaternion_product(both, about_y, pose.rotation);
    return pose;
}
