// SPDX-License-Identifier: MIT
#include "parts.h"

#include <math.h>
#include <stdlib.h>

#include "examples/tool.h"

enum { ALIGNED = 64 };

static size_t whole_lines(size_t bytes) {
    return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

static void *lines_alloc(size_t bytes) {
    float *lines;
    checked(lbx_soa_alloc(1, whole_lines(bytes) / sizeof *lines, &lines));
    return lines;
}

static void lines_free(void *lines) {
    float *array = lines;
    lbx_soa_free(1, &array);
}

static lbx_mesh mesh_of_part(const struct model *model, size_t i) {
    lbx_mesh mesh = model_view(model);
    mesh.indices = model->triangle[model->part[i].first];
    mesh.triangle_count = model->part[i].count;
    return mesh;
}

static void make_trees(struct parts *parts, const struct model *model) {
    const lbx_mesh all = model_view(model);
    size_t bytes = 0;
    for (size_t i = 0; i < parts->count; i++) {
        const lbx_mesh mesh = mesh_of_part(model, i);
        bytes += whole_lines(lbx_obb_tree_bytes(&mesh));
    }
    parts->trees = lines_alloc(bytes);
    void *const scratch = lines_alloc(lbx_obb_tree_scratch_bytes(&all));
    for (size_t i = 0, used = 0; i < parts->count; i++) {
        const lbx_mesh mesh = mesh_of_part(model, i);
        parts->tree[i] = used;
        parts->first[i] = model->part[i].first;
        used += whole_lines(
            checked(lbx_obb_tree_build(&mesh, NULL, parts->trees + used, bytes - used, scratch)));
    }
    lines_free(scratch);
}

// position + rotation(v): v + 2 q x (q x v + w v).
void parts_move(const lbx_rigid_pose *pose, const float v[3], double out[3]) {
    const double *const q = pose->rotation;
    double first[3];
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        first[c] = q[d] * v[e] - q[e] * v[d] + q[3] * v[c];
    }
    for (int c = 0; c < 3; c++) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        out[c] = pose->position[c] + v[c] + 2 * (q[d] * first[e] - q[e] * first[d]);
    }
}

static lbx_obbs boxes_of(float (*box)[16], size_t count) {
    return lbx_obbs_of(box[0], box[0] + 3, box[0] + 6, count, sizeof *box);
}

static lbx_obbs_out boxes_to(float (*box)[16], size_t count) {
    return lbx_obbs_out_of(box[0], box[0] + 3, box[0] + 6, count, sizeof *box);
}

static void place_boxes(struct parts *parts, const lbx_rigid_pose *pose) {
    float at[7];
    double far = 0;
    for (int c = 0; c < 3; c++) {
        at[c] = (float)pose->position[c];
        far = fmax(far, fabs(pose->position[c]));
    }
    for (int k = 0; k < 4; k++) at[3 + k] = (float)pose->rotation[k];
    lbx_poses poses = lbx_poses_of(at, at + 3, 1, sizeof at);
    poses.pick = lbx_one(0);
    const lbx_obbs fitted = boxes_of(parts->fitted, parts->count);
    const lbx_obbs_out placed = boxes_to(parts->placed, parts->count);
    checked(lbx_obbs_transform(&fitted, &poses, parts->count, &placed));
    // The margin covers a rotation that is off by 2^-20 and float's rounding of 2^-24. Trees allow
    // as much.
    for (size_t i = 0; i < parts->count; i++) {
        double size = far;
        for (int k = 0; k < 6; k++) size = fmax(size, fabs((double)parts->fitted[i][k]));
        for (int k = 3; k < 6; k++) parts->placed[i][k] += (float)(0x1p-17 * size);
    }
    const lbx_obbs boxes = boxes_of(parts->placed, parts->count);
    const lbx_aabbs_out around =
        lbx_aabbs_out_of(parts->box[0][0], parts->box[0][1], parts->count, sizeof *parts->box);
    checked(lbx_aabbs_from_obbs(&boxes, parts->count, &around));
}

void parts_make(struct parts *parts, const struct model *model) {
    const lbx_mesh mesh = model_view(model);
    const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};
    parts->count = model->parts;
    parts->first = resize(NULL, parts->count, sizeof *parts->first);
    parts->tree = resize(NULL, parts->count, sizeof *parts->tree);
    parts->box = resize(NULL, parts->count, sizeof *parts->box);
    parts->fitted = resize(NULL, parts->count, sizeof *parts->fitted);
    parts->placed = resize(NULL, parts->count, sizeof *parts->placed);
    const lbx_obbs_out fitted = boxes_to(parts->fitted, parts->count);
    checked(lbx_obb_fit(&mesh, model->part, parts->count, &fitted));
    make_trees(parts, model);
    parts->order_bytes = lbx_order_bytes(parts->count);
    parts->order = lines_alloc(parts->order_bytes);
    place_boxes(parts, &here);
    const lbx_aabbs boxes =
        lbx_aabbs_of(parts->box[0][0], parts->box[0][1], parts->count, sizeof *parts->box);
    checked(lbx_order_sort(&boxes, parts->count, parts->order, parts->order_bytes, NULL));
}

void parts_free(struct parts *parts) {
    free(parts->first);
    lines_free(parts->trees);
    free(parts->tree);
    free(parts->box);
    free(parts->fitted);
    free(parts->placed);
    lines_free(parts->order);
}

void parts_place(struct parts *parts, const lbx_rigid_pose *pose) {
    place_boxes(parts, pose);
    const lbx_aabbs boxes =
        lbx_aabbs_of(parts->box[0][0], parts->box[0][1], parts->count, sizeof *parts->box);
    checked(lbx_order_refit(&boxes, parts->count, parts->order, parts->order_bytes, NULL));
}

const void *parts_tree(const struct parts *parts, size_t i) {
    return parts->trees + parts->tree[i];
}

size_t parts_collide(const struct parts *a, const lbx_rigid_pose *a_pose, const struct parts *b,
                     const lbx_rigid_pose *b_pose, bool any, lbx_pair *pairs, size_t room,
                     struct parts_counts *counts) {
    enum { MET = 64 }; // few, since the first of them may touch
    lbx_pair met[MET];
    uint8_t hits[MET / 8];
    lbx_obbs a_boxes = boxes_of(a->placed, a->count), b_boxes = boxes_of(b->placed, b->count);
    a_boxes.pick = lbx_indexed_every(&met[0].a, MET, sizeof *met);
    b_boxes.pick = lbx_indexed_every(&met[0].b, MET, sizeof *met);
    lbx_cursor cursor = {0};
    size_t found = 0;
    *counts = (struct parts_counts){0};
    for (size_t n = MET; n == MET && !(any && found > 0);) {
        n = checked(lbx_pairs_between(a->order, b->order, NULL, NULL, &cursor, met, MET));
        checked(lbx_obb_obb(&a_boxes, &b_boxes, n, 0, hits));
        const size_t asked = checked(lbx_keep(hits, n, met, sizeof *met, met));
        for (size_t i = 0; i < asked && !(any && found > 0); i++) {
            const size_t first = found < room ? found : room;
            lbx_obb_tree_counts did = {0};
            const ptrdiff_t result =
                lbx_obb_tree_collide(parts_tree(a, met[i].a), a_pose, parts_tree(b, met[i].b),
                                     b_pose, &(lbx_obb_tree_query){.flags = any ? LBX_ANY : 0},
                                     pairs + first, room - first, &did);
            if (result != LBX_ERROR_COUNT) checked(result); // without room, pairs are still counted
            found += did.pairs;
            for (size_t k = first; k < found && k < room; k++) {
                pairs[k].a += (uint32_t)a->first[met[i].a];
                pairs[k].b += (uint32_t)b->first[met[i].b];
            }
            counts->trees.boxes += did.boxes;
            counts->trees.triangles += did.triangles;
            counts->trees.in_double += did.in_double;
        }
        counts->met += n;
        counts->asked += asked;
    }
    counts->trees.pairs = found;
    return found;
}
