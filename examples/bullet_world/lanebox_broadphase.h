// SPDX-License-Identifier: MIT
// A broad phase for Bullet on lanebox/pairs.h, to be taken into other programs with its .cc:
//
//     LaneboxBroadphase broadphase;
//     btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
//
// Pairs are those whose AABBs overlap, exactly, as they are when calculateOverlappingPairs is
// called. The pair cache is told only what came and what went since the last call.
#ifndef LANEBOX_BROADPHASE_H
#define LANEBOX_BROADPHASE_H

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <lanebox/pairs.h>
#include <memory>
#include <vector>

/// For any number of proxies of any size; one with a NaN in its AABB meets nothing. Bullet must be
/// of single precision. One thread at a time: a query, too, may have to bring the order up to date.
class LaneboxBroadphase : public btBroadphaseInterface {
  public:
    /// Without a cache it makes a btHashedOverlappingPairCache of its own. A cache must remove
    /// pairs at once, as that one does: its hasDeferredRemoval() is false.
    explicit LaneboxBroadphase(btOverlappingPairCache *pairCache = nullptr);
    LaneboxBroadphase(const LaneboxBroadphase &) = delete;
    LaneboxBroadphase &operator=(const LaneboxBroadphase &) = delete;

    btBroadphaseProxy *createProxy(const btVector3 &aabbMin, const btVector3 &aabbMax,
                                   int shapeType, void *userPtr, int collisionFilterGroup,
                                   int collisionFilterMask, btDispatcher *dispatcher) override;
    void destroyProxy(btBroadphaseProxy *proxy, btDispatcher *dispatcher) override;
    void setAabb(btBroadphaseProxy *proxy, const btVector3 &aabbMin, const btVector3 &aabbMax,
                 btDispatcher *dispatcher) override;
    void getAabb(btBroadphaseProxy *proxy, btVector3 &aabbMin, btVector3 &aabbMax) const override;

    /// Hands over the pairs that came and went. Groups and masks count as they are now; where the
    /// cache has an overlap filter callback, that is asked of every pair instead, each time.
    void calculateOverlappingPairs(btDispatcher *dispatcher) override;

    /// Calls back for at least every proxy that is hit, as the boxes are now, whether pairs have
    /// been calculated since they moved or not. With aabbMin and aabbMax, a box is cast. A callback
    /// that makes its m_lambda_max smaller shortens a ray, not a box's way. It must leave the
    /// broad phase as it is.
    void rayTest(const btVector3 &rayFrom, const btVector3 &rayTo,
                 btBroadphaseRayCallback &rayCallback,
                 const btVector3 &aabbMin = btVector3(0, 0, 0),
                 const btVector3 &aabbMax = btVector3(0, 0, 0)) override;
    /// Calls back for every proxy whose AABB overlaps, exactly.
    void aabbTest(const btVector3 &aabbMin, const btVector3 &aabbMax,
                  btBroadphaseAabbCallback &callback) override;

    btOverlappingPairCache *getOverlappingPairCache() override;
    const btOverlappingPairCache *getOverlappingPairCache() const override;
    /// The box around all proxies; a point where there are none.
    void getBroadphaseAabb(btVector3 &aabbMin, btVector3 &aabbMax) const override;
    /// Begins anew if no proxies are left, so that what follows does not depend on what was.
    void resetPool(btDispatcher *dispatcher) override;
    void printStats() override;

  private:
    /// A proxy, as lanebox reads it.
    struct Item {
        float min[3], max[3];
        uint32_t group, mask;
    };
    struct alignas(64) CacheLine {
        unsigned char bytes[64];
    };
    /// Room that stays, of which the first `count` pairs are in use.
    struct PairList {
        std::vector<lbx_pair> room;
        size_t count = 0;
    };
    enum { SORT_EVERY = 8 };

    void update();
    void findPairs();
    void readCache();
    template <class Search>
    void callBack(Search search, btBroadphaseAabbCallback &callback, btBroadphaseRayCallback *ray,
                  float *tMax);

    std::unique_ptr<btOverlappingPairCache> m_ownCache;
    btOverlappingPairCache *m_cache;
    /// Proxy k has m_uniqueId k + 1 for all its life, and is number k in lanebox's pairs. A free
    /// one has the empty box, which is in no pair, until it is given out again.
    std::deque<btBroadphaseProxy> m_proxies;
    std::vector<uint32_t> m_free;
    std::vector<Item> m_items;
    std::vector<CacheLine> m_order;
    unsigned m_refits = 0;     ///< since the order was sorted
    bool m_setChanged = false; ///< since the order was brought up to date: which boxes there are
    bool m_moved = false;      ///< the same: where they are
    PairList m_known;          ///< what the cache holds, sorted
    PairList m_found;          ///< what is found now
    PairList m_added, m_removed;
    std::vector<lbx_pair> m_scratch;
};

#endif
