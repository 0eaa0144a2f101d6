// SPDX-License-Identifier: MIT
// A narrow phase for boxes in Bullet, based on lanebox/contacts.h. Copy it, lanebox_box_box.h and
// the .cc of both into other programs:
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
#include <vector>

#include "lanebox_box_box.h"

/// Takes pairs whose shapes are both btBoxShape, margins included. Bullet must be built with single
/// precision. As in Bullet, a contact begins where boxes overlap, and its points last until the gap
/// exceeds the manifold's breaking threshold. Unlike in Bullet, a pair that is apart has no
/// manifold and no algorithm. A point takes over the impulses of the one that the same features
/// made in the last step.
///
/// Points are added one by one through btManifoldResult, as in Bullet, if one of Bullet's global
/// callbacks for contacts or materials is set, and for bodies with contact stiffness, a friction
/// anchor or a custom material. With a near callback, continuous dispatch or deterministic pairs,
/// Bullet asks for each pair separately. needsCollision is not called for two bodies that accept
/// all others.
class LaneboxDispatcher : public btCollisionDispatcher {
  public:
    explicit LaneboxDispatcher(btCollisionConfiguration *configuration);
    LaneboxDispatcher(const LaneboxDispatcher &) = delete;
    LaneboxDispatcher &operator=(const LaneboxDispatcher &) = delete;

    void dispatchAllCollisionPairs(btOverlappingPairCache *pairCache, const btDispatcherInfo &info,
                                   btDispatcher *dispatcher) override;

  private:
    struct CreateFunc : btCollisionAlgorithmCreateFunc {
        btCollisionAlgorithm *
        CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo &info,
                                 const btCollisionObjectWrapper *body0,
                                 const btCollisionObjectWrapper *body1) override;
    };
    /// What is known about a proxy in this step.
    enum : uint8_t {
        SEEN = 1,
        BOX = 2,
        ACTIVE = 4,
        REFUSES = 8,  ///< some bodies
        SPECIAL = 16, ///< takes Bullet's own way of adding points
    };
    /// A pair that is searched.
    struct Item {
        uint32_t a, b;  ///< m_uniqueId of the proxies
        uint32_t place; ///< in the pair cache
    };

    uint8_t look(const btBroadphaseProxy &proxy);
    void readBox(const btCollisionObject &object, size_t id);
    void gather(btBroadphasePair *pairs, int count, const btDispatcherInfo &info);
    void search(btBroadphasePair *pairs);
    void touch(btBroadphasePair &pair, const Item &item, const lbx_contact &contact);
    void part(btBroadphasePair &pair, const Item &item);
    bool refused(const btBroadphasePair &pair, const Item &item);

    CreateFunc m_create;
    bool m_singly = false;                  ///< whether points are added one by one in this step
    std::vector<uint8_t> m_known;           ///< by m_uniqueId
    std::vector<LaneboxBox> m_boxes;        ///< the same
    std::vector<LaneboxSurface> m_surfaces; ///< the same
    std::vector<Item> m_items;              ///< reused memory, of which m_count are in use
    std::vector<uint8_t> m_axes;            ///< of the items in the last step
    size_t m_count = 0;
    float m_margin = 0;
    std::vector<lbx_contact> m_contacts;
};

#endif
