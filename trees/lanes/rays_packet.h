// SPDX-License-Identifier: MIT
// The rays of a packet, and the ranges of its blocks.
#ifndef LBX_RAYS_PACKET_H
#define LBX_RAYS_PACKET_H

#include "rays_traverse_one.h"

enum {
    BLOCK = RAYS_READ, // rays
    BLOCKS = 16,
    PACKET = BLOCKS * BLOCK
};
_Static_assert(BLOCKS % LANES == 0, "a block a lane");

#define BLOCK_BITS ((1u << BLOCK) - 1) // of all rays of a block
#define PACKET_MOST 0x1p100f // rays farther away are traversed alone, so no difference overflows

// What bounds the rays of a block, a lane a block. First its ranges, three rows each.
enum {
    ROW_LEAST = 0, // the least and
    ROW_MOST = 3,  // the greatest inverse directions
    ROW_NEAR = 6,  // the end of the origins, inflated, for planes where rays enter,
    ROW_FAR = 9,   // and that for planes where they leave
    RANGE_ROWS = 12,
    // For triangles: the middle ray's origin and shear, five rows, and how far other rays are off,
    // two rows each.
    ROW_MIDDLE = RANGE_ROWS,
    ROW_AWAY = ROW_MIDDLE + 5, // where they start
    ROW_ASTRAY = ROW_AWAY + 2, // and per distance along the dominant axis
    BLOCK_ROWS = ROW_ASTRAY + 2
};

// Rays with the same dominant axis, no two of them opposite along any axis. Lanes after the last
// ray, and those of strays, have an empty range of t.
struct packet {
    _Alignas(64) float inverse[3][PACKET];
    float near[3][PACKET], far[3][PACKET], origin[3][PACKET], shear[2][PACKET], to_t[PACKET];
    float t_low[PACKET], t_high[PACKET], best[PACKET], u[PACKET], v[PACKET];
    float id[PACKET], instance[PACKET];              // the bits of numbers
    float block[BLOCK_ROWS][BLOCKS], latest[BLOCKS]; // latest: the greatest `best` of a block
    float whole[RANGE_ROWS];                         // of all blocks
    float reach, rounding;
    uint32_t item[PACKET];  // of the batch
    uint32_t stray[PACKET]; // those of them that are traced one by one instead
    size_t n, strays;
    unsigned axis, octant;
    bool in_a_row; // items are consecutive
};

static float latest_of(const struct packet *p, size_t block) {
    vf latest = vf_load(p->best + block * BLOCK);
    for (size_t at = LANES; at < BLOCK; at += LANES)
        latest = vf_max(vf_load(p->best + block * BLOCK + at), latest);
    return vf_most(latest);
}

// The least and the greatest float of a row of rays, for LANES blocks.
FORCE_INLINE void block_ranges(const float *row, vf *least, vf *most) {
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

FORCE_INLINE void bound_blocks(const struct lbx_rays_job *job, struct packet *p, float large) {
    const float whole = p->reach * (1.25f * job->inflate), own = large * (1.25f * RAY_ORIGIN);
    const vf inflate = vf_set(whole + own + 2 * RAY_INFLATE_LEAST), half = vf_set(.5f);
    for (size_t b = 0; b < BLOCKS; b += LANES) {
        vf away[3];
        for (unsigned c = 0; c < 3; c++) {
            const unsigned turned = turned_axis(p->axis, c);
            vf least, most;
            block_ranges(p->inverse[c] + b * BLOCK, &least, &most);
            vf_store(p->block[ROW_LEAST + c] + b, least);
            vf_store(p->block[ROW_MOST + c] + b, most);
            block_ranges(p->origin[turned] + b * BLOCK, &least, &most);
            const vf low = vf_sub(least, inflate), high = vf_add(most, inflate);
            const bool down = p->octant >> c & 1;
            vf_store(p->block[ROW_NEAR + c] + b, down ? low : high);
            vf_store(p->block[ROW_FAR + c] + b, down ? high : low);
            const vf at = vf_mul(vf_add(least, most), half);
            vf_store(p->block[ROW_MIDDLE + turned] + b, at);
            away[turned] = vf_add(vf_max(vf_sub(most, at), vf_sub(at, least)), inflate);
        }
        for (unsigned c = 0; c < 2; c++) {
            vf least, most;
            block_ranges(p->shear[c] + b * BLOCK, &least, &most);
            const vf at = vf_mul(vf_add(least, most), half);
            const vf astray =
                vf_add(vf_max(vf_sub(most, at), vf_sub(at, least)), vf_set(RAY_INFLATE));
            vf_store(p->block[ROW_MIDDLE + 3 + c] + b, at);
            vf_store(p->block[ROW_ASTRAY + c] + b, astray);
            vf_store(p->block[ROW_AWAY + c] + b,
                     vf_add(away[c], vf_mul(vf_add(vf_abs(at), astray), away[2])));
        }
    }
    for (unsigned k = 0; k < RANGE_ROWS; k++) {
        const bool down = k >= ROW_NEAR && (p->octant >> (k - ROW_NEAR) % 3 & 1) != 0;
        const bool low = k < ROW_MOST || (k >= ROW_NEAR && (k < ROW_FAR) == down);
        vf range = vf_load(p->block[k]);
        for (size_t b = LANES; b < BLOCKS; b += LANES) {
            const vf x = vf_load(p->block[k] + b);
            range = low ? vf_min(x, range) : vf_max(x, range);
        }
        p->whole[k] = low ? -vf_most(vf_negate(range)) : vf_most(range);
    }
}

// Prefetches rays of the next packet if they are consecutive: traversing with this one takes longer
// than hardware prefetches ahead.
FORCE_INLINE void prefetch_rays(const struct lbx_rays_job *job, size_t first) {
    const struct lbx_operand *const o = job->rays;
    if (o->kind != OPERAND_CONTIGUOUS || first >= job->n) return;
    for (unsigned k = 0; k < RAY_ROWS; k++) {
        if (o->at[k]) prefetch(o->at[k] + first);
    }
}

// The greatest of those lanes whose bits are set, if it is not negative.
FORCE_INLINE vf most_of(vf x, uint32_t bits) {
    float lane[LANES], most = 0;
    vf_store(lane, x);
    for (; bits; bits &= bits - 1) most = fmaxf(lane[__builtin_ctz(bits)], most);
    return vf_set(most);
}

enum { RANGED_ROWS = 8 };

// The rows of rays that ranges come from.
FORCE_INLINE float *ranged_row(struct packet *p, unsigned k) {
    return k < 3 ? p->inverse[k] : k < 6 ? p->origin[k - 3] : p->shear[k - 6];
}

// Repeats ray `from` in lanes first to end - 1, which have no ray, so that ranges stay as they are.
static void repeat_rays(struct packet *p, size_t first, size_t end, size_t from) {
    for (unsigned k = 0; k < RANGED_ROWS; k++) {
        float *const row = ranged_row(p, k);
        for (size_t i = first; i < end; i++) row[i] = row[from];
    }
}

// What makes a ray be of a kind: along which axes it goes down, and which axis is dominant.
// kind_bits has these, a bit a lane.
enum { KIND_BITS = 5 };

FORCE_INLINE uint32_t kind_bits(const struct prepared_lanes *o, unsigned k) {
    return k < 3 ? o->down[k] : o->axis[k - 3];
}

// The best t that LANES items begin with; those behind the first n are not rays.
FORCE_INLINE vf best_of(const struct lbx_rays_job *job, const uint32_t *item, size_t n,
                        bool in_a_row) {
    float best[LANES];
    if (in_a_row && n >= LANES) return vf_load(job->best + *item);
    for (size_t l = 0; l < LANES; l++) best[l] = l < n ? job->best[item[l]] : -INFINITY;
    return vf_load(best);
}

// Prepares the n rays of p->item, which are consecutive if `in_a_row`. Strays are those that are
// not fit for ranges. False if the others are not of one kind, or if there are none.
static bool prepare_packet(const struct lbx_rays_job *job, size_t n, bool in_a_row,
                           struct packet *p) {
    const vf none = set_bits(LBX_NO_TRIANGLE);
    const size_t end = (n + BLOCK - 1) / BLOCK * BLOCK;
    uint32_t some_are[KIND_BITS] = {0}, some_not[KIND_BITS] = {0}, unfit[BLOCKS] = {0};
    size_t known = PACKET; // a ray that is fit
    vf reach = vf_set(0), large = vf_set(0);
    p->n = n;
    p->strays = 0;
    p->in_a_row = in_a_row;
    for (size_t i = 0; i < n; i += RAYS_READ) {
        struct ray_rows rows;
        const size_t some = n - i < RAYS_READ ? n - i : RAYS_READ;
        if (in_a_row) prefetch_rays(job, p->item[0] + i + PACKET);
        read_rays(job, p->item + i, some, in_a_row, RAYS_READ, &rows);
        for (size_t j = 0; j < RAYS_READ; j += LANES) {
            struct prepared_lanes o;
            const size_t at = i + j;
            prepare_lanes(job, &rows, j, &o);
            vf farthest = vf_set(0);
            for (int c = 0; c < 3; c++) {
                vf_store(p->inverse[c] + at, o.inverse[c]);
                vf_store(p->near[c] + at, o.near[c]);
                vf_store(p->far[c] + at, o.far[c]);
                vf_store(p->origin[c] + at, o.turned.origin[c]);
                farthest = vf_max(vf_abs(o.turned.origin[c]), farthest);
            }
            for (int c = 0; c < 2; c++) vf_store(p->shear[c] + at, o.turned.shear[c]);
            vf_store(p->to_t + at, o.turned.inverse);
            vf_store(p->t_low + at, o.turned.t_low);
            vf_store(p->t_high + at, o.turned.t_high);
            vf best = o.turned.t_high;
            if (job->best)
                best = vf_min(best_of(job, p->item + at, at < n ? n - at : 0, in_a_row), best);
            vf_store(p->best + at, best);
            vf_store(p->u + at, vf_set(0));
            vf_store(p->v + at, vf_set(0));
            vf_store(p->id + at, none);
            vf_store(p->instance + at, none);
            const vm near = vf_less(vf_add(o.reach, farthest), vf_set(PACKET_MOST));
            const uint32_t fit = vm_bits(vm_and(o.fits, near)) & ~(rows.replaced >> j);
            if (known == PACKET && fit) known = at + (unsigned)__builtin_ctz(fit);
            for (unsigned k = 0; k < KIND_BITS; k++) {
                some_are[k] |= fit & kind_bits(&o, k);
                some_not[k] |= fit & ~kind_bits(&o, k);
            }
            if (fit == ALL_LANES) {
                reach = vf_max(o.reach, reach);
                large = vf_max(farthest, large);
            } else {
                reach = vf_max(most_of(o.reach, fit), reach);
                large = vf_max(most_of(farthest, fit), large);
                unfit[i / BLOCK] |= (~fit & ALL_LANES) << j;
            }
        }
    }
    if (known == PACKET) return false;
    for (unsigned k = 0; k < KIND_BITS; k++) {
        if (some_are[k] && some_not[k]) return false;
    }
    const float farthest = vf_most(large);
    p->octant = (some_are[0] != 0) | (some_are[1] != 0) << 1 | (some_are[2] != 0) << 2;
    p->axis = some_are[3] ? 0 : some_are[4] ? 1 : 2;
    p->reach = vf_most(reach);
    p->rounding = p->reach * p->reach * RAY_ROUNDING;
    for (size_t i = n; i < end; i++) p->best[i] = p->t_high[i] = -INFINITY;
    for (size_t b = 0; b < BLOCKS; b++) {
        const uint32_t fit = ~unfit[b] & BLOCK_BITS;
        const size_t near = fit ? b * BLOCK + (size_t)__builtin_ctz(fit) : known;
        for (; unfit[b]; unfit[b] &= unfit[b] - 1) {
            const size_t i = b * BLOCK + (size_t)__builtin_ctz(unfit[b]);
            repeat_rays(p, i, i + 1, near);
            p->best[i] = p->t_high[i] = -INFINITY;
            if (i < n) p->stray[p->strays++] = p->item[i];
        }
    }
    repeat_rays(p, end, PACKET, n - 1); // blocks without rays
    for (size_t b = 0; b < BLOCKS; b++) p->latest[b] = b * BLOCK < n ? latest_of(p, b) : -INFINITY;
    bound_blocks(job, p, farthest);
    return true;
}

static struct prepared_ray load_ray(const struct packet *p, size_t i) {
    struct prepared_ray ray = {.best = p->best[i],
                               .t_low = p->t_low[i],
                               .t_high = p->t_high[i],
                               .origin = {p->origin[0][i], p->origin[1][i], p->origin[2][i]},
                               .shear = {p->shear[0][i], p->shear[1][i]},
                               .to_t = p->to_t[i],
                               .reach = p->reach,
                               .u = p->u[i],
                               .v = p->v[i],
                               .mask = UINT32_MAX,
                               .skip = LBX_NO_TRIANGLE,
                               .item = p->item[i]};
    memcpy(&ray.id, &p->id[i], sizeof ray.id);
    memcpy(&ray.instance, &p->instance[i], sizeof ray.instance);
    return ray;
}

FORCE_INLINE void store_ray(struct packet *p, size_t i, const struct prepared_ray *ray) {
    p->best[i] = ray->best;
    p->u[i] = ray->u;
    p->v[i] = ray->v;
    memcpy(&p->id[i], &ray->id, sizeof ray->id);
    memcpy(&p->instance[i], &ray->instance, sizeof ray->instance);
}

// Writes the hits of a packet of consecutive rays; the first one begins a byte of hits.
static void write_consecutive(struct lbx_rays_job *job, const struct packet *p) {
    const lbx_ray_hits *const out = &job->out;
    const size_t first = p->item[0], bytes = p->n * sizeof(float);
    const bool any = job->query == QUERY_ANY;
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
    if (job->scene && job->scene->out) memcpy(job->scene->out + first, p->instance, bytes);
    if (out->u) memcpy(out->u + first, p->u, bytes);
    if (out->v) memcpy(out->v + first, p->v, bytes);
}

static void write_scattered(struct lbx_rays_job *job, const struct packet *p) {
    for (size_t i = 0; i < p->n; i++) {
        const struct prepared_ray ray = load_ray(p, i);
        write_hit(job, &ray);
    }
}

#endif
