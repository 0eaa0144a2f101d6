// SPDX-License-Identifier: MIT
// How much of a thread's stack searches take, also of trees so deep that no build makes them.
#define _DEFAULT_SOURCE // pthread_attr_setstack
#include "harness.h"

#if defined __has_feature
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif
// Sanitizers take a stack of their own liking, and qemu's threads one of qemu's.
#if defined __linux__ && defined __x86_64__ && !defined __SANITIZE_ADDRESS__ &&                    \
    !HAS_FEATURE(address_sanitizer) && !HAS_FEATURE(memory_sanitizer) && defined __OPTIMIZE__

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "lanebox/scenes.h"
#include "searches.h"
#include "tables.h"

enum {
    CHAIN = 3000, // triangles
    MANY = 1024,  // rays that all go down to the deepest leaf
    PAINTED = 1 << 20,
    PROMISED = 60 << 10,
    PROMISED_IN_SCENES = 104 << 10,
    THREADS_OWN = 6 << 10, // what a thread takes that does nothing
    PAINT = 0x5e
};

struct search_of_rays {
    void *tree, *scene; // scene: NULL, or of the tree
    lbx_rays rays;
    unsigned flags;
    ptrdiff_t found;
};

static void *search(void *argument) {
    static uint64_t scratch[LBX_TRACE_SCRATCH / 8];
    struct search_of_rays *const s = argument;
    const lbx_scene_trees trees = {.rays = (const void *const *)&s->tree, .count = 1};
    if (s->scene) {
        s->found = lbx_scene_nearest(s->scene, &trees, &s->rays, NULL, MANY, s->flags, NULL,
                                     scratch, sizeof scratch);
        return NULL;
    }
    s->found = lbx_aabb_tree_nearest(s->tree, &s->rays, NULL, MANY, s->flags, NULL, scratch,
                                     sizeof scratch);
    return NULL;
}

static size_t stack_of(struct search_of_rays *s) {
    static _Alignas(4096) unsigned char stack[PAINTED];
    pthread_attr_t attributes;
    pthread_t thread;
    size_t untouched = 0;
    memset(stack, PAINT, sizeof stack);
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, stack, sizeof stack);
    expect(pthread_create(&thread, &attributes, search, s) == 0, "a thread");
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    while (untouched < PAINTED && stack[untouched] == PAINT) untouched++;
    return PAINTED - untouched;
}

// Node 2 i is one triangle and the rest.
static void *chain_of(const lbx_mesh *mesh) {
    static uint32_t count[2 * CHAIN - 1], first[2 * CHAIN - 1];
    for (uint32_t i = 0; i + 1 < CHAIN; i++) {
        first[2 * i] = 2 * i + 1;
        count[2 * i + 1] = 1;
        first[2 * i + 1] = i;
    }
    count[2 * CHAIN - 2] = 1;
    first[2 * CHAIN - 2] = CHAIN - 1;
    const lbx_tree_nodes nodes = {
        .count = count, .first = first, .node_count = 2 * CHAIN - 1, .width = 2};
    const size_t bytes = lbx_aabb_tree_bytes(mesh);
    void *const tree = memory_of(bytes);
    void *const scratch = memory_of(lbx_aabb_tree_convert_scratch_bytes(mesh, &nodes));
    expect(lbx_aabb_tree_convert(mesh, &nodes, NULL, tree, bytes, scratch) > 0, "converted");
    free(scratch);
    return tree;
}

enum { INSTANCES = 9 }; // all at one place

static void *scene_of(void *tree) {
    lbx_instance instance[INSTANCES];
    const lbx_scene_trees trees = {.rays = (const void *const *)&tree, .count = 1};
    const size_t bytes = lbx_scene_bytes(INSTANCES);
    void *const scene = memory_of(bytes);
    for (int i = 0; i < INSTANCES; i++)
        instance[i] = (lbx_instance){{{0, 0, 0}, {0, 0, 0, 1}}, 1, 0, UINT32_MAX};
    expect(lbx_scene_build(&trees, instance, INSTANCES, scene, bytes, NULL) > 0, "built");
    return scene;
}

Test(stack, deep_trees) {
    static float vertex[3 * CHAIN][3], ray[MANY][6];
    const struct test_tables *const tables = test_tables();
    for (int k = 0; k < 3 * CHAIN; k++)
        for (int c = 0; c < 3; c++) vertex[k][c] = (float)((k * (7 + 4 * c)) % 101) / 50 - 1;
    for (int i = 0; i < MANY; i++) {
        for (int c = 0; c < 3; c++) {
            ray[i][c] = 20 + (float)((i * (c + 3)) % 11) / 100;
            ray[i][3 + c] = -ray[i][c];
        }
    }
    const lbx_mesh mesh = lbx_mesh_of(vertex[0], 3 * CHAIN, sizeof *vertex, NULL, CHAIN);
    struct search_of_rays s = {.tree = chain_of(&mesh),
                               .rays = lbx_rays_of(ray[0], ray[0] + 3, MANY, sizeof *ray)};
    void *const scene = scene_of(s.tree);
    for (size_t t = 0; t < 2 * tables->count; t++) {
        const struct test_table *const table = &tables->at[t / 2];
        const size_t promised = t % 2 ? PROMISED_IN_SCENES : PROMISED;
        s.scene = t % 2 ? scene : NULL;
        table_use(table);
        for (unsigned flags = 0; flags <= LBX_COHERENT; flags += LBX_COHERENT) {
            s.flags = flags;
            const size_t bytes = stack_of(&s);
            expect(s.found == MANY, "%td", s.found);
            // Emulated vectors are structures.
            expect(bytes <= promised + THREADS_OWN || table->emulated, "%s, flags %u: %zu bytes",
                   table->name, flags, bytes);
            expect(flags == LBX_COHERENT || bytes <= 32 << 10 || table->emulated,
                   "%s: %zu bytes a level too many", table->name, bytes);
        }
    }
    free(scene);
    free(s.tree);
}

#endif
