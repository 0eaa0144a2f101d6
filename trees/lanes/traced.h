// SPDX-License-Identifier: MIT
// Rays and the leaves of a tree: prepares rays, tests them against the triangles of a leaf, and
// writes their hits.
#ifndef LBX_TRACED_H
#define LBX_TRACED_H

#include "../../kernels/api/operand.h"
#include "../../kernels/math/products.h"
#include "../../kernels/math/ray_contact.h"
#include "../tracing.h"

enum {
    RAYS_AT_ONCE = LANES > TREE_WIDTH ? LANES / TREE_WIDTH : 1,
    STEP = LANES < TREE_WIDTH ? LANES : TREE_WIDTH, // children or triangles a vector
    PARTS = TREE_WIDTH / STEP
};

// --- rays ---

FORCE_INLINE float ray_float(const struct lbx_tracing *job, size_t i, unsigned k) {
    return operand_float(job->rays, k, i);
}

enum { ROWS = ray_floats, OPENED = LANES > 16 ? LANES : 16 };

// Rays as rows: origin, direction, t_min, t_max. They are read in place, or from `own`.
struct ray_rows {
    const float *at[ROWS];
    float own[ROWS][OPENED];
};

// Reads n rays; if they are consecutive, the first item is enough.
FORCE_INLINE void read_rays(const struct lbx_tracing *job, const uint32_t *item, size_t n,
                            bool in_a_row, struct ray_rows *rows) {
    const struct lbx_operand *const o = job->rays;
    const unsigned lacking =
        (o->optional & RAY_T_MIN ? 0 : 1u << RAY_AT_T_MIN) | (o->optional & RAY_T_MAX ? 0 : 1u << RAY_AT_T_MAX);
    const bool as_they_lie = in_a_row && n == OPENED && o->kind == OPERAND_CONTIGUOUS;
    for (unsigned k = 0; k < ROWS; k++) {
        float *const own = rows->own[k];
        rows->at[k] = own;
        if (lacking >> k & 1) {
            for (size_t i = 0; i < OPENED; i++) own[i] = k == RAY_AT_T_MIN ? 0 : INFINITY;
        } else if (as_they_lie) {
            rows->at[k] = o->at[k] + *item;
        } else {
            for (size_t i = 0; i < n; i++)
                own[i] = operand_float(o, k, in_a_row ? *item + i : item[i]);
            for (size_t i = n; i < OPENED; i++) own[i] = own[n - 1];
        }
    }
}

// LANES rays, as boxes and leaves read them: see struct lbx_traced.
struct opened {
    vf inverse[3], near[3], far[3], reach;
    struct turned_ray turned;
    uint32_t axis[2], down[3]; // bits: x is dominant, or y; the ray goes down along x, y, z
};

FORCE_INLINE void open_lanes(const struct lbx_aabb_header *h, const struct ray_rows *rows,
                             size_t at, struct opened *o) {
    struct ray given = {.has_t_min = true, .has_t_max = true};
    struct most most;
    for (int c = 0; c < 3; c++) {
        given.origin[c] = vf_load(rows->at[c] + at);
        given.direction[c] = vf_load(rows->at[3 + c] + at);
    }
    given.t_min = vf_load(rows->at[RAY_AT_T_MIN] + at);
    given.t_max = vf_load(rows->at[RAY_AT_T_MAX] + at);
    turn_ray(&given, &o->turned, &most);
    o->axis[0] = vm_bits(most.is_x);
    o->axis[1] = vm_bits(most.is_y) & ~o->axis[0];
    vf away = vf_set(0), large = vf_set(0), fastest = vf_set(0);
    for (int c = 0; c < 3; c++) {
        away = vf_max(vf_abs(vf_sub(given.origin[c], vf_set(h->middle[c]))), away);
        large = vf_max(vf_abs(given.origin[c]), large);
        fastest = vf_max(vf_abs(given.direction[c]), fastest);
    }
    // A NaN if any part of the ray is infinite or NaN: such a ray meets every box.
    vf doubtful = vf_add(vf_add(o->turned.shear[0], o->turned.shear[1]), o->turned.inverse);
    for (int c = 0; c < 3; c++) doubtful = vf_add(o->turned.origin[c], doubtful);
    o->reach = vf_add(vf_add(away, vf_set(h->reach)), vf_mul(doubtful, vf_set(0)));
    const vf grow =
        vf_add(vf_mul(vf_add(o->reach, large), vf_set(TRACE_GROW)), vf_set(TRACE_LEAST));
    const vf least = vf_mul(fastest, vf_set(TRACE_SLOW));
    for (int c = 0; c < 3; c++) {
        const vf slow = vf_flip(least, given.direction[c]);
        const vm is_slow = vf_less(vf_abs(given.direction[c]), least);
        const vf inverse = vf_div(vf_set(1), vm_select(is_slow, slow, given.direction[c]));
        const vf ahead = vf_flip(grow, inverse), infinite = vf_set(INFINITY);
        const vf first = vf_mul(vf_negate(vf_add(given.origin[c], ahead)), inverse);
        const vf last = vf_mul(vf_negate(vf_sub(given.origin[c], ahead)), inverse);
        o->inverse[c] = inverse;
        o->near[c] = vm_select(vf_less(vf_abs(first), infinite), first, vf_set(-INFINITY));
        o->far[c] = vm_select(vf_less(vf_abs(last), infinite), last, infinite);
        o->down[c] = vm_bits(vf_negative(inverse));
    }
}

static void open_rays(const struct lbx_tracing *job, size_t first, size_t n,
                      struct lbx_traced *out) {
    enum { QUADS_OF_RAY = 5 }; // struct lbx_traced begins with them
    for (size_t i = 0; i < n; i += OPENED) {
        struct ray_rows rows;
        const size_t some = n - i < OPENED ? n - i : OPENED;
        const uint32_t item = (uint32_t)(first + i);
        read_rays(job, &item, some, true, &rows);
        for (size_t j = 0; j < some; j += LANES) {
            struct opened o;
            float lane[4 * QUADS_OF_RAY][LANES];
            open_lanes(job->tree.header, &rows, j, &o);
            const struct turned_ray *const turned = &o.turned;
            const vf quad[QUADS_OF_RAY][4] = {
                {o.inverse[0], o.inverse[1], o.inverse[2], turned->t_high},
                {o.near[0], o.near[1], o.near[2], turned->t_low},
                {o.far[0], o.far[1], o.far[2], turned->t_high},
                {turned->origin[0], turned->origin[1], turned->origin[2], turned->inverse},
                {turned->shear[0], turned->shear[1], o.reach, vf_set(0)}};
            struct lbx_traced *const to = out + i + j;
            const size_t count = some - j < LANES ? some - j : LANES;
            for (int q = 0; q < QUADS_OF_RAY; q++) {
                if (count == LANES)
                    vf_store_quads((char *)to + 4 * sizeof(float) * (size_t)q, sizeof *to, quad[q]);
                else
                    for (int k = 0; k < 4; k++) vf_store(lane[4 * q + k], quad[q][k]);
            }
            for (size_t l = 0; l < count; l++) {
                for (size_t k = 0; count < LANES && k < 4 * QUADS_OF_RAY; k++)
                    memcpy((char *)&to[l] + k * sizeof(float), &lane[k][l], sizeof(float));
                to[l].axis = o.axis[0] >> l & 1 ? 0 : o.axis[1] >> l & 1 ? 1 : 2;
                to[l].octant = (uint16_t)((o.down[0] >> l & 1) | (o.down[1] >> l & 1) << 1 |
                                          (o.down[2] >> l & 1) << 2);
            }
        }
    }
    for (size_t i = 0; i < n; i++) {
        out[i].v = 0;
        out[i].id = LBX_NO_TRIANGLE;
        out[i].mask = job->ray_masks ? job->ray_masks[first + i] : UINT32_MAX;
        out[i].item = (uint32_t)(first + i);
    }
}

static void close_ray(struct lbx_tracing *job, const struct lbx_traced *r) {
    const bool hit = r->id != LBX_NO_TRIANGLE;
    job->found += hit;
    if (job->kind == TRACE_ANY) {
        if (job->hits) job->hits[r->item / 8] |= (uint8_t)(hit << r->item % 8);
        return;
    }
    const lbx_ray_hits *const out = &job->out;
    if (out->id) out->id[r->item] = r->id;
    if (out->t) out->t[r->item] = hit ? r->best : INFINITY;
    if (out->u) out->u[r->item] = r->u;
    if (out->v) out->v[r->item] = r->v;
}

// --- two rays in the halves of a vector, or one ---

FORCE_INLINE vm first_half(void) {
    static const float halves[LANES > TREE_WIDTH ? LANES : 16] = {1, 1, 1, 1, 1, 1, 1, 1};
    return vf_less(vf_set(0), vf_load(halves));
}

FORCE_INLINE vf of_rays(float a, float b) {
    return RAYS_AT_ONCE > 1 ? vm_select(first_half(), vf_set(a), vf_set(b)) : vf_set(a);
}

// A row of eight floats in each half; reads before and after the rows stay within the tree.
FORCE_INLINE vf rows_at(const float *a, const float *b) {
    return RAYS_AT_ONCE > 1 ? vm_select(first_half(), vf_load(a), vf_load(b - TREE_WIDTH))
                            : vf_load(a);
}

// --- boxes ---

// The row of planes where rays of an octant enter a node's boxes, and that where they leave.
FORCE_INLINE const float *near_row(const struct lbx_aabb_node *node, unsigned octant, int c) {
    return octant >> c & 1 ? node->max[c] : node->min[c];
}

FORCE_INLINE const float *far_row(const struct lbx_aabb_node *node, unsigned octant, int c) {
    return octant >> c & 1 ? node->min[c] : node->max[c];
}

// Intersects ranges of t with those between planes `in`, where rays enter, and `out`, where they
// leave.
FORCE_INLINE void cross_planes(vf in, vf out, vf inverse, vf near, vf far, vf *first, vf *last) {
    *first = vf_max(multiply_add(LANES_FUSE, in, inverse, near), *first);
    *last = vf_min(multiply_add(LANES_FUSE, out, inverse, far), *last);
}

// Prefetches a child: trees are larger than caches.
FORCE_INLINE void fetch_child(const struct lbx_tracing *job, uint32_t child) {
    const bool leaf = is_leaf(child);
    const char *const at = leaf ? (const char *)&job->tree.leaf[leaf_first(child)]
                                : (const char *)&job->tree.node[child];
    const size_t bytes = leaf ? sizeof(struct lbx_aabb_leaf) : sizeof(struct lbx_aabb_node);
    for (size_t k = 0; k < bytes; k += 64) prefetch(at + k);
}

// --- leaves ---

// Takes a hit: the one with the least t counts, and among equal ones the lower number.
FORCE_INLINE void take_hit(struct lbx_tracing *job, struct lbx_traced *r,
                           const struct lbx_aabb_leaf *leaf, unsigned k, float t, float u,
                           float v) {
    if (!(leaf->mask[k] & r->mask)) return;
    if (job->kind == TRACE_ALL) {
        if (job->found - job->given < job->room && job->found >= job->given && job->all)
            job->all[job->found - job->given] = (lbx_ray_hit){r->item, leaf->id[k], t, u, v};
        job->found++;
        return;
    }
    if (t > r->best || (t == r->best && leaf->id[k] >= r->id)) return;
    r->best = job->kind == TRACE_ANY ? -INFINITY : t;
    r->u = u;
    r->v = v;
    r->id = leaf->id[k];
}

static __attribute__((noinline)) void settle_hit(struct lbx_tracing *job, struct lbx_traced *r,
                                                 const struct lbx_aabb_leaf *leaf, unsigned k) {
    float ray[6], vertex[9], hit[3];
    const float range[2] = {r->t_low, r->t_high};
    for (unsigned c = 0; c < 6; c++) ray[c] = ray_float(job, r->item, c);
    for (unsigned v = 0; v < 3; v++) {
        for (unsigned c = 0; c < 3; c++) vertex[3 * v + c] = leaf->vertex[c][v][k];
    }
    if (lbx_ray_meets_in_double(ray, vertex, range, hit))
        take_hit(job, r, leaf, k, hit[0], hit[1], hit[2]);
}

// A leaf as seen by rays with the same dominant axis.
struct seen_leaf {
    struct triangle part[PARTS];
    float beside; // no vertex is farther from a ray that meets the leaf's box, as the ray sees it
};

FORCE_INLINE void see_leaf(const struct lbx_aabb_leaf *leaf, unsigned axis, struct seen_leaf *s) {
    for (unsigned part = 0; part < PARTS; part++) {
        for (unsigned c = 0; c < 3; c++) {
            for (unsigned v = 0; v < 3; v++) {
                const float *const row = leaf->vertex[(axis + 1 + c) % 3][v] + part * STEP;
                s->part[part].vertex[v][c] = rows_at(row, row);
            }
        }
    }
    s->beside = TRACE_BESIDE * leaf->longest;
}

// Tests the triangles of a leaf against rays whose lines meet its box. There are `rays` of them;
// the others repeat one of these.
//
// Most triangles are missed by far: for them a pad that is too large suffices.
FORCE_INLINE void meet_leaf(struct lbx_tracing *job, struct lbx_traced *const r[RAYS_AT_ONCE],
                            unsigned rays, const struct lbx_aabb_leaf *leaf, uint32_t count,
                            const struct seen_leaf *seen) {
    const struct lbx_traced *const a = r[0], *const b = r[RAYS_AT_ONCE - 1];
    const uint32_t there = (1u << count) - 1;
    struct turned_ray ray;
    for (int c = 0; c < 3; c++) ray.origin[c] = of_rays(a->origin[c], b->origin[c]);
    for (int c = 0; c < 2; c++) ray.shear[c] = of_rays(a->shear[c], b->shear[c]);
    const vf beside = vf_set(seen->beside);
    const vf pad =
        vf_mul(vf_mul(beside, vf_set(TRACE_PAD)), vf_add(beside, of_rays(a->reach, b->reach)));
    for (unsigned part = 0; part < PARTS; part++) {
        struct areas areas;
        areas_of(&ray, &seen->part[part], &areas);
        const uint32_t asked = RAYS_AT_ONCE > 1 && rays > 1
                                   ? there << TREE_WIDTH | there
                                   : there >> part * STEP & ((1u << STEP) - 1);
        uint32_t left = ~vm_bits(lines_apart(&areas, pad)) & asked;
        if (!left) continue;
        struct contacts found;
        ray.inverse = of_rays(a->to_t, b->to_t);
        ray.t_low = of_rays(a->t_low, b->t_low);
        ray.t_high = of_rays(a->t_high, b->t_high);
        pad_areas(&areas);
        contacts_of(&ray, &areas, lines_pass(&areas), &found);
        const uint32_t sure = vm_bits(found.sure);
        const vm late = vm_and(found.sure, vf_less(of_rays(a->best, b->best), found.t));
        left &= ~vm_bits(vm_or(found.apart, late));
        if (!left) continue;
        float t[LANES], u[LANES], v[LANES];
        vf_store(t, found.t);
        vf_store(u, found.u);
        vf_store(v, found.v);
        for (; left; left &= left - 1) {
            const unsigned lane = (unsigned)__builtin_ctz(left), k = lane % STEP + part * STEP;
            struct lbx_traced *const own = r[lane / STEP % RAYS_AT_ONCE];
            if (sure >> lane & 1)
                take_hit(job, own, leaf, k, t[lane], u[lane], v[lane]);
            else
                settle_hit(job, own, leaf, k);
        }
    }
}

#endif
