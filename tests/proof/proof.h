// SPDX-License-Identifier: MIT
// The engine of the proof: every table answers every vector of a scene in every way, and the exact
// oracle judges the answers. Each test checks one claim, `make prove` checks all of them.
#ifndef LBX_PROOF_H
#define LBX_PROOF_H

#include "answer.h"
#include "oracle/oracle.h"

enum form { FORM_PLAIN, FORM_FUSED, FORMS }; // with LBX_REPRODUCIBLE and without

enum claim {
    CLAIM_SAME_BITS,                           // in all tables; fused: in all that fuse
    CLAIM_CONTACTS,                            // + form: none is lost
    CLAIM_FALSE_HITS = CLAIM_CONTACTS + FORMS, // + form: each is within its bound
    CLAIM_OUTPUTS = CLAIM_FALSE_HITS + FORMS,  // each is within its bound
    CLAIM_CLASSES,                             // none is wrong
    CLAIMS
};

// The tally of a kernel, a scene and a form. The worst errors are parts of the promised bounds: at
// most 1.
struct tally {
    uint64_t vectors, hits, lost, false_hits;
    uint64_t differ; // verdicts that differ from the plain form's
    double worst_false_hit, worst_output[CASE_OUTPUTS_MAX];
};

struct proof {
    const struct lbx_case *c;
    const struct oracle *oracle;
    unsigned claims; // a bit each
    bool emulated;   // ask emulated tables too, not only the shipped ones
    bool flushed;    // ask with FTZ and DAZ on, and judge vectors without denormals only
    struct tally tally[SCENES][FORMS];
    uint64_t broken[CLAIMS];              // how often
    char first_broken[CLAIMS][ITEM_TEXT]; // text that replays the first failure
};

// Asks n vectors. The oracle cannot judge the hostile scene, for which only bits are compared.
void prove(struct proof *proof, enum scene scene, uint64_t seed, size_t n);

void tally_add(struct tally *sum, const struct tally *more);
void proof_add(struct proof *sum, const struct proof *more);

#endif
