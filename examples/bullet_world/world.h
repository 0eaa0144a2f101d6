// SPDX-License-Identifier: MIT
// The simulated world: a block of tumbling boxes above a plane and four ramps. Its random numbers
// are the same each time. Some boxes are ghosts, which do not meet one another. From time to time
// some boxes are removed and others drop from above.
#ifndef BULLET_WORLD_WORLD_H
#define BULLET_WORLD_WORLD_H

#include <btBulletDynamicsCommon.h>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

/// The ghosts' group, in addition to Bullet's own, and the groups that they meet.
const int GHOST_GROUP = 64, GHOST_MASK = btBroadphaseProxy::AllFilter ^ GHOST_GROUP;

/// A world that times its broad phase.
class TimedWorld : public btDiscreteDynamicsWorld {
  public:
    using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;
    void updateAabbs() override;
    void computeOverlappingPairs() override;
    /// Processor time of both in the last step.
    double broadphaseSeconds() const {
        return m_updateSeconds + m_pairSeconds;
    }

  private:
    double m_updateSeconds = 0, m_pairSeconds = 0;
};

class World {
  public:
    World(size_t boxCount, btBroadphaseInterface &broadphase);

    void step();
    /// The initial side of the block of boxes.
    float side() const {
        return m_side;
    }
    TimedWorld &dynamics() {
        return m_world;
    }
    /// The falling boxes.
    const std::vector<std::unique_ptr<btRigidBody>> &boxes() const {
        return m_boxes;
    }
    /// The ramps, then the plane.
    const std::vector<std::unique_ptr<btRigidBody>> &statics() const {
        return m_statics;
    }

  private:
    float random(float least, float most);
    btQuaternion randomRotation();
    void addStatic(btCollisionShape *shape, const btTransform &place);
    void addBox(const btVector3 &place);
    void exchange();

    std::mt19937 m_random;
    size_t m_steps = 0;
    float m_side;
    std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
    std::vector<std::unique_ptr<btRigidBody>> m_boxes, m_statics;
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher{&m_configuration};
    btSequentialImpulseConstraintSolver m_solver;
    TimedWorld m_world;
};

#endif
