// SPDX-License-Identifier: MIT
#include "embree.h"

#include <cstring>
#include <string>

#include "examples/tool.h"
#include "lanebox.h"

RTCDevice embree_device;

extern "C" void restrict_isa(const char *name) {
    for (const lbx_isa isa : {LBX_ISA_BEST, LBX_ISA_SSE2, LBX_ISA_AVX2, LBX_ISA_AVX512}) {
        if (std::strcmp(name, lbx_isa_name(isa)) != 0) continue;
        checked(lbx_isa_select(isa));
        const std::string only = isa == LBX_ISA_BEST ? "" : std::string(",isa=") + name;
        embree_device = rtcNewDevice(("threads=1" + only).c_str());
        if (!embree_device) die("no Embree device: error %d", rtcGetDeviceError(nullptr));
        return;
    }
    die("-i %s: want best, sse2, avx2 or avx512", name);
}

RTCGeometry embree_triangles(RTCScene scene, const float (*position)[3], size_t vertices,
                             const uint32_t (*triangle)[3], size_t triangles) {
    const RTCGeometry geometry = rtcNewGeometry(embree_device, RTC_GEOMETRY_TYPE_TRIANGLE);
    std::memcpy(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                        sizeof *position, vertices),
                position, vertices * sizeof *position);
    std::memcpy(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                        sizeof *triangle, triangles),
                triangle, triangles * sizeof *triangle);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    return geometry;
}
