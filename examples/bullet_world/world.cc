// SPDX-License-Identifier: MIT
#include "world.h"

#include <cmath>

#include "../tool.h"
#include "lanebox_dispatcher.h"

namespace {

enum { SHAPES = 16, EXCHANGE_EVERY = 50 };
const float SPACING = 1.7F;
const float DENSITY = 500; // of wood

} // namespace

void TimedWorld::updateAabbs() {
    const double begin = cpu_seconds();
    btDiscreteDynamicsWorld::updateAabbs();
    m_updateSeconds = cpu_seconds() - begin;
}

void TimedWorld::computeOverlappingPairs() {
    const double begin = cpu_seconds();
    btDiscreteDynamicsWorld::computeOverlappingPairs();
    m_pairSeconds = cpu_seconds() - begin;
}

void TimedWorld::performDiscreteCollisionDetection() {
    const double begin = cpu_seconds();
    btDiscreteDynamicsWorld::performDiscreteCollisionDetection();
    m_collisionSeconds = cpu_seconds() - begin;
}

World::World(Start start, size_t boxCount, btBroadphaseInterface &broadphase, NarrowPhase narrow)
    : m_start(start),
      m_dispatcher(narrow == NarrowPhase::LANEBOX ? new LaneboxDispatcher(&m_configuration)
                                                  : new btCollisionDispatcher(&m_configuration)),
      m_world(m_dispatcher.get(), &broadphase, &m_solver, &m_configuration) {
    if (start == Start::STACKS)
        buildStacks(boxCount);
    else
        buildBlock(boxCount);
    // The plane's AABB reaches from -1e18 to 1e18 on every axis.
    m_shapes.emplace_back(new btStaticPlaneShape(btVector3(0, 1, 0), 0));
    addStatic(m_shapes.back().get(), btTransform::getIdentity());
}

void World::buildBlock(size_t boxCount) {
    for (int i = 0; i < SHAPES; i++) {
        const float x = random(0.3F, 0.55F), y = random(0.3F, 0.55F), z = random(0.3F, 0.55F);
        m_shapes.emplace_back(new btBoxShape(btVector3(x, y, z)));
    }
    const size_t row = static_cast<size_t>(std::ceil(std::cbrt(static_cast<double>(boxCount))));
    m_side = SPACING * static_cast<float>(row);
    if (hasRamps()) buildRamps();
    for (size_t i = 0; i < boxCount; i++) {
        const auto at = [&](size_t k) {
            const float middle = static_cast<float>(row - 1) / 2;
            return SPACING * (static_cast<float>(k) - middle) + random(-0.2F, 0.2F);
        };
        const float x = at(i % row), y = at(i / row / row), z = at(i / row % row);
        addTumbling(btVector3(x, y + (hasRamps() ? 0.8F : 0.6F) * m_side, z));
    }
}

// The ramps slope outward and intersect each other and the ground.
void World::buildRamps() {
    const float length = m_side / 2, thickness = 0.05F * m_side;
    m_shapes.emplace_back(new btBoxShape(btVector3(length, thickness, 0.3F * m_side)));
    for (int k = 0; k < 4; k++) {
        const float turn = static_cast<float>(k) * SIMD_HALF_PI;
        const btQuaternion rotation =
            btQuaternion(btVector3(0, 1, 0), turn) * btQuaternion(btVector3(0, 0, 1), -0.35F);
        const btVector3 place =
            quatRotate(btQuaternion(btVector3(0, 1, 0), turn), btVector3(0.55F * m_side, 0, 0));
        addStatic(m_shapes.back().get(),
                  btTransform(rotation, place + btVector3(0, 0.12F * m_side, 0)));
    }
}

void World::buildStacks(size_t boxCount) {
    const float half = 0.5F;
    btBoxShape *const cube = new btBoxShape(btVector3(half, half, half));
    m_shapes.emplace_back(cube);
    const size_t stacks = (boxCount + STACKED - 1) / STACKED;
    const size_t row = static_cast<size_t>(std::ceil(std::sqrt(static_cast<double>(stacks))));
    m_side = 4 * half * static_cast<float>(row);
    for (size_t i = 0; i < boxCount; i++) {
        const size_t stack = i / STACKED, level = i % STACKED;
        const auto at = [&](size_t k) {
            return 4 * half * (static_cast<float>(k) - static_cast<float>(row - 1) / 2);
        };
        const btVector3 place(at(stack % row), half * static_cast<float>(2 * level + 1),
                              at(stack / row));
        addBox(*cube, btTransform(btQuaternion::getIdentity(), place), false);
    }
}

float World::random(float least, float most) {
    return least + (most - least) * static_cast<float>(m_random() * 0x1p-32);
}

btQuaternion World::randomRotation() {
    btQuaternion rotation;
    do {
        const float x = random(-1, 1), y = random(-1, 1), z = random(-1, 1), w = random(-1, 1);
        rotation = btQuaternion(x, y, z, w);
    } while (rotation.length2() < 0.01F || rotation.length2() > 1);
    return rotation.normalized();
}

void World::addStatic(btCollisionShape *shape, const btTransform &place) {
    btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, shape);
    info.m_startWorldTransform = place;
    m_statics.emplace_back(new btRigidBody(info));
    m_world.addRigidBody(m_statics.back().get());
}

void World::addBox(btBoxShape &shape, const btTransform &place, bool ghost) {
    const btVector3 half = shape.getHalfExtentsWithMargin();
    const float mass = DENSITY * 8 * half.x() * half.y() * half.z();
    btVector3 inertia;
    shape.calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
    info.m_startWorldTransform = place;
    m_boxes.emplace_back(new btRigidBody(info));
    if (ghost)
        m_world.addRigidBody(m_boxes.back().get(), GHOST_GROUP, GHOST_MASK);
    else
        m_world.addRigidBody(m_boxes.back().get());
}

void World::addTumbling(const btVector3 &place) {
    btBoxShape &shape = static_cast<btBoxShape &>(*m_shapes[m_random() % SHAPES]);
    const btTransform turned(randomRotation(), place);
    addBox(shape, turned, m_random() % 10 == 0 && m_start != Start::PILE);
}

// Removes one box in a hundred and adds half as many, the next time one and a half times as many.
void World::exchange() {
    const size_t count = m_boxes.size() / 100 + 1;
    for (size_t i = 0; i < count && !m_boxes.empty(); i++) {
        std::swap(m_boxes[m_random() % m_boxes.size()], m_boxes.back());
        m_world.removeRigidBody(m_boxes.back().get());
        m_boxes.pop_back();
    }
    const bool odd = m_steps / EXCHANGE_EVERY % 2;
    for (size_t i = 0; i < (odd ? count / 2 : count + count - count / 2); i++) {
        const float x = random(-0.4F, 0.4F), y = random(1.4F, 1.6F), z = random(-0.4F, 0.4F);
        addTumbling(m_side * btVector3(x, y, z));
    }
}

void World::step() {
    if (m_start == Start::CHANGING && m_steps > 0 && m_steps % EXCHANGE_EVERY == 0) exchange();
    const double begin = cpu_seconds();
    m_world.stepSimulation(btScalar(1) / 60, 0); // one step of this length
    m_stepSeconds = cpu_seconds() - begin;
    m_steps++;
}
