// SPDX-License-Identifier: MIT
// What the contacts of all pairs of shapes share: LANES contacts, and how they are written.
#ifndef LBX_CONTACT_LANES_H
#define LBX_CONTACT_LANES_H

#include "contacts/contacts_job.h"
#include "kernels/math/products.h"

enum { QUAD_WORDS = (CONTACT_WORDS + 3) / 4 * 4 };

// Word k of the contacts, which go to place[l].
struct contact_lanes {
    vf at[QUAD_WORDS];
};

// Writes the first `count` of them, which are of these items, to `place`.
static void store_contacts(const struct lbx_contact_job *job, const struct contact_lanes *made,
                           const uint32_t *item, const size_t *place, size_t count) {
    _Alignas(64) float row[LANES][QUAD_WORDS];
    for (unsigned k = 0; k < QUAD_WORDS; k += 4)
        vf_store_quads((char *)&row[0][k], sizeof row[0], made->at + k);
    for (size_t l = 0; l < count; l++) {
        memcpy(&row[l][WORD_ITEM], &item[l], sizeof(float));
        put_words(job, place[l], row[l]);
    }
}

FORCE_INLINE vf bits_where(vm m, unsigned bits) {
    return vm_keep(m, vf_set(FEATURE_BITS(bits)));
}

#endif
