// SPDX-License-Identifier: MIT
// The exact oracle of the conversions, in oracle.h's arithmetic. It takes finite floats only.
#ifndef LBX_ORACLE_CONVERSIONS_H
#define LBX_ORACLE_CONVERSIONS_H

// The error of the output as a part of the promised bound: at most 1, or INFINITY if the output
// does not contain something that it should.
typedef double conversion_judge(const float first[], const float second[], const float got[]);

// Returns NULL for an unknown conversion.
conversion_judge *conversion_judge_of(const char *name);

#endif
