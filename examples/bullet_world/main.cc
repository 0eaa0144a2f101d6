// SPDX-License-Identifier: MIT
// Falling boxes in Bullet, with lanebox as the broad phase. First lanebox drives the world while a
// btDbvtBroadphase sees the same boxes: both must find the same pairs in each step. Then the
// simulation runs twice more, once with each broad phase alone, to time them.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <vector>

#include "../tool.h"
#include "draw.h"
#include "shadow.h"
#include "world.h"

namespace {

enum { PICTURES = 10, FILTERS_EVERY = 30 };

const char usage[] = "usage: bullet_world [-n boxes] [-s steps] [-o directory]\n"
                     "  -n  boxes, 1 to 1,000,000; 8,000\n"
                     "  -s  steps; 300\n"
                     "  -o  where pictures go; none";

std::string picturePath(const std::string &directory, size_t step) {
    char name[32];
    std::snprintf(name, sizeof name, "step-%04zu.png", step);
    return (std::filesystem::path(directory) / name).string();
}

// Replaces groups and masks: every pair is accepted, except two static bodies.
struct GhostsMeet : btOverlapFilterCallback {
    bool needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const override {
        const int standing = btBroadphaseProxy::StaticFilter;
        return !(a->m_collisionFilterGroup & b->m_collisionFilterGroup & standing);
    }
} ghostsMeet;

// Turns every 25th box into a ghost, or back if it is one.
void changeFilters(World &world) {
    for (size_t i = 0; i < world.boxes().size(); i += 25) {
        btBroadphaseProxy *const proxy = world.boxes()[i]->getBroadphaseProxy();
        const bool ghost = proxy->m_collisionFilterGroup == GHOST_GROUP;
        int group = btBroadphaseProxy::DefaultFilter, mask = btBroadphaseProxy::AllFilter;
        if (!ghost) group = GHOST_GROUP, mask = GHOST_MASK;
        proxy->m_collisionFilterGroup = group;
        proxy->m_collisionFilterMask = mask;
    }
}

ShadowedBroadphase::Totals compare(size_t boxes, size_t steps, const std::string &directory) {
    ShadowedBroadphase broadphase(static_cast<float>(std::cbrt(boxes)) * 2);
    World world(Start::CHANGING, boxes, broadphase, NarrowPhase::BULLET);
    const size_t every = std::max<size_t>(1, steps / PICTURES);
    for (size_t step = 0; step < steps; step++) {
        progress("comparing the pairs", step, steps);
        if (step % FILTERS_EVERY == FILTERS_EVERY / 2) changeFilters(world);
        const bool asked = step >= steps / 3 && step < steps / 2;
        broadphase.getOverlappingPairCache()->setOverlapFilterCallback(asked ? &ghostsMeet
                                                                             : nullptr);
        world.step();
        if (directory.empty() || (step + 1) % every) continue;
        drawWorld(world, picturePath(directory, step + 1));
    }
    progress("comparing the pairs", steps, steps);
    return broadphase.totals();
}

struct Time {
    double mean, median; // milliseconds per step
};

Time measure(const char *job, size_t boxes, size_t steps, btBroadphaseInterface &broadphase) {
    World world(Start::CHANGING, boxes, broadphase, NarrowPhase::BULLET);
    std::vector<double> times;
    double sum = 0;
    for (size_t step = 0; step < steps; step++) {
        progress(job, step, steps);
        world.step();
        times.push_back(1e3 * world.dynamics().broadphaseSeconds());
        sum += times.back();
    }
    progress(job, steps, steps);
    std::sort(times.begin(), times.end());
    return {sum / static_cast<double>(steps), times[steps / 2]};
}

} // namespace

int main(int argc, char **argv) {
    size_t boxes = 8000, steps = 300;
    std::string directory;
    if (asks_help(argc, argv)) {
        std::puts(usage);
        return EXIT_SUCCESS;
    }
    for (int option; (option = getopt(argc, argv, "n:s:o:")) != -1;) {
        switch (option) {
        case 'n': boxes = number_option('n', optarg, 1, 1000000); break;
        case 's': steps = number_option('s', optarg, 1, 1000000); break;
        case 'o': directory = optarg; break;
        default: die("%s", usage);
        }
    }
    if (optind != argc) die("%s", usage);
    std::error_code error;
    if (!directory.empty()) std::filesystem::create_directories(directory, error);
    if (error) die("%s: %s", directory.c_str(), error.message().c_str());
    if (!directory.empty()) check_writable(picturePath(directory, 1).c_str());
    std::printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));

    const ShadowedBroadphase::Totals totals = compare(boxes, steps, directory);
    Time lanebox, bullet;
    {
        LaneboxBroadphase broadphase;
        lanebox = measure("lanebox alone", boxes, steps, broadphase);
    }
    {
        btDbvtBroadphase broadphase;
        bullet = measure("btDbvtBroadphase alone", boxes, steps, broadphase);
    }
    const double ratio = bullet.mean / lanebox.mean;
    std::printf("%s boxes, %s steps: the same %s pairs as btDbvtBroadphase, step by step; %s "
                "queries with the same %s hits\n",
                grouped(boxes).text, grouped(steps).text, grouped(totals.pairs).text,
                grouped(totals.queries).text, grouped(totals.hits).text);
    std::printf("updateAabbs + calculateOverlappingPairs, ms a step: lanebox %.3f (median %.3f), "
                "btDbvtBroadphase %.3f (%.3f): %.2f times as fast\n",
                lanebox.mean, lanebox.median, bullet.mean, bullet.median, ratio);
    std::printf("two runs, whose boxes part in time: Bullet solves contacts in the order of its "
                "pairs%s%s\n",
                directory.empty() ? "" : "; the pictures: ", directory.c_str());
    return EXIT_SUCCESS;
}
