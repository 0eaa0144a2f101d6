// SPDX-License-Identifier: MIT
// Bullet 3's btCollisionWorld::rayTest. Objects share the shapes of meshes.
#include <btBulletCollisionCommon.h>

#include <cmath>
#include <memory>
#include <vector>

#include "examples/maintenance/shapes.h"
#include "way.h"

namespace {

struct built {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
    std::vector<std::unique_ptr<btTriangleIndexVertexArray>> mesh;
    std::vector<std::unique_ptr<btBvhTriangleMeshShape>> shape;
    std::vector<std::unique_ptr<btCollisionObject>> object;
    std::vector<btTransform> pose;
    float far; // more than the room's diameter

    void add_shape(const struct model &model) {
        btIndexedMesh part;
        part.m_numTriangles = static_cast<int>(model.triangles);
        part.m_triangleIndexBase = reinterpret_cast<const unsigned char *>(model.triangle);
        part.m_triangleIndexStride = 3 * sizeof(unsigned);
        part.m_numVertices = static_cast<int>(model.vertices);
        part.m_vertexBase = reinterpret_cast<const unsigned char *>(model.vertex);
        part.m_vertexStride = 3 * sizeof(float);
        part.m_vertexType = PHY_FLOAT;
        mesh.push_back(std::make_unique<btTriangleIndexVertexArray>());
        mesh.back()->addIndexedMesh(part, PHY_INTEGER);
        shape.push_back(std::make_unique<btBvhTriangleMeshShape>(mesh.back().get(), true));
    }
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
    for (size_t s = 0; s < instances->shapes; s++) b->add_shape(instances->shape[s]);
    b->pose.resize(instances->count);
    place(b, instances);
    for (size_t i = 0; i < instances->count; i++) {
        b->object.push_back(std::make_unique<btCollisionObject>());
        b->object[i]->setCollisionShape(b->shape[instances->shape_of[i]].get());
        b->object[i]->setUserIndex(static_cast<int>(i));
        b->object[i]->setWorldTransform(b->pose[i]);
        b->world.addCollisionObject(b->object[i].get());
    }
    return b;
}

struct nearest : btCollisionWorld::RayResultCallback {
    uint32_t triangle = UINT32_MAX;
    btScalar addSingleResult(btCollisionWorld::LocalRayResult &hit, bool) override {
        triangle = static_cast<uint32_t>(hit.m_localShapeInfo->m_triangleIndex);
        m_collisionObject = hit.m_collisionObject;
        return m_closestHitFraction = hit.m_hitFraction;
    }
};

void trace(void *built_world, unsigned, const struct rays *rays, const struct answers *out) {
    const built *const b = static_cast<built *>(built_world);
    for (size_t i = 0; i < rays->n; i++) {
        const btVector3 from(rays->origin[0][i], rays->origin[1][i], rays->origin[2][i]);
        const btVector3 dir(rays->dir[0][i], rays->dir[1][i], rays->dir[2][i]);
        const float end = std::fmin(rays->t_max[i], b->far / dir.length());
        nearest hit;
        b->world.rayTest(from, from + end * dir, hit);
        const bool hits = hit.triangle != UINT32_MAX;
        out->triangle[i] = hit.triangle;
        out->instance[i] =
            hits ? static_cast<uint32_t>(hit.m_collisionObject->getUserIndex()) : UINT32_MAX;
        out->t[i] = hits ? end * hit.m_closestHitFraction : INFINITY;
    }
}

void free_built(void *built_world) {
    built *const b = static_cast<built *>(built_world);
    for (const auto &object : b->object) b->world.removeCollisionObject(object.get());
    delete b;
}

constexpr struct way ways[] = {{"one ray", trace, 0, false, 64}};

} // namespace

extern "C" {
extern const struct library bullet_library = {
    "Bullet", build, place, update, free_built, 0, false, ways, sizeof ways / sizeof *ways};
}
