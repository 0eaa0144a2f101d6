// SPDX-License-Identifier: MIT
// Memory in huge pages, if there are any, such as Embree's.
#ifndef BENCH_HUGE_PAGES_H
#define BENCH_HUGE_PAGES_H

#include <stddef.h>

/// Returns memory for free(); dies if there is none.
void *huge_pages(size_t bytes);

#endif
