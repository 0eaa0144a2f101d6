// SPDX-License-Identifier: MIT
// A broad phase that is checked while it drives a world: lanebox's, shadowed by a btDbvtBroadphase
// that gets the same boxes. If they disagree, the program ends with exit code 1.
#ifndef BULLET_WORLD_SHADOW_H
#define BULLET_WORLD_SHADOW_H

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <random>
#include <vector>

#include "lanebox_broadphase.h"

class ShadowedBroadphase : public LaneboxBroadphase {
  public:
    /// @param reach how far from the origin queries go, on each axis
    explicit ShadowedBroadphase(float reach);
    ~ShadowedBroadphase() override;

    btBroadphaseProxy *createProxy(const btVector3 &aabbMin, const btVector3 &aabbMax,
                                   int shapeType, void *userPtr, int collisionFilterGroup,
                                   int collisionFilterMask, btDispatcher *dispatcher) override;
    void destroyProxy(btBroadphaseProxy *proxy, btDispatcher *dispatcher) override;
    void setAabb(btBroadphaseProxy *proxy, const btVector3 &aabbMin, const btVector3 &aabbMax,
                 btDispatcher *dispatcher) override;
    /// Also compares the pairs in both caches, those of the shadow restricted to exact AABBs and
    /// lanebox's filters. Before that, in every tenth step, compares what rays, moving boxes and
    /// boxes meet, while lanebox's order does not yet know the boxes' new places.
    void calculateOverlappingPairs(btDispatcher *dispatcher) override;

    struct Totals {
        size_t steps = 0;
        size_t pairs = 0;   ///< equal pairs
        size_t queries = 0; ///< rays, moving boxes and boxes
        size_t hits = 0;    ///< of the queries
    };
    const Totals &totals() const {
        return m_totals;
    }

  private:
    void comparePairs();
    void compareCast(bool withExtents);
    void compareBox();
    void compareFound(const char *query, const std::vector<int> &ours,
                      const std::vector<int> &theirs, const std::vector<int> &hit,
                      const std::vector<int> &surelyHit);
    btVector3 randomPoint(float reach);

    btDbvtBroadphase m_shadow;
    std::vector<btBroadphaseProxy *> m_ours, m_shadows; ///< by lanebox's m_uniqueId, or NULL
    btBroadphaseProxy *m_stray;                         ///< all NaN; not in the shadow
    float m_reach;
    std::mt19937 m_random{7};
    Totals m_totals;
};

#endif
