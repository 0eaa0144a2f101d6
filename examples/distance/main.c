// SPDX-License-Identifier: MIT
// Signed distances from a mesh: baked into a field that ParaView reads, with a picture of slices;
// or how far the points of a scan are from a model. lbx_aabb_tree_signed_distance answers thousands
// of points a call.
#define _POSIX_C_SOURCE 200809L // getopt
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "examples/picture.h"
#include "examples/tool.h"
#include "field.h"
#include "scan.h"

static const char usage[] =
    "usage: distance [-n points] [-j threads] [-o directory] mesh\n"
    "       distance [-r range] [-j threads] [-o directory] model scan\n"
    "The first bakes the field of signed distances of a mesh, negative inside, and draws slices\n"
    "of it: mesh-distance.vti and mesh-distance.png. The second measures how far the points of\n"
    "a scan are from a model, and colors them: scan-deviation.ply.\n"
    "  -n  points of the field along each side, 2 to 2,048; 128\n"
    "  -r  the deviation, in thousandths of the model's diagonal, that has the full color, 1 to\n"
    "      1,000; that which 99 of 100 points do not exceed\n"
    "  -j  threads; as many as processors\n"
    "  -o  where the files go; .";

// "pictures/bunny-distance.png" -> "pictures/bunny-distance.vti"
static char *with_end(const char *directory, const char *file, const char *suffix,
                      const char *end) {
    char *const path = picture_path(directory, file, suffix);
    memcpy(path + strlen(path) - strlen(end), end, strlen(end));
    return path;
}

static void say_speed(size_t points, double seconds, const struct pool *pool) {
    printf("%s points in %.2f s, %.0f ns each on %u threads\n", grouped(points).text, seconds,
           1e9 * seconds / (double)points, pool_threads(pool));
    fflush(stdout);
}

static void bake(const char *path, const char *directory, size_t side, struct pool *pool) {
    struct surface surface;
    struct model model;
    struct field field;
    char *const vti = with_end(directory, path, "-distance", ".vti");
    char *const png = with_end(directory, path, "-distance", ".png");
    check_writable(vti);
    check_writable(png);
    surface_read(&surface, path);
    model_make(&model, &surface, path, pool);
    const double start = wall_seconds();
    field_bake(&field, &model, &surface, side, pool);
    const size_t points = side * side * side;
    size_t inside = 0;
    say_speed(points, wall_seconds() - start, pool);
    for (size_t i = 0; i < points; i++) inside += field.distance[i] < 0;
    const double cell = field.spacing * field.spacing * field.spacing;
    printf("%s of them are inside: a volume of %.4g\n", grouped(inside).text,
           cell * (double)inside);
    field_write(&field, vti);
    field_draw(&field, png);
    printf("the field: %s\nslices of it: %s\n", vti, png);
    field_free(&field);
    model_free(&model);
    surface_free(&surface);
    free(vti);
    free(png);
}

static void compare(const char *model_path, const char *scan_path, const char *directory,
                    size_t thousandths, struct pool *pool) {
    struct surface surface, scan;
    struct model model;
    char *const ply = with_end(directory, scan_path, "-deviation", ".ply");
    check_writable(ply);
    surface_read(&surface, model_path);
    surface_read(&scan, scan_path);
    model_make(&model, &surface, model_path, pool);
    const double start = wall_seconds();
    float *const deviation = scan_measure(&scan, &model, pool);
    say_speed(scan.points, wall_seconds() - start, pool);
    const double usual = scan_report(deviation, scan.points);
    double square = 0;
    for (int c = 0; c < 3; c++) {
        const double side = (double)surface.high[c] - (double)surface.low[c];
        square += side * side;
    }
    const double range = thousandths ? sqrt(square) * (double)thousandths / 1000 : usual;
    scan_write(&scan, deviation, range > 0 ? range : 1, ply);
    printf("the scan in colors, full at %.4g: %s\n", range, ply);
    free(deviation);
    model_free(&model);
    surface_free(&surface);
    surface_free(&scan);
    free(ply);
}

int main(int argc, char **argv) {
    size_t side = 128, thousandths = 0, threads = processors();
    const char *out = ".";
    if (asks_help(argc, argv)) return puts(usage), EXIT_SUCCESS;
    for (int option; (option = getopt(argc, argv, "n:r:j:o:")) != -1;) {
        switch (option) {
        case 'n': side = number_option('n', optarg, 2, 2048); break;
        case 'r': thousandths = number_option('r', optarg, 1, 1000); break;
        case 'j': threads = number_option('j', optarg, 1, THREADS_MOST); break;
        case 'o': out = optarg; break;
        default: die("%s", usage);
        }
    }
    if (optind + 1 != argc && optind + 2 != argc) die("%s", usage);
    struct pool *const pool = pool_open((unsigned)threads);
    if (!pool) die("no threads");
    if (optind + 1 == argc) {
        bake(argv[optind], out, side, pool);
    } else {
        compare(argv[optind], argv[optind + 1], out, thousandths, pool);
    }
    pool_close(pool);
    return EXIT_SUCCESS;
}
