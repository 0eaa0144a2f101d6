// SPDX-License-Identifier: MIT
// A model as FCL's BVHModel with OBBRSS, for the benches beside FCL.
#ifndef BENCH_FCL_H
#define BENCH_FCL_H

#include <fcl/geometry/bvh/BVH_model.h>

#include <memory>
#include <vector>

#include "examples/maintenance/shapes.h"

using Bvh = fcl::BVHModel<fcl::OBBRSS<double>>;

inline std::unique_ptr<Bvh> bvh_of(const model &model) {
    std::vector<fcl::Vector3d> vertices;
    std::vector<fcl::Triangle> triangles;
    for (size_t v = 0; v < model.vertices; v++)
        vertices.emplace_back(model.vertex[v][0], model.vertex[v][1], model.vertex[v][2]);
    for (size_t t = 0; t < model.triangles; t++)
        triangles.emplace_back(model.triangle[t][0], model.triangle[t][1], model.triangle[t][2]);
    auto bvh = std::make_unique<Bvh>();
    bvh->beginModel();
    bvh->addSubModel(vertices, triangles);
    bvh->endModel();
    bvh->computeLocalAABB();
    return bvh;
}

#endif
