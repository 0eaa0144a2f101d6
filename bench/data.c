// SPDX-License-Identifier: MIT
#include "data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SEED = 1,
    NEIGHBOURS = 64, // neighbours lie within this many elements
    CANDIDATES = 64, // for the single item of one against many
    SAMPLE = 1024,
    ITEMS_KEPT = 48 << 20 // of some 100 bytes each; a kernel's curve has 46 M
};

_Noreturn void give_up(const char *what) {
    fprintf(stderr, "bench: %s\n", what);
    exit(1);
}

void use_isa(lbx_isa isa) {
    if (lbx_isa_select(isa)) give_up("an instruction set is gone");
}

static void soa_alloc(size_t arrays, size_t count, float *out[]) {
    if (lbx_soa_alloc(arrays, count, out)) give_up("no memory for the data");
}

static void *allocate(size_t bytes) {
    void *p = malloc(bytes);
    if (!p) give_up("no memory for the data");
    return p;
}

static uint64_t next_random(uint64_t *state) { // splitmix64
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

// "box_box": both halves of the name are the same.
bool one_kind(const char *name) {
    const size_t half = strlen(name) / 2;
    return name[half] == '_' && half == strlen(name + half + 1) &&
           memcmp(name, name + half + 1, half) == 0;
}

// The element of `side` whose number of hits is nearest to half of the other side's elements.
// Elements with a zero are skipped: kernels may handle zeros separately.
static size_t nearest_to_half(const struct data *d, unsigned side) {
    struct case_side sides[2] = {{.count = d->n}, {.count = d->n}};
    for (unsigned s = 0; s < 2; s++) {
        for (unsigned k = 0; k < d->kernel->required[s]; k++) sides[s].at[k] = d->at[s][k];
    }
    const size_t sample = d->n < SAMPLE ? d->n : SAMPLE;
    size_t best = 0, best_distance = SIZE_MAX;
    for (size_t e = 0; e < CANDIDATES && e < d->n; e++) {
        bool zero = false;
        for (unsigned k = 0; k < d->kernel->required[side]; k++)
            zero = zero || d->at[side][k][e] == 0;
        if (zero) continue;
        sides[side].pick = lbx_one(e);
        float *no_outputs[CASE_OUTPUTS_MAX] = {NULL};
        const ptrdiff_t hits =
            case_run(d->kernel, &sides[0], &sides[1], sample, LBX_REPRODUCIBLE, NULL, no_outputs);
        const size_t distance = (size_t)llabs(2 * (long long)hits - (long long)sample);
        if (distance < best_distance) {
            best = e;
            best_distance = distance;
        }
    }
    return best;
}

static bool is_local(enum layout layout) {
    return layout == STRUCTURES_LOCAL || layout == TIGHT_LOCAL || layout == SEPARATE_LOCAL;
}

static void make_pairs(struct data *d) {
    uint64_t random = SEED;
    d->pairs = allocate(d->n * sizeof *d->pairs);
    for (size_t i = 0; i < d->n; i++) {
        for (unsigned s = 0; s < 2; s++) {
            const uint64_t r = next_random(&random);
            // Local: one of the NEIGHBOURS elements from i on.
            d->pairs[i].element[s] =
                (uint32_t)(is_local(d->layout) ? (i + r % NEIGHBOURS) % d->n : r % d->n);
        }
    }
}

static bool is_tight(enum layout layout) {
    return layout == TIGHT || layout == TIGHT_LOCAL;
}

static bool is_separate(enum layout layout) {
    return layout == SEPARATE || layout == SEPARATE_LOCAL;
}

// Turns the arrays into arrays of structures, except in the separate layouts.
static void make_structures(struct data *d) {
    const unsigned sides = one_kind(d->kernel->name) ? 1 : 2;
    for (unsigned s = 0; s < sides && !is_separate(d->layout); s++) {
        const unsigned floats = d->kernel->required[s];
        float *base;
        d->step[s] = is_tight(d->layout) ? floats : padded(floats);
        soa_alloc(1, d->n * d->step[s], &base);
        for (size_t i = 0; i < d->n; i++) {
            for (unsigned k = 0; k < d->step[s]; k++)
                base[i * d->step[s] + k] = k < floats ? d->at[s][k][i] : 0;
        }
        lbx_soa_free(d->kernel->floats[s], d->at[s]);
        for (unsigned k = 0; k < floats; k++) d->at[s][k] = base + k;
        d->structure_bytes += d->n * d->step[s] * sizeof(float);
    }
    if (sides == 1) {
        lbx_soa_free(d->kernel->floats[1], d->at[1]);
        memcpy(d->at[1], d->at[0], sizeof d->at[0]);
        d->step[1] = d->step[0];
    }
}

static struct data *make(const struct lbx_case *kernel, enum scene scene, enum layout layout,
                         size_t n) {
    struct data *d = allocate(sizeof *d);
    *d = (struct data){.kernel = kernel, .scene = scene, .layout = layout, .n = n, .step = {1, 1}};
    for (unsigned s = 0; s < 2; s++) soa_alloc(kernel->floats[s], n, d->at[s]);
    float *neutral[2][CASE_FLOATS_MAX];
    for (unsigned k = 0; k < CASE_FLOATS_MAX; k++) {
        for (unsigned s = 0; s < 2; s++) neutral[s][k] = &d->neutral[s][k];
    }
    kernel->fill(SEED, SCENE_ALL_HIT, 1, neutral[0], neutral[1]);
    kernel->fill(SEED, scene, n, d->at[0], d->at[1]);
    if (layout == ARRAYS) {
        for (unsigned s = 0; s < 2; s++) d->one[s] = nearest_to_half(d, s);
    } else {
        make_structures(d);
        make_pairs(d);
    }
    return d;
}

static void unmake(struct data *d) {
    const bool shared = d->at[1][0] == d->at[0][0];
    lbx_soa_free(1, d->at[0]);
    if (!shared) lbx_soa_free(1, d->at[1]);
    free(d->pairs);
    free(d);
}

// Beyond ITEMS_KEPT the oldest are made anew when their rows have their next turn.
const struct data *data_of(const struct lbx_case *kernel, enum scene scene, enum layout layout,
                           size_t n) {
    static struct data *newest;
    size_t items = n;
    for (struct data **at = &newest; *at; at = &(*at)->older) {
        struct data *const d = *at;
        if (d->kernel == kernel && d->scene == scene && d->layout == layout && d->n == n) return d;
    }
    for (struct data **at = &newest; *at;) {
        struct data *const d = *at;
        items += d->n;
        if (items > ITEMS_KEPT) {
            *at = d->older;
            unmake(d);
        } else {
            at = &d->older;
        }
    }
    struct data *const d = make(kernel, scene, layout, n);
    d->older = newest;
    return newest = d;
}

const struct outputs *outputs_of(size_t n) {
    static struct outputs outputs;
    static size_t room;
    if (n > room) {
        free(outputs.hits);
        free(outputs.verdicts);
        free(outputs.kept);
        lbx_soa_free(CASE_OUTPUTS_MAX, outputs.out);
        outputs.hits = allocate(n + 1);
        outputs.verdicts = allocate(n);
        outputs.kept = allocate(n * sizeof(struct pair));
        soa_alloc(CASE_OUTPUTS_MAX, n, outputs.out);
        room = n;
    }
    return &outputs;
}
