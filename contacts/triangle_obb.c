// SPDX-License-Identifier: MIT
#include "shapes.h"

SHAPES_CONTACTS(triangle_obb, triangle, obb, 1, 3, 6)
