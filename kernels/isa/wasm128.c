// SPDX-License-Identifier: MIT
#include "../api/floats.h"

#include "../lanes/wasm128.h"

#define UNIT wasm128
#define UNIT_ISA LBX_ISA_WASM128
#include "unit.h"
