// SPDX-License-Identifier: MIT
// Signs of distances: building and checking the block that trees/sign_of.c reads.
#include "kernels/lanes/floats.h"

#include <math.h>
#include <string.h>

#include "pairs/radix.h"
#include "signs.h"
#include "volumes/fit.h"

#define SIGNS_MAGIC 0x7378626cu // "lbxs" where the lowest byte comes first

size_t lbx_signs_lay(struct lbx_signs *s, void *memory, size_t triangles) {
    s->header = memory;
    s->sign = (struct lbx_sign *)(s->header + 1);
    return lbx_block_bytes(sizeof *s->header + (uint64_t)triangles * sizeof *s->sign);
}

int lbx_signs_open(struct lbx_signs *s, const void *memory) {
    if (!memory) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory)) return LBX_ERROR_STRIDE;
    const struct lbx_signs_header *const h = memory;
    if (h->magic != SIGNS_MAGIC || h->version != SIGNS_VERSION || h->triangles == 0 ||
        h->triangles > TREE_TRIANGLES_MAX || h->leaves == 0 || h->leaves > TREE_TRIANGLES_MAX ||
        h->bytes > PTRDIFF_MAX ||
        h->bytes != lbx_signs_lay(s, (void *)(uintptr_t)memory, (size_t)h->triangles))
        return LBX_ERROR_TREE;
    return 0;
}

int lbx_signs_open_of(struct lbx_signs *s, const void *memory, const struct lbx_aabb_tree *t) {
    const int error = lbx_signs_open(s, memory);
    if (error) return error;
    const struct lbx_signs_header *const h = s->header;
    return h->tree == t->header->sum && h->triangles == t->header->mesh_triangles &&
                   h->leaves == t->header->leaves
               ? 0
               : LBX_ERROR_TREE;
}

// --- building ---

// A corner or an edge of the mesh, 3 * triangle + vertex, by a key that it is sorted by.
struct keyed {
    uint32_t at, key;
};

enum { SCRATCH_BYTES = 3 * sizeof(struct keyed) + 3 * sizeof(uint32_t) }; // a triangle

struct build {
    struct lbx_aabb_tree tree;
    struct lbx_signs signs;
    size_t triangles; // of the mesh
    size_t corners;   // of those triangles that the tree has
    struct keyed *item;
    uint32_t *vertex; // the number of each corner's; corners at one point have the same
    uint32_t vertices;
    lbx_sign_counts counts;
};

size_t lbx_tree_signs_bytes(const void *tree) {
    struct lbx_aabb_tree t;
    struct lbx_signs s;
    static char none;
    return lbx_aabb_tree_open(&t, tree) ? SIZE_MAX
                                        : lbx_signs_lay(&s, &none, t.header->mesh_triangles);
}

size_t lbx_tree_signs_scratch_bytes(const void *tree) {
    struct lbx_aabb_tree t;
    if (lbx_aabb_tree_open(&t, tree)) return SIZE_MAX;
    return lbx_block_bytes((uint64_t)t.header->mesh_triangles * SCRATCH_BYTES);
}

// While items are sorted, the memory of the records serves as the sort's room, except that the
// places of the triangles are kept behind it: each is read before its record is written.
static uint32_t *places_of(const struct build *b) {
    return (uint32_t *)(void *)((char *)b->signs.sign +
                                b->triangles * (sizeof(struct lbx_sign) - sizeof(uint32_t)));
}

static void sort_items(struct build *b, struct keyed *item, size_t n) {
    uint32_t differ = 0;
    for (size_t i = 1; i < n; i++) differ |= item[i].key ^ item[0].key;
    lbx_radix_sort(item, b->signs.sign, n, differ);
}

// A coordinate of a corner, as bits: both zeros are the same.
static uint32_t coordinate_bits(const struct build *b, uint32_t corner, int c) {
    const uint32_t place = places_of(b)[corner / 3];
    const float x = b->tree.leaf[place / TREE_WIDTH].vertex[c][corner % 3][place % TREE_WIDTH] + 0;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static bool are_at_one_point(const struct build *b, uint32_t corner, uint32_t other) {
    bool same = true;
    for (int c = 0; c < 3; c++)
        same = same && coordinate_bits(b, corner, c) == coordinate_bits(b, other, c);
    return same;
}

static void place_triangles(struct build *b) {
    uint32_t *const place = places_of(b);
    memset(place, 0xff, b->triangles * sizeof *place);
    for (size_t i = 0; i < b->tree.header->leaves; i++) {
        const struct lbx_aabb_leaf *const leaf = &b->tree.leaf[i];
        for (uint32_t k = 0; k < TREE_WIDTH && (k == 0 || leaf->id[k] != leaf->id[0]); k++) {
            place[leaf->id[k]] = (uint32_t)i * TREE_WIDTH + k;
            for (uint32_t v = 0; v < 3; v++) {
                struct keyed *const item = &b->item[b->corners++];
                uint32_t bits[3];
                item->at = 3 * leaf->id[k] + v;
                for (int c = 0; c < 3; c++) bits[c] = coordinate_bits(b, item->at, c);
                item->key = lbx_point_hash(bits);
            }
        }
    }
}

// Puts corners together that are at one point, in a run of different points with the same hash.
static void part_run(struct build *b, struct keyed *item, size_t n) {
    for (int c = 0; c < 3; c++) {
        for (size_t i = 0; i < n; i++) item[i].key = coordinate_bits(b, item[i].at, c);
        sort_items(b, item, n);
    }
}

// Numbers the points at which corners are, in the order of the leaves, so that what lies together
// in the mesh does so in memory. The corners come sorted by a hash of their points.
static void number_vertices(struct build *b) {
    const uint32_t named = 0x80000000u;
    sort_items(b, b->item, b->corners);
    for (size_t first = 0, end; first < b->corners; first = end) {
        struct keyed *const item = b->item;
        const uint32_t hash = item[first].key;
        bool parts = false;
        for (end = first + 1; end < b->corners && item[end].key == hash; end++)
            parts = parts || !are_at_one_point(b, item[end - 1].at, item[end].at);
        if (parts) part_run(b, item + first, end - first);
        uint32_t earliest = item[first].at; // sorts keep the order of the leaves
        for (size_t i = first; i < end; i++) {
            if (parts && !are_at_one_point(b, earliest, item[i].at)) earliest = item[i].at;
            b->vertex[item[i].at] = earliest;
        }
    }
    for (size_t i = 0; i < TREE_WIDTH * b->tree.header->leaves; i++) {
        const struct lbx_aabb_leaf *const leaf = &b->tree.leaf[i / TREE_WIDTH];
        const uint32_t k = i % TREE_WIDTH, id = leaf->id[k];
        for (uint32_t at = 3 * id; at < 3 * id + 3 && (k == 0 || id != leaf->id[0]); at++) {
            const uint32_t earliest = b->vertex[at];
            b->vertex[at] = earliest == at ? named | b->vertices++ : b->vertex[earliest];
        }
    }
    for (size_t i = 0; i < 3 * b->triangles; i++) b->vertex[i] &= ~named;
}

// The vertices that an edge goes from and to.
static uint32_t edge_from(const struct build *b, uint32_t edge) {
    return b->vertex[edge];
}

static uint32_t edge_to(const struct build *b, uint32_t edge) {
    return b->vertex[edge % 3 == 2 ? edge - 2 : edge + 1];
}

// Whether two vertices of a triangle are the same. The others see each other through it.
static bool is_collapsed(const struct build *b, uint32_t triangle) {
    const uint32_t *const v = &b->vertex[3 * (size_t)triangle];
    return v[0] == v[1] || v[1] == v[2] || v[2] == v[0];
}

// Sorts the edges of the triangles by their vertices. Returns how many there are.
static size_t sort_edges(struct build *b) {
    const uint32_t *const place = places_of(b);
    size_t n = 0;
    for (uint32_t edge = 0; edge < 3 * b->triangles; edge++) {
        if (place[edge / 3] == NO_PLACE || edge_from(b, edge) == edge_to(b, edge)) continue;
        b->item[n++].at = edge;
    }
    for (int higher = 1; higher >= 0; higher--) {
        for (size_t i = 0; i < n; i++) {
            const uint32_t from = edge_from(b, b->item[i].at), to = edge_to(b, b->item[i].at);
            b->item[i].key = (from > to) == (higher == 1) ? from : to;
        }
        sort_items(b, b->item, n);
    }
    return n;
}

// atan of t from 0 to 1: four times that of the tangent of a quarter of the angle, by the series.
static double arctangent(double t) {
    enum { TERMS = 12, HALVED = 2 };
    for (int k = 0; k < HALVED; k++) t /= 1 + sqrt(1 + t * t);
    double sum = 0;
    for (int k = TERMS; k >= 0; k--) sum = 1.0 / (2 * k + 1) - sum * (t * t);
    return sum * t * (1 << HALVED);
}

// The angle of a vector, from 0 to half a turn: y is not negative.
static double angle_of(double x, double y) {
    const double quarter = 0x1.921fb54442d18p0; // of a turn
    const double from_axis =
        fabs(x) < y ? quarter - arctangent(fabs(x) / y) : arctangent(y / fabs(x));
    return x < 0 ? 2 * quarter - from_axis : from_axis;
}

// Writes the angles of a triangle where the normals of its vertices will be. Returns whether it has
// no area, and therefore no angles.
static bool put_angles(const struct build *b, struct lbx_sign *sign) {
    double corner[3][3], normal[3], edge[3][3];
    lbx_sign_corners(&b->tree, sign->place, corner);
    lbx_sign_normal(corner, normal);
    const double size = sqrt(dot3(normal, normal));
    if (!(size > 0)) return true;
    for (int v = 0; v < 3; v++) minus3(corner[(v + 1) % 3], corner[v], edge[v]);
    for (int v = 0; v < 3; v++) {
        const float angle = rounded(angle_of(-dot3(edge[v], edge[(v + 2) % 3]), size));
        memcpy(&sign->normal[v], &angle, sizeof angle);
    }
    return false;
}

static void begin_records(struct build *b) {
    const uint32_t *const place = places_of(b);
    for (size_t i = 0; i < b->triangles; i++) {
        struct lbx_sign sign = {place[i], {NO_LINK, NO_LINK, NO_LINK}, {0, 0, 0, 0}};
        if (sign.place != NO_PLACE && put_angles(b, &sign)) {
            sign.place |= FLAT_BIT;
            b->counts.triangles++;
        }
        b->signs.sign[i] = sign;
    }
}

// The faces of an edge: how many run along it in the one direction and in the other, and the last.
struct faces {
    size_t count[2];
    uint32_t edge[2];
};

static struct faces faces_of(const struct build *b, const struct keyed *item, size_t n,
                             bool with_flat) {
    struct faces f = {{0, 0}, {0, 0}};
    for (size_t i = 0; i < n; i++) {
        const uint32_t edge = item[i].at, triangle = edge / 3;
        const bool flat = b->signs.sign[triangle].place & FLAT_BIT;
        if (with_flat ? is_collapsed(b, triangle) : flat) continue;
        const bool up = edge_from(b, edge) < edge_to(b, edge);
        f.edge[up] = edge;
        f.count[up]++;
    }
    return f;
}

// Links the faces of an edge: n items. If flat ones lie on each other, so that there are as many in
// either direction, the others see each other past them. Triangles that collapsed are no faces.
static void link_edge_of(struct build *b, const struct keyed *item, size_t n) {
    struct faces f = faces_of(b, item, n, true);
    if (f.count[0] == f.count[1] && f.count[0] > 1) f = faces_of(b, item, n, false);
    if (f.count[0] != 1 || f.count[1] != 1) {
        b->counts.edges += f.count[0] + f.count[1] > 0;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const uint32_t edge = item[i].at;
        const uint32_t behind = f.edge[edge_from(b, edge) > edge_to(b, edge)];
        b->signs.sign[edge / 3].edge[edge % 3] = link_to(behind / 3, behind % 3);
    }
}

static void link_edges(struct build *b, size_t n) {
    for (size_t first = 0, end; first < n; first = end) {
        const uint32_t from = edge_from(b, b->item[first].at), to = edge_to(b, b->item[first].at);
        for (end = first + 1; end < n; end++) {
            const uint32_t a = edge_from(b, b->item[end].at), c = edge_to(b, b->item[end].at);
            if (!((a == from && c == to) || (a == to && c == from))) break;
        }
        link_edge_of(b, b->item + first, end - first);
    }
}

// --- pseudonormals ---

// What a triangle adds to the normal of one of its vertices. A flat one adds the surface behind its
// long edge, if that passes by the vertex.
static void normal_at(const struct build *b, uint32_t at, double normal[3]) {
    const struct lbx_sign *const sign = &b->signs.sign[at / 3];
    const unsigned v = at % 3;
    double corner[3][3];
    float angle = 0x1.921fb6p1f; // half a turn
    memset(normal, 0, 3 * sizeof *normal);
    lbx_sign_corners(&b->tree, sign->place, corner);
    if (sign->place & FLAT_BIT) {
        const struct lbx_flat f = lbx_flat_of(corner);
        if (v != f.middle || is_collapsed(b, at / 3)) return;
        lbx_normal_behind(&b->signs, &b->tree, sign->edge[lbx_flat_edge(&f)], corner[v], normal);
    } else {
        lbx_sign_normal(corner, normal);
        lbx_make_unit(normal);
        memcpy(&angle, &sign->normal[v], sizeof angle);
    }
    for (int c = 0; c < 3; c++) normal[c] *= (double)angle;
}

// Puts the normal of a vertex where its corners are. If the faces' normals cancel, each has its
// own.
static void put_normals(struct build *b, const uint32_t *corner, size_t n) {
    double all[3] = {0, 0, 0}, size = 0;
    for (size_t i = 0; i < n; i++) {
        double one[3];
        normal_at(b, corner[i], one);
        for (int c = 0; c < 3; c++) all[c] += one[c];
        size += dot3(one, one);
    }
    const bool cancels = !(dot3(all, all) > 0x1p-80 * size);
    for (size_t i = 0; i < n; i++) {
        if (cancels) normal_at(b, corner[i], all);
        if (!(dot3(all, all) > 0)) all[2] = 1;
        lbx_normal_put(&b->signs.sign[corner[i] / 3], corner[i] % 3, all);
    }
}

// The corners of each vertex, in the order of the mesh.
static void put_all_normals(struct build *b) {
    uint32_t *const begin = (uint32_t *)(void *)b->item, *const corner = begin + b->vertices;
    memset(begin, 0, b->vertices * sizeof *begin);
    const struct lbx_sign *const sign = b->signs.sign;
    for (size_t i = 0; i < 3 * b->triangles; i++)
        if (sign[i / 3].place != NO_PLACE) begin[b->vertex[i]]++;
    for (uint32_t v = 1; v < b->vertices; v++) begin[v] += begin[v - 1];
    for (size_t i = 3 * b->triangles; i-- > 0;)
        if (sign[i / 3].place != NO_PLACE) corner[--begin[b->vertex[i]]] = (uint32_t)i;
    for (uint32_t v = 0; v < b->vertices; v++) {
        const size_t end = v + 1 < b->vertices ? begin[v + 1] : b->corners;
        put_normals(b, corner + begin[v], end - begin[v]);
    }
}

// How far an edge is bent, from the triangle on one side and the link to that on the other.
static float bend_of(const struct build *b, double (*corner)[3], const double normal[3], unsigned k,
                     uint32_t link) {
    static const double nowhere[3] = {0, 0, 0};
    double edge[3], outwards[3], behind[3], sum[3];
    if (link == NO_LINK) return 1;
    minus3(corner[(k + 1) % 3], corner[k], edge);
    cross3(edge, normal, outwards);
    lbx_normal_behind(&b->signs, &b->tree, link, nowhere, behind);
    for (int c = 0; c < 3; c++) sum[c] = normal[c] + behind[c];
    const float bend = rounded(fmin(sqrt(dot3(sum, sum)) / 2, 1));
    return dot3(behind, outwards) < 0 ? -bend : bend;
}

// Links to triangles that are not flat become what is computed from the two normals, on both sides
// of the edge at once.
static void bend_edges(struct build *b) {
    for (size_t i = 0; i < b->triangles; i++) {
        struct lbx_sign *const sign = &b->signs.sign[i];
        if (sign->place & FLAT_BIT) continue; // or refused
        double corner[3][3], normal[3];
        lbx_sign_corners(&b->tree, sign->place, corner);
        lbx_sign_normal(corner, normal);
        lbx_make_unit(normal);
        for (unsigned k = 0; k < 3; k++) {
            const uint32_t link = sign->edge[k];
            if (!(link & LINK_BIT)) continue;
            struct lbx_sign *const next =
                link == NO_LINK ? sign : &b->signs.sign[link_triangle(link)];
            if (next->place & FLAT_BIT) continue;
            const float bend = bend_of(b, corner, normal, k, link);
            memcpy(&sign->edge[k], &bend, sizeof bend);
            if (link != NO_LINK) memcpy(&next->edge[link_edge(link)], &bend, sizeof bend);
        }
    }
}

// --- the block ---

// Each word is multiplied by an odd number: if one changes, the sum does.
uint64_t lbx_signs_sum(const struct lbx_signs *s) {
    const struct lbx_signs_header *const h = s->header;
    const uint32_t *const word = (const uint32_t *)(const void *)s->sign;
    const uint64_t words = (uint64_t)h->triangles * (sizeof *s->sign / sizeof *word);
    uint64_t sum = h->tree + lbx_scatter((uint64_t)h->leaves << 32 | h->edges);
    for (uint64_t i = 0; i < words; i++) sum += word[i] * (2 * i + 1);
    return sum;
}

ptrdiff_t lbx_tree_signs_build(const void *tree, void *memory, size_t bytes, void *scratch,
                               lbx_sign_counts *counts) {
    struct build b = {.item = scratch};
    const int error = lbx_aabb_tree_open(&b.tree, tree);
    if (error) return error;
    if (!memory || !scratch) return LBX_ERROR_NULL;
    if (!lbx_is_aligned(memory) || !lbx_is_aligned(scratch)) return LBX_ERROR_STRIDE;
    b.triangles = b.tree.header->mesh_triangles;
    const size_t size = lbx_signs_lay(&b.signs, memory, b.triangles);
    if (size == SIZE_MAX || bytes < size) return LBX_ERROR_COUNT;
    b.signs.header->magic = 0;
    b.vertex = (uint32_t *)(void *)(b.item + 3 * b.triangles);
    place_triangles(&b);
    number_vertices(&b);
    const size_t edges = sort_edges(&b);
    begin_records(&b);
    link_edges(&b, edges);
    put_all_normals(&b);
    bend_edges(&b);
    struct lbx_signs_header *const header = b.signs.header;
    *header = (struct lbx_signs_header){.version = SIGNS_VERSION,
                                        .bytes = size,
                                        .tree = b.tree.header->sum,
                                        .triangles = (uint32_t)b.triangles,
                                        .leaves = (uint32_t)b.tree.header->leaves,
                                        .edges = (uint32_t)b.counts.edges,
                                        .flat = (uint32_t)b.counts.triangles};
    header->sum = lbx_signs_sum(&b.signs);
    header->magic = SIGNS_MAGIC;
    if (counts) *counts = b.counts;
    return (ptrdiff_t)size;
}

// --- checking ---

static bool is_good_edge(const struct lbx_signs *s, uint32_t edge, bool flat) {
    const uint32_t size = edge & 0x7fffffff;
    if (!(edge & LINK_BIT)) return !flat && size <= 0x3f800000; // 1.0f
    return edge == NO_LINK ||
           (size == edge && link_edge(edge) < 3 && link_triangle(edge) < s->header->triangles &&
            s->sign[link_triangle(edge)].place != NO_PLACE);
}

static bool is_good_sign(const struct lbx_signs *s, const struct lbx_sign *sign) {
    static const struct lbx_sign none = {NO_PLACE, {NO_LINK, NO_LINK, NO_LINK}, {0, 0, 0, 0}};
    if (sign->place == NO_PLACE) return memcmp(sign, &none, sizeof none) == 0;
    bool good =
        (sign->place & ~FLAT_BIT) / TREE_WIDTH < s->header->leaves && sign->normal[3] >> 30 == 0;
    for (int k = 0; k < 3; k++)
        good = good && is_good_edge(s, sign->edge[k], sign->place & FLAT_BIT);
    return good;
}

int lbx_tree_signs_check(const void *memory, size_t bytes) {
    struct lbx_signs s;
    if (memory && bytes < sizeof(struct lbx_signs_header)) return LBX_ERROR_TREE;
    const int error = lbx_signs_open(&s, memory);
    if (error) return error;
    if (bytes < s.header->bytes || s.header->sum != lbx_signs_sum(&s)) return LBX_ERROR_TREE;
    uint32_t flat = 0;
    for (size_t i = 0; i < s.header->triangles; i++) {
        if (!is_good_sign(&s, &s.sign[i])) return LBX_ERROR_TREE;
        flat += s.sign[i].place != NO_PLACE && (s.sign[i].place & FLAT_BIT) != 0;
    }
    return flat == s.header->flat ? 0 : LBX_ERROR_TREE;
}
