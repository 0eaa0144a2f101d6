// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE
#include "guarded.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness.h"

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define FORGETS
#endif
#endif

struct guarded guarded_alloc(size_t bytes, enum guard guard, unsigned char filled) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t inner = (bytes + page - 1) / page * page;
    struct guarded memory = {.bytes = bytes, .mapped = inner + 2 * page};
    memory.map = mmap(NULL, memory.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    expect(memory.map != MAP_FAILED, "mmap of %zu bytes", memory.mapped);
    unsigned char *first = (unsigned char *)memory.map + page;
    if (inner) {
        expect(mprotect(first, inner, PROT_READ | PROT_WRITE) == 0, "mprotect of %zu", inner);
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
    if (memory->map) munmap(memory->map, memory->mapped);
    *memory = (struct guarded){0};
}

static int holds(const unsigned char *first, const unsigned char *last, unsigned char filled) {
    for (; first < last; first++) {
        if (*first != filled) return 0;
    }
    return 1;
}

int guarded_intact(const struct guarded *memory, unsigned char filled) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const unsigned char *first = (const unsigned char *)memory->map + page;
    const unsigned char *last = (const unsigned char *)memory->map + memory->mapped - page;
    const unsigned char *end = memory->at + memory->bytes;
    if (memory->at - first > GUARDED_NEAR) first = memory->at - GUARDED_NEAR;
    if (last - end > GUARDED_NEAR) last = end + GUARDED_NEAR;
    return holds(first, memory->at, filled) && holds(end, last, filled);
}
