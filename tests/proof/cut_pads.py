#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Copies what a unit includes, with only a part of the pads: cut_pads.py PERCENT DIRECTORY

Pads near 1 are factors: of these, the distance from 1 is cut. Run from the project's root.
"""

import pathlib
import re
import shutil
import sys

PAD = re.compile(r"^(#define \w+_(?:PAD|FLOOR|LEAST|APART|OVERLAPPING|MORE|LESS)) (0x\S+)f", re.M)
KEPT = "PLANE_FUSED_LEAST"  # no pad: decides which planes are fused


def main():
    part, target = int(sys.argv[1]) / 100, pathlib.Path(sys.argv[2])
    shutil.rmtree(target, ignore_errors=True)
    for folder in "kernels", "pairs", "trees", "contacts", "scenes":
        shutil.copytree(folder, target / folder)

    def cut(match):
        value = float.fromhex(match[2])
        if match[1].endswith(KEPT):
            return match[0]
        value = 1 + (value - 1) * part if value > 0.5 else value * part
        return f"{match[1]} {value.hex()}f"

    found = 0
    for path in [*target.glob("kernels/*.c"), *target.glob("kernels/math/*.h")]:
        text, count = PAD.subn(cut, path.read_text())
        found += count
        path.write_text(text)
    if found == 0:
        sys.exit("cut_pads.py: no pad was found")


if __name__ == "__main__":
    main()
