// SPDX-License-Identifier: MIT
// The fuzzer: libFuzzer provides bytes, which are decoded into a call. The call is made on every
// table and compared with what the contract says. Inputs and outputs lie in heap blocks of exactly
// their size, so that AddressSanitizer finds any access beyond them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "decode.h"
#include "harness.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef void fuzz_kind(struct bytes *in);

// Which kind of input is made up, or NULL for all: what the program's name ends with.
static fuzz_kind *chosen;

static const struct {
    const char *name;
    fuzz_kind *run;
} kinds[] = {{"-pairs", fuzz_pairs},       {"-trees", fuzz_trees},
             {"-rays", fuzz_rays},         {"-calls", fuzz_call},
             {"-volumes", fuzz_volumes},   {"-doubles", fuzz_doubles},
             {"-frusta", fuzz_frusta},     {"-conversions", fuzz_conversion},
             {"-convert", fuzz_convert},   {"-points", fuzz_points},
             {"-signs", fuzz_signs},       {"-rods", fuzz_rods},
             {"-contacts", fuzz_contacts}, {"-scenes", fuzz_scenes}};

static struct { unsigned long long all, passed; } damaged;

static void say_damaged(void) {
    printf("damaged: %llu checked, %llu passed and were searched\n", damaged.all, damaged.passed);
}

void count_damaged(bool passed) {
    if (damaged.all++ == 0) atexit(say_damaged);
    damaged.passed += passed;
}

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc;
    const char *const name = (*argv)[0];
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        const size_t length = strlen(name), end = strlen(kinds[k].name);
        if (length > end && strcmp(name + length - end, kinds[k].name) == 0) chosen = kinds[k].run;
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct bytes in = {data, size};
    const unsigned kind = take_byte(&in);
    case_flushes = kind / 8 % 4 == 3;
    if (chosen) {
        chosen(&in);
        return 0;
    }
    switch (kind % 8) {
    case 1: (kind / 8 % 4 == 2 ? fuzz_convert : kind / 8 % 2 ? fuzz_rays : fuzz_trees)(&in); break;
    case 2:
        (kind / 8 % 4 == 2 ? fuzz_signs : kind / 8 % 2 ? fuzz_frusta : fuzz_doubles)(&in);
        break;
    case 3: (kind / 8 % 4 == 3 ? fuzz_rods : kind / 8 % 2 ? fuzz_points : fuzz_volumes)(&in); break;
    case 4: (kind / 8 % 4 == 2 ? fuzz_scenes : fuzz_pairs)(&in); break;
    case 5: (kind / 8 % 4 == 2 ? fuzz_contacts : fuzz_conversion)(&in); break;
    case 6: fuzz_check(&in); break;
    case 7: fuzz_compact(&in); break;
    default: fuzz_call(&in); break;
    }
    return 0;
}
