// SPDX-License-Identifier: MIT
// An aircraft from FlightGear, a PZL M-18 Dromader, and its engine group.
#ifndef EXAMPLE_AIRCRAFT_H
#define EXAMPLE_AIRCRAFT_H

#include <stdbool.h>

#include "lanebox/trees.h"
#include "shapes.h"

/// Whether the aircraft's file is installed; it is in Debian's package flightgear-data-ai.
bool aircraft_is_here(void);

/// Makes a part for each object of the file: `engine` gets the engine's objects, `airframe` the
/// others. Meters; x points backwards, y up.
void aircraft_make(struct model *airframe, struct model *engine);

/// The engine's pose while it is drawn out forwards: u goes from 0, mounted, to 1.
lbx_rigid_pose aircraft_path(double u);

#endif
