// SPDX-License-Identifier: MIT
#include "triangles.h"

void triangles_meet_plain(const struct triangle *a, const struct triangle *b, const vf *extra,
                          struct masks *found) {
    *found = triangles_meet_inline(false, a, b, *extra);
}

#if LANES_FUSE
void triangles_meet_fused(const struct triangle *a, const struct triangle *b, const vf *extra,
                          struct masks *found) {
    *found = triangles_meet_inline(true, a, b, *extra);
}
#endif
