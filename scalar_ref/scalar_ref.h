// SPDX-License-Identifier: MIT
// The documents' algorithms as the documents write them, one pair at a time. Every file is built
// twice: for float, which is the code a user would have written and the baseline of the benchmarks,
// and for double (LBX_REF_DOUBLE), which is the tests' ground truth away from the boundary.
//
// "Book" is the chapter 9.2 on bounding volumes; "Gomez" is "Simple Intersection Tests for Games",
// 1999.
#ifndef LBX_SCALAR_REF_H
#define LBX_SCALAR_REF_H

#include <stdbool.h>

// On which side of a plane a box lies.
enum ref_side { REF_POSITIVE, REF_NEGATIVE, REF_TANGENT, REF_INTERSECTING };

// What Geng & Gao call N, Y and U.
enum ref_prejudged { REF_APART, REF_OVERLAPPING, REF_UNDECIDED };

// What a frustum sees of a box or a sphere.
enum ref_seen { REF_OUTSIDE, REF_INSIDE, REF_SEEN_IN_PART };

// Declares one function for both precisions.
#define LBX_REF_DECLARE(real, suffix)                                                              \
    /* Gomez listing 3: boxes by position P and extents E. */                                      \
    bool ref_aabb_aabb_##suffix(const real aP[3], const real aE[3], const real bP[3],              \
                                const real bE[3]);                                                 \
    /* Book 9.2.2 (1). On a hit, the line is in the box from t0 to t1; the ray's first point in    \
     * the box is Q, at t. */                                                                      \
    bool ref_ray_aabb_##suffix(const real P[3], const real d[3], const real b_min[3],              \
                               const real b_max[3], real *t0, real *t1, real *t, real Q[3]);       \
    /* Book 9.2.2 (2): center C, axes u[k], half lengths l; the outputs are those of (1). */       \
    bool ref_ray_obb_##suffix(const real P[3], const real d[3], const real C[3], real u[3][3],     \
                              const real l[3], real *t0, real *t1, real *t, real Q[3]);            \
    /* Moller & Trumbore 1997: ray O + t D, vertices V[0..2]. t may be negative; u and v are the   \
     * weights of V[1] and V[2]. */                                                                \
    bool ref_ray_triangle_##suffix(const real O[3], const real D[3], real V[3][3], real *t,        \
                                   real *u, real *v);                                              \
    /* Woop, Benthin & Wald 2013: same inputs and outputs. */                                      \
    bool ref_ray_triangle_watertight_##suffix(const real org[3], const real dir[3], real V[3][3],  \
                                              real *t, real *u, real *v);                          \
    /* Book 9.2.6: centers C, axes u[k], half lengths l. */                                        \
    bool ref_obb_obb_##suffix(const real CA[3], real uA[3][3], const real lA[3], const real CB[3], \
                              real uB[3][3], const real lB[3]);                                    \
    /* Book 9.2.6 with A given by min and max. */                                                  \
    bool ref_aabb_obb_##suffix(const real b_min[3], const real b_max[3], const real CB[3],         \
                               real uB[3][3], const real lB[3]);                                   \
    /* Gomez listing 6: extents a, position Pa, basis A. */                                        \
    bool ref_obb_obb_gomez_##suffix(const real a[3], const real Pa[3], real A[3][3],               \
                                    const real b[3], const real Pb[3], real B[3][3]);              \
    /* Book 9.2.3: ends P0 and P1; center C, axes u[k], half lengths l. */                         \
    bool ref_segment_box_##suffix(const real P0[3], const real P1[3], const real C[3],             \
                                  real u[3][3], const real l[3]);                                  \
    /* Gomez listing 7, in box space: unit direction l, middle, half length hl; extents E. */      \
    bool ref_segment_box_gomez_##suffix(const real l[3], const real mid[3], real hl,               \
                                        const real E[3]);                                          \
    /* Book 9.2.5: vertices V; center C, axes u[k], half lengths l. */                             \
    bool ref_triangle_box_##suffix(real V[3][3], const real C[3], real u[3][3], const real l[3]);  \
    /* Voorhies 1992, Green and Hatch 1995, in the box's frame: vertices P, half lengths l. */     \
    bool ref_triangle_box_voorhies_##suffix(real P[3][3], const real l[3]);                        \
    /* Gottschalk 1996: triangles with vertices A and B; apart if a gap exceeds `within`. */       \
    bool ref_triangle_triangle_##suffix(real A[3][3], real B[3][3], real within);                  \
    /* Ericson 5.1.10: whether triangles with vertices A and B are no more than d apart. */        \
    bool ref_triangle_triangle_within_##suffix(real A[3][3], real B[3][3], real d);                \
    /* Gomez listing 4: boxes of extents E move from A0 to A1 and from B0 to B1. On a hit, u0 and  \
     * u1 in [0, 1] are the first and the last time of overlap. */                                 \
    bool ref_aabb_aabb_sweep_##suffix(const real Ea[3], const real A0[3], const real A1[3],        \
                                      const real Eb[3], const real B0[3], const real B1[3],        \
                                      real *u0, real *u1);                                         \
    /* Gomez listing 2: the same for spheres of radius r. */                                       \
    bool ref_sphere_sphere_sweep_##suffix(real ra, const real A0[3], const real A1[3], real rb,    \
                                          const real B0[3], const real B1[3], real *u0, real *u1); \
    /* Gomez listing 1: the plane through p0 with a normal n of any length; a sphere moves from C0 \
     * to C1 and first touches the plane when its center is at Ci. */                              \
    void ref_plane_##suffix(const real p0[3], const real n[3], real N[3], real *D);                \
    bool ref_sphere_plane_sweep_##suffix(real r, const real C0[3], const real C1[3],               \
                                         const real N[3], real D, real Ci[3], real *u);            \
    /* Gomez, OBB to AABB: the extents E of the AABB around the box of extents a and basis A. */   \
    void ref_aabb_from_obb_##suffix(const real a[3], real A[3][3], real E[3]);                     \
    void ref_aabb_from_triangle_##suffix(const real P0[3], const real P1[3], const real P2[3],     \
                                         real min[3], real max[3]);                                \
    void ref_aabb_from_capsule_##suffix(const real a[3], const real b[3], real r, real min[3],     \
                                        real max[3]);                                              \
    real ref_sphere_from_obb_##suffix(const real a[3]); /* its radius */                           \
    real ref_point_triangle_##suffix(const real p[3], const real a[3], const real b[3],            \
                                     const real c[3], real weight[2], int *feature);               \
    void ref_rotate_##suffix(const real q[4], const real v[3], real out[3]);                       \
    /* Gomez listing 2, spheres at rest: radii r, positions A0 and B0. */                          \
    bool ref_sphere_sphere_##suffix(real ra, const real A0[3], real rb, const real B0[3]);         \
    /* Gomez listing 5, Arvo's algorithm: a sphere of radius r about C. */                         \
    bool ref_sphere_aabb_##suffix(const real B_min[3], const real B_max[3], real r,                \
                                  const real C[3]);                                                \
    /* The same in a box's frame: extents E, position P, basis B. */                               \
    bool ref_sphere_obb_##suffix(const real E[3], const real P[3], real B[3][3], real r,           \
                                 const real C[3]);                                                 \
    /* Gomez listing 6: extents a, position Pa, basis A; the least depth, and the number of its    \
     * axis. */                                                                                    \
    real ref_obb_obb_depth_##suffix(const real a[3], const real Pa[3], real A[3][3],               \
                                    const real b[3], const real Pb[3], real B[3][3], int *axis);   \
    /* Ericson 5.1.10: the square of the distance of triangles with vertices A and B, a point of   \
     * A, and the way to it from the nearest point of B. */                                        \
    real ref_triangle_triangle_distance_##suffix(real A[3][3], real B[3][3], real point[3],        \
                                                 real way[3]);                                     \
    /* Ericson 5.1.9: the same for two segments, from p to q, and that alone. */                   \
    real ref_segments_##suffix(const real p1[3], const real q1[3], const real p2[3],               \
                               const real q2[3], real point[3], real way[3]);                      \
    real ref_segment_segment_##suffix(const real p1[3], const real q1[3], const real p2[3],        \
                                      const real q2[3]);                                           \
    /* Ericson 4.5.1: a sphere of radius r about c; capsules from a to b. */                       \
    bool ref_sphere_capsule_##suffix(const real c[3], real r, const real a[3], const real b[3],    \
                                     real capsule_r);                                              \
    bool ref_capsule_capsule_##suffix(const real a1[3], const real b1[3], real r1,                 \
                                      const real a2[3], const real b2[3], real r2);                \
    /* Ericson 5.2.7: a sphere of radius r about s. */                                             \
    bool ref_sphere_triangle_##suffix(const real s[3], real r, real t[3][3]);                      \
    /* Ericson 5.1.10: a capsule from p to q; and one against a box as in ref_sphere_obb. */       \
    bool ref_triangle_capsule_##suffix(real t[3][3], const real p[3], const real q[3], real r);    \
    bool ref_capsule_box_##suffix(const real p[3], const real q[3], real r, const real P[3],       \
                                  real B[3][3], const real E[3]);                                  \
    /* Ericson 5.3.2 and 5.3.7: the line P + t n, a capsule from p to q. */                        \
    bool ref_ray_capsule_##suffix(const real P[3], const real n[3], const real p[3],               \
                                  const real q[3], real r, real *t0, real *t1);                    \
    /* Ericson 5.2.2: the plane n.x + d = 0, a capsule from a to b. */                             \
    enum ref_side ref_plane_capsule_##suffix(const real n[3], real d, const real a[3],             \
                                             const real b[3], real r);                             \
    /* Geng & Gao 9-11: centers C, half lengths l. */                                              \
    enum ref_prejudged ref_obb_obb_prejudge_##suffix(const real C1[3], const real l1[3],           \
                                                     const real C2[3], const real l2[3]);          \
    /* Book 9.2.4: (1), (2) by corners, and (2) by the radius, for the plane n.x + d = 0. */       \
    enum ref_side ref_plane_aabb_##suffix(const real n[3], real d, const real b_min[3],            \
                                          const real b_max[3]);                                    \
    enum ref_side ref_plane_obb_##suffix(const real n[3], real d, const real C[3], real u[3][3],   \
                                         const real l[3]);                                         \
    enum ref_side ref_plane_obb_radius_##suffix(const real n[3], real d, const real C[3],          \
                                                real u[3][3], const real l[3]);                    \
    /* Greene 1994: the points eye + x axis[0] + y axis[1] + z axis[2], as lbx_frustums has them.  \
     */                                                                                            \
    struct ref_frustum_##suffix {                                                                  \
        real eye[3], axis[3][3], low[2], high[2], z_near, z_far;                                   \
        bool parallel;                                                                             \
    };                                                                                             \
    enum ref_seen ref_frustum_aabb_##suffix(const struct ref_frustum_##suffix *frustum,            \
                                            const real b_min[3], const real b_max[3]);             \
    enum ref_seen ref_frustum_obb_##suffix(const struct ref_frustum_##suffix *frustum,             \
                                           const real C[3], const real l[3], real u[3][3]);        \
    /* Greene 1994, Ericson 5.1.2 */                                                               \
    enum ref_seen ref_frustum_sphere_##suffix(const struct ref_frustum_##suffix *frustum,          \
                                              const real C[3], real r);                            \
    /* Book (9.1): mean M and covariance V of the surface of n triangles P. */                     \
    void ref_covariance_##suffix(real(*P)[3][3], int n, real M[3], real V[3][3]);                  \
    /* Book 9.2.1: the box around n triangles P: center C, axes v[k], half lengths l. */           \
    void ref_obb_covariance_##suffix(real(*P)[3][3], int n, real C[3], real v[3][3], real l[3]);   \
    /* Geng & Gao 1.3.2: stores in S1 the vertices that k slices keep of n vertices S, and returns \
     * how many. */                                                                                \
    int ref_hull_##suffix(real(*S)[3], int n, int k, real(*S1)[3]);                                \
    /* (4) and (5): mean and covariance of n vertices. */                                          \
    void ref_hull_covariance_##suffix(real(*S)[3], int n, real mean[3], real V[3][3]);             \
    /* (4) to (7): the box around S, with k at most 100; l are half lengths. */                    \
    void ref_obb_hull_##suffix(real(*S)[3], int n, int k, real C[3], real d[3][3], real l[3]);     \
    /* Geng & Gao 1.3.1: center O and half side m of n triangles P. */                             \
    void ref_caabb_##suffix(real(*P)[3][3], int n, real O[3], real *m);

LBX_REF_DECLARE(float, float)
LBX_REF_DECLARE(double, double)

#if defined(LBX_REF_DOUBLE)
typedef double real;
#define REF(name) name##_double
#else
typedef float real;
#define REF(name) name##_float
#endif

#endif
