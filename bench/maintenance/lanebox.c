// SPDX-License-Identifier: MIT
// lanebox's way: a tree for each model, or examples/maintenance's search among parts.
#include <stdlib.h>

#include "examples/maintenance/parts.h"
#include "examples/tool.h"
#include "way.h"

static const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};

static void *make_trees(const struct maintenance *scene, bool by_parts, unsigned variant) {
    struct parts *const parts = resize(NULL, 2, sizeof *parts);
    (void)variant;
    for (int m = 0; m < 2; m++) {
        struct model model = m ? scene->moved : scene->still;
        lbx_part whole = {0, model.triangles};
        if (!by_parts) {
            model.part = &whole;
            model.parts = 1;
        }
        parts_make(&parts[m], &model);
    }
    return parts;
}

static void find(void *made, const lbx_rigid_pose *pose, bool any, struct found *found) {
    struct parts *const parts = made;
    struct parts_counts counts;
    parts_place(&parts[1], pose);
    size_t n;
    while ((n = parts_collide(&parts[0], &here, &parts[1], pose, any, found->pair, found->room,
                              &counts)) > found->room) {
        found->room = n;
        found->pair = resize(found->pair, n, sizeof *found->pair);
    }
    found->pairs = n;
    found->boxes = counts.trees.boxes;
    found->triangles = counts.trees.triangles;
}

static void free_trees(void *made) {
    struct parts *const parts = made;
    for (int m = 0; m < 2; m++) parts_free(&parts[m]);
    free(parts);
}

const struct way lanebox_ways[] = {{"lanebox", make_trees, find, NULL, free_trees, 0}};
const size_t lanebox_count = 1;
