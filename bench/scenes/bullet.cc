// SPDX-License-Identifier: MIT
// Bullet 3's btCollisionWorld::rayTest. Objects share the shapes of meshes.
#include "bench/rays/bullet.h"

#include <memory>
#include <vector>

#include "examples/maintenance/shapes.h"
#include "way.h"

namespace {

struct built : bullet_world {
    std::vector<std::unique_ptr<bullet_mesh>> mesh;
    std::vector<std::unique_ptr<btCollisionObject>> object;
    std::vector<btTransform> pose;
    float far; // more than the room's diameter
};

void place(void *built_world, const struct instances *instances) {
    built *const b = static_cast<built *>(built_world);
    for (size_t i = 0; i < instances->count; i++) {
        const double *const q = instances->pose[i].rotation, *const p = instances->pose[i].position;
        b->pose[i].setRotation(
            btQuaternion(btScalar(q[0]), btScalar(q[1]), btScalar(q[2]), btScalar(q[3])));
        b->pose[i].setOrigin(btVector3(btScalar(p[0]), btScalar(p[1]), btScalar(p[2])));
    }
}

void update(void *built_world) {
    built *const b = static_cast<built *>(built_world);
    for (size_t i = 0; i < b->object.size(); i++) b->object[i]->setWorldTransform(b->pose[i]);
    b->world.updateAabbs();
}

void *build(const struct instances *instances, unsigned) {
    built *const b = new built;
    b->broadphase.m_deferedcollide = true; // pairs of objects are not asked for
    b->far = static_cast<float>(8 * instances->side);
    for (size_t s = 0; s < instances->shapes; s++) {
        const struct model &m = instances->shape[s];
        b->mesh.push_back(
            std::make_unique<bullet_mesh>(m.vertex, m.vertices, m.triangle, m.triangles));
    }
    b->pose.resize(instances->count);
    place(b, instances);
    for (size_t i = 0; i < instances->count; i++) {
        b->object.push_back(std::make_unique<btCollisionObject>());
        b->object[i]->setCollisionShape(&b->mesh[instances->shape_of[i]]->shape);
        b->object[i]->setUserIndex(static_cast<int>(i));
        b->object[i]->setWorldTransform(b->pose[i]);
        b->world.addCollisionObject(b->object[i].get());
    }
    return b;
}

void trace(void *built_world, unsigned, const struct rays *rays, const struct answers *out) {
    const built *const b = static_cast<built *>(built_world);
    bullet_trace(b->world, b->far, rays, out);
}

void free_built(void *built_world) {
    built *const b = static_cast<built *>(built_world);
    for (const auto &object : b->object) b->world.removeCollisionObject(object.get());
    delete b;
}

constexpr struct way ways[] = {{"one ray", trace, 0, false}};

} // namespace

extern "C" {
extern const struct library bullet_library = {
    "Bullet", build, place, update, free_built, 0, false, ways, sizeof ways / sizeof *ways, 64};
}
