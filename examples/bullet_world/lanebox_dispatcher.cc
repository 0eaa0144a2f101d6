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

enum { ITEMS = 512, NO_AXIS = 255, POINTS = 4 };

void store(const btVector3 &vector, float out[3]) {
    for (int c = 0; c < 3; c++) out[c] = vector[c];
}

LaneboxDispatcher::Box boxOf(const btCollisionShape &shape, const btTransform &place) {
    LaneboxDispatcher::Box box;
    store(place.getOrigin(), box.center);
    store(static_cast<const btBoxShape &>(shape).getHalfExtentsWithMargin(), box.half);
    for (int k = 0; k < 3; k++) store(place.getBasis().getColumn(k), box.axis[k]);
    return box;
}

lbx_obbs viewOf(const LaneboxDispatcher::Box *boxes, size_t count) {
    return lbx_obbs_of(boxes->center, boxes->half, boxes->axis[0], count, sizeof *boxes);
}

btVector3 load(const float in[3]) {
    return btVector3(in[0], in[1], in[2]);
}

btVector3 inside(const LaneboxDispatcher::Box &box, const btVector3 &point) {
    const btVector3 offset = point - load(box.center);
    return btVector3(offset.dot(load(box.axis[0])), offset.dot(load(box.axis[1])),
                     offset.dot(load(box.axis[2])));
}

btCollisionObject *objectOf(const btBroadphaseProxy *proxy) {
    return static_cast<btCollisionObject *>(proxy->m_clientObject);
}

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

// A pair of boxes that touch. It owns their manifold and knows which features made its points.
class BoxBox : public btActivatingCollisionAlgorithm {
  public:
    BoxBox(const btCollisionAlgorithmConstructionInfo &info, const btCollisionObject *a,
           const btCollisionObject *b)
        : btActivatingCollisionAlgorithm(info), manifold(m_dispatcher->getNewManifold(a, b)) {
    }
    ~BoxBox() override {
        m_dispatcher->releaseManifold(manifold);
    }
    void processCollision(const btCollisionObjectWrapper *a, const btCollisionObjectWrapper *b,
                          const btDispatcherInfo &info, btManifoldResult *result) override;
    btScalar calculateTimeOfImpact(btCollisionObject *, btCollisionObject *,
                                   const btDispatcherInfo &, btManifoldResult *) override {
        return 1;
    }
    void getAllContactManifolds(btManifoldArray &manifolds) override {
        manifolds.push_back(manifold);
    }
    void combine(const LaneboxDispatcher::Surface &a, const LaneboxDispatcher::Surface &b);
    void report(const lbx_contact &contact, btManifoldResult &result);
    void write(const lbx_contact &contact, const LaneboxDispatcher::Box &a,
               const LaneboxDispatcher::Box &b);

    btPersistentManifold *const manifold;
    uint8_t axis = NO_AXIS;
    uint32_t feature[POINTS] = {};

  private:
    LaneboxDispatcher::Surface m_surfaces[2] = {{NAN, 0, 0, 0}, {NAN, 0, 0, 0}};
    LaneboxDispatcher::Surface m_combined = {};
};

bool operator==(const LaneboxDispatcher::Surface &a, const LaneboxDispatcher::Surface &b) {
    return a.friction == b.friction && a.rolling == b.rolling && a.spinning == b.spinning &&
           a.restitution == b.restitution;
}

// Combines the bodies' materials again if they have changed.
void BoxBox::combine(const LaneboxDispatcher::Surface &surfaceA,
                     const LaneboxDispatcher::Surface &surfaceB) {
    if (surfaceA == m_surfaces[0] && surfaceB == m_surfaces[1]) return;
    m_surfaces[0] = surfaceA;
    m_surfaces[1] = surfaceB;
    const btCollisionObject *const a = manifold->getBody0(), *const b = manifold->getBody1();
    m_combined.friction = btManifoldResult::calculateCombinedFriction(a, b);
    m_combined.rolling = btManifoldResult::calculateCombinedRollingFriction(a, b);
    m_combined.spinning = btManifoldResult::calculateCombinedSpinningFriction(a, b);
    m_combined.restitution = btManifoldResult::calculateCombinedRestitution(a, b);
}

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
void BoxBox::write(const lbx_contact &contact, const LaneboxDispatcher::Box &a,
                   const LaneboxDispatcher::Box &b) {
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

    const btVector3 normal = load(contact.normal);
    btVector3 lateral1, lateral2;
    btPlaneSpace1(-normal, lateral1, lateral2);
    const float threshold = manifold->getContactBreakingThreshold();
    int count = 0;
    for (uint32_t k = 0; k < contact.points; k++) {
        const lbx_contact_point &from = contact.point[k];
        if (-from.depth > threshold) continue;
        const btVector3 middle = load(from.position), way = from.depth / 2 * normal;
        const btVector3 onA = middle + way, onB = middle - way;
        manifold->setNumContacts(count + 1);
        btManifoldPoint &to = manifold->getContactPoint(count);
        to = btManifoldPoint(inside(a, onA), inside(b, onB), -normal, -from.depth);
        to.m_positionWorldOnA = onA;
        to.m_positionWorldOnB = onB;
        to.m_lateralFrictionDir1 = lateral1;
        to.m_lateralFrictionDir2 = lateral2;
        to.m_combinedFriction = m_combined.friction;
        to.m_combinedRollingFriction = m_combined.rolling;
        to.m_combinedSpinningFriction = m_combined.spinning;
        to.m_combinedRestitution = m_combined.restitution;
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
    m_boxes[id] = boxOf(*object.getCollisionShape(), object.getWorldTransform());
    // The greatest breaking threshold of a pair: that of the smaller box if it is relative, for
    // which btCollisionShape::getContactBreakingThreshold takes more virtual calls.
    if (!(getDispatcherFlags() & CD_USE_RELATIVE_CONTACT_BREAKING_THRESHOLD))
        m_margin = gContactBreakingThreshold;
    else if (!object.isStaticObject())
        m_margin =
            std::max(m_margin, load(m_boxes[id].half).length() * gContactBreakingThreshold);
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
        const BoxBox *const known = static_cast<const BoxBox *>(pair.m_algorithm);
        m_axes[m_count] = known ? known->axis : uint8_t{NO_AXIS};
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
    BoxBox *boxBox = static_cast<BoxBox *>(pair.m_algorithm);
    if ((!boxBox && contact.depth < 0) || refused(pair, item)) return;
    const uint8_t known = m_known[item.a] | m_known[item.b];
    btCollisionObject *const a = objectOf(pair.m_pProxy0), *const b = objectOf(pair.m_pProxy1);
    if (!boxBox) {
        const btCollisionAlgorithmConstructionInfo info(this, 0);
        boxBox = new (allocateCollisionAlgorithm(sizeof(BoxBox))) BoxBox(info, a, b);
        pair.m_algorithm = boxBox;
    }
    if (m_singly || known & SPECIAL) {
        const btCollisionObjectWrapper first(nullptr, a->getCollisionShape(), a,
                                             a->getWorldTransform(), -1, -1);
        const btCollisionObjectWrapper second(nullptr, b->getCollisionShape(), b,
                                              b->getWorldTransform(), -1, -1);
        btManifoldResult result(&first, &second);
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
        lbx_obbs a = viewOf(m_boxes.data(), m_boxes.size()), b = a;
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
