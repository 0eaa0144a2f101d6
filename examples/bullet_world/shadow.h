// SPDX-License-Identifier: MIT
// A broad phase that is checked while it drives a world: lanebox's, with a btDbvtBroadphase in its
// shadow that gets the same boxes. Where they do not agree the program ends, with exit code 1.
#ifndef BULLET_WORLD_SHADOW_H
#define BULLET_WORLD_SHADOW_H

#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <random>
#include <vector>

#include "lanebox_broadphase.h"

class ShadowedBroadphase : public LaneboxBroadphase {
  public:
    /// @param reach how far from the origin rays and boxes are asked about, on each axis
    explicit ShadowedBroadphase(float reach);
    ~ShadowedBroadphase() override;

    btBroadphaseProxy *createProxy(const btVector3 &aabbMin, const btVector3 &aabbMax,
                                   int shapeType, void *userPtr, int collisionFilterGroup,
                                   int collisionFilterMask, btDispatcher *dispatcher) override;
    void destroyProxy(btBroadphaseProxy *proxy, btDispatcher *dispatcher) override;
    void setAabb(btBroadphaseProxy *proxy, const btVector3 &aabbMin, const btVector3 &aabbMax,
                 btDispatcher *dispatcher) override;
    /// And compares: the pairs in both caches, those of the shadow cut by the exact AABBs and by
    /// lanebox's filters; before that, in every tenth step, what rays, boxes on their way and boxes
    /// meet, while lanebox has not looked at the boxes' new places.
    void calculateOverlappingPairs(btDispatcher *dispatcher) override;

    struct Totals {
        size_t steps = 0;
        size_t pairs = 0;   ///< that were the same
        size_t queries = 0; ///< rays, boxes on their way and boxes
        size_t hits = 0;    ///< of them
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
    std::vector<btBroadphaseProxy *> m_ours, m_shadows; ///< by m_uniqueId of lanebox's, or NULL
    btBroadphaseProxy *m_stray;                         ///< made of NaN; the shadow lacks it
    float m_reach;
    std::mt19937 m_random{7};
    Totals m_totals;
};

#endif
