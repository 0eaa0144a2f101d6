#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `make bullet-world` printed of two worlds: read for the tables of docs/, and plotted:
worlds.py FILE PNG"""

import re
import sys

import results
from tables import bare, table

ROW = re.compile(r"step (\d+), (\w+): energy ([\d.e+]+) J, penetration ([\d.]+) m, at most ([\d.]+), "
                 r"(\d+) pairs touch at (\d+) points")
COST = re.compile(r"([\d,]+) boxes, medians of steps (\d+) to (\d+), ms: broad and narrow phase, lanebox ([\d.]+), "
                  r"Bullet ([\d.]+): ([\d.]+) times as fast; the whole step, lanebox ([\d.]+), Bullet ([\d.]+): "
                  r"([\d.]+) times as fast")
WORLDS = ("lanebox", "Bullet")
PANELS = ((0, 1e-6, "energy, MJ"), (1, 1e3, "mean penetration, mm"), (3, 1e-3, "touching pairs, thousands"),
          (4, 1e-3, "points of contacts, thousands"))


class Worlds:
    """Of each world, the steps and rows of energy, penetration, the deepest, pairs and points."""

    def __init__(self, path, text):
        self.steps, self.rows = {name: [] for name in WORLDS}, {name: [] for name in WORLDS}
        for step, name, *values in ROW.findall(text):
            self.steps[name].append(int(step))
            self.rows[name].append([float(value) for value in values])
        self.cost = COST.search(text)
        if not all(self.rows.values()) or not self.cost:
            raise results.Unusable(f"{path}: no lines of steps of both worlds, or of medians")

    def table(self):
        boxes, first, last, *times = self.cost.groups()
        head = (f"{boxes} boxes, steps {first}-{last}: ms", "lanebox", "Bullet", "times as fast")
        return table(head, [("broad and narrow phase", *map(bare, times[:3])), ("the whole step", *map(bare, times[3:]))])

    def said_of_end(self):
        step = self.steps["lanebox"][-1]
        said = [f"{energy / 1e6:.1f} MJ, {1e3 * mean:.1f} mm, {pairs:,.0f} pairs at {points:,.0f} points by {name}"
                for name in WORLDS for energy, mean, _, pairs, points in self.rows[name][-1:]]
        return f"At step {step}, energy, mean penetration and contacts are {'; '.join(said)}."


def plot(worlds, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(2, 2, figsize=(9, 5.6), sharex=True)
    for axes, (column, scale, label) in zip(panels.flat, PANELS):
        for name, style in zip(WORLDS, ("-", "--")):
            axes.plot(worlds.steps[name], [scale * row[column] for row in worlds.rows[name]], style, label=name)
        axes.set(ylim=0, ylabel=label)
        axes.grid(True, alpha=.3)
        axes.legend()
    for axes in panels[1]:
        axes.set(xlabel="step of 1/60 s")
    figure.tight_layout()
    figure.savefig(path, dpi=110, metadata={"Software": None})


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    plot(Worlds(sys.argv[1], results.read(sys.argv[1])), sys.argv[2])


if __name__ == "__main__":
    main()
