#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints lbx_pairs beside the broad phases of others: peers.py medians.json

Of each set and size: ns a box a frame of every row, how many times a peer's time is that of the
fastest of ours that sorts each frame, and of that which refits; then the geometric mean over the
sets of a size.
"""

import math
import sys

import results

OURS = ("scalar", "sse2", "avx2", "avx512", "neon")
REFIT, DRIFT = "_refit", "_drift"


def main():
    if len(sys.argv) != 2:
        raise results.Unusable("usage: peers.py medians.json")
    data = results.load(sys.argv[1])
    times = {}  # {size: {set: {runner: ns}}}
    for name, row in results.medians(data).items():
        kernel, pattern, runner, size = name.split("/")
        if kernel == "pairs" and not pattern.endswith(DRIFT) and runner != "reference":
            base = pattern.removesuffix(REFIT)
            runner += REFIT if pattern.endswith(REFIT) else ""
            times.setdefault(int(size), {}).setdefault(base, {})[runner] = \
                results.nanoseconds(row) / row["n"]
    if not times:
        raise results.Unusable(f"{sys.argv[1]}: no rows of pairs")
    print(f"{data['context']['cpu']}; ns a box a frame")
    for size, sets in sorted(times.items()):
        runners = list(dict.fromkeys(runner for row in sets.values() for runner in row))
        peers = [runner for runner in runners if runner.removesuffix(REFIT) not in OURS]
        print(f"\n{size:,} boxes".ljust(30) + "".join(f"{name:>8}" for name in sets))
        for runner in runners:
            print(runner.ljust(29) + "".join(f"{row[runner]:8.1f}" if runner in row else " " * 8
                                             for row in sets.values()))
        for kind in ("", REFIT):
            for peer in peers:
                ratios = []
                for row in sets.values():
                    ours = [row[isa + kind] for isa in OURS if isa + kind in row]
                    ratios.append(row[peer] / min(ours) if peer in row and ours else math.nan)
                mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
                title = f"{peer} / ours{kind.replace('_', ', ')}"
                print(title.ljust(29) + "".join(f"{ratio:7.1f}x" for ratio in ratios) +
                      f"  mean {mean:.1f}x")


if __name__ == "__main__":
    results.run(main)
