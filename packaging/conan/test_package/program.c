// SPDX-License-Identifier: MIT
#include <lanebox.h>

// Fails where the library is not the headers' own.
int main(void) {
    return lbx_version() !=
           LBX_VERSION_MAJOR * 1000000 + LBX_VERSION_MINOR * 1000 + LBX_VERSION_PATCH;
}
