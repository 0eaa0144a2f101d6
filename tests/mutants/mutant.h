// SPDX-License-Identifier: MIT
// Included before every file of the judges, see mutants.py: the number of the mutant that runs, 0
// for none of them.
#ifndef LBX_MUTANT_H
#define LBX_MUTANT_H

extern int lbx_mutant;

#endif
