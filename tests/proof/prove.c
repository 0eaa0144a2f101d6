// SPDX-License-Identifier: MIT
// make prove: checks the claims on as many vectors per kernel as asked for, and prints a table of
// the results. If a claim is broken, it prints how to replay that and exits with 1.
#define _DEFAULT_SOURCE
#include <float.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conversion_proof.h"
#include "doubles_proof.h"
#include "harness.h"
#include "progress.h"
#include "proof.h"

enum { BATCH = 1000, WORKERS_MAX = 64, EMULATED_EVERY = 4, POLL_MICROSECONDS = 200000 };

#define DOUBLES "aabbs_from_doubles"

static const char *const claim_names[CLAIMS] = {
    "the same bits",
    "no contact is lost, plain",
    "no contact is lost, fused",
    "false hits are within their bound, plain",
    "false hits are within their bound, fused",
    "outputs are within their bound",
    "no class is wrong",
};

// --- work, divided among processes, since the oracle is not thread-safe ---

// What a worker has done. It lies in memory that all processes share.
struct share {
    volatile uint64_t batches;
    struct proof proof;
};

// The distance of calls that take one. 3, 5, 7 and their products are lengths of integer vectors.
static float distance_of(uint64_t seed) {
    static const float distances[] = {CASE_DISTANCE, 0,        1,         3,
                                      0x1.234568p0f, 0x1p-40f, 0x1.5p50f, 0x1.fffffep-3f,
                                      0x1p-140f,     FLT_MAX,  0x1p-62f,  0x1.111112p-20f};
    return distances[seed % (sizeof distances / sizeof *distances)];
}

// Proves a worker's share of the batches: every scene in turn for each seed.
static void work(struct share *share, unsigned worker, unsigned workers, uint64_t batches) {
    for (uint64_t b = worker; b < batches; b += workers) {
        const uint64_t seed = b / SCENES + 1;
        case_distance = distance_of(seed);
        share->proof.emulated = seed % EMULATED_EVERY == 0;
        prove(&share->proof, (enum scene)(b % SCENES), seed, BATCH);
        share->batches++;
    }
}

// How many kernels and conversions come before this one, and how many there are in all.
struct turn {
    struct progress progress;
    size_t before, all;
};

static void show_progress(struct turn *turn, const char *kernel, uint64_t done, uint64_t all) {
    char what[64];
    snprintf(what, sizeof what, "prove: %s, %zu of %zu", kernel, turn->before + 1, turn->all);
    progress_show(&turn->progress, what, turn->before * all + done, turn->all * all);
}

static uint64_t batches_done(const struct share *shares, unsigned workers) {
    uint64_t done = 0;
    for (unsigned w = 0; w < workers; w++) done += shares[w].batches;
    return done;
}

static void start(struct share *shares, unsigned workers, uint64_t batches, pid_t pid[]) {
    fflush(NULL);
    for (unsigned w = 0; w < workers; w++) {
        pid[w] = fork();
        if (pid[w] < 0) test_fail(__FILE__, __LINE__, "fork", "no process");
        if (pid[w] > 0) continue;
        work(&shares[w], w, workers, batches);
        exit(0);
    }
}

static struct proof prove_kernel(const struct lbx_case *c, uint64_t batches, unsigned workers,
                                 struct turn *turn) {
    struct proof sum = {.c = c, .oracle = oracle_of(c->name), .claims = (1u << CLAIMS) - 1};
    expect(sum.oracle, "%s has no oracle", c->name);
    const size_t bytes = workers * sizeof(struct share);
    struct share *shares =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    expect(shares != MAP_FAILED, "%zu bytes", bytes);
    for (unsigned w = 0; w < workers; w++) shares[w].proof = sum;
    pid_t pid[WORKERS_MAX];
    start(shares, workers, batches, pid);
    for (unsigned w = 0; w < workers; w++) {
        int status;
        while (waitpid(pid[w], &status, WNOHANG) == 0) {
            show_progress(turn, c->name, batches_done(shares, workers), batches);
            usleep(POLL_MICROSECONDS);
        }
        expect(status == 0, "a worker ended with status %d", status);
    }
    turn->before++;
    progress_end();
    expect(batches_done(shares, workers) == batches, "batches are missing");
    for (unsigned w = 0; w < workers; w++) proof_add(&sum, &shares[w].proof);
    munmap(shares, bytes);
    return sum;
}

// --- the table ---

static void print_part(double part, bool any) {
    if (any) {
        printf(" %8.3f", part);
    } else {
        printf(" %8s", "-");
    }
}

static void print_row(const struct lbx_case *c, const char *form, const char *scene,
                      const struct tally *t) {
    printf("%-10s %-6s %-10s %9" PRIu64 " %9" PRIu64 " %6" PRIu64 " %9" PRIu64, c->name, form,
           scene, t->vectors, t->hits, t->lost, t->false_hits);
    print_part(t->worst_false_hit, t->false_hits > 0);
    for (unsigned k = 0; k < CASE_OUTPUTS_MAX; k++) print_part(t->worst_output[k], k < c->outputs);
    printf(" %9" PRIu64 "\n", t->differ);
}

static void print_head(void) {
    printf("%-10s %-6s %-10s %9s %9s %6s %9s %8s %8s %8s %9s\n", "kernel", "form", "scene",
           "vectors", "hits", "lost", "false", "distance", "output", "output", "differ");
}

static void print_proof(const struct proof *proof) {
    static const char *const form_names[FORMS] = {"plain", "fused"};
    for (enum form form = 0; form < FORMS; form++) {
        struct tally all = {0};
        for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
            print_row(proof->c, form_names[form], scene_names[scene], &proof->tally[scene][form]);
            tally_add(&all, &proof->tally[scene][form]);
        }
        print_row(proof->c, form_names[form], "all", &all);
    }
    fflush(stdout);
}

static void print_tables(bool emulated) {
    const struct test_tables *tables = test_tables();
    for (size_t t = 0; t < tables->count; t++) {
        if (tables->at[t].emulated == emulated)
            printf(" %.*s", (int)strcspn(tables->at[t].name, " "), tables->at[t].name);
    }
}

// Whether the words of KERNEL contain the name, or there are none.
static bool is_wanted(const char *name, int words, char **word) {
    for (int k = 0; k < words; k++) {
        if (strcmp(word[k], name) == 0) return true;
    }
    return words == 0;
}

static bool is_conversion_wanted(const struct conversion *c, int words, char **word) {
    return is_wanted("conversions", words, word) || is_wanted(c->name, words, word);
}

// Conversions run in this process: judging them takes a fraction of the time.
static bool prove_conversions(uint64_t rounds, struct turn *turn, int words, char **word) {
    bool holds = true;
    for (size_t k = 0; k < CONVERSIONS; k++) {
        static struct conversion_tally tally;
        if (!is_conversion_wanted(conversions[k], words, word)) continue;
        tally = (struct conversion_tally){.elements = 0};
        for (uint64_t seed = 1; seed <= rounds; seed++) {
            show_progress(turn, conversions[k]->name, seed - 1, rounds);
            for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++)
                conversion_prove(&tally, conversions[k], scene, seed, BATCH,
                                 seed % EMULATED_EVERY == 0);
        }
        turn->before++;
        progress_end();
        printf("%-22s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %8.3f\n", conversions[k]->name,
               tally.elements, tally.broken, tally.differ, tally.worst);
        if (tally.broken) printf("BROKEN, first:\n%s\n", tally.first_broken);
        holds = holds && tally.broken == 0 && tally.differ == 0;
        fflush(stdout);
    }
    return holds;
}

// Boxes of doubles, which belong to no case and have their own scenes and origins.
static bool prove_doubles(uint64_t vectors, struct turn *turn) {
    enum { BOXES = 100 };
    static struct doubles_tally tally;
    const uint64_t seeds = (vectors + BOXES * DOUBLES_SCENES - 1) / (BOXES * DOUBLES_SCENES);
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        if (seed % 100 == 1) show_progress(turn, DOUBLES, seed - 1, seeds);
        for (enum doubles_scene scene = 0; scene < DOUBLES_SCENES; scene++)
            doubles_prove(&tally, scene, seed, BOXES);
    }
    turn->before++;
    progress_end();
    // A face is right or wrong, so there is no part of a bound to print.
    printf("%-22s %9" PRIu64 " %9" PRIu64 " %9" PRIu64 " %8.3f\n", DOUBLES, tally.elements,
           tally.broken, tally.differ, 0.);
    if (tally.broken) printf("BROKEN, first:\n%s\n", tally.first_broken);
    return tally.broken == 0 && tally.differ == 0;
}

int main(int argc, char **argv) {
    const uint64_t vectors = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000000;
    const uint64_t rounds = (vectors + BATCH * SCENE_HOSTILE - 1) / (BATCH * SCENE_HOSTILE);
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    const unsigned workers = cores < 1 ? 1 : cores > WORKERS_MAX ? WORKERS_MAX : (unsigned)cores;
    char **const word = argv + 2;
    const int words = argc > 2 ? argc - 2 : 0;
    const bool doubles_wanted =
        is_wanted("conversions", words, word) || is_wanted(DOUBLES, words, word);
    unsigned conversions_wanted = 0;
    for (size_t k = 0; k < CONVERSIONS; k++)
        conversions_wanted += is_conversion_wanted(conversions[k], words, word);
    bool holds = true;
    if (vectors == 0) test_fail(__FILE__, __LINE__, "VECTORS is a number", "%s", argv[1]);
    printf("tables:");
    print_tables(false);
    printf("; emulated, on one vector in %d:", EMULATED_EVERY);
    print_tables(true);
    printf("\nlost: contacts. false: hits of what is apart. distance, output: the worst of these "
           "as a part "
           "of what is\npromised. differ: fused verdicts that are not the plain ones.\n\n");
    print_head();
    struct turn turn = {.all = conversions_wanted + doubles_wanted};
    for (size_t k = 0; k < lbx_case_count; k++)
        turn.all += is_wanted(lbx_cases[k]->name, words, word);
    if (turn.all == 0) test_fail(__FILE__, __LINE__, "KERNEL has kernels", "%s", word[0]);
    for (size_t k = 0; k < lbx_case_count; k++) {
        static struct proof proof;
        if (!is_wanted(lbx_cases[k]->name, words, word)) continue;
        proof = prove_kernel(lbx_cases[k], rounds * SCENES, workers, &turn);
        print_proof(&proof);
        for (enum claim claim = 0; claim < CLAIMS; claim++) {
            if (proof.broken[claim] == 0) continue;
            holds = false;
            printf("BROKEN, %" PRIu64 " times: %s. First:\n%s\n", proof.broken[claim],
                   claim_names[claim], proof.first_broken[claim]);
        }
    }
    if (conversions_wanted + doubles_wanted > 0) {
        printf("\n%-22s %9s %9s %9s %8s\n", "conversion", "elements", "broken", "differ", "worst");
        holds = prove_conversions(rounds, &turn, words, word) && holds;
        if (doubles_wanted) holds = prove_doubles(vectors, &turn) && holds;
    }
    puts(holds ? "every claim holds" : "claims are broken");
    return holds ? 0 : 1;
}
