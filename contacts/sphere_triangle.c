// SPDX-License-Identifier: MIT
#include "shapes.h"

SHAPES_CONTACTS(sphere_triangle, sphere, triangle, 0, 3, 4)
