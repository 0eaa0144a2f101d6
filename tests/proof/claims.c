// SPDX-License-Identifier: MIT
// The claims of the numeric contract, each by itself, on 100,000 vectors per kernel, or on
// 30,000 in a sample.
#include "harness.h"
#include "proof.h"

enum { ITEMS = 1000 };

// Checks a claim on every kernel, and that there were enough vectors, hits and misses for it to
// mean anything. Returns the sum of all tallies.
static struct tally claim(enum claim claim, enum form form, bool hostile) {
    static struct proof proof;
    struct tally sum = {0};
    const uint64_t seeds = tests_are_sampled() ? 3 : 10, emulated_seeds = (seeds + 2) / 4;
    for (size_t k = 0; k < lbx_case_count; k++) {
        proof = (struct proof){
            .c = lbx_cases[k], .oracle = oracle_of(lbx_cases[k]->name), .claims = 1u << claim};
        expect(proof.oracle, "%s has no oracle", lbx_cases[k]->name);
        struct tally kernel = {0};
        for (enum scene scene = 0; scene < SCENES; scene++) {
            if (scene == SCENE_HOSTILE && !hostile) continue;
            for (uint64_t seed = 1; seed <= seeds; seed++) {
                proof.emulated = seed <= emulated_seeds;
                prove(&proof, scene, seed, ITEMS);
            }
            tally_add(&kernel, &proof.tally[scene][form]);
        }
        expect(proof.broken[claim] == 0, "%llu times, first: %s",
               (unsigned long long)proof.broken[claim], proof.first_broken[claim]);
        expect(kernel.vectors >= 10000 * seeds && kernel.hits > kernel.vectors / 4 &&
                   kernel.hits < kernel.vectors * 9 / 10,
               "%s: %llu of %llu hit", lbx_cases[k]->name, (unsigned long long)kernel.hits,
               (unsigned long long)kernel.vectors);
        tally_add(&sum, &kernel);
    }
    return sum;
}

// Whether there are enough kernels that some must have a fused form, false hits and outputs. A
// build with one or two kernels may lack these.
static bool has_several(void) {
    return lbx_case_count > 2;
}

Test(claims, same_bits) {
    claim(CLAIM_SAME_BITS, FORM_PLAIN, true);
}

Test(claims, plain_loses_no_contact) {
    claim(CLAIM_CONTACTS + FORM_PLAIN, FORM_PLAIN, false);
}

Test(claims, fused_loses_no_contact) {
    const struct tally all = claim(CLAIM_CONTACTS + FORM_FUSED, FORM_FUSED, false);
    bool fuses = false;
    for (size_t t = 0; t < test_tables()->count; t++) fuses |= test_tables()->at[t].fuses;
    expect(!fuses || !has_several() || all.differ > 100, "%llu differ from the plain verdict",
           (unsigned long long)all.differ);
}

Test(claims, plain_false_hits_are_close) {
    const struct tally all = claim(CLAIM_FALSE_HITS + FORM_PLAIN, FORM_PLAIN, false);
    expect(!has_several() || (all.false_hits > 1000 && all.worst_false_hit > .25),
           "%llu, the worst %g of the bound", (unsigned long long)all.false_hits,
           all.worst_false_hit);
}

Test(claims, fused_false_hits_are_close) {
    const struct tally all = claim(CLAIM_FALSE_HITS + FORM_FUSED, FORM_FUSED, false);
    expect(!has_several() || (all.false_hits > 1000 && all.worst_false_hit > .25),
           "%llu, the worst %g of the bound", (unsigned long long)all.false_hits,
           all.worst_false_hit);
}

Test(claims, outputs_are_close) {
    const struct tally all = claim(CLAIM_OUTPUTS, FORM_PLAIN, false);
    bool outputs = false;
    for (size_t k = 0; k < lbx_case_count; k++) outputs |= lbx_cases[k]->outputs > 0;
    expect(!outputs || !has_several() || all.worst_output[0] > 0, "none was judged: %g",
           all.worst_output[0]);
}

// All claims, in a program that flushes denormals to zero.
Test(claims, with_denormals_flushed) {
#ifdef __SSE2__
    static struct proof proof;
    const uint64_t seeds = tests_are_sampled() ? 1 : 3;
    for (size_t k = 0; k < lbx_case_count; k++) {
        proof = (struct proof){.c = lbx_cases[k],
                               .oracle = oracle_of(lbx_cases[k]->name),
                               .claims = (1u << CLAIMS) - 1,
                               .flushed = true};
        for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
            for (uint64_t seed = 1; seed <= seeds; seed++) prove(&proof, scene, seed, ITEMS);
        }
        for (enum claim claim = 0; claim < CLAIMS; claim++)
            expect(proof.broken[claim] == 0, "%llu times, first: %s",
                   (unsigned long long)proof.broken[claim], proof.first_broken[claim]);
    }
#endif
}

Test(claims, classes_are_right) {
    claim(CLAIM_CLASSES, FORM_PLAIN, false);
}
