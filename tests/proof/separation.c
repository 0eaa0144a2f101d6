// SPDX-License-Identifier: MIT
// make prove-separation: distances of posed triangles and of small meshes against exact arithmetic,
// over all sizes and places. If a promise is broken, the exit code is not 0.
#include <stdio.h>

#include "examples/random.h"
#include "examples/tool.h"
#include "oracle/separation.h"

int main(int argc, char **argv) {
    if (argc != 2) die("usage: lanebox-prove-separation pairs");
    const size_t asked = number_option('n', argv[1], 1, 1000000000);
    printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));
    for (size_t k = 0; k < setting_count; k++) {
        struct judged_separations judged = {0};
        for (uint64_t seed = 1; judged.pairs < asked / setting_count; seed++) {
            struct random r = random_of(60, seed);
            const double part = seed % 4 ? random_scale(&r, -30, 3) : 0;
            judge_separations(&settings[k], part * settings[k].size, seed, &judged);
        }
        printf("%s: %zu pairs of triangles and %zu of meshes, %zu touch; at most %.2g of the bound "
               "below and %.2g above the distance\n",
               settings[k].name, judged.pairs, judged.meshes, judged.touching, judged.below,
               judged.above);
        fflush(stdout);
    }
    return 0;
}
