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
