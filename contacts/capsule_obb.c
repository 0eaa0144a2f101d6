// SPDX-License-Identifier: MIT
#include "shapes.h"

SHAPES_CONTACTS(capsule_obb, capsule, obb, 0, 6, 7)
