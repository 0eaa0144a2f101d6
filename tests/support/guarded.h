// SPDX-License-Identifier: MIT
// Memory between two guard pages, which cannot be accessed.
#ifndef LBX_GUARDED_H
#define LBX_GUARDED_H

#include <stddef.h>

// Which end of the memory lies at its guard page.
enum guard { GUARD_BEHIND, GUARD_BEFORE, GUARDS };

struct guarded {
    unsigned char *at;
    size_t bytes;
    void *map; // the mapping, including both guard pages
    size_t mapped;
};

// Both the memory and the spare bytes of its pages are filled with `filled`.
struct guarded guarded_alloc(size_t bytes, enum guard guard, unsigned char filled);

// Makes the memory itself, not the spare bytes, uninitialised for MemorySanitizer, which then
// reports decisions on bytes that were not written. The bytes keep their values.
void guarded_forget(const struct guarded *memory);

void guarded_free(struct guarded *memory);

// The bytes of a page; and a function that makes a page of guarded memory inaccessible.
size_t guarded_page(void);
void guarded_shut(void *page);

// Whether the spare bytes next to the memory still hold `filled`.
enum { GUARDED_NEAR = 256 };
int guarded_intact(const struct guarded *memory, unsigned char filled);

#endif
