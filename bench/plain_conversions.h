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

// Makes the rotation matrix of a quaternion of any length, as the kernels do.
INLINE void plain_rotation(const float *q, float m[3][3]) {
    const float s = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const float made[3][3] = {{1 - s * (q[1] * q[1] + q[2] * q[2]), s * (q[0] * q[1] - q[2] * q[3]),
                               s * (q[0] * q[2] + q[1] * q[3])},
                              {s * (q[0] * q[1] + q[2] * q[3]), 1 - s * (q[0] * q[0] + q[2] * q[2]),
                               s * (q[1] * q[2] - q[0] * q[3])},
                              {s * (q[0] * q[2] - q[1] * q[3]), s * (q[1] * q[2] + q[0] * q[3]),
                               1 - s * (q[0] * q[0] + q[1] * q[1])}};
    for (int k = 0; k < 9; k++) m[k / 3][k % 3] = made[k / 3][k % 3];
}

INLINE void plain_transform(const float *box, const float *pose, float *out) {
    float m[3][3];
    plain_rotation(pose + 3, m);
    for (int c = 0; c < 3; c++) {
        out[c] = dot(m[c], box) + pose[c];
        out[3 + c] = box[3 + c];
        for (int k = 6; k < 15; k += 3) out[k + c] = dot(m[c], box + k);
    }
}

INLINE void plain_capsule_transform(const float *capsule, const float *pose, float *out) {
    float m[3][3];
    plain_rotation(pose + 3, m);
    for (int c = 0; c < 3; c++) {
        out[c] = dot(m[c], capsule) + pose[c];
        out[3 + c] = dot(m[c], capsule + 3) + pose[c];
    }
    out[6] = capsule[6];
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

// Ericson 5.1.5 without a branch: the nearest of three points of edges, or that of the face.
INLINE void plain_point_triangle(const float *p, const float *t, float *out) {
    float least_square = INFINITY, from[3][3], edge[3][3], at[3], feature = 0;
    for (int k = 0; k < 3; k++) {
        const int next = (k + 1) % 3;
        float to[3];
        for (int c = 0; c < 3; c++) {
            from[k][c] = t[3 * k + c] - p[c];
            edge[k][c] = t[3 * next + c] - t[3 * k + c];
        }
        const float part = -dot(from[k], edge[k]) / dot(edge[k], edge[k]);
        at[k] = least(most(part, 0), 1);
        for (int c = 0; c < 3; c++) to[c] = from[k][c] + at[k] * edge[k][c];
        const float square = dot(to, to);
        const bool nearer = square < least_square;
        const float u = k == 0   ? at[k]
                        : k == 1 ? 1 - at[k]
                                 : 0,
                    v = k == 0   ? 0
                        : k == 1 ? at[k]
                                 : 1 - at[k];
        least_square = nearer ? square : least_square;
        out[1] = nearer ? u : k ? out[1] : 0;
        out[2] = nearer ? v : k ? out[2] : 0;
        feature = nearer ? 0x1p-149f * (float)(at[k] <= 0   ? 4 + k
                                               : at[k] >= 1 ? 4 + next
                                                            : 1 + k)
                         : feature;
    }
    const float uu = dot(edge[0], edge[0]), uv = -dot(edge[0], edge[2]), vv = dot(edge[2], edge[2]);
    const float pu = -dot(from[0], edge[0]), pv = dot(from[0], edge[2]), area = uu * vv - uv * uv;
    const float u = (vv * pu - uv * pv) / area, v = (uu * pv - uv * pu) / area;
    float to[3];
    for (int c = 0; c < 3; c++) to[c] = from[0][c] + u * edge[0][c] - v * edge[2][c];
    const bool face = u >= 0 && v >= 0 && u + v <= 1;
    out[0] = sqrtf(face ? dot(to, to) : least_square);
    out[1] = face ? u : out[1];
    out[2] = face ? v : out[2];
    out[3] = face ? 0 : feature;
}

INLINE void plain_aabb_from_capsule(const float *x, const float *none, float *out) {
    (void)none;
    for (int c = 0; c < 3; c++) {
        out[c] = least(x[c], x[3 + c]) - x[6];
        out[3 + c] = most(x[c], x[3 + c]) + x[6];
    }
}

// Keeps the way from b to a that ends at a point, if it is shorter; its square is out[0].
INLINE void keep_way(const float *point, const float *way, bool valid, float *out) {
    const float square = dot(way, way);
    const bool shorter = valid && square < out[0];
    out[0] = shorter ? square : out[0];
    for (int c = 0; c < 3; c++) {
        out[1 + c] = shorter ? point[c] : out[1 + c];
        out[4 + c] = shorter ? point[c] - way[c] : out[4 + c];
    }
}

INLINE void edges_way(const float *p, const float *u, const float *q, const float *v, float *out) {
    const float r[3] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
    const float uu = most(dot(u, u), 1e-30f), vv = most(dot(v, v), 1e-30f), uv = dot(u, v);
    const float along_u = dot(u, r), along_v = dot(v, r), sine = uu * vv - uv * uv;
    float s = least(most((uv * along_v - along_u * vv) / most(sine, 1e-30f), 0), 1), point[3];
    const float t = least(most((uv * s + along_v) / vv, 0), 1);
    s = least(most((uv * t - along_u) / uu, 0), 1);
    float way[3];
    for (int c = 0; c < 3; c++) {
        point[c] = p[c] + s * u[c];
        way[c] = r[c] + s * u[c] - t * v[c];
    }
    keep_way(point, way, true, out);
}

// The face of one triangle, and the other's vertices and edges; `sign` is -1 if the face is a's.
INLINE void face_way(const float *face, float edge[3][3], const float *other, float sign,
                     float *out) {
    const float *const u = edge[0], *const v = edge[2];
    const float uu = dot(u, u), vv = dot(v, v), uv = dot(u, v);
    const float inverse = 1 / most(uu * vv - uv * uv, 1e-30f);
    float normal[3], x[3], y[3], height[3];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        normal[i] = u[k] * v[j] - u[j] * v[k];
    }
    for (int k = 0; k < 3; k++) {
        float r[3], way[3], point[3];
        for (int c = 0; c < 3; c++) r[c] = other[3 * k + c] - face[c];
        x[k] = (vv * dot(u, r) - uv * dot(v, r)) * inverse;
        y[k] = (uv * dot(u, r) - uu * dot(v, r)) * inverse;
        height[k] = dot(normal, r);
        for (int c = 0; c < 3; c++) {
            const float across = r[c] - x[k] * u[c] + y[k] * v[c];
            point[c] = sign > 0 ? other[3 * k + c] : other[3 * k + c] - across;
            way[c] = sign * across;
        }
        keep_way(point, way, least(least(x[k], y[k]), 1 - x[k] - y[k]) >= 0, out);
    }
    for (int k = 0; k < 3; k++) {
        const int l = (k + 1) % 3;
        const float part = height[k] / (height[k] - height[l]), none[3] = {0, 0, 0};
        const float at_x = x[k] + part * (x[l] - x[k]), at_y = y[k] + part * (y[l] - y[k]);
        const float inside = least(least(at_x, at_y), 1 - at_x - at_y);
        float point[3];
        for (int c = 0; c < 3; c++)
            point[c] = other[3 * k + c] + part * (other[3 * l + c] - other[3 * k + c]);
        keep_way(point, none, least(inside, least(part, 1 - part)) >= 0, out);
    }
}

INLINE void plain_separation(const float *a, const float *b, float *out) {
    float of_a[3][3], of_b[3][3];
    for (int k = 0; k < 9; k++) {
        of_a[k / 3][k % 3] = a[(k + 3) % 9] - a[k];
        of_b[k / 3][k % 3] = b[(k + 3) % 9] - b[k];
    }
    out[0] = INFINITY;
    for (int k = 1; k < 7; k++) out[k] = 0;
    face_way(a, of_a, b, -1, out);
    face_way(b, of_b, a, 1, out);
    // Neither compiler vectorizes the loop over a batch around loops that it leaves as they are.
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
#pragma GCC unroll 3
        for (int j = 0; j < 3; j++) edges_way(a + 3 * i, of_a[i], b + 3 * j, of_b[j], out);
    }
    out[0] = sqrtf(out[0]);
}

// Along each axis, with selects that compilers turn into vectors.
INLINE void keep_depth(float depth, float axis, float *out) {
    const bool less = depth < out[0];
    out[0] = less ? depth : out[0];
    out[1] = less ? axis : out[1];
}

INLINE void plain_depth(const float *a, const float *b, float *out) {
    static const float bits[15] = {0x0p-149f, 0x1p-149f, 0x2p-149f, 0x3p-149f, 0x4p-149f,
                                   0x5p-149f, 0x6p-149f, 0x7p-149f, 0x8p-149f, 0x9p-149f,
                                   0xap-149f, 0xbp-149f, 0xcp-149f, 0xdp-149f, 0xep-149f};
    float d[3], t[3], r[3][3], s[3][3];
    for (int c = 0; c < 3; c++) d[c] = b[c] - a[c];
    for (int i = 0; i < 3; i++) {
        t[i] = dot(d, a + 6 + 3 * i);
        for (int k = 0; k < 3; k++) {
            r[i][k] = dot(a + 6 + 3 * i, b + 6 + 3 * k);
            s[i][k] = fabsf(r[i][k]);
        }
    }
    out[0] = INFINITY;
    out[1] = 0;
    for (int i = 0; i < 3; i++)
        keep_depth(a[3 + i] + b[3] * s[i][0] + b[4] * s[i][1] + b[5] * s[i][2] - fabsf(t[i]),
                   bits[i], out);
    for (int k = 0; k < 3; k++)
        keep_depth(b[3 + k] + a[3] * s[0][k] + a[4] * s[1][k] + a[5] * s[2][k] -
                       fabsf(t[0] * r[0][k] + t[1] * r[1][k] + t[2] * r[2][k]),
                   bits[3 + k], out);
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
#pragma GCC unroll 3
        for (int k = 0; k < 3; k++) {
            const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            const float square = r[i1][k] * r[i1][k] + r[i2][k] * r[i2][k];
            const float margin = a[3 + i1] * s[i2][k] + a[3 + i2] * s[i1][k] +
                                 b[3 + k1] * s[i][k2] + b[3 + k2] * s[i][k1] -
                                 fabsf(t[i2] * r[i1][k] - t[i1] * r[i2][k]);
            keep_depth(square < 0x1p-20f ? INFINITY : margin / sqrtf(square), bits[6 + 3 * i + k],
                       out);
        }
    }
}

CONVERSION(aabbs_from_obbs, plain_aabb_from_obb, 15, 0, 6)
CONVERSION(aabbs_from_triangles, plain_aabb_from_triangle, 9, 0, 6)
CONVERSION(spheres_from_obbs, plain_sphere_from_obb, 15, 0, 4)
CONVERSION(obbs_transform, plain_transform, 15, 7, 15)
CONVERSION(point_triangle, plain_point_triangle, 3, 9, 4)
CONVERSION(aabbs_from_capsules, plain_aabb_from_capsule, 7, 0, 6)
CONVERSION(capsules_transform, plain_capsule_transform, 7, 7, 7)
CONVERSION(triangle_triangle_distance, plain_separation, 9, 9, 7)
CONVERSION(obb_obb_depth, plain_depth, 15, 15, 2)

#endif
