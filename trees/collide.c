// SPDX-License-Identifier: MIT
// The public searches of two trees: their arguments are checked here, and poses become transforms.
#include "collide_job.h"
#include "kernels/api/entries.h"
#include "kernels/api/resolve.h"
#include "pose.h"

ENTRIES(lbx_collide, collide);

// Vertices are within 2^58 along x, y and z: meshes whose frames are farther apart than
// FRAMES_APART do not touch, and are not within LBX_DISTANCE_MAX of each other.
#define FRAMES_APART 0x1p62

static void rotate(const double rotation[3][3], const double x[3], double out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = rotation[i][0] * x[0] + rotation[i][1] * x[1] + rotation[i][2] * x[2];
}

static double largest_of(const double x[3]) {
    return fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
}

bool lbx_collide_relate(struct lbx_collide_job *job, const lbx_rigid_pose *a_pose,
                        const lbx_rigid_pose *b_pose) {
    double a_rotation[3][3], b_rotation[3][3], inverse[2][3][3], between[3], back[3];
    for (int c = 0; c < 3; c++) {
        between[c] = b_pose->position[c] - a_pose->position[c];
        back[c] = -between[c];
    }
    if (!(largest_of(between) <= FRAMES_APART)) return false;
    rotation_matrix(a_pose, a_rotation);
    rotation_matrix(b_pose, b_rotation);
    struct lbx_transform *const into_b = &job->transform[0], *const into_a = &job->transform[1];
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            inverse[0][i][k] = a_rotation[k][i];
            inverse[1][i][k] = b_rotation[k][i];
            const double entry = a_rotation[0][i] * b_rotation[0][k] +
                                 a_rotation[1][i] * b_rotation[1][k] +
                                 a_rotation[2][i] * b_rotation[2][k];
            into_a->rotation[i][k] = into_b->rotation[k][i] = entry;
            into_a->rounded[i][k] = into_b->rounded[k][i] = (float)entry;
        }
    }
    rotate((const double(*)[3])inverse[0], between, into_a->translation);
    rotate((const double(*)[3])inverse[1], back, into_b->translation);
    job->far = largest_of(into_a->translation);
    job->inflate = (float)(INFLATE_FAR * job->far + (1 + INFLATE_DISTANCE) * (double)job->distance +
                           INFLATE_LEAST);
    job->extra = (float)(EXTRA * job->far + EXTRA_LEAST);
    return true;
}

void lbx_collide_at(struct lbx_collide_job *job, const lbx_rigid_pose *a_pose,
                    const lbx_rigid_pose *b_pose) {
    const bool apart = !lbx_collide_relate(job, a_pose, b_pose);
    if (apart && job->cursor) job->cursor->done = 1;
    if (!apart && !(job->cursor && job->cursor->done)) ACTIVE(collide)(job);
}

void lbx_pose_point(const lbx_rigid_pose *pose, const double x[3], double out[3]) {
    double rotation[3][3];
    rotation_matrix(pose, rotation);
    rotate((const double(*)[3])rotation, x, out);
    for (int c = 0; c < 3; c++) out[c] += pose->position[c];
}

int lbx_collide_open(struct lbx_collide_job *job, const void *a, const lbx_rigid_pose *a_pose,
                     const void *b, const lbx_rigid_pose *b_pose) {
    if (!a_pose || !b_pose) return LBX_ERROR_NULL;
    int error = lbx_obb_tree_open(&job->a, a);
    if (!error) error = lbx_obb_tree_open(&job->b, b);
    if (error) return error;
    job->touch = lbx_triangles_touch;
    return is_pose(a_pose) && is_pose(b_pose) ? 0 : LBX_ERROR_POSE;
}

// Runs a search; `job` says which.
static ptrdiff_t search(struct lbx_collide_job *job, const void *a, const lbx_rigid_pose *a_pose,
                        const void *b, const lbx_rigid_pose *b_pose,
                        const lbx_obb_tree_query *query, lbx_pair *pairs, size_t room,
                        lbx_obb_tree_counts *counts) {
    const unsigned flags = query ? query->flags : 0;
    if (flags & ~(unsigned)(LBX_REPRODUCIBLE | LBX_ANY)) return LBX_ERROR_FLAGS;
    if (job->by_distance) job->distance = query ? query->distance : 0;
    if (!(job->distance >= 0 && job->distance <= LBX_DISTANCE_MAX)) return LBX_ERROR_DISTANCE;
    const int error = lbx_collide_open(job, a, a_pose, b, b_pose);
    if (error) return error;
    if (job->self && job->self->triangle_count != job->a.header->mesh_triangles)
        return LBX_ERROR_COUNT;
    job->fuse = !(flags & LBX_REPRODUCIBLE);
    job->any = (flags & LBX_ANY) != 0;
    job->cursor = query ? query->cursor : NULL;
    job->budget = query && query->budget ? query->budget : UINT64_MAX;
    job->hint = query && job->any && !job->cursor ? query->hint : NULL;
    job->pairs = pairs;
    job->room = pairs ? room : SIZE_MAX;
    if (!job->cursor && job->budget < UINT64_MAX) return LBX_ERROR_NULL;
    lbx_collide_at(job, a_pose, b_pose);
    if (job->lost) return LBX_ERROR_INDEX;
    if (counts) *counts = job->counts;
    return job->counts.pairs > job->room ? LBX_ERROR_COUNT : (ptrdiff_t)job->counts.pairs;
}

ptrdiff_t lbx_obb_tree_self(const void *tree, const lbx_mesh *mesh, const lbx_obb_tree_query *query,
                            lbx_pair *pairs, size_t room, lbx_obb_tree_counts *counts) {
    static const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};
    struct lbx_collide_job job = {.self = mesh};
    if (!mesh) return LBX_ERROR_NULL;
    return search(&job, tree, &here, tree, &here, query, pairs, room, counts);
}

ptrdiff_t lbx_obb_tree_collide(const void *a, const lbx_rigid_pose *a_pose, const void *b,
                               const lbx_rigid_pose *b_pose, const lbx_obb_tree_query *query,
                               lbx_pair *pairs, size_t room, lbx_obb_tree_counts *counts) {
    struct lbx_collide_job job = {.by_distance = false};
    return search(&job, a, a_pose, b, b_pose, query, pairs, room, counts);
}

ptrdiff_t lbx_obb_tree_within(const void *a, const lbx_rigid_pose *a_pose, const void *b,
                              const lbx_rigid_pose *b_pose, const lbx_obb_tree_query *query,
                              lbx_pair *pairs, size_t room, lbx_obb_tree_counts *counts) {
    struct lbx_collide_job job = {.by_distance = true};
    return search(&job, a, a_pose, b, b_pose, query, pairs, room, counts);
}
