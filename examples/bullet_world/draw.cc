// SPDX-License-Identifier: MIT
#include "draw.h"

#include <algorithm>
#include <cmath>
#include <lanebox/pairs.h>
#include <unordered_set>

#include "../picture.h"
#include "../tool.h"

namespace {

enum { WIDTH = 960, HEIGHT = 540, SAMPLES = 2 }; // samples: along each side of a pixel
enum { BATCH = 4096, ROOM = 16384 };             // rays cast together; pairs per query

const btVector3 AIR(0.10F, 0.36F, 0.85F), GHOST(0.42F, 0.16F, 0.75F),
    TOUCHING_GHOST(0.70F, 0.53F, 0.88F), REST(0.50F, 0.44F, 0.33F), FAST(0.95F, 0.30F, 0.03F),
    STANDING(0.34F, 0.35F, 0.37F), POINT(1.0F, 0.85F, 0.05F), NORMAL(0.9F, 0.08F, 0.05F);
const btScalar NORMAL_LENGTH = 0.55F, NORMAL_HALF = 0.016F, POINT_HALF = 0.045F, FAINT = 0.35F;

struct Ray {
    float origin[3], dir[3], tMax;
};

struct Solid {
    float center[3], half[3], axis[3][3];
    btVector3 color;
};

void store(const btVector3 &vector, float out[3]) {
    for (int c = 0; c < 3; c++) out[c] = vector[c];
}

btVector3 load(const float in[3]) {
    return btVector3(in[0], in[1], in[2]);
}

// Oriented boxes, and an order of their AABBs.
class Scene {
  public:
    void add(const btRigidBody &body, const btVector3 &color) {
        const btTransform &place = body.getWorldTransform();
        Solid solid;
        store(place.getOrigin(), solid.center);
        store(static_cast<const btBoxShape *>(body.getCollisionShape())->getHalfExtentsWithMargin(),
              solid.half);
        for (int k = 0; k < 3; k++) store(place.getBasis().getColumn(k), solid.axis[k]);
        solid.color = color;
        m_solids.push_back(solid);
    }
    // A stick or a cube whose middle and first axis are given.
    void add(const btVector3 &middle, const btVector3 &axis, const btVector3 &half,
             const btVector3 &color) {
        btVector3 second, third;
        btPlaneSpace1(axis, second, third);
        Solid solid;
        store(middle, solid.center);
        store(half, solid.half);
        store(axis, solid.axis[0]);
        store(second, solid.axis[1]);
        store(third, solid.axis[2]);
        solid.color = color;
        m_solids.push_back(solid);
    }
    bool empty() const {
        return m_solids.empty();
    }
    const Solid &operator[](size_t k) const {
        return m_solids[k];
    }
    void sort() {
        const size_t n = m_solids.size();
        struct Bounds {
            float min[3], max[3];
        };
        std::vector<Bounds> bounds(n);
        const lbx_aabbs_out out = {{&bounds[0].min[0], &bounds[0].min[1], &bounds[0].min[2]},
                                   {&bounds[0].max[0], &bounds[0].max[1], &bounds[0].max[2]},
                                   n,
                                   sizeof(Bounds)};
        const lbx_obbs boxes = obbs();
        checked(lbx_aabbs_from_obbs(&boxes, n, &out));
        const lbx_aabbs view = lbx_aabbs_of(bounds[0].min, bounds[0].max, n, sizeof(Bounds));
        m_order.resize(lbx_order_bytes(n) / sizeof(uint64_t) + 1);
        checked(
            lbx_order_sort(&view, n, m_order.data(), m_order.size() * sizeof(uint64_t), nullptr));
    }
    // Finds the nearest box of each ray, or -1, and sets the ray's tMax to where it is. Also serves
    // rays for which any box would do.
    void cast(std::vector<Ray> &rays, std::vector<int> &nearest) const {
        nearest.assign(rays.size(), -1);
        if (rays.empty() || empty()) return;
        lbx_rays view = lbx_rays_of(rays[0].origin, rays[0].dir, rays.size(), sizeof(Ray));
        view.t_max = &rays[0].tMax;
        std::vector<lbx_pair> pairs(ROOM);
        std::vector<float> enter(ROOM);
        lbx_cursor cursor = {};
        for (size_t found = ROOM; found == ROOM;) {
            found = checked(lbx_query_rays(m_order.data(), &view, rays.size(), nullptr, nullptr,
                                           &cursor, pairs.data(), ROOM));
            lbx_rays these = view;
            these.pick = lbx_indexed_every(&pairs[0].a, found, sizeof(lbx_pair));
            lbx_obbs boxes = obbs();
            boxes.pick = lbx_indexed_every(&pairs[0].b, found, sizeof(lbx_pair));
            checked(lbx_ray_obb(&these, &boxes, found, 0, nullptr, enter.data(), nullptr));
            for (size_t i = 0; i < found; i++) {
                Ray &ray = rays[pairs[i].a];
                if (!(enter[i] < ray.tMax)) continue;
                ray.tMax = enter[i];
                nearest[pairs[i].a] = static_cast<int>(pairs[i].b);
            }
        }
    }

  private:
    lbx_obbs obbs() const {
        const Solid &first = m_solids[0];
        return lbx_obbs_of(first.center, first.half, first.axis[0], m_solids.size(), sizeof(Solid));
    }
    std::vector<Solid> m_solids;
    std::vector<uint64_t> m_order;
};

Scene sceneOf(World &world) {
    std::unordered_set<const btCollisionObject *> touching;
    btDispatcher *const dispatcher = world.dynamics().getDispatcher();
    for (int i = 0; i < dispatcher->getNumManifolds(); i++) {
        const btPersistentManifold *const manifold = dispatcher->getManifoldByIndexInternal(i);
        if (manifold->getNumContacts() == 0) continue;
        touching.insert(manifold->getBody0());
        touching.insert(manifold->getBody1());
    }
    Scene scene;
    for (const auto &body : world.boxes()) {
        const btBroadphaseProxy *const proxy = body->getBroadphaseProxy();
        const bool touches = touching.count(body.get());
        btVector3 color = AIR;
        if (proxy->m_collisionFilterGroup == GHOST_GROUP)
            color = touches ? TOUCHING_GHOST : GHOST;
        else if (touches || !body->isActive())
            color = REST.lerp(FAST, std::min(body->getLinearVelocity().length() / 4, 1.0F));
        scene.add(*body, color);
    }
    for (const auto &body : world.statics()) {
        if (body->getCollisionShape()->getShapeType() == BOX_SHAPE_PROXYTYPE)
            scene.add(*body, STANDING);
    }
    scene.sort();
    return scene;
}

Scene contactsOf(World &world) {
    Scene scene;
    btDispatcher *const dispatcher = world.dynamics().getDispatcher();
    for (int i = 0; i < dispatcher->getNumManifolds(); i++) {
        const btPersistentManifold &manifold = *dispatcher->getManifoldByIndexInternal(i);
        for (int k = 0; k < manifold.getNumContacts(); k++) {
            const btManifoldPoint &point = manifold.getContactPoint(k);
            const btVector3 &at = point.getPositionWorldOnB(), &normal = point.m_normalWorldOnB;
            scene.add(at, normal, btVector3(POINT_HALF, POINT_HALF, POINT_HALF), POINT);
            scene.add(at + NORMAL_LENGTH / 2 * normal, normal,
                      btVector3(NORMAL_LENGTH / 2, NORMAL_HALF, NORMAL_HALF), NORMAL);
        }
    }
    if (!scene.empty()) scene.sort();
    return scene;
}

// A camera that looks at the block of boxes from the front, the right and above.
struct Camera {
    btVector3 position, right, up, forward;

    Camera(float distance, const btVector3 &aim) {
        position = distance * btVector3(1.35F, 1.25F, 2.35F);
        forward = (aim - position).normalized();
        right = forward.cross(btVector3(0, 1, 0)).normalized();
        up = right.cross(forward);
    }
    btVector3 direction(size_t column, size_t row) const { // to a sample
        const float scale = 2 * 0.52F / (HEIGHT * SAMPLES);
        const float x = (static_cast<float>(column) + 0.5F - 0.5F * WIDTH * SAMPLES) * scale;
        const float y = (0.5F * HEIGHT * SAMPLES - static_cast<float>(row) - 0.5F) * scale;
        return forward + x * right + y * up;
    }
};

const btVector3 SUN = btVector3(-0.45F, 0.8F, 0.4F).normalized();
const btVector3 SUNLIGHT(1.0F, 0.93F, 0.8F), SKYLIGHT(0.30F, 0.36F, 0.46F);

btVector3 sky(const btVector3 &direction) {
    const btScalar height = std::max(direction.normalized().y(), btScalar(0));
    return btVector3(0.72F, 0.80F, 0.88F).lerp(btVector3(0.22F, 0.42F, 0.72F), std::sqrt(height));
}

// The normal of the face that a point lies on.
btVector3 normalAt(const Solid &solid, const btVector3 &point) {
    const btVector3 offset = point - load(solid.center);
    btVector3 normal;
    btScalar most = -SIMD_INFINITY;
    for (int k = 0; k < 3; k++) {
        const btVector3 axis = load(solid.axis[k]);
        const btScalar along = offset.dot(axis);
        const btScalar beyond = std::abs(along) - solid.half[k];
        if (beyond <= most) continue;
        most = beyond;
        normal = along < 0 ? -axis : axis;
    }
    return normal;
}

// What a ray has hit, before shadows are known.
struct Hit {
    btVector3 color, point, normal;
    btScalar distance; // 0: the sky
};

Hit hitOf(const Scene &scene, const Ray &ray, int box, float side) {
    const btVector3 origin = load(ray.origin), direction = load(ray.dir);
    Hit hit;
    hit.distance = ray.tMax * direction.length();
    hit.point = origin + ray.tMax * direction;
    if (box >= 0) {
        hit.color = scene[static_cast<size_t>(box)].color;
        hit.normal = normalAt(scene[static_cast<size_t>(box)], hit.point);
    } else if (direction.y() < 0) { // the ground, at the initial tMax
        const float square = side / 8;
        const int parity = static_cast<int>(std::floor(hit.point.x() / square) +
                                            std::floor(hit.point.z() / square)) &
                           1;
        hit.color = (parity ? 0.46F : 0.40F) * btVector3(1.0F, 1.02F, 0.95F);
        hit.normal = btVector3(0, 1, 0);
    } else {
        hit.color = sky(direction);
        hit.distance = 0;
    }
    return hit;
}

// Adds the light of some samples to their pixels.
void drawBatch(const Scene &scene, const Scene &contacts, const Camera &camera, float side,
               size_t first, size_t count, std::vector<btVector3> &light) {
    std::vector<Ray> rays(count);
    for (size_t i = 0; i < count; i++) {
        const size_t sample = first + i;
        const btVector3 direction =
            camera.direction(sample % (WIDTH * SAMPLES), sample / (WIDTH * SAMPLES));
        store(camera.position, rays[i].origin);
        store(direction, rays[i].dir);
        rays[i].tMax = direction.y() < 0 ? -camera.position.y() / direction.y() : 1e6F;
    }
    std::vector<int> nearest, shadow, contact;
    std::vector<Ray> through = rays;
    scene.cast(rays, nearest);
    contacts.cast(through, contact);

    std::vector<Hit> hits;
    std::vector<Ray> toSun(count);
    for (size_t i = 0; i < count; i++) {
        hits.push_back(hitOf(scene, rays[i], nearest[i], side));
        store(hits[i].point + 2e-3F * hits[i].normal, toSun[i].origin);
        store(SUN, toSun[i].dir);
        toSun[i].tMax = hits[i].distance > 0 && hits[i].normal.dot(SUN) > 0 ? 1e4F : -1;
    }
    scene.cast(toSun, shadow);

    for (size_t i = 0; i < count; i++) {
        const Hit &hit = hits[i];
        btVector3 color = hit.color;
        if (hit.distance > 0) {
            const btScalar sun = shadow[i] < 0 ? std::max(hit.normal.dot(SUN), btScalar(0)) : 0;
            const btScalar open = 0.6F + 0.4F * hit.normal.y(); // how open it is to the sky
            color = hit.color * (sun * SUNLIGHT + open * SKYLIGHT);
            const btScalar haze = 1 - std::exp(-hit.distance / (30 * side));
            color = color.lerp(btVector3(0.72F, 0.80F, 0.88F), haze);
        }
        if (contact[i] >= 0) {
            const bool hidden = through[i].tMax > rays[i].tMax;
            const btVector3 &own = contacts[static_cast<size_t>(contact[i])].color;
            color = color.lerp(own, hidden ? FAINT : 1);
        }
        const size_t row = (first + i) / (WIDTH * SAMPLES) / SAMPLES;
        const size_t column = (first + i) % (WIDTH * SAMPLES) / SAMPLES;
        light[row * WIDTH + column] += color / (SAMPLES * SAMPLES);
    }
}

void draw(World &world, const Scene &contacts, const Camera &camera, const std::string &path) {
    const Scene scene = sceneOf(world);
    std::vector<btVector3> light(WIDTH * HEIGHT, btVector3(0, 0, 0));
    const size_t samples = size_t{WIDTH} * HEIGHT * SAMPLES * SAMPLES;
    for (size_t first = 0; first < samples; first += BATCH) {
        drawBatch(scene, contacts, camera, world.side(), first,
                  std::min<size_t>(BATCH, samples - first), light);
    }
    std::vector<uint8_t> pixels(3 * light.size());
    for (size_t i = 0; i < light.size(); i++)
        picture_color(light[i].x(), light[i].y(), light[i].z(), &pixels[3 * i]);
    picture_write(path.c_str(), pixels.data(), WIDTH, HEIGHT);
}

} // namespace

void drawWorld(World &world, const std::string &path) {
    const float side = world.side();
    draw(world, Scene(), Camera(side, btVector3(0, 0.48F * side, 0)), path);
}

void drawContacts(World &world, const std::string &path) {
    const float side = world.side();
    draw(world, contactsOf(world), Camera(0.52F * side, btVector3(0, 0.02F * side, 0)), path);
}
