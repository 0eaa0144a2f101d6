// SPDX-License-Identifier: MIT
// Prints how tight the fits of lanebox/volumes.h are around meshes and what they cost, one line per
// mesh and fit, and draws a picture of the first mesh in its boxes.
#define _POSIX_C_SOURCE 200809L
#include "lanebox/volumes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mesh.h"
#include "tool.h"
#include "volumes_picture.h"

static const char usage[] = "usage: volumes [-o picture.png] mesh...\n"
                            "  -o  a picture of the first mesh in its boxes; none";

enum { PANEL = 480, PANELS = 3, PIECES = 16 };

// --- meshes with shared vertices ---

struct corner {
    float at[3];
    uint32_t number;
};

static int by_place(const void *a, const void *b) {
    const struct corner *const p = a, *const q = b;
    for (int c = 0; c < 3; c++) {
        if (p->at[c] != q->at[c]) return p->at[c] < q->at[c] ? -1 : 1;
    }
    return 0;
}

struct shared {
    float (*position)[3];
    uint32_t *indices;
    size_t vertices, triangles;
};

static struct shared share(const struct mesh *mesh) {
    const size_t corners = 3 * mesh->count;
    struct corner *const sorted = resize(NULL, corners, sizeof *sorted);
    struct shared to = {.triangles = mesh->count};
    to.position = resize(NULL, corners, sizeof *to.position);
    to.indices = resize(NULL, corners, sizeof *to.indices);
    for (size_t i = 0; i < corners; i++) {
        for (size_t c = 0; c < 3; c++) sorted[i].at[c] = mesh->vertex[i % 3 * 3 + c][i / 3];
        sorted[i].number = (uint32_t)i;
    }
    qsort(sorted, corners, sizeof *sorted, by_place);
    for (size_t i = 0; i < corners; i++) {
        if (i == 0 || by_place(&sorted[i - 1], &sorted[i]) != 0)
            memcpy(to.position[to.vertices++], sorted[i].at, sizeof sorted[i].at);
        to.indices[sorted[i].number] = (uint32_t)(to.vertices - 1);
    }
    free(sorted);
    return to;
}

// --- fits ---

struct fitted {
    double volume, area, ns; // ns: per vertex
};

typedef void fit_it(const lbx_mesh *mesh, double *volume, double *area);
typedef ptrdiff_t fit_obb(const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                          const lbx_obbs_out *out);

static void box_sizes(double x, double y, double z, double *volume, double *area) {
    *volume = x * y * z;
    *area = 2 * (x * y + y * z + z * x);
}

static void around_obb(fit_obb *fit, const lbx_mesh *mesh, double *volume, double *area) {
    struct obb box;
    const lbx_obbs_out out = lbx_obbs_out_of(box.center, box.half, box.axis[0], 1, sizeof box);
    checked(fit(mesh, NULL, 1, &out));
    box_sizes(2 * (double)box.half[0], 2 * (double)box.half[1], 2 * (double)box.half[2], volume,
              area);
}

static ptrdiff_t fit_hull(const lbx_mesh *mesh, const lbx_part *parts, size_t n,
                          const lbx_obbs_out *out) {
    return lbx_obb_fit_hull(mesh, parts, n, LBX_SLICES, out);
}

static void fit_covariance_box(const lbx_mesh *mesh, double *volume, double *area) {
    around_obb(lbx_obb_fit_covariance, mesh, volume, area);
}

static void fit_hull_box(const lbx_mesh *mesh, double *volume, double *area) {
    around_obb(fit_hull, mesh, volume, area);
}

static void fit_best_box(const lbx_mesh *mesh, double *volume, double *area) {
    around_obb(lbx_obb_fit, mesh, volume, area);
}

static void fit_aabb(const lbx_mesh *mesh, double *volume, double *area) {
    float min[3], max[3];
    const lbx_aabbs_out out = lbx_aabbs_out_of(min, max, 1, 0);
    checked(lbx_aabb_fit(mesh, NULL, 1, &out));
    box_sizes((double)max[0] - (double)min[0], (double)max[1] - (double)min[1],
              (double)max[2] - (double)min[2], volume, area);
}

static void fit_caabb(const lbx_mesh *mesh, double *volume, double *area) {
    float center[3], radius;
    const lbx_spheres_out out = lbx_spheres_out_of(center, &radius, 1, 0);
    checked(lbx_caabb_fit(mesh, NULL, 1, &out));
    box_sizes(2 * (double)radius, 2 * (double)radius, 2 * (double)radius, volume, area);
}

static void fit_sphere(const lbx_mesh *mesh, double *volume, double *area) {
    const double pi = 3.14159265358979323846;
    float center[3], radius;
    const lbx_spheres_out out = lbx_spheres_out_of(center, &radius, 1, 0);
    checked(lbx_sphere_fit(mesh, NULL, 1, &out));
    *area = 4 * pi * (double)radius * (double)radius;
    *volume = *area * (double)radius / 3;
}

static const struct {
    const char *name;
    fit_it *fit;
} fits[] = {{"lbx_aabb_fit", fit_aabb},
            {"lbx_obb_fit", fit_best_box},
            {"lbx_obb_fit_covariance", fit_covariance_box},
            {"lbx_obb_fit_hull", fit_hull_box},
            {"lbx_caabb_fit", fit_caabb},
            {"lbx_sphere_fit", fit_sphere}};
enum { FITS = sizeof fits / sizeof *fits };

// The fastest of several rounds of at least 10 ms each.
static struct fitted measure(fit_it *fit, const lbx_mesh *mesh) {
    struct fitted fitted = {.ns = INFINITY};
    for (int round = 0; round < 12; round++) {
        const double start = cpu_seconds();
        double seconds = 0;
        size_t calls = 0;
        while (seconds < .01) {
            fit(mesh, &fitted.volume, &fitted.area);
            calls++;
            seconds = cpu_seconds() - start;
        }
        fitted.ns = fmin(fitted.ns, 1e9 * seconds / (double)(calls * mesh->vertex_count));
    }
    return fitted;
}

static void report(const struct mesh *mesh, const char *path) {
    struct shared shared = share(mesh);
    const lbx_mesh view = lbx_mesh_of(shared.position[0], shared.vertices, sizeof *shared.position,
                                      shared.indices, shared.triangles);
    struct fitted fitted[FITS];
    double volume = INFINITY, area = INFINITY; // the smallest of all fits
    for (int f = 0; f < FITS; f++) {
        fitted[f] = measure(fits[f].fit, &view);
        volume = fmin(volume, fitted[f].volume);
        area = fmin(area, fitted[f].area);
    }
    for (int f = 0; f < FITS; f++)
        printf("%-20s %8zu %8zu  %-22s %8.3f %8.3f %8.2f\n", file_name(path), shared.vertices,
               shared.triangles, fits[f].name, fitted[f].volume / volume, fitted[f].area / area,
               fitted[f].ns);
    fflush(stdout);
    free(shared.position);
    free(shared.indices);
}

// --- the picture ---

// The axis-aligned box of the mesh, as an oriented box.
static struct obb box_upright(const struct mesh *mesh) {
    struct obb box = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int c = 0; c < 3; c++) {
        float low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < 3 * mesh->count; i++) {
            low = fminf(low, mesh->vertex[i % 3 * 3 + (size_t)c][i / 3]);
            high = fmaxf(high, mesh->vertex[i % 3 * 3 + (size_t)c][i / 3]);
        }
        box.center[c] = (low + high) / 2;
        box.half[c] = (high - low) / 2;
    }
    return box;
}

// Draws three panels: the axis-aligned box, the oriented box, and oriented boxes around sixteen
// pieces.
static void draw(struct mesh *mesh, const char *path) {
    static const double grey[3] = {.75, .72, .68}, line[3] = {.95, .5, .1};
    static double depth[PANEL * PANEL];
    static uint8_t pixels[3 * PANELS * PANEL * PANEL];
    const double middle[3] = {0, 0, 0};
    struct camera camera = camera_make(middle);
    const struct mesh_part whole = {"", 0, mesh->count};
    const struct obb upright = box_upright(mesh), turned = fit_box(mesh, &whole);
    for (int k = 0; k < 8; k++) {
        const double corner[3] = {k & 1 ? .62 : -.62, k & 2 ? .62 : -.62, k & 4 ? .62 : -.62};
        camera_include(&camera, corner);
    }
    mesh_split(mesh, mesh->count < PIECES ? mesh->count : PIECES);
    for (int p = 0; p < PANELS; p++) {
        struct panel panel = {pixels + 3 * p * PANEL, depth, PANEL, PANELS * PANEL};
        panel_clear(&panel);
        panel_mesh(&panel, &camera, mesh, &whole, grey);
        if (p == 0) panel_box(&panel, &camera, &upright, line);
        if (p == 1) panel_box(&panel, &camera, &turned, line);
        for (size_t k = 0; k < mesh->part_count && p == 2; k++) {
            const struct obb box = fit_box(mesh, &mesh->parts[k]);
            panel_box(&panel, &camera, &box, line);
        }
    }
    picture_write(path, pixels, PANELS * PANEL, PANEL);
}

int main(int argc, char **argv) {
    const char *picture = NULL;
    if (asks_help(argc, argv)) return puts(usage), EXIT_SUCCESS;
    for (int option; (option = getopt(argc, argv, "o:")) != -1;) {
        if (option != 'o') die("%s", usage);
        picture = optarg;
    }
    if (optind == argc) die("%s", usage);
    if (picture) check_writable(picture);
    printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));
    printf("%-20s %8s %8s  %-22s %8s %8s %8s\n", "mesh", "vertices", "triangles", "fit", "volume",
           "area", "ns");
    for (int k = optind; k < argc; k++) {
        struct mesh mesh;
        mesh_load(&mesh, argv[k]);
        report(&mesh, argv[k]);
        if (k == optind && picture) draw(&mesh, picture);
        mesh_free(&mesh);
    }
    return EXIT_SUCCESS;
}
