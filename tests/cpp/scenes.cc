// SPDX-License-Identifier: MIT
// Scenes of lanebox.hpp: what they find is what their meshes find one by one, and they refuse what
// a program may do wrong.
#include "support.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

using namespace lanebox;

struct vec {
    float x, y, z;
};
struct beam {
    vec origin, dir;
};

enum : std::size_t { MESHES = 2, INSTANCES = 30, RAYS = 100 };

// Random numbers that are the same on every machine.
static float number(float from, float to) {
    static std::uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return from + (to - from) * static_cast<float>(state >> 8) / 16777216.0f;
}
static vec some(float from, float to) {
    const float x = number(from, to), y = number(from, to), z = number(from, to);
    return {x, y, z};
}

static instance placed(std::uint32_t tree, vec at, double turn = 0, double scale = 1) {
    return {{{static_cast<double>(at.x), static_cast<double>(at.y), static_cast<double>(at.z)},
             {0, 0, std::sin(turn / 2), std::cos(turn / 2)}},
            scale,
            tree,
            ~0u};
}

// Two meshes, their trees, and instances of both.
struct world {
    std::vector<vec> vertices[MESHES];
    std::vector<aabb_tree> boxes;
    std::vector<obb_tree> oriented;
    scene_trees trees;
    std::vector<instance> instances;

    explicit world(bool scaled) {
        for (std::vector<vec> &v : vertices) {
            v.resize(3 * 40);
            for (vec &corner : v) corner = some(-1, 1);
            boxes.emplace_back(of(v));
            oriented.emplace_back(of(v));
        }
        trees = scene_trees_of(boxes, oriented);
        for (std::uint32_t i = 0; i < INSTANCES; i++) {
            const vec at = some(-3, 3);
            const double turn = static_cast<double>(number(0, 6));
            instances.push_back(placed(i % MESHES, at, turn, scaled && i % 3 ? 0.5 : 1));
        }
    }
    static mesh of(const std::vector<vec> &v) {
        return mesh_of(span<const float>(&v[0].x, 3 * v.size()));
    }
};

static bool same(const aabb &a, const aabb &b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

static void rays_find_what_meshes_find() {
    const world w(true);
    scene made(w.trees, w.instances);
    made.check();
    std::vector<beam> beams(RAYS), inside(RAYS);
    for (beam &b : beams) b = {some(-4, 4), some(-1, 1)};
    const rays by = rays_of(beams, &beam::origin, &beam::dir);
    std::vector<std::uint32_t> number_of(RAYS), triangle(RAYS), id(RAYS);
    std::vector<float> t(RAYS), u(RAYS), v(RAYS), at(RAYS);
    std::array<std::uint8_t, 13> hits = {};
    std::uint64_t in_double = 9;
    trace_scratch scratch;
    const long before = allocations;
    const std::size_t found =
        made.nearest(w.trees, by, RAYS, {number_of, triangle, t, u, v, &in_double}, scratch);
    CHECK(found > 20 && found < RAYS && in_double < 9);
    CHECK(made.any(w.trees, by, RAYS, hits, scratch) == found);
    CHECK(made.nearest(w.trees, by, RAYS, {{}, {}, at, {}, {}}, scratch, LBX_COHERENT) == found);
    CHECK(allocations == before && at == t);

    std::vector<scene_hit> every;
    std::vector<float> least(RAYS, std::numeric_limits<float>::infinity());
    std::vector<std::uint32_t> first(RAYS, LBX_NO_INSTANCE);
    for (std::uint32_t i = 0; i < INSTANCES; i++) {
        const rays_out out = rays_out_of(inside, &beam::origin, &beam::dir);
        CHECK(rays_to_instance(w.instances[i], by, RAYS, out) == RAYS);
        const rays turned = rays_of(inside, &beam::origin, &beam::dir);
        const aabb_tree &tree = w.boxes[w.instances[i].tree];
        tree.nearest(turned, RAYS, {id, at, {}, {}}, scratch);
        for (std::size_t k = 0; k < RAYS; k++) {
            if (at[k] < least[k]) least[k] = at[k], first[k] = i;
            if (first[k] == i && number_of[k] == i) CHECK(triangle[k] == id[k]);
        }
        for (const ray_hit &hit : tree.all(turned, RAYS))
            every.push_back({hit.ray, i, hit.triangle, hit.t, hit.u, hit.v});
    }
    CHECK(least == t && first == number_of);
    for (std::size_t k = 0; k < RAYS; k++) CHECK(hit(hits, k) == std::isfinite(t[k]));

    const auto by_t = [](const scene_hit &a, const scene_hit &b) {
        return std::tie(a.ray, a.t, a.instance, a.triangle) <
               std::tie(b.ray, b.t, b.instance, b.triangle);
    };
    std::sort(every.begin(), every.end(), by_t);
    const std::vector<scene_hit> sorted = made.all(w.trees, by, RAYS, LBX_SORTED);
    CHECK(sorted.size() == every.size() && made.all(w.trees, by, RAYS).size() == every.size());
    for (std::size_t k = 0; k < std::min(sorted.size(), every.size()); k++)
        CHECK(std::memcmp(&sorted[k], &every[k], sizeof every[k]) == 0);
    scene_ray_cursor cursor = {};
    std::array<scene_hit, 5> part;
    CHECK(made.all(w.trees, by, RAYS, cursor, part, LBX_SORTED) == 5);
    CHECK(made.all(w.trees, by, RAYS, cursor, part, LBX_SORTED) == 5);
    CHECK(std::memcmp(&part[4], &every[9], sizeof part[4]) == 0);

    // A ray that skips what it met meets something else, and one without a mask nothing.
    std::vector<std::uint32_t> none(RAYS, 0);
    CHECK(made.nearest(w.trees, by, RAYS, {id, {}, at, {}, {}}, scratch, 0,
                       {{}, number_of, triangle}) < found);
    for (std::size_t k = 0; k < RAYS; k++)
        CHECK(at[k] >= t[k] && (id[k] != number_of[k] || at[k] > t[k] || std::isinf(t[k])));
    CHECK(made.any(w.trees, by, RAYS, hits, scratch, 0, {none, {}, {}}) == 0);
}

static void points_find_what_meshes_find() {
    const world w(true);
    const scene made(w.trees, w.instances);
    std::vector<beam> beams(RAYS), inside(RAYS);
    for (beam &b : beams) b = {some(-4, 4), {0, 0, 1}};
    const points asked = points_of(beams, &beam::origin);
    std::vector<std::uint32_t> number_of(RAYS), triangle(RAYS), feature(RAYS);
    std::vector<float> distance(RAYS), u(RAYS), v(RAYS), there(RAYS);
    trace_scratch scratch;
    CHECK(made.closest(w.trees, asked, RAYS, {number_of, triangle, distance, u, v, feature},
                       scratch) == RAYS);
    std::vector<float> least(RAYS, std::numeric_limits<float>::infinity());
    for (const instance &one : w.instances) {
        rays_to_instance(one, rays_of(beams, &beam::origin, &beam::dir), RAYS,
                         rays_out_of(inside, &beam::origin, &beam::dir));
        w.boxes[one.tree].closest(points_of(inside, &beam::origin), RAYS, {{}, there, {}, {}, {}},
                                  scratch);
        const float scale = static_cast<float>(one.scale);
        for (std::size_t k = 0; k < RAYS; k++) least[k] = std::min(least[k], there[k] * scale);
    }
    CHECK(least == distance);
    std::vector<float> reach(RAYS);
    for (std::size_t k = 0; k < RAYS; k++) reach[k] = distance[k] * (k % 2 ? 2.0f : 0.5f);
    CHECK(made.closest(w.trees, asked, RAYS, {number_of, {}, {}, {}, {}, {}}, scratch, reach) ==
          RAYS / 2);
    CHECK(number_of[0] == LBX_NO_INSTANCE);
}

static void instances_touch_as_meshes_do() {
    const world w(false);
    const scene made(w.trees, w.instances);
    const std::vector<aabb> boxes = made.aabbs();
    CHECK(boxes.size() == INSTANCES && made.aabbs(0.5f).size() == INSTANCES);
    std::vector<aabb> room(INSTANCES);
    CHECK(made.aabbs(0, aabbs_out_of(room, &aabb::min, &aabb::max)) == INSTANCES);
    CHECK(std::equal(room.begin(), room.end(), boxes.begin(), same));
    const auto order_of = [](const std::vector<aabb> &all) {
        return order(aabbs_of(all, &aabb::min, &aabb::max), all.size());
    };
    const order sorted = order_of(boxes), grown = order_of(made.aabbs(0.0625f));

    const auto before = [](const scene_touch &a, const scene_touch &b) {
        return std::tie(a.a, a.b, a.a_triangle, a.b_triangle) <
               std::tie(b.a, b.b, b.a_triangle, b.b_triangle);
    };
    std::size_t pairs_that_touch = 0;
    for (const float d : {0.0f, 0.125f}) {
        std::vector<scene_touch> expected;
        for (std::uint32_t a = 0; a < INSTANCES; a++)
            for (std::uint32_t b = a + 1; b < INSTANCES; b++) {
                const instance &one = w.instances[a], &other = w.instances[b];
                const obb_tree &tree = w.oriented[one.tree], &other_tree = w.oriented[other.tree];
                const std::vector<lanebox::pair> pairs =
                    d > 0 ? tree.within(one.pose, other_tree, other.pose, d)
                          : tree.collide(one.pose, other_tree, other.pose);
                pairs_that_touch += d == 0 && !pairs.empty();
                for (const lanebox::pair &p : pairs) expected.push_back({a, b, p.a, p.b});
            }
        scene_query query = {};
        query.distance = d;
        std::vector<scene_touch> found = made.touching(w.trees, d > 0 ? grown : sorted, query);
        std::sort(found.begin(), found.end(), before);
        std::sort(expected.begin(), expected.end(), before);
        CHECK(found.size() == expected.size() && found.size() > 50);
        CHECK(std::memcmp(found.data(), expected.data(), found.size() * sizeof found[0]) == 0);
    }

    std::vector<lanebox::pair> hints(64);
    scene_query any = {};
    any.flags = LBX_ANY, any.hints = hints.data(), any.hint_count = hints.size();
    CHECK(made.touching(w.trees, sorted, any).size() == pairs_that_touch && pairs_that_touch > 5);
    CHECK(made.touching(w.trees, sorted, any).size() == pairs_that_touch);
    scene_cursor at = {};
    std::array<scene_touch, 3> part;
    std::size_t count = 0;
    for (std::size_t n = 3; n == 3; count += n) n = made.touching(w.trees, sorted, at, part);
    CHECK(count == made.touching(w.trees, sorted).size());
    scene_cursor parts[2] = {};
    count = 0;
    for (std::size_t k = 0; k < 2; k++) {
        parts[k].pairs = cursor_range(k, 2);
        std::vector<scene_touch> some_touch(10000);
        count += made.touching(w.trees, sorted, parts[k], some_touch);
    }
    CHECK(count == made.touching(w.trees, sorted).size());
}

static void scenes_change() {
    const world w(false);
    scene made(w.trees, w.instances);
    const auto lowest = [&] { return made.aabbs()[0].min[0]; };
    const std::vector<std::byte> bytes(made.bytes().begin(), made.bytes().end());
    std::vector<instance> moved = w.instances;
    const float from = lowest();
    for (instance &one : moved) one.pose.position[0] += 8;
    made.refit(w.trees, moved);
    made.check();
    CHECK(std::fabs(lowest() - from - 8) < 1e-4f);
    const void *const memory = made.data();
    made.build(w.trees, span<const instance>(moved.data(), 3));
    CHECK(made.data() == memory && made.aabbs().size() == 3);
    moved.insert(moved.end(), w.instances.begin(), w.instances.end());
    made.build(w.trees, moved);
    CHECK(made.aabbs().size() == moved.size());

    // Copies, and bytes from a file.
    made = scene::from_bytes(bytes);
    CHECK(made.aabbs().size() == INSTANCES && lowest() == from);
    scene copy = made;
    copy.refit(w.trees, span<const instance>(moved.data(), INSTANCES));
    CHECK(lowest() == from && copy.aabbs()[0].min[0] > from + 7);
    for (std::size_t at = 0; at < bytes.size(); at += 61) {
        std::vector<std::byte> damaged = bytes;
        damaged[at] ^= std::byte{4};
        CHECK(thrown([&] { scene::from_bytes(damaged); }) == LBX_ERROR_SCENE);
    }
    for (std::size_t n : {std::size_t(0), std::size_t(8), std::size_t(128), bytes.size() - 1})
        CHECK(thrown([&] { scene::from_bytes({bytes.data(), n}); }) == LBX_ERROR_SCENE);
}

static void mistakes_are_refused() {
    world w(false);
    scene made(w.trees, w.instances);
    const std::vector<std::byte> bytes(made.bytes().begin(), made.bytes().end());
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto changed = [&](auto change) {
        std::vector<instance> wrong = w.instances;
        change(wrong[7]);
        const std::ptrdiff_t code = thrown([&] { made.refit(w.trees, wrong); });
        CHECK(thrown([&] { made.build(w.trees, wrong); }) == code);
        wrong.resize(2000, wrong[7]);
        CHECK(thrown([&] { made.build(w.trees, wrong); }) == code);
        CHECK(std::memcmp(made.bytes().data(), bytes.data(), bytes.size()) == 0);
        return code;
    };
    CHECK(changed([&](instance &i) { i.pose.position[1] = nan; }) == LBX_ERROR_POSE);
    CHECK(changed([&](instance &i) { i.pose.rotation[1] = 9; }) == LBX_ERROR_POSE);
    CHECK(changed([&](instance &i) { i.scale = 0; }) == LBX_ERROR_POSE);
    CHECK(changed([&](instance &i) { i.scale = nan; }) == LBX_ERROR_POSE);
    CHECK(changed([&](instance &i) { i.tree = MESHES; }) == LBX_ERROR_INDEX);
    CHECK(changed([&](instance &i) { i.tree = UINT32_MAX; }) == LBX_ERROR_INDEX);
    CHECK(thrown([&] { made.refit(w.trees, span<const instance>(w.instances.data(), 3)); }) ==
          LBX_ERROR_COUNT);

    const std::vector<beam> beams(RAYS, {{0, 0, 9}, {0, 0, -1}});
    const rays by = rays_of(beams, &beam::origin, &beam::dir);
    const points asked = points_of(beams, &beam::origin);
    std::vector<std::uint32_t> few(RAYS - 1);
    std::vector<float> few_floats(RAYS - 1);
    trace_scratch scratch;
    const order boxes(aabbs_of(made.aabbs(), &aabb::min, &aabb::max), INSTANCES);
    const auto nearest = [&](const scene_hits &hits, const scene_filter &may = {}) {
        return thrown([&] { made.nearest(w.trees, by, RAYS, hits, scratch, 0, may); });
    };
    CHECK(nearest({few, {}, {}, {}, {}}) == LBX_ERROR_COUNT);
    CHECK(nearest({{}, few, {}, {}, {}}) == LBX_ERROR_COUNT);
    CHECK(nearest({{}, {}, {}, {}, few_floats}) == LBX_ERROR_COUNT);
    CHECK(nearest({}, {few, {}, {}}) == LBX_ERROR_COUNT);
    CHECK(nearest({}, {{}, few, few}) == LBX_ERROR_COUNT);
    const std::vector<std::uint32_t> enough(RAYS);
    CHECK(nearest({}, {{}, enough, {}}) == LBX_ERROR_NULL);
    CHECK(thrown([&] { made.nearest(w.trees, by, RAYS + 1, {}, scratch); }) == LBX_ERROR_COUNT);
    CHECK(thrown([&] { made.any(w.trees, by, SIZE_MAX, {}, scratch); }) == LBX_ERROR_COUNT);
    CHECK(thrown([&] { made.any(w.trees, by, RAYS, {}, scratch, LBX_ANY); }) == LBX_ERROR_FLAGS);
    CHECK(thrown([&] { made.closest(w.trees, asked, RAYS, {}, scratch, few_floats); }) ==
          LBX_ERROR_COUNT);
    scene_ray_cursor ray_at = {};
    CHECK(thrown([&] { made.all(w.trees, by, RAYS, ray_at, {}); }) == LBX_ERROR_COUNT);
    scene_cursor at = {};
    CHECK(thrown([&] { made.touching(w.trees, boxes, at, {}); }) == LBX_ERROR_COUNT);
    CHECK(thrown([&] { made.touching(w.trees, order()); }) == LBX_ERROR_ORDER);
    CHECK(thrown([&] { made.aabbs(-1); }) == LBX_ERROR_DISTANCE);
    std::vector<aabb> room(INSTANCES - 1);
    CHECK(thrown([&] { made.aabbs(0, aabbs_out_of(room, &aabb::min, &aabb::max)); }) ==
          LBX_ERROR_COUNT);
    w.instances[3].scale = 2;
    const scene scaled(w.trees, w.instances);
    CHECK(thrown([&] { scaled.touching(w.trees, boxes); }) == LBX_ERROR_POSE);
    beam out = {};
    const rays_out to = lbx_rays_out{
        {&out.origin.x, &out.origin.y, &out.origin.z}, {&out.dir.x, &out.dir.y, &out.dir.z}, 1, 0};
    CHECK(thrown([&] { rays_to_instance(w.instances[0], by, 2, to); }) == LBX_ERROR_COUNT);

    // Trees that are missing, or fewer than there were.
    scene_trees lacking = w.trees;
    lacking.rays.pop_back();
    CHECK(thrown([&] { made.any(lacking, by, RAYS, {}, scratch); }) == LBX_ERROR_COUNT);
    lacking.touching.pop_back();
    CHECK(thrown([&] { made.any(lacking, by, RAYS, {}, scratch); }) == LBX_ERROR_INDEX);
    CHECK(thrown([&] { scene(lacking, w.instances); }) == LBX_ERROR_INDEX);
    lacking = scene_trees_of(w.boxes);
    CHECK(thrown([&] { made.touching(lacking, boxes); }) == LBX_ERROR_NULL);
    lacking.rays[1] = nullptr;
    CHECK(thrown([&] { scene(lacking, w.instances); }) == LBX_ERROR_NULL);
    CHECK(thrown([&] { scene({}, w.instances); }) != 0);

    // What was moved from refuses all but build, and without memory nothing changes.
    scene taken = std::move(made);
    CHECK(!made.data() && made.bytes().empty());
    CHECK(thrown([&] { made.any(w.trees, by, RAYS, {}, scratch); }) == LBX_ERROR_NULL);
    CHECK(thrown([&] { made.refit(w.trees, w.instances); }) == LBX_ERROR_NULL);
    CHECK(thrown([&] { made.aabbs(); }) == LBX_ERROR_NULL);
    CHECK(thrown([&] { made.check(); }) == LBX_ERROR_NULL);
    CHECK(thrown([&] { scene copy(made), again(std::move(copy)); }) == 0);
    made.build(w.trees, w.instances);
    made.check();
    w.instances.resize(2000, w.instances[0]);
    const long was_alive = alive;
    allocations_left = 0;
    bool refused = false;
    try {
        taken.build(w.trees, w.instances);
    } catch (const std::bad_alloc &) {
        refused = true;
    }
    allocations_left = -1;
    CHECK(refused && alive == was_alive);
    CHECK(std::memcmp(taken.bytes().data(), bytes.data(), bytes.size()) == 0);

    // No instances at all.
    const scene none({}, {});
    none.check();
    CHECK(none.aabbs().empty() && none.any({}, by, RAYS, {}, scratch) == 0);
    CHECK(none.closest({}, asked, RAYS, {}, scratch) == 0 && none.all({}, by, RAYS).empty());
    CHECK(none.touching({}, order()).empty());
}

int main() {
    rays_find_what_meshes_find();
    points_find_what_meshes_find();
    instances_touch_as_meshes_do();
    scenes_change();
    mistakes_are_refused();
    return verdict("scenes");
}
