// SPDX-License-Identifier: MIT
#include "light.h"

#include <math.h>
#include <stdlib.h>

#include "examples/tool.h"

// Rays that are traced in one call, each with its pixel and the part of its light that arrives
// there.
struct wave {
    float origin[3][TILE_RAYS], dir[3][TILE_RAYS], t_max[TILE_RAYS];
    uint32_t pixel[TILE_RAYS];
    float part[3][TILE_RAYS];
    size_t count;
};

struct waves {
    struct wave *seen, *next, *sun; // point into `wave`
    struct wave wave[3];
    struct random draws[TILE_RAYS];
    uint32_t instance[TILE_RAYS], triangle[TILE_RAYS];
    float t[TILE_RAYS];
    uint8_t blocked[TILE_RAYS / 8];
    double light[TILE_RAYS][3]; // of each pixel
    _Alignas(64) char scratch[LBX_TRACE_SCRATCH];
};

const double sun_way[3] = {-.55, -.5, .67};
static const double sun_light[3] = {.95, .86, .73};
static const double sun_width = .03, occlusion_reach = .6;

void painter_open(struct painter *painter) {
    *painter = (struct painter){0};
    painter->waves = aligned_alloc(64, sizeof *painter->waves);
    if (!painter->waves) die("no memory");
    struct waves *const w = painter->waves;
    w->seen = &w->wave[0];
    w->next = &w->wave[1];
    w->sun = &w->wave[2];
}

void painter_close(struct painter *painter) {
    free(painter->waves);
}

static void sky(const double dir[3], double out[3]) {
    const double height = fmax(0, dir[2] / sqrt(dot(dir, dir)));
    for (int k = 0; k < 3; k++) out[k] = .55 - (.34 - .13 * k) * height;
}

static void add_ray(struct wave *wave, const double origin[3], const double dir[3], float t_max,
                    uint32_t pixel, const double part[3]) {
    const size_t i = wave->count++;
    for (int c = 0; c < 3; c++) {
        wave->origin[c][i] = (float)origin[c];
        wave->dir[c][i] = (float)dir[c];
        wave->part[c][i] = (float)part[c];
    }
    wave->t_max[i] = t_max;
    wave->pixel[i] = pixel;
}

static void add_light(struct waves *w, const struct wave *wave, size_t i, const double light[3]) {
    for (int k = 0; k < 3; k++) w->light[wave->pixel[i]][k] += (double)wave->part[k][i] * light[k];
}

// Finds the nearest triangle of each ray, or whether there is one. If `coherent`, neighboring rays
// are close to each other.
static void trace(struct painter *painter, const struct world *world, enum ray_kind kind,
                  bool coherent, const struct wave *wave) {
    struct waves *const w = painter->waves;
    const lbx_rays rays = {.origin = {wave->origin[0], wave->origin[1], wave->origin[2]},
                           .dir = {wave->dir[0], wave->dir[1], wave->dir[2]},
                           .t_max = wave->t_max,
                           .count = wave->count};
    const unsigned flags = coherent ? LBX_COHERENT : 0;
    const double start = thread_seconds();
    size_t hits;
    if (kind == RAY_PRIMARY || kind == RAY_BOUNCE) {
        const lbx_scene_hits out = {.instance = w->instance, .triangle = w->triangle, .t = w->t};
        hits = checked(lbx_scene_nearest(world->scene, &world->trees, &rays, NULL, wave->count,
                                         flags, &out, w->scratch, sizeof w->scratch));
    } else {
        hits = checked(lbx_scene_any(world->scene, &world->trees, &rays, NULL, wave->count, flags,
                                     w->blocked, w->scratch, sizeof w->scratch));
    }
    painter->seconds[kind] += thread_seconds() - start;
    painter->rays[kind] += wave->count;
    painter->hits[kind] += hits;
}

// Aims one ray per pixel: the first sample through its center, later samples anywhere in it.
static void aim(struct waves *w, const struct picture *picture, size_t left, size_t top,
                size_t sample) {
    static const double all[3] = {1, 1, 1};
    w->seen->count = 0;
    for (size_t k = 0; k < picture->tile * picture->tile; k++) {
        const size_t x = left + morton_x(k), y = top + morton_x(k >> 1);
        if (x >= picture->width || y >= picture->height) continue;
        struct random *const r = &w->draws[k];
        *r = random_of(y * picture->width + x, sample);
        const double at_x = (double)x + (sample ? random_unit(r) : .5);
        const double at_y = (double)y + (sample ? random_unit(r) : .5);
        const double half = (double)picture->height / 2, middle = (double)picture->width / 2 / half;
        double dir[3];
        camera_aim(&picture->camera, at_x / half - middle, 1 - at_y / half, dir);
        add_ray(w->seen, picture->camera.position, dir, INFINITY, (uint32_t)k, all);
    }
}

static uint64_t hash_answers(const struct waves *w, const struct picture *picture, size_t left,
                             size_t top) {
    uint64_t sum = 0;
    for (size_t i = 0; i < w->seen->count; i++) {
        const size_t k = w->seen->pixel[i];
        const size_t pixel = (top + morton_x(k >> 1)) * picture->width + left + morton_x(k);
        struct random r = random_of((uint64_t)w->triangle[i] << 32 | bits_of_float(w->t[i]),
                                    (uint64_t)w->instance[i] << 32 | pixel);
        sum += random_bits(&r);
    }
    return sum;
}

// Adds two rays from each point that was hit: one to the sun, and a scattered one that ends at t =
// `reach`. A ray that hit nothing brings the light of the sky.
static void leave(struct waves *w, const struct world *world, float reach) {
    w->sun->count = w->next->count = 0;
    for (size_t i = 0; i < w->seen->count; i++) {
        double origin[3], dir[3], point[3], normal[3], part[3], light[3];
        for (int c = 0; c < 3; c++) {
            origin[c] = (double)w->seen->origin[c][i];
            dir[c] = (double)w->seen->dir[c][i];
        }
        if (w->instance[i] == LBX_NO_INSTANCE) {
            sky(dir, light);
            add_light(w, w->seen, i, light);
            continue;
        }
        if (!world_surface(world, w->instance[i], w->triangle[i], origin, dir, (double)w->t[i],
                           point, normal))
            continue;
        const uint32_t pixel = w->seen->pixel[i];
        struct random *const r = &w->draws[pixel];
        const double *const color = world->color[w->instance[i]];
        for (int k = 0; k < 3; k++) part[k] = (double)w->seen->part[k][i] * color[k];
        scene_scatter(r, normal, dir);
        add_ray(w->next, point, dir, reach, pixel, part);
        for (int c = 0; c < 3; c++) dir[c] = sun_way[c] + random_between(r, -sun_width, sun_width);
        const double cosine = dot(normal, dir);
        for (int k = 0; k < 3; k++) part[k] *= cosine * sun_light[k];
        if (cosine > 0) add_ray(w->sun, point, dir, INFINITY, pixel, part);
    }
}

// Adds the light of the rays that nothing blocks.
static void let_through(struct waves *w, const struct wave *wave, bool of_sky) {
    for (size_t i = 0; i < wave->count; i++) {
        const double dir[3] = {wave->dir[0][i], wave->dir[1][i], wave->dir[2][i]};
        double light[3] = {1, 1, 1};
        if (w->blocked[i / 8] >> i % 8 & 1) continue;
        if (of_sky) sky(dir, light);
        add_light(w, wave, i, light);
    }
}

static void follow(struct painter *painter, const struct picture *picture, size_t left, size_t top,
                   size_t sample) {
    struct waves *const w = painter->waves;
    aim(w, picture, left, top, sample);
    for (size_t bounce = 0;; bounce++) {
        const bool last = bounce == picture->bounces;
        trace(painter, picture->world, bounce ? RAY_BOUNCE : RAY_PRIMARY, bounce == 0, w->seen);
        if (bounce + sample == 0) painter->hash += hash_answers(w, picture, left, top);
        leave(w, picture->world, last ? (float)occlusion_reach : INFINITY);
        trace(painter, picture->world, RAY_SUN, bounce == 0, w->sun);
        let_through(w, w->sun, false);
        if (last) break;
        struct wave *const left_behind = w->seen;
        w->seen = w->next;
        w->next = left_behind;
    }
    trace(painter, picture->world, RAY_OCCLUSION, false, w->next);
    let_through(w, w->next, true);
}

void paint_tile(struct painter *painter, const struct picture *picture, size_t left, size_t top) {
    struct waves *const w = painter->waves;
    for (size_t k = 0; k < TILE_RAYS; k++) {
        for (int c = 0; c < 3; c++) w->light[k][c] = 0;
    }
    for (size_t s = 0; s < picture->samples; s++) follow(painter, picture, left, top, s);
    for (size_t k = 0; k < picture->tile * picture->tile; k++) {
        const size_t x = left + morton_x(k), y = top + morton_x(k >> 1);
        if (x >= picture->width || y >= picture->height) continue;
        const double *const light = w->light[k];
        const double share = 1 / (double)picture->samples;
        picture_color(light[0] * share, light[1] * share, light[2] * share,
                      picture->pixels + 3 * (y * picture->width + x));
    }
}
