// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE
#include "guarded.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <windows.h>
#elif !defined(__wasi__)
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "harness.h"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define FORGETS
#endif
#endif

#if defined(__wasi__)
enum { PROTECTED = 0 }; // whether pages can be protected
#else
enum { PROTECTED = 1 };
#endif

#if defined(_WIN32)

size_t guarded_page(void) {
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    return system.dwPageSize;
}

static void *pages_reserve(size_t bytes) {
    return VirtualAlloc(NULL, bytes, MEM_RESERVE, PAGE_NOACCESS);
}

static bool pages_open(void *first, size_t bytes) {
    return VirtualAlloc(first, bytes, MEM_COMMIT, PAGE_READWRITE) == first;
}

static bool pages_shut(void *first, size_t bytes) {
    DWORD before;
    return VirtualProtect(first, bytes, PAGE_NOACCESS, &before);
}

static void pages_free(void *first, size_t bytes) {
    (void)bytes;
    VirtualFree(first, 0, MEM_RELEASE);
}

#elif defined(__wasi__)

// No memory is protected. guarded_intact finds writes next to it, but reads go unnoticed.
size_t guarded_page(void) {
    return 2 * GUARDED_NEAR;
}

static void *pages_reserve(size_t bytes) {
    return malloc(bytes);
}

static bool pages_open(void *first, size_t bytes) {
    (void)first;
    return bytes > 0;
}

static bool pages_shut(void *first, size_t bytes) {
    return pages_open(first, bytes);
}

static void pages_free(void *first, size_t bytes) {
    (void)bytes;
    free(first);
}

#else

size_t guarded_page(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

static void *pages_reserve(size_t bytes) {
    void *const first = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return first == MAP_FAILED ? NULL : first;
}

static bool pages_open(void *first, size_t bytes) {
    return mprotect(first, bytes, PROT_READ | PROT_WRITE) == 0;
}

static bool pages_shut(void *first, size_t bytes) {
    return mprotect(first, bytes, PROT_NONE) == 0;
}

static void pages_free(void *first, size_t bytes) {
    munmap(first, bytes);
}

#endif

struct guarded guarded_alloc(size_t bytes, enum guard guard, unsigned char filled) {
    const size_t page = guarded_page();
    const size_t inner = (bytes + page - 1) / page * page;
    struct guarded memory = {.bytes = bytes, .mapped = inner + 2 * page};
    memory.map = pages_reserve(memory.mapped);
    expect(memory.map, "%zu bytes of pages", memory.mapped);
    if (!PROTECTED) memset(memory.map, filled, memory.mapped);
    unsigned char *const first = (unsigned char *)memory.map + page;
    if (inner) {
        expect(pages_open(first, inner), "%zu bytes", inner);
        memset(first, filled, inner);
    }
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
    if (memory->map) pages_free(memory->map, memory->mapped);
    *memory = (struct guarded){0};
}

void guarded_shut(void *page) {
    expect(pages_shut(page, guarded_page()), "a page");
}

static int holds(const unsigned char *first, const unsigned char *last, unsigned char filled) {
    for (; first < last; first++) {
        if (*first != filled) return 0;
    }
    return 1;
}

int guarded_intact(const struct guarded *memory, unsigned char filled) {
    const size_t page = PROTECTED ? guarded_page() : 0;
    const unsigned char *first = (const unsigned char *)memory->map + page;
    const unsigned char *last = (const unsigned char *)memory->map + memory->mapped - page;
    const unsigned char *end = memory->at + memory->bytes;
    if (memory->at - first > GUARDED_NEAR) first = memory->at - GUARDED_NEAR;
    if (last - end > GUARDED_NEAR) last = end + GUARDED_NEAR;
    return holds(first, memory->at, filled) && holds(end, last, filled);
}
