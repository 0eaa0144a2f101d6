// SPDX-License-Identifier: MIT
// Bullet's world, its meshes, and btCollisionWorld::rayTest.
#ifndef BENCH_RAYS_BULLET_H
#define BENCH_RAYS_BULLET_H

#include <btBulletCollisionCommon.h>

#include <cmath>

#include "rays.h"

struct bullet_world {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
};

/// A view of these triangles, and a tree of its own.
struct bullet_mesh {
    btTriangleIndexVertexArray view;
    btBvhTriangleMeshShape shape;
    bullet_mesh(float (*position)[3], size_t vertices, uint32_t (*triangle)[3], size_t triangles)
        : view(static_cast<int>(triangles), reinterpret_cast<int *>(triangle), sizeof *triangle,
               static_cast<int>(vertices), *position, sizeof *position),
          shape(&view, true) {
    }
};

struct bullet_hit : btCollisionWorld::RayResultCallback {
    uint32_t triangle = UINT32_MAX;
    bool any;
    explicit bullet_hit(bool only_whether) : any(only_whether) {
    }
    btScalar addSingleResult(btCollisionWorld::LocalRayResult &hit, bool) override {
        triangle = static_cast<uint32_t>(hit.m_localShapeInfo->m_triangleIndex);
        m_collisionObject = hit.m_collisionObject;
        return m_closestHitFraction = any ? 0 : hit.m_hitFraction; // 0: nothing is nearer
    }
};

/// @param far more than the room's diameter
inline void bullet_trace(const btCollisionWorld &world, float far, const struct rays *rays,
                         const struct answers *out) {
    for (size_t i = 0; i < rays->n; i++) {
        const btVector3 from(rays->origin[0][i], rays->origin[1][i], rays->origin[2][i]);
        const btVector3 dir(rays->dir[0][i], rays->dir[1][i], rays->dir[2][i]);
        const float end = std::fmin(rays->t_max[i], far / dir.length());
        bullet_hit hit(rays->any);
        world.rayTest(from, from + end * dir, hit);
        const bool hits = hit.triangle != UINT32_MAX;
        out->triangle[i] = hit.triangle;
        out->t[i] = hits ? end * hit.m_closestHitFraction : INFINITY;
        if (out->instance)
            out->instance[i] =
                hits ? static_cast<uint32_t>(hit.m_collisionObject->getUserIndex()) : UINT32_MAX;
    }
}

#endif
