// SPDX-License-Identifier: MIT
// How far apart meshes at poses are, against exact distances: triangles that all but touch, or are
// some distance apart, of all sizes and wherever they are. make prove-separation judges more.
#include "harness.h"
#include "oracle/separation.h"

enum { SCENES = 6 };

Test(oracle_distance, of_meshes) {
    static const double parts[] = {0, .01, 3, 0x1p-16, 30, 0x1p-22};
    for (size_t k = 0; k < setting_count; k++) {
        struct judged_separations judged = {0};
        for (uint64_t seed = 1; seed <= SCENES; seed++)
            judge_separations(&settings[k], parts[seed - 1] * settings[k].size, seed, &judged);
        expect(judged.touching > 20 && judged.touching < judged.pairs / 2, "%s: %zu of %zu touch",
               settings[k].name, judged.touching, judged.pairs);
    }
}
