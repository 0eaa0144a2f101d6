// SPDX-License-Identifier: MIT
// Fits boxes to meshes by lbx_obb_fit, by lbx_obb_fit_least and by CGAL's search for the least box,
// in turns: volumes, beside CGAL's, and times.
#include <stdio.h>

#include "bench/closest/way.h"
#include "bench/workers.h"
#include "cgal.h"
#include "examples/tool.h"
#include "lanebox/volumes.h"

enum search { FIT, LEAST, CGAL, WAYS };
enum { REPETITIONS = 3 };

// The volume of the box that a way finds.
static double volume_by(enum search way, const struct surface *surface) {
    if (way == CGAL) return cgal_least_volume(surface->position, surface->vertices);
    const lbx_mesh mesh =
        lbx_mesh_of(surface->position[0], surface->vertices, sizeof *surface->position,
                    surface->triangle[0], surface->triangles);
    float center[3], half[3], axis[9];
    const lbx_obbs_out out = lbx_obbs_out_of(center, half, axis, 1, 0);
    checked((way == FIT ? lbx_obb_fit : lbx_obb_fit_least)(&mesh, NULL, 1, &out));
    return 8 * (double)half[0] * (double)half[1] * (double)half[2];
}

static void compare(const char *path) {
    double volume[WAYS], seconds[WAYS][REPETITIONS], ms[WAYS];
    struct surface surface;
    surface_load(&surface, path);
    for (int k = 0; k < REPETITIONS; k++) {
        for (int way = 0; way < WAYS; way++) {
            const double begun = cpu_seconds();
            volume[way] = volume_by((enum search)way, &surface);
            seconds[way][k] = cpu_seconds() - begun;
        }
    }
    for (int way = 0; way < WAYS; way++) ms[way] = 1e3 * median_of(seconds[way], REPETITIONS);
    printf("%s: %zu triangles; lbx_obb_fit %.3f of CGAL's volume, %.3f ms; lbx_obb_fit_least %.4f, "
           "%.3f ms; CGAL %.1f ms, %.0f times as long\n",
           file_name(path), surface.triangles, volume[FIT] / volume[CGAL], ms[FIT],
           volume[LEAST] / volume[CGAL], ms[LEAST], ms[CGAL], ms[CGAL] / ms[LEAST]);
    surface_free(&surface);
}

int main(int argc, char **argv) {
    if (argc < 2) die("usage: lanebox-bench-fits mesh...");
    for (int k = 1; k < argc; k++) compare(argv[k]);
    return 0;
}
