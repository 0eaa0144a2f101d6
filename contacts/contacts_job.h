// SPDX-License-Identifier: MIT
// A call for contacts, as the public functions pass it to the instruction sets' units.
#ifndef LBX_CONTACTS_JOB_H
#define LBX_CONTACTS_JOB_H

#include <string.h>

#include "kernels/api/operand.h"

// The words of a contact, in the order of lbx_contact: item, axis, points, depth, normal x y z,
// then of each point x y z, depth, feature.
enum {
    WORD_ITEM,
    WORD_AXIS,
    WORD_POINTS,
    WORD_DEPTH,
    WORD_NORMAL,
    WORD_POINT = WORD_NORMAL + 3,
    POINT_DEPTH = 3, // of a point's words
    POINT_FEATURE,
    POINT_WORDS,
    POINTS_MAX = 4,
    CONTACT_WORDS = WORD_POINT + POINTS_MAX * POINT_WORDS
};

struct lbx_contact_job {
    struct lbx_operand operands[2]; // from item `first` on
    size_t first, n;                // n items are left
    float margin;                   // contacts of shapes that are this far apart are wanted, too
    const uint8_t *axes;            // of the last step, from item 0 on; or NULL
    size_t step;                    // word k of contact i is at (char *)at[k] + i * step
    float *at[CONTACT_WORDS];
    bool together; // these words are adjacent and in order
    size_t room;
    // What is written: the contacts, and the first item that was not tested for want of room, or n.
    size_t found, next;
};

// Writes the words of a contact to its place.
static inline void put_words(const struct lbx_contact_job *job, size_t place,
                             const float words[CONTACT_WORDS]) {
    const size_t to = place * job->step;
    if (job->together) {
        memcpy((char *)job->at[0] + to, words, CONTACT_WORDS * sizeof *words);
        return;
    }
    for (unsigned k = 0; k < CONTACT_WORDS; k++)
        memcpy((char *)job->at[k] + to, &words[k], sizeof *words);
}

typedef void lbx_contacts(struct lbx_contact_job *job);

#endif
