// SPDX-License-Identifier: MIT
#include "triangles.h"

#if LANES_FUSE
void triangles_meet_plain(const struct triangle *a, const struct triangle *b, const vf *extra,
                          struct masks *found) {
    *found = triangles_meet_inline(false, a, b, *extra);
}
#endif
