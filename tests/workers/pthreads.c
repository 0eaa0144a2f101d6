// SPDX-License-Identifier: MIT
// Threads of POSIX, more than there are processors.
#include "examples/workers/pthreads.h"

#include "examples/tool.h"
#include "judge.h"

int main(void) {
    static const unsigned threads[] = {1, 2, 5};
    for (unsigned k = 0; k < sizeof threads / sizeof *threads; k++) {
        struct pool *const pool = pool_open(threads[k]);
        if (!pool) die("no pool of %u threads", threads[k]);
        const lbx_workers workers = pool_workers(pool);
        judge_workers("pthreads", &workers);
        pool_close(pool);
    }
    for (int k = 0; k < 100; k++) { // closed before all threads are awake
        struct pool *const pool = pool_open(5);
        if (!pool) die("no pool");
        pool_close(pool);
    }
}
