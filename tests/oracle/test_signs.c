// SPDX-License-Identifier: MIT
// Signs of distances against the exact oracle: the line upwards from a point meets the surface an
// odd number of times if the point is inside.
#include <math.h>

#include "harness.h"
#include "oracle/sides.h"
#include "signs.h"
#include "tables.h"

Test(oracle_signs, closed_meshes) {
    enum { POINTS = 400 };
    static struct shape s;
    static float point[POINTS][3], distance[POINTS], every[POINTS];
    static uint64_t scratch[LBX_TRACE_SCRATCH_LEAST / 8];
    static const double least[] = {.95, .6, .3, .1, .02};
    static const float centers[][3] = {{0, 0, 0}, {5, -3, 9}, {100, 70, -1000}};
    const struct test_tables *const tables = test_tables();
    const unsigned shapes = tests_are_sampled() ? 15 : 300;
    size_t judged = 0, inside = 0;
    for (unsigned item = 0; item < shapes; item++) {
        const float *const center = centers[item / 5 % 3];
        struct random r = random_of(item, 76);
        shape_star(&s, 3 + (int)(item % 7), least[item % 5], center, item);
        const lbx_mesh view = shape_view(&s);
        struct signed_tree t = signed_of(&view, 0);
        expect(t.counts.edges == 0 && t.counts.triangles == 0, "shape %u: %llu edges", item,
               (unsigned long long)t.counts.edges);
        const float(*const corner)[3] = (const float(*)[3])s.corner;
        for (size_t i = 0; i < POINTS; i++)
            point_of_mesh(corner, s.triangles, center, 1, &r, point[i]);
        const lbx_points points = lbx_points_of(point[0], POINTS, sizeof *point);
        table_use(&tables->at[item % tables->count]);
        for (int k = 0; k < 2; k++) {
            const lbx_closest_out out = {.distance = k ? every : distance};
            expect(lbx_aabb_tree_signed_distance(t.tree.at, t.signs.at, &points, NULL, POINTS,
                                                 k ? LBX_SIGN_BY_CROSSINGS : 0, &out, scratch,
                                                 sizeof scratch) == POINTS,
                   "searched");
        }
        for (size_t i = 0; i < POINTS; i++) {
            if (!(fabs((double)distance[i]) > 1e-6 * sqrt(12))) continue; // of the diagonal
            const bool is_in = is_inside_mesh(corner, s.triangles, point[i]);
            expect((distance[i] < 0) == is_in && (every[i] < 0) == is_in,
                   "shape %u: %a %a %a at %a, by crossings %a, inside %d", item,
                   (double)point[i][0], (double)point[i][1], (double)point[i][2],
                   (double)distance[i], (double)every[i], is_in);
            judged++;
            inside += is_in;
        }
        signed_free(&t);
    }
    expect(judged > shapes * POINTS / 2 && inside > judged / 10, "%zu, %zu inside", judged, inside);
}
