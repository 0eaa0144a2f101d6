// SPDX-License-Identifier: MIT
// How the public functions begin and end. Each has a file of its own, so that a program links the
// tests of those shapes alone whose contacts it asks for.
#ifndef LBX_CONTACTS_H
#define LBX_CONTACTS_H

#include "contacts_job.h"
#include "kernels/api/call.h"
#include "lanebox/contacts.h"

// Checks a call and makes its job. Returns LBX_RUN, or the call's answer if there is nothing to
// run.
ptrdiff_t lbx_contacts_open(struct lbx_contact_job *job, const struct lbx_given given[2],
                            const unsigned floats[2], size_t n, const lbx_contact_query *query,
                            const lbx_contacts_out *out);

// The answer of a job that is done.
ptrdiff_t lbx_contacts_close(const struct lbx_contact_job *job, size_t n,
                             const lbx_contact_query *query);

#endif
