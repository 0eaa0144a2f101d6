// SPDX-License-Identifier: MIT
// FCL: a BVHModel with OBBRSS for each shape, and its DynamicAABBTree above the instances.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>

#include <cstdint>

#include "bench/fcl.h"
#include "way.h"

namespace {

using Object = fcl::CollisionObject<double>;

struct Fcl {
    std::vector<std::shared_ptr<Bvh>> shape;
    std::vector<std::unique_ptr<Object>> object;
    fcl::DynamicAABBTreeCollisionManager<double> manager;
    found *out = nullptr; // of the running search
    bool all = false;

    explicit Fcl(const instances &scene) {
        for (size_t s = 0; s < scene.shapes; s++) shape.push_back(bvh_of(scene.shape[s]));
        for (size_t i = 0; i < scene.count; i++) {
            object.push_back(std::make_unique<Object>(shape[scene.shape_of[i]]));
            object[i]->setUserData(reinterpret_cast<void *>(i));
            manager.registerObject(object[i].get());
        }
        place(scene);
        manager.setup();
    }
    void place(const instances &scene) {
        for (size_t i = 0; i < scene.count; i++) {
            const double *const q = scene.pose[i].rotation, *const p = scene.pose[i].position;
            object[i]->setTransform(fcl::Quaterniond(q[3], q[0], q[1], q[2]),
                                    fcl::Vector3d(p[0], p[1], p[2]));
            object[i]->computeAABB();
        }
    }
    void meet(Object *a, Object *b) {
        fcl::CollisionRequestd request;
        request.num_max_contacts = all ? size_t{1} << 30 : 1;
        fcl::CollisionResultd result;
        fcl::collide(a, b, request, result);
        if (result.numContacts() == 0) return;
        found_add(out, static_cast<uint32_t>(reinterpret_cast<uintptr_t>(a->getUserData())),
                  static_cast<uint32_t>(reinterpret_cast<uintptr_t>(b->getUserData())),
                  result.numContacts());
    }
};

void *make(const instances *scene) {
    return new Fcl(*scene);
}

void find(void *made, const instances *scene, int all, found *out) {
    auto *const fcl = static_cast<Fcl *>(made);
    fcl->out = out;
    fcl->all = all != 0;
    fcl->place(*scene);
    fcl->manager.update();
    fcl->manager.collide(fcl, [](Object *a, Object *b, void *self) {
        static_cast<Fcl *>(self)->meet(a, b);
        return false;
    });
}

void free_way(void *made) {
    delete static_cast<Fcl *>(made);
}

} // namespace

const way fcl_way = {"FCL", make, find, free_way};
