// SPDX-License-Identifier: MIT
// An aircraft of FlightGear's, a PZL M-18 Dromader, and its engine group.
#ifndef EXAMPLE_AIRCRAFT_H
#define EXAMPLE_AIRCRAFT_H

#include <stdbool.h>

#include "lanebox/trees.h"
#include "shapes.h"

/// Whether its file is here: Debian's package flightgear-data-ai has it.
bool aircraft_is_here(void);

/// A part for each of the file's objects: what belongs to the engine, and what is left. Meters; x
/// is backwards, y up.
void aircraft_make(struct model *airframe, struct model *engine);

/// The engine's place, drawn out forwards: from 0, mounted, to 1.
lbx_rigid_pose aircraft_path(double u);

#endif
