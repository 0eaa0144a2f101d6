// SPDX-License-Identifier: MIT
// The simulated worlds. Their random numbers are the same each time.
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

enum class Start {
    /// A block of tumbling boxes above a plane and four ramps. Some boxes are ghosts, which do not
    /// meet one another.
    BLOCK,
    /// The same. From time to time some boxes are removed and others drop from above.
    CHANGING,
    /// A block of tumbling boxes just above a plane.
    PILE,
    /// Stacks of STACKED cubes on a plane.
    STACKS
};
enum { STACKED = 10 };
enum class NarrowPhase { BULLET, LANEBOX };

/// A world that times its collision detection.
class TimedWorld : public btDiscreteDynamicsWorld {
  public:
    using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;
    void updateAabbs() override;
    void computeOverlappingPairs() override;
    void performDiscreteCollisionDetection() override;
    /// Processor time of updateAabbs and computeOverlappingPairs in the last step.
    double broadphaseSeconds() const {
        return m_updateSeconds + m_pairSeconds;
    }
    /// The same of these and the narrow phase.
    double collisionSeconds() const {
        return m_collisionSeconds;
    }

  private:
    double m_updateSeconds = 0, m_pairSeconds = 0, m_collisionSeconds = 0;
};

class World {
  public:
    World(Start start, size_t boxCount, btBroadphaseInterface &broadphase, NarrowPhase narrow);

    void step();
    /// Processor time of the last step.
    double stepSeconds() const {
        return m_stepSeconds;
    }
    /// The initial side of the block of boxes, or of the field of stacks.
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
    void addBox(btBoxShape &shape, const btTransform &place, bool ghost);
    void addTumbling(const btVector3 &place);
    bool hasRamps() const {
        return m_start == Start::BLOCK || m_start == Start::CHANGING;
    }
    void buildRamps();
    void buildBlock(size_t boxCount);
    void buildStacks(size_t boxCount);
    void exchange();

    Start m_start;
    std::mt19937 m_random;
    size_t m_steps = 0;
    float m_side;
    double m_stepSeconds = 0;
    std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
    std::vector<std::unique_ptr<btRigidBody>> m_boxes, m_statics;
    btDefaultCollisionConfiguration m_configuration;
    std::unique_ptr<btCollisionDispatcher> m_dispatcher;
    btSequentialImpulseConstraintSolver m_solver;
    TimedWorld m_world;
};

#endif
