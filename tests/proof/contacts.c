// SPDX-License-Identifier: MIT
// make prove-contacts: what is promised of contacts, over all scenes of the tests of the same
// shapes. If a promise is broken, the exit code is not 0.
#include <math.h>
#include <stdio.h>

#include "contact_kinds.h"
#include "examples/tool.h"
#include "harness.h"
#include "layout.h"

enum { ITEMS = 1000, LEAST_EVERY = 8 }; // where the least takes long

struct judged {
    size_t pairs, least, contacts, points;
    struct contact_facts worst;
};

static void judge_batch(const struct contact_kind *kind, enum scene scene, uint64_t seed,
                        float margin, struct judged *judged) {
    static lbx_contact found[ITEMS];
    struct batch batch = batch_fill(kind->pairs, seed, scene, ITEMS);
    const struct case_side a = dense_side(&batch.side[0]), b = dense_side(&batch.side[1]);
    const lbx_contact_query query = {.margin = margin};
    const lbx_contacts_out out = lbx_contacts_out_of(found, ITEMS);
    const ptrdiff_t count = kind_contacts(kind, &a, &b, ITEMS, &query, &out);
    ptrdiff_t k = 0;
    for (size_t i = 0; i < ITEMS; i++) {
        float item[2][CASE_FLOATS_MAX];
        const bool ask_least = i % LEAST_EVERY == 0 || !is_least_slow(kind);
        judged->least += ask_least;
        for (int s = 0; s < 2; s++)
            for (unsigned f = 0; f < kind->pairs->floats[s]; f++)
                item[s][f] = batch.side[s].at[f][i];
        if (k < count && found[k].item == i) {
            judge_shapes(kind, item[0], item[1], (double)margin, &found[k], ask_least,
                         &judged->worst);
            const struct contact_facts *const f = &judged->worst;
            expect(f->unit <= 1 && f->along <= 1 && f->lower <= 1 && f->upper <= 1 && f->point <= 1,
                   "%s, %s, seed %llu, item %zu, margin %g: unit %g, along %g, lower %g, upper %g, "
                   "point %g",
                   kind->name, scene_names[scene], (unsigned long long)seed, i, (double)margin,
                   f->unit, f->along, f->lower, f->upper, f->point);
            judged->points += found[k++].points;
            continue;
        }
        if (!ask_least) continue;
        double near;
        const double least = kind_least(kind, item[0], item[1], &near);
        expect(least < -(double)margin + near, "%s, %s, seed %llu, item %zu is lost: %g deep",
               kind->name, scene_names[scene], (unsigned long long)seed, i, least);
    }
    expect(k == count, "%s: %td of %td", kind->name, k, count);
    judged->pairs += ITEMS;
    judged->contacts += (size_t)count;
    batch_free(&batch);
}

int main(int argc, char **argv) {
    static const float margins[] = {0, .01f, .25f};
    if (argc != 2) die("usage: lanebox-prove-contacts pairs");
    const size_t asked = number_option('n', argv[1], 1, 1000000000);
    printf("isa: %s; of each bound, at most\n", lbx_isa_name(lbx_isa_active()));
    for (size_t k = 0; k < CONTACT_KINDS; k++) {
        struct judged judged = {0};
        for (uint64_t seed = 1; judged.pairs < asked; seed++) {
            const enum scene scene = (enum scene)(seed % SCENE_HOSTILE);
            const bool near = scene <= SCENE_DEGENERATE;
            judge_batch(&contact_kinds[k], scene, seed,
                        near ? margins[seed / SCENE_HOSTILE % 3] : 0, &judged);
        }
        printf("lbx_%s_contacts: %zu pairs, %zu for the least, %zu contacts of %zu points; normal "
               "%.2g, depth along it "
               "%.2g, below the least %.2g, above %.2g, points %.2g\n",
               contact_kinds[k].name, judged.pairs, judged.least, judged.contacts, judged.points,
               judged.worst.unit, judged.worst.along, judged.worst.lower, judged.worst.upper,
               judged.worst.point);
        fflush(stdout);
    }
    return 0;
}
