// SPDX-License-Identifier: MIT
// The points of a contact of two cores. Along the normal of a face, what faces it of the other core
// is clipped to the prism above it, by Sutherland and Hodgman. Where an axis is across two edges,
// the point is between them. Capsules along each other have two points.
#include "kernels/lanes/floats.h"

#include "core_contact.h"

#include <string.h>

#define APART 0x1p-16       // of the size: points that are nearer are one
#define POINT_MORE 0x1p-11  // of the size: what a point may lie farther off
#define ALONG_SQUARE 0x1p-6 // the square of a sine: capsules are along each other up to this

// Features: the number of the axis, or FEATURE_NEAR, and from bit 4 on what makes the point.
enum { FEATURE_NEAR = 15, CORNERS_MAX = 8 }; // a quadrangle by four sides

static uint32_t feature_of(unsigned number, unsigned part) {
    return (number == NO_NUMBER ? FEATURE_NEAR : number) | part << 4;
}

// Points x with inward . x + offset >= 0. With slack, `inward` is of about unit length.
struct side {
    double inward[3], offset;
};

// A corner of what is being clipped, and the edge from it to the next: 0 to 3 of the clipped core,
// from 4 on along the sides.
struct corner {
    double at[3];
    unsigned part, edge;
};

struct polygon {
    unsigned corners;
    struct corner corner[CORNERS_MAX];
};

static void side_through(const double inward[3], const double at[3], double slack, struct side *s) {
    memcpy(s->inward, inward, sizeof s->inward);
    s->offset = slack - dot_of(inward, at);
}

// The sides of the prism above a face.
static unsigned sides_of(const struct core *core, unsigned face, double slack, struct side *side) {
    if (core->kind == CORE_HALF_SPACE) return 0;
    if (core->kind == CORE_TRIANGLE) {
        for (int e = 0; e < 3; e++) {
            double inward[3];
            cross_of(core->face[0], core->edge[e], inward);
            side_through(inward, core->vertex[e], 0, &side[e]); // slack would add far corners
        }
        return 3;
    }
    for (unsigned s = 0; s < 4; s++) {
        const unsigned k = (face + 1 + s / 2) % 3;
        const double sign = s % 2 ? 1 : -1;
        double inward[3], wall[3];
        step_along(core->vertex[0], product_of(-sign, core->half[k]), core->edge[k], wall);
        for (int c = 0; c < 3; c++) inward[c] = product_of(sign, core->face[k][c]);
        side_through(inward, wall, slack, &side[s]);
    }
    return 4;
}

// What of a core faces along a vector: a segment, a triangle, or the face of a box, with a number
// that says which.
static unsigned facing(const struct core *core, const double along[3], struct polygon *polygon) {
    unsigned which = 0;
    polygon->corners = core->kind == CORE_BOX ? 4 : core->kind == CORE_TRIANGLE ? 3 : 2;
    if (core->kind == CORE_BOX) {
        double cosine[3];
        for (unsigned k = 0; k < 3; k++) {
            cosine[k] = dot_of(core->edge[k], along);
            if (fabs(cosine[k]) > fabs(cosine[which])) which = k;
        }
        const double sign = cosine[which] < 0 ? -1 : 1;
        double center[3];
        step_along(core->vertex[0], product_of(sign, core->half[which]), core->edge[which], center);
        for (unsigned v = 0; v < 4; v++) {
            const unsigned k = (which + 1) % 3, l = (which + 2) % 3;
            double *const at = polygon->corner[v].at;
            step_along(center, v == 1 || v == 2 ? core->half[k] : -core->half[k], core->edge[k],
                       at);
            step_along(at, v >= 2 ? core->half[l] : -core->half[l], core->edge[l], at);
        }
        which += sign < 0 ? 3 : 0;
    } else {
        for (unsigned v = 0; v < polygon->corners; v++)
            memcpy(polygon->corner[v].at, core->vertex[v], sizeof polygon->corner[v].at);
    }
    for (unsigned v = 0; v < polygon->corners; v++)
        polygon->corner[v].part = polygon->corner[v].edge = v;
    return which;
}

// Where the edge between a corner inside and one outside crosses the side.
static void crossing(const struct corner *in, double inside, const struct corner *out,
                     double outside, unsigned edge, unsigned side, struct corner *c) {
    double way[3];
    difference_of(out->at, in->at, way);
    step_along(in->at, inside / (inside - outside), way, c->at);
    c->part = 4 + 4 * edge + side;
    c->edge = edge;
}

// A segment is clipped there and back, which makes some corners twice.
static void clip(const struct polygon *from, const struct side *side, unsigned number,
                 struct polygon *to) {
    double height[CORNERS_MAX];
    to->corners = 0;
    for (unsigned v = 0; v < from->corners; v++)
        height[v] = dot_of(side->inward, from->corner[v].at) + side->offset;
    for (unsigned v = 0; v < from->corners; v++) {
        const unsigned next = v + 1 < from->corners ? v + 1 : 0;
        const struct corner *const p = &from->corner[v], *const q = &from->corner[next];
        const bool in = height[v] >= 0, then_in = height[next] >= 0;
        if (in && to->corners < CORNERS_MAX) to->corner[to->corners++] = *p;
        if (in == then_in || to->corners == CORNERS_MAX) continue;
        struct corner *const c = &to->corner[to->corners++];
        if (in) {
            crossing(p, height[v], q, height[next], p->edge, number, c);
            c->edge = 4 + number;
        } else {
            crossing(q, height[next], p, height[v], p->edge, number, c);
        }
    }
}

static double squared_distance(const double a[3], const double b[3]) {
    double way[3];
    difference_of(a, b, way);
    return dot_of(way, way);
}

// Keeps the deepest point, the farthest one from it, and the farthest on either side of the line
// through both.
static unsigned keep_four(struct core_point *point, unsigned count, const double unit[3],
                          double size) {
    struct core_point kept[POINTS_MAX];
    unsigned first = 0, second = 0, points = 1;
    double far = product_of(APART * APART, product_of(size, size)), way[3];
    for (unsigned k = 1; k < count; k++) first = point[k].depth > point[first].depth ? k : first;
    kept[0] = point[first];
    for (unsigned k = 0; k < count; k++) {
        const double square = squared_distance(point[k].position, kept[0].position);
        if (square > far) {
            far = square;
            second = k;
            points = 2;
        }
    }
    if (points == 2) {
        kept[1] = point[second];
        difference_of(kept[1].position, kept[0].position, way);
        for (int sign = -1; sign <= 1; sign += 2) {
            double most = product_of(APART * size, length_of(way));
            const struct core_point *found = NULL;
            for (unsigned k = 0; k < count; k++) {
                double from[3], across[3];
                difference_of(point[k].position, kept[0].position, from);
                cross_of(way, from, across);
                const double area = product_of(sign, dot_of(across, unit));
                if (area > most) {
                    most = area;
                    found = &point[k];
                }
            }
            if (found) kept[points++] = *found;
        }
    }
    memcpy(point, kept, points * sizeof *kept);
    return points;
}

// The face is that of core s. Returns no point if nothing of the other core is above it and within
// the margin.
static void face_points(const struct core_pair *p, unsigned s, unsigned face, double margin,
                        struct core_contact *contact) {
    const struct core *const of = &p->core[s], *const other = &p->core[1 - s];
    const unsigned number = contact->axis.number;
    const double slack = product_of(CORE_SLACK, of->size);
    double out[3], in[3]; // of the face
    struct polygon polygon[2];
    struct side side[4];
    struct core_point point[CORNERS_MAX];
    for (int c = 0; c < 3; c++) {
        out[c] = s ? -contact->axis.unit[c] : contact->axis.unit[c];
        in[c] = -out[c];
    }
    const unsigned which = facing(other, in, &polygon[0]);
    const unsigned sides = sides_of(of, face, slack, side);
    for (unsigned k = 0; k < sides; k++) clip(&polygon[k % 2], &side[k], k, &polygon[(k + 1) % 2]);
    const struct polygon *const left = &polygon[sides % 2];
    const double top = lbx_core_extent(of, out).high + p->radii;
    const bool turned = dot_of(of->face[face], out) < 0;
    contact->points = 0;
    for (unsigned v = 0; v < left->corners; v++) {
        const double depth = top - dot_of(left->corner[v].at, out);
        if (depth < -margin - product_of(2 * CONTACT_MORE, p->size)) continue;
        struct core_point *const to = &point[contact->points++];
        step_along(left->corner[v].at, depth / 2 - other->radius, out, to->position);
        to->depth = depth;
        to->feature = feature_of(number, left->corner[v].part | (turned ? 64 : 0) | which << 7);
    }
    if (!contact->points) return;
    contact->points = keep_four(point, contact->points, out, p->size);
    for (unsigned k = 0; k < contact->points; k++) contact->point[k] = point[k];
}

// A point between p on the first core and q on the second, both moved to the surfaces.
static void point_between(const struct core_pair *pair, const double p[3], const double q[3],
                          const double unit[3], double depth, uint32_t feature,
                          struct core_point *to) {
    const double off = (pair->core[0].radius - pair->core[1].radius) / 2;
    for (int c = 0; c < 3; c++) to->position[c] = (p[c] + q[c]) / 2 + product_of(off, unit[c]);
    to->depth = depth;
    to->feature = feature;
}

// The two ends of what segments have along each other.
static void points_along(const struct core_pair *p, double margin, struct core_contact *contact) {
    const struct core *const a = &p->core[0], *const b = &p->core[1];
    const double *const u = a->edge[0], *const v = b->edge[0];
    const double uu = dot_of(u, u), uv = dot_of(u, v);
    double cross[3], r[3], part[2];
    cross_of(u, v, cross);
    if (dot_of(cross, cross) > product_of(ALONG_SQUARE, product_of(uu, dot_of(v, v)))) return;
    difference_of(b->vertex[0], a->vertex[0], r);
    part[0] = dot_of(u, r) / uu;
    part[1] = part[0] + uv / uu;
    unsigned end[2] = {2, 3}; // of b
    if (part[0] > part[1]) {
        const double first = part[0];
        part[0] = part[1];
        part[1] = first;
        end[0] = 3;
        end[1] = 2;
    }
    if (part[0] < 0) part[0] = end[0] = 0;
    if (part[1] > 1) part[1] = end[1] = 1;
    if (product_of(part[1] - part[0], sqrt(uu)) <= product_of(APART, p->size)) return;
    struct core_point point[2];
    for (int k = 0; k < 2; k++) {
        static const double none[3] = {0, 0, 0};
        struct near_cores near = {.square = INFINITY};
        double on[3], unit[3];
        step_along(a->vertex[0], part[k], u, on);
        lbx_near_segments(on, none, b->vertex[0], v, &near);
        const double distance = sqrt(near.square), depth = p->radii - distance;
        if (depth < -margin) return;
        for (int c = 0; c < 3; c++)
            unit[c] = distance > product_of(CORE_SLACK, p->size) ? near.normal[c] / distance
                                                                 : contact->axis.unit[c];
        point_between(p, on, near.point[1], unit, depth,
                      feature_of(contact->axis.number, 1 + end[k]), &point[k]);
    }
    const int deepest = point[1].depth > point[0].depth;
    contact->points = 2;
    contact->point[0] = point[deepest];
    contact->point[1] = point[1 - deepest];
}

// The edge of a core that reaches farthest along a vector, among those with one direction.
static void outer_edge(const struct core *core, unsigned edge, const double along[3],
                       double start[3], double way[3], unsigned *which) {
    *which = edge;
    if (core->kind == CORE_BOX) {
        *which = 4 * edge;
        for (unsigned j = 1; j < 3; j++)
            if (dot_of(core->edge[(edge + j) % 3], along) > 0) *which += j;
    }
    lbx_core_edge(core, *which, start, way);
}

// The point between two edges. Returns false if it is too far from either shape.
static bool edge_point(const struct core_pair *p, struct core_contact *contact) {
    const struct core_axis *const axis = &contact->axis;
    const unsigned product = axis->number - p->core[0].faces - p->core[1].faces;
    const unsigned edge[2] = {product / p->core[1].edges, product % p->core[1].edges};
    double start[2][3], way[2][3], in[3];
    unsigned which[2];
    struct near_cores near = {.square = INFINITY};
    for (int c = 0; c < 3; c++) in[c] = -axis->unit[c];
    for (unsigned s = 0; s < 2; s++)
        outer_edge(&p->core[s], edge[s], s ? in : axis->unit, start[s], way[s], &which[s]);
    lbx_near_segments(start[0], way[0], start[1], way[1], &near);
    contact->points = 1;
    point_between(p, near.point[0], near.point[1], axis->unit, axis->depth,
                  feature_of(axis->number, which[0] | which[1] << 4), &contact->point[0]);
    for (int c = 0; c < 3; c++)
        way[0][c] = near.point[1][c] - near.point[0][c] - product_of(p->radii, axis->unit[c]);
    return length_of(way[0]) <= 2 * fabs(axis->depth) + product_of(POINT_MORE, p->size);
}

void lbx_core_points(struct core_pair *p, double margin, struct core_contact *contact) {
    const struct core *const a = &p->core[0], *const b = &p->core[1];
    const unsigned number = contact->axis.number, faces = a->faces + b->faces;
    contact->points = 0;
    if (number < a->faces)
        face_points(p, 0, number, margin, contact);
    else if (number < faces)
        face_points(p, 1, number - a->faces, margin, contact);
    else if (a->kind == CORE_SEGMENT && b->kind == CORE_SEGMENT && a->edges && b->edges)
        points_along(p, margin, contact);
    if (contact->points) return;
    if (number >= faces && number != NO_NUMBER && edge_point(p, contact)) return;
    if (p->near.square == INFINITY) lbx_near_cores(a, b, &p->near);
    contact->points = 1;
    point_between(p, p->near.point[0], p->near.point[1],
                  p->apart ? p->way.unit : contact->axis.unit, contact->axis.depth,
                  feature_of(number, 0), &contact->point[0]);
}
