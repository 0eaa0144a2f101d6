// SPDX-License-Identifier: MIT
#include "../api/floats.h"

#include "../lanes/avx512.h"

#define UNIT avx512
#define UNIT_ISA LBX_ISA_AVX512
#include "unit.h"
