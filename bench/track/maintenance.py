#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what lanebox-bench-maintenance measured beside the paper's table 3: maintenance.py FILE

For each way in each scene: milliseconds per sample, those of the first pair alone, the tests made,
and how many times lanebox's time it takes; then where the paper's order of its four ways does not
hold.
"""

import re
import sys

import results
from tables import digits, table

# The names in `make bench-maintenance`, and those in tables.
WAYS = {"RAPID": "RAPID, all nodes moved", "SAO": "SAO", "AO": "AO", "CO": "CO",
        "CO-mended": "CO, mended: covariance fit, nodes moved when met",
        "CO-unjudged": "CO, mended, without prejudgement",
        "RAPID-relative": "RAPID, relative transforms, best fit", "FCL-OBB": "FCL, OBB",
        "FCL-OBBRSS": "FCL, OBBRSS", "lanebox": "lanebox"}
OURS, LIBRARIES = "lanebox", ("FCL-OBB", "FCL-OBBRSS")
# Geng & Gao, table 3: detection times in ms, of the pressure tank and of the PTU.
PAPER = {"RAPID": (7.73, 35.54), "SAO": (6.82, 30.49), "AO": (6.51, 25.57), "CO": (6.39, 23.12)}
SCENES = {"bay": "bay", "large_bay": "large bay", "shells_3mm": "shells, 3 mm",
          "shells_.3mm": "shells, .3 mm", "random": "random poses", "aircraft": "aircraft"}
LINE = re.compile(r"(\S+) (\S+): ([\d.]+) us a sample, ([\d.]+) the first pair; (\d+) boxes, "
                  r"(\d+) triangles; (\d+) pairs in all, (\d+) of them not lanebox's, which has "
                  r"(\d+) more, of which (\d+) touch, and no other is farther apart than (\S+)")
NOISE = 1.05  # times within this factor of each other are equal


class Ways:
    """What each way did in a scene."""

    def __init__(self, path, text):
        self.scenes = {}
        for line in text.splitlines():
            found = LINE.fullmatch(line)
            if found:
                scene, way, *numbers = found.groups()
                self.scenes.setdefault(scene, {})[way] = [float(number) for number in numbers]
        if not self.scenes:
            raise results.Unusable(f"{path}: no lines of scenes")
        for scene, ways in self.scenes.items():
            if set(ways) != set(WAYS):
                raise results.Unusable(f"{path}: {scene}: not a line of each way")

    def table_of(self, parts, head, cell):
        """One row per way and one column per scene, of whole models or of their parts."""
        chosen = [name for name in self.scenes if name.endswith("_parts") == parts]
        titles = [title(name.removesuffix("_parts")) for name in chosen]
        rows = [(said, *(cell(self.scenes[name], way) for name in chosen))
                for way, said in WAYS.items()]
        if head == MILLISECONDS and not parts:  # beside the paper's own
            titles += ["paper: tank", "paper: PTU"]
            rows = [(*row, *([f"{ms:.2f}" for ms in PAPER[way]] if way in PAPER else ["", ""]))
                    for way, row in zip(WAYS, rows)]
        return table((head, *titles), rows)

    def beside_libraries(self):
        """By scene: lanebox's ms per sample, and how many times as long a library takes."""
        rows = [(title(name), digits(ways[OURS][0] / 1000, 3),
                 *(digits(ways[way][0] / ways[OURS][0], 3) for way in LIBRARIES))
                for name, ways in self.scenes.items() if not name.endswith("_parts")]
        return table(("scene", "lanebox, ms a search", *(f"times as long: {WAYS[way]}" for way in LIBRARIES)),
                     rows)

    def against_order(self):
        """Where one of the paper's ways takes longer than an earlier one."""
        lines = []
        for name, ways in self.scenes.items():
            order = list(PAPER)
            wrong = [f"{late} takes {digits(ways[late][0] / ways[early][0], 3)} of {early}'s time"
                     for i, early in enumerate(order) for late in order[i + 1:]
                     if ways[late][0] > NOISE * ways[early][0]]
            equal = all(ways[early][0] <= NOISE * ways[late][0]
                        for i, early in enumerate(order) for late in order[i + 1:])
            if wrong or equal:
                scene = title(name.removesuffix("_parts"))
                scene += ", by parts" if name.endswith("_parts") else ""
                lines.append(f"- {scene}: {'; '.join(wrong) or 'all four take the same time'}.")
        return lines or ["- nowhere."]


MILLISECONDS = "ms a sample, all pairs"
COLUMNS = ((MILLISECONDS, lambda ways, way: digits(ways[way][0] / 1000, 3)),
           ("ms a sample, the first pair", lambda ways, way: digits(ways[way][1] / 1000, 3)),
           ("times lanebox's time, all pairs",
            lambda ways, way: digits(ways[way][0] / ways[OURS][0], 3)),
           ("times lanebox's time, the first pair",
            lambda ways, way: digits(ways[way][1] / ways[OURS][1], 3)),
           ("boxes; triangles tested a sample",
            lambda ways, way: f"{ways[way][2]:,.0f}; {ways[way][3]:,.0f}"),
           ("touching pairs of all samples; lanebox finds besides; of these touch, exactly",
            lambda ways, way: f"{ways[way][4]:,.0f}; {ways[way][6]:,.0f}; {ways[way][7]:,.0f}"))


def title(scene):
    return SCENES.get(scene, scene)


def tables(ways, parts):
    lines = []
    for head, cell in COLUMNS:
        lines += ["", *ways.table_of(parts, head, cell)]
    return lines[1:]


def main():
    if len(sys.argv) != 2:
        raise results.Unusable("usage: maintenance.py FILE")
    ways = Ways(sys.argv[1], results.read(sys.argv[1]))
    print("Whole models:", "", *tables(ways, False), "", "Their parts:", "", *tables(ways, True), "",
          "The paper's order, RAPID > SAO > AO > CO, does not hold in:", "", *ways.against_order(),
          "", "docs/use/maintenance.md says why.", sep="\n")


if __name__ == "__main__":
    results.run(main)
