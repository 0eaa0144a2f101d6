// SPDX-License-Identifier: MIT
// lanebox's ways, a call a frame: to the least pair of all that touch; to any that touches, as FCL
// does; and this with the hints of the frame before.
#include <stdlib.h>
#include <string.h>

#include "examples/tool.h"
#include "way.h"

struct made {
    void **tree;
    size_t shapes;
    lbx_posed_trees *asked;
    lbx_separation *found;
    lbx_pair *hint; // or NULL
    unsigned flags;
};

static void *make(const struct motion *motion) {
    struct made *const made = resize(NULL, 1, sizeof *made);
    *made = (struct made){.shapes = motion->shapes};
    made->tree = resize(NULL, motion->shapes, sizeof *made->tree);
    for (size_t s = 0; s < motion->shapes; s++) {
        const lbx_mesh mesh = model_view(&motion->shape[s]);
        const size_t bytes = lbx_obb_tree_bytes(&mesh);
        void *const scratch = resize(NULL, 1, lbx_obb_tree_scratch_bytes(&mesh));
        made->tree[s] = resize(NULL, 1, bytes);
        checked(lbx_obb_tree_build(&mesh, NULL, made->tree[s], bytes, scratch));
        free(scratch);
    }
    made->asked = resize(NULL, motion->pairs, sizeof *made->asked);
    made->found = resize(NULL, motion->pairs, sizeof *made->found);
    return made;
}

static void *make_for_any(const struct motion *motion) {
    struct made *const made = make(motion);
    made->flags = LBX_ANY;
    return made;
}

static void *make_with_hints(const struct motion *motion) {
    struct made *const made = make_for_any(motion);
    made->hint = resize(NULL, motion->pairs, sizeof *made->hint);
    memset(made->hint, 0, motion->pairs * sizeof *made->hint);
    return made;
}

static void ask(void *pointer, const struct motion *motion, size_t frame, double *distance) {
    struct made *const made = pointer;
    const lbx_rigid_pose *const pose = motion->pose + frame * motion->objects;
    for (size_t k = 0; k < motion->pairs; k++) {
        const uint32_t a = motion->pair[k].a, b = motion->pair[k].b;
        made->asked[k] = (lbx_posed_trees){made->tree[motion->shape_of[a]], &pose[a],
                                           made->tree[motion->shape_of[b]], &pose[b]};
    }
    checked(lbx_obb_tree_distance(made->asked, motion->pairs, NULL, made->flags, made->hint,
                                  made->found, NULL));
    for (size_t k = 0; k < motion->pairs; k++) distance[k] = made->found[k].distance;
}

static void free_made(void *pointer) {
    struct made *const made = pointer;
    for (size_t s = 0; s < made->shapes; s++) free(made->tree[s]);
    free(made->tree);
    free(made->asked);
    free(made->found);
    free(made->hint);
    free(made);
}

const struct way lanebox_way = {"lanebox", make, ask, free_made},
                 any_way = {"any", make_for_any, ask, free_made},
                 hints_way = {"with hints", make_with_hints, ask, free_made};
