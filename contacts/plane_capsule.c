// SPDX-License-Identifier: MIT
#include "shapes.h"

PLANE_CONTACTS(capsule)
