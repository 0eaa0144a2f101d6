// SPDX-License-Identifier: MIT
// Contacts of all shapes: what is promised of each function, and known ones.
#include <math.h>
#include <string.h>

#include "contact_kinds.h"
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
    const size_t n = tests_are_sampled() ? ITEMS / 6 : ITEMS;
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
            judge_shapes(kind, item[0], item[1], (double)margin, &got[h], &f);
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
