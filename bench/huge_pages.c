// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // madvise
#include "huge_pages.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "examples/tool.h"

enum { HUGE_PAGE = 2 << 20 };

void *huge_pages(size_t bytes) {
    const size_t whole = (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
    void *const memory = aligned_alloc(HUGE_PAGE, whole);
    if (!memory) die("no memory");
    madvise(memory, whole, MADV_HUGEPAGE); // only advice: it is slower without it
    return memory;
}
