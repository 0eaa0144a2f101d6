// SPDX-License-Identifier: MIT
// The grid that boxes are sorted by: how large its cells are and where it begins.
#include "kernels/lanes/floats.h"

#include <float.h>

#include "keys.h"

enum {
    SAMPLES = 63, // of the sizes of boxes
    ABREAST = 4   // the width that compilers vectorise
};
#define LARGE_SIZE 64.0f
#define GOLDEN 2654435769u // 2^32 over the golden ratio: multiples of it scatter

size_t lbx_read_block(const struct sort *s, size_t first, struct lbx_extents *e) {
    uint32_t elements[TILE];
    const size_t left = s->n - first, n = left < TILE ? left : TILE;
    const struct lbx_operand o =
        lbx_boxes_of(s->boxes, &s->x[first].number, sizeof *s->x, n, left - n, elements);
    s->boxes->fill->read_extents(&o, n, e);
    return n;
}

static float median(float *x, unsigned n) {
    for (unsigned i = 1; i < n; i++) {
        const float moved = x[i];
        unsigned k = i;
        for (; k > 0 && x[k - 1] > moved; k--) x[k] = x[k - 1];
        x[k] = moved;
    }
    return n ? x[n / 2] : 0;
}

// How large a usual box is: the median of a sample, along each axis and of the longest sides. The
// samples are scattered, differently at every level, so that no regular set has its odd boxes just
// where the samples are taken.
static void usual_size(const struct sort *s, float size[4]) {
    struct lbx_extents e;
    struct entry sample[SAMPLES] = {{0, 0}};
    const size_t samples = s->n < SAMPLES ? s->n : SAMPLES;
    for (size_t k = 0; k < samples; k++) {
        const uint32_t scattered = (uint32_t)(s->depth * SAMPLES + k + 1) * GOLDEN;
        sample[k] = s->x[(k * (uint64_t)s->n + ((uint64_t)scattered * s->n >> 32)) / samples];
    }
    const struct sort sampled = {.boxes = s->boxes, .x = sample, .n = samples};
    lbx_read_block(&sampled, 0, &e);
    unsigned taken = 0;
    for (size_t k = 0; k < samples; k++) {
        if (isnan(e.longest[k])) continue;
        for (unsigned c = 0; c < 3; c++) e.size[c][taken] = e.size[c][k];
        e.longest[taken++] = e.longest[k];
    }
    for (unsigned c = 0; c < 3; c++) size[c] = median(e.size[c], taken);
    size[3] = median(e.longest, taken);
}

// Where the middles of boxes lie.
struct centers {
    float least[3], most[3];
};

struct bounding {
    const struct sort *sort;
    float large;           // boxes above it do not count
    struct centers *parts; // in the scratch: a part's are few beside its boxes
};

static void bound_part(void *data, size_t part) {
    const struct bounding *const b = data;
    const size_t end = lbx_part_end(b->sort->n, KEYS_PART, part);
    float low[3][ABREAST], high[3][ABREAST];
    for (unsigned c = 0; c < 3; c++) {
        for (unsigned l = 0; l < ABREAST; l++) low[c][l] = INFINITY, high[c][l] = -INFINITY;
    }
    for (size_t i = part * KEYS_PART; i < end; i += TILE) {
        struct lbx_extents e;
        lbx_read_block(b->sort, i, &e);
        leave_out(&e, b->large);
        for (unsigned c = 0; c < 3; c++) {
            for (size_t j = 0; j < TILE; j += ABREAST) {
                for (unsigned l = 0; l < ABREAST; l++) {
                    const float middle = e.middle[c][j + l];
                    low[c][l] = middle < low[c][l] ? middle : low[c][l];
                    high[c][l] = middle > high[c][l] ? middle : high[c][l];
                }
            }
        }
    }
    for (unsigned c = 0; c < 3; c++) {
        for (unsigned l = 1; l < ABREAST; l++) {
            low[c][0] = low[c][l] < low[c][0] ? low[c][l] : low[c][0];
            high[c][0] = high[c][l] > high[c][0] ? high[c][l] : high[c][0];
        }
        b->parts[part].least[c] = low[c][0];
        b->parts[part].most[c] = high[c][0];
    }
}

static struct centers centers_of(const struct sort *s, float large) {
    const size_t parts = lbx_parts(s->n, KEYS_PART);
    struct bounding b = {s, large, (struct centers *)(void *)s->scratch};
    lbx_share(s->workers, bound_part, &b, parts);
    struct centers all = b.parts[0];
    for (size_t k = 1; k < parts; k++) {
        const struct centers *const one = &b.parts[k];
        for (unsigned c = 0; c < 3; c++) {
            all.least[c] = one->least[c] < all.least[c] ? one->least[c] : all.least[c];
            all.most[c] = one->most[c] > all.most[c] ? one->most[c] : all.most[c];
        }
    }
    return all;
}

struct grid lbx_grid_of(const struct sort *s, bool fine) {
    float usual[4];
    usual_size(s, usual);
    struct grid grid = {.large = LARGE_SIZE * usual[3]};
    if (!(grid.large <= FLT_MAX)) grid.large = FLT_MAX;
    const struct centers centers = centers_of(s, grid.large);
    const float *const least = centers.least, *const most = centers.most;
    // A thin axis does not make the cells of the others small.
    double scale[3], cells = 0;
    for (unsigned c = 0; c < 3; c++) {
        const double extent = most[c] > least[c] ? (double)most[c] - (double)least[c] : 0;
        const double least_size =
            fine ? extent / (GRID_CELLS - 1) : (double)usual[3] / (double)LARGE_SIZE;
        const double size = fmax((double)usual[c], least_size);
        scale[c] = size > 0 ? 1 / size : 1; // of half a center
        cells = fmax(cells, extent * scale[c]);
        grid.least[c] = extent > 0 ? least[c] : 0;
        if (!(extent > 0)) scale[c] = 0;
    }
    if (!fine && (cells > GRID_CELLS - 1 || !(usual[3] > 0))) {
        for (unsigned c = 0; c < 3; c++) scale[c] *= cells > 0 ? (GRID_CELLS - 1) / cells : 0;
    }
    cells = cells < GRID_CELLS - 1 && usual[3] > 0 ? cells : GRID_CELLS - 1;
    while (grid.levels < GRID_BITS && cells >= (double)(1u << grid.levels)) grid.levels++;
    for (unsigned c = 0; c < 3; c++) {
        grid.prescale[c] = scale[c] > 0x1p100 ? 0x1p100f : 1;
        grid.scale[c] = (float)(scale[c] / (double)grid.prescale[c]);
    }
    return grid;
}
