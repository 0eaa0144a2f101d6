// SPDX-License-Identifier: MIT
// Takes a part out of a hydraulic bay and shows what it touches on its way: one PNG per step, and a
// sheet of all of them.
#define _POSIX_C_SOURCE 200809L // getopt
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "bay.h"
#include "canvas.h"
#include "examples/tool.h"
#include "parts.h"
#include "scenes.h"

enum { COLUMNS = 4, FRAMES_MOST = 1000, ROOM = 1 << 20 };

static const char usage[] =
    "usage: maintenance [-n frames] [-s pixels] [-l] [-o directory]\n"
    "  -n  places on the way, 2 to 1,000; 16\n"
    "  -s  pixels along a side of a picture, an even number from 64 to 4,096; 640\n"
    "  -l  the large bay, 497,805 triangles instead of 149,941\n"
    "  -o  where the pictures go; .";

static const lbx_rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};
static const float touching[3] = {1, 0.12, 0}, tank[3] = {0.15, 0.45, 0.9};

struct drawing {
    struct maintenance scene;
    struct parts still, moved;
    struct camera camera;
    struct canvas bay, frame; // twice the width and height of the pictures
    size_t size;
    uint8_t (*small)[3]; // a picture
    uint8_t (*sheet)[3]; // the pictures at half their size
    size_t sheet_rows;
    lbx_pair *pairs;
};

static void place(const lbx_rigid_pose *pose, const struct model *model, size_t triangle,
                  double corner[3][3]) {
    for (int k = 0; k < 3; k++)
        parts_move(pose, model->vertex[model->triangle[triangle][k]], corner[k]);
}

// A grey for each part, slightly different from its neighbours'.
static void part_color(size_t part, float color[3]) {
    const float shade = 0.25F + 0.05F * (float)(part * 7 % 10);
    color[0] = shade, color[1] = shade * (0.9F + 0.02F * (float)(part % 6));
    color[2] = shade * (0.8F + 0.03F * (float)(part % 7));
}

static void draw_bay(struct drawing *d) {
    const struct model *const model = &d->scene.still;
    double corner[3][3];
    d->camera = camera_make((double[3]){0, 0, 0.1});
    for (size_t t = 0; t < model->triangles; t++) {
        place(&here, model, t, corner);
        for (int k = 0; k < 3; k++) camera_include(&d->camera, corner[k]);
    }
    for (size_t p = 0; p < model->parts; p++) {
        const lbx_part part = model->part[p];
        float color[3];
        part_color(p, color);
        for (size_t t = part.first; t < part.first + part.count; t++) {
            place(&here, model, t, corner);
            canvas_triangle(&d->bay, &d->camera, corner, color, false);
        }
    }
}

// Draws the part at a pose and, on top of everything, the triangles that touch.
static void draw_frame(struct drawing *d, const lbx_rigid_pose *pose, size_t found) {
    double corner[3][3];
    canvas_copy(&d->frame, &d->bay);
    for (size_t t = 0; t < d->scene.moved.triangles; t++) {
        place(pose, &d->scene.moved, t, corner);
        canvas_triangle(&d->frame, &d->camera, corner, tank, false);
    }
    for (size_t i = 0; i < found; i++) {
        place(&here, &d->scene.still, d->pairs[i].a, corner);
        canvas_triangle(&d->frame, &d->camera, corner, touching, true);
        place(pose, &d->scene.moved, d->pairs[i].b, corner);
        canvas_triangle(&d->frame, &d->camera, corner, touching, true);
    }
}

static void write_frame(struct drawing *d, size_t frame, const char *out) {
    char suffix[16];
    snprintf(suffix, sizeof suffix, "-%03u", (unsigned)frame % FRAMES_MOST);
    char *const path = picture_path(out, "maintenance", suffix);
    canvas_halve(d->frame.pixel, d->frame.size, d->small, d->size);
    picture_write(path, d->small[0], d->size, d->size);
    free(path);
    const size_t row = COLUMNS * d->size / 2, y = frame / COLUMNS * (d->size / 2);
    canvas_halve(d->small, d->size, d->sheet + y * row + frame % COLUMNS * (d->size / 2), row);
}

static void run(struct drawing *d, size_t frames, const char *out, const char *sheet) {
    size_t pairs = 0, met = 0;
    struct parts_counts counts;
    draw_bay(d);
    for (size_t i = 0; i < frames; i++) {
        progress("drawing", i, frames);
        const lbx_rigid_pose pose = bay_path((double)i / (double)(frames - 1));
        parts_place(&d->moved, &pose);
        const size_t found =
            parts_collide(&d->still, &here, &d->moved, &pose, false, d->pairs, ROOM, &counts);
        if (found > ROOM) die("%s touching pairs", grouped(found).text);
        draw_frame(d, &pose, found);
        write_frame(d, i, out);
        pairs += found;
        met += counts.met;
    }
    progress("drawing", frames, frames);
    picture_write(sheet, d->sheet[0], COLUMNS * d->size / 2, d->sheet_rows * (d->size / 2));
    printf("%s places: %s pairs of triangles touch; of %s pairs of parts at each place %s on "
           "average have boxes that meet\nthe sheet, touching triangles red: %s\n",
           grouped(frames).text, grouped(pairs).text, grouped(d->still.count * d->moved.count).text,
           grouped(met / frames).text, sheet);
}

int main(int argc, char **argv) {
    static struct drawing d;
    enum maintenance_kind kind = MAINTENANCE_BAY;
    size_t frames = 16;
    const char *out = ".";
    if (asks_help(argc, argv)) return puts(usage), EXIT_SUCCESS;
    d.size = 640;
    for (int option; (option = getopt(argc, argv, "n:s:lo:")) != -1;) {
        switch (option) {
        case 'n': frames = number_option('n', optarg, 2, FRAMES_MOST); break;
        case 's': d.size = number_option('s', optarg, 64, 4096) / 2 * 2; break;
        case 'l': kind = MAINTENANCE_LARGE_BAY; break;
        case 'o': out = optarg; break;
        default: die("%s", usage);
        }
    }
    if (optind != argc) die("%s", usage);
    char *const sheet = picture_path(out, "maintenance", "-sheet");
    check_writable(sheet);
    maintenance_make(&d.scene, kind);
    parts_make(&d.still, &d.scene.still);
    parts_make(&d.moved, &d.scene.moved);
    canvas_make(&d.bay, 2 * d.size);
    canvas_make(&d.frame, 2 * d.size);
    d.small = resize(NULL, d.size * d.size, sizeof *d.small);
    d.sheet_rows = (frames + COLUMNS - 1) / COLUMNS;
    d.sheet = resize(NULL, COLUMNS * d.sheet_rows * (d.size / 2) * (d.size / 2), sizeof *d.sheet);
    for (size_t i = 0; i < COLUMNS * d.sheet_rows * (d.size / 2) * (d.size / 2); i++)
        picture_background(1, d.sheet[i]);
    d.pairs = resize(NULL, ROOM, sizeof *d.pairs);
    printf("%s triangles in %s parts, of which %s in %s are drawn out; %s\n",
           grouped(d.scene.still.triangles + d.scene.moved.triangles).text,
           grouped(d.still.count + d.moved.count).text, grouped(d.scene.moved.triangles).text,
           grouped(d.moved.count).text, lbx_isa_name(lbx_isa_active()));
    fflush(stdout);
    run(&d, frames, out, sheet);
    free(sheet);
    parts_free(&d.still);
    parts_free(&d.moved);
    maintenance_free(&d.scene);
    canvas_free(&d.bay);
    canvas_free(&d.frame);
    free(d.small);
    free(d.sheet);
    free(d.pairs);
}
