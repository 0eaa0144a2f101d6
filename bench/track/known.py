#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Says that no row matches a filter before anything is built: known.py --filter=FILTER.

The rows are listed by the executable, which takes minutes to build. Here their names are made of the
kernels, patterns and sizes in the sheets of bench/results/: all rows are among them, and more.
"""

import glob
import itertools
import os
import subprocess

import harness
import results

FOLDER = os.path.join(os.path.dirname(__file__), "../results")
ISAS = (*harness.TABLES, "wasm128", "reference", "plain-gcc", "plain-clang")
# The rows that no sheet has.
TREES = [f"trees/{scene}{kind}/{n}" for scene in ("aircraft", "bay", "large_bay", "random", "shells_.3mm", "shells_3mm")
         for kind in ("", "_any", "_parts") for n in (10, 25, 50, 60, 100)]


def names():
    """Every name that a row may have."""
    listed = [line.split(",")[0] for path in sorted(glob.glob(f"{FOLDER}/*.csv"))
              for line in open(path, encoding="utf-8")] + TREES
    patterns, sizes = {}, {}
    for row in listed:
        if row.count("/") == 2:
            pattern, n = row.rsplit("/", 1)
            patterns[pattern] = sizes[n] = None
    return ("/".join(parts) for parts in itertools.product(patterns, ISAS, sizes))


def main():
    parser = results.Parser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--filter", required=True, help="a regular expression on names of rows")
    pattern = parser.parse_args().filter
    # grep reads the expression as the executable does. If it cannot, the executable will say why.
    found = subprocess.run(["grep", "-Eq", "-e", pattern], input="\n".join(names()), text=True,
                           stderr=subprocess.DEVNULL, check=False).returncode
    if found == 1:
        raise results.Unusable(f"no row matches {pattern}; rows are called kernel/pattern/isa/n, such as "
                               "aabb_aabb/one_many/avx2/1024")
    return 0


if __name__ == "__main__":
    results.run(main)
