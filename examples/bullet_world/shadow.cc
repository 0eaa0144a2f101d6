// SPDX-License-Identifier: MIT
#include "shadow.h"

#include <algorithm>
#include <cmath>

#include "../tool.h"

namespace {

enum { QUERIES_EVERY = 10, QUERIES = 16 };
// Bullet's rounding may lose a box that a ray meets by less than this.
const double GRAZING = 1e-3;

// The shadow's cache takes all pairs. Filters change, so comparePairs applies those of lanebox's
// cache.
struct TakeAll : btOverlapFilterCallback {
    bool needBroadphaseCollision(btBroadphaseProxy *, btBroadphaseProxy *) const override {
        return true;
    }
} takeAll;

bool overlap(const btVector3 &aMin, const btVector3 &aMax, const btBroadphaseProxy &b) {
    for (int c = 0; c < 3; c++) {
        if (aMin[c] > b.m_aabbMax[c] || b.m_aabbMin[c] > aMax[c]) return false;
    }
    return true;
}

// What is cast: the box from min to max, relative to `from`, moved by `way`. For a ray the box is a
// point.
struct Cast {
    btVector3 from, way, min, max;
};

// Where the cast meets a box that is shrunk by `margin` on every side: 0 to 1, or 2 if nowhere.
double meets(const Cast &cast, const btBroadphaseProxy &box, double margin) {
    double enter = 0, leave = 1;
    for (int c = 0; c < 3; c++) {
        const double from = cast.from[c], way = cast.way[c];
        const double low = box.m_aabbMin[c] + margin - (from + cast.max[c]);
        const double high = box.m_aabbMax[c] - margin - (from + cast.min[c]);
        if (way == 0) {
            if (low > 0 || high < 0) return 2;
            continue;
        }
        enter = std::max(enter, std::min(low / way, high / way));
        leave = std::min(leave, std::max(low / way, high / way));
    }
    return enter <= leave ? enter : 2;
}

// Counts the callbacks for each proxy, by the m_uniqueId of lanebox's proxy.
struct Collector : btBroadphaseRayCallback {
    std::vector<int> found;
    bool isShadow;
    const Cast *shortened = nullptr; ///< if set, the ray is shortened to the nearest box it meets
    double nearest = 2;
    btScalar length;

    Collector(size_t count, bool shadow, const Cast *cast) : found(count), isShadow(shadow) {
        if (!cast) return;
        // Prepared as by btCollisionWorld::rayTest.
        length = cast->way.length();
        for (int c = 0; c < 3; c++) {
            const btScalar direction = length > 0 ? cast->way[c] / length : 0;
            m_rayDirectionInverse[c] = direction == 0 ? BT_LARGE_FLOAT : 1 / direction;
            m_signs[c] = m_rayDirectionInverse[c] < 0;
        }
        m_lambda_max = length;
    }
    bool process(const btBroadphaseProxy *proxy) override {
        const btBroadphaseProxy *const ours =
            isShadow ? static_cast<const btBroadphaseProxy *>(proxy->m_clientObject) : proxy;
        found[static_cast<size_t>(ours->m_uniqueId)]++;
        if (shortened) {
            nearest = std::min(nearest, meets(*shortened, *ours, 0));
            if (nearest <= 1) m_lambda_max = static_cast<btScalar>(nearest) * length;
        }
        return true;
    }
};

} // namespace

ShadowedBroadphase::ShadowedBroadphase(float reach) : m_reach(reach) {
    m_shadow.getOverlappingPairCache()->setOverlapFilterCallback(&takeAll);
    const btVector3 nan(NAN, NAN, NAN);
    m_stray = LaneboxBroadphase::createProxy(nan, nan, 0, nullptr, btBroadphaseProxy::DefaultFilter,
                                             btBroadphaseProxy::AllFilter, nullptr);
}

ShadowedBroadphase::~ShadowedBroadphase() {
    LaneboxBroadphase::destroyProxy(m_stray, nullptr);
}

btBroadphaseProxy *ShadowedBroadphase::createProxy(const btVector3 &aabbMin,
                                                   const btVector3 &aabbMax, int shapeType,
                                                   void *userPtr, int collisionFilterGroup,
                                                   int collisionFilterMask,
                                                   btDispatcher *dispatcher) {
    btBroadphaseProxy *const ours =
        LaneboxBroadphase::createProxy(aabbMin, aabbMax, shapeType, userPtr, collisionFilterGroup,
                                       collisionFilterMask, dispatcher);
    const size_t id = static_cast<size_t>(ours->m_uniqueId);
    if (m_ours.size() <= id) {
        m_ours.resize(id + 1);
        m_shadows.resize(id + 1);
    }
    m_ours[id] = ours;
    m_shadows[id] = m_shadow.createProxy(aabbMin, aabbMax, shapeType, ours, collisionFilterGroup,
                                         collisionFilterMask, dispatcher);
    return ours;
}

void ShadowedBroadphase::destroyProxy(btBroadphaseProxy *proxy, btDispatcher *dispatcher) {
    const size_t id = static_cast<size_t>(proxy->m_uniqueId);
    m_shadow.destroyProxy(m_shadows[id], dispatcher);
    m_ours[id] = m_shadows[id] = nullptr;
    LaneboxBroadphase::destroyProxy(proxy, dispatcher);
}

void ShadowedBroadphase::setAabb(btBroadphaseProxy *proxy, const btVector3 &aabbMin,
                                 const btVector3 &aabbMax, btDispatcher *dispatcher) {
    LaneboxBroadphase::setAabb(proxy, aabbMin, aabbMax, dispatcher);
    m_shadow.setAabb(m_shadows[static_cast<size_t>(proxy->m_uniqueId)], aabbMin, aabbMax,
                     dispatcher);
}

void ShadowedBroadphase::calculateOverlappingPairs(btDispatcher *dispatcher) {
    if (m_totals.steps % QUERIES_EVERY == 0) {
        // The first query of a step meets an order that is out of date. Each kind is the first one
        // in some steps.
        for (size_t k = 0; k < 3 * QUERIES; k++) {
            switch ((k + m_totals.steps / QUERIES_EVERY) % 3) {
            case 0: compareCast(false); break;
            case 1: compareCast(true); break;
            default: compareBox();
            }
        }
    }
    LaneboxBroadphase::calculateOverlappingPairs(dispatcher);
    m_shadow.calculateOverlappingPairs(dispatcher);
    comparePairs();
    m_totals.steps++;
}

void ShadowedBroadphase::comparePairs() {
    btOverlappingPairCache *const caches[2] = {getOverlappingPairCache(),
                                               m_shadow.getOverlappingPairCache()};
    std::vector<lbx_pair> pairs[2];
    for (int k = 0; k < 2; k++) {
        const btBroadphasePairArray &held = caches[k]->getOverlappingPairArray();
        for (int i = 0; i < held.size(); i++) {
            btBroadphaseProxy *a = held[i].m_pProxy0, *b = held[i].m_pProxy1;
            if (k == 1) {
                a = static_cast<btBroadphaseProxy *>(a->m_clientObject);
                b = static_cast<btBroadphaseProxy *>(b->m_clientObject);
                if (!overlap(a->m_aabbMin, a->m_aabbMax, *b)) continue;
                if (!caches[0]->needsBroadphaseCollision(a, b)) continue;
            }
            const auto ids = std::minmax({a->m_uniqueId, b->m_uniqueId});
            pairs[k].push_back(
                {static_cast<uint32_t>(ids.first), static_cast<uint32_t>(ids.second)});
        }
        std::vector<lbx_pair> scratch(pairs[k].size() + 1);
        pairs[k].reserve(pairs[k].size() + 1); // so that data() is not NULL
        checked(lbx_pairs_sort(pairs[k].data(), pairs[k].size(), scratch.data()));
    }
    std::vector<lbx_pair> more(pairs[1].size() + 1), less(pairs[0].size() + 1);
    size_t moreCount, lessCount;
    checked(lbx_pair_changes(pairs[0].data(), pairs[0].size(), pairs[1].data(), pairs[1].size(),
                             more.data(), &moreCount, less.data(), &lessCount));
    if (moreCount) {
        die("step %zu: lanebox lacks %zu pairs, the first of proxies %u and %u", m_totals.steps,
            moreCount, more[0].a, more[0].b);
    }
    if (lessCount) {
        die("step %zu: btDbvtBroadphase lacks %zu pairs, the first of proxies %u and %u",
            m_totals.steps, lessCount, less[0].a, less[0].b);
    }
    m_totals.pairs += pairs[0].size();
}

// lanebox must call back for every proxy that is hit, and for none twice; the shadow for every
// proxy that is surely hit.
void ShadowedBroadphase::compareFound(const char *query, const std::vector<int> &ours,
                                      const std::vector<int> &theirs, const std::vector<int> &hit,
                                      const std::vector<int> &surelyHit) {
    for (size_t id = 0; id < ours.size(); id++) {
        if (ours[id] > 1 || (ours[id] && !m_ours[id]) || (hit[id] && !ours[id])) {
            die("step %zu, %s: proxy %zu %s hit, lanebox calls back %d times", m_totals.steps,
                query, id, hit[id] ? "is" : "is not", ours[id]);
        }
        if (surelyHit[id] && !theirs[id])
            die("step %zu, %s: btDbvtBroadphase misses proxy %zu", m_totals.steps, query, id);
        m_totals.hits += static_cast<size_t>(hit[id]);
    }
    m_totals.queries++;
}

btVector3 ShadowedBroadphase::randomPoint(float reach) {
    btVector3 point(0, 0, 0);
    for (int c = 0; c < 3; c++) point[c] = reach * static_cast<float>(m_random() * 0x1p-31 - 1);
    return point;
}

// Of eight casts, on average, two are parallel to a coordinate plane, one does not move, and four
// go through an existing box.
void ShadowedBroadphase::compareCast(bool withExtents) {
    const btVector3 zero(0, 0, 0);
    const unsigned kind = m_random() % 8;
    Cast cast = {randomPoint(m_reach), zero, zero, zero};
    btVector3 to = randomPoint(m_reach);
    if (kind < 2) to[static_cast<int>(kind)] = cast.from[static_cast<int>(kind)];
    if (kind == 2) to = cast.from;
    const btBroadphaseProxy *const box = m_ours[m_random() % m_ours.size()];
    if (kind >= 4 && box) to = box->m_aabbMin + box->m_aabbMax - cast.from;
    cast.way = to - cast.from; // rounded, as Bullet does it
    if (withExtents) {
        cast.max = randomPoint(m_reach / 16).absolute();
        cast.min = -cast.max * 0.5F;
    }
    const size_t count = m_ours.size();
    Collector ours(count, false, &cast), theirs(count, true, &cast), shortened(count, false, &cast);
    rayTest(cast.from, to, ours, cast.min, cast.max);
    m_shadow.rayTest(cast.from, to, theirs, cast.min, cast.max);
    std::vector<int> hit(count), surelyHit(count);
    double nearest = 2;
    for (size_t id = 0; id < count; id++) {
        if (!m_ours[id]) continue;
        const double where = meets(cast, *m_ours[id], 0);
        nearest = std::min(nearest, where);
        hit[id] = where <= 1;
        surelyHit[id] = meets(cast, *m_ours[id], GRAZING) <= 1;
    }
    compareFound(withExtents ? "box on its way" : "ray", ours.found, theirs.found, hit, surelyHit);

    shortened.shortened = &cast;
    rayTest(cast.from, to, shortened, cast.min, cast.max);
    if (std::abs(shortened.nearest - nearest) > 1e-5) {
        die("step %zu: a ray that becomes shorter meets a box at %g, not at %g", m_totals.steps,
            shortened.nearest, nearest);
    }
}

void ShadowedBroadphase::compareBox() {
    const btVector3 min = randomPoint(m_reach), max = min + randomPoint(m_reach / 4).absolute();
    const size_t count = m_ours.size();
    Collector ours(count, false, nullptr), theirs(count, true, nullptr);
    aabbTest(min, max, ours);
    m_shadow.aabbTest(min, max, theirs);
    std::vector<int> hit(count);
    for (size_t id = 0; id < count; id++) hit[id] = m_ours[id] && overlap(min, max, *m_ours[id]);
    compareFound("box", ours.found, theirs.found, hit, hit);
    if (ours.found != hit) die("step %zu: aabbTest is not exact", m_totals.steps);
}
