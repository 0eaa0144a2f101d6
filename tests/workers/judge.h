// SPDX-License-Identifier: MIT
// Judges workers: that each task runs once, and that calls write what they write without workers.
#ifndef LBX_TEST_WORKERS_JUDGE_H
#define LBX_TEST_WORKERS_JUDGE_H

#include "lanebox.h"

#ifdef __cplusplus
extern "C" {
#endif

// Prints a line of what the calls shared. Ends the program with the reason if something is wrong.
void judge_workers(const char *name, const lbx_workers *workers);

#ifdef __cplusplus
}
#endif

#endif
