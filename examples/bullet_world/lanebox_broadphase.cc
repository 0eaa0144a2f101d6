// SPDX-License-Identifier: MIT
#include "lanebox_broadphase.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <utility>

static_assert(std::is_same<btScalar, float>::value, "lanebox is of single precision");

namespace {

const btVector3 EMPTY_MIN(FLT_MAX, FLT_MAX, FLT_MAX), EMPTY_MAX(-FLT_MAX, -FLT_MAX, -FLT_MAX);

// The count that a call returned. Only a mistake in this file can make the call fail.
size_t counted(ptrdiff_t result) {
    btAssert(result >= 0);
    return result > 0 ? static_cast<size_t>(result) : 0;
}

bool hasNan(const btVector3 &a, const btVector3 &b) {
    bool found = false;
    for (int c = 0; c < 3; c++) found |= std::isnan(a[c]) | std::isnan(b[c]);
    return found;
}

void store(const btVector3 &vector, float out[3]) {
    for (int c = 0; c < 3; c++) out[c] = vector[c];
}

void makeRoom(std::vector<lbx_pair> &room, size_t count) {
    if (room.size() < count) room.resize(count + count / 4);
}

} // namespace

LaneboxBroadphase::LaneboxBroadphase(btOverlappingPairCache *pairCache)
    : m_ownCache(pairCache ? nullptr : new btHashedOverlappingPairCache()),
      m_cache(pairCache ? pairCache : m_ownCache.get()) {
    update();
}

btBroadphaseProxy *LaneboxBroadphase::createProxy(const btVector3 &aabbMin,
                                                  const btVector3 &aabbMax, int /*shapeType*/,
                                                  void *userPtr, int collisionFilterGroup,
                                                  int collisionFilterMask,
                                                  btDispatcher * /*dispatcher*/) {
    if (m_free.empty()) {
        m_free.push_back(static_cast<uint32_t>(m_proxies.size()));
        m_proxies.emplace_back();
    }
    const uint32_t slot = m_free.back();
    m_free.pop_back();
    btBroadphaseProxy &proxy = m_proxies[slot];
    proxy.m_clientObject = userPtr;
    proxy.m_collisionFilterGroup = collisionFilterGroup;
    proxy.m_collisionFilterMask = collisionFilterMask;
    proxy.m_uniqueId = static_cast<int>(slot) + 1;
    proxy.m_aabbMin = aabbMin;
    proxy.m_aabbMax = aabbMax;
    m_setChanged = true;
    return &proxy;
}

void LaneboxBroadphase::destroyProxy(btBroadphaseProxy *proxy, btDispatcher *dispatcher) {
    // If this removes pairs, the cache has fewer pairs than are known, and the next step reads it.
    // So a proxy that takes this one's slot is not mistaken for it.
    m_cache->removeOverlappingPairsContainingProxy(proxy, dispatcher);
    proxy->m_clientObject = nullptr;
    proxy->m_aabbMin = EMPTY_MIN;
    proxy->m_aabbMax = EMPTY_MAX;
    m_free.push_back(static_cast<uint32_t>(proxy->m_uniqueId - 1));
    m_setChanged = true;
}

// Bullet calls this for every object in every step, so it does only what is necessary.
void LaneboxBroadphase::setAabb(btBroadphaseProxy *proxy, const btVector3 &aabbMin,
                                const btVector3 &aabbMax, btDispatcher * /*dispatcher*/) {
    proxy->m_aabbMin = aabbMin;
    proxy->m_aabbMax = aabbMax;
    m_moved = true;
}

void LaneboxBroadphase::getAabb(btBroadphaseProxy *proxy, btVector3 &aabbMin,
                                btVector3 &aabbMax) const {
    aabbMin = proxy->m_aabbMin;
    aabbMax = proxy->m_aabbMax;
}

// Proxies stay where they are because Bullet points to them, and users may change groups and masks
// at any time. So all data are copied to where lanebox reads them, in the order of the proxies'
// numbers.
void LaneboxBroadphase::update() {
    const size_t count = m_proxies.size();
    m_items.resize(count + 1); // one more, so that m_items[0] exists
    Item *item = m_items.data();
    for (const btBroadphaseProxy &proxy : m_proxies) {
        const bool empty = hasNan(proxy.m_aabbMin, proxy.m_aabbMax);
        store(empty ? EMPTY_MIN : proxy.m_aabbMin, item->min);
        store(empty ? EMPTY_MAX : proxy.m_aabbMax, item->max);
        item->group = static_cast<uint32_t>(proxy.m_collisionFilterGroup);
        item->mask = static_cast<uint32_t>(proxy.m_collisionFilterMask);
        item++;
    }
    const lbx_aabbs boxes = lbx_aabbs_of(m_items[0].min, m_items[0].max, count, sizeof(Item));
    const bool sort = m_setChanged || m_order.empty() || ++m_refits == SORT_EVERY;
    if (sort) {
        m_refits = 0;
        m_order.resize(lbx_order_bytes(count) / sizeof(CacheLine) + 1);
    }
    const size_t bytes = m_order.size() * sizeof(CacheLine);
    counted(sort ? lbx_order_sort(&boxes, count, m_order.data(), bytes, nullptr)
                 : lbx_order_refit(&boxes, count, m_order.data(), bytes, nullptr));
    m_setChanged = m_moved = false;
}

void LaneboxBroadphase::findPairs() {
    btOverlapFilterCallback *const callback = m_cache->getOverlapFilterCallback();
    const lbx_filter groups = {&m_items[0].group, &m_items[0].mask, sizeof(Item)};
    lbx_cursor cursor = {};
    m_found.count = 0;
    for (size_t room = 0, written = 0; written == room; m_found.count += written) {
        makeRoom(m_found.room, m_found.count + 4096);
        room = m_found.room.size() - m_found.count;
        written = counted(lbx_pairs(m_order.data(), callback ? nullptr : &groups, &cursor,
                                    m_found.room.data() + m_found.count, room));
    }
    lbx_pair *const begin = m_found.room.data();
    if (callback) {
        const auto refused = [&](const lbx_pair &pair) {
            return !callback->needBroadphaseCollision(&m_proxies[pair.a], &m_proxies[pair.b]);
        };
        m_found.count =
            static_cast<size_t>(std::remove_if(begin, begin + m_found.count, refused) - begin);
    }
    makeRoom(m_scratch, m_found.count);
    counted(lbx_pairs_sort(begin, m_found.count, m_scratch.data()));
}

// Reads which pairs the cache holds, after proxies were destroyed or someone else removed pairs.
void LaneboxBroadphase::readCache() {
    m_known.count = static_cast<size_t>(m_cache->getNumOverlappingPairs());
    makeRoom(m_known.room, m_known.count);
    makeRoom(m_scratch, m_known.count);
    for (size_t i = 0; i < m_known.count; i++) {
        const btBroadphasePair &pair = m_cache->getOverlappingPairArray()[static_cast<int>(i)];
        const std::pair<int, int> ids =
            std::minmax({pair.m_pProxy0->m_uniqueId, pair.m_pProxy1->m_uniqueId});
        m_known.room[i] = {static_cast<uint32_t>(ids.first - 1),
                           static_cast<uint32_t>(ids.second - 1)};
    }
    counted(lbx_pairs_sort(m_known.room.data(), m_known.count, m_scratch.data()));
}

void LaneboxBroadphase::calculateOverlappingPairs(btDispatcher *dispatcher) {
    update();
    findPairs();
    if (static_cast<size_t>(m_cache->getNumOverlappingPairs()) != m_known.count) readCache();
    makeRoom(m_added.room, m_found.count);
    makeRoom(m_removed.room, m_known.count);
    counted(lbx_pair_changes(m_known.room.data(), m_known.count, m_found.room.data(), m_found.count,
                             m_added.room.data(), &m_added.count, m_removed.room.data(),
                             &m_removed.count));
    for (size_t i = 0; i < m_removed.count; i++) {
        const lbx_pair pair = m_removed.room[i];
        m_cache->removeOverlappingPair(&m_proxies[pair.a], &m_proxies[pair.b], dispatcher);
    }
    for (size_t i = 0; i < m_added.count; i++) {
        const lbx_pair pair = m_added.room[i];
        m_cache->addOverlappingPair(&m_proxies[pair.a], &m_proxies[pair.b]);
    }
    std::swap(m_known, m_found);
}

// Calls back for what `search` finds, a few at a time: a ray that is shortened in between finds
// less. Bullet does not define the unit of m_lambda_max; the initial value is that of rayTo.
template <class Search>
void LaneboxBroadphase::callBack(Search search, btBroadphaseAabbCallback &callback,
                                 btBroadphaseRayCallback *ray, float *tMax) {
    enum { ROOM = 16 };
    const float whole = ray ? ray->m_lambda_max : 0;
    lbx_pair pairs[ROOM];
    lbx_cursor cursor = {};
    for (size_t written = ROOM; written == ROOM;) {
        written = counted(search(&cursor, pairs, static_cast<size_t>(ROOM)));
        for (size_t i = 0; i < written; i++) callback.process(&m_proxies[pairs[i].b]);
        if (whole > 0 && ray->m_lambda_max < whole)
            *tMax = std::max(ray->m_lambda_max / whole, 0.0F);
    }
}

void LaneboxBroadphase::rayTest(const btVector3 &rayFrom, const btVector3 &rayTo,
                                btBroadphaseRayCallback &rayCallback, const btVector3 &aabbMin,
                                const btVector3 &aabbMax) {
    if (m_setChanged || m_moved) update();
    const btVector3 way = rayTo - rayFrom;
    const bool isRay = aabbMin.isZero() && aabbMax.isZero();
    // lanebox promises nothing for the direction of a shorter ray, so a point is swept instead.
    const float longest = std::max({std::abs(way.x()), std::abs(way.y()), std::abs(way.z())});
    if (isRay && longest >= 0x1p-60F) {
        float origin[3], direction[3], tMax = 1;
        store(rayFrom, origin);
        store(way, direction);
        lbx_rays rays = lbx_rays_of(origin, direction, 1, 0);
        rays.t_max = &tMax;
        callBack(
            [&](lbx_cursor *cursor, lbx_pair *out, size_t room) {
                return lbx_query_rays(m_order.data(), &rays, 1, nullptr, nullptr, cursor, out,
                                      room);
            },
            rayCallback, &rayCallback, &tMax);
        return;
    }
    // Rounded outward, so that the box at its start is not smaller than it should be.
    float min[3], max[3], delta[3];
    for (int c = 0; c < 3; c++) {
        min[c] = std::nextafter(rayFrom[c] + aabbMin[c], -FLT_MAX);
        max[c] = std::nextafter(rayFrom[c] + aabbMax[c], FLT_MAX);
    }
    store(way, delta);
    const lbx_aabbs box = lbx_aabbs_of(min, max, 1, 0);
    const lbx_motions motion = lbx_motions_of(delta, 1, 0);
    callBack(
        [&](lbx_cursor *cursor, lbx_pair *out, size_t room) {
            return lbx_query_sweeps(m_order.data(), &box, &motion, 1, nullptr, nullptr, cursor, out,
                                    room);
        },
        rayCallback, nullptr, nullptr);
}

void LaneboxBroadphase::aabbTest(const btVector3 &aabbMin, const btVector3 &aabbMax,
                                 btBroadphaseAabbCallback &callback) {
    if (m_setChanged || m_moved) update();
    float min[3], max[3];
    store(aabbMin, min);
    store(aabbMax, max);
    const lbx_aabbs box = lbx_aabbs_of(min, max, 1, 0);
    callBack(
        [&](lbx_cursor *cursor, lbx_pair *out, size_t room) {
            return lbx_query_aabbs(m_order.data(), &box, 1, nullptr, nullptr, cursor, out, room);
        },
        callback, nullptr, nullptr);
}

btOverlappingPairCache *LaneboxBroadphase::getOverlappingPairCache() {
    return m_cache;
}

const btOverlappingPairCache *LaneboxBroadphase::getOverlappingPairCache() const {
    return m_cache;
}

void LaneboxBroadphase::getBroadphaseAabb(btVector3 &aabbMin, btVector3 &aabbMax) const {
    aabbMin = EMPTY_MIN;
    aabbMax = EMPTY_MAX;
    for (const btBroadphaseProxy &proxy : m_proxies) {
        if (hasNan(proxy.m_aabbMin, proxy.m_aabbMax)) continue;
        aabbMin.setMin(proxy.m_aabbMin);
        aabbMax.setMax(proxy.m_aabbMax);
    }
    if (aabbMin.x() > aabbMax.x()) aabbMin = aabbMax = btVector3(0, 0, 0);
}

void LaneboxBroadphase::resetPool(btDispatcher * /*dispatcher*/) {
    if (m_free.size() != m_proxies.size()) return;
    m_proxies.clear();
    m_free.clear();
    m_known.count = 0;
    m_setChanged = true;
}

void LaneboxBroadphase::printStats() {
    std::printf("LaneboxBroadphase: %zu proxies, %zu pairs; of the last step %zu new, %zu gone\n",
                m_proxies.size() - m_free.size(), m_known.count, m_added.count, m_removed.count);
}
