// SPDX-License-Identifier: MIT
// How many instruction sets lanebox.h names. Tests and benches count up to this, so that a new last
// name is added here alone; tests/isa.c fails until it is.
#ifndef LBX_ISAS_H
#define LBX_ISAS_H

#include "lanebox.h"

enum { ISAS = LBX_ISA_WASM128 + 1 };

#endif
