// SPDX-License-Identifier: MIT
#include "pairs_sweep.h"

#include <stdlib.h>

#include "tool.h"

struct span {
    float low, high;
    uint32_t box;
};

void sweep_make(struct sweep *sweep, size_t count) {
    *sweep = (struct sweep){.count = count};
    sweep->spans = resize(NULL, count, sizeof *sweep->spans);
}

static int by_low(const void *a, const void *b) {
    const struct span *const x = a, *const y = b;
    return (x->low > y->low) - (x->low < y->low);
}

void sweep_start(struct sweep *sweep, const struct aabb *boxes) {
    for (size_t i = 0; i < sweep->count; i++)
        sweep->spans[i] = (struct span){boxes[i].min[0], boxes[i].max[0], (uint32_t)i};
    qsort(sweep->spans, sweep->count, sizeof *sweep->spans, by_low);
    sweep->i = 0;
    sweep->j = 1;
}

size_t sweep_next(struct sweep *sweep, struct pair *pairs, size_t most) {
    const struct span *const spans = sweep->spans;
    size_t found = 0, i = sweep->i, j = sweep->j;
    while (found < most && i < sweep->count) {
        if (j < sweep->count && spans[j].low <= spans[i].high) {
            pairs[found++] = (struct pair){spans[i].box, spans[j++].box};
        } else { // all that follow start beyond box i
            i++;
            j = i + 1;
        }
    }
    sweep->i = i;
    sweep->j = j;
    return found;
}

void sweep_free(struct sweep *sweep) {
    free(sweep->spans);
    *sweep = (struct sweep){0};
}
