// SPDX-License-Identifier: MIT
#include "proof.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../kernels/api/range.h"
#include "harness.h"

// The ways in which every table is asked. With one side broadcast, pairs are asked one by one, each
// among some of its neighbours: kernels have separate loops and fused forms for broadcasts.
static const struct way {
    const char *what;
    int one; // the side that is broadcast, or -1
    unsigned flags;
    bool mask_only;
} ways[] = {
    {"item against item", -1, LBX_REPRODUCIBLE, false},
    {"item against item, the mask alone", -1, LBX_REPRODUCIBLE, true},
    {"item against item", -1, 0, false},
    {"item against item, the mask alone", -1, 0, true},
    {"the first side broadcast", 0, LBX_REPRODUCIBLE, false},
    {"the first side broadcast, the mask alone", 0, LBX_REPRODUCIBLE, true},
    {"the first side broadcast", 0, 0, false},
    {"the first side broadcast, the mask alone", 0, 0, true},
    {"the second side broadcast", 1, LBX_REPRODUCIBLE, false},
    {"the second side broadcast, the mask alone", 1, LBX_REPRODUCIBLE, true},
    {"the second side broadcast", 1, 0, false},
    {"the second side broadcast, the mask alone", 1, 0, true},
};

enum { WAYS = sizeof ways / sizeof *ways };

enum { SAID_HIT = 1, SAID_MISS = 2 };

// A batch on its way through the tables.
struct run {
    struct proof *proof;
    struct batch batch;
    size_t n;
    struct exact *exact; // valid for the items that are known
    bool *known;
    uint8_t *said[FORMS]; // what any table in any way said of each item
    struct judged {       // the outputs that were judged last: most tables give the same
        bool known;
        float got[CASE_OUTPUTS_MAX];
    } * judged[FORMS];
    struct answer plain; // the answer with LBX_REPRODUCIBLE, and of tables that do not fuse
};

static void *zeros(size_t count, size_t size) {
    void *memory = calloc(count, size);
    expect(memory, "%zu items", count);
    return memory;
}

// --- asking ---

// Asks for every item alone, or among up to 63 items.
static struct answer ask_around(const struct question *q, int one) {
    enum { AROUND_MAX = 64 };
    static const unsigned before[8] = {0, 0, 3, 0, 0, 17, 0, 40};
    static const unsigned behind[8] = {1, 1, 5, 1, 2, 22, 1, 23};
    const struct lbx_case *c = q->batch->c;
    struct answer answer = {.c = c, .n = q->n, .outputs = q->mask_only ? 0 : c->outputs};
    uint8_t hits[AROUND_MAX];
    float out[CASE_OUTPUTS_MAX][AROUND_MAX], *wanted[CASE_OUTPUTS_MAX] = {NULL};
    answer.hits = zeros(case_bytes(c, q->n) + 1, 1);
    for (unsigned k = 0; k < answer.outputs; k++) {
        answer.out[k] = zeros(q->n, sizeof(float));
        wanted[k] = out[k];
    }
    struct case_side side[2] = {*q->side[0], *q->side[1]};
    table_use(q->table);
    for (size_t i = 0; i < q->n; i++) {
        const size_t first = i < before[i % 8] ? 0 : i - before[i % 8], at = i - first;
        const size_t end = i + behind[i % 8] < q->n ? i + behind[i % 8] : q->n;
        side[one].pick = lbx_one(i);
        side[!one].pick = lbx_from(first);
        const ptrdiff_t found =
            case_run(c, &side[0], &side[1], end - first, q->flags, hits, wanted);
        expect(found >= 0, "%s: %s", c->name, lbx_error_text(found));
        const unsigned said = case_said(c, hits, at);
        answer.found += case_says_hit(c, said);
        answer.hits[c->classes ? i : i / 8] |= (uint8_t)(c->classes ? said : said << i % 8);
        for (unsigned k = 0; k < answer.outputs; k++) answer.out[k][i] = out[k][at];
    }
    return answer;
}

static void item_of(const struct run *run, size_t i, float x[2][CASE_FLOATS_MAX]) {
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < run->batch.side[s].floats; k++)
            x[s][k] = run->batch.side[s].at[k][i];
    }
}

static const struct exact *exact_of(struct run *run, size_t i) {
    if (!run->known[i]) {
        float x[2][CASE_FLOATS_MAX];
        item_of(run, i, x);
        run->exact[i] = run->proof->oracle->answer(x[0], x[1]);
        run->exact[i].flushed = run->proof->flushed;
        run->known[i] = true;
    }
    return &run->exact[i];
}

// --- judging ---

static bool claims(const struct proof *proof, enum claim claim) {
    return proof->claims >> claim & 1;
}

static void broken(struct proof *proof, enum claim claim, const struct question *q, size_t i,
                   const struct answer *answer, const struct answer *expected, const char *why) {
    if (proof->broken[claim]++ > 0) return;
    describe_item(proof->first_broken[claim], ITEM_TEXT, q, i, answer, expected, why);
}

static void compare(struct proof *proof, const struct question *q, const struct answer *answer,
                    const struct answer *expected) {
    for (size_t i = first_difference(answer, expected, 0); i < q->n;
         i = first_difference(answer, expected, i + 1))
        broken(proof, CLAIM_SAME_BITS, q, i, answer, expected, "not the same bits");
}

static double worst_of(double a, double b) { // a NaN is worst
    return a > b || isnan(a) ? a : b;
}

// The excess of a distance over the contract's absolute part, as a part of its bound. For exact
// kernels the bound is 0.
static double part_of(const struct proof *proof, const struct exact *exact, double distance,
                      double bound) {
    if (proof->c->exact) return distance == 0 ? 0 : INFINITY;
    const double least = absolute_part(exact);
    return distance <= least ? 0 : (distance - least) / bound;
}

// Whether the bounds hold for the pair: it passes the views' checks, and its axis-aligned boxes are
// no larger than the checks allow for other shapes.
static bool is_in_range(const struct run *run, size_t i) {
    const struct lbx_case *c = run->proof->c;
    float x[2][CASE_FLOATS_MAX];
    item_of(run, i, x);
    for (int s = 0; s < 2; s++) {
        struct case_side side = {.count = 1};
        for (unsigned k = 0; k < c->floats[s]; k++) side.at[k] = &x[s][k];
        if (c->check[s](&side, 1, NULL) != 0) return false;
        for (unsigned k = 0; k < 6 && c->shape[s][0] == 'm'; k++)
            if (fabsf(x[s][k]) > RANGE_LENGTH) return false;
    }
    return true;
}

// Whether an input, a difference of two inputs along one axis, or an exact output is denormal.
static bool has_denormals(struct run *run, size_t i) {
    const struct lbx_case *c = run->proof->c;
    float x[2][CASE_FLOATS_MAX], along[3][2][2 * CASE_FLOATS_MAX] = {{{0}}};
    unsigned count[2] = {0, 0}; // of positions and of displacements
    item_of(run, i, x);
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < c->floats[s]; k++)
            if (fpclassify(x[s][k]) == FP_SUBNORMAL) return true;
        const float *at = x[s];
        for (const char *part = c->shape[s]; *part; part++) {
            const unsigned kind = *part == 'v';
            if (strchr("pmMv", *part)) {
                for (int k = 0; k < 3; k++) along[k][kind][count[kind]] = at[k];
                count[kind]++;
            }
            at += strchr("tro", *part) ? 1 : 3;
        }
    }
    for (unsigned k = 0; k < 6; k++) {
        const float *const at = along[k % 3][k / 3];
        for (unsigned j = 0; j < count[k / 3]; j++) {
            for (unsigned l = 0; l < j; l++)
                if (fpclassify(at[j] - at[l]) == FP_SUBNORMAL) return true;
        }
    }
    const struct exact *exact = exact_of(run, i);
    for (unsigned k = 0; k < c->outputs && exact->hit; k++)
        if (exact->out[k] != 0 && fabs(exact->out[k]) < FLT_MIN) return true;
    return false;
}

static void judge_false_hit(struct run *run, const struct question *q, size_t i,
                            const struct answer *answer, enum form form) {
    struct proof *proof = run->proof;
    const struct exact *exact = exact_of(run, i);
    if (exact->hit || (run->batch.scene == SCENE_WHOLE_RANGE && !is_in_range(run, i))) return;
    float x[2][CASE_FLOATS_MAX];
    item_of(run, i, x);
    const struct case_bound bound = proof->c->bound(x[0], x[1], q->flags);
    const double part = worst_of(part_of(proof, exact, -exact->margin, bound.distance),
                                 part_of(proof, exact, -exact->weighed, bound.weighed));
    double *worst = &proof->tally[run->batch.scene][form].worst_false_hit;
    *worst = worst_of(*worst, part);
    if (!(part <= 1))
        broken(proof, CLAIM_FALSE_HITS + form, q, i, answer, NULL, "a false hit beyond its bound");
}

static void judge_outputs(struct run *run, const struct question *q, size_t i,
                          const struct answer *answer, enum form form) {
    struct proof *proof = run->proof;
    const struct exact *exact = exact_of(run, i);
    if (!exact->hit || (run->batch.scene == SCENE_WHOLE_RANGE && !is_in_range(run, i))) return;
    float x[2][CASE_FLOATS_MAX];
    item_of(run, i, x);
    float got[CASE_OUTPUTS_MAX];
    for (unsigned k = 0; k < answer->outputs; k++) got[k] = answer->out[k][i];
    struct judged *const judged = &run->judged[form][i];
    if (judged->known && memcmp(judged->got, got, answer->outputs * sizeof *got) == 0) return;
    bool holds = true;
    for (unsigned k = 0; k < answer->outputs; k++) {
        double part = proof->oracle->output_error(exact, x[0], x[1], k, got[k]);
        if (k + 1 == answer->outputs && proof->oracle->all_error)
            part = worst_of(part, proof->oracle->all_error(exact, x[0], x[1], got));
        double *worst = &proof->tally[run->batch.scene][form].worst_output[k];
        *worst = worst_of(*worst, part);
        if (part <= 1) continue;
        holds = false;
        broken(proof, CLAIM_OUTPUTS, q, i, answer, NULL, "an output beyond its bound");
    }
    judged->known = holds; // what is broken counts each time
    memcpy(judged->got, got, answer->outputs * sizeof *got);
}

static void judge(struct run *run, const struct question *q, const struct answer *answer) {
    struct proof *proof = run->proof;
    const enum form form = q->flags & LBX_REPRODUCIBLE ? FORM_PLAIN : FORM_FUSED;
    for (size_t i = 0; i < q->n; i++) {
        const bool hit = answer_hit(answer, i);
        run->said[form][i] |= hit ? SAID_HIT : SAID_MISS;
        if (run->batch.scene == SCENE_HOSTILE) continue;
        if (proof->flushed && has_denormals(run, i)) continue;
        if (proof->c->classes && claims(proof, CLAIM_CLASSES) &&
            exact_of(run, i)->wrong >> answer->hits[i] & 1)
            broken(proof, CLAIM_CLASSES, q, i, answer, NULL, "a wrong class");
        if (hit && claims(proof, CLAIM_FALSE_HITS + form)) judge_false_hit(run, q, i, answer, form);
        if (hit && answer->outputs && claims(proof, CLAIM_OUTPUTS))
            judge_outputs(run, q, i, answer, form);
        if (!hit && claims(proof, CLAIM_CONTACTS + form) && exact_of(run, i)->hit)
            broken(proof, CLAIM_CONTACTS + form, q, i, answer, NULL, "a contact is lost");
    }
}

// --- the whole proof ---

// Whether the claims need this way. The first one is always needed: the fused form is compared with
// it.
static bool is_wanted(const struct proof *proof, const struct way *way) {
    if (!way->mask_only && proof->c->outputs == 0 && way != ways) return false;
    const enum form form = way->flags & LBX_REPRODUCIBLE ? FORM_PLAIN : FORM_FUSED;
    return way == ways || claims(proof, CLAIM_SAME_BITS) || claims(proof, CLAIM_CONTACTS + form) ||
           claims(proof, CLAIM_FALSE_HITS + form) ||
           (claims(proof, CLAIM_OUTPUTS) && !way->mask_only) ||
           (claims(proof, CLAIM_CLASSES) && proof->c->classes);
}

static void run_way(struct run *run, const struct way *way) {
    const struct test_tables *tables = test_tables();
    struct case_side a = dense_side(&run->batch.side[0]), b = dense_side(&run->batch.side[1]);
    // A given inverse does not distinguish 0 from numbers close to it, so it is left out.
    for (unsigned k = 0; k < CASE_FLOATS_MAX && run->batch.scene == SCENE_WHOLE_RANGE; k++)
        if (run->proof->c->optional[0][0] >> k & 1) a.at[k] = NULL;
    struct answer fused = {0};
    bool asked[2] = {false};
    for (size_t t = 0; t < tables->count; t++) {
        const struct test_table *table = &tables->at[t];
        if (table->emulated && !run->proof->emulated) continue;
        const struct question q = {&run->batch, table,          {&a, &b}, run->n,
                                   way->flags,  way->mask_only, way->what};
        const bool fuses = !(way->flags & LBX_REPRODUCIBLE) && table->fuses;
        // A separate claim says that all tables answer alike, so one table will do for the others.
        if (asked[fuses] && !claims(run->proof, CLAIM_SAME_BITS)) continue;
        asked[fuses] = true;
        struct answer answer = way->one < 0 ? ask(&q) : ask_around(&q, way->one);
        judge(run, &q, &answer);
        struct answer *expected = fuses ? &fused : &run->plain;
        if (!expected->hits) {
            *expected = answer;
            continue;
        }
        if (claims(run->proof, CLAIM_SAME_BITS)) compare(run->proof, &q, &answer, expected);
        answer_free(&answer);
    }
    answer_free(&fused);
}

static void count(struct run *run) {
    for (enum form form = 0; form < FORMS; form++) {
        struct tally *tally = &run->proof->tally[run->batch.scene][form];
        tally->vectors += run->n;
        for (size_t i = 0; i < run->n; i++) {
            const unsigned said = run->said[form][i];
            tally->hits += (said & SAID_HIT) != 0;
            tally->differ += said != run->said[FORM_PLAIN][i];
            if (!run->known[i]) continue;
            tally->lost += said & SAID_MISS && run->exact[i].hit;
            tally->false_hits += said & SAID_HIT && !run->exact[i].hit;
        }
    }
}

void prove(struct proof *proof, enum scene scene, uint64_t seed, size_t n) {
    struct run run = {.proof = proof, .batch = batch_fill(proof->c, seed, scene, n), .n = n};
    run.exact = zeros(n, sizeof *run.exact);
    run.known = zeros(n, sizeof *run.known);
    for (enum form form = 0; form < FORMS; form++) {
        run.said[form] = zeros(n, 1);
        run.judged[form] = zeros(n, sizeof *run.judged[form]);
    }
    case_flushes = proof->flushed;
    for (size_t w = 0; w < WAYS; w++) {
        if (is_wanted(proof, &ways[w])) run_way(&run, &ways[w]);
    }
    case_flushes = false;
    count(&run);
    answer_free(&run.plain);
    for (enum form form = 0; form < FORMS; form++) {
        free(run.said[form]);
        free(run.judged[form]);
    }
    free(run.known);
    free(run.exact);
    batch_free(&run.batch);
}

void tally_add(struct tally *sum, const struct tally *more) {
    sum->vectors += more->vectors;
    sum->hits += more->hits;
    sum->lost += more->lost;
    sum->false_hits += more->false_hits;
    sum->differ += more->differ;
    sum->worst_false_hit = worst_of(sum->worst_false_hit, more->worst_false_hit);
    for (int k = 0; k < CASE_OUTPUTS_MAX; k++)
        sum->worst_output[k] = worst_of(sum->worst_output[k], more->worst_output[k]);
}

void proof_add(struct proof *sum, const struct proof *more) {
    for (enum scene scene = 0; scene < SCENES; scene++) {
        for (enum form form = 0; form < FORMS; form++)
            tally_add(&sum->tally[scene][form], &more->tally[scene][form]);
    }
    for (enum claim claim = 0; claim < CLAIMS; claim++) {
        if (sum->broken[claim] == 0)
            memcpy(sum->first_broken[claim], more->first_broken[claim], ITEM_TEXT);
        sum->broken[claim] += more->broken[claim];
    }
}
