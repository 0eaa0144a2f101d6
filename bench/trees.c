// SPDX-License-Identifier: MIT
// The rows of trees of oriented boxes. A run is a scene of examples/maintenance at each of its
// poses.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "../tests/support/isas.h"
#include "data.h"
#include "examples/maintenance/parts.h"
#include "examples/maintenance/scenes.h"
#include "kinds.h"
#include "lanebox/trees.h"

// ALL: every pair of two meshes. ANY: the first of them. PARTS: every pair of all their parts.
enum way { ALL, ANY, PARTS, WAYS };
static const char *const way_names[WAYS] = {[ALL] = "", [ANY] = "_any", [PARTS] = "_parts"};

struct trees_work {
    enum maintenance_kind kind;
    enum way way;
    lbx_isa isa;
};

enum { PAIRS = 1 << 20 }; // at most, per pose

static const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};

// --- data, made when first asked for and kept while the same scene is asked for ---

static struct {
    const struct trees_work *work;
    struct maintenance scene;
    void *tree[2];
    double bytes; // of the trees
    struct parts parts[2];
    lbx_pair *pairs;
} now;

static void *allocate(size_t bytes) {
    void *const p = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!p) give_up("no memory for the trees");
    return p;
}

static void *build(const struct model *model) {
    const lbx_mesh mesh = model_view(model);
    const size_t bytes = lbx_obb_tree_bytes(&mesh);
    void *const tree = allocate(bytes), *const scratch =
                                            allocate(lbx_obb_tree_scratch_bytes(&mesh));
    const ptrdiff_t built = lbx_obb_tree_build(&mesh, NULL, tree, bytes, scratch);
    if (built < 0) give_up(lbx_error_text(built));
    free(scratch);
    now.bytes += (double)built;
    return tree;
}

static void make_scene(enum maintenance_kind kind) {
    static bool made;
    static enum maintenance_kind is;
    if (made && is == kind) return;
    if (made) {
        for (int k = 0; k < 2; k++) {
            free(now.tree[k]);
            parts_free(&now.parts[k]);
        }
        maintenance_free(&now.scene);
    }
    if (!now.pairs) now.pairs = allocate(PAIRS * sizeof *now.pairs);
    made = true;
    is = kind;
    now.bytes = 0;
    maintenance_make(&now.scene, kind);
    for (int k = 0; k < 2; k++) {
        const struct model *const model = k ? &now.scene.moved : &now.scene.still;
        now.tree[k] = build(model);
        parts_make(&now.parts[k], model);
    }
}

static void open(const void *of) {
    const struct trees_work *const work = of;
    make_scene(work->kind);
    now.work = work;
    use_isa(work->isa);
}

static double footprint(void) {
    return now.bytes;
}

// --- running ---

static size_t find(const lbx_rigid_pose *pose) {
    if (now.work->way == PARTS) {
        struct parts_counts counts;
        parts_place(&now.parts[1], pose);
        return parts_collide(&now.parts[0], &here, &now.parts[1], pose, false, now.pairs, PAIRS,
                             &counts);
    }
    const ptrdiff_t found = lbx_obb_tree_collide(
        now.tree[0], &here, now.tree[1], pose,
        &(lbx_obb_tree_query){.flags = now.work->way == ANY ? LBX_ANY : 0}, now.pairs, PAIRS, NULL);
    if (found < 0) give_up(lbx_error_text(found));
    return (size_t)found;
}

// What the row finds at all poses: touching pairs of triangles, or poses at which any touch.
static size_t found(void) {
    size_t all = 0;
    for (size_t i = 0; i < now.scene.poses; i++) all += find(&now.scene.pose[i]);
    return all;
}

static void run(void) {
    found();
}

// The same number by the scalar table.
static size_t expected(void) {
    use_isa(LBX_ISA_SCALAR);
    const size_t all = found();
    use_isa(now.work->isa);
    return all;
}

// --- the list ---

static const struct row_kind this_kind = {open, run, found, expected, footprint};

void trees_rows(void) {
    for (enum maintenance_kind kind = 0; kind < MAINTENANCE_KINDS; kind++) {
        for (unsigned k = 0; k < ISAS * WAYS; k++) {
            const struct trees_work work = {kind, (enum way)(k % WAYS), (lbx_isa)(k / WAYS)};
            if (!lbx_isa_available(work.isa) || !maintenance_is_here(kind)) continue;
            struct row row = {.n = maintenance_poses[kind], .isa = work.isa, .kind = &this_kind};
            snprintf(row.name, sizeof row.name, "trees/%s%s/%s/%zu", maintenance_names[kind],
                     way_names[work.way], lbx_isa_name(work.isa), row.n);
            row_add(row, &work, sizeof work);
        }
    }
}
