// SPDX-License-Identifier: MIT
#include "../lanes/scalar.h"

#ifndef UNIT_TABLE // the tests build a second one, emulated
#define UNIT_TABLE lbx_table_scalar
#endif
#define UNIT_ISA LBX_ISA_SCALAR

#include "unit.h"
