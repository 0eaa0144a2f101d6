// SPDX-License-Identifier: MIT
#include "../lanes/avx512.h"

#ifndef UNIT_TABLE // tests build others: emulated, or with a mutant
#define UNIT_TABLE lbx_table_avx512
#endif
#define UNIT_ISA LBX_ISA_AVX512

#include "unit.h"
