// SPDX-License-Identifier: MIT
#include "../lanes/sse2.h"

#ifndef UNIT_TABLE // tests build others: emulated, or with a mutant
#define UNIT_TABLE lbx_table_sse2
#endif
#define UNIT_ISA LBX_ISA_SSE2

#include "unit.h"
