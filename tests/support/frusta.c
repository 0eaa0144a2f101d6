// SPDX-License-Identifier: MIT
#include "frusta.h"

#include "harness.h"
#include "tables.h"

const lbx_frustum frustum_ahead = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                   .low = {-1, -1},
                                   .high = {1, 1},
                                   .z_near = 1,
                                   .z_far = 10};

lbx_frustum frustum_turned(void) {
    const float half = .70710677f;
    lbx_frustum turned = frustum_ahead;
    turned.axis[0][0] = turned.axis[2][0] = turned.axis[2][2] = half;
    turned.axis[0][2] = -half;
    return turned;
}

void frusta_expect(enum seen_shape shape, const char *what, const lbx_frustum *frustum,
                   const float item[], unsigned class) {
    enum { UNTOUCHED = 0x5a };
    const struct test_tables *const tables = test_tables();
    const float *at[SEEN_FLOATS_MAX];
    for (unsigned k = 0; k < SEEN_FLOATS_MAX; k++) at[k] = k < seen_floats(shape) ? item + k : item;
    const struct seen_items items = seen_items_of(shape, at, 1, 0, lbx_from(0));
    for (unsigned way = 0; way < 2 * tables->count; way++) {
        const lbx_frustums frusta = lbx_frustums_of(frustum, 1);
        uint8_t seen = UNTOUCHED;
        table_use(&tables->at[way / 2]);
        const ptrdiff_t found = seen_from(&frusta, 1, &items, 1, way % 2, &seen);
        expect(seen == class && found == (class != LBX_OUTSIDE), "%s, %s: %u, not %u, %td found",
               what, tables->at[way / 2].name, seen, class, found);
    }
}
