// SPDX-License-Identifier: MIT
// Memory between two pages that nobody may touch.
#ifndef LBX_GUARDED_H
#define LBX_GUARDED_H

#include <stddef.h>

// Which end of the memory lies at its guard page.
enum guard { GUARD_BEHIND, GUARD_BEFORE, GUARDS };

struct guarded {
    unsigned char *at;
    size_t bytes;
    void *map; // with both guard pages
    size_t mapped;
};

// The spare bytes of the pages, and the memory itself, hold `filled`.
struct guarded guarded_alloc(size_t bytes, enum guard guard, unsigned char filled);

// The memory itself, not the spare bytes, is uninitialised from now on: what nobody writes, nobody
// may decide by. Only MemorySanitizer sees it; the bytes stay.
void guarded_forget(const struct guarded *memory);

void guarded_free(struct guarded *memory);

// Bytes of a page, and a page of such memory that nobody may touch from now on.
size_t guarded_page(void);
void guarded_shut(void *page);

// Whether the spare bytes next to the memory still hold it.
enum { GUARDED_NEAR = 256 };
int guarded_intact(const struct guarded *memory, unsigned char filled);

#endif
