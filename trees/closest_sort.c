// SPDX-License-Identifier: MIT
// The order in which points are searched for: that of a Morton curve through the box of some.
#include "kernels/lanes/floats.h"

#include <math.h>

#include "closest_job.h"
#include "kernels/api/operand.h"
#include "kernels/lanes/base.h"
#include "pairs/radix.h"

enum { CELL_BITS = 8, CELLS = 1 << CELL_BITS };

static uint32_t spread(uint32_t x) { // bit i becomes bit 3 i
    x = (x | x << 8) & 0x00f00f;
    x = (x | x << 4) & 0x0c30c3;
    return (x | x << 2) & 0x249249;
}

// Coordinate c of a tile of points, the last of which is repeated to its end.
static const float *read_tile(const struct lbx_closest_job *job, unsigned c, size_t first, size_t n,
                              float own[TILE]) {
    const struct lbx_operand *const o = job->points;
    if (o->kind == OPERAND_CONTIGUOUS && n == TILE) return o->at[c] + first;
    for (size_t i = 0; i < TILE; i++) own[i] = operand_float(o, c, first + (i < n ? i : n - 1));
    return own;
}

// The least and the largest of a coordinate, but for those that are not finite.
static void measure(const struct lbx_closest_job *job, unsigned c, size_t first, size_t n,
                    float *least, float *most) {
    vf low = vf_set(INFINITY), high = vf_set(-INFINITY);
    for (size_t i = 0; i < n; i += TILE) {
        float own[TILE];
        const float *const x = read_tile(job, c, first + i, n - i < TILE ? n - i : TILE, own);
        for (size_t j = 0; j < TILE; j += LANES) {
            const vf given = vf_load(x + j), known = vf_add(given, vf_sub(given, given));
            low = vf_min(known, low);
            high = vf_max(known, high);
        }
    }
    float lane[2][LANES];
    vf_store(lane[0], low);
    vf_store(lane[1], high);
    *least = lane[0][0], *most = lane[1][0];
    for (int l = 1; l < LANES; l++) {
        *least = lane[0][l] < *least ? lane[0][l] : *least;
        *most = lane[1][l] > *most ? lane[1][l] : *most;
    }
}

void lbx_closest_sort(const struct lbx_closest_job *job, size_t first, size_t n,
                      struct lbx_near_key *key, struct lbx_near_key *scratch) {
    float least[3], side = 0;
    for (unsigned c = 0; c < 3; c++) {
        float most;
        measure(job, c, first, n, &least[c], &most);
        side = most - least[c] > side ? most - least[c] : side;
    }
    const float scale = side > 0 && side < INFINITY ? (CELLS - 1) / side : 0;
    uint32_t any = 0, all = UINT32_MAX;
    for (size_t i = 0; i < n; i += TILE) {
        const size_t count = n - i < TILE ? n - i : TILE;
        uint32_t place[TILE] = {0};
        for (unsigned c = 0; c < 3; c++) {
            float own[TILE], cell[TILE];
            const float *const x = read_tile(job, c, first + i, count, own);
            for (size_t j = 0; j < TILE; j += LANES) {
                const vf at = vf_mul(vf_sub(vf_load(x + j), vf_set(least[c])), vf_set(scale));
                // A NaN gets cell 0.
                vf_store(cell + j, vf_min(vf_max(at, vf_set(0)), vf_set(CELLS - 1)));
            }
            for (size_t j = 0; j < TILE; j++) place[j] |= spread((uint32_t)(int32_t)cell[j]) << c;
        }
        for (size_t j = 0; j < count; j++) {
            any |= place[j];
            all &= place[j];
            key[i + j] = (struct lbx_near_key){(uint32_t)(first + i + j), place[j]};
        }
    }
    lbx_radix_sort(key, scratch, n, any & ~all);
}
