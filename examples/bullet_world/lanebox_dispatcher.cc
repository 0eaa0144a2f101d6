// SPDX-License-Identifier: MIT
#include "lanebox_dispatcher.h"

#include <BulletCollision/BroadphaseCollision/btOverlappingPairCache.h>
#include <BulletCollision/CollisionDispatch/btActivatingCollisionAlgorithm.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <algorithm>
#include <cmath>
#include <new>
#include <type_traits>

static_assert(std::is_same<btScalar, float>::value, "lanebox is of single precision");

namespace {

enum { ROOM = 256, NO_AXIS = 255, POINTS = 4 };
enum {
    SPECIAL = btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK |
              btCollisionObject::CF_HAS_CONTACT_STIFFNESS_DAMPING |
              btCollisionObject::CF_HAS_FRICTION_ANCHOR
};

void store(const btVector3 &vector, float out[3]) {
    for (int c = 0; c < 3; c++) out[c] = vector[c];
}

LaneboxDispatcher::Box boxOf(const btCollisionShape &shape, const btTransform &place) {
    LaneboxDispatcher::Box box;
    const btVector3 half = static_cast<const btBoxShape &>(shape).getHalfExtentsWithMargin();
    store(place.getOrigin(), box.center);
    store(half, box.half);
    for (int k = 0; k < 3; k++) store(place.getBasis().getColumn(k), box.axis[k]);
    // That of btCollisionShape::getContactBreakingThreshold, whose virtual calls take longer than
    // all of this.
    box.threshold = half.length() * gContactBreakingThreshold;
    return box;
}

lbx_obbs viewOf(const LaneboxDispatcher::Box *boxes, size_t count) {
    return lbx_obbs_of(boxes->center, boxes->half, boxes->axis[0], count, sizeof *boxes);
}

btVector3 load(const float in[3]) {
    return btVector3(in[0], in[1], in[2]);
}

bool hasCallbacks() {
    return gContactDestroyedCallback || gContactProcessedCallback || gContactStartedCallback ||
           gContactEndedCallback;
}

// A pair of boxes that touch: it owns their manifold, and knows which features made its points.
class BoxBox : public btActivatingCollisionAlgorithm {
  public:
    BoxBox(const btCollisionAlgorithmConstructionInfo &info, const btCollisionObject *a,
           const btCollisionObject *b)
        : btActivatingCollisionAlgorithm(info) {
        if (m_dispatcher->needsCollision(a, b)) manifold = m_dispatcher->getNewManifold(a, b);
    }
    ~BoxBox() override {
        if (manifold) m_dispatcher->releaseManifold(manifold);
    }
    void processCollision(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b,
                          const btDispatcherInfo &info, btManifoldResult *result) override;
    btScalar calculateTimeOfImpact(btCollisionObject *, btCollisionObject *,
                                   const btDispatcherInfo &, btManifoldResult *) override {
        return 1;
    }
    void getAllContactManifolds(btManifoldArray &manifolds) override {
        if (manifold) manifolds.push_back(manifold);
    }
    void report(const lbx_contact &contact, btManifoldResult &result);
    void write(const lbx_contact &contact);

    btPersistentManifold *manifold = nullptr;
    uint8_t axis = NO_AXIS;
    uint32_t feature[POINTS] = {};
};

// Bullet's own way, by which callbacks are called.
void BoxBox::report(const lbx_contact &contact, btManifoldResult &result) {
    axis = static_cast<uint8_t>(contact.axis);
    const btVector3 normal = load(contact.normal);
    for (uint32_t k = 0; k < contact.points; k++) {
        const lbx_contact_point &point = contact.point[k];
        if (point.depth < 0) continue;
        result.addContactPoint(-normal, load(point.position) - point.depth / 2 * normal,
                               -point.depth);
    }
}

void BoxBox::processCollision(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b,
                              const btDispatcherInfo & /*info*/, btManifoldResult *result) {
    if (!manifold) return;
    const LaneboxDispatcher::Box boxes[2] = {
        boxOf(*a->getCollisionShape(), a->getWorldTransform()),
        boxOf(*b->getCollisionShape(), b->getWorldTransform())};
    const lbx_obbs first = viewOf(&boxes[0], 1), second = viewOf(&boxes[1], 1);
    lbx_contact contact;
    const lbx_contacts_out out = lbx_contacts_out_of(&contact, 1);
    lbx_contact_query query = {};
    query.axes = &axis;
    result->setPersistentManifold(manifold);
    if (lbx_obb_obb_contacts(&first, &second, 1, &query, &out) == 1)
        report(contact, *result);
    else
        axis = NO_AXIS;
    result->refreshContactPoints();
}

struct Impulses {
    void *user;
    float applied, rhs, lateral[2];
    int life;
};

// Writes the points into the manifold. A point takes over the impulses of the one that the same
// features made.
void BoxBox::write(const lbx_contact &contact) {
    Impulses before[POINTS];
    const int known = manifold->getNumContacts();
    for (int k = 0; k < known; k++) {
        const btManifoldPoint &point = manifold->getContactPoint(k);
        before[k] = {point.m_userPersistentData,
                     point.m_appliedImpulse,
                     point.m_prevRHS,
                     {point.m_appliedImpulseLateral1, point.m_appliedImpulseLateral2},
                     point.m_lifeTime};
    }
    uint32_t featureBefore[POINTS];
    std::copy(feature, feature + POINTS, featureBefore);

    const btCollisionObject *const a = manifold->getBody0(), *const b = manifold->getBody1();
    const btTransform &placeA = a->getWorldTransform(), &placeB = b->getWorldTransform();
    const btVector3 normal = load(contact.normal);
    btVector3 lateral1, lateral2;
    btPlaneSpace1(-normal, lateral1, lateral2);
    const float friction = gCalculateCombinedFrictionCallback(a, b);
    const float rolling = gCalculateCombinedRollingFrictionCallback(a, b);
    const float spinning = gCalculateCombinedSpinningFrictionCallback(a, b);
    const float restitution = gCalculateCombinedRestitutionCallback(a, b);
    const float threshold = manifold->getContactBreakingThreshold();
    int count = 0;
    for (uint32_t k = 0; k < contact.points; k++) {
        const lbx_contact_point &from = contact.point[k];
        if (-from.depth > threshold) continue;
        const btVector3 middle = load(from.position), way = from.depth / 2 * normal;
        const btVector3 onA = middle + way, onB = middle - way;
        manifold->setNumContacts(count + 1);
        btManifoldPoint &to = manifold->getContactPoint(count);
        to = btManifoldPoint(placeA.invXform(onA), placeB.invXform(onB), -normal, -from.depth);
        to.m_positionWorldOnA = onA;
        to.m_positionWorldOnB = onB;
        to.m_lateralFrictionDir1 = lateral1;
        to.m_lateralFrictionDir2 = lateral2;
        to.m_combinedFriction = friction;
        to.m_combinedRollingFriction = rolling;
        to.m_combinedSpinningFriction = spinning;
        to.m_combinedRestitution = restitution;
        to.m_lifeTime = 1;
        const uint32_t *const found = std::find(featureBefore, featureBefore + known, from.feature);
        if (found != featureBefore + known) {
            const Impulses &kept = before[found - featureBefore];
            to.m_userPersistentData = kept.user;
            to.m_appliedImpulse = kept.applied;
            to.m_prevRHS = kept.rhs;
            to.m_appliedImpulseLateral1 = kept.lateral[0];
            to.m_appliedImpulseLateral2 = kept.lateral[1];
            to.m_lifeTime = kept.life + 1;
        }
        feature[count++] = from.feature;
    }
    manifold->setNumContacts(count);
    axis = static_cast<uint8_t>(contact.axis);
}

} // namespace

btCollisionAlgorithm *LaneboxDispatcher::CreateFunc::CreateCollisionAlgorithm(
    btCollisionAlgorithmConstructionInfo &info, const btCollisionObjectWrapper *body0,
    const btCollisionObjectWrapper *body1) {
    void *const memory = info.m_dispatcher1->allocateCollisionAlgorithm(sizeof(BoxBox));
    return new (memory)
        BoxBox(info, body0->getCollisionObject(), body1->getCollisionObject());
}

LaneboxDispatcher::LaneboxDispatcher(btCollisionConfiguration *configuration)
    : btCollisionDispatcher(configuration), m_contacts(ROOM) {
    registerCollisionCreateFunc(BOX_SHAPE_PROXYTYPE, BOX_SHAPE_PROXYTYPE, &m_create);
}

// Reads a proxy when it is met for the first time in a step.
uint8_t LaneboxDispatcher::look(const btBroadphaseProxy &proxy) {
    const size_t id = static_cast<size_t>(proxy.m_uniqueId);
    if (id >= m_known.size()) {
        m_known.resize(id + id / 4 + 1);
        m_boxes.resize(m_known.size());
    }
    uint8_t &known = m_known[id];
    if (known) return known;
    const btCollisionObject &object =
        *static_cast<const btCollisionObject *>(proxy.m_clientObject);
    known = SEEN;
    if (object.isActive()) known |= ACTIVE;
    if (object.getCollisionShape()->getShapeType() == BOX_SHAPE_PROXYTYPE) {
        known |= BOX;
        m_boxes[id] = boxOf(*object.getCollisionShape(), object.getWorldTransform());
        if (!(getDispatcherFlags() & CD_USE_RELATIVE_CONTACT_BREAKING_THRESHOLD))
            m_boxes[id].threshold = gContactBreakingThreshold;
    }
    return known;
}

// Lists the pairs of boxes of which one is active, and gives the others to Bullet.
void LaneboxDispatcher::gather(btBroadphasePair *pairs, int count, const btDispatcherInfo &info) {
    std::fill(m_known.begin(), m_known.end(), uint8_t{0});
    m_a.clear();
    m_b.clear();
    m_place.clear();
    m_axes.clear();
    m_margin = 0;
    for (int i = 0; i < count; i++) {
        btBroadphasePair &pair = pairs[i];
        const uint8_t a = look(*pair.m_pProxy0), b = look(*pair.m_pProxy1);
        if (!(a & b & BOX)) {
            defaultNearCallback(pair, *this, info);
            continue;
        }
        if (!((a | b) & ACTIVE)) continue;
        m_a.push_back(static_cast<uint32_t>(pair.m_pProxy0->m_uniqueId));
        m_b.push_back(static_cast<uint32_t>(pair.m_pProxy1->m_uniqueId));
        m_place.push_back(static_cast<uint32_t>(i));
        const BoxBox *const known = static_cast<const BoxBox *>(pair.m_algorithm);
        m_axes.push_back(known ? known->axis : uint8_t{NO_AXIS});
        m_margin = std::max(m_margin, std::min(m_boxes[m_a.back()].threshold,
                                               m_boxes[m_b.back()].threshold));
    }
}

void LaneboxDispatcher::touch(btBroadphasePair &pair, const lbx_contact &contact) {
    BoxBox *boxBox = static_cast<BoxBox *>(pair.m_algorithm);
    if (!boxBox && contact.depth < 0) return;
    btCollisionObject *const a = static_cast<btCollisionObject *>(pair.m_pProxy0->m_clientObject);
    btCollisionObject *const b = static_cast<btCollisionObject *>(pair.m_pProxy1->m_clientObject);
    if (!needsCollision(a, b)) return;
    if (!boxBox) {
        const btCollisionAlgorithmConstructionInfo info(this, 0);
        boxBox = new (allocateCollisionAlgorithm(sizeof(BoxBox))) BoxBox(info, a, b);
        pair.m_algorithm = boxBox;
    }
    if (!boxBox->manifold) return;
    if (hasCallbacks() || (a->getCollisionFlags() | b->getCollisionFlags()) & SPECIAL) {
        const btCollisionObjectWrapper wrapA(nullptr, a->getCollisionShape(), a,
                                             a->getWorldTransform(), -1, -1);
        const btCollisionObjectWrapper wrapB(nullptr, b->getCollisionShape(), b,
                                             b->getWorldTransform(), -1, -1);
        btManifoldResult result(&wrapA, &wrapB);
        result.setPersistentManifold(boxBox->manifold);
        boxBox->report(contact, result);
        result.refreshContactPoints();
        return;
    }
    boxBox->write(contact);
    if (boxBox->manifold->getNumContacts() == 0) part(pair);
}

// Ends the contact of a pair that is apart.
void LaneboxDispatcher::part(btBroadphasePair &pair) {
    if (!pair.m_algorithm ||
        !needsCollision(static_cast<btCollisionObject *>(pair.m_pProxy0->m_clientObject),
                        static_cast<btCollisionObject *>(pair.m_pProxy1->m_clientObject)))
        return;
    pair.m_algorithm->~btCollisionAlgorithm();
    freeCollisionAlgorithm(pair.m_algorithm);
    pair.m_algorithm = nullptr;
}

void LaneboxDispatcher::search(btBroadphasePair *pairs) {
    const size_t n = m_place.size();
    if (n == 0) return;
    lbx_obbs a = viewOf(m_boxes.data(), m_boxes.size()), b = a;
    a.pick = lbx_indexed_every(m_a.data(), n, sizeof(uint32_t));
    b.pick = lbx_indexed_every(m_b.data(), n, sizeof(uint32_t));
    const lbx_contacts_out out = lbx_contacts_out_of(m_contacts.data(), m_contacts.size());
    size_t cursor = 0;
    const lbx_contact_query query = {m_margin, m_axes.data(), &cursor};
    for (size_t next = 0; next < n;) {
        const ptrdiff_t found = lbx_obb_obb_contacts(&a, &b, n, &query, &out);
        btAssert(found >= 0);
        for (ptrdiff_t i = 0; i < found; i++) {
            const lbx_contact &contact = m_contacts[static_cast<size_t>(i)];
            for (; next < contact.item; next++) part(pairs[m_place[next]]);
            touch(pairs[m_place[next++]], contact);
        }
        for (; next < cursor; next++) part(pairs[m_place[next]]);
    }
}

void LaneboxDispatcher::dispatchAllCollisionPairs(btOverlappingPairCache *pairCache,
                                                  const btDispatcherInfo &info,
                                                  btDispatcher *dispatcher) {
    const bool singly = info.m_dispatchFunc != btDispatcherInfo::DISPATCH_DISCRETE ||
                        info.m_deterministicOverlappingPairs ||
                        getNearCallback() != defaultNearCallback;
    if (singly) {
        btCollisionDispatcher::dispatchAllCollisionPairs(pairCache, info, dispatcher);
        return;
    }
    btBroadphasePair *const pairs = pairCache->getOverlappingPairArrayPtr();
    gather(pairs, pairCache->getNumOverlappingPairs(), info);
    search(pairs);
}
