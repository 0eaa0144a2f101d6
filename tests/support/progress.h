// SPDX-License-Identifier: MIT
// Shows the progress of a long command on stderr: in place on a terminal, otherwise a line every
// ten seconds. For C and C++. Files that include it must make isatty available (_DEFAULT_SOURCE or
// so).
#ifndef LBX_PROGRESS_H
#define LBX_PROGRESS_H

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

struct progress {
    time_t start, shown; // both 0 before the first call
};

// Shows what is being done, and how much of it.
static inline void progress_show(struct progress *p, const char *what, uint64_t done,
                                 uint64_t all) {
    const int terminal = isatty(STDERR_FILENO);
    const time_t now = time(NULL);
    if (p->start == 0) p->start = p->shown = now;
    if (now - p->shown < (terminal ? 1 : 10)) return;
    p->shown = now;
    fprintf(stderr, "%s%s: %" PRIu64 " of %" PRIu64, terminal ? "\r\033[K" : "", what, done, all);
    if (done > 0) {
        const double left = (double)(now - p->start) * (double)(all - done) / (double)done;
        const int seconds = (int)left;
        fprintf(stderr, ", %d min %02d s left", seconds / 60, seconds % 60);
    }
    fputs(terminal ? "" : "\n", stderr);
    fflush(stderr);
}

// Removes the line.
static inline void progress_end(void) {
    if (isatty(STDERR_FILENO)) fputs("\r\033[K", stderr);
}

#endif
