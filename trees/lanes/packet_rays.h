// SPDX-License-Identifier: MIT
// The rays of a packet, and the ranges of its blocks.
#ifndef LBX_PACKET_RAYS_H
#define LBX_PACKET_RAYS_H

#include "one_ray.h"

enum {
    BLOCK = OPENED, // rays
    BLOCKS = 16,
    PACKET = BLOCKS * BLOCK
};
_Static_assert(BLOCKS % LANES == 0, "a block a lane");

#define PACKET_MOST 0x1p100f // rays farther away are traced alone, so no difference overflows

// What is known of a block, a lane of each row. The least and the greatest of its inverse
// directions; the ends of its range of origins, grown, for planes where rays enter and for those
// where they leave. For triangles: its middle ray, and how far its other rays are off, where they
// start and per distance along the dominant axis.
enum {
    LEAST = 0,
    MOST = 3,
    NEAR = 6,
    FAR = 9,
    RANGES = 12,
    MIDDLE = 12,
    AWAY = 17,
    ASTRAY = 19,
    KNOWN = 21
};

// Rays with the same dominant axis, no two of them opposite along any axis. Lanes after the last
// ray have an empty range of t.
struct packet {
    _Alignas(64) float inverse[3][PACKET];
    float near[3][PACKET], far[3][PACKET], origin[3][PACKET], shear[2][PACKET], to_t[PACKET];
    float t_low[PACKET], t_high[PACKET], best[PACKET], u[PACKET], v[PACKET];
    float id[PACKET];                           // the bits of one
    float block[KNOWN][BLOCKS], latest[BLOCKS]; // latest: the greatest `best` of a block
    float whole[RANGES];                        // of all blocks
    float reach;
    uint32_t item[PACKET]; // of the batch
    size_t n;
    unsigned axis, octant;
};

FORCE_INLINE float least_lane(vf x) {
    float lane[LANES];
    vf_store(lane, x);
    for (size_t half = LANES / 2; half > 0; half /= 2) {
        for (size_t l = 0; l < half; l++)
            lane[l] = lane[l + half] < lane[l] ? lane[l + half] : lane[l];
    }
    return lane[0];
}

FORCE_INLINE float most_lane(vf x) {
    return -least_lane(vf_negate(x));
}

static float latest_of(const struct packet *p, size_t block) {
    vf latest = vf_load(p->best + block * BLOCK);
    for (size_t at = LANES; at < BLOCK; at += LANES)
        latest = vf_max(vf_load(p->best + block * BLOCK + at), latest);
    return most_lane(latest);
}

// The least and the most of each of LANES blocks.
FORCE_INLINE void range_of(const float *row, vf *least, vf *most) {
    size_t offset[LANES];
    for (size_t l = 0; l < LANES; l++) offset[l] = l * BLOCK * sizeof(float);
    for (size_t i = 0; i < BLOCK; i += 4) {
        vf x[4];
        vf_load_quads((const char *)(row + i), offset, x);
        if (i == 0) *least = *most = x[0];
        for (int k = 0; k < 4; k++) {
            *least = vf_min(x[k], *least);
            *most = vf_max(x[k], *most);
        }
    }
}

FORCE_INLINE void know_blocks(struct packet *p, float large) {
    const float grown = (p->reach + large) * (1.25f * TRACE_GROW) + 2 * TRACE_LEAST;
    const vf grow = vf_set(grown), half = vf_set(.5f);
    for (size_t b = 0; b < BLOCKS; b += LANES) {
        vf away[3];
        for (unsigned c = 0; c < 3; c++) {
            const unsigned turned = (c + 2 - p->axis) % 3;
            vf least, most;
            range_of(p->inverse[c] + b * BLOCK, &least, &most);
            vf_store(p->block[LEAST + c] + b, least);
            vf_store(p->block[MOST + c] + b, most);
            range_of(p->origin[turned] + b * BLOCK, &least, &most);
            const vf low = vf_sub(least, grow), high = vf_add(most, grow);
            const bool down = p->octant >> c & 1;
            vf_store(p->block[NEAR + c] + b, down ? low : high);
            vf_store(p->block[FAR + c] + b, down ? high : low);
            const vf at = vf_mul(vf_add(least, most), half);
            vf_store(p->block[MIDDLE + turned] + b, at);
            away[turned] = vf_add(vf_max(vf_sub(most, at), vf_sub(at, least)), grow);
        }
        for (unsigned c = 0; c < 2; c++) {
            vf least, most;
            range_of(p->shear[c] + b * BLOCK, &least, &most);
            const vf at = vf_mul(vf_add(least, most), half);
            const vf astray =
                vf_add(vf_max(vf_sub(most, at), vf_sub(at, least)), vf_set(TRACE_GROW));
            vf_store(p->block[MIDDLE + 3 + c] + b, at);
            vf_store(p->block[ASTRAY + c] + b, astray);
            vf_store(p->block[AWAY + c] + b,
                     vf_add(away[c], vf_mul(vf_add(vf_abs(at), astray), away[2])));
        }
    }
    for (unsigned k = 0; k < RANGES; k++) {
        const bool down = k >= NEAR && (p->octant >> (k - NEAR) % 3 & 1) != 0;
        const bool low = k < MOST || (k >= NEAR && (k < FAR) == down);
        vf range = vf_load(p->block[k]);
        for (size_t b = LANES; b < BLOCKS; b += LANES) {
            const vf x = vf_load(p->block[k] + b);
            range = low ? vf_min(x, range) : vf_max(x, range);
        }
        p->whole[k] = low ? least_lane(range) : most_lane(range);
    }
}

// Prefetches rays of the next packet if they are consecutive: tracing this one takes longer than
// hardware prefetches ahead.
FORCE_INLINE void fetch_rays(const struct lbx_tracing *job, size_t first) {
    const struct lbx_operand *const o = job->rays;
    if (o->kind != OPERAND_CONTIGUOUS || first >= job->n) return;
    for (unsigned k = 0; k < ROWS; k++) {
        if (o->at[k]) prefetch(o->at[k] + first);
    }
}

// Opens the n rays of p->item, which are consecutive if `in_a_row`. False if they are not of one
// kind, or one of them is not fit for ranges.
static bool open_packet(const struct lbx_tracing *job, size_t n, bool in_a_row, struct packet *p) {
    const uint32_t none = LBX_NO_TRIANGLE;
    const size_t end = (n + BLOCK - 1) / BLOCK * BLOCK;
    uint32_t kind = 0;
    vf reach = vf_set(0), large = vf_set(0);
    float id;
    memcpy(&id, &none, sizeof id);
    p->n = n;
    for (size_t i = 0; i < n; i += OPENED) {
        struct ray_rows rows;
        if (in_a_row) fetch_rays(job, p->item[0] + i + PACKET);
        read_rays(job, p->item + i, n - i < OPENED ? n - i : OPENED, in_a_row, &rows);
        for (size_t j = 0; j < OPENED; j += LANES) {
            struct opened o;
            const size_t at = i + j;
            open_lanes(job->tree.header, &rows, j, &o);
            uint32_t kinds = 0;
            for (int k = 0; k < 5; k++) {
                const uint32_t bits = k < 3 ? o.down[k] : o.axis[k - 3];
                if (bits != 0 && bits != ALL_LANES) return false;
                kinds |= (bits & 1) << k;
            }
            if (at > 0 && kinds != kind) return false;
            kind = kinds;
            vf most = vf_set(0);
            for (int c = 0; c < 3; c++) {
                vf_store(p->inverse[c] + at, o.inverse[c]);
                vf_store(p->near[c] + at, o.near[c]);
                vf_store(p->far[c] + at, o.far[c]);
                vf_store(p->origin[c] + at, o.turned.origin[c]);
                large = vf_max(vf_abs(o.turned.origin[c]), large);
                most = vf_max(vf_max(vf_abs(o.near[c]), vf_abs(o.far[c])), most);
            }
            if (!all_lanes(vm_and(vf_less(most, vf_set(INFINITY)),
                                  vf_less(vf_set(0), vf_abs(o.inverse[0])))))
                return false;
            for (int c = 0; c < 2; c++) vf_store(p->shear[c] + at, o.turned.shear[c]);
            vf_store(p->to_t + at, o.turned.inverse);
            vf_store(p->t_low + at, o.turned.t_low);
            vf_store(p->t_high + at, o.turned.t_high);
            vf_store(p->best + at, o.turned.t_high);
            vf_store(p->u + at, vf_set(0));
            vf_store(p->v + at, vf_set(0));
            vf_store(p->id + at, vf_set(id));
            reach = vf_max(o.reach, reach);
        }
    }
    const float farthest = most_lane(large);
    p->octant = kind & 7;
    p->axis = kind >> 3 & 1 ? 0 : kind >> 4 & 1 ? 1 : 2;
    p->reach = most_lane(reach);
    if (!(p->reach + farthest < PACKET_MOST)) return false;
    for (size_t i = n; i < end; i++) p->best[i] = p->t_high[i] = -INFINITY;
    for (size_t i = end; i < PACKET; i++) { // blocks without rays repeat one
        for (int c = 0; c < 3; c++) {
            p->inverse[c][i] = p->inverse[c][n - 1];
            p->origin[c][i] = p->origin[c][n - 1];
        }
        for (int c = 0; c < 2; c++) p->shear[c][i] = p->shear[c][n - 1];
    }
    for (size_t b = 0; b < BLOCKS; b++) p->latest[b] = b * BLOCK < n ? latest_of(p, b) : -INFINITY;
    know_blocks(p, farthest);
    return true;
}

static struct lbx_traced ray_of(const struct packet *p, size_t i) {
    struct lbx_traced ray = {.best = p->best[i],
                             .t_low = p->t_low[i],
                             .t_high = p->t_high[i],
                             .origin = {p->origin[0][i], p->origin[1][i], p->origin[2][i]},
                             .shear = {p->shear[0][i], p->shear[1][i]},
                             .to_t = p->to_t[i],
                             .reach = p->reach,
                             .u = p->u[i],
                             .v = p->v[i],
                             .mask = UINT32_MAX,
                             .item = p->item[i]};
    memcpy(&ray.id, &p->id[i], sizeof ray.id);
    return ray;
}

FORCE_INLINE void put_ray(struct packet *p, size_t i, const struct lbx_traced *ray) {
    p->best[i] = ray->best;
    p->u[i] = ray->u;
    p->v[i] = ray->v;
    memcpy(&p->id[i], &ray->id, sizeof ray->id);
}

// Writes the hits of a packet of consecutive rays; the first one begins a byte of hits.
static void close_row(struct lbx_tracing *job, const struct packet *p) {
    const lbx_ray_hits *const out = &job->out;
    const size_t first = p->item[0], bytes = p->n * sizeof(float);
    const bool any = job->kind == TRACE_ANY;
    for (size_t i = 0; i < p->n; i += BLOCK) {
        uint32_t missed = 0;
        for (size_t l = 0; l < BLOCK; l += LANES) {
            const vf id = vf_load(p->id + i + l);
            missed |= vm_bits(vf_unordered(id, id)) << l; // as a float, it is a NaN
        }
        const size_t left = p->n - i, some = left < BLOCK ? left : BLOCK;
        const uint32_t hit = ~missed & ((1u << some) - 1);
        job->found += bits_count(hit);
        if (any && job->hits) bits_store(job->hits + (first + i) / 8, hit, (some + 7) / 8);
        for (size_t l = 0; l < some && !any && out->t; l += LANES) {
            const vf id = vf_load(p->id + i + l), best = vf_load(p->best + i + l);
            const vf t = vm_select(vf_unordered(id, id), vf_set(INFINITY), best);
            vf_store_first(out->t + first + i + l, t, some - l < LANES ? some - l : LANES);
        }
    }
    if (any) return;
    if (out->id) memcpy(out->id + first, p->id, bytes);
    if (out->u) memcpy(out->u + first, p->u, bytes);
    if (out->v) memcpy(out->v + first, p->v, bytes);
}

static void close_scattered(struct lbx_tracing *job, const struct packet *p) {
    for (size_t i = 0; i < p->n; i++) {
        const struct lbx_traced ray = ray_of(p, i);
        close_ray(job, &ray);
    }
}

#endif
