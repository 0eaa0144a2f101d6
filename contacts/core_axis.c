// SPDX-License-Identifier: MIT
// The axis of two cores: the way between nearest points or, where the cores meet, the axis of least
// penetration among the normals of faces and the products of edges, which are all normals that the
// difference of the cores has.
#include "kernels/lanes/floats.h"

#include "core_contact.h"
#include "preference.h"

#include <string.h>

static void offer_axis(const struct core_pair *p, const double direction[3], unsigned number,
                       struct core_axis *best) {
    const double inverse = 1 / length_of(direction);
    double unit[3];
    for (int c = 0; c < 3; c++) unit[c] = product_of(direction[c], inverse);
    const struct extent a = lbx_core_extent(&p->core[0], unit);
    const struct extent b = lbx_core_extent(&p->core[1], unit);
    const double ahead = a.high - b.low + p->radii, back = b.high - a.low + p->radii;
    const double depth = ahead <= back ? ahead : back;
    if (!(depth < best->depth)) return;
    best->depth = depth;
    best->number = number;
    for (int c = 0; c < 3; c++) best->unit[c] = ahead <= back ? unit[c] : -unit[c];
}

// Numbers are those of faces of the first core, of faces of the second, of products of edges.
static void offer_face(const struct core_pair *p, unsigned number, struct core_axis *best) {
    const unsigned first = p->core[0].faces;
    offer_axis(p, number < first ? p->core[0].face[number] : p->core[1].face[number - first],
               number, best);
}

static void offer_product(const struct core_pair *p, unsigned number, struct core_axis *best) {
    const struct core *const a = &p->core[0], *const b = &p->core[1];
    const unsigned product = number - a->faces - b->faces;
    const double *const u = a->edge[product / b->edges], *const v = b->edge[product % b->edges];
    double cross[3];
    cross_of(u, v, cross);
    offer_axis(p, cross, number, best); // one that is no vector is not the best
}

// Perpendicular to everything that two cores without any axis have: a line or a point.
static void offer_any(const struct core_pair *p, struct core_axis *best) {
    double longest[3] = {0, 0, 0}, axis[3] = {0, 0, 0}, cross[3];
    for (int s = 0; s < 2; s++) {
        for (unsigned e = 0; e < p->core[s].edges; e++) {
            if (dot_of(p->core[s].edge[e], p->core[s].edge[e]) > dot_of(longest, longest))
                memcpy(longest, p->core[s].edge[e], sizeof longest);
        }
    }
    int least = 0;
    for (int c = 1; c < 3; c++) least = fabs(longest[c]) < fabs(longest[least]) ? c : least;
    axis[least] = 1;
    cross_of(longest, axis, cross);
    offer_axis(p, dot_of(cross, cross) > 0 ? cross : axis, NO_NUMBER, best);
}

// Boxes are in coordinates along their axes, whose normal is not quite along the way.
void lbx_core_way(struct core_pair *p) {
    p->way.number = NO_NUMBER;
    p->way.depth = INFINITY;
    if (p->core[0].kind == CORE_BOX || p->core[1].kind == CORE_BOX) {
        offer_axis(p, p->near.normal, NO_NUMBER, &p->way);
        return;
    }
    const double distance = sqrt(p->near.square), inverse = 1 / distance;
    p->way.depth = p->radii - distance;
    for (int c = 0; c < 3; c++) p->way.unit[c] = product_of(p->near.normal[c], inverse);
}

static double preference_for(const struct core_pair *p, double depth) {
    return product_of(fabs(depth), (double)PREFERENCE) +
           product_of(p->size, (double)PREFERENCE_SIZE);
}

double lbx_core_axis(const struct core_pair *p, unsigned last, struct core_axis *axis) {
    const unsigned faces = p->core[0].faces + p->core[1].faces;
    const unsigned numbers = faces + p->core[0].edges * p->core[1].edges;
    struct core_axis face = {.depth = INFINITY}, other = {.depth = INFINITY};
    const bool round = p->apart && !(p->core[0].edges && p->core[1].edges);
    if (p->apart) other = p->way;
    // Next to a point, the nearest face has the same normal, or a worse one.
    for (unsigned k = 0; k < faces && !round; k++) offer_face(p, k, &face);
    for (unsigned k = faces; k < numbers && !p->apart; k++) offer_product(p, k, &other);
    if (face.depth == INFINITY && other.depth == INFINITY) offer_any(p, &other);
    const double least = other.depth < face.depth ? other.depth : face.depth;
    *axis = other.depth + preference_for(p, other.depth) < face.depth ? other : face;
    if (last >= numbers || round || last == axis->number) return least;
    struct core_axis old = {.depth = INFINITY};
    if (last < faces)
        offer_face(p, last, &old);
    else
        offer_product(p, last, &old);
    // Two edges have one point: faces that are nearly as good take over.
    if (last >= faces && old.depth + preference_for(p, old.depth) / 2 >= face.depth) return least;
    if (old.depth <= least + preference_for(p, least)) *axis = old;
    return least;
}
