// SPDX-License-Identifier: MIT
// A radix sort, eight bits at a time from the lowest.
#include "radix.h"

#include <string.h>

#include "kernels/api/parts.h"

typedef unsigned char item[8]; // a digit is a byte

enum {
    DIGITS = 256,
    DIGIT_BITS = 8,
    WORD_BITS = 32,
    PART = 8192 // items: the places of all digits fit in their room
};

// One pass. Each part counts its digits, which say where it moves its items: the order of items of
// one digit is that of the parts.
struct pass {
    item *from, *to;
    size_t (*place)[DIGITS]; // of each part
    size_t n, size;
    unsigned digit; // which byte of an item
};

static void count_part(void *data, size_t part) {
    const struct pass *const p = data;
    const size_t first = part * p->size, end = lbx_part_end(p->n, p->size, part);
    const unsigned char *const digit = &p->from[0][p->digit];
    size_t *const place = p->place[part];
    memset(place, 0, sizeof *p->place);
    for (size_t i = first; i < end; i++) place[digit[i * sizeof(item)]]++;
}

static void move_part(void *data, size_t part) {
    const struct pass *const p = data;
    const size_t first = part * p->size, end = lbx_part_end(p->n, p->size, part);
    const unsigned char *const digit = &p->from[0][p->digit];
    item *const from = p->from, *const to = p->to;
    size_t place[DIGITS];
    memcpy(place, p->place[part], sizeof place);
    for (size_t i = first; i < end; i++)
        memcpy(to[place[digit[i * sizeof(item)]]++], from[i], sizeof *to);
}

static void copy_part(void *data, size_t part) {
    const struct pass *const p = data;
    const size_t first = part * p->size, end = lbx_part_end(p->n, p->size, part);
    memcpy(p->to + first, p->from + first, (end - first) * sizeof *p->to);
}

// Where eight bits of a word are in memory.
static unsigned byte_of(uint32_t bits) {
    unsigned char byte[sizeof bits];
    unsigned k = 0;
    memcpy(byte, &bits, sizeof bits);
    while (!byte[k]) k++;
    return k;
}

void lbx_radix_sort_by(const lbx_workers *workers, void *items, void *scratch, void *spare,
                       size_t n, uint64_t differ) {
    if (n == 0) return;
    size_t few[1][DIGITS];
    struct pass p = {.from = items, .to = scratch, .n = n, .size = workers ? PART : n};
    const size_t parts = lbx_parts(n, p.size);
    p.place = parts > 1 ? spare : few;
    for (unsigned bit = 0; bit < 2 * WORD_BITS; bit += DIGIT_BITS) {
        if (!(differ >> bit & (DIGITS - 1))) continue;
        p.digit = (bit < WORD_BITS ? WORD_BITS / 8 : 0) + byte_of(UINT32_C(1) << bit % WORD_BITS);
        lbx_share(workers, count_part, &p, parts);
        size_t next = 0;
        for (unsigned d = 0; d < DIGITS; d++) {
            for (size_t k = 0; k < parts; k++) {
                const size_t count = p.place[k][d];
                p.place[k][d] = next;
                next += count;
            }
        }
        lbx_share(workers, move_part, &p, parts);
        item *const swap = p.from;
        p.from = p.to;
        p.to = swap;
    }
    if (p.from != items) lbx_share(workers, copy_part, &p, parts);
}

size_t lbx_next_run(const void *items, size_t n, size_t at) {
    const uint32_t *const word = items;
    size_t end = n;
    while (at > 0 && at < end) {
        const size_t middle = at + (end - at) / 2;
        if (word[2 * middle + 1] == word[2 * at - 1])
            at = middle + 1;
        else
            end = middle;
    }
    return at;
}
