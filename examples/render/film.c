// SPDX-License-Identifier: MIT
#include "film.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "examples/tool.h"
#include "swirl.h"

enum {
    BUILT = 8, // frames from one build of the scene to the next: instances move little in a frame
    STRIP_FRAMES = 8,
    STRIP_COLUMNS = 4,
    STRIP_SIDE = 170 // pixels along a side of a frame in the strip, at most
};

struct strip {
    uint8_t *pixels; // 3 bytes each
    size_t side;     // of a frame
    size_t shrink;   // pixels of the picture along a side of one of the strip's
    size_t columns, rows;
};

static struct strip strip_open(size_t frames, size_t size) {
    const size_t shown = frames < STRIP_FRAMES ? frames : STRIP_FRAMES;
    struct strip strip = {.shrink = (size + STRIP_SIDE - 1) / STRIP_SIDE};
    strip.side = size / strip.shrink;
    strip.columns = shown < STRIP_COLUMNS ? shown : STRIP_COLUMNS;
    strip.rows = (shown + STRIP_COLUMNS - 1) / STRIP_COLUMNS;
    const size_t pixels = strip.columns * strip.rows * strip.side * strip.side;
    strip.pixels = resize(NULL, pixels, 3);
    for (size_t i = 0; i < 3 * pixels; i++) strip.pixels[i] = 0;
    return strip;
}

// Adds a picture as a frame of the strip, whose pixels are means of light.
static void strip_add(struct strip *strip, size_t frame, const struct picture *picture) {
    const size_t left = frame % strip->columns * strip->side;
    const size_t top = frame / strip->columns * strip->side;
    double light[256];
    for (int i = 0; i < 256; i++) light[i] = pow(i / 255., 2.2);
    for (size_t i = 0; i < strip->side * strip->side; i++) {
        const size_t x = i % strip->side, y = i / strip->side;
        const double share = 1 / (double)(strip->shrink * strip->shrink);
        double mean[3] = {0, 0, 0};
        for (size_t j = 0; j < strip->shrink * strip->shrink; j++) {
            const size_t from_x = x * strip->shrink + j % strip->shrink;
            const size_t from_y = y * strip->shrink + j / strip->shrink;
            const uint8_t *const from = picture->pixels + 3 * (from_y * picture->width + from_x);
            for (int k = 0; k < 3; k++) mean[k] += share * light[from[k]];
        }
        const size_t to = (top + y) * strip->columns * strip->side + left + x;
        picture_color(mean[0], mean[1], mean[2], strip->pixels + 3 * to);
    }
}

// The frame of the film that is shown in a place of the strip.
static size_t shown_at(size_t place, const struct film *film) {
    return film->frames <= STRIP_FRAMES ? place : place * (film->frames - 1) / (STRIP_FRAMES - 1);
}

static void print_frame(size_t frame, bool anew, double update, double took,
                        const struct painter *all) {
    printf("%5zu  %-5s %8.2f", frame, anew ? "build" : "refit", 1e3 * update);
    for (int k = 0; k < RAY_KINDS; k++) {
        if (k == RAY_BOUNCE) continue;
        printf(" %11s %8.2f", grouped(all->rays[k]).text, 1e3 * all->seconds[k]);
    }
    printf(" %8.2f\n", 1e3 * took);
    fflush(stdout);
}

void film_render(const struct film *film, struct picture *picture, struct world *world,
                 struct pool *pool) {
    const lbx_workers workers = pool_workers(pool);
    struct strip strip = strip_open(film->frames, picture->width);
    uint64_t hash = 0;
    size_t rays = 0, shown = 0;
    const double start = wall_seconds();
    printf("frame  update      ms     primary   CPU ms         sun   CPU ms   occlusion   CPU ms  "
           "all, ms\n");
    for (size_t frame = 0; frame < film->frames; frame++) {
        const bool anew = frame % BUILT == 0;
        if (frame > 0) swirl_move(world, film->instances);
        const double before = wall_seconds();
        world_update(world, anew, &workers);
        const double updated = wall_seconds();
        const struct painter all = paint(picture, pool);
        print_frame(frame, anew, updated - before, wall_seconds() - before, &all);
        if (frame == shown_at(shown, film)) strip_add(&strip, shown++, picture);
        hash = hash * 31 + all.hash;
        for (int k = 0; k < RAY_KINDS; k++) rays += all.rays[k];
    }
    printf("%s rays, %.2f s on %u threads; hash of the triangles that pixels see, and their t: "
           "%016llx\n",
           grouped(rays).text, wall_seconds() - start, pool_threads(pool),
           (unsigned long long)hash);
    picture_write(film->file, strip.pixels, strip.columns * strip.side, strip.rows * strip.side);
    free(strip.pixels);
}
