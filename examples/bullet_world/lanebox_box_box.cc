// SPDX-License-Identifier: MIT
#include "lanebox_box_box.h"

#include <algorithm>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <type_traits>

static_assert(std::is_same<btScalar, float>::value, "lanebox is of single precision");

namespace {

void store(const btVector3 &vector, float out[3]) {
    for (int c = 0; c < 3; c++) out[c] = vector[c];
}

btVector3 load(const float in[3]) {
    return btVector3(in[0], in[1], in[2]);
}

btVector3 inside(const LaneboxBox &box, const btVector3 &point) {
    const btVector3 offset = point - load(box.center);
    return btVector3(offset.dot(load(box.axis[0])), offset.dot(load(box.axis[1])),
                     offset.dot(load(box.axis[2])));
}

bool operator==(const LaneboxSurface &a, const LaneboxSurface &b) {
    return a.friction == b.friction && a.rolling == b.rolling && a.spinning == b.spinning &&
           a.restitution == b.restitution;
}

struct Impulses {
    void *user;
    float applied, rhs, lateral[2];
    int life;
};

} // namespace

LaneboxBox laneboxBox(const btCollisionShape &shape, const btTransform &place) {
    LaneboxBox box;
    store(place.getOrigin(), box.center);
    store(static_cast<const btBoxShape &>(shape).getHalfExtentsWithMargin(), box.half);
    for (int k = 0; k < 3; k++) store(place.getBasis().getColumn(k), box.axis[k]);
    return box;
}

lbx_obbs laneboxView(const LaneboxBox *boxes, size_t count) {
    return lbx_obbs_of(boxes->center, boxes->half, boxes->axis[0], count, sizeof *boxes);
}

void LaneboxBoxBox::combine(const LaneboxSurface &surfaceA, const LaneboxSurface &surfaceB) {
    if (surfaceA == m_surfaces[0] && surfaceB == m_surfaces[1]) return;
    m_surfaces[0] = surfaceA;
    m_surfaces[1] = surfaceB;
    const btCollisionObject *const a = manifold->getBody0(), *const b = manifold->getBody1();
    m_combined.friction = btManifoldResult::calculateCombinedFriction(a, b);
    m_combined.rolling = btManifoldResult::calculateCombinedRollingFriction(a, b);
    m_combined.spinning = btManifoldResult::calculateCombinedSpinningFriction(a, b);
    m_combined.restitution = btManifoldResult::calculateCombinedRestitution(a, b);
}

void LaneboxBoxBox::report(const lbx_contact &contact, btManifoldResult &result) {
    axis = static_cast<uint8_t>(contact.axis);
    const btVector3 normal = load(contact.normal);
    for (uint32_t k = 0; k < contact.points; k++) {
        const lbx_contact_point &point = contact.point[k];
        if (point.depth < 0) continue;
        result.addContactPoint(-normal, load(point.position) - point.depth / 2 * normal,
                               -point.depth);
    }
}

void LaneboxBoxBox::processCollision(const btCollisionObjectWrapper *a,
                                     const btCollisionObjectWrapper *b,
                                     const btDispatcherInfo & /*info*/, btManifoldResult *result) {
    const LaneboxBox boxes[2] = {laneboxBox(*a->getCollisionShape(), a->getWorldTransform()),
                                 laneboxBox(*b->getCollisionShape(), b->getWorldTransform())};
    const lbx_obbs first = laneboxView(&boxes[0], 1), second = laneboxView(&boxes[1], 1);
    lbx_contact contact;
    const lbx_contacts_out out = lbx_contacts_out_of(&contact, 1);
    lbx_contact_query query = {};
    query.axes = &axis;
    result->setPersistentManifold(manifold);
    if (lbx_obb_obb_contacts(&first, &second, 1, &query, &out) == 1)
        report(contact, *result);
    else
        axis = LANEBOX_NO_AXIS;
    result->refreshContactPoints();
}

void LaneboxBoxBox::write(const lbx_contact &contact, const LaneboxBox &a, const LaneboxBox &b) {
    Impulses before[MANIFOLD_CACHE_SIZE];
    const int known = manifold->getNumContacts();
    for (int k = 0; k < known; k++) {
        const btManifoldPoint &point = manifold->getContactPoint(k);
        before[k] = {point.m_userPersistentData,
                     point.m_appliedImpulse,
                     point.m_prevRHS,
                     {point.m_appliedImpulseLateral1, point.m_appliedImpulseLateral2},
                     point.m_lifeTime};
    }
    uint32_t featureBefore[MANIFOLD_CACHE_SIZE];
    std::copy(feature, feature + MANIFOLD_CACHE_SIZE, featureBefore);

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
