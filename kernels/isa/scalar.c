// SPDX-License-Identifier: MIT
#include "../api/floats.h"

#include "../lanes/scalar.h"

#define UNIT scalar
#define UNIT_ISA LBX_ISA_SCALAR
#include "unit.h"
