// SPDX-License-Identifier: MIT
// Contacts of all shapes by all threads: each finds what a single thread finds.
#include <string.h>

#include "contact_kinds.h"
#include "harness.h"
#include "layout.h"
#include "threads.h"

enum { ITEMS = 300 };

static struct batch shared[CONTACT_KINDS];
static lbx_contact wanted[CONTACT_KINDS][ITEMS];
static ptrdiff_t wanted_count[CONTACT_KINDS];

static ptrdiff_t find(size_t kind, lbx_contact *contacts) {
    const struct case_side a = dense_side(&shared[kind].side[0]),
                           b = dense_side(&shared[kind].side[1]);
    const lbx_contact_query query = {.margin = .125f};
    const lbx_contacts_out out = lbx_contacts_out_of(contacts, ITEMS);
    return kind_contacts(&contact_kinds[kind], &a, &b, ITEMS, &query, &out);
}

static void *find_contacts(void *argument) {
    lbx_contact *const contacts = argument;
    for (size_t k = 0; k < CONTACT_KINDS; k++) {
        const ptrdiff_t found = find(k, contacts);
        expect(found == wanted_count[k] &&
                   memcmp(contacts, wanted[k], (size_t)found * sizeof *contacts) == 0,
               "%s: %td contacts, not %td", contact_kinds[k].name, found, wanted_count[k]);
    }
    return NULL;
}

void find_contacts_together(void) {
    static lbx_contact contacts[CALLERS][ITEMS];
    void *argument[CALLERS];
    for (size_t k = 0; k < CONTACT_KINDS; k++) {
        shared[k] = batch_fill(contact_kinds[k].pairs, 3, SCENE_MIXED, ITEMS);
        wanted_count[k] = find(k, wanted[k]);
        expect(wanted_count[k] > ITEMS / 10, "%s: %td", contact_kinds[k].name, wanted_count[k]);
    }
    for (size_t t = 0; t < CALLERS; t++) argument[t] = contacts[t];
    call_while_selecting(find_contacts, argument, SEARCH_ROUNDS);
    for (size_t k = 0; k < CONTACT_KINDS; k++) batch_free(&shared[k]);
}
