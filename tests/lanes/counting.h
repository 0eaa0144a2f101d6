// SPDX-License-Identifier: MIT
// A backend of one lane that counts its operations by pipe. Each operation counts as in the backend
// that needs the fewest for it. A division and a square root occupy the multiplier at least as long
// as a product does. A sign is already a mask where masks are given by sign bits.
#ifndef LBX_LANES_COUNTING_H
#define LBX_LANES_COUNTING_H

#include "counting_unit.h"

static struct operations counted;

#define HOOK(operation, ...) COUNT_##operation
#define COUNT_vf_mul counted.multiplies++
#define COUNT_vf_div counted.multiplies++
#define COUNT_vf_sqrt counted.multiplies++
#define COUNT_vf_fma counted.multiplies++
#define COUNT_vf_fnma counted.multiplies++
#define COUNT_vf_add counted.adds++
#define COUNT_vf_sub counted.adds++
#define COUNT_vf_min counted.adds++
#define COUNT_vf_max counted.adds++
#define COUNT_vf_less counted.adds++
#define COUNT_vf_at_most counted.adds++
#define COUNT_vf_equal counted.adds++
#define COUNT_vf_unordered counted.adds++
#define COUNT_vf_abs counted.others++
#define COUNT_vf_minus_abs counted.others++
#define COUNT_vf_negate counted.others++
#define COUNT_vf_flip counted.others += 2
#define COUNT_vf_or counted.others++
#define COUNT_vf_inverse_power counted.others += 2
#define COUNT_vf_negative (void)0
#define COUNT_vm_or counted.others++
#define COUNT_vm_and counted.others++
#define COUNT_vm_and_not counted.others++
#define COUNT_vm_keep counted.others++
#define COUNT_vm_select counted.others++

#include "hooked.h"

#endif
