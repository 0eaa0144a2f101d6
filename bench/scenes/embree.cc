// SPDX-License-Identifier: MIT
// Embree 3: a scene of instances, each of the scene of its mesh, with the qualities and flags that
// suit instances that move.
#include <memory>
#include <vector>

#include "bench/embree.h"
#include "bench/rays/embree_calls.h"
#include "examples/maintenance/shapes.h"
#include "examples/tool.h"
#include "way.h"

namespace {

// Variants of libraries: a quality and flags.
enum { LOW, MEDIUM, REFIT, QUALITY = 3, DYNAMIC = 4, ROBUST = 8 };

// Variants of ways: a call, and whether it is told that coherent rays are not.
enum { CALL = 7, AS_INCOHERENT = 8 };

RTCSceneFlags flags_of(unsigned variant) {
    return static_cast<RTCSceneFlags>((variant & DYNAMIC ? RTC_SCENE_FLAG_DYNAMIC : 0) |
                                      (variant & ROBUST ? RTC_SCENE_FLAG_ROBUST : 0));
}

RTCScene scene_of(const struct model &shape, unsigned robust) {
    const RTCScene scene = rtcNewScene(embree_device);
    rtcSetSceneFlags(scene, flags_of(robust));
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_HIGH); // these are built once
    embree_triangles(scene, shape.vertex, shape.vertices, shape.triangle, shape.triangles);
    rtcCommitScene(scene);
    return scene;
}

// The scenes of the meshes, robust or not.
struct meshes {
    std::vector<RTCScene> scene;
    meshes(const struct instances &instances, unsigned robust) {
        for (size_t s = 0; s < instances.shapes; s++)
            scene.push_back(scene_of(instances.shape[s], robust));
    }
    ~meshes() {
        for (const RTCScene one : scene) rtcReleaseScene(one);
    }
    meshes(const meshes &) = delete;
    meshes &operator=(const meshes &) = delete;
};

// All scenes of instances share those of the meshes.
std::shared_ptr<meshes> meshes_of(const struct instances &instances, unsigned robust) {
    static std::weak_ptr<meshes> held[2];
    std::weak_ptr<meshes> &place = held[robust != 0];
    std::shared_ptr<meshes> shared = place.lock();
    if (!shared) place = shared = std::make_shared<meshes>(instances, robust);
    return shared;
}

struct matrix {
    float column[4][3];
};

struct built {
    std::shared_ptr<meshes> of;
    RTCScene scene;
    std::vector<RTCGeometry> instance;
    std::vector<matrix> to_world;
};

void place(void *built_scene, const struct instances *instances) {
    built *const b = static_cast<built *>(built_scene);
    for (size_t i = 0; i < instances->count; i++) {
        double column[3][3];
        rotation_columns(&instances->pose[i], column);
        for (int c = 0; c < 3; c++) {
            for (int k = 0; k < 3; k++)
                b->to_world[i].column[k][c] = static_cast<float>(column[k][c]);
            b->to_world[i].column[3][c] = static_cast<float>(instances->pose[i].position[c]);
        }
    }
}

void update(void *built_scene) {
    built *const b = static_cast<built *>(built_scene);
    for (size_t i = 0; i < b->instance.size(); i++) {
        rtcSetGeometryTransform(b->instance[i], 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR,
                                &b->to_world[i]);
        rtcCommitGeometry(b->instance[i]);
    }
    rtcCommitScene(b->scene);
}

void *build(const struct instances *instances, unsigned variant) {
    built *const b =
        new built{meshes_of(*instances, variant & ROBUST), rtcNewScene(embree_device), {}, {}};
    rtcSetSceneFlags(b->scene, flags_of(variant));
    rtcSetSceneBuildQuality(b->scene, (variant & QUALITY) == MEDIUM ? RTC_BUILD_QUALITY_MEDIUM
                                                                    : RTC_BUILD_QUALITY_LOW);
    for (size_t i = 0; i < instances->count; i++) {
        const RTCGeometry instance = rtcNewGeometry(embree_device, RTC_GEOMETRY_TYPE_INSTANCE);
        rtcSetGeometryInstancedScene(instance, b->of->scene[instances->shape_of[i]]);
        if ((variant & QUALITY) == REFIT) // a scene of low quality asks its geometries for theirs
            rtcSetGeometryBuildQuality(instance, RTC_BUILD_QUALITY_REFIT);
        rtcAttachGeometryByID(b->scene, instance, static_cast<unsigned>(i));
        b->instance.push_back(instance);
    }
    b->to_world.resize(instances->count);
    place(b, instances);
    update(b);
    if (const RTCError error = rtcGetDeviceError(embree_device)) die("Embree: error %d", error);
    return b;
}

void free_built(void *built_scene) {
    built *const b = static_cast<built *>(built_scene);
    for (const RTCGeometry instance : b->instance) rtcReleaseGeometry(instance);
    rtcReleaseScene(b->scene);
    delete b;
}

void trace(void *built_scene, unsigned way, const struct rays *rays, const struct answers *out) {
    embree_trace(static_cast<built *>(built_scene)->scene,
                 static_cast<enum embree_call>(way & CALL),
                 rays->coherent && !(way & AS_INCOHERENT), rays, out);
}

constexpr struct way ways[] = {
    {embree_calls[EMBREE_ONE], trace, EMBREE_ONE, false},
    {embree_calls[EMBREE_8], trace, EMBREE_8, false},
    {embree_calls[EMBREE_16], trace, EMBREE_16, false},
    {embree_calls[EMBREE_STREAM], trace, EMBREE_STREAM, false},
    {"8 rays as incoherent", trace, EMBREE_8 | AS_INCOHERENT, true},
    {"16 rays as incoherent", trace, EMBREE_16 | AS_INCOHERENT, true},
    {"stream as incoherent", trace, EMBREE_STREAM | AS_INCOHERENT, true}};

// Refitted scenes and those without the dynamic flag are traced as fast as others are: how long
// their updates take is all that is asked of them.
constexpr struct library as_library(const char *name, unsigned variant) {
    const bool traced = (variant & DYNAMIC) && (variant & QUALITY) != REFIT;
    return {name,   build,      place,
            update, free_built, variant,
            false,  ways,       traced ? sizeof ways / sizeof *ways : 0,
            1};
}

} // namespace

extern "C" {
extern const struct library embree_libraries[EMBREE_LIBRARIES] = {
    as_library("Embree low", LOW),
    as_library("Embree medium", MEDIUM),
    as_library("Embree refit", REFIT),
    as_library("Embree low dynamic", LOW | DYNAMIC),
    as_library("Embree medium dynamic", MEDIUM | DYNAMIC),
    as_library("Embree refit dynamic", REFIT | DYNAMIC),
    as_library("Embree robust low", LOW | ROBUST),
    as_library("Embree robust medium", MEDIUM | ROBUST),
    as_library("Embree robust refit", REFIT | ROBUST),
    as_library("Embree robust low dynamic", LOW | DYNAMIC | ROBUST),
    as_library("Embree robust medium dynamic", MEDIUM | DYNAMIC | ROBUST),
    as_library("Embree robust refit dynamic", REFIT | DYNAMIC | ROBUST)};
}
