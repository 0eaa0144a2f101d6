// SPDX-License-Identifier: MIT
// lanebox.hpp's pool: its tasks, callers that take turns, and pools that cannot be made.
#include <lanebox/thread_pool.hpp>

#include <sys/resource.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include <cfenv>
#include <cstring>
#include <fstream>
#include <random>
#include <system_error>

#include "examples/tool.h"
#include "judge.h"

namespace {

struct box {
    float min[3], max[3];
};

std::vector<box> random_boxes() {
    std::mt19937 next(1);
    std::vector<box> boxes(50000);
    for (box &b : boxes) {
        for (int c = 0; c < 3; c++) {
            b.min[c] = static_cast<float>(next() % 100000) / 1000;
            b.max[c] = b.min[c] + 1;
        }
    }
    return boxes;
}

// Orders and trees of C++ by workers have the bytes of those without.
void compare_owners(const lanebox::thread_pool &pool) {
    const std::vector<box> boxes = random_boxes();
    const lanebox::aabbs view = lanebox::aabbs_of(boxes, &box::min, &box::max);
    lanebox::order alone(view, boxes.size()), shared(view, boxes.size(), pool.workers());
    shared.sort(view, boxes.size(), pool.workers());
    shared.refit(view, boxes.size(), pool.workers());
    shared.check(pool.workers());
    alone.refit(view, boxes.size());
    // The header has a number that no two sorts of a process share, so pairs are compared.
    const auto pairs = alone.pairs(), shared_pairs = shared.pairs();
    if (pairs.size() != shared_pairs.size() || pairs.empty() ||
        std::memcmp(pairs.data(), shared_pairs.data(), pairs.size() * sizeof pairs[0]) != 0)
        die("orders differ");
    const lanebox::mesh mesh = lbx_mesh_of(boxes[0].min, 2 * boxes.size(), 3 * sizeof(float),
                                           nullptr, 2 * boxes.size() / 3);
    const auto same = [](auto a, auto b, const char *what) {
        if (a.size() != b.size() || std::memcmp(a.data(), b.data(), a.size()) != 0)
            die("%s differ", what);
    };
    const lanebox::obb_tree obbs(mesh);
    lanebox::obb_tree shared_obbs(mesh, LBX_LEAF, 0, pool.workers());
    shared_obbs.refit(mesh, pool.workers());
    shared_obbs = lanebox::obb_tree::from_bytes(shared_obbs.bytes(), pool.workers());
    same(obbs.bytes(), shared_obbs.bytes(), "trees of oriented boxes");
    const lanebox::aabb_tree aabbs(mesh);
    lanebox::aabb_tree shared_aabbs(mesh, {}, 0, pool.workers());
    shared_aabbs.refit(mesh, pool.workers());
    shared_aabbs = lanebox::aabb_tree::from_bytes(shared_aabbs.bytes(), pool.workers());
    same(aabbs.bytes(), shared_aabbs.bytes(), "trees of boxes");
}

// How this thread rounds, and on x86 whether it flushes denormals.
int modes() {
#if defined(__SSE2__)
    return static_cast<int>(_mm_getcsr() & 0xe040); // without what was raised
#else
    return std::fegetround();
#endif
}

void flush(bool denormals) {
#if defined(__SSE2__)
    _mm_setcsr((_mm_getcsr() & ~0x8040U) | (denormals ? 0x8040U : 0));
#else
    static_cast<void>(denormals);
#endif
}

// Tasks round and flush as the thread does that calls.
void compute_alike(const lanebox::thread_pool &pool) {
    int got[64] = {};
    const auto ask = [](void *data, std::size_t k) {
        static_cast<int *>(data)[k] = modes();
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    };
    for (const int rounding : {FE_UPWARD, FE_TONEAREST}) {
        for (const bool flushes : {true, false}) {
            std::fesetround(rounding);
            flush(flushes);
            pool.workers()->run(pool.workers()->context, ask, got, 64);
            for (const int mode : got)
                if (mode != modes()) die("a task has other modes than the caller");
        }
    }
}

// Four threads call with the same pool.
void take_turns(const lanebox::thread_pool &pool) {
    std::vector<std::thread> callers;
    for (int t = 0; t < 4; t++) {
        callers.emplace_back([&pool] {
            for (int round = 0; round < 200; round++) {
                unsigned sums[100] = {};
                const auto add = [](void *data, std::size_t k) {
                    static_cast<unsigned *>(data)[k]++;
                };
                pool.workers()->run(pool.workers()->context, add, sums, 100);
                for (const unsigned sum : sums)
                    if (sum != 1) die("a task of several callers ran %u times", sum);
            }
        });
    }
    for (std::thread &caller : callers) caller.join();
}

// Where the stacks of so many threads do not fit, no pool is made, and the threads that were
// started end.
void fail_to_open() {
#if !defined(__SANITIZE_THREAD__)
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    rlimit before;
    getrlimit(RLIMIT_AS, &before);
    rlimit less = before;
    less.rlim_cur = pages * 4096 + (256U << 20);
    setrlimit(RLIMIT_AS, &less);
    bool thrown = false;
    try {
        const lanebox::thread_pool pool(1000);
    } catch (const std::system_error &) {
        thrown = true;
    }
    setrlimit(RLIMIT_AS, &before);
    if (!thrown) die("a pool of 1000 threads in 256 MB of addresses");
#endif
}

} // namespace

int main() {
    for (const unsigned threads : {1U, 2U, 5U}) {
        const lanebox::thread_pool pool(threads);
        if (pool.size() != threads) die("%u threads, not %u", pool.size(), threads);
        judge_workers("C++", pool.workers());
        compare_owners(pool);
        compute_alike(pool);
        take_turns(pool);
    }
    for (int k = 0; k < 100; k++) lanebox::thread_pool(5); // destroyed before all threads are awake
    fail_to_open();
}
