// SPDX-License-Identifier: MIT
// The sizes of orders and trees, which 32 bits may not hold: a size is right, or SIZE_MAX; and a
// header whose counts give another size in 64 bits is refused before anything behind it is read.
#include <string.h>

#include "guarded.h"
#include "harness.h"
#include "lanebox/pairs.h"
#include "pairs/order.h"
#include "trees/aabb_tree.h"
#include "trees/obb_tree.h"
#include "trees/signs.h"

enum {
    ORDER_MAGIC = 0x6f78626c,
    OBB_MAGIC = 0x7478626c,
    AABB_MAGIC = 0x6178626c,
    SIGNS_MAGIC = 0x7378626c
};

static lbx_mesh mesh_with(size_t triangles) {
    return (lbx_mesh){.triangle_count = triangles};
}

static size_t obb_bytes(size_t n) {
    const lbx_mesh mesh = mesh_with(n);
    return lbx_obb_tree_bytes(&mesh);
}

static size_t obb_scratch(size_t n) {
    const lbx_mesh mesh = mesh_with(n);
    return lbx_obb_tree_scratch_bytes(&mesh);
}

static size_t aabb_bytes(size_t n) {
    const lbx_mesh mesh = mesh_with(n);
    return lbx_aabb_tree_bytes(&mesh);
}

static size_t aabb_scratch(size_t n) {
    const lbx_mesh mesh = mesh_with(n);
    return lbx_aabb_tree_scratch_bytes(&mesh);
}

static size_t convert_scratch(size_t n) {
    const lbx_mesh mesh = mesh_with(n);
    const lbx_tree_nodes nodes = {.node_count = n};
    return lbx_aabb_tree_convert_scratch_bytes(&mesh, &nodes);
}

static size_t convert_scratch_of_nodes(size_t n) {
    const lbx_mesh mesh = mesh_with(1);
    const lbx_tree_nodes nodes = {.node_count = n};
    return lbx_aabb_tree_convert_scratch_bytes(&mesh, &nodes);
}

// Signs say how large they are by a tree, of which only the header is read.
static size_t signs_of(size_t n, size_t (*size)(const void *tree)) {
    struct lbx_aabb_header header = {.magic = AABB_MAGIC,
                                     .version = AABB_VERSION,
                                     .triangles = 1,
                                     .mesh_triangles = (uint32_t)n,
                                     .nodes = 1,
                                     .leaves = 1,
                                     .levels = 1};
    header.bytes = sizeof header + sizeof(struct lbx_aabb_node) + sizeof(struct lbx_aabb_leaf);
    return size(&header);
}

static size_t signs_bytes(size_t n) {
    return signs_of(n, lbx_tree_signs_bytes);
}

static size_t signs_scratch(size_t n) {
    return signs_of(n, lbx_tree_signs_scratch_bytes);
}

Test(sizes, none_wraps) {
    static const struct {
        size_t (*bytes)(size_t n);
        uint64_t most, each; // items, and the least bytes that one takes
    } of[] = {{lbx_order_bytes, UINT32_MAX, 28},
              {obb_bytes, 1u << 28, 40},
              {obb_scratch, 1u << 28, 32},
              {aabb_bytes, 1u << 28, 48},
              {aabb_scratch, 1u << 28, 32},
              {signs_bytes, 1u << 28, 32},
              {signs_scratch, 1u << 28, 36},
              {convert_scratch, 1u << 28, 48},
              {convert_scratch_of_nodes, UINT32_MAX, 12}};
    for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
        size_t before = 0;
        for (uint64_t n = 1; n < of[k].most; n += n / 1000 + 1) {
            const size_t bytes = of[k].bytes((size_t)n);
            expect(bytes >= before &&
                       (bytes <= PTRDIFF_MAX ? bytes >= n * of[k].each : bytes == SIZE_MAX),
                   "size %zu: %llu items take %zu bytes, fewer take %zu", k, (unsigned long long)n,
                   bytes, before);
            before = bytes;
        }
        const size_t bytes = of[k].bytes((size_t)of[k].most);
        expect(bytes == SIZE_MAX || bytes >= of[k].most * of[k].each, "size %zu: the most", k);
    }
}

// A header and nothing else, at the end of what may be read.
static void expect_refused(const char *what, const void *header, size_t size, uint64_t bytes,
                           int (*check)(const void *, size_t, const lbx_workers *), int error) {
    struct guarded memory = guarded_alloc((size_t)bytes, GUARD_BEHIND, 0);
    memcpy(memory.at, header, size);
    expect(check(memory.at, (size_t)bytes, NULL) == error, "%s of %zu bytes", what, (size_t)bytes);
    guarded_free(&memory);
}

Test(sizes, headers_whose_counts_wrap) {
    const struct lbx_order_header order = {.magic = ORDER_MAGIC,
                                           .version = ORDER_VERSION,
                                           .bytes = sizeof order,
                                           .n = UINT32_MAX,
                                           .generation = 1};
    expect_refused("an order", &order, sizeof order, sizeof order, lbx_order_check,
                   LBX_ERROR_ORDER);
    struct lbx_obb_header obb = {.magic = OBB_MAGIC,
                                 .version = OBB_VERSION,
                                 .triangles = 107374192,
                                 .mesh_triangles = 107374192,
                                 .nodes = 1,
                                 .levels = 1};
    obb.bytes = (uint32_t)(sizeof obb + sizeof(struct lbx_obb_node) + 40 * obb.triangles);
    expect_refused("a tree", &obb, sizeof obb, obb.bytes, lbx_obb_tree_check, LBX_ERROR_TREE);
    struct lbx_aabb_header aabb = {.magic = AABB_MAGIC,
                                   .version = AABB_VERSION,
                                   .triangles = 1,
                                   .mesh_triangles = 1,
                                   .nodes = (1 << 24) + 1,
                                   .leaves = 1,
                                   .levels = 1};
    aabb.bytes = (uint32_t)(sizeof aabb + sizeof(struct lbx_aabb_node) * aabb.nodes +
                            sizeof(struct lbx_aabb_leaf));
    expect_refused("a tree of boxes", &aabb, sizeof aabb, aabb.bytes, lbx_aabb_tree_check,
                   LBX_ERROR_TREE);
    struct lbx_signs_header signs = {
        .magic = SIGNS_MAGIC, .version = SIGNS_VERSION, .triangles = (1 << 27) + 1, .leaves = 1};
    signs.bytes = (uint32_t)(sizeof signs + sizeof(struct lbx_sign) * signs.triangles);
    expect_refused("signs", &signs, sizeof signs, signs.bytes, lbx_tree_signs_check,
                   LBX_ERROR_TREE);
}
