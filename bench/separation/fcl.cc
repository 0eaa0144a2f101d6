// SPDX-License-Identifier: MIT
// FCL's distance of BVHModels with OBBRSS.
#include <fcl/narrowphase/distance.h>

#include "bench/fcl.h"
#include "way.h"

namespace {

struct Fcl {
    std::vector<std::unique_ptr<Bvh>> shape;

    explicit Fcl(const motion &motion) {
        for (size_t s = 0; s < motion.shapes; s++) shape.push_back(bvh_of(motion.shape[s]));
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
