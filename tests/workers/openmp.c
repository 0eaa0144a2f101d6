// SPDX-License-Identifier: MIT
#include "examples/workers/openmp.h"

#include "judge.h"

int main(void) {
    judge_workers("OpenMP", &openmp_workers);
}
