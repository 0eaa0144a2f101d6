// SPDX-License-Identifier: MIT
// Signs of distances that workers build and check have the bytes of those of one thread.
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "searches.h"
#include "signs.h"
#include "workers.h"

enum {
    SIDE = 38,    // a star has 8 SIDE^2 triangles
    ASIDES = 17,  // triangles by themselves
    MANY = 20000, // of other meshes
    PART = 4096   // so many are not shared
};

enum kind {
    STAR,    // closed
    ASIDE,   // and triangles by themselves
    CAVITY,  // and a small one within, turned over
    HOLES,   // without every fifth triangle, and every seventh of the others is there twice
    FLAT,    // every third triangle is parted into two, and a flat one beside them
    REFUSED, // every fourth triangle has a NaN
    ALL_REFUSED_BUT_ONE,
    SMALL,  // one part of everything
    FAN,    // all triangles at one vertex
    BOOK,   // all triangles at one edge
    POINTS, // all triangles have collapsed, many to the same point
    KINDS
};

static const char *const names[KINDS] = {
    "star",  "aside", "cavity", "holes", "flat", "refused", "all refused but one",
    "small", "fan",   "book",   "points"};

static const float center[3] = {.5f, 2, 0};

static void add_aside(struct shape *s) {
    for (int k = 0; k < ASIDES; k++) {
        const float x = (float)(k % 3 - 1), y = (float)(k / 3 % 3), z = k % 2 ? 3 : -3;
        shape_add(s, (float[3]){x, y, z}, (float[3]){x + .5f, y, z}, (float[3]){x, y + .5f, z});
    }
}

static void add_cavity(struct shape *s) {
    static struct shape star;
    shape_star(&star, 16, .7, center, 4);
    for (size_t i = 0; i < 3 * star.triangles; i++)
        for (int c = 0; c < 3; c++)
            star.corner[i][c] = center[c] + (star.corner[i][c] - center[c]) / 4;
    for (size_t i = 0; i < star.triangles; i++) {
        float(*const p)[3] = star.corner + 3 * i;
        shape_add(s, p[1], p[0], p[2]);
    }
}

static void add_star(struct shape *s, enum kind kind) {
    static struct shape star;
    shape_star(&star, kind == SMALL ? 8 : SIDE, .7, center, 3);
    for (size_t i = 0; i < star.triangles; i++) {
        float(*const p)[3] = star.corner + 3 * i;
        float middle[3];
        const bool last = i + 1 == star.triangles;
        for (int v = 0; v < 3 && kind == FLAT; v++) // so that the middle is on the edge
            for (int c = 0; c < 3; c++) p[v][c] = rintf(p[v][c] * 1024) / 1024;
        for (int c = 0; c < 3; c++) middle[c] = (p[0][c] + p[1][c]) / 2;
        if (kind == HOLES && i % 5 == 0) continue;
        if ((kind == REFUSED && i % 4 == 1) || (kind == ALL_REFUSED_BUT_ONE && !last))
            p[1][2] = NAN;
        if (kind == HOLES && i % 7 == 0) shape_add(s, p[0], p[1], p[2]);
        if (kind == FLAT && i % 3 == 0) {
            shape_add(s, p[0], middle, p[2]);
            shape_add(s, middle, p[1], p[2]);
            shape_add(s, p[0], p[1], middle);
        } else {
            shape_add(s, p[0], p[1], p[2]);
        }
    }
}

static void shape_make(struct shape *s, enum kind kind) {
    static const float low[3] = {0, 0, -1}, high[3] = {0, 0, 1};
    s->triangles = 0;
    if (kind < FAN) add_star(s, kind);
    if (kind == ASIDE) add_aside(s);
    if (kind == CAVITY) add_cavity(s);
    for (uint32_t i = 0; i < MANY && kind >= FAN; i++) {
        struct random r = random_of(kind, i);
        float p[3], q[3];
        for (int c = 0; c < 3; c++) {
            p[c] = (float)random_between(&r, -1, 1);
            q[c] = (float)random_between(&r, -1, 1);
        }
        if (kind == POINTS) {
            for (int c = 0; c < 3; c++) p[c] = q[c] = i % 3 ? p[c] : (float)c;
            shape_add(s, p, q, i % 2 ? high : p);
        } else {
            shape_add(s, i % 2 && kind == BOOK ? low : high,
                      kind == FAN ? q
                      : i % 2     ? high
                                  : low,
                      p);
        }
    }
}

// What is known of the meshes beforehand.
static void expect_known(const struct signed_tree *t, enum kind kind, size_t triangles) {
    const bool closed = kind < HOLES || kind == FLAT || kind == SMALL || kind == POINTS;
    const uint64_t edges = kind == ASIDE  ? 3 * ASIDES
                           : kind == FAN  ? 3 * MANY
                           : kind == BOOK ? 2 * MANY + 1
                                          : 0;
    expect(t->counts.edges == edges || (!closed && edges == 0), "%s: %llu edges", names[kind],
           (unsigned long long)t->counts.edges);
    expect(kind != FLAT || t->counts.triangles == (triangles + 4) / 5, "%llu of %zu are flat",
           (unsigned long long)t->counts.triangles, triangles);
    expect(kind != CAVITY || t->open_signs.header->beyond == 1, "it is outside of the whole");
}

static struct tree built_by(const struct tree *tree, const lbx_workers *workers,
                            lbx_sign_counts *counts) {
    const size_t bytes = lbx_tree_signs_bytes(tree->at),
                 more = lbx_tree_signs_scratch_bytes(tree->at);
    const struct tree signs = {memory_of(bytes), bytes};
    void *const scratch = memory_of(more);
    memset(signs.at, 0x37, bytes); // what others left there
    memset(scratch, workers ? 0x55 : 0xaa, more);
    const ptrdiff_t built =
        lbx_tree_signs_build(tree->at, signs.at, bytes, scratch, counts, workers);
    expect(built == (ptrdiff_t)bytes, "%td of %zu bytes", built, bytes);
    free(scratch);
    return signs;
}

Test(workers, signs) {
    static struct shape s;
    for (enum kind kind = 0; kind < KINDS; kind++) {
        shape_make(&s, kind);
        const lbx_mesh view = shape_view(&s);
        struct signed_tree t = signed_of(&view, LBX_SKIP_REFUSED);
        expect_known(&t, kind, s.triangles);
        for (size_t k = 0; k < workers_way_count; k++) {
            const struct workers_way *const way = &workers_ways[k];
            lbx_sign_counts counts;
            const size_t calls = workers_calls();
            struct tree signs = built_by(&t.tree, &way->workers, &counts);
            expect(memcmp(signs.at, t.signs.at, signs.bytes) == 0, "%s, %s: other bytes",
                   names[kind], way->name);
            expect(counts.edges == t.counts.edges && counts.triangles == t.counts.triangles,
                   "%s, %s: %llu edges, %llu triangles", names[kind], way->name,
                   (unsigned long long)counts.edges, (unsigned long long)counts.triangles);
            expect(lbx_tree_signs_check(signs.at, signs.bytes, &way->workers) == 0, "%s, %s",
                   names[kind], way->name);
            expect((s.triangles > PART) == (workers_calls() > calls), "%s, %s: shared or not",
                   names[kind], way->name);
            tree_free(&signs);
        }
        signed_free(&t);
    }
}

Test(workers, signs_without_run) {
    static struct shape s;
    const lbx_workers none = {NULL, NULL};
    shape_make(&s, SMALL);
    const lbx_mesh view = shape_view(&s);
    struct signed_tree t = signed_of(&view, 0);
    void *const scratch = memory_of(lbx_tree_signs_scratch_bytes(t.tree.at));
    EXPECT_ERROR(LBX_ERROR_NULL,
                 lbx_tree_signs_build(t.tree.at, t.signs.at, t.signs.bytes, scratch, NULL, &none));
    EXPECT_ERROR(LBX_ERROR_NULL, lbx_tree_signs_check(t.signs.at, t.signs.bytes, &none));
    expect(lbx_tree_signs_check(t.signs.at, t.signs.bytes, NULL) == 0, "it was not written");
    free(scratch);
    signed_free(&t);
}

// Each way finds damage in any part, whether or not the sum tells of it.
Test(workers, damaged_signs) {
    static struct shape s;
    shape_make(&s, STAR);
    const lbx_mesh view = shape_view(&s);
    struct signed_tree t = signed_of(&view, 0);
    struct lbx_signs *const signs = &t.open_signs;
    for (size_t part = 0; part < 5; part++) {
        struct lbx_sign *const sign = &signs->sign[part * (s.triangles - 1) / 4];
        const struct lbx_sign good = *sign;
        for (unsigned damage = 0; damage < 3; damage++) {
            if (damage == 0) sign->edge[2] = 0x3f800001; // beyond 1
            if (damage == 1) sign->place |= FLAT_BIT;
            if (damage == 2) sign->normal[3] |= 1u << 31;
            for (int mended = 0; mended < 2; mended++) {
                for (size_t k = 0; k < workers_way_count; k++)
                    expect(lbx_tree_signs_check(t.signs.at, t.signs.bytes,
                                                &workers_ways[k].workers) == LBX_ERROR_TREE,
                           "%s, part %zu, damage %u, sum mended: %d", workers_ways[k].name, part,
                           damage, mended);
                signs->header->sum = lbx_signs_sum(signs, &workers_ways[mended].workers);
            }
            *sign = good;
            signs->header->sum = lbx_signs_sum(signs, NULL);
        }
    }
    expect(lbx_tree_signs_check(t.signs.at, t.signs.bytes, NULL) == 0, "mended");
    signed_free(&t);
}
