// SPDX-License-Identifier: MIT
#include "../api/floats.h"

#include "../lanes/neon.h"

#define UNIT neon
#define UNIT_ISA LBX_ISA_NEON
#include "unit.h"
