// SPDX-License-Identifier: MIT
// Included before every file of the judges, see mutants.py: the number of the mutant that runs, 0
// for none of them. A core is compiled once instead of once for each of its walks.
#ifndef LBX_MUTANT_H
#define LBX_MUTANT_H

#define FORCE_INLINE static __attribute__((unused))

extern int lbx_mutant;

#endif
