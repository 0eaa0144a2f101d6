// SPDX-License-Identifier: MIT
#include "shapes.h"

SHAPES_CONTACTS(sphere_sphere, sphere, sphere, 0, 3, 4)
