#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `make bench-trees` printed: read for the tables of docs/, and plotted: trees.py FILE PNG"""

import re
import sys

import results
from tables import counted, digits, table

LINE = re.compile(r"(\d+) triangles: ([\d.]+) bytes, (\d+) ns built, (\d+) ns refitted, (\d+) ns "
                  r"checked each; ([\d.]+) us all of ([\d.]+) pairs, ([\d.]+) us any, ([\d.]+) us "
                  r"within ([\d.e-]+), ([\d.]+) pairs")
THREADS = re.compile(r"two processes ([\d.]+) us a search, two threads ([\d.]+): ([\d.]+) of the "
                     r"processes' pace")
HEAD = ("triangles", "bytes each", "ns each: built", "refitted", "checked", "us: all pairs", "pairs",
        "us: any", "us: within {}", "pairs")


class Costs:
    """One row per size, and the pace of two threads on one tree."""

    def __init__(self, path, text):
        self.rows, self.threads = [], None
        for line in text.splitlines():
            found, threads = LINE.fullmatch(line), THREADS.fullmatch(line)
            if found:
                self.rows.append([float(number) for number in found.groups()])
            if threads:
                self.threads = threads.groups()
        if not self.rows or not self.threads:
            raise results.Unusable(f"{path}: no lines of sizes, or of threads")

    def table(self):
        head = [title.format(f"{self.rows[0][9]:g}") for title in HEAD]
        return table(head, [(counted(row[0]), *(digits(cell, 3) for cell in row[1:9]), digits(row[10], 3))
                            for row in self.rows])

    def said_of_threads(self):
        return (f"Two threads on one pair of trees take {self.threads[1]} us a search each, two processes "
                f"that have the trees for themselves {self.threads[0]}: {self.threads[2]} of their pace.")


def plot(costs, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    sizes = [row[0] for row in costs.rows]
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6))
    for column, name in ((2, "build"), (3, "refit"), (4, "check")):
        left.plot(sizes, [row[column] for row in costs.rows], "o-", label=name)
    left.set(xscale="log", ylim=0, xlabel="triangles", ylabel="ns a triangle")
    for column, name in ((5, "all pairs"), (8, f"within {costs.rows[0][9]:g}"), (7, "any")):
        right.plot(sizes, [row[column] for row in costs.rows], "o-", label=name)
    right.set(xscale="log", yscale="log", xlabel="triangles of either ball", ylabel="us a search")
    for axes in (left, right):
        axes.grid(True, alpha=.3)
        axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110, metadata={"Software": None})


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    plot(Costs(sys.argv[1], results.read(sys.argv[1])), sys.argv[2])


if __name__ == "__main__":
    main()
