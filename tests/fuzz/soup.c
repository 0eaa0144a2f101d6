// SPDX-License-Identifier: MIT
#include "soup.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "examples/random.h"
#include "harness.h"
#include "trees/aabb_tree.h"

// --- meshes and their trees ---

// Vertices and indices, in blocks of exactly their size.
struct blocks {
    struct block vertices, indices;
    lbx_mesh view;
};

static float take_coordinate(struct bytes *in, unsigned kind) {
    static const float ends[] = {0x1p58f,    -0x1p58f,   0x1p-149f, -0x1p-149f, -0.0f, 0x1p-126f,
                                 -0x1p-126f, 0x1.8p-75f, 0x1p29f,   -0x1p29f,   1,     1e6f};
    const unsigned byte = take_byte(in);
    if (kind == 0) return (float)(byte % 4);
    if (kind == 1) return (float)byte / 16 - 8;
    if (kind == 2) return 1e6f + (float)byte / 16;
    if (byte < sizeof ends / sizeof *ends) return ends[byte];
    if (byte < 128) return ldexpf((float)(byte % 16) - 8, (int)byte - 76);
    const float x = float_of_bits(take_word(in));
    return fabsf(x) <= 0x1p58f ? x : (float)byte;
}

// A mesh of support/ with some vertices replaced, or a few vertices that triangles share.
static void take_mesh(struct mesh *mesh, struct bytes *in) {
    const unsigned kind = take_byte(in), seed = take_byte(in);
    const size_t most = 1 + take_byte(in) % SOUP_TRIANGLES;
    if (kind < 128) {
        mesh_make(mesh, kind % MESH_KINDS, seed);
        if (mesh->triangles > most) mesh->triangles = most;
        for (unsigned others = take_byte(in) % 4; others > 0; others--) {
            float *const vertex = mesh->vertex[take_byte(in) % mesh->vertices];
            for (int c = 0; c < 3; c++) vertex[c] = take_coordinate(in, kind / MESH_KINDS % 4);
        }
        return;
    }
    unsigned corner[16];
    mesh->vertices = 1 + seed % 32;
    mesh->triangles = most;
    for (size_t i = 0; i < mesh->vertices; i++)
        for (int c = 0; c < 3; c++) mesh->vertex[i][c] = take_coordinate(in, kind % 4);
    for (size_t i = 0; i < 16; i++) corner[i] = take_byte(in);
    for (size_t i = 0; i < 3 * most; i++)
        mesh->index[i] = (uint32_t)((corner[i % 16] * (i / 16 + 1) + i / 48) % mesh->vertices);
}

static struct blocks blocks_of(const struct soup *soup) {
    const struct mesh *const mesh = &soup->mesh;
    const size_t corners = 3 * mesh->triangles;
    const size_t vertices = soup->indexed ? mesh->vertices : corners;
    struct blocks b = {
        .vertices = block_alloc(((vertices - 1) * soup->step + 3) * sizeof(float), 0),
        .indices = block_alloc(soup->indexed ? corners * sizeof *mesh->index : 0, 0)};
    float *const at = (float *)(void *)b.vertices.at;
    for (size_t i = 0; i < vertices; i++)
        memcpy(at + i * soup->step, mesh->vertex[soup->indexed ? i : mesh->index[i]], 12);
    if (soup->indexed) memcpy(b.indices.at, mesh->index, corners * sizeof *mesh->index);
    b.view = lbx_mesh_of(at, vertices, soup->step * sizeof(float),
                         soup->indexed ? (const uint32_t *)(const void *)b.indices.at : NULL,
                         mesh->triangles);
    return b;
}

static void blocks_free(struct blocks *b) {
    block_free(&b->vertices);
    block_free(&b->indices);
}

void take_soup(struct soup *soup, struct bytes *in) {
    take_mesh(&soup->mesh, in);
    const unsigned how = take_byte(in), mask = take_byte(in);
    soup->step = 3 + how % 4;
    soup->indexed = how / 4 % 4 != 0;
    soup->masked = mask % 4 == 3;
    struct random r = random_of(mask, 1);
    for (size_t k = 0; k < soup->mesh.triangles; k++) soup->masks[k] = random_below(&r, 8);

    const lbx_aabb_tree_options options = {.masks = soup->masked ? soup->masks : NULL};
    struct blocks b = blocks_of(soup);
    const size_t room = lbx_aabb_tree_bytes(&b.view);
    struct block made = block_alloc(room, 0);
    struct block scratch = block_alloc(lbx_aabb_tree_scratch_bytes(&b.view), 0);
    const ptrdiff_t bytes = lbx_aabb_tree_build(&b.view, &options, made.at, room, scratch.at);
    expect(bytes > 0 && bytes <= (ptrdiff_t)room, "%td bytes", bytes);
    soup->bytes = (size_t)bytes;
    soup->tree = block_alloc(soup->bytes, 8 * (how / 16 % 2)); // exactly the tree's bytes
    memcpy(soup->tree.at, made.at, soup->bytes);
    expect(lbx_aabb_tree_check(soup->tree.at, soup->bytes, NULL) == 0, "a good tree");
    expect_stats(lbx_aabb_tree_stats, soup->tree.at, soup->mesh.triangles, 1);
    block_free(&made);
    block_free(&scratch);
    blocks_free(&b);
}

void refit_soup(struct soup *soup, unsigned how) {
    struct mesh *const mesh = &soup->mesh;
    struct random r = random_of(how, 2);
    float *const wrong = &mesh->vertex[mesh->index[how % mesh->triangles]][how % 3], right = *wrong;
    struct block before = block_alloc(soup->bytes, 0);
    memcpy(before.at, soup->tree.at, soup->bytes);
    *wrong = how & 1 ? NAN : 0x1p59f;
    struct blocks b = blocks_of(soup);
    expect(lbx_aabb_tree_refit(&b.view, soup->tree.at, NULL) == LBX_ERROR_MESH, "no coordinate");
    expect(memcmp(before.at, soup->tree.at, soup->bytes) == 0, "not refitted, but another tree");
    *wrong = right;
    blocks_free(&b);
    block_free(&before);

    for (size_t i = 0; i < mesh->vertices; i++) {
        float *const vertex = mesh->vertex[i];
        float *const other = mesh->vertex[random_below(&r, (unsigned)mesh->vertices)];
        for (int c = 0; c < 3; c++) {
            const float x = other[c];
            other[c] = vertex[c];
            vertex[c] = how & 2 ? x : x + x * (float)random_between(&r, -.5, 0);
        }
    }
    b = blocks_of(soup);
    expect(lbx_aabb_tree_refit(&b.view, soup->tree.at, NULL) == 0, "refitted");
    expect(lbx_aabb_tree_check(soup->tree.at, soup->bytes, NULL) == 0,
           "refitted, and no good tree");
    expect_stats(lbx_aabb_tree_stats, soup->tree.at, soup->mesh.triangles, 1);
    blocks_free(&b);
}

size_t take_scratch(struct bytes *in) {
    const unsigned kind = take_byte(in), more = take_byte(in);
    if (kind == 255) return LBX_TRACE_SCRATCH;
    if (kind % 16 == 15) return LBX_TRACE_SCRATCH_LEAST - 1 - more;
    return LBX_TRACE_SCRATCH_LEAST + (kind % 2 ? more : 64 * more);
}

// --- damage ---

void do_damage(struct soup *soup, const struct damage damage[], size_t n) {
    struct lbx_aabb_tree t;
    expect(lbx_aabb_tree_open(&t, soup->tree.at) == 0, "no tree");
    const size_t leaves = (size_t)((unsigned char *)t.leaf - soup->tree.at);
    for (size_t k = 0; k < n; k++) {
        const size_t at = damage[k].at % soup->bytes, word = (at - leaves) / sizeof(uint32_t);
        const uint64_t was = soup->tree.at[at], is = was ^ (uint8_t)damage[k].bits;
        soup->tree.at[at] = (unsigned char)is;
        if (damage[k].mended && at >= leaves)
            t.header->sum += ((is - was) << 8 * (at % 4)) * (2 * word + 1);
    }
}

bool take_leaves(struct soup *soup) {
    struct lbx_aabb_tree t;
    struct mesh *const mesh = &soup->mesh;
    expect(lbx_aabb_tree_open(&t, soup->tree.at) == 0, "no tree");
    mesh->vertices = 3 * mesh->triangles;
    if (mesh->vertices > MESH_VERTICES_MAX) return false;
    for (size_t i = 0; i < TREE_WIDTH * t.header->leaves; i++) {
        const struct lbx_aabb_leaf *const leaf = &t.leaf[i / TREE_WIDTH];
        const size_t k = i % TREE_WIDTH, first = 3 * (size_t)leaf->id[k];
        soup->masks[leaf->id[k]] = leaf->mask[k];
        for (size_t v = 0; v < 3; v++) {
            mesh->index[first + v] = (uint32_t)(first + v);
            for (size_t c = 0; c < 3; c++) mesh->vertex[first + v][c] = leaf->vertex[c][v][k];
        }
    }
    return true;
}
