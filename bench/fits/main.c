// SPDX-License-Identifier: MIT
// Fits boxes to meshes by lbx_obb_fit, by lbx_obb_fit_least and by CGAL's search for the least box,
// in turns: volumes, beside CGAL's, and times.
#include <stdio.h>
#include <string.h>

#include "bench/closest/way.h"
#include "bench/workers.h"
#include "cgal.h"
#include "examples/tool.h"
#include "lanebox/volumes.h"

enum { REPETITIONS = 3 };

struct box {
    float center[3], half[3], axis[9];
};

static double volume_of(const struct box *box) {
    return 8 * (double)box->half[0] * (double)box->half[1] * (double)box->half[2];
}

static const char *name_of(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void compare(const char *path) {
    double volume[3] = {0}, seconds[3][REPETITIONS];
    struct surface surface;
    surface_load(&surface, path);
    const lbx_mesh mesh =
        lbx_mesh_of(surface.position[0], surface.vertices, sizeof *surface.position,
                    surface.triangle[0], surface.triangles);
    for (int k = 0; k < REPETITIONS; k++) {
        for (int way = 0; way < 3; way++) {
            struct box box;
            const lbx_obbs_out out = lbx_obbs_out_of(box.center, box.half, box.axis, 1, 0);
            const double begun = cpu_seconds();
            if (way == 0) checked(lbx_obb_fit(&mesh, NULL, 1, &out));
            if (way == 1) checked(lbx_obb_fit_least(&mesh, NULL, 1, &out));
            const double least =
                way == 2 ? cgal_least_volume(surface.position, surface.vertices) : 0;
            seconds[way][k] = cpu_seconds() - begun;
            volume[way] = way == 2 ? least : volume_of(&box);
        }
    }
    const double cgal = median_of(seconds[2], REPETITIONS);
    printf("%s: %zu triangles; lbx_obb_fit %.3f of CGAL's volume, %.3f ms; lbx_obb_fit_least %.4f, "
           "%.3f ms; CGAL %.1f ms, %.0f times as long\n",
           name_of(path), surface.triangles, volume[0] / volume[2],
           1e3 * median_of(seconds[0], REPETITIONS), volume[1] / volume[2],
           1e3 * median_of(seconds[1], REPETITIONS), 1e3 * cgal,
           cgal / median_of(seconds[1], REPETITIONS));
    surface_free(&surface);
}

int main(int argc, char **argv) {
    if (argc < 2) die("usage: lanebox-bench-fits mesh...");
    for (int k = 1; k < argc; k++) compare(argv[k]);
    return 0;
}
