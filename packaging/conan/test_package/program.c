// SPDX-License-Identifier: MIT
#include <lanebox.h>

// Fails where the library is not the headers' own.
int main(void) {
    return lbx_version() != LBX_VERSION;
}
