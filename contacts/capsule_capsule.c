// SPDX-License-Identifier: MIT
#include "shapes.h"

SHAPES_CONTACTS(capsule_capsule, capsule, capsule, 0, 6, 7)
