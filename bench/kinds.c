// SPDX-License-Identifier: MIT
#include "kinds.h"

const struct row *rows_all(size_t *count) {
    kernel_rows();
    node_rows();
    frusta_rows();
    conversion_rows();
    doubles_rows();
    pairs_rows();
    trees_rows();
    tree_rays_rows();
    return rows_added(count);
}
