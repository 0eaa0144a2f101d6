// SPDX-License-Identifier: MIT
// A box around a part: lbx_obb_fit over the corners of its triangles.
#include <stdlib.h>

#include "lanebox/volumes.h"
#include "tool.h"
#include "volumes_fit.h"

struct obb fit_box(const struct mesh *mesh, const struct mesh_part *part) {
    float(*const corner)[3] = resize(NULL, 3 * part->count, sizeof *corner);
    for (size_t i = 0; i < 3 * part->count; i++) {
        for (size_t c = 0; c < 3; c++)
            corner[i][c] = mesh->vertex[i % 3 * 3 + c][part->first + i / 3];
    }
    const lbx_mesh corners =
        lbx_mesh_of(corner[0], 3 * part->count, sizeof *corner, NULL, part->count);
    struct obb box;
    const lbx_obbs_out out = lbx_obbs_out_of(box.center, box.half, box.axis[0], 1, sizeof box);
    checked(lbx_obb_fit(&corners, NULL, 1, &out));
    free(corner);
    return box;
}
