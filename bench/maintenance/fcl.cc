// SPDX-License-Identifier: MIT
// FCL's BVHModel with OBB and with OBBRSS. For parts, its DynamicAABBTree lies above them.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/collision_object.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include <memory>
#include <vector>

#include "way.h"

namespace {

using fcl::Transform3d;
using Object = fcl::CollisionObject<double>;

Transform3d transform_of(const lbx_rigid_pose *pose) {
    double turn[3][3];
    turn_of(pose, turn);
    Transform3d transform = Transform3d::Identity();
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) transform.linear()(i, j) = turn[i][j];
        transform.translation()(i) = pose->position[i];
    }
    return transform;
}

fcl::CollisionRequestd request_of(bool any) {
    fcl::CollisionRequestd request;
    request.num_max_contacts = any ? 1 : size_t{1} << 30;
    return request;
}

template <class Box> struct Model {
    std::shared_ptr<fcl::BVHModel<Box>> bvh = std::make_shared<fcl::BVHModel<Box>>();
    std::unique_ptr<Object> object; // the collision object that has the model
    size_t first;                   // the number of its first triangle

    Model(const model &m, lbx_part part) : first(part.first) {
        std::vector<fcl::Vector3d> vertices;
        std::vector<fcl::Triangle> triangles;
        for (size_t t = part.first; t < part.first + part.count; t++) {
            for (const uint32_t v : m.triangle[t])
                vertices.emplace_back(m.vertex[v][0], m.vertex[v][1], m.vertex[v][2]);
            const size_t n = vertices.size();
            triangles.emplace_back(n - 3, n - 2, n - 1);
        }
        bvh->beginModel();
        bvh->addSubModel(vertices, triangles);
        bvh->endModel();
        bvh->computeLocalAABB();
        object = std::make_unique<Object>(bvh);
        object->setUserData(this);
        object->computeAABB();
    }
};

template <class Box> struct Models {
    std::vector<std::unique_ptr<Model<Box>>> all;

    Models(const model &m, bool parts) {
        if (!parts) {
            all.push_back(std::make_unique<Model<Box>>(m, lbx_part{0, m.triangles}));
            return;
        }
        for (size_t p = 0; p < m.parts; p++)
            all.push_back(std::make_unique<Model<Box>>(m, m.part[p]));
    }
};

template <class Box> struct Fcl {
    Models<Box> still, moved;
    fcl::DynamicAABBTreeCollisionManager<double> manager; // of the still model or parts
    found *out = nullptr;                                 // of the running search
    bool any = false;

    Fcl(const maintenance &scene, bool parts)
        : still(scene.still, parts), moved(scene.moved, parts) {
        for (auto &one : still.all) manager.registerObject(one->object.get());
        manager.setup();
    }
    // Returns whether the search may stop.
    bool meet(Object *a, Object *b) {
        fcl::CollisionResultd result;
        fcl::collide(a, b, request_of(any), result);
        const auto *const model_a = static_cast<const Model<Box> *>(a->getUserData()),
                          *const model_b = static_cast<const Model<Box> *>(b->getUserData());
        for (size_t i = 0; i < result.numContacts(); i++) {
            const auto &contact = result.getContact(i);
            found_add(out, static_cast<uint32_t>(model_a->first) + contact.b1,
                      static_cast<uint32_t>(model_b->first) + contact.b2);
        }
        return any && out->pairs > 0;
    }
    void find(const lbx_rigid_pose *pose) {
        const Transform3d transform = transform_of(pose);
        for (auto &one : moved.all) {
            one->object->setTransform(transform);
            one->object->computeAABB();
            if (still.all.size() == 1) {
                if (meet(still.all[0]->object.get(), one->object.get())) return;
                continue;
            }
            manager.collide(one->object.get(), this, [](Object *a, Object *b, void *self) {
                Fcl &fcl = *static_cast<Fcl *>(self);
                const bool swapped = fcl.is_moved(a);
                return fcl.meet(swapped ? b : a, swapped ? a : b);
            });
            if (any && out->pairs > 0) return;
        }
    }
    bool is_moved(const Object *object) const {
        for (const auto &one : moved.all) {
            if (one->object.get() == object) return true;
        }
        return false;
    }
};

template <class Box> void *make(const maintenance *scene, bool parts, unsigned) {
    return new Fcl<Box>(*scene, parts);
}

template <class Box> void find(void *made, const lbx_rigid_pose *pose, bool any, found *out) {
    auto *const fcl = static_cast<Fcl<Box> *>(made);
    fcl->out = out;
    fcl->any = any;
    fcl->find(pose);
}

// FCL counts tests only in its traversal, which fcl::collide does not expose.
template <class Box, class Node> void count(void *made, const lbx_rigid_pose *pose, found *out) {
    auto *const self = static_cast<Fcl<Box> *>(made);
    const Transform3d here = Transform3d::Identity(), there = transform_of(pose);
    const fcl::CollisionRequestd request = request_of(false);
    for (auto &a : self->still.all) {
        for (auto &b : self->moved.all) {
            b->object->setTransform(there);
            b->object->computeAABB();
            if (!a->object->getAABB().overlap(b->object->getAABB())) continue;
            fcl::CollisionResultd result;
            Node node;
            fcl::detail::initialize(node, *a->bvh, here, *b->bvh, there, request, result);
            node.enable_statistics = true;
            fcl::detail::collide(&node);
            out->boxes += static_cast<uint64_t>(node.num_bv_tests);
            out->triangles += static_cast<uint64_t>(node.num_leaf_tests);
        }
    }
}

template <class Box> void free_way(void *made) {
    delete static_cast<Fcl<Box> *>(made);
}

using Obb = fcl::OBB<double>;
using ObbRss = fcl::OBBRSS<double>;

} // namespace

const way fcl_ways[] = {
    {"FCL-OBB", make<Obb>, find<Obb>,
     count<Obb, fcl::detail::MeshCollisionTraversalNodeOBB<double>>, free_way<Obb>, 0},
    {"FCL-OBBRSS", make<ObbRss>, find<ObbRss>,
     count<ObbRss, fcl::detail::MeshCollisionTraversalNodeOBBRSS<double>>, free_way<ObbRss>, 0}};
const size_t fcl_count = sizeof fcl_ways / sizeof *fcl_ways;
