// SPDX-License-Identifier: MIT
// The nearest triangles of points in a scene: each point goes down the scene's tree by itself, the
// nearest box first, and is searched for in the trees of the instances that it comes to.
#include "kernels/lanes/floats.h"

#include <math.h>

#include "kernels/api/operand.h"
#include "kernels/lanes/base.h"
#include "lanes/way_in.h"
#include "scene.h"
#include "trees/closest_job.h"
#include "trees/descend.h"

// A distance that an instance gives is off by rounding: of the point in its frame, of the distance
// there, and of its multiple. All of this is less than this part of how far the point is from the
// farthest corner of the instance's box. Boxes are left out only if they are farther by as much.
#define CLOSEST_ROUNDED 0x1p-18

// What a point has found.
struct finding {
    float distance, u, v;
    uint32_t instance, triangle, feature;
};

struct search {
    struct lbx_scene scene;
    const lbx_scene_trees *trees;
    const lbx_scene_filter *filter; // NULL: everything counts
    lbx_ray_filter entries;         // says where the filter's entries are
    void *scratch;
    size_t bytes;
};

// The distance between a point and a box, less what rounding may be.
static double distance_to(const float point[3], const struct lbx_aabb_node *node, unsigned k) {
    double near = 0, far = 0;
    for (int c = 0; c < 3; c++) {
        const double below = (double)node->min[c][k] - (double)point[c];
        const double above = (double)point[c] - (double)node->max[c][k];
        const double out = below > above ? below : above, in = below < above ? below : above;
        near += out > 0 ? out * out : 0;
        far += in * in;
    }
    return sqrt(near) - CLOSEST_ROUNDED * sqrt(far);
}

// Looks for a nearer triangle in an instance.
static ptrdiff_t look_into(const struct search *s, const struct lbx_scene_instance *at, size_t item,
                           const float point[3], struct finding *best) {
    uint32_t mask = UINT32_MAX, skip = LBX_NO_TRIANGLE;
    if (s->filter) {
        const lbx_scene_filter *const f = s->filter;
        mask = filter_entry(&s->entries, f->mask, item, UINT32_MAX);
        if (filter_entry(&s->entries, f->skip_instance, item, LBX_NO_INSTANCE) == at->number)
            skip = filter_entry(&s->entries, f->skip_triangle, item, LBX_NO_TRIANGLE);
    }
    if (!(mask & at->given.mask)) return 0;
    struct way_in way;
    vf from[3], along[3];
    float turned[3][LANES];
    open_way(at, &way);
    for (int c = 0; c < 3; c++) from[c] = along[c] = vf_set(point[c]);
    enter_frame(&way, from, along);
    for (int c = 0; c < 3; c++) vf_store(turned[c], from[c]);
    // Distances that are as large as the best one count, too, and this one is rounded.
    const double most = (double)best->distance / at->given.scale * (1 + 0x1p-20) + 0x1p-140;
    const float reach = most < (double)INFINITY ? (float)most : INFINITY;
    const lbx_points one = {.position = {turned[0], turned[1], turned[2]}, .count = 1};
    const lbx_ray_filter filter = {.mask = &mask, .skip = &skip};
    struct finding found = {.instance = at->number};
    const lbx_closest_out out = {&found.triangle, &found.distance, &found.u, &found.v,
                                 &found.feature};
    const ptrdiff_t count =
        lbx_aabb_tree_closest(s->trees->rays[at->given.tree], &one, &reach,
                              s->filter ? &filter : NULL, 1, 0, &out, s->scratch, s->bytes);
    if (count <= 0) return count;
    found.distance *= (float)at->given.scale;
    if (found.distance < best->distance ||
        (found.distance == best->distance && found.instance < best->instance))
        *best = found;
    return 0;
}

static ptrdiff_t search_one(const struct search *s, size_t item, const float point[3],
                            struct finding *best) {
    struct stack_entry stack[STACK_ENTRIES];
    size_t height = 1;
    stack[0] = (struct stack_entry){-INFINITY, s->scene.node->child[0]};
    while (height > 0) {
        const struct stack_entry top = stack[--height];
        if (top.enters > best->distance) continue;
        if (is_leaf(top.child)) {
            const ptrdiff_t error =
                look_into(s, &s->scene.instance[leaf_first(top.child)], item, point, best);
            if (error) return error;
            continue;
        }
        const struct lbx_aabb_node *const node = &s->scene.node[top.child];
        const size_t begin = height;
        for (unsigned k = 0; k < TREE_WIDTH && node->child[k]; k++) {
            const float enters = (float)distance_to(point, node, k);
            if (!(enters <= best->distance)) continue;
            size_t at = height++;
            for (; at > begin && stack[at - 1].enters < enters; at--) stack[at] = stack[at - 1];
            stack[at] = (struct stack_entry){enters, node->child[k]};
        }
    }
    return 0;
}

static void write_finding(const lbx_scene_closest_out *out, size_t i, const struct finding *best) {
    if (out->instance) out->instance[i] = best->instance;
    if (out->triangle) out->triangle[i] = best->triangle;
    if (out->distance) out->distance[i] = best->distance;
    if (out->u) out->u[i] = best->u;
    if (out->v) out->v[i] = best->v;
    if (out->feature) out->feature[i] = best->feature;
}

ptrdiff_t lbx_scene_closest(const void *scene, const lbx_scene_trees *trees,
                            const lbx_points *points, const float *reach,
                            const lbx_scene_filter *filter, size_t n, unsigned flags,
                            const lbx_scene_closest_out *out, void *scratch, size_t bytes) {
    static const lbx_scene_closest_out unwanted = {NULL, NULL, NULL, NULL, NULL, NULL};
    struct search s = {.trees = trees, .filter = filter, .scratch = scratch, .bytes = bytes};
    struct lbx_operand operand;
    struct lbx_lists lists = {.list = NULL};
    if (flags & ~(unsigned)LBX_REPRODUCIBLE) return LBX_ERROR_FLAGS;
    ptrdiff_t error = lbx_scene_open(&s.scene, scene);
    if (!error) error = lbx_scene_trees_check(&s.scene, trees);
    if (error || n == 0) return error;
    if (n > UINT32_MAX) return LBX_ERROR_COUNT;
    error = lbx_operand_points(&operand, points, n, &lists);
    if (error) return error;
    s.entries.stride = filter && filter->stride ? filter->stride : sizeof(uint32_t);
    if (filter && !filter->skip_instance != !filter->skip_triangle) return LBX_ERROR_NULL;
    if (s.entries.stride % sizeof(uint32_t) != 0) return LBX_ERROR_STRIDE;
    error = lbx_scratch_check(scratch, bytes);
    if (error) return error;
    if (!out) out = &unwanted;
    size_t found = 0;
    for (size_t i = 0; i < n; i++) {
        const struct finding nothing = {INFINITY, 0, 0, LBX_NO_INSTANCE, LBX_NO_TRIANGLE, 0};
        struct finding best = nothing;
        float point[3];
        for (unsigned c = 0; c < 3; c++) point[c] = operand_float(&operand, c, i);
        if (reach) best.distance = reach[i];
        if (best.distance >= 0) error = search_one(&s, i, point, &best);
        if (error) return error;
        if (best.instance == LBX_NO_INSTANCE) best = nothing;
        found += best.instance != LBX_NO_INSTANCE;
        write_finding(out, i, &best);
    }
    return (ptrdiff_t)found;
}
