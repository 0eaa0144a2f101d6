// SPDX-License-Identifier: MIT
// The calls into which the fuzzer's bytes are turned. Each function ends the process if the library
// breaks the contract.
#ifndef LBX_FUZZ_CALLS_H
#define LBX_FUZZ_CALLS_H

struct bytes;

void fuzz_call(struct bytes *in);       // a test on every table
void fuzz_conversion(struct bytes *in); // a conversion on every table
void fuzz_doubles(struct bytes *in);    // lbx_aabbs_from_doubles
void fuzz_frusta(struct bytes *in);     // lbx_frustum_aabb, _obb, _sphere
void fuzz_check(struct bytes *in);      // the _check functions
void fuzz_compact(struct bytes *in);    // lbx_hit_indices, lbx_keep
void fuzz_pairs(struct bytes *in);      // orders, and the pairs of a set
void fuzz_volumes(struct bytes *in);    // volumes around meshes
void fuzz_trees(struct bytes *in);      // trees of meshes, and which triangles touch
void fuzz_convert(struct bytes *in);    // trees by the nodes of a caller's tree
void fuzz_signs(struct bytes *in);      // signs of distances
void fuzz_rays(struct bytes *in);       // trees of meshes, and which triangles rays meet
void fuzz_points(struct bytes *in);     // the same trees, and which triangles are near points
void fuzz_rods(struct bytes *in);       // the same, and sets of boxes: what capsules touch
void fuzz_contacts(struct bytes *in);   // contacts of boxes
void fuzz_scenes(struct bytes *in);     // scenes of instances, and which of them rays meet

#endif
