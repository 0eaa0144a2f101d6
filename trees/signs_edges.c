// SPDX-License-Identifier: MIT
// Signs of distances: which corners are at one vertex, and which edges are between the same two.
#include "kernels/lanes/floats.h"

#include <string.h>

#include "pairs/radix.h"
#include "signs_build.h"

// While items are sorted, the memory of the records serves as the sort's room, except that the
// places of the triangles are kept behind it.
static uint32_t *places_of(const struct signs_build *b) {
    return (uint32_t *)(void *)((char *)b->signs.sign +
                                b->triangles * (sizeof(struct lbx_sign) - sizeof(uint32_t)));
}

// What is left between the two, 4 bytes a triangle.
static void *spare_of(const struct signs_build *b) {
    return (struct keyed *)(void *)b->signs.sign + 3 * b->triangles;
}

// Sorts n items from the first one on by their keys, which differ in these bits, if in any.
static void sort_items(const struct signs_build *b, size_t first, size_t n, uint32_t differ,
                       const lbx_workers *workers) {
    struct keyed *const scratch = (struct keyed *)(void *)b->signs.sign;
    lbx_radix_sort_by(workers, b->item + first, scratch + first, spare_of(b), n, differ);
}

// A coordinate of a corner, as bits: both zeros are the same.
static uint32_t coordinate_bits(const struct signs_build *b, uint32_t corner, int c) {
    const uint32_t place = places_of(b)[corner / 3];
    const float x = b->tree.leaf[place / TREE_WIDTH].vertex[c][corner % 3][place % TREE_WIDTH] + 0;
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static bool are_at_one_point(const struct signs_build *b, uint32_t corner, uint32_t other) {
    bool same = true;
    for (int c = 0; c < 3; c++)
        same = same && coordinate_bits(b, corner, c) == coordinate_bits(b, other, c);
    return same;
}

static void put_no_places(void *data, size_t part) {
    const struct signs_build *const b = data;
    const size_t first = part * SIGNS_PART, n = triangles_end(b, part) - first;
    memset(places_of(b) + first, 0xff, n * sizeof(uint32_t));
}

// The counts of parts are where the numbers of vertices will be.
static void count_corners(void *data, size_t part) {
    const struct signs_build *const b = data;
    uint32_t n = 0;
    for (size_t i = part * SIGNS_LEAVES; i < leaves_end(b, part); i++)
        n += 3 * lbx_signs_in_leaf(&b->tree.leaf[i]);
    b->vertex[part] = n;
}

// Writes the places of triangles, and their corners, in the order of the leaves.
static void list_corners(void *data, size_t part) {
    const struct signs_build *const b = data;
    struct keyed *item = b->item + b->vertex[part];
    for (size_t i = part * SIGNS_LEAVES; i < leaves_end(b, part); i++) {
        const struct lbx_aabb_leaf *const leaf = &b->tree.leaf[i];
        const unsigned n = lbx_signs_in_leaf(leaf);
        for (unsigned k = 0; k < n; k++) places_of(b)[leaf->id[k]] = (uint32_t)i * TREE_WIDTH + k;
        for (unsigned v = 0; v < 3 * n; v++, item++) {
            uint32_t bits[3];
            item->at = 3 * leaf->id[v / 3] + v % 3;
            for (int c = 0; c < 3; c++) bits[c] = coordinate_bits(b, item->at, c);
            item->key = lbx_point_hash(bits);
        }
    }
}

// Puts corners together that are at one point, in a run of different points with the same hash.
static void part_run(const struct signs_build *b, size_t first, size_t n) {
    struct keyed *const item = b->item + first;
    for (int c = 0; c < 3; c++) {
        for (size_t i = 0; i < n; i++) item[i].key = coordinate_bits(b, item[i].at, c);
        sort_items(b, first, n, UINT32_MAX, NULL);
    }
}

// Gives the corners of the runs from an item on up to another the number of the earliest one at
// their point.
static void join_runs(const struct signs_build *b, size_t begin, size_t last) {
    struct keyed *const item = b->item;
    for (size_t first = begin, end; first < last; first = end) {
        const uint32_t hash = item[first].key;
        bool parts = false;
        for (end = first + 1; end < last && item[end].key == hash; end++)
            parts = parts || !are_at_one_point(b, item[end - 1].at, item[end].at);
        if (parts) part_run(b, first, end - first);
        uint32_t earliest = item[first].at; // sorts keep the order of the leaves
        for (size_t i = first; i < end; i++) {
            if (parts && !are_at_one_point(b, earliest, item[i].at)) earliest = item[i].at;
            b->vertex[item[i].at] = earliest;
        }
    }
}

struct joining {
    const struct signs_build *build;
    const size_t *begin; // the first run of each part, because parts change their keys
};

static void join_part(void *data, size_t part) {
    const struct joining *const j = data;
    join_runs(j->build, j->begin[part], j->begin[part + 1]);
}

// A run is its first part's: where very many corners are at one vertex, one worker joins them.
static void join_corners(struct signs_build *b) {
    const size_t parts = lbx_parts(b->corners, SIGNS_PART);
    size_t few[2], *const begin = parts > 1 ? spare_of(b) : few;
    for (size_t k = 0; k < parts; k++) begin[k] = lbx_next_run(b->item, b->corners, k * SIGNS_PART);
    begin[parts] = b->corners;
    struct joining j = {b, begin};
    lbx_share(b->workers, join_part, &j, parts);
}

#define NAMED 0x80000000u // beside a vertex's number, which is less

// Numbers the vertices at their earliest corners, in the order of the leaves, so that what lies
// together in the mesh does so in memory. A first pass only counts those of each part.
struct naming {
    const struct signs_build *build;
    uint32_t *begin; // of each part: first how many, then from which number on
    bool counts;
};

static void name_vertices(void *data, size_t part) {
    const struct naming *const n = data;
    const struct signs_build *const b = n->build;
    uint32_t next = n->counts ? 0 : n->begin[part];
    for (size_t i = part * SIGNS_LEAVES; i < leaves_end(b, part); i++) {
        const struct lbx_aabb_leaf *const leaf = &b->tree.leaf[i];
        const unsigned triangles = lbx_signs_in_leaf(leaf);
        for (unsigned v = 0; v < 3 * triangles; v++) {
            const uint32_t at = 3 * leaf->id[v / 3] + v % 3;
            if (b->vertex[at] != at) continue;
            if (!n->counts) b->vertex[at] = NAMED | next;
            next++;
        }
    }
    if (n->counts) n->begin[part] = next;
}

static void name_corners(void *data, size_t part) {
    const struct signs_build *const b = data;
    const uint32_t *const place = places_of(b);
    for (size_t at = 3 * part * SIGNS_PART; at < 3 * triangles_end(b, part); at++)
        if (place[at / 3] != NO_PLACE && !(b->vertex[at] & NAMED))
            b->vertex[at] = b->vertex[b->vertex[at]];
}

void lbx_signs_vertices(struct signs_build *b) {
    const size_t parts = lbx_parts(b->tree.header->leaves, SIGNS_LEAVES);
    share_leaves(b, count_corners);
    b->corners = begin_parts(b->vertex, parts);
    share_triangles(b, put_no_places);
    share_leaves(b, list_corners);
    sort_items(b, 0, b->corners, UINT32_MAX, b->workers);
    join_corners(b);
    struct naming n = {b, (uint32_t *)(void *)b->signs.sign, true};
    lbx_share(b->workers, name_vertices, &n, parts);
    b->vertices = begin_parts(n.begin, parts);
    n.counts = false;
    lbx_share(b->workers, name_vertices, &n, parts);
    share_triangles(b, name_corners);
}

// --- edges ---

// The vertices that an edge goes from and to.
static uint32_t edge_from(const struct signs_build *b, uint32_t edge) {
    return b->vertex[edge];
}

static uint32_t edge_to(const struct signs_build *b, uint32_t edge) {
    return b->vertex[edge % 3 == 2 ? edge - 2 : edge + 1];
}

// Whether two vertices of a triangle are the same. The others see each other through it.
static bool is_collapsed(const struct signs_build *b, uint32_t triangle) {
    const uint32_t *const v = &b->vertex[3 * (size_t)triangle];
    return v[0] == v[1] || v[1] == v[2] || v[2] == v[0];
}

// Lists the edges of a part, by their higher vertices. What is no edge comes last.
static void list_edges(void *data, size_t part) {
    struct signs_build *const b = data;
    const uint32_t *const place = places_of(b);
    uint64_t n = 0;
    for (size_t i = part * SIGNS_PART; i < triangles_end(b, part); i++) {
        for (uint32_t edge = 3 * (uint32_t)i; edge < 3 * i + 3; edge++) b->vertex[edge] &= ~NAMED;
        for (uint32_t edge = 3 * (uint32_t)i; edge < 3 * i + 3; edge++) {
            const uint32_t from = edge_from(b, edge), to = edge_to(b, edge);
            const bool is_edge = place[i] != NO_PLACE && from != to;
            const uint32_t higher = from > to ? from : to;
            b->item[edge] = (struct keyed){edge, is_edge ? higher : b->vertices};
            n += is_edge;
        }
    }
    lbx_add_to(&b->items, n);
}

static void put_lower_vertices(void *data, size_t part) {
    const struct signs_build *const b = data;
    const size_t end = lbx_part_end((size_t)b->items, SIGNS_PART, part);
    for (size_t i = part * SIGNS_PART; i < end; i++) {
        const uint32_t from = edge_from(b, b->item[i].at), to = edge_to(b, b->item[i].at);
        b->item[i].key = from < to ? from : to;
    }
}

void lbx_signs_edges(struct signs_build *b) {
    share_triangles(b, list_edges);
    const size_t n = (size_t)b->items;
    uint32_t differ = 1;
    while (differ < b->vertices) differ = 2 * differ + 1;
    sort_items(b, 0, 3 * b->triangles, differ, b->workers);
    lbx_share(b->workers, put_lower_vertices, b, lbx_parts(n, SIGNS_PART));
    sort_items(b, 0, n, differ, b->workers);
}

// --- links ---

// The faces of an edge: how many run along it in the one direction and in the other, and the last.
struct faces {
    size_t count[2];
    uint32_t edge[2];
};

static struct faces faces_of(const struct signs_build *b, const struct keyed *item, size_t n,
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
static void link_edge_of(struct signs_build *b, const struct keyed *item, size_t n) {
    struct faces f = faces_of(b, item, n, true);
    if (f.count[0] == f.count[1] && f.count[0] > 1) f = faces_of(b, item, n, false);
    if (f.count[0] != 1 || f.count[1] != 1) {
        lbx_add_to(&b->edges, f.count[0] + f.count[1] > 0);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        const uint32_t edge = item[i].at;
        const uint32_t behind = f.edge[edge_from(b, edge) > edge_to(b, edge)];
        b->signs.sign[edge / 3].edge[edge % 3] = link_to(behind / 3, behind % 3);
    }
}

static bool is_same_edge(const struct signs_build *b, size_t i, size_t k) {
    const uint32_t edge = b->item[i].at, other = b->item[k].at;
    const uint32_t from = edge_from(b, edge), to = edge_to(b, edge);
    const uint32_t a = edge_from(b, other), c = edge_to(b, other);
    return (a == from && c == to) || (a == to && c == from);
}

// Links the edges that begin in a part.
static void link_edges(void *data, size_t part) {
    struct signs_build *const b = data;
    const size_t n = (size_t)b->items, last = lbx_part_end(n, SIGNS_PART, part);
    size_t first = part * SIGNS_PART;
    while (first > 0 && first < last && is_same_edge(b, first - 1, first)) first++;
    for (size_t end; first < last; first = end) {
        for (end = first + 1; end < n && is_same_edge(b, first, end);) end++;
        link_edge_of(b, b->item + first, end - first);
    }
}

void lbx_signs_links(struct signs_build *b) {
    lbx_share(b->workers, link_edges, b, lbx_parts((size_t)b->items, SIGNS_PART));
}
