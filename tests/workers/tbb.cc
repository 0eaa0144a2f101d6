// SPDX-License-Identifier: MIT
#include "examples/workers/tbb.h"

#include "judge.h"

int main() {
    judge_workers("oneTBB", &tbb_workers);
}
