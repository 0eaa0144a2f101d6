// SPDX-License-Identifier: MIT
// The engine of the proof: the exact answer to every vector of a scene, what every table says to
// it, and how the two agree. Tests ask it for one claim each, `make prove` for all.
#ifndef LBX_PROOF_H
#define LBX_PROOF_H

#include "answer.h"
#include "oracle/oracle.h"

enum claim {
    CLAIM_SAME_BITS,        // under LBX_REPRODUCIBLE in every table and way; fused, where they fuse
    CLAIM_PLAIN_CONTACTS,   // no closed contact is lost under LBX_REPRODUCIBLE
    CLAIM_FUSED_CONTACTS,   // nor without
    CLAIM_PLAIN_FALSE_HITS, // every false hit is within its bound
    CLAIM_FUSED_FALSE_HITS, //
    CLAIM_OUTPUTS,          // so is every other output
    CLAIMS
};

enum form { FORM_PLAIN, FORM_FUSED, FORMS };

// Of a kernel, a scene and a form. What is a part is one of what is promised: at most 1.
struct tally {
    uint64_t vectors, hits, lost, false_hits;
    uint64_t differ; // fused: from the plain verdict
    double worst_false_hit, worst_output;
};

struct proof {
    const struct lbx_case *c;
    const struct oracle *oracle;
    unsigned claims; // a bit each
    bool emulated;   // tables too, not only the shipped ones
    struct tally tally[SCENES][FORMS];
    uint64_t broken[CLAIMS];              // how often
    char first_broken[CLAIMS][ITEM_TEXT]; // what replays the first time
};

// Asks for n vectors of a scene. Of the hostile one the oracle knows nothing: only bits are
// compared.
void prove(struct proof *proof, enum scene scene, uint64_t seed, size_t n);

// Adds what another process has proved of the same kernel.
void proof_add(struct proof *proof, const struct proof *more);

#endif
