#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints lbx_pairs beside the broad phases of others: peers.py medians.csv

One table for each size and motion of the sets: ns per box and frame of every row, and how many
times as long as lbx_pairs on AVX2 a peer takes, as the least and the geometric mean over the sets.
"""

import collections
import math
import sys

import results
from tables import digits, table

SETS = {"u0.5": ".5 overlaps a box", "u10": "10 overlaps a box", "piles": "piles",
        "mixed": "1 % large", "flat": "flat"}
OURS = {"avx2": "AVX2", "avx512": "AVX-512"}
OTHERS = ("scalar", "sse2", "neon", "reference")
COMPARED = "avx2"
# What follows the set in a pattern's name: the motion, and how the order is kept.
WAYS = {"": ("swinging", "sorted in every frame"), "_refit": ("swinging", "refitted"),
        "_drift": ("drifting", "sorted in every eighth frame")}
MOTIONS = ("swinging", "drifting")


class Times:
    """ns per box and frame, by size, way, runner and set."""

    def __init__(self, path):
        data = results.load(path)
        self.path, self.context = path, data["context"]
        self.of = collections.defaultdict(lambda: collections.defaultdict(dict))
        for name, row in results.medians(data).items():
            kernel, pattern, runner, size = name.split("/")
            if kernel != "pairs" or runner in OTHERS:
                continue
            base, _, way = pattern.partition("_")
            self.of[int(size), "_" + way if way else ""][runner][base] = \
                results.nanoseconds(row) / row["n"]
        if not self.of:
            raise results.Unusable(f"{path}: no rows of pairs")

    def sizes(self):
        return sorted({size for size, _ in self.of})

    def ratios(self, size, peer, ways):
        """How many times as long as ours the peer takes: the least and the mean over the sets."""
        cells = []
        for way in ways:
            ours, theirs = self.of[size, way][COMPARED], peer
            if set(ours) != set(theirs):
                return [""] * len(ways)
            quotients = [theirs[base] / ours[base] for base in ours]
            mean = math.exp(sum(map(math.log, quotients)) / len(quotients))
            cells.append(f"{digits(min(quotients), 3)}; {digits(mean, 3)}")
        return cells

    def beside_peers(self, size, motion):
        """The rows of a table, or none if no peer was timed."""
        ways = [way for way, said in WAYS.items() if said[0] == motion]
        peers = {name: times for way in ways for name, times in self.of[size, way].items()
                 if name not in OURS}
        if not peers:
            return []
        rows = [(f"`lbx_pairs`, {OURS[isa]}, {WAYS[way][1]}", *cells(self.of[size, way][isa]),
                 *[""] * len(ways))
                for way in ways for isa in OURS if isa in self.of[size, way]]
        rows += [(name, *cells(times), *self.ratios(size, times, ways))
                 for name, times in peers.items()]
        head = (f"{size:,} boxes, {motion}", *SETS.values(),
                *(f"times AVX2 {WAYS[way][1]}" for way in ways))
        return table(head, rows)

    def summary(self, size):
        """For each peer, how many times as long as ours it takes in every motion."""
        rows = {}
        for way, (motion, kept) in WAYS.items():
            for name, times in self.of[size, way.replace("_refit", "")].items():
                if name not in OURS:
                    rows.setdefault(name, []).append(*self.ratios(size, times, [way]))
        head = (f"{size:,} boxes, times `lbx_pairs`: least; mean",
                *(f"{motion}, ours {kept}" for motion, kept in WAYS.values()))
        return table(head, [(name, *row) for name, row in rows.items()])

    def by_size(self):
        rows = [(f"{size:,}, {WAYS[way][0]}, {WAYS[way][1]}", *cells(self.of[size, way][isa]))
                for size in self.sizes() for way in WAYS for isa in (COMPARED,)
                if isa in self.of[size, way]]
        return table(("boxes", *SETS.values()), rows)


def cells(times):
    return [digits(times[base], 3) if base in times else "" for base in SETS]


def main():
    if len(sys.argv) != 2:
        raise results.Unusable("usage: peers.py medians.csv")
    times = Times(sys.argv[1])
    print(f"{times.context['cpu']}; ns a box a frame")
    for size in times.sizes():
        for motion in MOTIONS:
            lines = times.beside_peers(size, motion)
            if lines:
                print("", *lines, sep="\n")
    print("", *times.by_size(), sep="\n")


if __name__ == "__main__":
    results.run(main)
