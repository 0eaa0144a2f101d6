// SPDX-License-Identifier: MIT
// Capsules, spheres and triangles beside what engines call for a pair: ODE's dCollide and Bullet's
// GJK. Tests say which pairs touch, contacts also where. All ways take turns over the same pairs;
// medians are printed, how many pairs touch, and how many two ways disagree about.
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <ode/ode.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "examples/random.h"
#include "examples/tool.h"
#include "lanebox/contacts.h"
#include "turned.h"

namespace {

enum { ITEMS = 1024, TURNS = 31, BYTES = (ITEMS + 7) / 8 };

// Structures of 32 and 64 bytes, as lists of pairs read them.
struct Capsule {
    float start[3], radius, end[3], rest;
};
struct Box {
    float center[3], half[3], axis[9], rest;
};
struct Triangle {
    float vertex[9], rest[7];
};

// Floats that lie `step` floats apart become arrays.
struct Arrays {
    std::vector<std::vector<float>> at;
    Arrays(const float *from, size_t floats, size_t step) : at(floats, std::vector<float>(ITEMS)) {
        for (size_t k = 0; k < floats; k++)
            for (size_t i = 0; i < ITEMS; i++) at[k][i] = from[i * step + k];
    }
    const float *operator[](size_t k) const {
        return at[k].data();
    }
};

using Hits = std::vector<uint8_t>;

struct Way {
    std::string name;
    std::function<void(Hits &)> run; // writes a bit for each pair, set if it touches
    std::vector<double> seconds;
    Hits hits;
    const std::vector<uint32_t> *list = nullptr; // which pair each bit is of
};

void put(Hits &hits, size_t i, bool hit) {
    if (hit) hits[i / 8] |= static_cast<uint8_t>(1 << i % 8);
}

size_t differ(const Hits &a, const Hits &b) {
    size_t count = 0;
    for (size_t i = 0; i < ITEMS; i++) count += (a[i / 8] >> i % 8 & 1) != (b[i / 8] >> i % 8 & 1);
    return count;
}

void compare(const char *title, std::vector<Way> ways) {
    enum { REPEATED = 8 };
    for (int turn = -2; turn < TURNS; turn++) {
        for (Way &way : ways) {
            way.hits.assign(BYTES, 0);
            const double begun = cpu_seconds();
            for (int r = 0; r < REPEATED; r++) way.run(way.hits);
            if (turn >= 0) way.seconds.push_back((cpu_seconds() - begun) / REPEATED);
        }
    }
    size_t touching = 0;
    for (size_t i = 0; i < ITEMS; i++) touching += ways[0].hits[i / 8] >> i % 8 & 1;
    std::printf("%s, %zu touch\n", title, touching);
    double first = 0;
    for (Way &way : ways) {
        std::sort(way.seconds.begin(), way.seconds.end());
        const double ns = way.seconds[TURNS / 2] * 1e9 / ITEMS;
        if (first == 0) first = ns;
        if (way.list) {
            const Hits listed = way.hits;
            way.hits.assign(BYTES, 0);
            for (size_t i = 0; i < ITEMS; i++)
                put(way.hits, (*way.list)[i], listed[i / 8] >> i % 8 & 1);
        }
        std::printf("    %-28s %8.2f ns a pair, %6.2f times; %zu verdicts differ\n",
                    way.name.c_str(), ns, ns / first, differ(way.hits, ways[0].hits));
    }
}

// --- pairs ---

struct Scene {
    std::vector<Capsule> first, second;
    std::vector<Box> box;
    std::vector<Triangle> triangle;

    Scene() : first(ITEMS), second(ITEMS), box(ITEMS), triangle(ITEMS) {
        for (size_t i = 0; i < ITEMS; i++) {
            struct random r = random_of(53, i);
            capsule(r, first[i], .5);
            capsule(r, second[i], 1.25);
            for (int v = 0; v < 9; v++) triangle[i].vertex[v] = between(r, -1.5, 1.5);
            for (int c = 0; c < 3; c++) {
                box[i].center[c] = between(r, -1.5, 1.5);
                box[i].half[c] = between(r, .25, .75);
            }
            turn(r, box[i].axis);
        }
    }
    static float between(struct random &r, double low, double high) {
        return static_cast<float>(random_between(&r, low, high));
    }
    static void capsule(struct random &r, Capsule &x, double reach) {
        for (int c = 0; c < 3; c++) {
            const double middle = random_between(&r, -reach, reach);
            const double way = random_between(&r, -.5, .5);
            x.start[c] = static_cast<float>(middle - way);
            x.end[c] = static_cast<float>(middle + way);
        }
        x.radius = between(r, .2, .5);
    }
    static void turn(struct random &r, float axis[9]) {
        double q[4];
        for (double &x : q) x = random_between(&r, -1, 1);
        turned_axes(q, axis);
    }
};

// --- lanebox ---

struct Views {
    Arrays a, b, box, triangle;
    std::vector<uint32_t> list;
    const Scene &scene;

    explicit Views(const Scene &s)
        : a(s.first[0].start, 7, 8), b(s.second[0].start, 7, 8), box(s.box[0].center, 15, 16),
          triangle(s.triangle[0].vertex, 9, 16), list(ITEMS), scene(s) {
        struct random r = random_of(54, 0);
        for (uint32_t i = 0; i < ITEMS; i++) list[i] = i;
        for (uint32_t i = ITEMS - 1; i > 0; i--) std::swap(list[i], list[random_below(&r, i + 1)]);
    }
    static lbx_capsules capsules(const Arrays &x) {
        return {{x[0], x[1], x[2]}, {x[4], x[5], x[6]}, x[3], ITEMS, 0, lbx_from(0)};
    }
    static lbx_spheres spheres(const Arrays &x) {
        return {{x[0], x[1], x[2]}, x[3], ITEMS, 0, lbx_from(0)};
    }
    lbx_obbs boxes() const {
        return {{box[0], box[1], box[2]},
                {box[3], box[4], box[5]},
                {{box[6], box[7], box[8]}, {box[9], box[10], box[11]}, {box[12], box[13], box[14]}},
                ITEMS,
                0,
                lbx_from(0)};
    }
    lbx_triangles triangles() const {
        return {{{triangle[0], triangle[1], triangle[2]},
                 {triangle[3], triangle[4], triangle[5]},
                 {triangle[6], triangle[7], triangle[8]}},
                ITEMS,
                0,
                lbx_from(0)};
    }
    // Lists of structures, in random order.
    lbx_capsules listed(const std::vector<Capsule> &x) const {
        lbx_capsules view =
            lbx_capsules_of(x[0].start, x[0].end, &x[0].radius, ITEMS, sizeof(Capsule));
        view.pick = lbx_indexed(list.data(), ITEMS);
        return view;
    }
    lbx_obbs listed_boxes() const {
        const Box &x = scene.box[0];
        lbx_obbs view = lbx_obbs_of(x.center, x.half, x.axis, ITEMS, sizeof(Box));
        view.pick = lbx_indexed(list.data(), ITEMS);
        return view;
    }
};

// --- ODE ---

dGeomID ode_capsule(const Capsule &x) {
    double way[3], length = 0;
    for (int c = 0; c < 3; c++) {
        way[c] = static_cast<double>(x.end[c]) - static_cast<double>(x.start[c]);
        length += way[c] * way[c];
    }
    length = std::sqrt(length);
    const dGeomID geom = dCreateCapsule(nullptr, x.radius, length);
    dMatrix3 turn;
    dRFromZAxis(turn, way[0], way[1], way[2]);
    dGeomSetRotation(geom, turn);
    dGeomSetPosition(geom, (x.start[0] + x.end[0]) / 2, (x.start[1] + x.end[1]) / 2,
                     (x.start[2] + x.end[2]) / 2);
    return geom;
}

dGeomID ode_box(const Box &x) {
    const dGeomID geom = dCreateBox(nullptr, 2 * x.half[0], 2 * x.half[1], 2 * x.half[2]);
    dMatrix3 turn = {};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) turn[4 * i + k] = x.axis[3 * k + i];
    dGeomSetRotation(geom, turn);
    dGeomSetPosition(geom, x.center[0], x.center[1], x.center[2]);
    return geom;
}

Way ode(const std::vector<dGeomID> &a, const std::vector<dGeomID> &b) {
    return {"ODE, dCollide",
            [a, b](Hits &hits) {
                for (size_t i = 0; i < ITEMS; i++) {
                    dContactGeom contact[4];
                    put(hits, i, dCollide(a[i], b[i], 4, contact, sizeof *contact) > 0);
                }
            },
            {},
            {}};
}

// --- Bullet ---

struct Placed {
    std::shared_ptr<btConvexShape> shape;
    btTransform place;
};

Placed bullet_capsule(const Capsule &x) {
    const btVector3 start(x.start[0], x.start[1], x.start[2]), end(x.end[0], x.end[1], x.end[2]);
    btVector3 up(0, 0, 1), way = end - start;
    Placed placed;
    placed.shape = std::make_shared<btCapsuleShapeZ>(x.radius, way.length());
    placed.place.setIdentity();
    placed.place.setOrigin((start + end) / 2);
    placed.place.setRotation(shortestArcQuatNormalize2(up, way));
    return placed;
}

Placed bullet_sphere(const Capsule &x) {
    Placed placed{std::make_shared<btSphereShape>(x.radius), {}};
    placed.place.setIdentity();
    placed.place.setOrigin(btVector3(x.start[0], x.start[1], x.start[2]));
    return placed;
}

Placed bullet_triangle(const Triangle &x) {
    const float *const v = x.vertex;
    Placed placed{std::make_shared<btTriangleShape>(btVector3(v[0], v[1], v[2]),
                                                    btVector3(v[3], v[4], v[5]),
                                                    btVector3(v[6], v[7], v[8])),
                  {}};
    placed.shape->setMargin(0);
    placed.place.setIdentity();
    return placed;
}

Way bullet(const std::vector<Placed> &a, const std::vector<Placed> &b) {
    return {"Bullet, GJK",
            [a, b](Hits &hits) {
                static btVoronoiSimplexSolver simplex;
                static btGjkEpaPenetrationDepthSolver depth;
                for (size_t i = 0; i < ITEMS; i++) {
                    btGjkPairDetector gjk(a[i].shape.get(), b[i].shape.get(), &simplex, &depth);
                    btPointCollector found;
                    btGjkPairDetector::ClosestPointInput input;
                    input.m_transformA = a[i].place;
                    input.m_transformB = b[i].place;
                    gjk.getClosestPoints(input, found, nullptr);
                    put(hits, i, found.m_hasResult && found.m_distance <= 0);
                }
            },
            {},
            {}};
}

// Contacts of the same pairs.
Way contacts(const char *name, std::function<ptrdiff_t(const lbx_contacts_out &)> find) {
    return {name,
            [find](Hits &hits) {
                static lbx_contact found[ITEMS];
                const ptrdiff_t count = find(lbx_contacts_out_of(found, ITEMS));
                checked(count);
                for (ptrdiff_t i = 0; i < count; i++) put(hits, found[i].item, true);
            },
            {},
            {}};
}

template <class Made, class From, class Make>
std::vector<Made> all(const std::vector<From> &from, Make make) {
    std::vector<Made> made;
    for (const From &x : from) made.push_back(make(x));
    return made;
}

} // namespace

int main() {
    static const Scene scene;
    static const Views views(scene);
    const lbx_capsules a = views.capsules(views.a), b = views.capsules(views.b);
    const lbx_capsules a_list = views.listed(scene.first), b_list = views.listed(scene.second);
    const lbx_obbs boxes = views.boxes(), box_list = views.listed_boxes();
    const lbx_triangles triangles = views.triangles();
    const lbx_spheres spheres = views.spheres(views.b);
    dInitODE();
    std::printf("isa: %s; %d pairs, medians of %d turns\n", lbx_isa_name(lbx_isa_active()), ITEMS,
                TURNS);
    compare("capsules against capsules",
            {{"lbx_capsule_capsule",
              [&](Hits &hits) { checked(lbx_capsule_capsule(&a, &b, ITEMS, 0, hits.data())); },
              {},
              {}},
             {"the same, a list",
              [&](Hits &hits) {
                  checked(lbx_capsule_capsule(&a_list, &b_list, ITEMS, 0, hits.data()));
              },
              {},
              {},
              &views.list},
             contacts("lbx_capsule_capsule_contacts",
                      [&](const lbx_contacts_out &out) {
                          return lbx_capsule_capsule_contacts(&a, &b, ITEMS, nullptr, &out);
                      }),
             ode(all<dGeomID>(scene.first, ode_capsule), all<dGeomID>(scene.second, ode_capsule)),
             bullet(all<Placed>(scene.first, bullet_capsule),
                    all<Placed>(scene.second, bullet_capsule))});
    compare(
        "capsules against oriented boxes",
        {{"lbx_capsule_obb",
          [&](Hits &hits) { checked(lbx_capsule_obb(&b, &boxes, ITEMS, 0, hits.data())); },
          {},
          {}},
         {"the same, a list",
          [&](Hits &hits) { checked(lbx_capsule_obb(&b_list, &box_list, ITEMS, 0, hits.data())); },
          {},
          {},
          &views.list},
         contacts("lbx_capsule_obb_contacts",
                  [&](const lbx_contacts_out &out) {
                      return lbx_capsule_obb_contacts(&b, &boxes, ITEMS, nullptr, &out);
                  }),
         ode(all<dGeomID>(scene.second, ode_capsule), all<dGeomID>(scene.box, ode_box))});
    compare(
        "triangles against capsules",
        {{"lbx_triangle_capsule",
          [&](Hits &hits) { checked(lbx_triangle_capsule(&triangles, &b, ITEMS, 0, hits.data())); },
          {},
          {}},
         contacts("lbx_triangle_capsule_contacts",
                  [&](const lbx_contacts_out &out) {
                      return lbx_triangle_capsule_contacts(&triangles, &b, ITEMS, nullptr, &out);
                  }),
         bullet(all<Placed>(scene.triangle, bullet_triangle),
                all<Placed>(scene.second, bullet_capsule))});
    compare("spheres against triangles",
            {{"lbx_sphere_triangle",
              [&](Hits &hits) {
                  checked(lbx_sphere_triangle(&spheres, &triangles, ITEMS, 0, hits.data()));
              },
              {},
              {}},
             contacts("lbx_sphere_triangle_contacts",
                      [&](const lbx_contacts_out &out) {
                          return lbx_sphere_triangle_contacts(&spheres, &triangles, ITEMS, nullptr,
                                                              &out);
                      }),
             bullet(all<Placed>(scene.second, bullet_sphere),
                    all<Placed>(scene.triangle, bullet_triangle))});
    dCloseODE();
    return 0;
}
