// SPDX-License-Identifier: MIT
#include "floats.h"

#include "lanebox.h"

int lbx_version(void) {
    return LBX_VERSION_MAJOR * 1000000 + LBX_VERSION_MINOR * 1000 + LBX_VERSION_PATCH;
}
