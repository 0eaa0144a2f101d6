// SPDX-License-Identifier: MIT
#include "two_worlds.h"

#include <algorithm>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <cstdio>

#include "../tool.h"
#include "lanebox_broadphase.h"
#include "world.h"

namespace {

enum { BULLET, LANEBOX, SIDES, ROWS = 60, STACK_BOXES = 160 };
const char *const NAMES[SIDES] = {"Bullet", "lanebox"};
enum { COLLAPSE_FIRST = 100, COLLAPSE_END = 200 }; // steps
// Of the energy in the beginning: what a step may add, and how far the worlds may end apart.
const double ENERGY_GAIN = 1e-3, ENERGY_APART = 0.02;
const double PENETRATION_MOST = 0.04; // in the end, the mean of touching boxes, m
const double PENETRATION_TIMES = 1.5; // of the other world's, or .005 more
const float SUNK_MOST = 0.3F;         // centers below the ground, m: half of the least box
const float STACK_MOVED_MOST = 0.5F;  // half a cube

struct Worlds {
    btDbvtBroadphase tree;
    LaneboxBroadphase order;
    World bullet, lanebox;
    World *of[SIDES] = {&bullet, &lanebox};

    Worlds(Start start, size_t boxes)
        : bullet(start, boxes, tree, NarrowPhase::BULLET),
          lanebox(start, boxes, order, NarrowPhase::LANEBOX) {
    }
};

// Kinetic and potential energy, J; potential is that above the ground.
double energyOf(World &world) {
    const double gravity = static_cast<double>(world.dynamics().getGravity().length());
    double sum = 0;
    for (const auto &body : world.boxes()) {
        const btVector3 velocity = body->getLinearVelocity(), spin = body->getAngularVelocity();
        const btVector3 momentum = body->getInvInertiaTensorWorld().inverse() * spin;
        const double mass = 1 / static_cast<double>(body->getInvMass());
        const double height = static_cast<double>(body->getWorldTransform().getOrigin().y());
        sum += mass * (gravity * height + static_cast<double>(velocity.length2()) / 2) +
               static_cast<double>(spin.dot(momentum)) / 2;
    }
    return sum;
}

struct Contacts {
    size_t pairs = 0, points = 0;
};

Contacts contactsOf(World &world) {
    Contacts contacts;
    btDispatcher *const dispatcher = world.dynamics().getDispatcher();
    for (int i = 0; i < dispatcher->getNumManifolds(); i++) {
        const int points = dispatcher->getManifoldByIndexInternal(i)->getNumContacts();
        contacts.pairs += points > 0;
        contacts.points += static_cast<size_t>(points);
    }
    return contacts;
}

struct Deepest : btDiscreteCollisionDetectorInterface::Result {
    double depth = -1;
    void setShapeIdentifiersA(int, int) override {
    }
    void setShapeIdentifiersB(int, int) override {
    }
    void addContactPoint(const btVector3 &, const btVector3 &, btScalar distance) override {
        depth = std::max(depth, -static_cast<double>(distance));
    }
};

struct Penetration {
    double mean = 0, deepest = 0; // m
};

// How deep boxes are in each other, as Bullet's detector judges in both worlds.
Penetration penetrationOf(World &world) {
    Penetration penetration;
    size_t touching = 0;
    const btBroadphasePairArray &pairs = world.dynamics().getPairCache()->getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); i++) {
        btDiscreteCollisionDetectorInterface::ClosestPointInput input;
        const btBoxShape *shape[2];
        bool boxes = true;
        for (int k = 0; k < 2; k++) {
            const btBroadphaseProxy &proxy = k ? *pairs[i].m_pProxy1 : *pairs[i].m_pProxy0;
            const auto *const object = static_cast<const btCollisionObject *>(proxy.m_clientObject);
            boxes &= object->getCollisionShape()->getShapeType() == BOX_SHAPE_PROXYTYPE;
            shape[k] = static_cast<const btBoxShape *>(object->getCollisionShape());
            (k ? input.m_transformB : input.m_transformA) = object->getWorldTransform();
        }
        if (!boxes) continue;
        Deepest deepest;
        btBoxBoxDetector(shape[0], shape[1]).getClosestPoints(input, deepest, nullptr);
        if (deepest.depth < 0) continue;
        penetration.mean += deepest.depth;
        penetration.deepest = std::max(penetration.deepest, deepest.depth);
        touching++;
    }
    if (touching) penetration.mean /= static_cast<double>(touching);
    return penetration;
}

double meanOf(const std::vector<double> &values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

double medianOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// Milliseconds of each step.
struct Times {
    std::vector<double> broad, collision, step;

    void add(World &world) {
        broad.push_back(1e3 * world.dynamics().broadphaseSeconds());
        collision.push_back(1e3 * world.dynamics().collisionSeconds());
        step.push_back(1e3 * world.stepSeconds());
    }
};

// The median at the collapse, or of all steps if there is none.
double collapsing(const std::vector<double> &times) {
    if (times.size() < COLLAPSE_END) return medianOf(times);
    return medianOf({times.begin() + COLLAPSE_FIRST, times.begin() + COLLAPSE_END});
}

void printTimes(size_t boxes, const Times (&times)[SIDES]) {
    const Times &ours = times[LANEBOX], &theirs = times[BULLET];
    const double our = meanOf(ours.broad), their = meanOf(theirs.broad);
    std::printf("updateAabbs + calculateOverlappingPairs, ms a step: lanebox %.3f (median %.3f), "
                "btDbvtBroadphase %.3f (%.3f): %.2f times as fast\n",
                our, medianOf(ours.broad), their, medianOf(theirs.broad), their / our);
    const double collision[] = {collapsing(theirs.collision), collapsing(ours.collision)};
    const double step[] = {collapsing(theirs.step), collapsing(ours.step)};
    const bool all = ours.step.size() < COLLAPSE_END;
    std::printf("%s boxes, medians of steps %zu to %zu, ms: broad and narrow phase, lanebox %.3f, "
                "Bullet %.3f: %.2f times as fast; the whole step, lanebox %.3f, Bullet %.3f: %.2f "
                "times as fast\n",
                grouped(boxes).text, all ? size_t{1} : size_t{COLLAPSE_FIRST + 1},
                all ? ours.step.size() : size_t{COLLAPSE_END}, collision[LANEBOX],
                collision[BULLET], collision[BULLET] / collision[LANEBOX], step[LANEBOX],
                step[BULLET], step[BULLET] / step[LANEBOX]);
}

// Boxes may be pressed into the ground, but none may fall through it.
void checkHeights(World &world, const char *name) {
    for (size_t i = 0; i < world.boxes().size(); i++) {
        const float height = world.boxes()[i]->getWorldTransform().getOrigin().y();
        if (!(height > -SUNK_MOST)) die("%s: box %zu ends at a height of %g", name, i, height);
    }
}

} // namespace

void compareWorlds(size_t boxes, size_t steps) {
    Worlds worlds(Start::BLOCK, boxes);
    const double begin = energyOf(worlds.bullet);
    double energy[SIDES] = {begin, begin};
    Penetration penetration[SIDES];
    Times times[SIDES];
    const size_t every = std::max<size_t>(1, steps / ROWS);
    for (size_t step = 1; step <= steps; step++) {
        progress("two worlds", step - 1, steps);
        for (int k = 0; k < SIDES; k++) {
            World &world = *worlds.of[k];
            world.step();
            times[k].add(world);
            const double before = energy[k];
            energy[k] = energyOf(world);
            if (!(energy[k] - before <= ENERGY_GAIN * begin)) {
                die("step %zu, %s: the energy rises from %g to %g J", step, NAMES[k], before,
                    energy[k]);
            }
            if (step % every && step != steps) continue;
            penetration[k] = penetrationOf(world);
            const Contacts contacts = contactsOf(world);
            std::printf("step %zu, %s: energy %.4e J, penetration %.4f m, at most %.3f, %zu pairs "
                        "touch at %zu points\n",
                        step, NAMES[k], energy[k], penetration[k].mean, penetration[k].deepest,
                        contacts.pairs, contacts.points);
        }
    }
    progress("two worlds", steps, steps);
    for (int k = 0; k < SIDES; k++) {
        checkHeights(*worlds.of[k], NAMES[k]);
        const double other = penetration[SIDES - 1 - k].mean;
        const double most = std::min(PENETRATION_MOST, PENETRATION_TIMES * other + 0.005);
        if (steps >= COLLAPSE_END && !(penetration[k].mean <= most)) {
            die("%s: boxes end %g m deep in each other, in the other world %g", NAMES[k],
                penetration[k].mean, other);
        }
    }
    if (!(std::abs(energy[BULLET] - energy[LANEBOX]) <= ENERGY_APART * begin)) {
        die("the worlds end with %g and %g J, having begun with %g", energy[BULLET],
            energy[LANEBOX], begin);
    }
    printTimes(boxes, times);
}

void compareStacks(size_t steps) {
    Worlds worlds(Start::STACKS, STACK_BOXES);
    float moved[SIDES] = {};
    for (int k = 0; k < SIDES; k++) {
        World &world = *worlds.of[k];
        std::vector<btVector3> before;
        for (const auto &box : world.boxes())
            before.push_back(box->getWorldTransform().getOrigin());
        for (size_t step = 0; step < steps; step++) world.step();
        for (size_t i = 0; i < before.size(); i++) {
            const btVector3 way = world.boxes()[i]->getWorldTransform().getOrigin() - before[i];
            moved[k] = std::max(moved[k], way.length());
            if (way.length() < STACK_MOVED_MOST) continue;
            die("%s: cube %zu of a stack is %g m away after %zu steps", NAMES[k], i % STACKED,
                way.length(), steps);
        }
    }
    std::printf("%d stacks of %d cubes of 1 m stand for %zu steps; moved by at most: lanebox %.3f "
                "m, Bullet %.3f\n",
                STACK_BOXES / STACKED, STACKED, steps, moved[LANEBOX], moved[BULLET]);
}
