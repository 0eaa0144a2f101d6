// SPDX-License-Identifier: MIT
// The rows of the tests: every case in every pattern. They are made from the shared cases; only
// plain.c knows individual kernels.
#include <stdio.h>
#include <string.h>

#include "../tests/support/counted.h"
#include "../tests/support/isas.h"
#include "data.h"
#include "kinds.h"

// How a batch is put together. A pattern that has no baseline of its own uses that of the pattern
// whose name remains when the last parts are dropped.
struct pattern {
    const char *name, *plain; // plain: the loop in plain C, or NULL
    int pick[2];
    enum scene scene;
    enum layout layout;
    bool outputs;   // wants those that the kernel has
    bool optional;  // gives the first optional arrays of the first side
    bool heavy;     // only kernels where leaving early may pay
    bool reference; // has a row of the reference
    bool hostile;   // compared with the scalar table: the reference promises nothing there
    bool curve;     // timed at every size
    bool keep;      // keeps the pairs that hit; boxes, oriented boxes and spheres only
    bool tight;     // only where structures are otherwise padded
};

enum { FROM = LBX_PICK_FROM, ONE = LBX_PICK_ONE, INDEXED = LBX_PICK_INDEXED };

static const struct pattern patterns[] = {
    {"one_many", "one_many", {ONE, FROM}, .reference = true, .curve = true},
    {"one_many_t", "one_many_t", {ONE, FROM}, .outputs = true, .curve = true},
    {"many_one", "many_one", {FROM, ONE}, .reference = true},
    {"pairwise", "pairwise", {FROM, FROM}, .reference = true, .curve = true},
    {"pairwise_inv_dir", "pairwise_inv_dir", {FROM, FROM}, .optional = true},
    {"pairwise_sparse", "pairwise", {FROM, FROM}, SCENE_SPARSE, .heavy = true, .reference = true},
    {"one_many_hostile", NULL, {ONE, FROM}, SCENE_HOSTILE, .hostile = true},
    {"pairwise_hostile", NULL, {FROM, FROM}, SCENE_HOSTILE, .hostile = true},
    {"pairs", "pairs", {INDEXED, INDEXED}, .layout = STRUCTURES, .reference = true, .curve = true},
    {"pairs_local", "pairs", {INDEXED, INDEXED}, .layout = STRUCTURES_LOCAL, .reference = true},
#define KEEP(name, scene, layout, only_tight)                                                      \
    { name, NULL, {INDEXED, INDEXED}, scene, layout, .keep = true, .tight = only_tight }
    KEEP("pairs_keep", SCENE_MIXED, STRUCTURES, false),
    KEEP("pairs_keep_local", SCENE_MIXED, STRUCTURES_LOCAL, false),
    KEEP("pairs_keep_sparse", SCENE_SPARSE, STRUCTURES, false),
    KEEP("pairs_keep_sparse_local", SCENE_SPARSE, STRUCTURES_LOCAL, false),
    KEEP("pairs_keep_separate", SCENE_MIXED, SEPARATE, false),
    KEEP("pairs_keep_separate_local", SCENE_MIXED, SEPARATE_LOCAL, false),
    KEEP("pairs_keep_tight", SCENE_MIXED, TIGHT, true),
    KEEP("pairs_keep_tight_local", SCENE_MIXED, TIGHT_LOCAL, true),
    KEEP("pairs_keep_tight_sparse", SCENE_SPARSE, TIGHT, true),
    KEEP("pairs_keep_tight_sparse_local", SCENE_SPARSE, TIGHT_LOCAL, true),
};

// Every pattern is timed within the first cache, beyond it and in memory. Cost curves add powers of
// 8 and the sizes of small calls.
static const size_t sizes[] = {1024, 65536, 4194304};
static const size_t curve_sizes[] = {8, 16, 32, 64, 512, 4096, 32768, 262144, 2097152, 16777216};

enum {
    PATTERNS = sizeof patterns / sizeof *patterns,
    SIZES = sizeof sizes / sizeof *sizes,
    CURVE_SIZES = sizeof curve_sizes / sizeof *curve_sizes,
    HEAVY = 64,      // operations
    BLOCK = 256,     // items per call of the reference
    IN_CACHE = 65536 // beyond it, memory hides the cost of hostile values
};

struct work {
    const struct lbx_case *kernel;
    struct operations operations; // of one item
    const struct pattern *pattern;
    size_t n;
    enum { TABLE, REFERENCE, PLAIN } runner;
    lbx_isa isa;
    unsigned flags;
    plain_loop *loop;
};

// --- running ---

static struct {
    const struct work *work;
    const struct data *data;
    const struct outputs *outputs;
    struct case_side sides[2];
    union case_view views[2]; // of the sides, built before the clock starts
    const float *plain_at[2][CASE_FLOATS_MAX];
    float *wanted[CASE_OUTPUTS_MAX];
} now;

static unsigned given(const struct work *w, unsigned side) { // a bit per array
    const unsigned required = (1u << w->kernel->required[side]) - 1;
    return required | (w->pattern->optional ? w->kernel->optional[side][0] : 0);
}

// Per item. An optional array replaces a required one, as inv_dir replaces dir.
static double input_bytes(const struct work *w, unsigned side) {
    if (w->pattern->pick[side] == ONE) return 0;
    return w->kernel->required[side] * sizeof(float) +
           (w->pattern->layout == ARRAYS ? 0 : sizeof(uint32_t));
}

static double output_bytes(const struct work *w) {
    const double verdict = w->runner == TABLE && !w->kernel->classes ? 1.0 / 8 : 1;
    return verdict + (w->pattern->outputs ? w->kernel->outputs * sizeof(float) : 0);
}

static void open(const void *work) {
    const struct work *const w = work;
    now.work = w;
    now.data = data_of(w->kernel, w->pattern->scene, w->pattern->layout, w->n);
    now.outputs = outputs_of(w->n);
    for (unsigned k = 0; k < CASE_OUTPUTS_MAX; k++) {
        const bool wanted = w->pattern->outputs && k < w->kernel->outputs;
        now.wanted[k] = wanted ? now.outputs->out[k] : NULL;
    }
    for (unsigned s = 0; s < 2; s++) {
        const int pick = w->pattern->pick[s];
        struct case_side *side = &now.sides[s];
        *side = (struct case_side){.count = w->n};
        if (pick == ONE) side->pick = lbx_one(now.data->one[s]);
        if (pick == INDEXED) {
            side->pick =
                lbx_indexed_every(&now.data->pairs[0].element[s], w->n, sizeof(struct pair));
            side->stride = now.data->step[s] * sizeof(float);
        }
        for (unsigned k = 0; k < w->kernel->floats[s]; k++) {
            const float *at = given(w, s) >> k & 1 ? now.data->at[s][k] : NULL;
            side->at[k] = at;
            now.plain_at[s][k] = at && pick == ONE ? at + now.data->one[s] : at;
        }
    }
    for (int s = 0; s < 2; s++) w->kernel->view[s](&now.views[s], &now.sides[s]);
    if (w->runner == TABLE) use_isa(w->isa);
}

static double footprint(void) {
    const struct work *w = now.work;
    const double outputs = output_bytes(w) * (double)w->n;
    if (w->pattern->layout == ARRAYS)
        return outputs + (input_bytes(w, 0) + input_bytes(w, 1)) * (double)w->n;
    return outputs + (double)(now.data->structure_bytes + w->n * sizeof(struct pair));
}

static size_t run_table(void) {
    const struct work *w = now.work;
    const ptrdiff_t hits = w->kernel->call(&now.views[0], &now.views[1], w->n, w->flags,
                                           now.outputs->hits, now.wanted);
    if (hits < 0) give_up(lbx_error_text(hits));
    if (!w->pattern->keep) return (size_t)hits;
    const struct pair *const pairs = now.data->pairs;
    return (size_t)lbx_keep(now.outputs->hits, w->n, pairs, sizeof *pairs, now.outputs->kept);
}

// The reference reads all arrays. Those that lie in another layout or are not given are copied to
// blocks.
static void copy_block(float block[BLOCK], unsigned side, unsigned k, size_t first, size_t count) {
    const float *from = now.plain_at[side][k];
    const bool listed = now.work->pattern->pick[side] == INDEXED;
    for (size_t j = 0; j < count; j++) {
        const size_t e = listed ? now.data->pairs[first + j].element[side] : 0;
        block[j] = from ? from[e * now.data->step[side]] : now.data->neutral[side][k];
    }
}

static size_t run_reference(void) {
    static float block[2][CASE_FLOATS_MAX][BLOCK];
    const struct work *w = now.work;
    size_t found = 0;
    for (size_t i = 0; i < w->n; i += BLOCK) {
        const size_t count = w->n - i < BLOCK ? w->n - i : BLOCK;
        float *at[2][CASE_FLOATS_MAX];
        for (unsigned s = 0; s < 2; s++) {
            const int pick = w->pattern->pick[s];
            for (unsigned k = 0; k < w->kernel->floats[s]; k++) {
                const bool given = now.plain_at[s][k] != NULL;
                at[s][k] = given && pick == FROM ? now.data->at[s][k] + i : block[s][k];
                if (i == 0 || (given && pick == INDEXED)) copy_block(block[s][k], s, k, i, count);
            }
        }
        found += w->kernel->reference(at[0], at[1], count, now.outputs->verdicts + i);
    }
    return found;
}

static void run_plain(void) {
    now.work->loop(now.plain_at[0], now.plain_at[1], now.data->pairs, now.work->n,
                   now.outputs->verdicts, now.wanted);
}

static void run(void) {
    switch (now.work->runner) {
    case TABLE: run_table(); break;
    case REFERENCE: run_reference(); break;
    case PLAIN: run_plain(); break;
    }
}

static size_t found(void) {
    switch (now.work->runner) {
    case TABLE: return run_table();
    case REFERENCE: return run_reference();
    case PLAIN: break;
    }
    run_plain();
    size_t hits = 0;
    for (size_t i = 0; i < now.work->n; i++) {
        hits += case_says_hit(now.work->kernel, now.outputs->verdicts[i]);
    }
    return hits;
}

static size_t run_scalar(void) {
    struct work scalar = *now.work;
    scalar.isa = LBX_ISA_SCALAR;
    scalar.flags = LBX_REPRODUCIBLE;
    const struct work *w = now.work;
    now.work = &scalar;
    use_isa(scalar.isa);
    const size_t hits = run_table();
    now.work = w;
    use_isa(w->isa);
    return hits;
}

// For hostile data, the hits that the scalar table finds under LBX_REPRODUCIBLE.
static size_t expected(void) {
    return now.work->pattern->hostile ? run_scalar() : run_reference();
}

// --- the list ---

static const struct row_kind this_kind = {open, run, found, expected, footprint};

static void add(struct work work, const char *isa) {
    const struct pattern *p = work.pattern;
    const struct lbx_case *kernel = work.kernel;
    struct row row = {.n = work.n,
                      .isa = work.isa,
                      .reproducible = work.runner != TABLE || work.flags & LBX_REPRODUCIBLE,
                      .hostile = p->hostile,
                      .multiplies = work.operations.multiplies,
                      .adds = work.operations.adds,
                      .others = work.operations.others,
                      .bytes = output_bytes(&work) + input_bytes(&work, 0) + input_bytes(&work, 1),
                      .kind = &this_kind};
    snprintf(row.name, sizeof row.name, "%s/%s%s/%s/%zu", kernel->name, p->name,
             work.flags & LBX_REPRODUCIBLE ? "_reproducible" : "", isa, work.n);
    row_add(row, &work, sizeof work);
}

// Whether the pattern applies to this kernel.
static bool has_pattern(const struct lbx_case *kernel, const struct pattern *p,
                        struct operations of_item) {
    return !(p->outputs && kernel->outputs == 0) && !(p->optional && kernel->optional[0][0] == 0) &&
           !(p->heavy && of_item.multiplies + of_item.adds < HEAVY) &&
           !(p->keep && (kernel->classes || !one_kind(kernel->name))) &&
           !(p->tight && kernel->required[0] == padded(kernel->required[0]));
}

static void add_plain(struct work work, const struct plain *plain, const char *name) {
    if (!plain || !work.pattern->plain || !lbx_isa_available(plain->isa)) return;
    work.runner = PLAIN;
    work.isa = plain->isa;
    for (size_t i = 0; i < plain->count; i++) {
        const struct plain_row *row = &plain->rows[i];
        if (strcmp(row->kernel, work.kernel->name) != 0) continue;
        if (strcmp(row->pattern, work.pattern->plain) != 0) continue;
        work.loop = row->loop;
        add(work, name);
    }
}

static void add_all(struct work work) {
    if (work.pattern->reference) {
        work.runner = REFERENCE;
        work.isa = LBX_ISA_BEST;
        add(work, "reference");
    }
    add_plain(work, &plain_gcc, "plain-gcc");
    add_plain(work, &plain_clang, "plain-clang");
    work.runner = TABLE;
    for (int isa = 0; isa < ISAS; isa++) {
        if (!lbx_isa_available((lbx_isa)isa)) continue;
        work.isa = (lbx_isa)isa;
        work.flags = 0;
        add(work, lbx_isa_name(work.isa));
        work.flags = LBX_REPRODUCIBLE;
        add(work, lbx_isa_name(work.isa));
    }
}

void kernel_rows(void) {
    for (size_t c = 0; c < lbx_case_count; c++) {
        struct work work = {.kernel = lbx_cases[c],
                            .operations = count_case(lbx_cases[c], 1, NULL)};
        for (unsigned p = 0; p < PATTERNS; p++) {
            work.pattern = &patterns[p];
            if (!has_pattern(work.kernel, work.pattern, work.operations)) continue;
            for (unsigned s = 0; s < SIZES; s++) {
                work.n = sizes[s];
                if (!(patterns[p].hostile && work.n > IN_CACHE)) add_all(work);
            }
            for (unsigned s = 0; s < CURVE_SIZES && patterns[p].curve; s++) {
                work.n = curve_sizes[s];
                add_all(work);
            }
        }
    }
}
