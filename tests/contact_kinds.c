// SPDX-License-Identifier: MIT
// Contacts of all shapes: what is promised of each function, and known ones.
#include <math.h>
#include <string.h>

#include "contact_kinds.h"
#include "examples/random.h"
#include "harness.h"
#include "layout.h"
#include "tables.h"

enum { ITEMS = 600 };

static lbx_contact got[ITEMS];

static void items_of(const struct contact_kind *kind, const struct batch *batch, size_t item,
                     float floats[2][CASE_FLOATS_MAX]) {
    for (int s = 0; s < 2; s++)
        for (unsigned k = 0; k < kind->pairs->floats[s]; k++)
            floats[s][k] = batch->side[s].at[k][item];
}

struct scene_facts {
    struct contact_facts worst;
    size_t hits, lost, points[5];
};

static void judge_kind(const struct contact_kind *kind, enum scene scene, float margin,
                       struct scene_facts *facts) {
    const size_t n = tests_are_sampled() ? ITEMS / 12 : ITEMS / 3; // a judge looks at many triples
    struct batch batch = batch_fill(kind->pairs, 11 + (uint64_t)scene, scene, n);
    const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
    const lbx_contact_query query = {.margin = margin};
    const lbx_contacts_out out = lbx_contacts_out_of(got, ITEMS);
    const ptrdiff_t found = kind_contacts(kind, &a, &b, n, &query, &out);
    expect(found >= 0, "%s, %s: %td", kind->name, scene_names[scene], found);
    size_t h = 0;
    for (size_t i = 0; i < n; i++) {
        float item[2][CASE_FLOATS_MAX];
        items_of(kind, &batch, i, item);
        if (h < (size_t)found && got[h].item == i) {
            struct contact_facts f = {0, 0, 0, 0, 0};
            judge_shapes(kind, item[0], item[1], (double)margin, &got[h], true, &f);
            facts->points[got[h].points]++;
            expect(f.unit <= 1 && f.along <= 1 && f.lower <= 1 && f.upper <= 1 && f.point <= 1,
                   "%s, %s, margin %g, item %zu: unit %g, along %g, lower %g, upper %g, point %g; "
                   "axis %u, %u points, depth %g",
                   kind->name, scene_names[scene], (double)margin, i, f.unit, f.along, f.lower,
                   f.upper, f.point, got[h].axis, got[h].points, (double)got[h].depth);
            h++;
            continue;
        }
        double near;
        const double least = kind_least(kind, item[0], item[1], &near);
        expect(least < -(double)margin + near, "%s, %s, margin %g: item %zu is lost, %g deep",
               kind->name, scene_names[scene], (double)margin, i, least);
    }
    expect(h == (size_t)found, "%s: items are out of order", kind->name);
    facts->hits += h;
    batch_free(&batch);
}

Test(contact_kinds, keep_their_promises) {
    for (int k = 1; k < CONTACT_KINDS; k++) {
        for (enum scene scene = 0; scene < SCENE_HOSTILE; scene++) {
            struct scene_facts facts;
            memset(&facts, 0, sizeof facts);
            judge_kind(&contact_kinds[k], scene, 0, &facts);
            if (scene <= SCENE_DEGENERATE)
                for (float margin = .01f; margin < 2; margin *= 8)
                    judge_kind(&contact_kinds[k], scene, margin, &facts);
            expect(facts.hits > 0 || scene == SCENE_ALL_MISS, "%s: none", scene_names[scene]);
        }
    }
}

// --- known contacts ---

// The kind of this name, of one pair of items.
static const lbx_contact *contact_of(const char *name, const float *a, const float *b,
                                     const lbx_contact_query *query) {
    size_t k = 0;
    while (strcmp(contact_kinds[k].name, name) != 0) k++;
    const float *const item[2] = {a, b};
    struct case_side side[2];
    for (int s = 0; s < 2; s++) {
        side[s] = (struct case_side){.count = 1, .pick = lbx_one(0)};
        for (unsigned f = 0; f < contact_kinds[k].pairs->floats[s]; f++)
            side[s].at[f] = item[s] + f;
    }
    const lbx_contacts_out out = lbx_contacts_out_of(got, 1);
    const ptrdiff_t n = kind_contacts(&contact_kinds[k], &side[0], &side[1], 1, query, &out);
    expect(n == 0 || n == 1, "%s: %td", name, n);
    return n ? &got[0] : NULL;
}

static void expect_contact(const lbx_contact *c, uint32_t points, double depth, double x, double y,
                           double z) {
    expect(c != NULL, "no contact");
    expect(c->points == points, "%u points, not %u", c->points, points);
    expect(fabs((double)c->depth - depth) < 1e-6, "depth %g, not %g", (double)c->depth, depth);
    expect(fabs((double)c->normal[0] - x) < 1e-6 && fabs((double)c->normal[1] - y) < 1e-6 &&
               fabs((double)c->normal[2] - z) < 1e-6,
           "normal %g %g %g", (double)c->normal[0], (double)c->normal[1], (double)c->normal[2]);
    for (int k = 0; k < 3; k++) expect(c->normal[k] != 0 || !signbit(c->normal[k]), "-0");
}

static bool has_point(const lbx_contact *c, double x, double y, double z, double depth) {
    for (uint32_t k = 0; k < c->points; k++) {
        const lbx_contact_point *const p = &c->point[k];
        if (fabs((double)p->position[0] - x) < 1e-6 && fabs((double)p->position[1] - y) < 1e-6 &&
            fabs((double)p->position[2] - z) < 1e-6 && fabs((double)p->depth - depth) < 1e-6)
            return true;
    }
    return false;
}

static const float cube_at_0[15] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};

Test(contact_kinds, of_spheres) {
    const float a[] = {1, 2, 3, 1}, b[] = {1, 3.5f, 3, 1}, same[] = {1, 2, 3, .5f};
    const lbx_contact *c = contact_of("sphere_sphere", a, b, NULL);
    expect_contact(c, 1, .5, 0, 1, 0);
    expect(c->axis == 255 && has_point(c, 1, 2.75, 3, .5), "axis %u", c->axis);
    c = contact_of("sphere_sphere", a, same, NULL); // any normal
    expect(c && c->depth == 1.5f, "one center");
    expect_contact(contact_of("sphere_obb", (float[]){0, 0, 1.25f, .5f}, cube_at_0, NULL), 1, .25,
                   0, 0, -1);
    // The center is inside, nearest to the face.
    c = contact_of("sphere_obb", (float[]){0, .75f, 0, .5f}, cube_at_0, NULL);
    expect_contact(c, 1, .75, 0, -1, 0);
    expect(c->axis == 1, "axis %u", c->axis);
    // On a triangle, the center pushes to either side.
    const float triangle[] = {-1, -1, 0, 3, -1, 0, -1, 3, 0};
    c = contact_of("sphere_triangle", (float[]){0, 0, 0, .5f}, triangle, NULL);
    expect(c && c->depth == .5f && fabsf(c->normal[2]) == 1 && c->axis == 0, "in the plane");
    expect_contact(contact_of("sphere_triangle", (float[]){0, 0, -.25f, .5f}, triangle, NULL), 1,
                   .25, 0, 0, 1);
}

Test(contact_kinds, of_capsules) {
    const float a[] = {-1, 0, 0, 1, 0, 0, .5f}, along[] = {2, 0, .75f, 0, 0, .75f, .5f};
    const float across[] = {0, -1, .75f, 0, 1, .75f, .5f}, through[] = {0, -1, 0, 0, 1, 0, .25f};
    const lbx_contact *c = contact_of("capsule_capsule", a, along, NULL);
    expect_contact(c, 2, .25, 0, 0, 1);
    expect(has_point(c, 0, 0, .375, .25) && has_point(c, 1, 0, .375, .25), "along");
    c = contact_of("capsule_capsule", a, across, NULL);
    expect_contact(c, 1, .25, 0, 0, 1);
    expect(has_point(c, 0, 0, .375, .25), "across");
    // Fat ones at an angle, and one behind the other, touch at a point.
    c = contact_of("capsule_capsule", a, (float[]){-.8f, -.6f, .75f, .8f, .6f, .75f, .75f}, NULL);
    expect(c && c->points == 1, "at an angle");
    c = contact_of("capsule_capsule", a, (float[]){1, 0, .75f, 3, 0, .75f, .5f}, NULL);
    expect_contact(c, 1, .25, 0, 0, 1);
    // Segments that cross are pushed across both.
    c = contact_of("capsule_capsule", a, through, NULL);
    expect(c && fabsf(c->normal[2]) == 1 && c->depth == .75f && c->axis == 0, "through");
    // On a line they are pushed to the side.
    c = contact_of("capsule_capsule", a, (float[]){0, 0, 0, 3, 0, 0, .25f}, NULL);
    expect(c && c->normal[0] == 0 && c->depth == .75f && c->points == 2, "on a line");
    // One end is beyond the margin.
    const float tilted[] = {-1, 0, .9f, 1, 0, 1.1f, .5f};
    expect(contact_of("capsule_capsule", a, tilted, NULL)->points == 1, "tilted");
    c = contact_of("capsule_capsule", a, tilted, &(lbx_contact_query){.margin = .5f});
    expect(c && c->points == 2 && c->point[1].depth < 0, "tilted, with a margin");

    // Lying on a face, standing on it, hanging over its edge.
    c = contact_of("capsule_obb", (float[]){-.5f, 0, 1.25f, .5f, 0, 1.25f, .5f}, cube_at_0, NULL);
    expect_contact(c, 2, .25, 0, 0, -1);
    expect(c->axis == 2 && has_point(c, -.5, 0, .875, .25) && has_point(c, .5, 0, .875, .25),
           "lies");
    expect_contact(contact_of("capsule_obb", (float[]){0, 0, 1.25f, 0, 0, 3, .5f}, cube_at_0, NULL),
                   1, .25, 0, 0, -1);
    c = contact_of("capsule_obb", (float[]){.5f, 0, 1.25f, 3, 0, 1.25f, .5f}, cube_at_0, NULL);
    expect_contact(c, 2, .25, 0, 0, -1);
    expect(has_point(c, .5, 0, .875, .25) && has_point(c, 1, 0, .875, .25), "hangs");
    // Sinking by a little beyond the edge, it keeps to the face.
    c = contact_of("capsule_obb", (float[]){.5f, 0, 1.25f, 3, 0, 1.24f, .5f}, cube_at_0, NULL);
    expect_contact(c, 2, .26, 0, 0, -1);
    // Through an edge: the product of both is the least.
    c = contact_of("capsule_obb", (float[]){0, 1.75f, 0, 0, 0, 1.75f, .125f}, cube_at_0, NULL);
    const double s = sqrt(.5);
    expect_contact(c, 1, .125 + .25 * s, 0, -s, -s);
    expect(c->axis == 3, "axis %u", c->axis);
    expect(has_point(c, 0, 1 - .125 * s * s - s * .0625, 1 - .125 * s * s - s * .0625, c->depth),
           "%g %g %g", (double)c->point[0].position[0], (double)c->point[0].position[1],
           (double)c->point[0].position[2]);
    // A product that is along a face gives way to it.
    const uint8_t last = 5;
    c = contact_of("capsule_obb", (float[]){.75f, -.5f, 0, .75f, .5f, 0, .125f}, cube_at_0,
                   &(lbx_contact_query){.axes = &last});
    expect_contact(c, 2, .375, -1, 0, 0);
    expect(c->axis == 0, "axis %u", c->axis);
    // The same on a triangle.
    const float triangle[] = {-1, -1, 0, 3, -1, 0, -1, 3, 0};
    c = contact_of("triangle_capsule", triangle, (float[]){-.5f, 0, .25f, 5, 0, .25f, .5f}, NULL);
    expect_contact(c, 2, .25, 0, 0, 1);
    expect(c->axis == 0 && has_point(c, -.5, 0, -.125, .25) && has_point(c, 2, 0, -.125, .25),
           "on a triangle");
}

Test(contact_kinds, of_planes) {
    const float plane[] = {0, 0, 2, -2}; // z = 1
    const float above[] = {0, 0, 1.5f, 3, 0, 1.5f, .25f}, below[] = {0, 0, -5, 3, 0, -4, .25f};
    expect(!contact_of("plane_capsule", plane, above, NULL), "above");
    expect_contact(contact_of("plane_capsule", plane, above, &(lbx_contact_query){.margin = .25f}),
                   2, -.25, 0, 0, 1);
    const lbx_contact *c = contact_of("plane_capsule", plane, below, NULL);
    expect_contact(c, 2, 6.25, 0, 0, 1);
    expect(c->axis == 0 && has_point(c, 0, 0, -2.125, 6.25) && has_point(c, 3, 0, -1.625, 5.25),
           "below");
    c = contact_of("plane_obb", plane, cube_at_0, NULL);
    expect_contact(c, 4, 2, 0, 0, 1);
    for (int k = 0; k < 4; k++)
        expect(has_point(c, k & 1 ? 1 : -1, k & 2 ? 1 : -1, 0, 2), "corner %d", k);
    expect_contact(contact_of("plane_sphere", plane, above, &(lbx_contact_query){.margin = 1}), 1,
                   -.25, 0, 0, 1);
}

Test(contact_kinds, of_triangles_and_boxes) {
    const float triangle[] = {-4, -4, 1.125f, 8, -4, 1.125f, -4, 8, 1.125f};
    const lbx_contact *c = contact_of("triangle_obb", triangle, cube_at_0, NULL);
    expect(!c, "apart");
    c = contact_of("triangle_obb", triangle, cube_at_0, &(lbx_contact_query){.margin = .125f});
    expect_contact(c, 4, -.125, 0, 0, -1);
    // A small one, seen from the face of the box.
    const float small[] = {0, 0, .875f, .5f, 0, .875f, 0, .5f, .875f};
    c = contact_of("triangle_obb", small, cube_at_0, NULL);
    expect_contact(c, 3, .125, 0, 0, -1);
    // A corner of the triangle is in the box, and the face of the box is the axis.
    const float corner[] = {0, 0, .875f, -1, 0, 3, 1, .5f, 3};
    c = contact_of("triangle_obb", corner, cube_at_0, NULL);
    expect_contact(c, 1, .125, 0, 0, -1);
    expect(c->axis == 3 && has_point(c, 0, 0, .9375, .125), "axis %u", c->axis);
}

// Not the normal of the face, which is nearly as deep.
Test(contact_kinds, of_a_sphere_at_an_edge) {
    const double length = sqrt(.05 * .05 + .3 * .3);
    const lbx_contact *const c =
        contact_of("sphere_obb", (float[]){1.05f, 0, 1.3f, .5f}, cube_at_0, NULL);
    expect_contact(c, 1, .5 - length, -.05 / length, 0, -.3 / length);
}

// Sizes below 0, axes that are none, and a normal of length 0.
Test(contact_kinds, of_nothing) {
    float box[15];
    const float capsule[] = {-.5f, 0, .5f, .5f, 0, .5f, .25f}, plane[] = {0, 0, 1, 0};
    expect(contact_of("capsule_obb", capsule, cube_at_0, NULL), "they touch");
    expect(!contact_of("capsule_obb", (float[]){0, 0, 0, 1, 0, 0, -.25f}, cube_at_0, NULL),
           "a radius");
    expect(!contact_of("plane_sphere", plane, (float[]){0, 0, -1, 0, 0, 0, -.5f}, NULL),
           "a radius");
    for (int k = 0; k < 4; k++) {
        memcpy(box, cube_at_0, sizeof box);
        for (int c = 0; c < 3; c++) {
            if (k == 0) box[3 + c] = -1;
            if (k == 1) box[6 + c] *= 3;         // one axis is long
            if (k == 2) box[9 + c] = box[6 + c]; // two are one
            if (k == 3) box[6 + c] = 0;
        }
        expect(!contact_of("capsule_obb", capsule, box, NULL), "box %d", k);
        expect(!contact_of("plane_obb", plane, box, NULL), "box %d and a plane", k);
    }
    const float none[] = {0, 0, 0, 1};
    expect(!contact_of("plane_obb", none, cube_at_0, NULL) &&
               !contact_of("plane_capsule", none, capsule, NULL),
           "no normal");
}

// A capsule that trembles within a cube, at equal depths along x, y and z, flips between its faces
// unless it is told the last one; and what it touches keeps its number.
Test(contact_kinds, do_not_flip) {
    size_t flips[2] = {0, 0}, features = 0;
    for (int known = 0; known < 2; known++) {
        for (uint64_t seed = 0; seed < 100; seed++) {
            struct random r = random_of(73, seed);
            uint8_t last = 255;
            uint32_t feature[2] = {0, 0};
            for (int step = 0; step < 20; step++) {
                float capsule[7];
                for (int c = 0; c < 6; c++) {
                    capsule[c] = c < 3 ? .25f : .5f;
                    capsule[c] += (float)random_between(&r, -1e-3, 1e-3);
                }
                capsule[6] = .125f;
                const lbx_contact *const c =
                    contact_of("capsule_obb", capsule, cube_at_0,
                               &(lbx_contact_query){.axes = known && step ? &last : NULL});
                expect(c != NULL, "a gap");
                flips[known] += step && c->axis != last;
                if (known && step)
                    for (int k = 0; k < 2; k++) features += c->point[k].feature != feature[k];
                last = (uint8_t)c->axis;
                for (int k = 0; k < 2; k++) feature[k] = c->point[k].feature;
            }
        }
    }
    expect(flips[1] == 0 && flips[0] > 1000 && features == 0, "%zu flips, without axes %zu; %zu",
           flips[1], flips[0], features);
}

// Whatever the axes say, promises hold, and what was found is found again.
Test(contact_kinds, take_any_axes) {
    static uint8_t axes[ITEMS];
    static lbx_contact want[ITEMS];
    for (int k = 1; k < CONTACT_KINDS; k++) {
        const struct contact_kind *const kind = &contact_kinds[k];
        size_t taken = 0;
        struct batch batch = batch_fill(kind->pairs, 9, SCENE_ALL_HIT, ITEMS);
        const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
        const lbx_contact_query query = {.axes = axes};
        for (unsigned axis = 0; axis < 15; axis++) {
            struct contact_facts f = {0, 0, 0, 0, 0};
            memset(axes, (int)axis, sizeof axes);
            lbx_contacts_out out = lbx_contacts_out_of(want, ITEMS);
            const ptrdiff_t n = kind_contacts(kind, &a, &b, ITEMS, &query, &out);
            for (ptrdiff_t i = 0; i < n; i++) {
                float item[2][CASE_FLOATS_MAX];
                items_of(kind, &batch, want[i].item, item);
                judge_shapes(kind, item[0], item[1], 0, &want[i], true, &f);
                taken += want[i].axis == axis;
                axes[want[i].item] = (uint8_t)want[i].axis;
            }
            expect(f.unit <= 1 && f.along <= 1 && f.lower <= 1 && f.upper <= 1 && f.point <= 1,
                   "%s, axis %u: along %g, lower %g, upper %g, point %g", kind->name, axis, f.along,
                   f.lower, f.upper, f.point);
            out = lbx_contacts_out_of(got, ITEMS);
            expect(kind_contacts(kind, &a, &b, ITEMS, &query, &out) == n &&
                       memcmp(got, want, (size_t)n * sizeof *got) == 0,
                   "%s, axis %u", kind->name, axis);
        }
        expect(taken > 0 || kind->shape[0] == SHAPE_SPHERE, "%s: no axis is taken", kind->name);
        batch_free(&batch);
    }
}
