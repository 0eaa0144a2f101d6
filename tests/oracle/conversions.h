// SPDX-License-Identifier: MIT
// The exact oracle of the conversions, in oracle.h's arithmetic. Asked of finite floats.
#ifndef LBX_ORACLE_CONVERSIONS_H
#define LBX_ORACLE_CONVERSIONS_H

// How far what was written exceeds or misses the exact answer, as a part of what is promised: at
// most 1; INFINITY where it should contain what it does not.
typedef double conversion_judge(const float first[], const float second[], const float got[]);

// NULL for one that it does not know.
conversion_judge *conversion_judge_of(const char *name);

#endif
