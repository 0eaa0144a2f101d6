// SPDX-License-Identifier: MIT
// make prove-scenes: rays in random scenes against exact triangles in the world. If a promise is
// broken, the exit code is not 0.
#define _DEFAULT_SOURCE
#include <stdio.h>

#include "examples/tool.h"
#include "oracle/entered_rays.h"
#include "progress.h"

static void print(const char *what, const struct judged_rays *judged) {
    progress_end();
    printf("%s: %llu rays, %llu promised hits, %llu triangles judged exactly\n", what, judged->rays,
           judged->promised, judged->exact);
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc != 2) die("usage: lanebox-prove-scenes rays");
    const size_t asked = number_option('n', argv[1], 1, 1000000000),
                 each = asked / (CROWD_KINDS + 1);
    printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));
    for (enum crowd_kind kind = 0; kind < CROWD_KINDS; kind++) {
        struct judged_rays judged = {0};
        struct progress progress = {0};
        for (uint64_t seed = 1; judged.rays < each; seed++) {
            judge_deep(kind, seed, &judged);
            progress_show(&progress, crowd_names[kind], judged.rays, each);
        }
        print(crowd_names[kind], &judged);
    }
    struct judged_rays judged = {0};
    struct progress progress = {0};
    for (uint64_t seed = 1; judged.rays < each; seed++) {
        judge_closed(seed, &judged);
        progress_show(&progress, "closed", judged.rays, each);
    }
    print("closed", &judged);
    return 0;
}
