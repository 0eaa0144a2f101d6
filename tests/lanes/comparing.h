// SPDX-License-Identifier: MIT
// What searches of table_comparing have compared.
#ifndef LBX_LANES_COMPARING_H
#define LBX_LANES_COMPARING_H

#include <stdint.h>

extern uint64_t compared;

#endif
