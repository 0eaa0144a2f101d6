// SPDX-License-Identifier: MIT
// trace KERNEL SCENE SEED ITEM FORM prints every operation on one pair of a scene: make trace. FORM
// is plain, fused, or outputs, which also asks for the kernel's other outputs.
#include "tracing.h"

#include "unit.h"

#include "../support/cases.h"

static _Noreturn void refuse(const char *what, const char *given) {
    fprintf(stderr, "trace: no %s '%s'\n", what, given);
    exit(2);
}

static const struct lbx_case *case_of(const char *name) {
    for (size_t k = 0; k < lbx_case_count; k++) {
        if (strcmp(lbx_cases[k]->name, name) == 0) return lbx_cases[k];
    }
    refuse("kernel", name);
}

static enum scene scene_of(const char *name) {
    for (enum scene scene = 0; scene < SCENES; scene++) {
        if (strcmp(scene_names[scene], name) == 0) return scene;
    }
    refuse("scene", name);
}

// The elements of one side, up to the item.
struct elements {
    float *at[CASE_FLOATS_MAX];
    struct case_side side;
};

static void make_elements(struct elements *e, unsigned floats, size_t item) {
    e->side = (struct case_side){.count = item + 1, .pick = lbx_from(item)};
    for (unsigned k = 0; k < floats; k++) {
        e->side.at[k] = e->at[k] = malloc((item + 1) * sizeof(float));
        if (!e->at[k]) abort();
    }
}

int main(int count, char **arguments) {
    static const char *const forms[] = {"plain", "fused", "outputs"};
    if (count != 6) refuse("five arguments, but", count > 1 ? arguments[1] : "");
    const struct lbx_case *const c = case_of(arguments[1]);
    const enum scene scene = scene_of(arguments[2]);
    const uint64_t seed = strtoull(arguments[3], NULL, 0);
    const size_t item = strtoull(arguments[4], NULL, 0);
    size_t form = 0;
    while (form < 3 && strcmp(forms[form], arguments[5]) != 0) form++;
    if (form == 3) refuse("form", arguments[5]);

    struct elements e[2];
    for (int s = 0; s < 2; s++) make_elements(&e[s], c->floats[s], item);
    c->fill(seed, scene, item + 1, e[0].at, e[1].at);
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < c->floats[s]; k++) {
            const hooked_vf x = hooked_vf_load(e[s].at[k] + item);
            printf("%s[%u]: v%u %a\n", s ? "second" : "first", k, x.number >> 1, (double)x.x);
        }
    }

    float out[CASE_OUTPUTS_MAX], *wanted[CASE_OUTPUTS_MAX] = {NULL};
    for (unsigned o = 0; form == 2 && o < c->outputs; o++) wanted[o] = &out[o];
    uint8_t said = 0;
    atomic_store(&lbx_isa_chosen, 1); // the only one that the public functions list
    case_run(c, &e[0].side, &e[1].side, 1, form == 1 ? 0 : LBX_REPRODUCIBLE, &said, wanted);
    printf("%s %s: %u\n", c->name, c->classes ? "class" : "hit", said);
    for (unsigned o = 0; form == 2 && o < c->outputs; o++)
        printf("out[%u]: %a\n", o, (double)out[o]);
    for (int s = 0; s < 2; s++) {
        for (unsigned k = 0; k < c->floats[s]; k++) free(e[s].at[k]);
    }
}
