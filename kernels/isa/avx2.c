// SPDX-License-Identifier: MIT
#include "../api/floats.h"

#include "../lanes/avx2.h"

#define UNIT avx2
#define UNIT_ISA LBX_ISA_AVX2
#include "unit.h"
