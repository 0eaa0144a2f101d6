// SPDX-License-Identifier: MIT
// The boxes around the instances of a scene, in the order of the instances.
#include "kernels/lanes/floats.h"

#include "kernels/api/operand.h"
#include "scene.h"
#include "trees/collide_job.h"
#include "volumes/fit.h"

// The largest float that is not above x - grow, which a double may not hold.
static float lowered(float x, float grow) {
    double lost;
    const double sum = sum_of_two((double)x, -(double)grow, &lost);
    return -rounded_up(lost < 0 ? fabs(sum) * 0x1p-52 - sum : -sum);
}

ptrdiff_t lbx_scene_aabbs(const void *scene, float grow, const lbx_aabbs_out *out) {
    struct lbx_scene s;
    struct lbx_target to;
    ptrdiff_t error = lbx_scene_open(&s, scene);
    if (error) return error;
    if (!(grow >= 0 && grow <= LBX_DISTANCE_MAX)) return LBX_ERROR_DISTANCE;
    const size_t n = (size_t)s.header->top.triangles;
    if (n == 0) return 0;
    error = lbx_target_aabbs(&to, out, n);
    if (error) return error;
    for (size_t i = 0; i < s.header->top.nodes; i++) {
        const struct lbx_aabb_node *const node = &s.node[i];
        for (unsigned k = 0; k < TREE_WIDTH; k++) {
            if (!is_leaf(node->child[k])) continue;
            const size_t at = to.step * s.instance[leaf_first(node->child[k])].number;
            for (int c = 0; c < 3; c++) {
                *(float *)(void *)((char *)to.at[c] + at) = lowered(node->min[c][k], grow);
                *(float *)(void *)((char *)to.at[3 + c] + at) = -lowered(-node->max[c][k], grow);
            }
        }
    }
    return (ptrdiff_t)n;
}
