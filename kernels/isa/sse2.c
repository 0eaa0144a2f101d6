// SPDX-License-Identifier: MIT
#include "../api/floats.h"

#include "../lanes/sse2.h"

#define UNIT sse2
#define UNIT_ISA LBX_ISA_SSE2
#include "unit.h"
