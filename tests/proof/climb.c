// SPDX-License-Identifier: MIT
// make climb: an adversary. It moves one item of a pair until the two just touch, according to the
// exact oracle. It climbs towards pairs that are lost by kernels whose pads are cut to fewer and
// then more percent (cut_pads.py). Exits with 1 if a kernel with its full pads loses a contact.
#define _DEFAULT_SOURCE
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../../kernels/api/range.h"
#include "answer.h"
#include "examples/random.h"
#include "harness.h"
#include "listed.h"
#include "oracle/oracle.h"
#include "progress.h"

// The Makefile sets CUT_TABLES to CUT(isa, percent) for every table, in ascending order of percent.
enum { PARTS_MAX = 16, WORKERS_MAX = 64, SCENE_ITEMS = 64, PATIENCE = 400 };

struct part {
    const char *isa;
    int percent;
    struct test_table table;
};

#define CUT(isa, percent) {#isa, percent, {.index = LISTED_##isa##_cut_##percent}},
static const struct part cut[] = {CUT_TABLES};
#undef CUT

enum { FORMS = 2 };
static const char *const form_names[FORMS] = {"plain", "fused"};

// The tables of each form, from the one without pads to the shipped one.
static struct part parts[FORMS][PARTS_MAX];
static unsigned part_count[FORMS];

struct pair {
    float x[2][CASE_FLOATS_MAX];
};

// What a worker has seen. It lies in memory that all workers share.
struct seen {
    uint64_t edges, lost[PARTS_MAX];
    struct pair first; // a pair that is lost with the full pads, if any
};

// --- pairs ---

// Whether the contract covers the pair: the checks pass or, for total tests, all floats are finite
// and no larger than the header allows.
static bool allowed(const struct lbx_case *c, struct pair *pair) {
    for (int s = 0; s < 2; s++) {
        float *const x = pair->x[s];
        struct case_side side = {.count = 1};
        for (unsigned k = 0; k < c->floats[s]; k++) side.at[k] = &x[k];
        const bool ray = c->shape[s][1] == 'd';
        for (int k = 0; ray && k < 3; k++) x[6 + k] = 1 / x[3 + k];
        for (unsigned k = 6; ray && k < 9; k++) side.at[k] = NULL; // denormals have no inverse
        if (c->check[s](&side, 1, NULL) == 0) continue;
        if (!c->total || c->shape[s][0] == 'm') return false;
        const unsigned floats = ray ? 6 : c->floats[s];
        for (unsigned k = 0; k < floats; k++) {
            if (!(fabsf(x[k]) <= (ray ? k < 3 ? TOTAL_ORIGIN : TOTAL_DIR : FLT_MAX))) return false;
        }
        if (ray && (isnan(x[9]) || isnan(x[10]))) return false;
    }
    return true;
}

// The position of x among all floats in ascending order, with 0 at rank 0.
static int32_t rank_of(float x) {
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits < 0 ? INT32_MIN - bits : bits;
}

static float of_rank(int64_t rank) {
    const int32_t most = rank_of(FLT_MAX);
    const int32_t bound = rank > most ? most : rank < -most ? -most : (int32_t)rank;
    const int32_t bits = bound < 0 ? INT32_MIN - bound : bound;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// Any float of the pair except inv_dir of rays, which follows from dir.
static float *any_float(struct random *r, const struct lbx_case *c, struct pair *pair) {
    const int s = (int)random_below(r, 2);
    unsigned k = random_below(r, c->floats[s]);
    while (c->shape[s][1] == 'd' && k >= 6 && k < 9) k = random_below(r, c->floats[s]);
    return &pair->x[s][k];
}

static void mutate(struct random *r, const struct lbx_case *c, struct pair *pair) {
    for (unsigned left = 1 + random_below(r, 3); left > 0; left--) {
        float *const x = any_float(r, c, pair), *const other = any_float(r, c, pair);
        switch (random_below(r, 6)) {
        case 0:
        case 1: *x = of_rank((int64_t)rank_of(*x) + random_int(r, -4, 4)); break;
        case 2:
            *x = of_rank(rank_of(*x) + (int64_t)random_signed(r, random_scale(r, 2, 23)));
            break;
        case 3: *x = ldexpf(*x, random_int(r, -20, 20)); break;
        case 4: *x = random_chance(r, 2) ? *other : -*other; break;
        default: *x = random_chance(r, 2) ? 0 : -*x; break;
        }
    }
}

static bool touches(const struct oracle *oracle, const struct pair *pair) {
    return oracle->answer(pair->x[0], pair->x[1]).hit;
}

// Moves one float to where the pair just touches. Returns false if no such value is found nearby.
static bool to_the_edge(struct random *r, const struct lbx_case *c, const struct oracle *oracle,
                        struct pair *pair) {
    float *const x = any_float(r, c, pair);
    if (!allowed(c, pair)) return false;
    const bool hit = touches(oracle, pair);
    const int64_t from = rank_of(*x), sign = random_chance(r, 2) ? 1 : -1;
    int64_t here = from, there = from;
    bool changed = false;
    for (int64_t way = 1; way < INT64_C(1) << 31 && !changed; way <<= random_int(r, 1, 4)) {
        here = there;
        there = from + sign * way;
        *x = of_rank(there);
        if (!allowed(c, pair)) return false;
        changed = touches(oracle, pair) != hit;
    }
    if (!changed) return false;
    int64_t in = hit ? here : there, out = hit ? there : here;
    while (llabs(in - out) > 1) {
        const int64_t middle = in + (out - in) / 2;
        *x = of_rank(middle);
        *(touches(oracle, pair) ? &in : &out) = middle;
    }
    *x = of_rank(in);
    return allowed(c, pair) && touches(oracle, pair);
}

// --- climbing ---

// How many tables in a row lose the contact, counted from the least padded one.
static unsigned lost_by(const struct lbx_case *c, const struct oracle *oracle, int form,
                        struct pair *pair) {
    const struct exact exact = oracle->answer(pair->x[0], pair->x[1]);
    struct case_side side[2] = {{.count = 1}, {.count = 1}};
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < c->required[s]; k++) side[s].at[k] = &pair->x[s][k];
        for (unsigned k = c->shape[s][1] == 'd' ? 9 : c->floats[s]; k < c->floats[s]; k++)
            side[s].at[k] = &pair->x[s][k]; // the range of t
    }
    for (unsigned p = 0; p < part_count[form]; p++) {
        uint8_t said[2] = {0, 0};
        float *out[CASE_OUTPUTS_MAX] = {NULL};
        table_use(&parts[form][p].table);
        case_run(c, &side[0], &side[1], 1, form ? 0 : LBX_REPRODUCIBLE, said, out);
        const bool lost = c->classes ? exact.wrong >> said[0] & 1 : exact.hit && !(said[0] & 1);
        if (!lost) return p;
    }
    return part_count[form];
}

static struct pair start(struct random *r, const struct lbx_case *c) {
    struct pair pair = {{{0}}};
    const enum scene scene = (enum scene)random_below(r, SCENE_HOSTILE);
    struct batch batch = batch_fill(c, random_bits(r), scene, SCENE_ITEMS);
    const size_t i = random_below(r, SCENE_ITEMS);
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < c->floats[s]; k++) pair.x[s][k] = batch.side[s].at[k][i];
    }
    batch_free(&batch);
    return pair;
}

static void climb(const struct lbx_case *c, int form, uint64_t seed, time_t until,
                  struct seen *seen) {
    struct random r = random_of(seed, (uint64_t)form);
    const struct oracle *const oracle = oracle_of(c->name);
    while (time(NULL) < until) {
        struct pair best = start(&r, c);
        unsigned height = 0;
        for (unsigned still = 0; still < PATIENCE; still++) {
            struct pair next = best;
            mutate(&r, c, &next);
            if (!to_the_edge(&r, c, oracle, &next)) continue;
            const unsigned lost = lost_by(c, oracle, form, &next);
            seen->edges++;
            for (unsigned p = 0; p < lost; p++) seen->lost[p]++;
            if (lost == part_count[form]) seen->first = next;
            if (lost < height) continue;
            if (lost > height) still = 0;
            height = lost;
            best = next;
        }
    }
}

// --- the table ---

static void print_pair(const struct lbx_case *c, const struct pair *pair) {
    for (int s = 0; s < 2; s++) {
        printf("    %s:", s ? "second" : "first");
        for (unsigned k = 0; k < c->floats[s]; k++) printf(" %a", (double)pair->x[s][k]);
        putchar('\n');
    }
}

// Climbs on all cores, each from its own random pairs. Returns whether no contact was lost.
static bool climb_kernel(const struct lbx_case *c, int form, unsigned seconds, unsigned workers) {
    const size_t bytes = workers * sizeof(struct seen);
    struct seen *seen =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    expect(seen != MAP_FAILED, "memory");
    fflush(NULL);
    for (unsigned w = 0; w < workers; w++) {
        const pid_t pid = fork();
        expect(pid >= 0, "a process");
        if (pid > 0) continue;
        climb(c, form, w + 1, time(NULL) + seconds, &seen[w]);
        exit(0);
    }
    for (unsigned w = 0; w < workers; w++) {
        int status;
        expect(wait(&status) > 0 && status == 0, "a worker failed");
    }
    const unsigned last = part_count[form] - 1;
    struct seen sum = seen[0];
    for (unsigned w = 1; w < workers; w++) {
        sum.edges += seen[w].edges;
        for (unsigned p = 0; p <= last; p++) sum.lost[p] += seen[w].lost[p];
        if (seen[w].lost[last]) sum.first = seen[w].first;
    }
    munmap(seen, bytes);
    printf("%-20s %-6s %9" PRIu64, c->name, form_names[form], sum.edges);
    for (unsigned p = 0; p <= last; p++) printf(" %8" PRIu64, sum.lost[p]);
    putchar('\n');
    if (sum.lost[last]) printf("LOST:\n"), print_pair(c, &sum.first);
    fflush(stdout);
    return sum.lost[last] == 0;
}

// Lists for each form the tables with cut pads, then the library's own.
static void choose_tables(void) {
    static const char *const isa[FORMS] = {"scalar", FUSED_ISA};
    const struct test_tables *shipped = test_tables();
    for (int form = 0; form < FORMS; form++) {
        unsigned *const count = &part_count[form];
        for (size_t k = 0; k < sizeof cut / sizeof *cut; k++)
            if (strcmp(cut[k].isa, isa[form]) == 0) parts[form][(*count)++] = cut[k];
        for (size_t t = 0; t < shipped->count; t++)
            if (strcmp(shipped->at[t].name, isa[form]) == 0)
                parts[form][(*count)++] = (struct part){isa[form], 100, shipped->at[t]};
    }
}

// Whether the words contain the name, or there are none.
static bool is_wanted(const char *name, int words, char **word) {
    for (int k = 0; k < words; k++)
        if (strcmp(word[k], name) == 0) return true;
    return words < 1;
}

int main(int argc, char **argv) {
    const unsigned seconds = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const unsigned workers = cores < 1 ? 1 : cores > WORKERS_MAX ? WORKERS_MAX : (unsigned)cores;
    expect(seconds > 0, "SECONDS is a number");
    choose_tables();
    printf("Pairs that just touch, and how many of them are lost with so many percent of the "
           "pads.\n\n%-20s %-6s %9s",
           "kernel", "form", "edges");
    for (unsigned p = 0; p < part_count[0]; p++) printf(" %7d%%", parts[0][p].percent);
    putchar('\n');
    struct progress progress = {0};
    bool holds = true;
    for (size_t k = 0; k < lbx_case_count; k++) {
        if (!is_wanted(lbx_cases[k]->name, argc - 2, argv + 2)) continue;
        for (int form = 0; form < FORMS; form++) {
            if (part_count[form] == 0) continue;
            progress_show(&progress, "climb", 2 * k + (size_t)form, 2 * lbx_case_count);
            holds = climb_kernel(lbx_cases[k], form, seconds, workers) && holds;
        }
    }
    progress_end();
    puts(holds ? "nothing is lost" : "contacts are lost");
    return holds ? 0 : 1;
}
