// SPDX-License-Identifier: MIT
// How a check fails in programs that are no test suites.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness.h"

void test_fail(const char *file, int line, const char *condition, const char *format, ...) {
    fprintf(stderr, "%s:%d: %s\n    ", file, line, condition);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    abort();
}
