#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the ranges that lanebox.h states with kernels/api/range.h: exits with 1 if they differ

Run from the project's root.
"""

import math
import re
import sys

# Places in the header, and their text; {NAME} is the power of two that range.h defines.
SAID = (
    ("lbx_aabbs", "no box ends below -8.5e37 (-2^{AABB_END}) along x"),
    ("lbx_obbs", "The range is centers and half extents up to 2^{LENGTH},"),
    ("lbx_rays", "The range is origins up to 2^{LENGTH} and components of dir up to 2^{SPEED}, the "
                 "longest one at least 2^{DIR_LEAST}."),
    ("lbx_segments", "The range is coordinates up to 2^{LENGTH}."),
    ("lbx_planes", "The range is normals whose longest component is from 2^{NORMAL_LEAST} to "
                   "2^{LENGTH}, and offsets up to 2^{OFFSET}."),
    ("lbx_triangles", "The range is coordinates up to 2^{LENGTH}."),
    ("lbx_spheres", "The range is centers up to 2^{LENGTH}, and radii that are 0 or from "
                    "2^{RADIUS_LEAST} to 2^{LENGTH}."),
    ("lbx_capsules", "The range is coordinates up to 2^{LENGTH}, and radii that are 0 or from "
                     "2^{RADIUS_LEAST} to 2^{LENGTH}."),
    ("lbx_motions", "The range is components up to 2^{SPEED}."),
    ("lbx_frustums", "The range is eyes, low, high, z_near and finite z_far up to 2^{LENGTH}, slopes "
                     "up to 2^{SLOPE},"),
    ("lbx_poses", "The range is positions up to 2^{LENGTH},"),
    ("", "lbx_ray_aabb for origins up to 2^{TOTAL_ORIGIN} (5e30)"),
    ("", "and directions up to 2^{TOTAL_DIR} (2e31)"),
    ("", "lbx_aabb_aabb_sweep for displacements up to 2^{TOTAL_DELTA} (1e31)"),
    ("", "for boxes with sides up to 2^{LENGTH}."),
)


def powers():
    """The exponents of range.h, by their names without RANGE_."""
    found = {}
    for name, value in re.findall(r"#define (\w+) (-?0x1p-?\d+)f", open("kernels/api/range.h").read()):
        found[name.removeprefix("RANGE_")] = int(math.log2(abs(float.fromhex(value))))
    return found


def words(text):
    """The text of comments, joined into one line."""
    return " ".join(" ".join(re.sub(r"^\s*//+<?", "", line) for line in text.splitlines()).split())


def comment_of(header, view):
    """The comment before a view's struct, or all comments."""
    if not view:
        return header
    match = re.search(r"((?:^///.*\n)+)typedef struct " + view + r" \{", header, re.M)
    return match.group(1) if match else ""


def main():
    header = open("include/lanebox.h").read()
    numbers = powers()
    unused = set(numbers)
    wrong = 0
    for view, said in SAID:
        unused -= set(re.findall(r"{(\w+)}", said))
        said = said.format(**numbers)
        if said not in words(comment_of(header, view)):
            print(f"include/lanebox.h, {view or 'tests'}: does not say: {said}", file=sys.stderr)
            wrong += 1
    for name in sorted(unused):
        print(f"kernels/api/range.h: the header does not say {name}", file=sys.stderr)
    return 1 if wrong or unused else 0


if __name__ == "__main__":
    sys.exit(main())
