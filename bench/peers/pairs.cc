// SPDX-License-Identifier: MIT
// The broad phases of other libraries as rows beside lanebox's, over the same sets and frames, each
// run as its users run it. A run is all frames: in each frame the boxes are moved in the library's
// structure and all pairs are found. Before a row is timed, each of its frames must find the pairs
// that lbx_pairs finds.
#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <CGAL/box_intersection_d.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "../own.h"
#include "lanebox/pairs.h"
extern "C" {
#include "../../tests/support/sets.h"
}

namespace {

using Boxes = std::vector<set_box>;

bool overlap(const set_box &a, const set_box &b) {
    for (int c = 0; c < 3; c++) {
        if (a.min[c] > b.max[c] || b.min[c] > a.max[c]) return false;
    }
    return true;
}

btVector3 vector(const float *x) {
    return {x[0], x[1], x[2]};
}

// A broad phase with all boxes in it.
class Peer {
  public:
    virtual ~Peer() = default;
    virtual void frame(const Boxes &boxes) = 0;
    // The pairs of the last frame whose boxes overlap; some libraries report more.
    virtual size_t pairs(const Boxes &boxes) = 0;
};

template <class Broadphase> class Bullet : public Peer {
  public:
    template <class... Arguments>
    explicit Bullet(const Boxes &boxes, Arguments... arguments) : broadphase(arguments...) {
        for (size_t i = 0; i < boxes.size(); i++) {
            proxies.push_back(broadphase.createProxy(
                vector(boxes[i].min), vector(boxes[i].max), 0, reinterpret_cast<void *>(i),
                btBroadphaseProxy::DefaultFilter, btBroadphaseProxy::AllFilter, nullptr));
        }
    }
    ~Bullet() override {
        for (btBroadphaseProxy *proxy : proxies) broadphase.destroyProxy(proxy, nullptr);
    }
    void frame(const Boxes &boxes) override {
        for (size_t i = 0; i < boxes.size(); i++)
            broadphase.setAabb(proxies[i], vector(boxes[i].min), vector(boxes[i].max), nullptr);
        broadphase.calculateOverlappingPairs(nullptr);
    }
    size_t pairs(const Boxes &boxes) override {
        btOverlappingPairCache *const cache = broadphase.getOverlappingPairCache();
        const btBroadphasePair *const pair = cache->getOverlappingPairArrayPtr();
        size_t found = 0;
        for (int k = 0; k < cache->getNumOverlappingPairs(); k++) {
            found += overlap(boxes[reinterpret_cast<size_t>(pair[k].m_pProxy0->m_clientObject)],
                             boxes[reinterpret_cast<size_t>(pair[k].m_pProxy1->m_clientObject)]);
        }
        return found;
    }

  private:
    Broadphase broadphase;
    std::vector<btBroadphaseProxy *> proxies;
};

class Fcl : public Peer {
  public:
    explicit Fcl(const Boxes &boxes) {
        for (const set_box &box : boxes) {
            auto shape = std::make_shared<fcl::Box<double>>(
                double{box.max[0]} - double{box.min[0]}, double{box.max[1]} - double{box.min[1]},
                double{box.max[2]} - double{box.min[2]});
            objects.push_back(std::make_unique<fcl::CollisionObject<double>>(shape));
            index[objects.back().get()] = objects.size() - 1;
        }
        place(boxes);
        std::vector<fcl::CollisionObject<double> *> all;
        for (auto &object : objects) all.push_back(object.get());
        manager.registerObjects(all);
        manager.setup();
    }
    void frame(const Boxes &boxes) override {
        place(boxes);
        manager.update();
        found.clear();
        manager.collide(
            this, [](fcl::CollisionObject<double> *a, fcl::CollisionObject<double> *b, void *self) {
                static_cast<Fcl *>(self)->found.push_back({a, b});
                return false;
            });
    }
    size_t pairs(const Boxes &boxes) override {
        size_t overlapping = 0;
        for (const auto &pair : found)
            overlapping += overlap(boxes[index[pair.first]], boxes[index[pair.second]]);
        return overlapping;
    }

  private:
    void place(const Boxes &boxes) {
        for (size_t i = 0; i < boxes.size(); i++) {
            const set_box &box = boxes[i];
            objects[i]->setTranslation({(box.min[0] + box.max[0]) / 2,
                                        (box.min[1] + box.max[1]) / 2,
                                        (box.min[2] + box.max[2]) / 2});
            objects[i]->computeAABB();
        }
    }
    std::vector<std::unique_ptr<fcl::CollisionObject<double>>> objects;
    std::map<fcl::CollisionObject<double> *, size_t> index;
    std::vector<std::pair<fcl::CollisionObject<double> *, fcl::CollisionObject<double> *>> found;
    fcl::DynamicAABBTreeCollisionManager<double> manager;
};

class Cgal : public Peer {
  public:
    using Box = CGAL::Box_intersection_d::Box_with_handle_d<float, 3, const set_box *>;
    explicit Cgal(const Boxes &) {
    }
    void frame(const Boxes &boxes) override {
        std::vector<Box> all;
        all.reserve(boxes.size());
        for (const set_box &box : boxes) {
            set_box copy = box; // the constructor takes no const pointers
            all.emplace_back(copy.min, copy.max, &box);
        }
        found.clear();
        CGAL::box_self_intersection_d(all.begin(), all.end(), [this](const Box &a, const Box &b) {
            found.push_back({a.handle(), b.handle()});
        });
    }
    size_t pairs(const Boxes &) override {
        return found.size();
    }

  private:
    std::vector<std::pair<const set_box *, const set_box *>> found;
};

// --- rows ---

size_t pairs_of(const Boxes &boxes) {
    std::vector<uint64_t> order(lbx_order_bytes(boxes.size()) / sizeof(uint64_t) + 1);
    const lbx_aabbs view = lbx_aabbs_of(boxes[0].min, boxes[0].max, boxes.size(), sizeof boxes[0]);
    const ptrdiff_t sorted =
        lbx_order_sort(&view, boxes.size(), order.data(), order.size() * sizeof(uint64_t), nullptr);
    lbx_cursor cursor = {};
    const ptrdiff_t found = lbx_pairs(order.data(), nullptr, &cursor, nullptr, 0);
    if (sorted < 0 || found < 0) std::exit(1);
    return static_cast<size_t>(found);
}

struct Row {
    std::string name;
    set_kind kind;
    bool drifts;
    size_t n;
    std::function<std::unique_ptr<Peer>(const Boxes &)> make;
    std::vector<Boxes> frames;
    std::unique_ptr<Peer> peer;

    void make_frames() {
        enum { SET_SEED = 1, VELOCITY_SEED = 9 };
        std::vector<float[3]> velocity(n);
        frames.assign(drifts ? DRIFTS : SWINGS, Boxes(n));
        set_fill(kind, n, SET_SEED, frames[0].data());
        set_velocities(kind, n, VELOCITY_SEED, velocity.data());
        for (unsigned f = 1; f < frames.size(); f++)
            (drifts ? set_drift : set_swing)(frames[0].data(), velocity.data(), n, f,
                                             frames[f].data());
    }
    void check(const Boxes &boxes) {
        const size_t found = peer->pairs(boxes), expected = pairs_of(boxes);
        // Some libraries take centers and sizes, which are rounded.
        const size_t more = found > expected ? found - expected : expected - found;
        if (more <= 2 + expected / 1000) return;
        std::fprintf(stderr, "bench: %s finds %zu pairs, not %zu\n", name.c_str(), found, expected);
        std::exit(1);
    }
    void open() {
        if (peer) return;
        make_frames();
        peer = make(frames[0]);
        for (const Boxes &boxes : frames) {
            peer->frame(boxes);
            check(boxes);
        }
    }
    void run() {
        for (const Boxes &boxes : frames) peer->frame(boxes);
    }
};

std::vector<std::unique_ptr<Row>> rows;

template <class Make>
void add_row(void (*add)(const own_row *), const char *peer, set_kind kind, bool drifts, size_t n,
             Make make) {
    rows.push_back(std::make_unique<Row>());
    Row *const row = rows.back().get();
    row->name = std::string("pairs/") + set_names[kind] + (drifts ? "_drift/" : "/") + peer + "/" +
                std::to_string(n);
    row->kind = kind;
    row->drifts = drifts;
    row->n = n;
    row->make = make;
    const own_row own = {row->name.c_str(),
                         n,
                         drifts ? unsigned{DRIFTS} : unsigned{SWINGS},
                         sizeof(set_box),
                         [](void *self) { static_cast<Row *>(self)->run(); },
                         row,
                         [](void *self) { static_cast<Row *>(self)->open(); }};
    add(&own);
}

template <class Make>
void add_rows(void (*add)(const own_row *), const char *peer, size_t most, Make make) {
    constexpr size_t drifting = 10000; // the frames of more do not fit into memory
    for (const size_t n : {size_t{1024}, size_t{10000}, size_t{100000}, size_t{1000000}}) {
        for (const set_kind kind : {SET_SPARSE, SET_DENSE, SET_PILES, SET_MIXED, SET_FLAT}) {
            if (n <= most) add_row(add, peer, kind, false, n, make);
            if (n <= std::min(most, drifting)) add_row(add, peer, kind, true, n, make);
        }
    }
}

} // namespace

void own_rows(void (*add)(const struct own_row *row)) {
    add_rows(add, "btDbvtBroadphase", 100000,
             [](const Boxes &b) { return std::make_unique<Bullet<btDbvtBroadphase>>(b); });
    add_rows(add, "btAxisSweep3", 10000, [](const Boxes &b) {
        btVector3 least = vector(b[0].min), most = vector(b[0].max);
        for (const set_box &box : b) {
            least.setMin(vector(box.min));
            most.setMax(vector(box.max));
        }
        const btVector3 margin(1, 1, 1);
        return std::make_unique<Bullet<btAxisSweep3>>(b, least - margin, most + margin,
                                                      static_cast<unsigned short>(b.size() + 1));
    });
    add_rows(add, "FCL", 100000, [](const Boxes &b) { return std::make_unique<Fcl>(b); });
    add_rows(add, "CGAL", 1000000, [](const Boxes &b) { return std::make_unique<Cgal>(b); });
}
