// SPDX-License-Identifier: MIT
// Signs of distances: the angles of triangles, the pseudonormals of vertices and the bends of edges
// that follow from them.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "signs_build.h"
#include "volumes/fit.h"

// --- angles ---

// atan of t from 0 to 1: four times that of the tangent of a quarter of the angle, by the series.
static double arctangent(double t) {
    enum { TERMS = 12, HALVED = 2 };
    for (int k = 0; k < HALVED; k++) t /= 1 + sqrt(1 + t * t);
    double sum = 0;
    for (int k = TERMS; k >= 0; k--) sum = 1.0 / (2 * k + 1) - sum * (t * t);
    return sum * t * (1 << HALVED);
}

// The angle of a vector, from 0 to half a turn: y is not negative.
static __attribute__((noinline)) double angle_of(double x, double y) {
    const double quarter = 0x1.921fb54442d18p0; // of a turn
    const bool steep = fabs(x) < y;
    const double angle = arctangent(steep ? fabs(x) / y : y / fabs(x));
    const double from_axis = steep ? quarter - angle : angle;
    return x < 0 ? 2 * quarter - from_axis : from_axis;
}

// Writes the angles of a triangle where the normals of its vertices will be. Returns whether it has
// no area, and therefore no angles.
static bool put_angles(const struct signs_build *b, struct lbx_sign *sign) {
    double corner[3][3], normal[3], edge[3][3];
    lbx_sign_corners(&b->tree, sign->place, corner);
    lbx_sign_normal(corner, normal);
    const double size = sqrt(dot3(normal, normal));
    if (!(size > 0)) return true;
    for (int v = 0; v < 3; v++) minus3(corner[(v + 1) % 3], corner[v], edge[v]);
    for (int v = 0; v < 3; v++) {
        const float angle = nearest_float(angle_of(-dot3(edge[v], edge[(v + 2) % 3]), size));
        memcpy(&sign->normal[v], &angle, sizeof angle);
    }
    return false;
}

static void put_no_records(void *data, size_t part) {
    const struct signs_build *const b = data;
    const struct lbx_sign none = {NO_PLACE, {NO_LINK, NO_LINK, NO_LINK}, {0, 0, 0, 0}};
    for (size_t i = part * SIGNS_PART; i < triangles_end(b, part); i++) b->signs.sign[i] = none;
}

static void put_records(void *data, size_t part) {
    struct signs_build *const b = data;
    uint64_t flat = 0;
    for (size_t i = part * SIGNS_LEAVES; i < leaves_end(b, part); i++) {
        const struct lbx_aabb_leaf *const leaf = &b->tree.leaf[i];
        const unsigned n = lbx_signs_in_leaf(leaf);
        for (unsigned k = 0; k < n; k++) {
            struct lbx_sign sign = {
                (uint32_t)i * TREE_WIDTH + k, {NO_LINK, NO_LINK, NO_LINK}, {0, 0, 0, 0}};
            if (put_angles(b, &sign)) {
                sign.place |= FLAT_BIT;
                flat++;
            }
            b->signs.sign[leaf->id[k]] = sign;
        }
    }
    lbx_add_to(&b->flat, flat);
}

void lbx_signs_records(struct signs_build *b) {
    if (b->corners < 3 * b->triangles) share_triangles(b, put_no_records);
    share_leaves(b, put_records);
}

// --- the corners of each vertex ---

// Vertices are shared out in groups of consecutive ones. First, the corners of a group are put
// together, in the order of the mesh, as in a pass of a radix sort. Then the group's own part links
// the corners of each vertex, in that order: `vertex` holds the next corner instead of the vertex.
enum {
    GROUPS = 256,
    LEAST_SHIFT = 10, // of a vertex, to its group
    CORNERS_PART = 16384
};
#define NO_CORNER UINT32_MAX

struct grouping {
    struct signs_build *build;
    unsigned shift;
    uint32_t *corner;          // by groups
    uint32_t (*place)[GROUPS]; // of the corners of each part
    uint32_t *head;            // the first corner of each vertex; the memory is that of `place`
    uint32_t begin[GROUPS + 1];
};

static void count_groups(void *data, size_t part) {
    const struct grouping *const g = data;
    const struct signs_build *const b = g->build;
    const size_t end = lbx_part_end(3 * b->triangles, CORNERS_PART, part);
    uint32_t *const count = g->place[part];
    memset(count, 0, sizeof *g->place);
    for (size_t i = part * CORNERS_PART; i < end; i++)
        if (b->signs.sign[i / 3].place != NO_PLACE) count[b->vertex[i] >> g->shift]++;
}

static void move_corners(void *data, size_t part) {
    const struct grouping *const g = data;
    const struct signs_build *const b = g->build;
    const size_t end = lbx_part_end(3 * b->triangles, CORNERS_PART, part);
    uint32_t place[GROUPS];
    memcpy(place, g->place[part], sizeof place);
    for (size_t i = part * CORNERS_PART; i < end; i++)
        if (b->signs.sign[i / 3].place != NO_PLACE)
            g->corner[place[b->vertex[i] >> g->shift]++] = (uint32_t)i;
}

static void group_corners(struct grouping *g) {
    const struct signs_build *const b = g->build;
    const size_t parts = lbx_parts(3 * b->triangles, CORNERS_PART);
    uint32_t next = 0;
    lbx_share(b->workers, count_groups, g, parts);
    for (unsigned d = 0; d < GROUPS; d++) {
        g->begin[d] = next;
        for (size_t k = 0; k < parts; k++) {
            const uint32_t count = g->place[k][d];
            g->place[k][d] = next;
            next += count;
        }
    }
    g->begin[GROUPS] = next;
    lbx_share(b->workers, move_corners, g, parts);
}

// --- pseudonormals ---

// Whether two corners are one point.
static bool is_collapsed(double (*corner)[3]) {
    bool same[3] = {true, true, true};
    for (int v = 0; v < 3; v++)
        for (int c = 0; c < 3; c++) same[v] = same[v] && corner[v][c] == corner[(v + 1) % 3][c];
    return same[0] || same[1] || same[2];
}

// What a triangle adds to the normal of one of its vertices. A flat one adds the surface behind its
// long edge, if that passes by the vertex.
static void normal_at(const struct signs_build *b, uint32_t at, double normal[3]) {
    const struct lbx_sign *const sign = &b->signs.sign[at / 3];
    const unsigned v = at % 3;
    double corner[3][3];
    float angle = 0x1.921fb6p1f; // half a turn
    memset(normal, 0, 3 * sizeof *normal);
    lbx_sign_corners(&b->tree, sign->place, corner);
    if (sign->place & FLAT_BIT) {
        const struct lbx_flat f = lbx_flat_of(corner);
        if (v != f.middle || is_collapsed(corner)) return;
        lbx_normal_behind(&b->signs, &b->tree, sign->edge[lbx_flat_edge(&f)], corner[v], normal);
    } else {
        lbx_sign_normal(corner, normal);
        lbx_make_unit(normal);
        memcpy(&angle, &sign->normal[v], sizeof angle);
    }
    for (int c = 0; c < 3; c++) normal[c] *= (double)angle;
}

// Puts the normal of a vertex where its corners are. If the faces' normals cancel, each has its
// own. The higher bits of a normal share a word with those of others: they go where the number of
// the corner's vertex was. Corners are added in their order: one worker adds those of one vertex.
static void put_normals(const struct signs_build *b, uint32_t first) {
    double all[3] = {0, 0, 0}, size = 0;
    for (uint32_t corner = first; corner != NO_CORNER; corner = b->vertex[corner]) {
        double one[3];
        normal_at(b, corner, one);
        for (int c = 0; c < 3; c++) all[c] += one[c];
        size += dot3(one, one);
    }
    const bool cancels = !(dot3(all, all) > 0x1p-80 * size);
    struct lbx_sign put = {.place = 0};
    for (uint32_t corner = first, next; corner != NO_CORNER; corner = next) {
        next = b->vertex[corner];
        if (cancels) normal_at(b, corner, all);
        if (cancels || corner == first) {
            if (!(dot3(all, all) > 0)) all[2] = 1;
            put.normal[3] = 0;
            lbx_normal_put(&put, 0, all);
        }
        b->signs.sign[corner / 3].normal[corner % 3] = put.normal[0];
        b->vertex[corner] = put.normal[3];
    }
}

static void put_normals_of(void *data, size_t group) {
    const struct grouping *const g = data;
    const struct signs_build *const b = g->build;
    const size_t first = group << g->shift,
                 end = lbx_part_end(b->vertices, (size_t)1 << g->shift, group);
    for (size_t v = first; v < end; v++) g->head[v] = NO_CORNER;
    for (uint32_t i = g->begin[group + 1]; i-- > g->begin[group];) {
        const uint32_t corner = g->corner[i], v = b->vertex[corner];
        b->vertex[corner] = g->head[v];
        g->head[v] = corner;
    }
    for (size_t v = first; v < end; v++) put_normals(b, g->head[v]);
}

static void put_all_normals(struct signs_build *b) {
    uint32_t *const corner = (uint32_t *)(void *)b->item, *const rest = corner + 3 * b->triangles;
    uint32_t few[1][GROUPS];
    struct grouping g = {.build = b, .shift = LEAST_SHIFT, .corner = corner, .head = rest};
    while ((b->vertices - 1) >> g.shift >= GROUPS) g.shift++;
    g.place = 3 * b->triangles > CORNERS_PART ? (uint32_t(*)[GROUPS])(void *)rest : few;
    group_corners(&g);
    lbx_share(b->workers, put_normals_of, &g, lbx_parts(b->vertices, (size_t)1 << g.shift));
}

// --- bends ---

// How far an edge is bent, from the triangle on one side and the link to that on the other.
static float bend_of(const struct signs_build *b, double (*corner)[3], const double normal[3],
                     unsigned k, uint32_t link) {
    static const double nowhere[3] = {0, 0, 0};
    double edge[3], outwards[3], behind[3], sum[3];
    if (link == NO_LINK) return 1;
    minus3(corner[(k + 1) % 3], corner[k], edge);
    cross3(edge, normal, outwards);
    lbx_normal_behind(&b->signs, &b->tree, link, nowhere, behind);
    for (int c = 0; c < 3; c++) sum[c] = normal[c] + behind[c];
    const float bend = nearest_float(fmin(sqrt(dot3(sum, sum)) / 2, 1));
    return dot3(behind, outwards) < 0 ? -bend : bend;
}

// Edges between triangles that are not flat are bent as computed from the lower one's side: first
// that triangle has the bend, then the other one takes it over.
static void bend_lower(void *data, size_t part) {
    const struct signs_build *const b = data;
    for (size_t i = part * SIGNS_PART; i < triangles_end(b, part); i++) {
        struct lbx_sign *const sign = &b->signs.sign[i];
        if (sign->place & FLAT_BIT) continue; // or refused
        double corner[3][3], normal[3];
        lbx_sign_corners(&b->tree, sign->place, corner);
        lbx_sign_normal(corner, normal);
        lbx_make_unit(normal);
        for (unsigned k = 0; k < 3; k++) {
            const uint32_t link = sign->edge[k];
            if (link != NO_LINK &&
                (link_triangle(link) < i || b->signs.sign[link_triangle(link)].place & FLAT_BIT))
                continue;
            const float bend = bend_of(b, corner, normal, k, link);
            memcpy(&sign->edge[k], &bend, sizeof bend);
        }
    }
}

static void bend_higher(void *data, size_t part) {
    const struct signs_build *const b = data;
    for (size_t i = part * SIGNS_PART; i < triangles_end(b, part); i++) {
        struct lbx_sign *const sign = &b->signs.sign[i];
        if (sign->place == NO_PLACE) continue;
        for (unsigned k = 0; k < 3; k++) {
            const uint32_t link = sign->edge[k];
            sign->normal[3] |= b->vertex[3 * i + k] << 10 * k; // the higher bits
            if (sign->place & FLAT_BIT || !(link & LINK_BIT)) continue;
            const struct lbx_sign *const next = &b->signs.sign[link_triangle(link)];
            if (!(next->place & FLAT_BIT)) sign->edge[k] = next->edge[link_edge(link)];
        }
    }
}

void lbx_signs_normals(struct signs_build *b) {
    put_all_normals(b);
    share_triangles(b, bend_lower);
    share_triangles(b, bend_higher);
}
