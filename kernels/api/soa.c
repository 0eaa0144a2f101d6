// SPDX-License-Identifier: MIT
// Memory for the arrays of one batch.
//
// Streams at power-of-two distances fall into the same cache sets. Twelve such streams read 27
// bytes/ns from L2, and 90 if they are 320 bytes apart (modulo a page). So every array starts five
// cache lines further into its page than the one before.
#include "../lanes/floats.h"

#include <assert.h>
#include <stdlib.h>
#if defined(_WIN32)
#include <malloc.h>
#endif

#include "lanebox.h"

enum { LINE = 64, PAGE = 4096, STAGGER = 5 * LINE };

#if defined(_WIN32) // there free does not take aligned blocks
static void *lines_alloc(size_t bytes) {
    return _aligned_malloc(bytes, LINE);
}

static void lines_free(void *lines) {
    _aligned_free(lines);
}
#else
static void *lines_alloc(size_t bytes) {
    return aligned_alloc(LINE, bytes);
}

static void lines_free(void *lines) {
    free(lines);
}
#endif

int lbx_soa_alloc(size_t arrays, size_t count, float *out[]) {
    if (!out) return LBX_ERROR_NULL;
    for (size_t k = 0; k < arrays; k++) out[k] = NULL;
    if (arrays == 0) return 0;
    if (count > PTRDIFF_MAX / sizeof(float) - 2 * PAGE) return LBX_ERROR_MEMORY;
    const size_t bytes = count * sizeof(float) + PAGE - 1 - STAGGER % PAGE;
    const size_t pitch =
        bytes / PAGE * PAGE + STAGGER; // the least that holds `count` and is STAGGER modulo a page
    assert(pitch % PAGE == STAGGER && pitch / sizeof(float) >= count);
    if (arrays > PTRDIFF_MAX / pitch) return LBX_ERROR_MEMORY;
    char *block = lines_alloc(arrays * pitch);
    if (!block) return LBX_ERROR_MEMORY;
    for (size_t k = 0; k < arrays; k++) out[k] = (float *)(block + k * pitch);
    return 0;
}

void lbx_soa_free(size_t arrays, float *out[]) {
    if (!out || arrays == 0) return;
    lines_free(out[0]);
    for (size_t k = 0; k < arrays; k++) out[k] = NULL;
}
