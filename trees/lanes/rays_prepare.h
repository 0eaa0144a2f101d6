// SPDX-License-Identifier: MIT
// Reads rays from a view, prepares them for boxes and triangles, and writes their hits.
#ifndef LBX_RAYS_PREPARE_H
#define LBX_RAYS_PREPARE_H

#include "../../kernels/api/operand.h"
#include "../../kernels/math/products.h"
#include "../../kernels/math/ray_contact.h"
#include "../../scenes/scene_rays.h"
#include "nodes.h"

// Added to what boxes are inflated by: more than underflow takes from a t, 2^-149 times a direction
// of up to 2^40, and from positions.
#define RAY_INFLATE_LEAST 0x1p-107f
// A triangle that is small beside its distance seems to be RAY_BESIDE_FAR of the reach beside the
// ray: rounding of the areas takes RAY_ROUNDING times the reach squared.
#define RAY_AREA_PAD (1.25f * CONTACT_PAD)
#define RAY_BESIDE_FAR 0x1p-19f
#define RAY_ROUNDING (RAY_AREA_PAD * RAY_BESIDE_FAR)
// A direction's component that is a smaller part of the largest one is taken to be this part of it:
// the ray stays within what boxes are inflated by.
#define RAY_SLOW 0x1p-40f

// A ray, as boxes and leaves read it: the t of the plane x is x * inverse + near, or + far where
// the ray leaves. In origin and direction z is exchanged with the ray's dominant axis.
struct prepared_ray {
    float inverse[3], best; // no later hit counts; -inf once the ray is done
    float near[3], t_low;
    float far[3], t_high;
    float origin[3], to_t;
    float shear[2];
    float reach, u; // no vertex is farther than `reach` along x, y or z; u and v of the best hit
    float v;
    uint32_t id; // LBX_NO_TRIANGLE: none; for QUERY_CROSSINGS their number
    uint32_t item, mask;
    uint32_t axis, octant; // bit c of octant: the ray goes down along axis c
    uint32_t skip;         // the triangle that does not count
    uint32_t instance;     // of the best hit, in a scene
};

enum { QUADS_OF_RAY = 7 };
_Static_assert(sizeof(struct prepared_ray) == 16 * QUADS_OF_RAY, "it is written by quads");

// Rows of a ray's floats, as its operand has them: origin, direction, t_min, t_max.
enum { ORIGIN_ROW = 0, DIRECTION_ROW = 3, T_MIN_ROW = 6, T_MAX_ROW, RAY_ROWS };
_Static_assert((int)RAY_ROWS == ray_floats, "the rows of a ray");

enum { RAYS_READ = LANES > 16 ? LANES : 16 }; // at a time

// They are read in place, or from `own`.
struct ray_rows {
    const float *at[RAY_ROWS];
    float own[RAY_ROWS][RAYS_READ];
    size_t end;        // so many; the last of them may repeat the last ray
    uint32_t replaced; // bit i: ray i is not traced as it is given
};

// Whether a ray has no direction. It then meets what its origin touches, where its range begins.
FORCE_INLINE bool rests(const float direction[3]) {
    return direction[0] == 0 && direction[1] == 0 && direction[2] == 0;
}

static const float traced_at_rest[3] = {0, 0, 1}; // the direction that such a ray is given

// Reads n rays, up to RAYS_READ, into `own`, and repeats the last one behind them. If they are
// consecutive, the first item is enough.
static __attribute__((noinline)) void gather_rays(const struct lbx_rays_job *job,
                                                  const uint32_t *item, size_t n, bool in_a_row,
                                                  struct ray_rows *rows) {
    const struct lbx_operand *const o = job->rays;
    const unsigned lacking = (o->optional & RAY_T_MIN ? 0 : 1u << T_MIN_ROW) |
                             (o->optional & RAY_T_MAX ? 0 : 1u << T_MAX_ROW);
    for (unsigned k = 0; k < RAY_ROWS; k++) {
        float *const own = rows->own[k];
        rows->at[k] = own;
        if (lacking >> k & 1) {
            const float limit = o->optional & RAY_END ? 1 : INFINITY;
            for (size_t i = 0; i < RAYS_READ; i++) own[i] = k == T_MIN_ROW ? 0 : limit;
        } else {
            for (size_t i = 0; i < n; i++)
                own[i] = operand_float(o, k, in_a_row ? *item + i : item[i]);
            for (size_t i = n; i < RAYS_READ; i++) own[i] = own[n - 1];
        }
    }
    for (unsigned c = 0; c < 3 && o->optional & RAY_END; c++) {
        for (size_t i = 0; i < RAYS_READ; i++)
            rows->own[DIRECTION_ROW + c][i] -= rows->own[ORIGIN_ROW + c][i];
    }
}

// Reads n rays as gather_rays does, of which the first `end` count. Contiguous rays are read in
// place if there are so many.
FORCE_INLINE void read_rays(const struct lbx_rays_job *job, const uint32_t *item, size_t n,
                            bool in_a_row, size_t end, struct ray_rows *rows) {
    const struct lbx_operand *const o = job->rays;
    rows->end = end;
    rows->replaced = 0;
    if (!in_a_row || n != end || o->kind != OPERAND_CONTIGUOUS) {
        gather_rays(job, item, n, in_a_row, rows);
        return;
    }
    for (unsigned k = 0; k < RAY_ROWS; k++) {
        rows->at[k] = rows->own[k];
        if (k < T_MIN_ROW || o->optional & (k == T_MIN_ROW ? RAY_T_MIN : RAY_T_MAX)) {
            rows->at[k] = o->at[k] + *item;
            continue;
        }
        const vf limit = vf_set(k == T_MIN_ROW ? 0 : INFINITY);
        for (size_t i = 0; i < RAYS_READ; i += LANES) vf_store(rows->own[k] + i, limit);
    }
}

// Replaces a ray that is not traced as it is given. One that rests gets a range of 0 alone. One
// with a NaN or an infinity meets nothing: it gets an empty range. Returns whether it was replaced.
static bool replace_ray(float ray[RAY_ROWS]) {
    bool finite = true;
    for (unsigned k = 0; k < RAY_ROWS; k++)
        finite = finite && (k < T_MIN_ROW ? isfinite(ray[k]) : !isnan(ray[k]));
    if (finite && !rests(ray + DIRECTION_ROW)) return false;
    const bool meets = finite && ray[T_MIN_ROW] <= ray[T_MAX_ROW] && 0 <= ray[T_MAX_ROW];
    for (unsigned c = 0; c < 3; c++) {
        ray[ORIGIN_ROW + c] = meets ? ray[ORIGIN_ROW + c] : 0;
        ray[DIRECTION_ROW + c] = traced_at_rest[c];
    }
    ray[T_MIN_ROW] = 0;
    ray[T_MAX_ROW] = meets ? 0 : -INFINITY;
    return true;
}

// The same for the rays from `at` on whose bits are set.
static __attribute__((noinline)) void replace_rays(struct ray_rows *rows, size_t at,
                                                   uint32_t bits) {
    for (unsigned k = 0; k < RAY_ROWS; k++) {
        if (rows->at[k] != rows->own[k])
            memcpy(rows->own[k], rows->at[k], rows->end * sizeof(float));
        rows->at[k] = rows->own[k];
    }
    for (; bits; bits &= bits - 1) {
        const size_t i = at + (size_t)__builtin_ctz(bits);
        float ray[RAY_ROWS];
        for (unsigned k = 0; k < RAY_ROWS; k++) ray[k] = rows->own[k][i];
        if (!replace_ray(ray)) continue;
        for (unsigned k = 0; k < RAY_ROWS; k++) rows->own[k][i] = ray[k];
        rows->replaced |= 1u << i;
    }
}

// Where a ray hits, t being what its tracing found.
static __attribute__((noinline)) float t_of_hit(const struct lbx_rays_job *job, uint32_t item,
                                                float t) {
    float ray[RAY_ROWS];
    const unsigned has = operand_ray(job->rays, item, ray);
    if (t != 0 || !rests(ray + DIRECTION_ROW) || !(has & RAY_T_MIN)) return t;
    return ray[T_MIN_ROW] > 0 ? fminf(ray[T_MIN_ROW], RAY_T_LIMIT) : t;
}

// LANES prepared rays: see struct prepared_ray.
struct prepared_lanes {
    vf inverse[3], near[3], far[3], reach;
    struct turned_ray turned;
    vm fits;                   // all of this is finite
    uint32_t axis[2], down[3]; // bits: x is dominant, or y; the ray goes down along x, y, z
    vf kind[2];                // the bits of struct prepared_ray's axis and octant
};

// Numbers that are only moved.
FORCE_INLINE vf set_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return vf_set(x);
}

FORCE_INLINE vf load_bits(const uint32_t *bits) {
    float x[LANES];
    memcpy(x, bits, sizeof x);
    return vf_load(x);
}

// What is added to the t of planes, for planes that are moved by `inflate` and by what the origin
// makes necessary. If it is infinite, the ray meets all boxes along this axis.
FORCE_INLINE vm offset_planes(vf origin, vf inverse, vf inflate, vf *near, vf *far) {
    const vf by = multiply_add(LANES_FUSE, vf_abs(origin), vf_set(RAY_ORIGIN), inflate);
    const vf ahead = vf_flip(by, inverse), infinite = vf_set(INFINITY);
    const vf first = vf_mul(vf_negate(vf_add(origin, ahead)), inverse);
    const vf last = vf_mul(vf_negate(vf_sub(origin, ahead)), inverse);
    const vm near_fits = vf_less(vf_abs(first), infinite);
    const vm far_fits = vf_less(vf_abs(last), infinite);
    *near = vm_select(near_fits, first, vf_set(-INFINITY));
    *far = vm_select(far_fits, last, infinite);
    return vm_and(near_fits, far_fits);
}

FORCE_INLINE void prepare_given(const struct lbx_rays_job *job, const struct ray *given,
                                struct prepared_lanes *o) {
    const struct lbx_aabb_header *const h = job->tree.header;
    struct most most;
    turn_ray(given, &o->turned, &most);
    o->axis[0] = vm_bits(most.is_x);
    o->axis[1] = vm_bits(most.is_y);
    o->kind[0] = vm_select(most.is_x, set_bits(0), vm_select(most.is_y, set_bits(1), set_bits(2)));
    o->kind[1] = set_bits(0);
    vf away = vf_set(0), fastest = vf_set(0);
    for (int c = 0; c < 3; c++) {
        away = vf_max(vf_abs(vf_sub(given->origin[c], vf_set(h->middle[c]))), away);
        fastest = vf_max(vf_abs(given->direction[c]), fastest);
    }
    o->reach = vf_add(away, vf_set(h->reach));
    const vf inflate =
        multiply_add(LANES_FUSE, o->reach, vf_set(job->inflate), vf_set(RAY_INFLATE_LEAST));
    const vf least = vf_mul(fastest, vf_set(RAY_SLOW));
    o->fits = vf_less(fastest, vf_set(INFINITY));
    for (int c = 0; c < 3; c++) {
        const vf slow = vf_flip(least, given->direction[c]);
        const vm is_slow = vf_less(vf_abs(given->direction[c]), least);
        const vf inverse = vf_div(vf_set(1), vm_select(is_slow, slow, given->direction[c]));
        const vm fits = offset_planes(given->origin[c], inverse, inflate, &o->near[c], &o->far[c]);
        o->inverse[c] = inverse;
        o->fits = vm_and(o->fits, fits);
        const vm down = vf_negative(inverse);
        o->down[c] = vm_bits(down);
        o->kind[1] = vf_or(o->kind[1], vm_select(down, set_bits(1u << c), set_bits(0)));
    }
    o->fits = vm_and_not(o->fits, vf_unordered(given->t_min, given->t_max));
}

FORCE_INLINE void prepare_as_given(const struct lbx_rays_job *job, const struct ray_rows *rows,
                                   size_t at, struct prepared_lanes *o) {
    struct ray given = {.has_t_min = true, .has_t_max = true};
    for (int c = 0; c < 3; c++) {
        given.origin[c] = vf_load(rows->at[ORIGIN_ROW + c] + at);
        given.direction[c] = vf_load(rows->at[DIRECTION_ROW + c] + at);
    }
    given.t_min = vf_load(rows->at[T_MIN_ROW] + at);
    given.t_max = vf_load(rows->at[T_MAX_ROW] + at);
    prepare_given(job, &given, o);
}

// Those that do not fit: see replace_rays.
static __attribute__((noinline)) void prepare_others(const struct lbx_rays_job *job,
                                                     struct ray_rows *rows, size_t at,
                                                     uint32_t others, struct prepared_lanes *o) {
    replace_rays(rows, at, others);
    prepare_as_given(job, rows, at, o);
}

// Prepares LANES rays. A ray with a NaN, an infinity or a direction of 0 does not fit.
FORCE_INLINE void prepare_lanes(const struct lbx_rays_job *job, struct ray_rows *rows, size_t at,
                                struct prepared_lanes *o) {
    prepare_as_given(job, rows, at, o);
    if (all_lanes(o->fits)) return;
    struct prepared_lanes others;
    prepare_others(job, rows, at, ~vm_bits(o->fits) & ALL_LANES, &others);
    *o = others;
}

// Writes LANES rays that have hit nothing yet.
FORCE_INLINE void store_rays(const struct prepared_lanes *o, vf best, vf item,
                             struct prepared_ray *to) {
    const struct turned_ray *const turned = &o->turned;
    const vf none = set_bits(LBX_NO_TRIANGLE);
    const vf quad[QUADS_OF_RAY][4] = {
        {o->inverse[0], o->inverse[1], o->inverse[2], best},
        {o->near[0], o->near[1], o->near[2], turned->t_low},
        {o->far[0], o->far[1], o->far[2], turned->t_high},
        {turned->origin[0], turned->origin[1], turned->origin[2], turned->inverse},
        {turned->shear[0], turned->shear[1], o->reach, vf_set(0)},
        {vf_set(0), none, item, set_bits(UINT32_MAX)},
        {o->kind[0], o->kind[1], none, none}};
    for (size_t q = 0; q < QUADS_OF_RAY; q++)
        vf_store_quads((char *)to + 4 * sizeof(float) * q, sizeof *to, quad[q]);
}

// The numbers from `first` on.
FORCE_INLINE vf numbers_from(uint32_t first) {
    uint32_t number[LANES];
    for (uint32_t l = 0; l < LANES; l++) number[l] = first + l;
    return load_bits(number);
}

// Returns whether some are not traced as they are given.
static bool prepare_rays(const struct lbx_rays_job *job, size_t first, size_t n,
                         struct prepared_ray *out) {
    uint32_t replaced = 0;
    for (size_t i = 0; i < n; i += RAYS_READ) {
        struct ray_rows rows;
        const size_t some = n - i < RAYS_READ ? n - i : RAYS_READ;
        const uint32_t item = (uint32_t)(first + i);
        read_rays(job, &item, some, true, (some + LANES - 1) / LANES * LANES, &rows);
        for (size_t j = 0; j < some; j += LANES) {
            struct prepared_lanes o;
            struct prepared_ray last[LANES];
            const bool whole = some - j >= LANES;
            prepare_lanes(job, &rows, j, &o);
            store_rays(&o, o.turned.t_high, numbers_from(item + (uint32_t)j),
                       whole ? out + i + j : last);
            if (!whole) memcpy(out + i + j, last, (some - j) * sizeof *last);
        }
        replaced |= rows.replaced;
    }
    const lbx_ray_filter *const f = &job->filter;
    for (size_t i = 0; i < n && (f->mask || f->skip); i++) {
        out[i].mask = filter_entry(f, f->mask, first + i, UINT32_MAX);
        out[i].skip = filter_entry(f, f->skip, first + i, LBX_NO_TRIANGLE);
    }
    return replaced != 0;
}

FORCE_INLINE float first_lane(vf x) {
    float lane[LANES];
    vf_store(lane, x);
    return lane[0];
}

// A ray in every lane.
FORCE_INLINE void prepare_everywhere(const struct lbx_rays_job *job, const float ray[RAY_ROWS],
                                     struct prepared_lanes *o) {
    struct ray given = {.has_t_min = true, .has_t_max = true};
    for (unsigned c = 0; c < 3; c++) {
        given.origin[c] = vf_set(ray[ORIGIN_ROW + c]);
        given.direction[c] = vf_set(ray[DIRECTION_ROW + c]);
    }
    given.t_min = vf_set(ray[T_MIN_ROW]);
    given.t_max = vf_set(ray[T_MAX_ROW]);
    prepare_given(job, &given, o);
}

// Prepares one ray, without rows. Returns whether it is not traced as it is given.
static bool prepare_ray(const struct lbx_rays_job *job, size_t item, struct prepared_ray *r) {
    float ray[RAY_ROWS];
    struct prepared_lanes o;
    const unsigned has = operand_ray(job->rays, item, ray);
    if (!(has & RAY_T_MIN)) ray[T_MIN_ROW] = 0;
    if (!(has & RAY_T_MAX)) ray[T_MAX_ROW] = INFINITY;
    prepare_everywhere(job, ray, &o);
    const bool replaced = !(vm_bits(o.fits) & 1) && replace_ray(ray);
    if (replaced) prepare_everywhere(job, ray, &o);
    for (int c = 0; c < 3; c++) {
        r->inverse[c] = first_lane(o.inverse[c]);
        r->near[c] = first_lane(o.near[c]);
        r->far[c] = first_lane(o.far[c]);
        r->origin[c] = first_lane(o.turned.origin[c]);
    }
    for (int c = 0; c < 2; c++) r->shear[c] = first_lane(o.turned.shear[c]);
    r->to_t = first_lane(o.turned.inverse);
    r->t_low = first_lane(o.turned.t_low);
    r->best = r->t_high = first_lane(o.turned.t_high);
    if (job->best) r->best = fminf(job->best[item], r->best);
    r->reach = first_lane(o.reach);
    r->u = 0;
    r->axis = o.axis[0] & 1 ? 0 : o.axis[1] & 1 ? 1 : 2;
    r->octant = (o.down[0] & 1) | (o.down[1] & 1) << 1 | (o.down[2] & 1) << 2;
    r->v = 0;
    r->id = LBX_NO_TRIANGLE;
    r->item = (uint32_t)item;
    r->mask = filter_entry(&job->filter, job->filter.mask, item, UINT32_MAX);
    r->skip = filter_entry(&job->filter, job->filter.skip, item, LBX_NO_TRIANGLE);
    r->instance = LBX_NO_INSTANCE;
    return replaced;
}

static void write_hit(struct lbx_rays_job *job, const struct prepared_ray *r) {
    const bool hit = r->id != LBX_NO_TRIANGLE;
    job->found += hit;
    if (job->query == QUERY_ANY) {
        if (job->hits) job->hits[r->item / 8] |= (uint8_t)(hit << r->item % 8);
        return;
    }
    const lbx_ray_hits *const out = &job->out;
    if (out->id) out->id[r->item] = r->id;
    if (job->scene && job->scene->out) job->scene->out[r->item] = r->instance;
    if (out->t) out->t[r->item] = hit ? r->best : INFINITY;
    if (out->u) out->u[r->item] = r->u;
    if (out->v) out->v[r->item] = r->v;
}

// Writes t once more, if some of the rays may rest.
static void correct_t(struct lbx_rays_job *job, const struct prepared_ray *r, size_t n) {
    if (job->query == QUERY_ANY || !job->out.t) return;
    for (size_t i = 0; i < n; i++) {
        if (r[i].id != LBX_NO_TRIANGLE) job->out.t[r[i].item] = t_of_hit(job, r[i].item, r[i].best);
    }
}

#endif
