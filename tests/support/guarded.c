// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE
#include "guarded.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if !defined(__wasi__)
#include <sys/mman.h>
#endif

#include "harness.h"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define FORGETS
#endif
#endif

#if defined(__wasi__)
// No memory is protected: what is written next to it is found by guarded_intact, what is read is
// not.
static size_t page_size(void) {
    return 2 * GUARDED_NEAR;
}

static void *map_guarded(size_t page, size_t inner, unsigned char filled) {
    void *const map = malloc(inner + 2 * page);
    expect(map, "malloc of %zu bytes", inner + 2 * page);
    return memset(map, filled, inner + 2 * page);
}

static void unmap(const struct guarded *memory) {
    free(memory->map);
}

#else
static size_t page_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

static void *map_guarded(size_t page, size_t inner, unsigned char filled) {
    const size_t mapped = inner + 2 * page;
    void *const map = mmap(NULL, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    expect(map != MAP_FAILED, "mmap of %zu bytes", mapped);
    if (inner) {
        unsigned char *const first = (unsigned char *)map + page;
        expect(mprotect(first, inner, PROT_READ | PROT_WRITE) == 0, "mprotect of %zu", inner);
        memset(first, filled, inner);
    }
    return map;
}

static void unmap(const struct guarded *memory) {
    munmap(memory->map, memory->mapped);
}
#endif

struct guarded guarded_alloc(size_t bytes, enum guard guard, unsigned char filled) {
    const size_t page = page_size();
    const size_t inner = (bytes + page - 1) / page * page;
    struct guarded memory = {.bytes = bytes, .mapped = inner + 2 * page};
    memory.map = map_guarded(page, inner, filled);
    unsigned char *const first = (unsigned char *)memory.map + page;
    memory.at = guard == GUARD_BEFORE ? first : first + inner - bytes;
    return memory;
}

void guarded_forget(const struct guarded *memory) {
#if defined(FORGETS)
    __msan_poison(memory->at, memory->bytes);
#else
    (void)memory;
#endif
}

void guarded_free(struct guarded *memory) {
    if (memory->map) unmap(memory);
    *memory = (struct guarded){0};
}

static int holds(const unsigned char *first, const unsigned char *last, unsigned char filled) {
    for (; first < last; first++) {
        if (*first != filled) return 0;
    }
    return 1;
}

int guarded_intact(const struct guarded *memory, unsigned char filled) {
#if defined(__wasi__)
    const size_t untouchable = 0;
#else
    const size_t untouchable = page_size();
#endif
    const unsigned char *first = (const unsigned char *)memory->map + untouchable;
    const unsigned char *last = (const unsigned char *)memory->map + memory->mapped - untouchable;
    const unsigned char *end = memory->at + memory->bytes;
    if (memory->at - first > GUARDED_NEAR) first = memory->at - GUARDED_NEAR;
    if (last - end > GUARDED_NEAR) last = end + GUARDED_NEAR;
    return holds(first, memory->at, filled) && holds(end, last, filled);
}
