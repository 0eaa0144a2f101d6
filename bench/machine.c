// SPDX-License-Identifier: MIT
#include "machine.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern const struct ceilings ceilings_scalar __attribute__((weak)),
    ceilings_sse2 __attribute__((weak)), ceilings_avx2 __attribute__((weak)),
    ceilings_avx512 __attribute__((weak)), ceilings_neon __attribute__((weak)),
    ceilings_wasm128 __attribute__((weak));

const struct ceilings *machine_ceilings(lbx_isa isa) {
    switch (isa) {
    case LBX_ISA_BEST: break;
    case LBX_ISA_SCALAR: return &ceilings_scalar;
    case LBX_ISA_SSE2: return &ceilings_sse2;
    case LBX_ISA_AVX2: return &ceilings_avx2;
    case LBX_ISA_AVX512: return &ceilings_avx512;
    case LBX_ISA_NEON: return &ceilings_neon;
    case LBX_ISA_WASM128: return &ceilings_wasm128;
    }
    return NULL;
}

// Adds a register, because newer cores add small constants in no time.
static inline size_t add_1(size_t x, size_t by) {
    x += by;
    __asm__ volatile("" : "+r"(x));
    return x;
}

static inline size_t add_8(size_t x, size_t by) {
    x = add_1(add_1(add_1(add_1(x, by), by), by), by);
    return add_1(add_1(add_1(add_1(x, by), by), by), by);
}

size_t machine_clock(void) {
    enum { ROUNDS = 256, ADDS = 64 };
    size_t x = 0, by = 1;
    __asm__ volatile("" : "+r"(by));
    for (int r = 0; r < ROUNDS; r++) {
        x = add_8(add_8(add_8(add_8(x, by), by), by), by);
        x = add_8(add_8(add_8(add_8(x, by), by), by), by);
    }
    return ROUNDS * ADDS;
}

// Reads a line of /sys; returns false if there is none.
static int read_line(const char *directory, const char *name, char *line, int size) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    const int found = fgets(line, size, file) != NULL;
    fclose(file);
    return found;
}

static size_t cache_of_system(int level) {
    switch (level) {
#if defined(_SC_LEVEL1_DCACHE_SIZE)
    case 1: return (size_t)sysconf(_SC_LEVEL1_DCACHE_SIZE);
    case 2: return (size_t)sysconf(_SC_LEVEL2_CACHE_SIZE);
    case 3: return (size_t)sysconf(_SC_LEVEL3_CACHE_SIZE);
#endif
    default: return 0;
    }
}

// /sys comes first: under a hypervisor, sysconf returned the third level of a whole package.
size_t machine_cache(int level) {
    for (int index = 0; index < 8; index++) {
        char directory[64], line[64];
        snprintf(directory, sizeof directory, "/sys/devices/system/cpu/cpu0/cache/index%d", index);
        int of = 0;
        size_t kilobytes = 0;
        if (!read_line(directory, "type", line, sizeof line) || line[0] == 'I') continue;
        if (!read_line(directory, "level", line, sizeof line)) continue;
        if (sscanf(line, "%d", &of) != 1 || of != level) continue;
        if (!read_line(directory, "size", line, sizeof line)) continue;
        if (sscanf(line, "%zuK", &kilobytes) == 1) return kilobytes * 1024;
    }
    return cache_of_system(level);
}

void machine_cpu(char *name, size_t size) {
    snprintf(name, size, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (!file) return;
    char line[512];
    while (fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        snprintf(name, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
        break;
    }
    fclose(file);
}

const char *machine_compiler(void) {
#if defined(__clang__)
    return __VERSION__;
#else
    return "GCC " __VERSION__;
#endif
}
