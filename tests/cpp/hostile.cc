// SPDX-License-Identifier: MIT
// lanebox.hpp with what a program may do wrong: sizes that would wrap, spans without room, objects
// that were moved from, and calls that throw, which must lose nothing.
#include "support.h"

#include <limits>

using lanebox::pair;
using lanebox::span;

struct box {
    float min[3], max[3];
};

// Boxes of which each overlaps the next: n - 1 pairs.
static std::vector<box> row(std::size_t n) {
    std::vector<box> boxes(n);
    for (std::size_t i = 0; i < n; i++) {
        const float x = static_cast<float>(i);
        boxes[i] = {{x, 0, 0}, {x + 1.25f, 1, 1}};
    }
    return boxes;
}

static lanebox::aabbs view(const std::vector<box> &boxes) {
    return lanebox::aabbs_of(boxes, &box::min, &box::max);
}

// A strip of n triangles.
static std::vector<float> strip(std::size_t n) {
    std::vector<float> positions;
    for (std::size_t i = 0; i < 3 * n; i++) {
        positions.push_back(static_cast<float>(i / 3));
        positions.push_back(i % 3 == 1 ? 1.0f : 0.0f);
        positions.push_back(i % 3 == 2 ? 1.0f : 0.0f);
    }
    return positions;
}

static const lanebox::rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}};

static void sizes_do_not_wrap() {
    const float corners[48] = {0}, ray[6] = {0, 0, 0, 1, 1, 1};
    const lanebox::rays rays = lanebox::one(lbx_rays_of(ray, ray + 3, 1, 0), 0);
    const lanebox::aabb8s nodes = lanebox::one(lbx_aabb8s_of(corners, corners + 24, 1, 0), 0);
    float t[64];
    // 8 n would be 8, 0 and 56.
    for (std::size_t n : {SIZE_MAX / 8 + 2, SIZE_MAX / 8 + 1, SIZE_MAX / 8 + 8, SIZE_MAX})
        CHECK(thrown([&] { lanebox::ray_aabb8(rays, nodes, n, {}, t); }) == LBX_ERROR_COUNT);
    CHECK(thrown([&] { lanebox::ray_aabb8(rays, nodes, 8, {}, span<float>(t, 63)); }) ==
          LBX_ERROR_COUNT);
    CHECK(thrown([&] { lanebox::ray_aabb8(rays, nodes, 8, {}, t); }) == 0);

    const std::vector<box> boxes = row(3);
    const lanebox::aabbs all = lanebox::one(view(boxes), 0);
    std::uint8_t hits[8];
    for (std::size_t n : {std::size_t(65), SIZE_MAX / 8 + 1, SIZE_MAX - 6, SIZE_MAX}) {
        CHECK(thrown([&] { lanebox::aabb_aabb(all, all, n, hits); }) == LBX_ERROR_COUNT);
        CHECK(thrown([&] { lanebox::hit_indices(hits, n); }) == LBX_ERROR_COUNT);
        CHECK(thrown([&] { lanebox::hit_elements(hits, n, all); }) == LBX_ERROR_COUNT);
    }
    for (std::size_t n : {std::size_t(UINT32_MAX) + (SIZE_MAX > UINT32_MAX), SIZE_MAX}) {
        CHECK(thrown([&] { lanebox::order(all, n); }) == LBX_ERROR_COUNT);
        lanebox::mesh huge = lanebox::mesh_of(strip(1));
        huge.triangle_count = n;
        CHECK(thrown([&] { lanebox::obb_tree{huge}; }) == LBX_ERROR_COUNT);
        CHECK(thrown([&] { lanebox::aabb_tree{huge}; }) == LBX_ERROR_COUNT);
        CHECK(thrown([&] { lanebox::aabb_tree::convert(huge, lbx_tree_nodes()); }) ==
              LBX_ERROR_COUNT);
        CHECK(thrown([&] { lanebox::soa(2, SIZE_MAX / 4 - 1 + n % 2); }) == LBX_ERROR_MEMORY);
    }
}

static void spans_are_checked() {
    using namespace lanebox;
    const std::vector<box> boxes = row(40);
    const order set(view(boxes), boxes.size());
    const std::vector<float> positions = strip(5);
    const aabb_tree tree(mesh_of(positions));
    const float from[6] = {0, 0.25f, 0.25f, 1, 0, 0};
    const rays ray = lbx_rays_of(from, from + 3, 1, 0);
    const motions still = lbx_motions_of(from, 1, 0);

    // A search into no room is an error, whether or not the span has a pointer. C counts if it has
    // none, and would return more pairs than there are in the span.
    std::vector<pair> none, reserved;
    std::vector<ray_hit> no_hits;
    reserved.reserve(8);
    for (std::vector<pair> *out : {&none, &reserved}) {
        cursor at = {};
        CHECK(thrown([&] { set.pairs(at, *out); }) == LBX_ERROR_COUNT);
        CHECK(thrown([&] { set.pairs_between(set, at, *out); }) == LBX_ERROR_COUNT);
        CHECK(thrown([&] { set.query_aabbs(view(boxes), 40, at, *out); }) == LBX_ERROR_COUNT);
        CHECK(thrown([&] { set.query_rays(ray, 1, at, *out); }) == LBX_ERROR_COUNT);
        CHECK(thrown([&] { set.query_sweeps(view(boxes), still, 1, at, *out); }) ==
              LBX_ERROR_COUNT);
        const capsules limb = lbx_capsules_of(from, from + 3, from + 1, 1, 0);
        CHECK(thrown([&] { set.query_capsules(limb, 1, at, *out); }) == LBX_ERROR_COUNT);
        lbx_ray_cursor hit = {};
        CHECK(thrown([&] { tree.all(ray, 1, hit, no_hits); }) == LBX_ERROR_COUNT);
        CHECK(thrown([&] { tree.touched(limb, 1, hit, *out); }) == LBX_ERROR_COUNT);
    }
    CHECK(set.pairs().size() == 39 && tree.all(ray, 1).size() == 5);

    // Floats and indices that make no whole vertex or triangle.
    const std::uint32_t indices[] = {0, 1, 2, 3};
    CHECK(thrown([&] { mesh_of(positions, indices); }) == LBX_ERROR_COUNT);
    CHECK(thrown([&] { mesh_of(span<const float>(positions.data(), 10)); }) == LBX_ERROR_COUNT);
    struct vertex {
        float position[3];
    };
    const std::vector<vertex> vertices(4);
    CHECK(thrown([&] { mesh_of(vertices, &vertex::position, indices); }) == LBX_ERROR_COUNT);
    CHECK(mesh_of(vertices, &vertex::position).triangle_count == 1);

    // A point in space for each item, or for none.
    float numbers[3] = {1, 1, 1};
    const spheres ball = one(lbx_spheres_of(numbers, numbers, 1, 0), 0);
    const planes plane = one(lbx_planes_of(numbers, numbers, 1, 0), 0);
    const motions move = one(still, 0);
    for (std::size_t least : {0, 1, 2}) {
        xyz_of<float> point = {numbers, numbers, numbers};
        (least == 0 ? point.x : least == 1 ? point.y : point.z) = span<float>(numbers, 2);
        CHECK(thrown([&] { sphere_plane_sweep(ball, move, plane, 3, {}, {}, point); }) ==
              LBX_ERROR_COUNT);
        (least == 0 ? point.x : least == 1 ? point.y : point.z) = span<float>();
        CHECK(thrown([&] { sphere_plane_sweep(ball, move, plane, 3, {}, {}, point); }) ==
              LBX_ERROR_NULL);
    }

    // No items at all.
    const std::vector<box> nothing;
    CHECK(aabb_aabb(view(nothing), view(nothing), 0) == 0);
    CHECK(hit_indices({}, 0).empty() && hit_elements({}, 0, view(nothing)).empty());
    std::vector<box> kept;
    CHECK(keep({}, nothing, kept) == 0);
    CHECK(order(view(nothing), 0).pairs().empty() && order().pairs_between(set).empty());
    CHECK(set.query_aabbs(view(nothing), 0).empty() && tree.all({}, 0).empty());
    CHECK(set.query_capsules({}, 0).empty() && tree.touched({}, 0).empty());
    CHECK(obb_fit(mesh_of(positions), {}, {}) == 0 && capsule_fit(mesh_of(positions), {}, {}) == 0);
    pairs_sort({}, {});
    CHECK(pair_changes({}, {}).added.empty() && soa(1, 0)[0].empty());
    CHECK(thrown([&] { obb_tree::from_bytes({}); }) == LBX_ERROR_TREE);
    CHECK(thrown([&] { aabb_tree::from_bytes({}); }) == LBX_ERROR_TREE);
    CHECK(thrown([&] { obb_tree{mesh_of(span<const float>())}; }) != 0);
}

// The order still answers for n boxes in a row, and a search of it goes on.
static void expect_row(const lanebox::order &set, std::size_t n, lanebox::cursor at) {
    CHECK(thrown([&] { set.check(); }) == 0);
    CHECK(set.pairs().size() == n - 1 && set.stats().items == n);
    std::vector<pair> rest(n);
    CHECK(thrown([&] { rest.resize(set.pairs(at, rest)); }) == 0);
    CHECK(rest.size() == n - 1 - 4);
}

static void what_throws_loses_nothing() {
    using namespace lanebox;
    const std::vector<box> few = row(40), many = row(4000);
    const std::vector<std::uint32_t> bad(4000, 9999);
    order set(view(few), few.size());
    cursor at = {};
    pair first[4];
    CHECK(set.pairs(at, first) == 4);
    for (std::size_t n : {std::size_t(4000), std::size_t(40), std::size_t(1), std::size_t(0)}) {
        if (n) CHECK(thrown([&] { set.sort(indexed(view(many), bad), n); }) == LBX_ERROR_INDEX);
        if (n) CHECK(thrown([&] { set.refit(indexed(view(few), bad), 40); }) == LBX_ERROR_INDEX);
        CHECK(thrown([&] { set.refit(view(few), n + 1); }) == LBX_ERROR_COUNT);
        expect_row(set, 40, at);
    }
    CHECK(thrown([&] { set.sort(view(many), 4001); }) == LBX_ERROR_COUNT);
    CHECK(thrown([&] { set.sort(view(many), SIZE_MAX); }) == LBX_ERROR_COUNT);
    expect_row(set, 40, at);

    // Without memory, at whichever allocation.
    const std::vector<float> positions = strip(50);
    const mesh of = mesh_of(positions);
    obb_tree tree(of);
    aabb_tree boxes(of);
    const order larger(view(many), 4000);
    const lbx_tree_nodes one_leaf = [] {
        static const std::uint32_t count = 50, at_first = 0;
        lbx_tree_nodes nodes = {};
        nodes.count = &count, nodes.first = &at_first, nodes.node_count = 1, nodes.width = 2;
        return nodes;
    }();
    std::vector<pair> sorted = larger.pairs(), room(sorted.size());
    pairs_sort(sorted, room);
    const auto each = [&](long step) -> bool {
        switch (step) {
        case 0: set.sort(view(many), 4000); return true;
        case 1: set = larger; return true;
        case 2: set = order(view(many), 4000); return true;
        case 3: tree = obb_tree(mesh_of(span<const float>(positions.data(), 18))); return true;
        case 4: tree = obb_tree::from_bytes(obb_tree(of).bytes()); return true;
        case 5: boxes = aabb_tree(mesh_of(span<const float>(positions.data(), 18))); return true;
        case 6: boxes = aabb_tree::convert(of, one_leaf); return true;
        case 7: return larger.pairs().size() == 3999;
        case 8: return tree.collide(here, tree, here).size() >= 50;
        case 9: return pair_changes(sorted, {}).removed.size() == sorted.size();
        default: return false;
        }
    };
    for (long step = 0; step < 10; step++) {
        set = order(view(few), few.size());
        tree = obb_tree(of), boxes = aabb_tree(of);
        const std::vector<std::byte> before(tree.bytes().begin(), tree.bytes().end());
        at = {};
        set.pairs(at, first);
        long failing = 0;
        for (bool done = false; !done; failing++) {
            const long was_alive = alive;
            allocations_left = failing;
            try {
                done = each(step);
                CHECK(done);
                allocations_left = -1;
            } catch (const std::bad_alloc &) {
                allocations_left = -1;
                CHECK(alive == was_alive);
                expect_row(set, 40, at);
                CHECK(std::memcmp(tree.bytes().data(), before.data(), before.size()) == 0);
                CHECK(thrown([&] { tree.check(), boxes.check(); }) == 0);
            }
        }
        CHECK(failing > 1);
    }

    // A refit that fails leaves the tree as it was.
    std::vector<float> moved = positions;
    moved[20] = std::numeric_limits<float>::quiet_NaN();
    tree = obb_tree(of);
    const std::vector<std::byte> before(tree.bytes().begin(), tree.bytes().end());
    CHECK(thrown([&] { tree.refit(mesh_of(moved)); }) != 0);
    CHECK(thrown([&] { tree.refit(mesh_of(span<const float>(moved.data(), 18))); }) != 0);
    CHECK(std::memcmp(tree.bytes().data(), before.data(), before.size()) == 0);
}

// What was moved from may be assigned, sorted and destroyed, and refuses all else; so do its
// copies.
static void moved_from() {
    using namespace lanebox;
    const std::vector<box> boxes = row(40);
    const std::vector<float> positions = strip(5);
    const mesh of = mesh_of(positions);
    order set(view(boxes), 40), taken = std::move(set);
    obb_tree tree(of), tree_taken = std::move(tree);
    aabb_tree rays_tree(of), rays_taken = std::move(rays_tree);
    trace_scratch scratch, scratch_taken = std::move(scratch);
    std::uint8_t hits[1];
    const float from[6] = {0, 0.25f, 0.25f, 1, 0, 0};
    const rays ray = lbx_rays_of(from, from + 3, 1, 0);
    for (int copied = 0; copied < 2; copied++) {
        order none = copied ? order(set) : std::move(set);
        obb_tree no_tree = copied ? obb_tree(tree) : std::move(tree);
        aabb_tree no_rays = copied ? aabb_tree(rays_tree) : std::move(rays_tree);
        trace_scratch no_scratch = copied ? trace_scratch(scratch) : std::move(scratch);
        CHECK(!none.data() && !no_tree.data() && !no_rays.data() && !no_scratch.data());
        CHECK(thrown([&] { none.pairs(); }) == LBX_ERROR_NULL);
        CHECK(thrown([&] { taken.pairs_between(none); }) == LBX_ERROR_NULL);
        CHECK(thrown([&] { none.query_rays(ray, 1); }) == LBX_ERROR_NULL);
        CHECK(thrown([&] { none.refit(view(boxes), 40); }) == LBX_ERROR_NULL);
        CHECK(thrown([&] { none.check(); }) == LBX_ERROR_NULL);
        CHECK(thrown([&] { none.stats(); }) == LBX_ERROR_NULL);
        CHECK(no_tree.bytes().empty() && no_rays.bytes().empty());
        CHECK(thrown([&] { no_tree.touches(here, tree_taken, here); }) == LBX_ERROR_NULL);
        CHECK(thrown([&] { tree_taken.touches(here, no_tree, here); }) == LBX_ERROR_NULL);
        CHECK(thrown([&] { no_tree.check(); }) == LBX_ERROR_NULL);
        CHECK(thrown([&] { no_tree.stats(); }) == LBX_ERROR_NULL);
        CHECK(thrown([&] { no_tree.refit(of); }) == LBX_ERROR_NULL);
        CHECK(thrown([&] { no_rays.any(ray, 1, hits, scratch_taken); }) == LBX_ERROR_NULL);
        CHECK(thrown([&] { no_rays.all(ray, 1); }) == LBX_ERROR_NULL);
        CHECK(thrown([&] { rays_taken.any(ray, 1, hits, no_scratch); }) == LBX_ERROR_NULL);
        CHECK(none.sort(view(boxes), 40) == 40 && none.pairs().size() == 39);
    }
    set = taken;
    CHECK(set.pairs().size() == 39);

    // Assigned to itself, each stays what it is.
    order *const alias = &set;
    set = *alias;
    CHECK(set.pairs().size() == 39);
    set = std::move(*alias);
    CHECK(set.pairs().size() == 39);
    obb_tree *const tree_alias = &tree_taken;
    tree_taken = std::move(*tree_alias);
    CHECK(tree_taken.touches(here, tree_taken, here));
    soa arrays(2, 8);
    soa *const soa_alias = &arrays;
    arrays[1][7] = 5;
    arrays = std::move(*soa_alias);
    CHECK(arrays[1][7] == 5);
}

int main() {
    sizes_do_not_wrap();
    spans_are_checked();
    what_throws_loses_nothing();
    moved_from();
    return verdict("hostile");
}
