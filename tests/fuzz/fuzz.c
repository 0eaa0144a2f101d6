// SPDX-License-Identifier: MIT
// The fuzzer: libFuzzer provides bytes, which are decoded into a call. The call is made on every
// table and compared with what the contract says. Inputs and outputs lie in heap blocks of exactly
// their size, so that AddressSanitizer finds any access beyond them.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "calls.h"
#include "decode.h"
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bytes in = {data, size};
    const unsigned kind = take_byte(&in);
    case_flushes = kind / 8 % 4 == 3;
    switch (kind % 8) {
    case 1: (kind / 8 % 2 ? fuzz_rays : fuzz_trees)(&in); break;
    case 2: fuzz_doubles(&in); break;
    case 3: fuzz_volumes(&in); break;
    case 4: fuzz_pairs(&in); break;
    case 5: fuzz_conversion(&in); break;
    case 6: fuzz_check(&in); break;
    case 7: fuzz_compact(&in); break;
    default: fuzz_call(&in); break;
    }
    return 0;
}
