// SPDX-License-Identifier: MIT
// A pair of boxes in Bullet whose contacts lanebox finds: a part of lanebox_dispatcher.h.
#ifndef LANEBOX_BOX_BOX_H
#define LANEBOX_BOX_BOX_H

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/CollisionDispatch/btActivatingCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <cmath>
#include <cstdint>
#include <lanebox/contacts.h>

enum { LANEBOX_NO_AXIS = 255 }; ///< of a pair that is new

/// A box as lanebox reads it.
struct alignas(64) LaneboxBox {
    float center[3], half[3], axis[3][3];
};

/// What Bullet combines into the material of a contact.
struct LaneboxSurface {
    float friction, rolling, spinning, restitution;
};

/// The box of a btBoxShape, its margin included.
LaneboxBox laneboxBox(const btCollisionShape &shape, const btTransform &place);
lbx_obbs laneboxView(const LaneboxBox *boxes, size_t count);

/// A pair of boxes that touch. It owns their manifold and knows which features made its points.
class LaneboxBoxBox : public btActivatingCollisionAlgorithm {
  public:
    LaneboxBoxBox(const btCollisionAlgorithmConstructionInfo &info, const btCollisionObject *a,
                  const btCollisionObject *b)
        : btActivatingCollisionAlgorithm(info), manifold(m_dispatcher->getNewManifold(a, b)) {
    }
    ~LaneboxBoxBox() override {
        m_dispatcher->releaseManifold(manifold);
    }
    void processCollision(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b,
                          const btDispatcherInfo &info, btManifoldResult *result) override;
    btScalar calculateTimeOfImpact(btCollisionObject *, btCollisionObject *,
                                   const btDispatcherInfo &, btManifoldResult *) override {
        return 1;
    }
    void getAllContactManifolds(btManifoldArray &manifolds) override {
        manifolds.push_back(manifold);
    }
    /// Combines the bodies' materials again if they have changed.
    void combine(const LaneboxSurface &a, const LaneboxSurface &b);
    /// Adds the points in Bullet's own way, by which callbacks are called.
    void report(const lbx_contact &contact, btManifoldResult &result);
    /// Writes the points into the manifold. A point takes over the impulses of the one that the
    /// same features made.
    void write(const lbx_contact &contact, const LaneboxBox &a, const LaneboxBox &b);

    btPersistentManifold *const manifold;
    uint8_t axis = LANEBOX_NO_AXIS;
    uint32_t feature[MANIFOLD_CACHE_SIZE] = {};

  private:
    LaneboxSurface m_surfaces[2] = {{NAN, 0, 0, 0}, {NAN, 0, 0, 0}};
    LaneboxSurface m_combined = {};
};

#endif
