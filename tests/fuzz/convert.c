// SPDX-License-Identifier: MIT
// lbx_aabb_tree_convert by nodes that the bytes make up. A caller's tree is made whole first, and
// some of its words are overwritten then: what is still a tree becomes a tree that passes its
// check, anything else is an error that leaves memory as it was.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "decode.h"
#include "harness.h"
#include "lanebox/trees.h"

enum { TRIANGLES_MAX = 60, NODES_MAX = 2 * TRIANGLES_MAX, WIDTH_MAX = 8, DAMAGES = 4 };

// A caller's tree, as arrays.
struct nodes {
    uint32_t nodes, width, count[NODES_MAX], first[NODES_MAX], child[NODES_MAX * WIDTH_MAX];
    uint32_t order[TRIANGLES_MAX];
};

// Splits the triangles from `begin` to `end` in node `number`, by the bytes.
static void part(struct nodes *x, struct bytes *in, uint32_t number, uint32_t begin, uint32_t end) {
    const uint32_t n = end - begin, most = n < x->width ? n : x->width;
    const uint32_t children = most < 2 ? 0 : take_byte(in) % (most + 1);
    x->count[number] = n;
    x->first[number] = begin;
    if (children < 2 || x->nodes + children > NODES_MAX) return;
    const uint32_t first = x->nodes;
    x->count[number] = 0;
    x->first[number] = first;
    x->nodes += children;
    for (uint32_t k = 0; k < children; k++) x->child[number * x->width + k] = first + k;
    for (uint32_t k = 0; k < children; k++) {
        const uint32_t left = end - begin - (children - k - 1);
        const uint32_t some = k + 1 == children ? left : 1 + take_byte(in) % left;
        part(x, in, first + k, begin, begin + some);
        begin += some;
    }
}

static uint32_t *copied(struct block *block, const uint32_t *from, size_t n, bool there) {
    *block = block_alloc(there ? n * sizeof *from : 0, 0);
    if (there) memcpy(block->at, from, n * sizeof *from);
    return there ? (uint32_t *)(void *)block->at : NULL;
}

void fuzz_convert(struct bytes *in) {
    static struct nodes x;
    float vertex[3 * TRIANGLES_MAX][3];
    memset(&x, 0xff, sizeof x); // no children
    const uint32_t n = 1 + take_byte(in) % TRIANGLES_MAX, how = take_byte(in);
    x.width = 2 + how % (WIDTH_MAX - 1);
    x.nodes = 1;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t at = take_byte(in) % (i + 1);
        x.order[i] = x.order[at];
        x.order[at] = i;
    }
    for (uint32_t i = 0; i < 3 * n; i++)
        for (int c = 0; c < 3; c++) vertex[i][c] = (float)(take_byte(in) % 16);
    uint32_t refused = 0; // and left out
    for (uint32_t i = 0; i < n && how & 32; i++) {
        if (take_byte(in) % 4) continue;
        vertex[3 * i + take_byte(in) % 3][take_byte(in) % 3] = NAN;
        refused++;
    }
    part(&x, in, 0, 0, n);
    const uint32_t damages = take_byte(in) % (DAMAGES + 1);
    for (uint32_t k = 0; k < damages; k++) {
        const uint32_t which = take_byte(in), at = take_byte(in), by = take_byte(in);
        const uint32_t word = by < 240 ? by % (n + 2) : by < 248 ? UINT32_MAX : take_word(in);
        uint32_t *const array[] = {x.count, x.first, x.child, x.order};
        const uint32_t size[] = {x.nodes, x.nodes, x.nodes * x.width, n};
        array[which % 4][at % size[which % 4]] = word;
    }

    // Everything lies in blocks of exactly its size.
    struct block block[4];
    const lbx_mesh mesh = lbx_mesh_of(vertex[0], 3 * n, sizeof *vertex, NULL, n);
    const lbx_tree_nodes nodes = {.count = copied(&block[0], x.count, x.nodes, true),
                                  .first = copied(&block[1], x.first, x.nodes, true),
                                  .child =
                                      copied(&block[2], x.child, x.nodes * x.width, !(how & 64)),
                                  .node_count = x.nodes,
                                  .width = x.width,
                                  .order = copied(&block[3], x.order, n, !(how & 128))};
    const size_t room = lbx_aabb_tree_bytes(&mesh);
    struct block memory = block_alloc(room, 0);
    struct block scratch = block_alloc(lbx_aabb_tree_convert_scratch_bytes(&mesh, &nodes), 0);
    memset(memory.at, 0x5a, room);
    const lbx_aabb_tree_options options = {.flags = refused ? LBX_SKIP_REFUSED : 0};
    const ptrdiff_t bytes =
        lbx_aabb_tree_convert(&mesh, &nodes, &options, memory.at, room, scratch.at);
    expect(damages || bytes > 0 || (how & 64) || refused == n, "a good tree: %td", bytes);
    if (damages) count_damaged(bytes > 0);
    if (bytes > 0) {
        expect((size_t)bytes <= room && lbx_aabb_tree_check(memory.at, (size_t)bytes, NULL) == 0,
               "%td of %zu bytes", bytes, room);
    } else {
        expect(bytes == LBX_ERROR_INDEX || bytes == LBX_ERROR_FORMAT ||
                   (bytes == LBX_ERROR_MESH && refused == n),
               "%td", bytes);
        for (size_t i = 0; i < room; i++) expect(memory.at[i] == 0x5a, "byte %zu is written", i);
    }
    for (int k = 0; k < 4; k++) block_free(&block[k]);
    block_free(&memory);
    block_free(&scratch);
}
