// SPDX-License-Identifier: MIT
#include "../lanes/scalar.h"

#ifndef UNIT_TABLE // tests build others: emulated, or with a mutant
#define UNIT_TABLE lbx_table_scalar
#endif
#define UNIT_ISA LBX_ISA_SCALAR

#include "unit.h"
