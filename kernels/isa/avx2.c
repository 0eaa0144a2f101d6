// SPDX-License-Identifier: MIT
#include "../lanes/avx2.h"

#ifndef UNIT_TABLE // tests build others: emulated, or with a mutant
#define UNIT_TABLE lbx_table_avx2
#endif
#define UNIT_ISA LBX_ISA_AVX2

#include "unit.h"
