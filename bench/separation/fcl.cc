// SPDX-License-Identifier: MIT
// FCL's distance of BVHModels with OBBRSS.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/distance.h>

#include <memory>
#include <vector>

#include "way.h"

namespace {

using Bvh = fcl::BVHModel<fcl::OBBRSS<double>>;

struct Fcl {
    std::vector<std::unique_ptr<Bvh>> shape;

    explicit Fcl(const motion &motion) {
        for (size_t s = 0; s < motion.shapes; s++) add_shape(motion.shape[s]);
    }
    void add_shape(const model &model) {
        std::vector<fcl::Vector3d> vertices;
        std::vector<fcl::Triangle> triangles;
        for (size_t v = 0; v < model.vertices; v++)
            vertices.emplace_back(model.vertex[v][0], model.vertex[v][1], model.vertex[v][2]);
        for (size_t t = 0; t < model.triangles; t++)
            triangles.emplace_back(model.triangle[t][0], model.triangle[t][1],
                                   model.triangle[t][2]);
        shape.push_back(std::make_unique<Bvh>());
        shape.back()->beginModel();
        shape.back()->addSubModel(vertices, triangles);
        shape.back()->endModel();
        shape.back()->computeLocalAABB();
    }
};

fcl::Transform3d transform_of(const lbx_rigid_pose &pose) {
    const double *const q = pose.rotation, *const p = pose.position;
    fcl::Transform3d transform = fcl::Transform3d::Identity();
    transform.linear() = fcl::Quaterniond(q[3], q[0], q[1], q[2]).toRotationMatrix();
    transform.translation() = fcl::Vector3d(p[0], p[1], p[2]);
    return transform;
}

void *make(const motion *motion) {
    return new Fcl(*motion);
}

void ask(void *made, const motion *motion, size_t frame, double *distance) {
    const Fcl &fcl = *static_cast<const Fcl *>(made);
    const lbx_rigid_pose *const pose = motion->pose + frame * motion->objects;
    for (size_t k = 0; k < motion->pairs; k++) {
        const uint32_t a = motion->pair[k].a, b = motion->pair[k].b;
        const fcl::DistanceRequestd request(true);
        fcl::DistanceResultd result;
        fcl::distance(fcl.shape[motion->shape_of[a]].get(), transform_of(pose[a]),
                      fcl.shape[motion->shape_of[b]].get(), transform_of(pose[b]), request, result);
        distance[k] = result.min_distance > 0 ? result.min_distance : 0;
    }
}

void free_way(void *made) {
    delete static_cast<Fcl *>(made);
}

} // namespace

const way fcl_way = {"FCL", make, ask, free_way};
