// SPDX-License-Identifier: MIT
// The engine of the proof: every vector of a scene is asked of every table in every way, and judged
// by the exact oracle. Tests ask for one claim each, `make prove` for all of them.
#ifndef LBX_PROOF_H
#define LBX_PROOF_H

#include "answer.h"
#include "oracle/oracle.h"

enum form { FORM_PLAIN, FORM_FUSED, FORMS }; // with LBX_REPRODUCIBLE and without

enum claim {
    CLAIM_SAME_BITS,                           // in every table; fused, in every one that fuses
    CLAIM_CONTACTS,                            // none is lost: + form
    CLAIM_FALSE_HITS = CLAIM_CONTACTS + FORMS, // each is within its bound: + form
    CLAIM_OUTPUTS = CLAIM_FALSE_HITS + FORMS,  // each is within its bound
    CLAIM_CLASSES,                             // none is wrong
    CLAIMS
};

// Of a kernel, a scene and a form. The worst are parts of what is promised: at most 1.
struct tally {
    uint64_t vectors, hits, lost, false_hits;
    uint64_t differ; // from what the plain form says
    double worst_false_hit, worst_output[CASE_OUTPUTS_MAX];
};

struct proof {
    const struct lbx_case *c;
    const struct oracle *oracle;
    unsigned claims; // a bit each
    bool emulated;   // tables too, not only the shipped ones
    bool flushed;    // with FTZ and DAZ on, of vectors without denormals
    struct tally tally[SCENES][FORMS];
    uint64_t broken[CLAIMS];              // how often
    char first_broken[CLAIMS][ITEM_TEXT]; // what replays the first time
};

// Asks n vectors. Of the hostile scene the oracle knows nothing: there, only bits are compared.
void prove(struct proof *proof, enum scene scene, uint64_t seed, size_t n);

void tally_add(struct tally *sum, const struct tally *more);
void proof_add(struct proof *sum, const struct proof *more);

#endif
