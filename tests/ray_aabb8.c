// SPDX-License-Identifier: MIT
// Rays against nodes of eight boxes: verdicts and t are those of lbx_ray_aabb for each single box,
// bit for bit, in every layout and under every pick. Guard pages; errors.
#include <math.h>
#include <string.h>

#include "cases.h"
#include "examples/random.h"
#include "guarded.h"
#include "harness.h"
#include "known.h"
#include "tables.h"
#include "upper_halves.h"

enum { NODES = 67, BOXES = 8 * NODES, RAY = 11, BOX = 6, UNTOUCHED = 0x5a };

// Ray i, and node i with the boxes 8 i to 8 i + 7.
struct nodes {
    float ray[RAY][BOXES], box[BOX][BOXES];
};

static void fill(struct nodes *x, enum scene scene, uint64_t seed) {
    float *ray[RAY], *box[BOX];
    for (int k = 0; k < RAY; k++) ray[k] = x->ray[k];
    for (int k = 0; k < BOX; k++) box[k] = x->box[k];
    case_named("ray_aabb")->fill(seed, scene, BOXES, ray, box);
    for (size_t i = 0; i < NODES; i++) { // the partner of one of the node's boxes
        for (int k = 0; k < RAY; k++) x->ray[k][i] = x->ray[k][8 * i + i % 8];
    }
}

static lbx_rays rays_of(struct nodes *x, unsigned absent) {
    lbx_rays rays = {.count = NODES};
    for (int c = 0; c < 3; c++) {
        rays.origin[c] = x->ray[c];
        rays.dir[c] = x->ray[3 + c];
        rays.inv_dir[c] = absent & 1 ? NULL : x->ray[6 + c];
    }
    rays.t_min = absent & 2 ? NULL : x->ray[9];
    rays.t_max = absent & 4 ? NULL : x->ray[10];
    return rays;
}

static lbx_aabb8s nodes_of(struct nodes *x) {
    lbx_aabb8s nodes = {.count = NODES};
    for (int c = 0; c < 3; c++) {
        nodes.min[c] = x->box[c];
        nodes.max[c] = x->box[3 + c];
    }
    return nodes;
}

// The answers of lbx_ray_aabb. Item i is ray `of_ray[i]` against node `of_node[i]`.
struct wanted {
    uint8_t mask[NODES];
    float t[BOXES];
    ptrdiff_t found;
};

static void ask_box_by_box(struct nodes *x, unsigned absent, const uint32_t of_ray[],
                           const uint32_t of_node[], size_t n, struct wanted *want) {
    static uint32_t ray[BOXES], box[BOXES];
    static float exit[BOXES];
    lbx_rays rays = rays_of(x, absent);
    lbx_aabbs boxes = {.count = BOXES};
    for (int c = 0; c < 3; c++) {
        boxes.min[c] = x->box[c];
        boxes.max[c] = x->box[3 + c];
    }
    for (size_t i = 0; i < 8 * n; i++) {
        ray[i] = of_ray[i / 8];
        box[i] = 8 * of_node[i / 8] + (uint32_t)i % 8;
    }
    rays.pick = lbx_indexed(ray, 8 * n);
    boxes.pick = lbx_indexed(box, 8 * n);
    want->found = lbx_ray_aabb(&rays, &boxes, 8 * n, LBX_REPRODUCIBLE, want->mask, want->t, exit);
}

static void expect_wanted(const char *what, const struct wanted *want, size_t n, ptrdiff_t found,
                          const uint8_t *mask, const float *t) {
    expect(found == want->found, "%s: %td hits, not %td", what, found, want->found);
    for (size_t i = 0; i < n; i++) {
        expect(!mask || mask[i] == want->mask[i], "%s, item %zu: %02x, not %02x", what, i, mask[i],
               want->mask[i]);
        for (size_t k = 8 * i; t && k < 8 * i + 8; k++)
            expect(memcmp(&t[k], &want->t[k], sizeof *t) == 0,
                   "%s, item %zu, box %zu: t %a, not %a", what, i, k % 8, (double)t[k],
                   (double)want->t[k]);
    }
}

static void count_up(uint32_t list[NODES]) {
    for (uint32_t i = 0; i < NODES; i++) list[i] = i;
}

Test(ray_aabb8, says_what_ray_aabb_says) {
    static struct nodes x;
    static struct wanted want;
    static uint8_t mask[NODES + 1];
    static float t[BOXES + 1];
    uint32_t same[NODES];
    const struct test_tables *const tables = test_tables();
    ptrdiff_t found = 0, all = 0;
    count_up(same);
    for (unsigned scene = 0; scene < SCENES; scene++) {
        for (unsigned way = 0; way < 24; way++) {
            const unsigned absent = way % 8;
            const size_t n = way * 7 % (NODES + 1);
            fill(&x, scene, way + 1);
            for (size_t k = 0; k < tables->count; k++) {
                const char *const name = tables->at[k].name;
                table_use(&tables->at[k]);
                ask_box_by_box(&x, absent, same, same, n, &want);
                const lbx_rays rays = rays_of(&x, absent);
                const lbx_aabb8s nodes = nodes_of(&x);
                for (unsigned flags = 0; flags <= LBX_REPRODUCIBLE; flags += LBX_REPRODUCIBLE) {
                    memset(mask, UNTOUCHED, sizeof mask);
                    t[8 * n] = -1;
                    expect_wanted(name, &want, n, lbx_ray_aabb8(&rays, &nodes, n, flags, mask, t),
                                  mask, t);
                    expect(mask[n] == UNTOUCHED && t[8 * n] == -1, "%s: beyond the last", name);
                    memset(mask, UNTOUCHED, sizeof mask);
                    expect_wanted(name, &want, n,
                                  lbx_ray_aabb8(&rays, &nodes, n, flags, mask, NULL), mask, NULL);
                    expect_wanted(name, &want, n, lbx_ray_aabb8(&rays, &nodes, n, flags, NULL, t),
                                  NULL, t);
                    expect(lbx_ray_aabb8(&rays, &nodes, n, flags, NULL, NULL) == want.found,
                           "%s: counted", name);
                }
            }
            found += want.found;
            all += 8 * (ptrdiff_t)n;
        }
    }
    expect(found > all / 10 && found < all * 9 / 10, "%td of %td boxes are hit", found, all);
}

// --- layouts and picks ---

enum node_layout { ARRAYS, STRUCTURES, APART, NODE_LAYOUTS };

// Nodes at a guard page: an array per row, or structures with all rows and a hole.
struct placed_nodes {
    lbx_aabb8s view;
    struct guarded memory[BOX];
};

static struct placed_nodes place_nodes(const struct nodes *x, enum node_layout layout, size_t count,
                                       enum guard guard) {
    struct placed_nodes p = {.view = {.count = count}};
    const size_t row = 8 * sizeof(float), stride = layout == STRUCTURES ? BOX * row + 64
                                                   : layout == APART    ? row + 4
                                                                        : row;
    const size_t arrays = layout == STRUCTURES ? 1 : BOX,
                 bytes = layout == STRUCTURES ? BOX * row : row;
    for (size_t k = 0; k < arrays; k++)
        p.memory[k] = guarded_alloc((count - 1) * stride + bytes, guard, UNTOUCHED);
    for (size_t k = 0; k < BOX; k++) {
        unsigned char *const at = layout == STRUCTURES ? p.memory[0].at + k * row : p.memory[k].at;
        for (size_t i = 0; i < count; i++) memcpy(at + i * stride, x->box[k] + 8 * i, row);
        (k < 3 ? p.view.min : p.view.max)[k % 3] = (const float *)(const void *)at;
    }
    p.view.stride = layout == ARRAYS ? 0 : stride;
    if (layout == STRUCTURES) {
        const float *const at = p.view.min[0];
        const lbx_aabb8s same = lbx_aabb8s_of(at, at + 24, count, stride);
        expect(memcmp(same.min, p.view.min, sizeof same.min) == 0 &&
                   memcmp(same.max, p.view.max, sizeof same.max) == 0,
               "lbx_aabb8s_of");
    }
    return p;
}

// Rays as structures, or arrays, at guard pages.
struct placed_rays {
    lbx_rays view;
    struct guarded memory[8];
};

static struct placed_rays place_rays(const struct nodes *x, bool structures, size_t count,
                                     enum guard guard) {
    struct placed_rays p = {.view = {.count = count, .stride = structures ? 8 * sizeof(float) : 0}};
    const float *at[8];
    for (size_t k = 0; k < 8; k++) {
        const float *const from = x->ray[k < 6 ? k : k + 3];
        if (structures ? k == 0 : true)
            p.memory[k] =
                guarded_alloc(count * (structures ? 8 : 1) * sizeof(float), guard, UNTOUCHED);
        float *const to = (float *)(void *)p.memory[structures ? 0 : k].at + (structures ? k : 0);
        for (size_t i = 0; i < count; i++) to[(structures ? 8 : 1) * i] = from[i];
        at[k] = to;
    }
    for (int c = 0; c < 3; c++) {
        p.view.origin[c] = at[c];
        p.view.dir[c] = at[3 + c];
    }
    p.view.t_min = at[6];
    p.view.t_max = at[7];
    return p;
}

static void free_placed(struct guarded *memory, size_t count) {
    for (size_t k = 0; k < count; k++)
        if (memory[k].map) guarded_free(&memory[k]);
}

// Picks elements: from element 5 on, a single one, or from a list.
static lbx_pick pick_some(unsigned kind, uint32_t list[NODES], size_t n, size_t count,
                          uint32_t seed) {
    for (uint32_t i = 0; i < n; i++) {
        list[i] = kind == LBX_PICK_FROM  ? 5 + i
                  : kind == LBX_PICK_ONE ? (uint32_t)count - 1
                                         : (seed * i + 3) % (uint32_t)count;
    }
    return kind == LBX_PICK_FROM  ? lbx_from(5)
           : kind == LBX_PICK_ONE ? lbx_one(count - 1)
                                  : lbx_indexed(list, n);
}

Test(ray_aabb8, layouts_and_picks_at_guard_pages) {
    static struct nodes x;
    static struct wanted want;
    uint32_t ray[NODES], node[NODES];
    const struct test_tables *const tables = test_tables();
    fill(&x, SCENE_MIXED, 5);
    for (unsigned way = 0; way < NODE_LAYOUTS * 2 * 9 * GUARDS; way++) {
        const enum guard guard = way % GUARDS;
        const unsigned of_ray = way / GUARDS % 3, of_node = way / GUARDS / 3 % 3;
        const unsigned layout = way / GUARDS / 9;
        const size_t n = way % 37 + 1, count = n + 5;
        struct placed_nodes nodes = place_nodes(&x, layout / 2, count, guard);
        struct placed_rays rays = place_rays(&x, layout % 2, count, guard);
        rays.view.pick = pick_some(of_ray, ray, n, count, 7);
        nodes.view.pick = pick_some(of_node, node, n, count, 11);
        for (size_t k = 0; k < tables->count; k++) {
            table_use(&tables->at[k]);
            ask_box_by_box(&x, 1, ray, node, n, &want);
            struct guarded mask = guarded_alloc(n, guard, UNTOUCHED),
                           t = guarded_alloc(8 * n * sizeof(float), guard, UNTOUCHED);
            const ptrdiff_t found =
                lbx_ray_aabb8(&rays.view, &nodes.view, n, 0, mask.at, (float *)(void *)t.at);
            expect(!upper_halves_in_use(), "%s: upper halves are in use", tables->at[k].name);
            expect_wanted(tables->at[k].name, &want, n, found, mask.at, (float *)(void *)t.at);
            expect(guarded_intact(&mask, UNTOUCHED) && guarded_intact(&t, UNTOUCHED), "beyond");
            guarded_free(&mask);
            guarded_free(&t);
        }
        free_placed(nodes.memory, BOX);
        free_placed(rays.memory, 8);
    }
}

Test(ray_aabb8, errors) {
    static struct nodes x;
    uint8_t mask[NODES];
    fill(&x, SCENE_MIXED, 1);
    lbx_rays rays = rays_of(&x, 0);
    lbx_aabb8s nodes = nodes_of(&x);
    expect(lbx_ray_aabb8(&rays, &nodes, 0, 0, NULL, NULL) == 0, "nothing");
    expect(lbx_ray_aabb8(&rays, &nodes, 3, 2, mask, NULL) == LBX_ERROR_FLAGS, "flags");
    expect(lbx_ray_aabb8(NULL, &nodes, 3, 0, mask, NULL) == LBX_ERROR_NULL, "no rays");
    expect(lbx_ray_aabb8(&rays, NULL, 3, 0, mask, NULL) == LBX_ERROR_NULL, "no nodes");
    for (int k = 0; k < BOX; k++) {
        lbx_aabb8s lacking = nodes;
        (k < 3 ? lacking.min : lacking.max)[k % 3] = NULL;
        expect(lbx_ray_aabb8(&rays, &lacking, 3, 0, mask, NULL) == LBX_ERROR_NULL, "row %d", k);
    }
    expect(lbx_ray_aabb8(&rays, &nodes, NODES + 1, 0, mask, NULL) == LBX_ERROR_COUNT, "count");
    nodes.stride = 6;
    expect(lbx_ray_aabb8(&rays, &nodes, 3, 0, mask, NULL) == LBX_ERROR_STRIDE, "stride");
    nodes.stride = 0;
    nodes.pick = lbx_one(NODES);
    expect(lbx_ray_aabb8(&rays, &nodes, 3, 0, mask, NULL) == LBX_ERROR_INDEX, "one");
    nodes.pick = lbx_indexed((const uint32_t[]){1, NODES, 2}, 3);
    expect(lbx_ray_aabb8(&rays, &nodes, 3, 0, mask, NULL) == LBX_ERROR_INDEX, "a list");
    nodes.pick.kind = 7;
    expect(lbx_ray_aabb8(&rays, &nodes, 3, 0, mask, NULL) == LBX_ERROR_INDEX, "a kind");
}
