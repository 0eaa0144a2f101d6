// SPDX-License-Identifier: MIT
// A narrow phase for boxes in Bullet, based on lanebox/contacts.h. Copy it and its .cc into other
// programs:
//
//     LaneboxDispatcher dispatcher(&configuration);
//     btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
//
// All pairs of boxes of a step are searched as one list. Any other pair goes to Bullet.
#ifndef LANEBOX_DISPATCHER_H
#define LANEBOX_DISPATCHER_H

#include <BulletCollision/CollisionDispatch/btCollisionCreateFunc.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <cstdint>
#include <lanebox/contacts.h>
#include <vector>

/// Takes pairs whose shapes are both btBoxShape, margins included. Bullet must be built with single
/// precision. As in Bullet, a contact begins where boxes overlap, and its points last until the gap
/// exceeds the manifold's breaking threshold. Unlike in Bullet, a pair that is apart has no
/// manifold and no algorithm.
///
/// Impulses of the last step are taken over by the points' features. Pairs go one by one through
/// Bullet's btManifoldResult instead, and impulses by position, if one of Bullet's global contact
/// callbacks is set; and so do the pairs of bodies with contact stiffness, a friction anchor or a
/// custom material. With a near callback, continuous dispatch or deterministic pairs, Bullet asks
/// for each pair separately, and gets the same contacts.
class LaneboxDispatcher : public btCollisionDispatcher {
  public:
    explicit LaneboxDispatcher(btCollisionConfiguration *configuration);
    LaneboxDispatcher(const LaneboxDispatcher &) = delete;
    LaneboxDispatcher &operator=(const LaneboxDispatcher &) = delete;

    void dispatchAllCollisionPairs(btOverlappingPairCache *pairCache, const btDispatcherInfo &info,
                                   btDispatcher *dispatcher) override;

    /// A box as lanebox reads it.
    struct Box {
        float center[3], half[3], axis[3][3];
        float threshold; ///< of breaking contacts
    };

  private:
    struct CreateFunc : btCollisionAlgorithmCreateFunc {
        btCollisionAlgorithm *CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo &info,
                                                       const btCollisionObjectWrapper *body0,
                                                       const btCollisionObjectWrapper *body1) override;
    };
    /// What is known about a proxy in this step.
    enum : uint8_t { SEEN = 1, BOX = 2, ACTIVE = 4 };

    uint8_t look(const btBroadphaseProxy &proxy);
    void gather(btBroadphasePair *pairs, int count, const btDispatcherInfo &info);
    void search(btBroadphasePair *pairs);
    void touch(btBroadphasePair &pair, const lbx_contact &contact);
    void part(btBroadphasePair &pair);

    CreateFunc m_create;
    std::vector<Box> m_boxes;     ///< by the proxies' m_uniqueId
    std::vector<uint8_t> m_known; ///< the same
    std::vector<uint32_t> m_a, m_b;
    std::vector<uint32_t> m_place; ///< of the pairs of m_a and m_b in the cache
    std::vector<uint8_t> m_axes;   ///< of these pairs in the last step
    std::vector<lbx_contact> m_contacts;
    float m_margin = 0;
};

#endif
