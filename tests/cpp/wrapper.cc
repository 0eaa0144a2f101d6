// SPDX-License-Identifier: MIT
// lanebox.hpp: its calls must give the same answers as those of C, throw where these return errors,
// and allocate nothing where they say so.
#include "support.h"

#include <algorithm>
#include <cmath>

// Random numbers that are the same on every machine.
static float number(float from, float to) {
    static std::uint32_t state = 1;
    state = state * 1664525u + 1013904223u;
    return from + (to - from) * static_cast<float>(state >> 8) / 16777216.0f;
}

struct vec {
    float x, y, z;
};
static vec some(float from, float to) {
    const float x = number(from, to), y = number(from, to), z = number(from, to);
    return {x, y, z};
}

// One structure with the fields of all views.
struct item {
    int id;
    vec min;
    std::array<float, 3> max;
    double exact_min[3], exact_max[3];
    vec center, half;
    float axis[3][3];
    vec v0, v1, v2;
    float radius;
    float plane[3], offset;
    vec delta;
    float rotation[4];
};

static std::vector<item> items_of(std::size_t n) {
    std::vector<item> items(n);
    for (std::size_t i = 0; i < n; i++) {
        item &it = items[i];
        it = {};
        it.id = static_cast<int>(i);
        it.min = some(-4, 4);
        it.max = {it.min.x + number(0, 3), it.min.y + number(0, 3), it.min.z + number(0, 3)};
        const float *const min = &it.min.x;
        for (int c = 0; c < 3; c++) {
            it.exact_min[c] = 1e6 + static_cast<double>(min[c]);
            it.exact_max[c] = 1e6 + static_cast<double>(it.max[static_cast<std::size_t>(c)]);
        }
        it.center = some(-4, 4), it.half = some(0.1f, 2);
        const float turn = number(0, 6);
        it.axis[0][0] = it.axis[1][1] = std::cos(turn);
        it.axis[0][1] = std::sin(turn), it.axis[1][0] = -std::sin(turn), it.axis[2][2] = 1;
        it.v0 = some(-4, 4), it.v1 = some(-4, 4), it.v2 = some(-4, 4);
        it.radius = number(0.1f, 2);
        it.plane[0] = number(-1, 1), it.plane[1] = number(-1, 1), it.plane[2] = 1;
        it.offset = number(-2, 2);
        it.delta = some(-3, 3);
        it.rotation[2] = std::sin(turn / 2), it.rotation[3] = std::cos(turn / 2);
    }
    return items;
}

static const std::size_t N = 100;
using mask = std::array<std::uint8_t, 13>;

// Compares a call of lanebox.hpp with that of C. Both write n bytes of `answers`.
#define SAME(cpp, c)                                                                               \
    do {                                                                                           \
        std::array<std::uint8_t, 100> ours = {}, theirs = {};                                      \
        std::uint8_t *out = theirs.data();                                                         \
        const std::ptrdiff_t expected = c;                                                         \
        const long before = allocations;                                                           \
        CHECK(static_cast<std::ptrdiff_t>(cpp) == expected);                                       \
        CHECK(allocations == before && expected > 0 && expected < 100);                            \
        (void)out;                                                                                 \
        CHECK(ours == theirs);                                                                     \
    } while (0)

static void tests_say_what_c_says() {
    const std::vector<item> items = items_of(2 * N);
    using namespace lanebox;
    const aabbs box = aabbs_of(items, &item::min, &item::max), far = from(box, N);
    const obbs turned = obbs_of(items, &item::center, &item::half, &item::axis);
    const obbs others = from(turned, N);
    const spheres ball = spheres_of(items, &item::center, &item::radius), balls = from(ball, N);
    const capsules pill = capsules_of(items, &item::v0, &item::v1, &item::radius);
    const capsules pills = from(pill, N);
    const triangles corner = triangles_of(items, &item::v0, &item::v1, &item::v2);
    const triangles corners = from(corner, N);
    const segments stick = segments_of(items, &item::v0, &item::v1);
    const rays ray = rays_of(items, &item::v0, &item::delta);
    const planes plane = planes_of(items, &item::plane, &item::offset);
    const motions move = motions_of(items, &item::delta), moves = from(move, N);
    SAME(aabb_aabb(box, far, N, ours), lbx_aabb_aabb(&box, &far, N, 0, out));
    SAME(obb_obb(turned, others, N, ours), lbx_obb_obb(&turned, &others, N, 0, out));
    SAME(aabb_obb(box, turned, N, ours), lbx_aabb_obb(&box, &turned, N, 0, out));
    SAME(sphere_sphere(ball, balls, N, ours), lbx_sphere_sphere(&ball, &balls, N, 0, out));
    SAME(sphere_aabb(ball, box, N, ours), lbx_sphere_aabb(&ball, &box, N, 0, out));
    SAME(sphere_obb(ball, others, N, ours), lbx_sphere_obb(&ball, &others, N, 0, out));
    SAME(sphere_capsule(ball, pills, N, ours), lbx_sphere_capsule(&ball, &pills, N, 0, out));
    SAME(capsule_capsule(pill, pills, N, ours), lbx_capsule_capsule(&pill, &pills, N, 0, out));
    SAME(capsule_aabb(pill, box, N, ours), lbx_capsule_aabb(&pill, &box, N, 0, out));
    SAME(capsule_obb(pill, turned, N, ours), lbx_capsule_obb(&pill, &turned, N, 0, out));
    SAME(triangle_capsule(corner, pills, N, ours),
         lbx_triangle_capsule(&corner, &pills, N, 0, out));
    SAME(sphere_triangle(ball, corner, N, ours), lbx_sphere_triangle(&ball, &corner, N, 0, out));
    SAME(segment_aabb(stick, box, N, ours), lbx_segment_aabb(&stick, &box, N, 0, out));
    SAME(segment_obb(stick, turned, N, ours), lbx_segment_obb(&stick, &turned, N, 0, out));
    SAME(triangle_aabb(corner, box, N, ours), lbx_triangle_aabb(&corner, &box, N, 0, out));
    SAME(triangle_obb(corner, turned, N, ours), lbx_triangle_obb(&corner, &turned, N, 0, out));
    SAME(triangle_triangle(corner, corners, N, ours),
         lbx_triangle_triangle(&corner, &corners, N, 0, out));
    SAME(triangle_triangle_within(corner, corners, 1, N, ours),
         lbx_triangle_triangle_within(&corner, &corners, 1, N, 0, out));
    SAME(plane_aabb(plane, box, N, ours), lbx_plane_aabb(&plane, &box, N, 0, out));
    SAME(plane_obb(plane, turned, N, ours), lbx_plane_obb(&plane, &turned, N, 0, out));
    SAME(plane_capsule(plane, pill, N, ours), lbx_plane_capsule(&plane, &pill, N, 0, out));
    SAME(obb_obb_prejudge(turned, others, N, ours),
         lbx_obb_obb_prejudge(&turned, &others, N, 0, out));
    SAME(triangle_triangle_classify(corner, corners, N, ours),
         lbx_triangle_triangle_classify(&corner, &corners, N, 0, out));
    std::vector<std::uint8_t> classes(N, LBX_UNDECIDED);
    CHECK(triangle_triangle_resolve(corner, corners, N, classes) ==
          triangle_triangle(corner, corners, N));

    std::vector<float> t(N), u(N), v(N), p(N), q(N), r(N);
    SAME(ray_aabb(ray, box, N, ours, t, u),
         lbx_ray_aabb(&ray, &box, N, 0, out, p.data(), q.data()));
    CHECK(t == p && u == q);
    SAME(ray_capsule(ray, pills, N, ours, t, u),
         lbx_ray_capsule(&ray, &pills, N, 0, out, p.data(), q.data()));
    CHECK(t == p && u == q);
    SAME(ray_obb(ray, turned, N, ours, t, u),
         lbx_ray_obb(&ray, &turned, N, 0, out, p.data(), q.data()));
    CHECK(t == p && u == q);
    SAME(ray_triangle(one(ray, 3), corner, N, ours) + 1, (([&] {
             rays single = ray;
             single.pick = lbx_one(3);
             return lbx_ray_triangle(&single, &corner, N, 0, out, nullptr, nullptr, nullptr) + 1;
         })()));
    CHECK(ray_triangle(ray, corner, N, {}, t, u, v) ==
          checked(lbx_ray_triangle(&ray, &corner, N, 0, nullptr, p.data(), q.data(), r.data())));
    CHECK(t == p && u == q && v == r);
    SAME(aabb_aabb_sweep(box, move, far, moves, N, ours, t, u),
         lbx_aabb_aabb_sweep(&box, &move, &far, &moves, N, 0, out, p.data(), q.data()));
    CHECK(t == p && u == q);
    SAME(sphere_sphere_sweep(ball, move, balls, moves, N, ours, t, u),
         lbx_sphere_sphere_sweep(&ball, &move, &balls, &moves, N, 0, out, p.data(), q.data()));
    CHECK(t == p && u == q);
    SAME(sphere_capsule_sweep(ball, move, pills, moves, N, ours, t, u),
         lbx_sphere_capsule_sweep(&ball, &move, &pills, &moves, N, 0, out, p.data(), q.data()));
    CHECK(t == p && u == q);
    std::vector<float> at[3] = {t, t, t}, theirs_at[3] = {t, t, t};
    float *const point[3] = {theirs_at[0].data(), theirs_at[1].data(), theirs_at[2].data()};
    SAME(sphere_plane_sweep(ball, move, plane, N, ours, t, {at[0], at[1], at[2]}),
         lbx_sphere_plane_sweep(&ball, &move, &plane, N, 0, out, p.data(), point));
    CHECK(t == p && at[0] == theirs_at[0] && at[2] == theirs_at[2]);
    CHECK(sphere_plane_sweep(ball, move, plane, N) > 0);

    struct node {
        float min[3][8], max[3][8];
    };
    std::vector<node> nodes(1);
    for (std::size_t k = 0; k < 8; k++)
        for (std::size_t c = 0; c < 3; c++) {
            nodes[0].min[c][k] = (&items[k].min.x)[c];
            nodes[0].max[c][k] = items[k].max[c];
        }
    std::vector<float> t8(8 * N);
    std::vector<std::uint8_t> masks(N), bits(1);
    const aabb8s eights = aabb8s_of(nodes, &node::min, &node::max);
    CHECK(ray_aabb8(ray, one(eights, 0), N, masks, t8) > 0);
    ray_aabb(one(ray, 9), box, 8, bits, {}, {}, LBX_REPRODUCIBLE);
    CHECK(masks[9] == bits[0]);
}

static void frusta_see_boxes() {
    using namespace lanebox;
    const float matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1.25f, 1, 0, 0, -1.25f, 0};
    const lbx_frustum camera = frustum_of_matrix(matrix);
    const float corners[12] = {-1, -1, 3, 1, 1, 4, 9, 9, 1, 10, 10, 2};
    const frustums seen = lbx_frustums_of(&camera, 1);
    const aabbs boxes = lbx_aabbs_of(corners, corners + 3, 2, 24);
    std::vector<std::uint8_t> classes(2);
    CHECK(check(seen, 1) == 0);
    CHECK(frustum_aabb(seen, 1, boxes, 2, classes) == 1);
    CHECK(classes[0] == LBX_INSIDE && classes[1] == LBX_OUTSIDE);
    const float turned[15] = {9.5f, 9.5f, 1.5f, .5f, .5f, .5f, .6f, .8f, 0, -.8f, .6f, 0, 0, 0, 1};
    const obbs oriented = lbx_obbs_of(turned, turned + 3, turned + 6, 1, sizeof turned);
    CHECK(frustum_obb(seen, 1, oriented, 1, classes) == 0 && classes[0] == LBX_OUTSIDE);
    const float ball[4] = {0, 0, 3, 1};
    const spheres balls = lbx_spheres_of(ball, ball + 3, 1, sizeof ball);
    CHECK(frustum_sphere(seen, 1, balls, 1, classes) == 1 && classes[0] == LBX_INSIDE);
}

static void views_read_what_they_should() {
    using namespace lanebox;
    const std::vector<item> items = items_of(N);
    std::vector<float> coordinate[15];
    std::vector<float> radius;
    for (const item &it : items) {
        const float *const from[5] = {&it.center.x, &it.half.x, it.axis[0], it.axis[1], it.axis[2]};
        for (std::size_t k = 0; k < 15; k++) coordinate[k].push_back(from[k / 3][k % 3]);
        radius.push_back(it.radius);
    }
    const auto three = [&](std::size_t k) {
        return xyz{coordinate[3 * k], coordinate[3 * k + 1], coordinate[3 * k + 2]};
    };
    const obbs arrays = obbs_of(three(0), three(1), {three(2), three(3), three(4)});
    const obbs structures = obbs_of(items, &item::center, &item::half, &item::axis);
    mask a = {}, b = {};
    obb_obb(arrays, one(structures, 0), N, a);
    obb_obb(structures, one(arrays, 0), N, b);
    CHECK(a == b && hit(a, 0));
    CHECK(sphere_sphere(spheres_of(three(0), radius),
                        one(spheres_of(items, &item::center, &item::radius), 0), N,
                        a) == sphere_sphere(spheres_of(items, &item::center, &item::radius),
                                            one(spheres_of(three(0), radius), 0), N, b));
    CHECK(a == b);
    const std::array<std::uint32_t, 3> list = {5, 5, 7};
    struct entry {
        std::uint32_t a, b;
    };
    const std::vector<entry> entries = {{5, 1}, {5, 2}, {7, 3}};
    a = b = {};
    obb_obb(indexed(arrays, list), one(arrays, 7), 3, a);
    obb_obb(indexed(arrays, entries, &entry::a), one(arrays, 7), 3, b);
    CHECK(a == b && hit(a, 2));
    coordinate[4].pop_back();
    CHECK(thrown([&] {
              obbs_of(three(0), three(1), {three(2), three(3), three(4)});
          }) == LBX_ERROR_COUNT);
    const std::vector<item> none;
    CHECK(aabb_aabb(aabbs_of(none, &item::min, &item::max), aabbs_of(none, &item::min, &item::max),
                    0) == 0);
}

static void errors_are_thrown() {
    using namespace lanebox;
    const std::vector<item> items = items_of(N);
    const aabbs box = aabbs_of(items, &item::min, &item::max);
    mask hits = {};
    std::array<std::uint8_t, 12> small = {};
    CHECK(thrown([&] { aabb_aabb(box, box, N, hits); }) == 0);
    CHECK(thrown([&] { aabb_aabb(box, box, N, small); }) == LBX_ERROR_COUNT);
    CHECK(thrown([&] { aabb_aabb(box, box, N + 1); }) == LBX_ERROR_COUNT);
    CHECK(thrown([&] { aabb_aabb(box, box, N, hits, 1024); }) == LBX_ERROR_FLAGS);
    CHECK(thrown([&] { aabb_aabb(aabbs{}, box, N); }) == LBX_ERROR_NULL);
    CHECK(thrown([&] { aabb_aabb(one(box, N), box, N); }) == LBX_ERROR_INDEX);
    const triangles corner = triangles_of(items, &item::v0, &item::v1, &item::v2);
    CHECK(thrown([&] { triangle_triangle_within(corner, corner, -1, N); }) == LBX_ERROR_DISTANCE);
    CHECK(thrown([&] { isa_select(isa_available(LBX_ISA_NEON) ? LBX_ISA_SSE2 : LBX_ISA_NEON); }) ==
          LBX_ERROR_ISA);
    CHECK(isa_available(LBX_ISA_SCALAR));
    const isa before = isa_active();
    isa_select(LBX_ISA_SCALAR);
    CHECK(isa_active() == LBX_ISA_SCALAR && isa_name(isa_active()) == std::string("scalar"));
    isa_select(before);
}

static void what_goes_in_and_out() {
    using namespace lanebox;
    std::vector<item> items = items_of(N);
    const obbs turned = obbs_of(items, &item::center, &item::half, &item::axis);
    struct box {
        float min[3], max[3];
    };
    std::vector<box> boxes(N);
    const aabbs_out to = aabbs_out_of(boxes, &box::min, &box::max);
    const aabbs made = aabbs_of(boxes, &box::min, &box::max);
    CHECK(aabbs_from_obbs(turned, N, to) == N && aabb_obb(made, turned, N) == N);
    const triangles corner = triangles_of(items, &item::v0, &item::v1, &item::v2);
    CHECK(aabbs_from_capsules(capsules_of(items, &item::v0, &item::v1, &item::radius), N, to) == N);
    CHECK(segment_aabb(segments_of(items, &item::v0, &item::v1), made, N) == N);
    CHECK(aabbs_from_triangles(corner, N, to) == N && triangle_aabb(corner, made, N) == N);
    CHECK(aabbs_from_doubles(aabbs_f64_of(items, &item::exact_min, &item::exact_max),
                             {1e6, 1e6, 1e6}, N, to) == N);
    CHECK(aabb_aabb(made, aabbs_of(items, &item::min, &item::max), N) == N);
    struct ball {
        vec center;
        float radius;
    };
    std::vector<ball> balls(N);
    CHECK(spheres_from_obbs(turned, N, spheres_out_of(balls, &ball::center, &ball::radius)) == N);
    CHECK(sphere_obb(spheres_of(balls, &ball::center, &ball::radius), turned, N) == N);
    struct limb {
        vec start, end;
        float radius;
    };
    std::vector<limb> limbs(N);
    CHECK(obbs_transform(turned, poses_of(items, &item::delta, &item::rotation), N,
                         obbs_out_of(items, &item::center, &item::half, &item::axis)) == N);
    CHECK(capsules_transform(capsules_of(items, &item::v0, &item::v1, &item::radius),
                             poses_of(items, &item::delta, &item::rotation), N,
                             capsules_out_of(limbs, &limb::start, &limb::end, &limb::radius)) == N);
    CHECK(check(capsules_of(limbs, &limb::start, &limb::end, &limb::radius), N) == 0);

    struct near {
        float distance, u, v;
        std::uint32_t feature;
    };
    std::vector<near> nearest(N);
    CHECK(point_triangle(
              points_of(items, &item::v1), corner, N,
              nearests_out_of(nearest, &near::distance, &near::u, &near::v, &near::feature)) == N);
    CHECK(nearest[2].distance < 1e-4F && nearest[2].u > .9999F && nearest[2].v < 1e-4F);
    struct apart {
        float distance;
        vec from, to;
    };
    std::vector<apart> gaps(N);
    const auto to_gaps = separations_out_of(gaps, &apart::distance, &apart::from, &apart::to);
    CHECK(triangle_triangle_distance(corner, one(corner, 0), N, to_gaps) == N);
    CHECK(gaps[0].distance == 0 && gaps[0].from.x == gaps[0].to.x);
    CHECK(to_gaps.from[2] == &gaps[0].from.z && to_gaps.to[1] == &gaps[0].to.y);
    struct deep {
        float depth;
        std::uint32_t axis;
    };
    std::vector<deep> depths(N);
    const obbs lone = one(turned, 0);
    float c_depth[N];
    std::uint32_t c_axis[N];
    const lbx_depths_out c_out = {c_depth, c_axis, N, 0};
    CHECK(obb_obb_depth(turned, lone, N, depths_out_of(depths, &deep::depth, &deep::axis)) == N);
    CHECK(lbx_obb_obb_depth(&turned, &lone, N, &c_out) == N && depths[0].depth > 0);
    for (std::size_t k = 0; k < N; k++)
        CHECK(depths[k].depth == c_depth[k] && depths[k].axis == c_axis[k]);

    CHECK(check(made, N) == 0 && check(turned, N) == 0 && check(corner, N) == 0);
    CHECK(check(rays_of(items, &item::v0, &item::delta), N) == 0);
    CHECK(check(segments_of(items, &item::v0, &item::v1), N) == 0);
    CHECK(check(capsules_of(items, &item::v0, &item::v1, &item::radius), N) == 0);
    CHECK(check(planes_of(items, &item::plane, &item::offset), N) == 0);
    CHECK(check(motions_of(items, &item::delta), N) == 0);
    CHECK(check(poses_of(items, &item::delta, &item::rotation), N) == 0);
    balls[3].radius = -1;
    mask malformed = {};
    CHECK(check(spheres_of(balls, &ball::center, &ball::radius), N, malformed) == 1);
    CHECK(hit_indices(malformed, N) == std::vector<std::uint32_t>{3});
    CHECK(hit_elements(malformed, N, from(made, 40)) == std::vector<std::uint32_t>{43});

    std::vector<item> kept(1);
    CHECK(keep(malformed, items, kept) == 1 && kept[0].id == 3);
    malformed[1] = 1;
    CHECK(thrown([&] { keep(malformed, items, kept); }) == LBX_ERROR_COUNT);
    const void *const arrays[] = {balls.data()};
    std::vector<ball> others(N);
    void *const targets[] = {others.data()};
    const std::size_t bytes[] = {sizeof(ball)};
    CHECK(keep_arrays(malformed, N, arrays, bytes, targets, LBX_MISSES) == N - 2);

    soa first(2, N);
    soa second = std::move(first);
    first = soa(1, 8);
    second[1][N - 1] = 5;
    CHECK(second[0].size() == N && second[1][N - 1] == 5 && first[0].size() == 8);
}

static bool less(const lanebox::pair &a, const lanebox::pair &b) {
    return a.a != b.a ? a.a < b.a : a.b < b.b;
}
static bool same(const lanebox::pair &a, const lanebox::pair &b) {
    return a.a == b.a && a.b == b.b;
}

// Compares the pairs of a search with those that one(view, i) finds for each item.
template <class Ask>
static void expect(std::vector<lanebox::pair> found, std::size_t items, std::size_t elements,
                   bool own, Ask ask) {
    std::vector<lanebox::pair> all;
    std::vector<std::uint8_t> hits(lanebox::mask_bytes(elements));
    for (std::size_t i = 0; i < items; i++) {
        ask(i, lanebox::span<std::uint8_t>(hits));
        for (std::uint32_t k : lanebox::hit_indices(hits, elements))
            if (!own || i < k) all.push_back({static_cast<std::uint32_t>(i), k});
    }
    std::sort(found.begin(), found.end(), less);
    CHECK(found.size() > 10 && found.size() == all.size());
    CHECK(std::equal(found.begin(), found.end(), all.begin(), all.end(), same));
}

static void orders() {
    using namespace lanebox;
    const std::size_t n = 1000;
    std::vector<item> items = items_of(n);
    const aabbs box = aabbs_of(items, &item::min, &item::max);
    const motions move = motions_of(items, &item::delta);
    const rays ray = rays_of(items, &item::v0, &item::delta);
    order set;
    CHECK(set.pairs().empty());
    CHECK(set.sort(box, n) == n);
    set.check();
    const auto by_boxes = [&](std::size_t i, span<std::uint8_t> hits) {
        aabb_aabb(one(box, i), box, n, hits);
    };
    expect(set.pairs(), n, n, true, by_boxes);
    items[5].min = {-4, -4, -4}, items[5].max = {4, 4, 4};
    cursor stale = {};
    pair few[4];
    CHECK(set.pairs(stale, few) == 4);
    CHECK(set.refit(box, n) == n);
    CHECK(thrown([&] { set.pairs(stale, few); }) == LBX_ERROR_INDEX);
    expect(set.pairs(), n, n, true, by_boxes);
    expect(set.query_aabbs(box, 50), 50, n, false, by_boxes);
    expect(set.query_rays(ray, 50), 50, n, false, [&](std::size_t i, span<std::uint8_t> hits) {
        ray_aabb(one(ray, i), box, n, hits, {}, {}, LBX_REPRODUCIBLE);
    });
    struct still {
        vec delta;
    };
    const std::vector<still> rest(1);
    expect(set.query_sweeps(box, move, 50), 50, n, false,
           [&](std::size_t i, span<std::uint8_t> hits) {
               aabb_aabb_sweep(one(box, i), one(move, i), box,
                               one(motions_of(rest, &still::delta), 0), n, hits);
           });
    lbx_frustum camera = {
        {-9, 0, 0}, {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}, {-.5f, -.5f}, {.5f, .5f}, 1, 10, 0};
    const frustums cameras = lbx_frustums_of(&camera, 1);
    expect(set.query_frustums(cameras, 1), 1, n, false, [&](std::size_t, span<std::uint8_t> hits) {
        std::vector<std::uint8_t> classes(n);
        frustum_aabb(cameras, 1, box, n, classes, LBX_REPRODUCIBLE);
        std::fill(hits.begin(), hits.end(), std::uint8_t(0));
        for (std::size_t i = 0; i < n; i++)
            hits[i / 8] |= std::uint8_t((classes[i] != LBX_OUTSIDE) << i % 8);
    });
    std::vector<capsule> limbs(n);
    for (std::size_t i = 0; i < n; i++) {
        for (std::size_t c = 0; c < 3; c++) {
            limbs[i].start[c] = static_cast<float>((i * (c + 3)) % 19) / 2 - 4;
            limbs[i].end[c] = limbs[i].start[c] + static_cast<float>((i + c) % 5) - 2;
        }
        limbs[i].radius = static_cast<float>(i % 4) / 4;
    }
    const capsules pill = capsules_of(limbs, &capsule::start, &capsule::end, &capsule::radius);
    expect(set.query_capsules(pill, n), n, n, false, [&](std::size_t i, span<std::uint8_t> hits) {
        capsule_aabb(one(pill, i), box, n, hits, LBX_REPRODUCIBLE);
    });
    const order some(box, 50);
    expect(some.pairs_between(set), 50, n, false, by_boxes);

    // The parts of a search, one after the other, give the whole search. A copy is a separate
    // order.
    const order copy = set;
    CHECK(copy.stats().leaves > 0 && copy.stats().items == set.stats().items);
    std::vector<pair> parts;
    for (std::size_t k = 0; k < 3; k++) {
        cursor at = cursor_range(k, 3);
        at.budget = 50;
        while (!at.done) {
            std::vector<pair> out(100000);
            out.resize(copy.pairs(at, out));
            parts.insert(parts.end(), out.begin(), out.end());
        }
    }
    const std::vector<pair> whole = set.pairs();
    CHECK(std::equal(parts.begin(), parts.end(), whole.begin(), whole.end(), same));
    CHECK(thrown([&] { cursor_range(3, 3); }) == LBX_ERROR_INDEX);
    const std::vector<std::uint32_t> nobody(n, 0);
    const filter none = {nobody.data(), nullptr, 0};
    CHECK(set.pairs(&none).empty());

    std::vector<pair> old = whole, scratch(whole.size());
    pairs_sort(old, scratch);
    std::vector<pair> now(old.begin() + 1, old.end());
    CHECK(std::is_sorted(old.begin(), old.end(), less));
    const changes seen = pair_changes(old, now);
    CHECK(seen.added.empty() && seen.removed.size() == 1 && same(seen.removed[0], old[0]));
    CHECK(pair_changes({}, now).added.size() == now.size());
    CHECK(pair_changes(now, {}).removed.size() == now.size());
    CHECK(thrown([&] { pair_changes(whole, now); }) == LBX_ERROR_INDEX);
    const long before = allocations;
    cursor at = {};
    set.pairs(at, few);
    set.refit(box, n);
    set.sort(box, n);
    set.sort(box, n / 2);
    CHECK(allocations == before);
}

// A sheet of 2 * side * side triangles with bumps.
struct vertex {
    int color;
    vec position;
};
static void sheet(std::size_t side, std::vector<vertex> &vertices,
                  std::vector<std::uint32_t> &indices) {
    for (std::size_t i = 0; i <= side; i++)
        for (std::size_t k = 0; k <= side; k++)
            vertices.push_back({0, {static_cast<float>(i), static_cast<float>(k), number(0, 1)}});
    for (std::size_t i = 0; i < side; i++)
        for (std::size_t k = 0; k < side; k++) {
            const std::uint32_t at = static_cast<std::uint32_t>(i * (side + 1) + k),
                                next = at + static_cast<std::uint32_t>(side) + 1;
            for (std::uint32_t v : {at, next, at + 1, at + 1, next, next + 1}) indices.push_back(v);
        }
}

// A cube, from outside and from inside.
static void signs() {
    using namespace lanebox;
    std::vector<vertex> corners(8);
    std::vector<std::uint32_t> indices;
    for (std::size_t k = 0; k < 8; k++)
        corners[k].position = {static_cast<float>(k & 1), static_cast<float>(k >> 1 & 1),
                               static_cast<float>(k >> 2)};
    for (std::uint32_t axis = 0; axis < 3; axis++)
        for (std::uint32_t upper = 0; upper < 2; upper++) {
            const std::uint32_t from = upper << axis;
            const std::uint32_t first = 1u << (axis + 2 - upper) % 3,
                                second = 1u << (axis + 1 + upper) % 3;
            for (std::uint32_t at : {from, from + first, from + second, from + second, from + first,
                                     from + first + second})
                indices.push_back(at);
        }
    const aabb_tree tree(mesh_of(corners, &vertex::position, indices));
    const tree_signs made(tree);
    CHECK(made.counts().edges == 0 && made.counts().triangles == 0);
    CHECK(made.bytes().size() == 12 * 32 + 56);
    std::vector<vertex> at(4);
    at[0].position = {0.5f, 0.5f, 0.25f};
    at[1].position = {0.5f, 0.5f, -0.25f};
    at[2].position = {2, 2, 1};
    at[3].position = {-3, 0.5f, 0.5f};
    const points asked = points_of(at, &vertex::position);
    std::vector<float> distance(4), reach(4, 2);
    std::vector<std::uint32_t> id(4), feature(4);
    trace_scratch scratch;
    closest_out hits;
    hits.distance = distance, hits.id = id, hits.feature = feature;
    CHECK(tree.signed_distance(asked, 4, made, hits, scratch) == 4);
    CHECK(distance[0] == -0.25f && distance[1] == 0.25f && distance[3] == 3);
    CHECK(distance[2] == std::sqrt(2.f) && feature[2] >= LBX_EDGE);
    hits.id = {};
    CHECK(tree.signed_distance(asked, 4, made, hits, scratch, reach) == 3);
    CHECK(distance[0] == -0.25f && std::isinf(distance[3]));
    CHECK(tree.signed_distance(asked, 4, made, hits, scratch, {}, LBX_SIGN_BY_CROSSINGS) == 4);
    CHECK(distance[0] == -0.25f && distance[1] == 0.25f);
    hits.distance = span<float>(distance.data(), 3);
    CHECK(thrown([&] { tree.signed_distance(asked, 4, made, hits, scratch); }) == LBX_ERROR_COUNT);
    hits.distance = distance;
    const tree_signs copy = tree_signs::from_bytes(made.bytes());
    CHECK(tree.signed_distance(asked, 4, copy, hits, scratch) == 4 && distance[0] == -0.25f);
    std::vector<std::byte> damaged(made.bytes().begin(), made.bytes().end());
    damaged[100] ^= std::byte{1};
    CHECK(thrown([&] { tree_signs::from_bytes(damaged); }) == LBX_ERROR_TREE);
    indices.resize(33);
    const aabb_tree open(mesh_of(corners, &vertex::position, indices));
    CHECK(tree_signs(open).counts().edges == 3);
    CHECK(thrown([&] { open.signed_distance(asked, 4, made, hits, scratch); }) == LBX_ERROR_TREE);
}

static void trees() {
    using namespace lanebox;
    std::vector<vertex> vertices;
    std::vector<std::uint32_t> indices;
    sheet(20, vertices, indices);
    const mesh of = mesh_of(vertices, &vertex::position, indices);
    const std::size_t count = indices.size() / 3;
    obb_tree tree(of);
    tree.check();
    const rigid_pose here = {{0, 0, 0}, {0, 0, 0, 1}}, near = {{0.25, 0.25, 0.25}, {0, 0, 0, 1}},
                     high = {{0, 0, 1.5}, {0, 0, 0, 1}};
    const std::vector<pair> touching = tree.collide(here, tree, near);
    CHECK(touching.size() > 256 && tree.touches(here, tree, near));
    std::vector<pair> room(touching.size());
    const long before = allocations;
    CHECK(tree.collide(here, tree, near, room) == touching.size());
    CHECK(allocations == before && same(room.back(), touching.back()));
    room.pop_back();
    CHECK(thrown([&] { tree.collide(here, tree, near, room); }) == LBX_ERROR_COUNT);
    CHECK(thrown([&] { tree.collide(here, tree, near, span<pair>()); }) == LBX_ERROR_COUNT);
    lanebox::pair hint = {0, 0};
    CHECK(tree.touches(here, tree, near, &hint) && (hint.a != 0 || hint.b != 0));
    const lanebox::pair kept = hint;
    CHECK(!tree.touches(here, tree, high, &hint) && !tree.is_within(here, tree, high, 0, &hint));
    CHECK(hint.a == kept.a && hint.b == kept.b);
    CHECK(!tree.touches(here, tree, high) && tree.collide(here, tree, high).empty());
    CHECK(tree.is_within(here, tree, high, 1.5f) && !tree.is_within(here, tree, high, 0.25f));
    CHECK(!tree.within(here, tree, high, 1.5f).empty());
    CHECK(thrown([&] { tree.within(here, tree, high, -1); }) == LBX_ERROR_DISTANCE);
    std::vector<lanebox::pair> parts;
    tree_cursor place = {};
    while (!place.done) {
        std::array<lanebox::pair, 64> part;
        const std::size_t n = tree.collide(here, tree, near, place, part, 200);
        parts.insert(parts.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(n));
    }
    CHECK(parts.size() == touching.size() && same(parts.back(), touching.back()));
    lanebox::pair leaves = {0, 0};
    const separation apart = tree.distance(here, tree, high);
    CHECK(apart.distance > 0.25 && apart.distance <= 1.5);
    CHECK(tree.distance(here, tree, high, 2, &leaves).distance == apart.distance);
    CHECK(leaves.a != 0 && leaves.b != 0);
    CHECK(std::isinf(tree.distance(here, tree, high, apart.distance / 2).distance));
    CHECK(tree.distance(here, tree, near).distance == 0);
    CHECK(thrown([&] { tree.distance(here, tree, high, -1); }) == LBX_ERROR_DISTANCE);
    const std::array<posed_trees, 2> asked = {
        {{tree.data(), &here, tree.data(), &high}, {tree.data(), &here, tree.data(), &near}}};
    std::array<separation, 2> found_apart;
    std::array<lanebox::pair, 2> hints = {};
    CHECK(distances(asked, found_apart) == 2 && found_apart[0].distance == apart.distance &&
          found_apart[1].distance == 0);
    const std::array<double, 2> reaches = {{apart.distance / 2, 0}};
    CHECK(distances(asked, found_apart, hints, reaches) == 1 && hints[0].a == 0 && hints[1].a != 0);
    CHECK(thrown([&] { distances(asked, span<separation>(found_apart.data(), 1)); }) ==
          LBX_ERROR_COUNT);
    CHECK(tree.self(of).empty());
    const rigid_pose bent = {{0, 0, 0}, {0, 0, 0, 2}};
    CHECK(thrown([&] { tree.touches(bent, tree, high); }) == LBX_ERROR_POSE);
    obb_tree copy = obb_tree::from_bytes(tree.bytes());
    obb_tree moved = std::move(copy);
    copy = tree;
    CHECK(moved.collide(here, copy, near).size() == touching.size());
    std::vector<std::byte> damaged(tree.bytes().begin(), tree.bytes().end());
    damaged[damaged.size() / 2] ^= std::byte{64};
    CHECK(thrown([&] { obb_tree::from_bytes(damaged); }) == LBX_ERROR_TREE);
    CHECK(thrown([&] { obb_tree(mesh_of(vertices, &vertex::position, indices), 99); }) ==
          LBX_ERROR_COUNT);

    std::vector<vertex> torn = vertices;
    torn[0].position.x = std::numeric_limits<float>::quiet_NaN();
    const mesh whole = mesh_of(torn, &vertex::position, indices);
    CHECK(thrown([&] { obb_tree{whole}; }) == LBX_ERROR_MESH);
    CHECK(thrown([&] { aabb_tree{whole}; }) == LBX_ERROR_MESH);
    for (const pair &hit : obb_tree(whole, LBX_LEAF, LBX_SKIP_REFUSED).collide(here, tree, near))
        CHECK(indices[3 * hit.a] && indices[3 * hit.a + 1] && indices[3 * hit.a + 2]);
    aabb_tree(whole, {}, LBX_SKIP_REFUSED).check();

    // Rays from above, compared with every triangle by itself.
    struct beam {
        vec origin, dir;
    };
    std::vector<beam> beams(N);
    for (beam &b : beams) b = {{number(0, 20), number(0, 20), 5}, {number(-1, 1), 0, -1}};
    struct corners {
        vec v[3];
    };
    std::vector<corners> soup(count);
    for (std::size_t t = 0; t < count; t++)
        for (std::size_t v = 0; v < 3; v++) soup[t].v[v] = vertices[indices[3 * t + v]].position;
    const rays ray = rays_of(beams, &beam::origin, &beam::dir);
    const lbx_triangles every =
        lbx_triangles_of(&soup[0].v[0].x, &soup[0].v[1].x, &soup[0].v[2].x, count, sizeof(corners));
    aabb_tree boxes(of);
    boxes.check();
    trace_scratch scratch;
    std::vector<std::uint32_t> id(N);
    std::vector<float> t(N), u(N), v(N), ts(count);
    mask hits = {};
    const long traced = allocations;
    const std::size_t found = boxes.nearest(ray, N, {id, t, u, v}, scratch);
    CHECK(boxes.any(ray, N, hits, scratch) == found && found > 50);
    CHECK(allocations == traced);
    std::vector<beam> ways = beams, aims = beams; // to an end, and in the direction of it
    for (std::size_t i = 0; i < N; i++) {
        ways[i].dir = {beams[i].origin.x, beams[i].origin.y, i % 2 ? 9.F : -9.F};
        aims[i].dir = {0, 0, ways[i].dir.z - 5};
    }
    const rays way = rays_along(segments_of(ways, &beam::origin, &beam::dir));
    CHECK(boxes.nearest(rays_of(aims, &beam::origin, &beam::dir), N, {{}, u, {}, {}}, scratch) > 9);
    const auto cut =
        static_cast<std::size_t>(std::count_if(u.begin(), u.end(), [](float x) { return x <= 1; }));
    CHECK(boxes.nearest(way, N, {{}, v, {}, {}}, scratch) == cut && cut > 9);
    CHECK(boxes.nearest(ray, N, {id, t, u, v}, scratch) == found);
    std::size_t all = 0;
    for (std::size_t i = 0; i < N; i++) {
        all += ray_triangle(one(ray, i), every, count, {}, ts);
        const std::size_t least =
            static_cast<std::size_t>(std::min_element(ts.begin(), ts.end()) - ts.begin());
        CHECK(hit(hits, i) == std::isfinite(ts[least]));
        CHECK(t[i] == ts[least] && id[i] == (hit(hits, i) ? least : LBX_NO_TRIANGLE));
    }
    CHECK(boxes.all(ray, N).size() == all);
    const std::vector<ray_hit> sorted = boxes.all(ray, N, LBX_SORTED);
    CHECK(sorted.size() == all);
    for (std::size_t i = 1; i < sorted.size(); i++)
        CHECK(sorted[i - 1].ray < sorted[i].ray || sorted[i - 1].t <= sorted[i].t);
    std::vector<std::uint32_t> crossed(N);
    const std::size_t odd = boxes.crossings(ray, N, crossed);
    CHECK(odd == static_cast<std::size_t>(std::count_if(crossed.begin(), crossed.end(),
                                                        [](std::uint32_t c) { return c % 2; })));
    CHECK(odd > 0);
    const points origins = points_of(beams, &beam::origin);
    CHECK(check(origins, N) == 0 && boxes.inside(origins, N, hits) == 0 && !hit(hits, 0));
    std::vector<float> far(N), weight(N);
    std::vector<std::uint32_t> at(N), feature(N);
    CHECK(boxes.closest(origins, N, {at, far, weight, {}, feature}, scratch) == N);
    std::vector<float> distance(count);
    std::size_t within = 0;
    for (std::size_t i = 0; i < N; i++) {
        lbx_nearests_out beside = {distance.data(), nullptr, nullptr, nullptr, count, 0};
        std::vector<float> unused(2 * count);
        std::vector<std::uint32_t> features(count);
        beside.u = unused.data(), beside.v = unused.data() + count,
        beside.feature = features.data();
        CHECK(point_triangle(one(origins, i), every, count, beside) == count);
        CHECK(far[i] == *std::min_element(distance.begin(), distance.end()));
        CHECK(far[i] == distance[at[i]] && weight[i] == unused[at[i]] &&
              feature[i] == features[at[i]]);
        within += static_cast<std::size_t>(std::count_if(distance.begin(), distance.end(),
                                                         [&](float d) { return d <= far[i] + 1; }));
    }
    std::vector<float> reach = far;
    for (float &r : reach) r += 1;
    CHECK(boxes.around(origins, reach, N).size() == within && within > N);
    reach.assign(N, 0);
    CHECK(boxes.closest(origins, N, {at, {}, {}, {}, {}}, scratch, reach) == 0 &&
          at[0] == LBX_NO_TRIANGLE);
    CHECK(thrown([&] { boxes.around(origins, {}, N); }) == LBX_ERROR_NULL);
    CHECK(thrown([&] {
              boxes.closest(origins, N, {}, scratch, span<const float>(reach.data(), 3));
          }) == LBX_ERROR_COUNT);
    std::vector<capsule> limbs(N);
    for (std::size_t i = 0; i < N; i++) {
        const float x = static_cast<float>(i % 8), y = static_cast<float>(i % 5);
        limbs[i] = {{x, y, 0}, {x + 1, y, static_cast<float>(i % 3)}, .25f};
    }
    const capsules pills = capsules_of(limbs, &capsule::start, &capsule::end, &capsule::radius);
    std::size_t touched = 0;
    for (std::size_t i = 0; i < N; i++) touched += triangle_capsule(every, one(pills, i), count);
    CHECK(boxes.touched(pills, N).size() == touched && touched > 0);
    CHECK(boxes.any(ray, N, hits, scratch) == found);
    CHECK(thrown([&] {
              boxes.nearest(ray, N, {span<std::uint32_t>(id.data(), 3), {}, {}, {}}, scratch);
          }) == LBX_ERROR_COUNT);
    const std::vector<std::uint32_t> none(count, 0);
    CHECK(aabb_tree(of, none).any(ray, N, hits, scratch) == 0);
    CHECK(thrown([&] { aabb_tree(of, span<const std::uint32_t>(none.data(), 5)); }) ==
          LBX_ERROR_COUNT);

    // One leaf of all triangles is a tree too.
    const std::uint32_t leaf = static_cast<std::uint32_t>(count), first = 0;
    lbx_tree_nodes nodes = {};
    nodes.count = &leaf, nodes.first = &first, nodes.node_count = 1, nodes.width = 2;
    CHECK(aabb_tree::convert(of, nodes).any(ray, N, hits, scratch) == found);
    CHECK(boxes.stats().items == of.triangle_count && tree.stats().items == of.triangle_count);
    CHECK(aabb_tree::from_bytes(boxes.bytes()).any(ray, N, hits, scratch) == found);

    for (vertex &w : vertices) w.position.z += 100;
    tree.refit(of);
    boxes.refit(of);
    CHECK(boxes.any(ray, N, hits, scratch) == 0 && !tree.touches(here, moved, here));
    vertices[0].position.z = INFINITY;
    CHECK(thrown([&] { tree.refit(of); }) == LBX_ERROR_MESH);
}

static void fits() {
    using namespace lanebox;
    std::vector<vertex> vertices;
    std::vector<std::uint32_t> indices;
    sheet(5, vertices, indices);
    const mesh of = mesh_of(vertices, &vertex::position, indices);
    struct dot {
        vec center;
        float radius;
    };
    std::vector<dot> dots;
    for (const vertex &w : vertices) dots.push_back({w.position, 0});
    const spheres points = spheres_of(dots, &dot::center, &dot::radius);
    for (const obb &one_box :
         {obb_fit(of), obb_fit_covariance(of), obb_fit_hull(of), obb_fit_least(of)}) {
        const std::array<obb, 1> box = {one_box};
        CHECK(sphere_obb(points, one(obbs_of(box, &obb::center, &obb::half, &obb::axis), 0),
                         dots.size()) == dots.size());
    }
    const std::array<aabb, 1> around = {aabb_fit(of)};
    CHECK(sphere_aabb(points, one(aabbs_of(around, &aabb::min, &aabb::max), 0), dots.size()) ==
          dots.size());
    for (const sphere &ball : {sphere_fit(of), caabb_fit(of)}) {
        const std::array<sphere, 1> balls = {ball};
        CHECK(sphere_sphere(points, one(spheres_of(balls, &sphere::center, &sphere::radius), 0),
                            dots.size()) == dots.size());
    }
    const std::array<capsule, 1> pill = {capsule_fit(of)};
    CHECK(sphere_capsule(
              points, one(capsules_of(pill, &capsule::start, &capsule::end, &capsule::radius), 0),
              dots.size()) == dots.size());
    const std::vector<part> parts = {{0, 10}, {10, 40}};
    std::vector<capsule> pills(2);
    CHECK(capsule_fit(of, parts,
                      capsules_out_of(pills, &capsule::start, &capsule::end, &capsule::radius)) ==
          2);
    std::vector<obb> out(2);
    const obbs_out to = obbs_out_of(out, &obb::center, &obb::half, &obb::axis);
    CHECK(obb_fit(of, parts, to) == 2 && obb_fit_hull(of, parts, to) == 2);
    CHECK(obb_fit_least(of, parts, to) == 2 && obb_fit_covariance(of, parts, to) == 2 &&
          out[1].half[0] > 0);
    std::vector<sphere> balls(2);
    const spheres_out ball_to = spheres_out_of(balls, &sphere::center, &sphere::radius);
    CHECK(sphere_fit(of, parts, ball_to) == 2 && caabb_fit(of, parts, ball_to) == 2);
    std::vector<aabb> boxes(1);
    CHECK(thrown([&] { aabb_fit(of, parts, aabbs_out_of(boxes, &aabb::min, &aabb::max)); }) ==
          LBX_ERROR_COUNT);
    const float flat[] = {0, 0, 0, 4, 0, 0, 0, 2, 0};
    CHECK(aabb_fit(mesh_of(flat)).max[0] == 4);
    CHECK(thrown([&] { aabb_fit(mesh_of(span<const float>())); }) == LBX_ERROR_NULL);
}

static void normals() {
    using namespace lanebox;
    struct facing {
        float id;
        vec normal;
    };
    const float corners[] = {0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 3};
    const mesh of = mesh_of(corners);
    std::vector<facing> out(2, {7, {7, 7, 7}});
    CHECK(mesh_normals(of, out, &facing::normal) == 2);
    CHECK(out[0].normal.z == 1 && out[1].normal.x == 1 && out[1].normal.z == 0);
    const std::vector<std::uint32_t> list = {1, LBX_NO_TRIANGLE};
    CHECK(mesh_normals(of, list, out, &facing::normal) == 2);
    CHECK(out[0].normal.x == 1 && out[1].normal.x == 0 && out[1].id == 7);
    const std::vector<std::uint32_t> none, more = {0, 0, 0}, beyond = {2};
    CHECK(mesh_normals(of, none, out, &facing::normal) == 0);
    CHECK(thrown([&] { mesh_normals(of, more, out, &facing::normal); }) == LBX_ERROR_COUNT);
    CHECK(thrown([&] { mesh_normals(of, beyond, out, &facing::normal); }) == LBX_ERROR_INDEX);
    out.resize(3);
    CHECK(thrown([&] { mesh_normals(of, out, &facing::normal); }) == LBX_ERROR_COUNT);
}

static bool near(float x, float y) {
    return std::fabs(x - y) < 1e-6F;
}

static void contacts() {
    using namespace lanebox;
    // Unit cubes: three beside the first one, by a quarter in it or 8 away.
    struct crate {
        vec center;
        float half[3], axis[3][3];
    };
    std::vector<crate> crates;
    for (float x : {0.F, .75F, -.75F, 9.F})
        crates.push_back({{x, 0, 0}, {.5F, .5F, .5F}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
    const obbs all = obbs_of(crates, &crate::center, &crate::half, &crate::axis);
    const obbs first = one(all, 0), others = from(all, 1);
    contact found[3];
    const long before = allocations;
    CHECK(obb_obb_contacts(first, others, 3, contacts_out_of(found)) == 2);
    CHECK(allocations == before);
    for (std::size_t i = 0; i < 2; i++) {
        const float side = i == 0 ? 1.F : -1.F;
        CHECK(found[i].item == i && found[i].points == 4 && near(found[i].depth, .25F));
        CHECK(near(found[i].normal[0], side) && near(found[i].normal[1], 0));
        for (const contact_point &point : found[i].point) {
            CHECK(near(point.position[0], side * .375F) && near(point.depth, .25F));
            CHECK(near(std::fabs(point.position[1]), .5F));
            CHECK(near(std::fabs(point.position[2]), .5F));
        }
    }

    // Resumed, with room for one.
    std::size_t at = 0;
    contact few[1];
    CHECK(obb_obb_contacts(first, others, 3, contacts_out_of(few), {0, {}, &at}) == 1);
    CHECK(few[0].item == 0 && at == 1);
    CHECK(obb_obb_contacts(first, others, 3, contacts_out_of(few), {0, {}, &at}) == 1);
    CHECK(few[0].item == 1 && at == 3);
    CHECK(obb_obb_contacts(first, others, 3, contacts_out_of(few), {0, {}, &at}) == 0);

    const std::vector<contact> near_ones = obb_obb_contacts(first, others, 3, {9});
    CHECK(near_ones.size() == 3 && near_ones[2].item == 2 && near(near_ones[2].depth, -8));
    std::array<std::uint8_t, 3> axes = {255, 255, 255};
    for (const contact &touch : near_ones) axes[touch.item] = std::uint8_t(touch.axis);
    const auto again = obb_obb_contacts(first, others, 3, {9, axes});
    CHECK(again.size() == 3 &&
          std::memcmp(again.data(), near_ones.data(), 3 * sizeof(contact)) == 0);
    struct kept {
        int id;
        contact touch;
    };
    std::vector<kept> members(2);
    members[1].id = 7;
    CHECK(obb_obb_contacts(first, others, 3, contacts_out_of(members, &kept::touch)) == 2);
    CHECK(members[1].id == 7 && near(members[1].touch.normal[0], -1));
    CHECK(std::memcmp(&members[0].touch, &found[0], sizeof(contact)) == 0);

    // More than the vector has room for at first; from a cursor on.
    const std::vector<contact> many = obb_obb_contacts(first, one(all, 1), 5000);
    CHECK(many.size() == 5000 && many[4999].item == 4999 && near(many[4999].depth, .25F));
    at = 4000;
    CHECK(obb_obb_contacts(first, one(all, 1), 5000, {0, {}, &at}).size() == 1000 && at == 5000);
    CHECK(obb_obb_contacts(first, one(all, 1), 5000, {0, {}, &at}).empty());
    CHECK(obb_obb_contacts(first, others, 0).empty());
    CHECK(obb_obb_contacts(first, others, 0, contacts_out_of({})) == 0);

    const auto to = contacts_out_of(found);
    CHECK(thrown([&] { obb_obb_contacts(first, others, 3, contacts_out_of(few)); }) ==
          LBX_ERROR_COUNT);
    CHECK(thrown([&] { obb_obb_contacts(first, others, 3, contacts_out_of({})); }) ==
          LBX_ERROR_NULL);
    CHECK(thrown([&] { obb_obb_contacts(first, others, 3, to, {-1}); }) == LBX_ERROR_DISTANCE);
    CHECK(thrown([&] { obb_obb_contacts(first, others, 4, to); }) == LBX_ERROR_COUNT);
    CHECK(thrown([&] {
              obb_obb_contacts(first, one(all, 0), 4, to, {0, axes});
          }) == LBX_ERROR_COUNT);
    at = 4;
    CHECK(thrown([&] { obb_obb_contacts(first, others, 3, to, {0, {}, &at}); }) == LBX_ERROR_INDEX);
    CHECK(thrown([&] { obb_obb_contacts(first, others, 3, {0, {}, &at}); }) == LBX_ERROR_INDEX);
}

// Checks that a call, in both of its forms, finds one contact: its depth, its normal, and the
// positions of its points in any order.
template <class Call>
static void touches(Call call, float depth, const vec &normal, const std::vector<vec> &points) {
    lanebox::contact written;
    const std::vector<lanebox::contact> found = call();
    const long before = allocations;
    CHECK(call(lanebox::contacts_out_of({&written, 1})) == 1 && allocations == before);
    CHECK(found.size() == 1 && std::memcmp(found.data(), &written, sizeof written) == 0);
    CHECK(written.item == 0 && written.points == points.size() && near(written.depth, depth));
    CHECK(near(written.normal[0], normal.x) && near(written.normal[1], normal.y) &&
          near(written.normal[2], normal.z));
    for (const vec &place : points) {
        CHECK(std::count_if(written.point, written.point + points.size(), [&](const auto &point) {
                  return near(point.position[0], place.x) && near(point.position[1], place.y) &&
                         near(point.position[2], place.z) && near(point.depth, depth);
              }) == 1);
    }
}
#define TOUCHES(name, a, b, ...)                                                                   \
    touches([&](auto... to) { return name##_contacts(a, b, 1, to...); }, __VA_ARGS__)

static void contacts_of_shapes() {
    using namespace lanebox;
    static const float at[][4] = {{0, 0, 0, 1}, {1.5F, 0, 0, 1}, {0, 0, 1.5F, 1}, {0, 0, .75F, 1}};
    static const float rods[][7] = {{0, 1.5F, -1, 0, 1.5F, 1, 1},
                                    {0, 3, 0, 0, 3, 5, 1},
                                    {-.5F, 0, 1.25F, .5F, 0, 1.25F, .5F},
                                    {-.5F, 0, .25F, .5F, 0, .25F, .5F}};
    static const float crates[][15] = {{0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1},
                                       {0, 0, .25F, .5F, .5F, .5F, 1, 0, 0, 0, 1, 0, 0, 0, 1}};
    static const float corners[] = {-4, -4, 0, 4, -4, 0, 0, 4, 0}, plane[] = {0, 0, 2, -1};
    const spheres all = lbx_spheres_of(at[0], at[0] + 3, 4, sizeof at[0]);
    const spheres ball = one(all, 0), beside = one(all, 1), above = one(all, 2), sunk = one(all, 3);
    const capsules pills = lbx_capsules_of(rods[0], rods[0] + 3, rods[0] + 6, 4, sizeof rods[0]);
    const capsules pill = one(pills, 0), along = one(pills, 1), lying = one(pills, 2);
    const capsules low = one(pills, 3);
    const obbs boxes = lbx_obbs_of(crates[0], crates[0] + 3, crates[0] + 6, 2, sizeof crates[0]);
    const obbs box = one(boxes, 0), small = one(boxes, 1);
    const triangles floor = lbx_triangles_of(corners, corners + 3, corners + 6, 1, 0);
    const planes top = lbx_planes_of(plane, plane + 3, 1, sizeof plane); // z = .5
    const float h = .5F, q = .25F, e = .125F;
    TOUCHES(sphere_sphere, ball, beside, h, {1, 0, 0}, {{.75F, 0, 0}});
    TOUCHES(sphere_capsule, ball, pill, h, {0, 1, 0}, {{0, .75F, 0}});
    TOUCHES(sphere_obb, above, box, h, {0, 0, -1}, {{0, 0, .75F}});
    TOUCHES(sphere_triangle, sunk, floor, q, {0, 0, -1}, {{0, 0, -e}});
    TOUCHES(capsule_capsule, pill, along, h, {0, 1, 0}, {{0, 2.25F, 0}, {0, 2.25F, 1}});
    TOUCHES(capsule_obb, lying, box, q, {0, 0, -1}, {{-h, 0, .875F}, {h, 0, .875F}});
    TOUCHES(triangle_capsule, floor, low, q, {0, 0, 1}, {{-h, 0, -e}, {h, 0, -e}});
    TOUCHES(triangle_obb, floor, small, q, {0, 0, 1},
            {{-h, -h, -e}, {-h, h, -e}, {h, -h, -e}, {h, h, -e}});
    TOUCHES(plane_sphere, top, ball, 1.5F, {0, 0, 1}, {{0, 0, -q}});
    TOUCHES(plane_capsule, top, low, .75F, {0, 0, 1}, {{-h, 0, e}, {h, 0, e}});
    TOUCHES(plane_obb, top, box, 1.5F, {0, 0, 1},
            {{-1, -1, -q}, {-1, 1, -q}, {1, -1, -q}, {1, 1, -q}});

    CHECK(plane_sphere_contacts(top, above, 1).size() == 1); // at its south pole
    CHECK(sphere_sphere_contacts(beside, from(all, 2), 2, {1}).size() == 2);
    CHECK(sphere_sphere_contacts(beside, from(all, 2), 2).size() == 1);
    CHECK(thrown([&] { plane_obb_contacts(top, boxes, 3); }) == LBX_ERROR_COUNT);
    CHECK(thrown([&] { sphere_capsule_contacts(ball, pill, 1, {-1}); }) == LBX_ERROR_DISTANCE);
}

int main() {
    tests_say_what_c_says();
    frusta_see_boxes();
    views_read_what_they_should();
    errors_are_thrown();
    what_goes_in_and_out();
    orders();
    trees();
    signs();
    fits();
    normals();
    contacts();
    contacts_of_shapes();
    return verdict("wrapper");
}
