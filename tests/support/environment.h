// SPDX-License-Identifier: MIT
// Environment variables.
#ifndef LBX_ENVIRONMENT_H
#define LBX_ENVIRONMENT_H

#include <stdlib.h>

#include "harness.h"

// NULL removes the variable.
static inline void environment_set(const char *name, const char *value) {
#if defined(_WIN32)
    const int error = _putenv_s(name, value ? value : "");
#else
    const int error = value ? setenv(name, value, 1) : unsetenv(name);
#endif
    expect(error == 0, "%s", name);
}

#endif
