// SPDX-License-Identifier: MIT
#include "../lanes/neon.h"

#ifndef UNIT_TABLE // tests build others: emulated, or with a mutant
#define UNIT_TABLE lbx_table_neon
#endif
#define UNIT_ISA LBX_ISA_NEON

#include "unit.h"
