// SPDX-License-Identifier: MIT
// Rays in scenes against exact triangles in the world. make prove-scenes judges more.
#include "entered.h"

#include <math.h>
#include <string.h>

#include "entered_rays.h"
#include "harness.h"
#include "tables.h"

Test(oracle_entered, known_answers) {
    static const float triangle[3][3] = {{-1, -1, 0}, {3, -1, 0}, {-1, 3, 0}};
    static const struct {
        float x, y, z, t_max;
        bool deep;
    } known[] = {
        {0, 0, -4, INFINITY, true}, {-1, 0, -4, INFINITY, false}, {2, -.5f, -4, 9, true},
        {2.5f, -1, -4, 9, false},   {-.999f, 0, -4, 9, true},     {-.99999f, 0, -4, 9, false},
        {0, 0, -4, 4, false},       {0, 0, -4, 3.9999f, false},   {0, 0, -4, 4.001f, true},
        {0, 0, 1e-6f, 9, false},    {0, 0, -1e-6f, 9, false},     {0, 0, -1e-3f, 9, true},
        {1.001f, 1, -4, 9, false},  {.9985f, 1, -4, 9, true}};
    const lbx_instance at = {{{100, 0, 0}, {0, 0, .5, .5}}, 2, 0, 1}; // not of unit length
    lbx_instance unit = at;
    unit.pose.rotation[2] = unit.pose.rotation[3] = sqrt(.5);
    unsigned long long exact = 0;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        // A quarter turn about z takes x to y and y to -x.
        const float ray[8] = {100 - 2 * known[k].y, 2 * known[k].x, 2 * known[k].z, 0, 0, 2, 0,
                              known[k].t_max};
        for (int of = 0; of < 2; of++) {
            const struct entered e = enter_exactly(of ? &at : &unit, ray, 4);
            expect(meets_deep(&e, triangle, &exact) == known[k].deep, "%zu", k);
        }
    }
}

Test(oracle_entered, deep) {
    struct judged_rays judged = {0};
    for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 200 : 1000); seed++)
        judge_deep((enum crowd_kind)(seed % CROWD_KINDS), seed, &judged);
    expect(judged.promised > judged.rays / 2 && judged.exact > 10, "%llu of %llu, %llu exactly",
           judged.promised, judged.rays, judged.exact);
}

Test(oracle_entered, closed) {
    struct judged_rays judged = {0};
    for (uint64_t seed = 1; seed <= (tests_are_sampled() ? 300 : 1000); seed++)
        judge_closed(seed, &judged);
    expect(judged.promised > judged.rays / 4, "%llu of %llu", judged.promised, judged.rays);
}
