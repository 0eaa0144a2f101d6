// SPDX-License-Identifier: MIT
// Bullet 3's btCollisionWorld::rayTest, with one static mesh in the world.
#include <btBulletCollisionCommon.h>

#include <cmath>

#include "examples/tool.h"
#include "way.h"

namespace {

struct built {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
    btTriangleIndexVertexArray mesh;
    btBvhTriangleMeshShape *shape = nullptr;
    btCollisionObject object;
};

void *build(const struct scene *scene, unsigned) {
    built *const b = new built;
    btIndexedMesh part;
    part.m_numTriangles = static_cast<int>(scene->triangles);
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char *>(scene->triangle);
    part.m_triangleIndexStride = 3 * sizeof(unsigned);
    part.m_numVertices = static_cast<int>(scene->vertices);
    part.m_vertexBase = reinterpret_cast<const unsigned char *>(scene->position);
    part.m_vertexStride = 3 * sizeof(float);
    part.m_vertexType = PHY_FLOAT;
    b->mesh.addIndexedMesh(part, PHY_INTEGER);
    b->shape = new btBvhTriangleMeshShape(&b->mesh, true);
    b->object.setCollisionShape(b->shape);
    b->world.addCollisionObject(&b->object);
    return b;
}

size_t tree_bytes(const void *b) {
    return static_cast<size_t>(
        static_cast<const built *>(b)->shape->getOptimizedBvh()->calculateSerializeBufferSize());
}

struct nearest : btCollisionWorld::RayResultCallback {
    uint32_t triangle = UINT32_MAX;
    bool any;
    explicit nearest(bool only_whether) : any(only_whether) {
    }
    btScalar addSingleResult(btCollisionWorld::LocalRayResult &hit, bool) override {
        triangle = static_cast<uint32_t>(hit.m_localShapeInfo->m_triangleIndex);
        m_collisionObject = hit.m_collisionObject;
        return m_closestHitFraction = any ? 0 : hit.m_hitFraction; // 0: nothing is nearer
    }
};

enum { FAR = 64 }; // more than the room's diameter

void trace(void *built_world, unsigned, const struct rays *rays, const struct answers *out) {
    const btCollisionWorld &world = static_cast<built *>(built_world)->world;
    for (size_t i = 0; i < rays->n; i++) {
        const btVector3 from(rays->origin[0][i], rays->origin[1][i], rays->origin[2][i]);
        const btVector3 dir(rays->dir[0][i], rays->dir[1][i], rays->dir[2][i]);
        const float end = std::fmin(rays->t_max[i], FAR / dir.length());
        nearest hit(rays->any);
        world.rayTest(from, from + end * dir, hit);
        out->triangle[i] = hit.triangle;
        out->t[i] = hit.triangle == UINT32_MAX ? INFINITY : end * hit.m_closestHitFraction;
    }
}

void free_built(void *b) {
    built *const world = static_cast<built *>(b);
    world->world.removeCollisionObject(&world->object);
    delete world->shape;
    delete world;
}

constexpr struct way ways[] = {{"one ray", trace, 0, false}};

} // namespace

extern "C" {
extern const struct library bullet_library = {
    "Bullet", build, tree_bytes, nullptr, free_built, 0, ways, sizeof ways / sizeof *ways};
}
