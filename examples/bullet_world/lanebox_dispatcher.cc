// SPDX-License-Identifier: MIT
#include "lanebox_dispatcher.h"

#include <algorithm>
#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btCollisionShape.h>
#include <new>

namespace {

enum { ITEMS = 512 }; // of a call, so that their contacts stay in the cache

btCollisionObject *objectOf(const btBroadphaseProxy *proxy) {
    return static_cast<btCollisionObject *>(proxy->m_clientObject);
}

struct Wrapped : btCollisionObjectWrapper {
    explicit Wrapped(const btBroadphaseProxy *proxy)
        : btCollisionObjectWrapper(nullptr, objectOf(proxy)->getCollisionShape(), objectOf(proxy),
                                   objectOf(proxy)->getWorldTransform(), -1, -1) {
    }
};

bool hasCallbacks() {
    return gContactDestroyedCallback || gContactProcessedCallback || gContactStartedCallback ||
           gContactEndedCallback ||
           gCalculateCombinedFrictionCallback != btManifoldResult::calculateCombinedFriction ||
           gCalculateCombinedRollingFrictionCallback !=
               btManifoldResult::calculateCombinedRollingFriction ||
           gCalculateCombinedSpinningFrictionCallback !=
               btManifoldResult::calculateCombinedSpinningFriction ||
           gCalculateCombinedRestitutionCallback != btManifoldResult::calculateCombinedRestitution;
}

// Bullet has no getter for what needsCollision looks at.
struct Refusing : btCollisionObject {
    static bool any(const btCollisionObject &object) {
        return object.*(&Refusing::m_checkCollideWith);
    }
};

} // namespace

btCollisionAlgorithm *
LaneboxDispatcher::CreateFunc::CreateCollisionAlgorithm(btCollisionAlgorithmConstructionInfo &info,
                                                        const btCollisionObjectWrapper *body0,
                                                        const btCollisionObjectWrapper *body1) {
    void *const memory = info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(LaneboxBoxBox));
    return new (memory)
        LaneboxBoxBox(info, body0->getCollisionObject(), body1->getCollisionObject());
}

LaneboxDispatcher::LaneboxDispatcher(btCollisionConfiguration *configuration)
    : btCollisionDispatcher(configuration), m_contacts(ITEMS) {
    registerCollisionCreateFunc(BOX_SHAPE_PROXYTYPE, BOX_SHAPE_PROXYTYPE, &m_create);
}

// Looks at a proxy when it is met for the first time in a step.
uint8_t LaneboxDispatcher::look(const btBroadphaseProxy &proxy) {
    const size_t id = static_cast<size_t>(proxy.m_uniqueId);
    if (id >= m_known.size()) {
        m_known.resize(id + id / 4 + 1);
        m_boxes.resize(m_known.size());
        m_surfaces.resize(m_known.size());
    }
    if (!m_known[id]) {
        const btCollisionObject &object = *objectOf(&proxy);
        m_known[id] = SEEN;
        if (object.isActive()) m_known[id] |= ACTIVE;
        if (object.getCollisionShape()->getShapeType() == BOX_SHAPE_PROXYTYPE) readBox(object, id);
    }
    return m_known[id];
}

void LaneboxDispatcher::readBox(const btCollisionObject &object, size_t id) {
    const int special = btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK |
                        btCollisionObject::CF_HAS_CONTACT_STIFFNESS_DAMPING |
                        btCollisionObject::CF_HAS_FRICTION_ANCHOR;
    m_known[id] |= BOX;
    if (Refusing::any(object)) m_known[id] |= REFUSES;
    if (object.getCollisionFlags() & special) m_known[id] |= SPECIAL;
    m_surfaces[id] = {object.getFriction(), object.getRollingFriction(),
                      object.getSpinningFriction(), object.getRestitution()};
    m_boxes[id] = laneboxBox(*object.getCollisionShape(), object.getWorldTransform());
    // The greatest breaking threshold of a pair. If it is relative, it is that of the smaller box.
    const float *const half = m_boxes[id].half;
    float threshold = gContactBreakingThreshold;
    if (getDispatcherFlags() & CD_USE_RELATIVE_CONTACT_BREAKING_THRESHOLD)
        threshold *= object.isStaticObject() ? 0 : btVector3(half[0], half[1], half[2]).length();
    m_margin = std::max(m_margin, threshold);
}

// Lists the pairs of boxes of which one is active, and gives the others to Bullet.
void LaneboxDispatcher::gather(btBroadphasePair *pairs, int count, const btDispatcherInfo &info) {
    std::fill(m_known.begin(), m_known.end(), uint8_t{0});
    m_items.resize(std::max(m_items.size(), static_cast<size_t>(count)));
    m_axes.resize(m_items.size());
    m_count = 0;
    m_margin = 0;
    for (int i = 0; i < count; i++) {
        btBroadphasePair &pair = pairs[i];
        const uint8_t a = look(*pair.m_pProxy0), b = look(*pair.m_pProxy1);
        if (!(a & b & BOX)) {
            defaultNearCallback(pair, *this, info);
            continue;
        }
        if (!((a | b) & ACTIVE)) continue;
        const LaneboxBoxBox *const known = static_cast<const LaneboxBoxBox *>(pair.m_algorithm);
        m_axes[m_count] = known ? known->axis : uint8_t{LANEBOX_NO_AXIS};
        m_items[m_count++] = {static_cast<uint32_t>(pair.m_pProxy0->m_uniqueId),
                              static_cast<uint32_t>(pair.m_pProxy1->m_uniqueId),
                              static_cast<uint32_t>(i)};
    }
}

bool LaneboxDispatcher::refused(const btBroadphasePair &pair, const Item &item) {
    return (m_known[item.a] | m_known[item.b]) & REFUSES &&
           !needsCollision(objectOf(pair.m_pProxy0), objectOf(pair.m_pProxy1));
}

void LaneboxDispatcher::touch(btBroadphasePair &pair, const Item &item,
                              const lbx_contact &contact) {
    LaneboxBoxBox *boxBox = static_cast<LaneboxBoxBox *>(pair.m_algorithm);
    if ((!boxBox && contact.depth < 0) || refused(pair, item)) return;
    if (!boxBox) {
        const btCollisionAlgorithmConstructionInfo info(this, 0);
        boxBox = new (allocateCollisionAlgorithm(sizeof(LaneboxBoxBox)))
            LaneboxBoxBox(info, objectOf(pair.m_pProxy0), objectOf(pair.m_pProxy1));
        pair.m_algorithm = boxBox;
    }
    if (m_singly || (m_known[item.a] | m_known[item.b]) & SPECIAL) {
        const Wrapped a(pair.m_pProxy0), b(pair.m_pProxy1);
        btManifoldResult result(&a, &b);
        result.setPersistentManifold(boxBox->manifold);
        boxBox->report(contact, result);
        result.refreshContactPoints();
    } else {
        boxBox->combine(m_surfaces[item.a], m_surfaces[item.b]);
        boxBox->write(contact, m_boxes[item.a], m_boxes[item.b]);
    }
    if (boxBox->manifold->getNumContacts() == 0) part(pair, item);
}

// Ends the contact of a pair that is apart.
void LaneboxDispatcher::part(btBroadphasePair &pair, const Item &item) {
    if (!pair.m_algorithm || refused(pair, item)) return;
    pair.m_algorithm->~btCollisionAlgorithm();
    freeCollisionAlgorithm(pair.m_algorithm);
    pair.m_algorithm = nullptr;
}

void LaneboxDispatcher::search(btBroadphasePair *pairs) {
    for (size_t first = 0; first < m_count; first += ITEMS) {
        const Item *const items = m_items.data() + first;
        const size_t n = std::min<size_t>(ITEMS, m_count - first);
        lbx_obbs a = laneboxView(m_boxes.data(), m_boxes.size()), b = a;
        a.pick = lbx_indexed_every(&items->a, n, sizeof(Item));
        b.pick = lbx_indexed_every(&items->b, n, sizeof(Item));
        const lbx_contact_query query = {m_margin, m_axes.data() + first, nullptr};
        const lbx_contacts_out out = lbx_contacts_out_of(m_contacts.data(), ITEMS);
        const ptrdiff_t found = lbx_obb_obb_contacts(&a, &b, n, &query, &out);
        btAssert(found >= 0);
        const lbx_contact *contact = m_contacts.data(), *const end = contact + found;
        for (size_t i = 0; i < n; i++) {
            btBroadphasePair &pair = pairs[items[i].place];
            if (contact != end && contact->item == i)
                touch(pair, items[i], *contact++);
            else
                part(pair, items[i]);
        }
    }
}

void LaneboxDispatcher::dispatchAllCollisionPairs(btOverlappingPairCache *pairCache,
                                                  const btDispatcherInfo &info,
                                                  btDispatcher *dispatcher) {
    const bool byPairs = info.m_dispatchFunc != btDispatcherInfo::DISPATCH_DISCRETE ||
                         info.m_deterministicOverlappingPairs ||
                         getNearCallback() != defaultNearCallback;
    if (byPairs) {
        btCollisionDispatcher::dispatchAllCollisionPairs(pairCache, info, dispatcher);
        return;
    }
    btBroadphasePair *const pairs = pairCache->getOverlappingPairArrayPtr();
    m_singly = hasCallbacks();
    gather(pairs, pairCache->getNumOverlappingPairs(), info);
    search(pairs);
}
