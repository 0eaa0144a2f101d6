// SPDX-License-Identifier: MIT
// Falling boxes in Bullet, with lanebox as the broad phase and the narrow phase. First its broad
// phase drives a world while a btDbvtBroadphase sees the same boxes: both must find the same pairs
// in each step. Then two worlds fall side by side, one by Bullet's phases and one by lanebox's, and
// both must stay standing; and so must stacks.
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
#include "two_worlds.h"
#include "world.h"

namespace {

enum { PICTURES = 10, FILTERS_EVERY = 30, PILE_BOXES = 200, PILE_STEPS = 300 };

const char usage[] = "usage: bullet_world [-n boxes] [-s steps] [-o directory]\n"
                     "  -n  boxes, 1 to 1,000,000; 8,000\n"
                     "  -s  steps; 600. Pairs are compared in half as many\n"
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

// A small pile at rest, with its contacts.
void drawPile(const std::string &path) {
    LaneboxBroadphase broadphase;
    World world(Start::PILE, PILE_BOXES, broadphase, NarrowPhase::LANEBOX);
    for (size_t step = 0; step < PILE_STEPS; step++) world.step();
    drawContacts(world, path);
}

} // namespace

int main(int argc, char **argv) {
    size_t boxes = 8000, steps = 600;
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

    const size_t compared = (steps + 1) / 2;
    const ShadowedBroadphase::Totals totals = compare(boxes, compared, directory);
    std::printf("%s boxes, %s steps: the same %s pairs as btDbvtBroadphase, step by step; %s "
                "queries with the same %s hits\n",
                grouped(boxes).text, grouped(compared).text, grouped(totals.pairs).text,
                grouped(totals.queries).text, grouped(totals.hits).text);
    compareWorlds(boxes, steps);
    compareStacks(steps);
    if (!directory.empty()) drawPile((std::filesystem::path(directory) / "contacts.png").string());
    std::printf("worlds part in time: Bullet solves contacts in the order of its pairs%s%s\n",
                directory.empty() ? "" : "; the pictures: ", directory.c_str());
    return EXIT_SUCCESS;
}
