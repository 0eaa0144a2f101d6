// SPDX-License-Identifier: MIT
// A broad phase for Bullet, based on lanebox/pairs.h. Copy it and its .cc into other programs:
//
//     LaneboxBroadphase broadphase;
//     btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
//
// Its pairs are exactly those whose AABBs overlap when calculateOverlappingPairs is called. The
// pair cache is told only which pairs came and went since the last call.
#ifndef LANEBOX_BROADPHASE_H
#define LANEBOX_BROADPHASE_H

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <lanebox/pairs.h>
#include <memory>
#include <vector>

/// Takes any number of proxies of any size; a proxy with a NaN in its AABB meets nothing. Bullet
/// must be built with single precision. Call it from one thread at a time: even a query may have to
/// update the order.
class LaneboxBroadphase : public btBroadphaseInterface {
  public:
    /// Without a cache it makes a btHashedOverlappingPairCache of its own. A cache must remove
    /// pairs at once, as that one does: its hasDeferredRemoval() must be false.
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

    /// Tells the cache which pairs came and went. Groups and masks count as they are now. If the
    /// cache has an overlap filter callback, it is called for every pair each time instead.
    void calculateOverlappingPairs(btDispatcher *dispatcher) override;

    /// Calls back for at least every proxy that is hit. The boxes count as they are now, whether or
    /// not pairs have been calculated since they moved. With aabbMin and aabbMax, a box is cast. A
    /// callback that decreases its m_lambda_max shortens a ray, but not the way of a box. The
    /// callback must not change the broad phase.
    void rayTest(const btVector3 &rayFrom, const btVector3 &rayTo,
                 btBroadphaseRayCallback &rayCallback,
                 const btVector3 &aabbMin = btVector3(0, 0, 0),
                 const btVector3 &aabbMax = btVector3(0, 0, 0)) override;
    /// Calls back for every proxy whose AABB overlaps, exactly.
    void aabbTest(const btVector3 &aabbMin, const btVector3 &aabbMax,
                  btBroadphaseAabbCallback &callback) override;

    btOverlappingPairCache *getOverlappingPairCache() override;
    const btOverlappingPairCache *getOverlappingPairCache() const override;
    /// The box around all proxies; a point if there are none.
    void getBroadphaseAabb(btVector3 &aabbMin, btVector3 &aabbMax) const override;
    /// Starts afresh if no proxies are left, so that results do not depend on earlier proxies.
    void resetPool(btDispatcher *dispatcher) override;
    void printStats() override;

  private:
    /// A proxy's data, as lanebox reads them.
    struct Item {
        float min[3], max[3];
        uint32_t group, mask;
    };
    struct alignas(64) CacheLine {
        unsigned char bytes[64];
    };
    /// Reused memory, of which the first `count` pairs are in use.
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
    /// Proxy k has m_uniqueId k + 1 for all its life and is number k in lanebox's pairs. A free
    /// proxy has the empty box, which is in no pair, until it is reused.
    std::deque<btBroadphaseProxy> m_proxies;
    std::vector<uint32_t> m_free;
    std::vector<Item> m_items;
    std::vector<CacheLine> m_order;
    unsigned m_refits = 0;     ///< since the order was sorted
    bool m_setChanged = false; ///< whether boxes came or went since the order was updated
    bool m_moved = false;      ///< whether boxes moved since the order was updated
    PairList m_known;          ///< pairs that the cache holds, sorted
    PairList m_found;          ///< pairs that are found now
    PairList m_added, m_removed;
    std::vector<lbx_pair> m_scratch;
};

#endif
