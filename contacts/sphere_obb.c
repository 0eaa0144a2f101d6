// SPDX-License-Identifier: MIT
#include "shapes.h"

SHAPES_CONTACTS(sphere_obb, sphere, obb, 0, 3, 4)
