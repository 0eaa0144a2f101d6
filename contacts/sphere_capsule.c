// SPDX-License-Identifier: MIT
#include "shapes.h"

SHAPES_CONTACTS(sphere_capsule, sphere, capsule, 0, 3, 4)
