// SPDX-License-Identifier: MIT
#include "shapes.h"

SHAPES_CONTACTS(triangle_capsule, triangle, capsule, 1, 6, 7)
