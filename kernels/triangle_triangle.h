#ifndef LBX_TT
#define LBX_TT
#include "batch/kernel.h"
#include "math/triangle_box.h"
FORCE_INLINE vm triangle_triangle_apart(bool fuse, const struct triangle *a,
                                        const struct triangle *b) {
    (void)fuse;
    vf ea[3][3], eb[3][3], ax[11][3];
    vertex_differences(ea, a);
    vertex_differences(eb, b);
    vm apart = vf_less(vf_set(1), vf_set(0));
    int n = 0;
#define CR(o, x, y)                                                                                \
    for (int i = 0; i < 3; i++) {                                                                  \
        int j = (i + 1) % 3, k = (i + 2) % 3;                                                      \
        o[i] = vf_sub(vf_mul(x[j], y[k]), vf_mul(x[k], y[j]));                                     \
    }
    CR(ax[n], ea[0], ea[1]);
    n++;
    CR(ax[n], eb[0], eb[1]);
    n++;
    for (int p = 0; p < 3; p++)
        for (int q = 0; q < 3; q++) {
            CR(ax[n], ea[p], eb[q]);
            n++;
        }
    for (int m = 0; m < n; m++) {
        vf d[6];
        for (int v = 0; v < 3; v++) {
            d[v] = dot_product(false, ax[m], a->vertex[v]);
            d[3 + v] = dot_product(false, ax[m], b->vertex[v]);
        }
        vf alo = vf_min(d[0], vf_min(d[1], d[2])), ahi = vf_max(d[0], vf_max(d[1], d[2]));
        vf blo = vf_min(d[3], vf_min(d[4], d[5])), bhi = vf_max(d[3], vf_max(d[4], d[5]));
        apart = vm_or(apart, vm_or(vf_less(ahi, blo), vf_less(bhi, alo)));
        if (m == 1 && all_lanes(apart)) break;
    }
    return apart;
}
#endif
