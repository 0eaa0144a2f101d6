// SPDX-License-Identifier: MIT
// Meshes that bytes make up, with their trees of axis-aligned boxes, and damage to these.
#ifndef LBX_FUZZ_SOUP_H
#define LBX_FUZZ_SOUP_H

#include "decode.h"
#include "mesh_rays.h"

enum { SOUP_TRIANGLES = 90, SOUP_DAMAGES = 3 };

struct soup {
    struct mesh mesh;
    size_t step; // floats from one vertex to the next
    bool indexed, masked;
    uint32_t masks[SOUP_TRIANGLES];
    struct block tree; // exactly the tree's bytes
    size_t bytes;
};

void take_soup(struct soup *soup, struct bytes *in);

// Swaps vertices, or also moves them by a part of their coordinates. Before that, tries an invalid
// vertex, which must leave the tree as it was.
void refit_soup(struct soup *soup, unsigned how);

// Bytes of scratch; rarely fewer than LBX_TRACE_SCRATCH_LEAST.
size_t take_scratch(struct bytes *in);

struct damage {
    uint32_t at, bits;
    bool mended; // the checksum of the leaves is adjusted to the damage
};

void do_damage(struct soup *soup, const struct damage damage[], size_t n);

// Makes the mesh that the leaves hold. Returns false if it has too many vertices.
bool take_leaves(struct soup *soup);

#endif
