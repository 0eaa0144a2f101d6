// SPDX-License-Identifier: MIT
// Contacts of oriented boxes beside what engines call for a pair: ODE's dBoxBox, Bullet's detector,
// and Bullet's algorithm, which calls it and keeps a manifold for each pair. All ways take turns
// over the same pairs, which lanebox reads by lists over structures of 64 bytes; medians are
// printed, and how many pairs touch. The verdict alone, lbx_obb_obb in its reproducible form,
// stands beside them.
#include <BulletCollision/CollisionDispatch/btBoxBoxCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <ode/ode.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>

#include "examples/random.h"
#include "examples/tool.h"
#include "lanebox/contacts.h"
#include "lanebox/pairs.h"
#include "turned.h"

namespace {

enum { ITEMS = 1024, TURNS = 31, REPEATED = 4 };

struct Box {
    float center[3], half[3], axis[9], rest;
};

struct Scene {
    const char *name;
    std::vector<Box> box;
    std::vector<uint32_t> pair; // two boxes each
};

// Turns by a little, or any way if `most` is 1.
void turn(struct random &r, double most, float axis[9]) {
    double q[4] = {0, 0, 0, 1};
    for (int k = 0; k < 3; k++) q[k] = random_between(&r, -most, most);
    if (most >= 1) q[3] = random_between(&r, -1, 1);
    turned_axes(q, axis);
}

float between(struct random &r, double low, double high) {
    return static_cast<float>(random_between(&r, low, high));
}

// Cubes on each other, which tremble by 1e-3: each touches the one above.
Scene stacks() {
    Scene s{"stacks", {}, {}};
    for (uint32_t i = 0; i <= ITEMS; i++) {
        struct random r = random_of(54, i);
        Box box;
        for (int c = 0; c < 3; c++) {
            box.center[c] = between(r, -1e-3, 1e-3) + (c == 2 ? .998f * static_cast<float>(i) : 0);
            box.half[c] = .5f;
        }
        turn(r, 1e-3, box.axis);
        s.box.push_back(box);
        if (i > 0) s.pair.insert(s.pair.end(), {i - 1, i});
    }
    return s;
}

// Boxes turned any way, at offsets up to `reach` times the sum of their half extents.
Scene any(const char *name, double reach) {
    Scene s{name, {}, {}};
    for (uint32_t i = 0; i < ITEMS; i++) {
        struct random r = random_of(55, i);
        Box box[2];
        for (int b = 0; b < 2; b++) {
            for (int c = 0; c < 3; c++) {
                box[b].half[c] = between(r, .25, .75);
                box[b].center[c] = between(r, -10, 10);
            }
            turn(r, 1, box[b].axis);
        }
        for (int c = 0; c < 3; c++) {
            const double sum = static_cast<double>(box[0].half[c] + box[1].half[c]);
            box[1].center[c] = box[0].center[c] + between(r, -reach * sum, reach * sum);
        }
        s.box.insert(s.box.end(), {box[0], box[1]});
        s.pair.insert(s.pair.end(), {2 * i, 2 * i + 1});
    }
    return s;
}

// Boxes turned any way, which lie as closely as in a pile: the pairs that a broad phase finds.
Scene piles() {
    enum { SIDE = 12, BOXES = SIDE * SIDE * SIDE, MOST = 16 * ITEMS };
    Scene s{"piles", {}, {}};
    for (uint32_t i = 0; i < BOXES; i++) {
        struct random r = random_of(56, i);
        const uint32_t place[3] = {i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE};
        Box box;
        for (int c = 0; c < 3; c++) {
            box.half[c] = between(r, .3, .55);
            box.center[c] = .95f * static_cast<float>(place[c]) + between(r, -.2, .2);
        }
        turn(r, 1, box.axis);
        s.box.push_back(box);
    }
    std::vector<float> wide(6 * BOXES);
    std::vector<uint64_t> order(lbx_order_bytes(BOXES) / sizeof(uint64_t) + 8);
    std::vector<lbx_pair> pairs(MOST);
    void *const aligned =
        reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(order.data()) + 63) / 64 * 64);
    const lbx_obbs boxes =
        lbx_obbs_of(s.box[0].center, s.box[0].half, s.box[0].axis, BOXES, sizeof(Box));
    float *const low = wide.data(), *const high = low + 3;
    const lbx_aabbs_out to = {
        {low, low + 1, low + 2}, {high, high + 1, high + 2}, BOXES, 6 * sizeof(float)};
    const lbx_aabbs around = lbx_aabbs_of(low, high, BOXES, 6 * sizeof(float));
    if (lbx_aabbs_from_obbs(&boxes, BOXES, &to) != BOXES ||
        lbx_order_sort(&around, BOXES, aligned, lbx_order_bytes(BOXES), nullptr) != BOXES)
        die("boxes of a pile");
    lbx_cursor cursor = {};
    const ptrdiff_t found = lbx_pairs(aligned, nullptr, &cursor, pairs.data(), MOST);
    if (found < ITEMS) die("%td pairs in a pile", found);
    for (uint32_t k = 0; k < ITEMS; k++) { // from everywhere in the pile
        const lbx_pair &pair = pairs[static_cast<size_t>(found) * k / ITEMS];
        s.pair.insert(s.pair.end(), {pair.a, pair.b});
    }
    return s;
}

lbx_obbs view_of(const Scene &s, int side) {
    const Box *const box = s.box.data();
    lbx_obbs view = lbx_obbs_of(box->center, box->half, box->axis, s.box.size(), sizeof *box);
    view.pick = lbx_indexed_every(s.pair.data() + side, ITEMS, 2 * sizeof(uint32_t));
    return view;
}

struct Way {
    const char *name;
    std::function<size_t()> run; // returns how many pairs touch
    std::vector<double> seconds;
    size_t touching = 0;
};

// --- ODE ---

struct OdeBox {
    dVector3 center, side;
    dMatrix3 turned;
};

std::function<size_t()> ode(const Scene &s) {
    auto boxes = std::make_shared<std::vector<OdeBox>>(s.box.size());
    for (size_t i = 0; i < s.box.size(); i++) {
        OdeBox &to = (*boxes)[i];
        for (int c = 0; c < 3; c++) {
            to.center[c] = static_cast<dReal>(s.box[i].center[c]);
            to.side[c] = 2 * static_cast<dReal>(s.box[i].half[c]);
            for (int k = 0; k < 3; k++)
                to.turned[4 * c + k] = static_cast<dReal>(s.box[i].axis[3 * k + c]);
        }
    }
    return [boxes, &s] {
        size_t touching = 0;
        for (size_t i = 0; i < ITEMS; i++) {
            const OdeBox &a = (*boxes)[s.pair[2 * i]], &b = (*boxes)[s.pair[2 * i + 1]];
            dContactGeom contacts[4];
            dVector3 normal;
            dReal depth;
            int code;
            touching += dBoxBox(a.center, a.turned, a.side, b.center, b.turned, b.side, normal,
                                &depth, &code, 4, contacts, sizeof *contacts) > 0;
        }
        return touching;
    };
}

// --- Bullet ---

struct Taken : btDiscreteCollisionDetectorInterface::Result {
    int points = 0;
    btVector3 last;
    void setShapeIdentifiersA(int, int) override {
    }
    void setShapeIdentifiersB(int, int) override {
    }
    void addContactPoint(const btVector3 &, const btVector3 &point, btScalar) override {
        last = point;
        points++;
    }
};

std::function<size_t()> bullet(const Scene &s) {
    struct Body {
        btTransform pose;
        std::unique_ptr<btBoxShape> shape;
    };
    auto bodies = std::make_shared<std::vector<Body>>(s.box.size());
    for (size_t i = 0; i < s.box.size(); i++) {
        const Box &x = s.box[i];
        Body &to = (*bodies)[i];
        to.pose.setOrigin(btVector3(x.center[0], x.center[1], x.center[2]));
        to.pose.setBasis(btMatrix3x3(x.axis[0], x.axis[3], x.axis[6], x.axis[1], x.axis[4],
                                     x.axis[7], x.axis[2], x.axis[5], x.axis[8]));
        to.shape = std::make_unique<btBoxShape>(btVector3(x.half[0], x.half[1], x.half[2]));
        to.shape->setMargin(0);
    }
    return [bodies, &s] {
        size_t touching = 0;
        for (size_t i = 0; i < ITEMS; i++) {
            const Body &a = (*bodies)[s.pair[2 * i]], &b = (*bodies)[s.pair[2 * i + 1]];
            btBoxBoxDetector detector(a.shape.get(), b.shape.get());
            btDiscreteCollisionDetectorInterface::ClosestPointInput input;
            input.m_transformA = a.pose;
            input.m_transformB = b.pose;
            Taken taken;
            detector.getClosestPoints(input, taken, nullptr);
            touching += taken.points > 0;
        }
        return touching;
    };
}

// Objects as a world has them, and a manifold for each pair.
struct Kept {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDispatcherInfo info;
    std::vector<std::unique_ptr<btBoxShape>> shapes;
    std::vector<std::unique_ptr<btCollisionObject>> objects;
    std::vector<btCollisionAlgorithm *> algorithms;

    ~Kept() {
        for (btCollisionAlgorithm *algorithm : algorithms) {
            algorithm->~btCollisionAlgorithm();
            dispatcher.freeCollisionAlgorithm(algorithm);
        }
    }
    btCollisionObjectWrapper wrapped(uint32_t body) const {
        const btCollisionObject *const object = objects[body].get();
        return {nullptr, object->getCollisionShape(), object, object->getWorldTransform(), -1, -1};
    }
};

std::function<size_t()> bullet_kept(const Scene &s) {
    auto kept = std::make_shared<Kept>();
    for (const Box &x : s.box) {
        kept->shapes.push_back(
            std::make_unique<btBoxShape>(btVector3(x.half[0], x.half[1], x.half[2])));
        kept->objects.push_back(std::make_unique<btCollisionObject>());
        kept->objects.back()->setCollisionShape(kept->shapes.back().get());
        kept->objects.back()->setWorldTransform(
            btTransform(btMatrix3x3(x.axis[0], x.axis[3], x.axis[6], x.axis[1], x.axis[4],
                                    x.axis[7], x.axis[2], x.axis[5], x.axis[8]),
                        btVector3(x.center[0], x.center[1], x.center[2])));
    }
    for (size_t i = 0; i < ITEMS; i++) {
        const btCollisionObjectWrapper a = kept->wrapped(s.pair[2 * i]),
                                       b = kept->wrapped(s.pair[2 * i + 1]);
        kept->algorithms.push_back(
            kept->dispatcher.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS));
    }
    return [kept, &s] {
        size_t touching = 0;
        for (size_t i = 0; i < ITEMS; i++) {
            const btCollisionObjectWrapper a = kept->wrapped(s.pair[2 * i]),
                                           b = kept->wrapped(s.pair[2 * i + 1]);
            btManifoldResult result(&a, &b);
            kept->algorithms[i]->processCollision(&a, &b, kept->info, &result);
            btManifoldArray manifolds;
            kept->algorithms[i]->getAllContactManifolds(manifolds);
            touching += manifolds.size() > 0 && manifolds[0]->getNumContacts() > 0;
        }
        return touching;
    };
}

// --- all ---

void compare(const Scene &s) {
    static lbx_contact contacts[ITEMS];
    static uint8_t hits[ITEMS / 8];
    const lbx_obbs a = view_of(s, 0), b = view_of(s, 1);
    const lbx_contacts_out out = lbx_contacts_out_of(contacts, ITEMS);
    std::vector<Way> ways;
    ways.push_back(
        {"lbx_obb_obb_contacts",
         [&] { return static_cast<size_t>(lbx_obb_obb_contacts(&a, &b, ITEMS, nullptr, &out)); },
         {}});
    ways.push_back(
        {"lbx_obb_obb, reproducible",
         [&] { return static_cast<size_t>(lbx_obb_obb(&a, &b, ITEMS, LBX_REPRODUCIBLE, hits)); },
         {}});
    ways.push_back({"ODE's dBoxBox", ode(s), {}});
    ways.push_back({"Bullet's detector", bullet(s), {}});
    ways.push_back({"Bullet's algorithm, manifold", bullet_kept(s), {}});
    for (int turned = -2; turned < TURNS; turned++) {
        for (Way &way : ways) {
            const double begun = cpu_seconds();
            for (int r = 0; r < REPEATED; r++) way.touching = way.run();
            if (turned >= 0) way.seconds.push_back((cpu_seconds() - begun) / REPEATED);
        }
    }
    std::printf("%s, %zu of %d touch\n", s.name, ways[0].touching, ITEMS);
    double first = 0;
    for (Way &way : ways) {
        std::sort(way.seconds.begin(), way.seconds.end());
        const double ns = way.seconds[TURNS / 2] * 1e9 / ITEMS;
        if (first == 0) first = ns;
        std::printf("    %-28s %8.1f ns a pair, %6.2f times; %zu touch\n", way.name, ns, ns / first,
                    way.touching);
    }
}

} // namespace

int main() {
    std::printf("isa: %s\n", lbx_isa_name(lbx_isa_active()));
    dInitODE();
    compare(stacks());
    compare(piles());
    compare(any("random, all", .2));
    compare(any("random, half", 1.33));
    compare(any("random, few", 3));
    dCloseODE();
}
