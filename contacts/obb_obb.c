// SPDX-License-Identifier: MIT
#include "contacts.h"
#include "kernels/api/entries.h"

ENTRIES(lbx_contacts, obb_obb_contacts);
ptrdiff_t lbx_obb_obb_contacts(const lbx_obbs *a, const lbx_obbs *b, size_t n,
                               const lbx_contact_query *query, const lbx_contacts_out *out) {
    static const unsigned floats[] = {obb_floats, obb_floats};
    const struct lbx_given given[] = {{lbx_operand_obbs, a}, {lbx_operand_obbs, b}};
    struct lbx_contact_job job;
    const ptrdiff_t answer = lbx_contacts_open(&job, given, floats, n, query, out);
    if (answer != LBX_RUN) return answer;
    ACTIVE(obb_obb_contacts)(&job);
    return lbx_contacts_close(&job, n, query);
}
