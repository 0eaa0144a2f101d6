// SPDX-License-Identifier: MIT
// lbx_soa_alloc and lbx_soa_free.
#include <malloc.h>

#include "harness.h"
#include "lanebox.h"

// A sanitizer ends a program that asks for too much memory, unless it is told to return NULL.
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1";
}

const char *__msan_default_options(void);
const char *__msan_default_options(void) {
    return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void);
const char *__tsan_default_options(void) {
    return "allocator_may_return_null=1";
}

enum { ARRAYS_MAX = 20 };

static void expect_arrays(size_t arrays, size_t count) {
    float *out[ARRAYS_MAX + 1];
    float *const untouched = (float *)(void *)out;
    out[arrays] = untouched;
    expect(lbx_soa_alloc(arrays, count, out) == 0, "%zu arrays of %zu", arrays, count);
    expect(out[arrays] == untouched, "%zu arrays: one more was written", arrays);
    for (size_t k = 0; k < arrays; k++) {
        const uintptr_t at = (uintptr_t)out[k];
        expect(out[k] && at % 64 == 0, "array %zu at %p", k, (void *)out[k]);
        expect((at - (uintptr_t)out[0]) % 4096 == k * 320 % 4096, "array %zu of %zu floats: %zx", k,
               count, (size_t)(at - (uintptr_t)out[0]));
        for (size_t i = 0; i < count; i++) out[k][i] = (float)k; // valgrind and ASan see the end
    }
    for (size_t k = 0; k < arrays; k++) { // no two share memory
        expect(count == 0 || (out[k][0] == (float)k && out[k][count - 1] == (float)k), "%zu", k);
    }
    lbx_soa_free(arrays, out);
    for (size_t k = 0; k < arrays; k++) expect(!out[k], "%zu is not NULL", k);
    lbx_soa_free(arrays, out);
}

Test(soa, aligned_and_staggered) {
    static const size_t counts[] = {0,    1,    2,    15,   16,   17,   944,  945,  1000,  1023,
                                    1024, 1025, 1103, 1104, 1105, 2047, 2048, 4096, 65536, 99999};
    for (size_t arrays = 1; arrays <= ARRAYS_MAX; arrays++) {
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
            expect_arrays(arrays, counts[k]);
    }
}

Test(soa, no_arrays) {
    float x = 0, *out[1] = {&x};
    expect(lbx_soa_alloc(0, 100, out) == 0 && out[0] == &x, "%p", (void *)out[0]);
    expect(lbx_soa_alloc(0, SIZE_MAX, out) == 0 && out[0] == &x, "%p", (void *)out[0]);
    expect(lbx_soa_alloc(3, 100, NULL) == LBX_ERROR_NULL, "no place for them");
    lbx_soa_free(0, out);
    expect(out[0] == &x, "%p", (void *)out[0]);
    lbx_soa_free(3, NULL);
}

// Bytes that are allocated on the heap. It is 0 for a sanitizer's heap, which finds leaks itself.
static size_t taken(void) {
#if defined(__has_feature)
#if __has_feature(memory_sanitizer) // it does not see what mallinfo2 writes
    return 0;
#endif
#endif
#if defined(__GLIBC__)
    const struct mallinfo2 heap = mallinfo2();
    return heap.uordblks + heap.hblkhd;
#else
    return 0;
#endif
}

Test(soa, freed) {
    float *out[3];
    const size_t before = taken();
    // More than 4 GB in all, which is what a 32-bit address reaches.
    for (int k = 0; k < 100; k++) {
        expect(lbx_soa_alloc(3, 1 << 22, out) == 0, "48 MB");
        lbx_soa_free(3, out);
    }
    expect(taken() == before, "%zu bytes, then %zu", before, taken());
}

static void expect_no_memory(size_t arrays, size_t count) {
    float *out[8];
    for (size_t k = 0; k < 8; k++) out[k] = (float *)(void *)out;
    const int error = lbx_soa_alloc(arrays, count, out);
    expect(error == LBX_ERROR_MEMORY, "%zu arrays of %zu: %d", arrays, count, error);
    for (size_t k = 0; k < 8; k++) expect((k < arrays) == !out[k], "%zu", k);
}

Test(soa, too_much) {
    // Products that would wrap to a small number, then sizes that no machine has.
    expect_no_memory(1, SIZE_MAX);
    expect_no_memory(1, SIZE_MAX / 4);
    expect_no_memory(1, SIZE_MAX / 4 + 1);
    expect_no_memory(1, SIZE_MAX / 4 - 100);
    expect_no_memory(4, SIZE_MAX / 16 + 1);
    expect_no_memory(8, SIZE_MAX / 32);
    expect_no_memory(2, SIZE_MAX / 8 + 1);
    expect_no_memory(1, PTRDIFF_MAX / 4);
    expect_no_memory(7, PTRDIFF_MAX / 28);
    // No product wraps, and yet no machine has so much memory, unless the limit is 2 GB.
    if (PTRDIFF_MAX > INT32_MAX) {
        expect_no_memory(1, PTRDIFF_MAX / 4 - 3 * 4096);
        expect_no_memory(5, PTRDIFF_MAX / 4 / 5 - 3 * 4096);
    }
}
