// SPDX-License-Identifier: MIT
// The conversions in plain C. Included by plain.c.
#ifndef LBX_BENCH_PLAIN_CONVERSIONS_H
#define LBX_BENCH_PLAIN_CONVERSIONS_H

typedef void convert(const float *a, const float *b, float *out);

// The pointers are copied, and inputs and outputs do not overlap.
INLINE void convert_arrays(convert *one, unsigned a_floats, const float *const first[],
                           unsigned b_floats, const float *const second[], unsigned out_floats,
                           float *const out[], size_t n) {
    const float *a[FLOATS_MAX], *b[FLOATS_MAX];
    float *to[FLOATS_MAX];
    for (unsigned k = 0; k < a_floats; k++) a[k] = first[k];
    for (unsigned k = 0; k < b_floats; k++) b[k] = second[k];
    for (unsigned k = 0; k < out_floats; k++) to[k] = out[k];
#if defined(__clang__)
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
    for (size_t i = 0; i < n; i++) {
        float x[FLOATS_MAX], y[FLOATS_MAX], z[FLOATS_MAX];
        for (unsigned k = 0; k < a_floats; k++) x[k] = a[k][i];
        for (unsigned k = 0; k < b_floats; k++) y[k] = b[k][i];
        one(x, y, z);
        for (unsigned k = 0; k < out_floats; k++) to[k][i] = z[k];
    }
}

INLINE void convert_structures(convert *one, unsigned a_floats, const float *restrict first,
                               unsigned b_floats, const float *restrict second, unsigned out_floats,
                               float *restrict out, size_t n) {
    for (size_t i = 0; i < n; i++) {
        one(first + i * padded(a_floats), second + i * padded(b_floats),
            out + i * padded(out_floats));
    }
}

#define CONVERSION(name, one, a_floats, b_floats, out_floats)                                      \
    static void name##_arrays(const float *const first[], const float *const second[], size_t n,   \
                              float *const out[]) {                                                \
        convert_arrays(one, a_floats, first, b_floats, second, out_floats, out, n);                \
    }                                                                                              \
    static void name##_structures(const float *const first[], const float *const second[],         \
                                  size_t n, float *const out[]) {                                  \
        convert_structures(one, a_floats, first[0], b_floats, second[0], out_floats, out[0], n);   \
    }

INLINE void plain_aabb_from_obb(const float *box, const float *none, float *out) {
    (void)none;
    for (int c = 0; c < 3; c++) {
        const float extent =
            fabsf(box[6 + c]) * box[3] + fabsf(box[9 + c]) * box[4] + fabsf(box[12 + c]) * box[5];
        out[c] = box[c] - extent;
        out[3 + c] = box[c] + extent;
    }
}

INLINE void plain_aabb_from_triangle(const float *x, const float *none, float *out) {
    (void)none;
    for (int c = 0; c < 3; c++) {
        out[c] = least(least(x[c], x[3 + c]), x[6 + c]);
        out[3 + c] = most(most(x[c], x[3 + c]), x[6 + c]);
    }
}

INLINE void plain_sphere_from_obb(const float *box, const float *none, float *out) {
    (void)none;
    for (int c = 0; c < 3; c++) out[c] = box[c];
    out[3] = sqrtf(dot(box + 3, box + 3));
}

// Uses the rotation matrix of a quaternion of any length, as the kernel does.
INLINE void plain_transform(const float *box, const float *pose, float *out) {
    const float *q = pose + 3;
    const float s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const float m[3][3] = {{1 - s * (q[1] * q[1] + q[2] * q[2]), s * (q[0] * q[1] - q[2] * q[3]),
                            s * (q[0] * q[2] + q[1] * q[3])},
                           {s * (q[0] * q[1] + q[2] * q[3]), 1 - s * (q[0] * q[0] + q[2] * q[2]),
                            s * (q[1] * q[2] - q[0] * q[3])},
                           {s * (q[0] * q[2] - q[1] * q[3]), s * (q[1] * q[2] + q[0] * q[3]),
                            1 - s * (q[0] * q[0] + q[1] * q[1])}};
    for (int c = 0; c < 3; c++) {
        out[c] = dot(m[c], box) + pose[c];
        out[3 + c] = box[3 + c];
        for (int k = 6; k < 15; k += 3) out[k + c] = dot(m[c], box + k);
    }
}

// Rounds to the nearest float, and from there outward by more than half an ulp. The result is up to
// two floats too large, and denormals are not handled.
INLINE float plain_outward(double x, double origin, bool up) {
    const float nearest = (float)(x - origin);
    const float pad = fabsf(nearest) * 0x1p-23f;
    return up ? nearest + pad : nearest - pad;
}

static void doubles_arrays(const double *const from[], const double origin[3], size_t n,
                           float *const out[]) {
    for (unsigned k = 0; k < 6; k++) {
        const double *restrict x = from[k];
        float *restrict to = out[k];
        for (size_t i = 0; i < n; i++) to[i] = plain_outward(x[i], origin[k % 3], k >= 3);
    }
}

static void doubles_structures(const double *const from[], const double origin[3], size_t n,
                               float *const out[]) {
    const double *restrict x = from[0];
    float *restrict to = out[0];
    for (size_t i = 0; i < n; i++) {
        for (unsigned k = 0; k < 6; k++)
            to[6 * i + k] = plain_outward(x[6 * i + k], origin[k % 3], k >= 3);
    }
}

CONVERSION(aabbs_from_obbs, plain_aabb_from_obb, 15, 0, 6)
CONVERSION(aabbs_from_triangles, plain_aabb_from_triangle, 9, 0, 6)
CONVERSION(spheres_from_obbs, plain_sphere_from_obb, 15, 0, 4)
CONVERSION(obbs_transform, plain_transform, 15, 7, 15)

#endif
