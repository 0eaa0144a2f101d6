// SPDX-License-Identifier: MIT
// The names that objects of an instruction set export.
#ifndef LBX_EXPORTED_H
#define LBX_EXPORTED_H

// The build includes a backend before each source that it compiles for an instruction set, and
// defines LBX_UNIT, the name of this instruction set. What such an object exports, or shares with
// others of the same instruction set, is called lbx_<name>_<unit>.
#define LBX_PASTED(name, unit) lbx_##name##_##unit
#define LBX_PASTE(name, unit) LBX_PASTED(name, unit)
#define EXPORTED(name) LBX_PASTE(name, LBX_UNIT)

#endif
