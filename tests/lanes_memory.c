// SPDX-License-Identifier: MIT
// The operations that read, write and move, each by itself, on every backend, against plain C.
#include <math.h>
#include <string.h>

#include "backends.h"
#include "examples/random.h"
#include "guarded.h"
#include "harness.h"

// Memory with a guard page at either end of `count` floats.
static void check_memory(const struct backend *backend) {
    const unsigned lanes = backend->o->lanes;
    float a[LANES_MOST], b[LANES_MOST], c[LANES_MOST], got[LANES_MOST], want[LANES_MOST];
    for (size_t count = 1; count <= lanes; count++) {
        for (enum guard guard = 0; guard < GUARDS; guard++) {
            struct guarded memory = guarded_alloc(count * sizeof(float), guard, 0x5a);
            float *p = (float *)(void *)memory.at;
            for (unsigned round = 0; round < 50; round++) {
                operands(round, a, b, c);
                memset(want, 0, sizeof want);
                memcpy(want, a, count * sizeof(float));
                memcpy(p, a, count * sizeof(float));
                backend->o->load_first(p, count, got);
                expect_lanes(backend, "vf_load_first", got, want, a, b, c, same_bits);
                backend->o->store_first(p, b, count);
                expect(memcmp(p, b, count * sizeof(float)) == 0, "%s: vf_store_first of %zu",
                       backend->name, count);
                expect(guarded_intact(&memory, 0x5a), "%s: vf_store_first wrote past %zu",
                       backend->name, count);
                if (count < lanes) continue;
                backend->o->store(p, c);
                expect(memcmp(p, c, count * sizeof(float)) == 0, "%s: vf_store", backend->name);
                backend->o->load(p, got);
                expect_lanes(backend, "vf_load", got, c, a, b, c, same_bits);
            }
            guarded_free(&memory);
        }
    }
}

Test(lanes, loads_and_stores) {
    each_backend(check_memory);
}

// Quads at any multiple of 4 bytes, some of them the same, the last one at the guard page.
static void check_quads(const struct backend *backend) {
    enum { FLOATS = 100 };
    for (enum guard guard = 0; guard < GUARDS; guard++) {
        struct guarded memory = guarded_alloc(FLOATS * sizeof(float), guard, 0x5a);
        float *p = (float *)(void *)memory.at;
        for (unsigned round = 0; round < 2000; round++) {
            struct random r = random_of(round, 2);
            size_t offset[LANES_MOST];
            float got[4][LANES_MOST];
            for (unsigned k = 0; k < FLOATS; k++) p[k] = random_hostile(&r);
            for (unsigned l = 0; l < LANES_MOST; l++)
                offset[l] = sizeof(float) * random_below(&r, FLOATS - 3);
            offset[random_below(&r, backend->o->lanes)] = sizeof(float) * (FLOATS - 4);
            backend->o->load_quads((const char *)p, offset, got);
            for (unsigned l = 0; l < backend->o->lanes; l++) {
                for (unsigned k = 0; k < 4; k++) {
                    const float want = p[offset[l] / sizeof(float) + k];
                    expect(same_bits(got[k][l], want), "%s: float %u of quad %u: %a, not %a",
                           backend->name, k, l, (double)got[k][l], (double)want);
                }
            }
        }
        guarded_free(&memory);
    }
}

// Elements of 4 to 7 floats, the first and the last at the guard pages. Floats outside the quads
// are unchanged.
static void check_stored_quads(const struct backend *backend) {
    for (enum guard guard = 0; guard < GUARDS; guard++) {
        for (size_t floats = 4; floats < 8; floats++) {
            const size_t all = (backend->o->lanes - 1) * floats + 4;
            struct guarded memory = guarded_alloc(all * sizeof(float), guard, 0x5a);
            float *p = (float *)(void *)memory.at;
            struct random r = random_of(floats, 3);
            float x[4][LANES_MOST], before;
            memcpy(&before, p, sizeof before);
            for (unsigned l = 0; l < LANES_MOST; l++) {
                for (unsigned k = 0; k < 4; k++) x[k][l] = random_hostile(&r);
            }
            backend->o->store_quads((char *)p, floats * sizeof(float), x);
            for (size_t f = 0; f < all; f++) {
                const size_t l = f / floats, k = f % floats;
                const float want = k < 4 ? x[k][l] : before;
                expect(same_bits(p[f], want), "%s: float %zu of quad %zu: %a, not %a",
                       backend->name, k, l, (double)p[f], (double)want);
            }
            guarded_free(&memory);
        }
    }
}

Test(lanes, quads_are_transposed) {
    each_backend(check_quads);
    each_backend(check_stored_quads);
}

// --- rows and pairs ---

// Rows at any multiple of 4 bytes, the last quad at the guard page.
static void check_rows(const struct backend *backend) {
    enum { FLOATS = 100 };
    const struct lane_operations *const o = backend->o;
    if (!o->quads) return;
    for (enum guard guard = 0; guard < GUARDS; guard++) {
        struct guarded memory = guarded_alloc(FLOATS * sizeof(float), guard, 0x5a);
        float *p = (float *)(void *)memory.at;
        for (unsigned round = 0; round < 1000; round++) {
            struct random r = random_of(round, 4);
            size_t offset[LANES_MOST / 4];
            float row[LANES_MOST], turned[LANES_MOST], most[LANES_MOST];
            for (unsigned k = 0; k < FLOATS; k++) p[k] = random_hostile(&r);
            for (unsigned q = 0; q < o->quads; q++)
                offset[q] = sizeof(float) * random_below(&r, FLOATS - 3);
            offset[random_below(&r, o->quads)] = sizeof(float) * (FLOATS - 4);
            o->load_row((const char *)p, offset, row);
            o->turn(row, turned);
            o->row_max(row, turned, most);
            for (unsigned l = 0; l < 4 * o->quads; l++) {
                const float *const quad = p + offset[l / 4] / sizeof(float);
                const float x = quad[l % 4], y = quad[(l + 1) % 4];
                expect(same_bits(row[l], x), "%s: vr_load, float %u", backend->name, l);
                expect(same_bits(turned[l], y), "%s: vr_turn, float %u", backend->name, l);
                expect(same_bits(most[l], x > y ? x : y), "%s: vr_max, float %u", backend->name, l);
            }
        }
        guarded_free(&memory);
    }
}

// The fourth float of a quad is ignored. Quad q of row l is item l + 4 * q.
static void check_items_of_rows(const struct backend *backend) {
    const unsigned floats = 4 * backend->o->quads;
    for (unsigned round = 0; floats && round < 4000; round++) {
        struct random r = random_of(round, 5);
        float x[4][4][LANES_MOST]; // a, b, c, d
        uint32_t want = 0;
        for (unsigned l = 0; l < 4; l++) {
            for (unsigned k = 0; k < floats; k++) {
                const bool less = random_chance(&r, k % 4 == 3 ? 2 : 6);
                const unsigned first = less && random_chance(&r, 2) ? 2 : 0;
                for (unsigned side = 0; side < 4; side++)
                    x[side][l][k] = side % 2 ? 0 : random_chance(&r, 4) ? NAN : side == 2;
                if (less) x[first][l][k] = -1;
                if (less && k % 4 < 3) want |= 1u << (l + 4 * (k / 4));
            }
        }
        const uint32_t got = backend->o->less_of_rows(x[0], x[1], x[2], x[3]);
        expect(got == want, "%s: vmr_bits: %x, not %x", backend->name, got, want);
    }
}

static void check_pack(const struct backend *backend) {
    const unsigned pairs = backend->o->lanes / 2;
    if (!backend->o->pack) return;
    for (unsigned bits = 0; bits < 1u << pairs; bits++) {
        struct random r = random_of(bits, 6);
        float x[LANES_MOST], got[LANES_MOST];
        for (unsigned l = 0; l < backend->o->lanes; l++) x[l] = random_hostile(&r);
        backend->o->pack(x, bits, got);
        for (unsigned k = 0, kept = 0; k < pairs; k++) {
            if (!(bits >> k & 1)) continue;
            expect(same_bits(got[2 * kept], x[2 * k]) && same_bits(got[2 * kept + 1], x[2 * k + 1]),
                   "%s: vf_pack by %x, pair %u", backend->name, bits, k);
            kept++;
        }
    }
}

Test(lanes, rows_lie_as_they_are) {
    each_backend(check_rows);
    each_backend(check_items_of_rows);
}

Test(lanes, pairs_are_packed) {
    each_backend(check_pack);
}
