#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what lanebox-bench-closest measured: closest.py FILE

For each instruction set, mesh and kind of points, in the order in which they were drawn and sorted:
lanebox, all points in a call, beside Embree and CGAL; then calls of few points beside Embree, and
what signs take.
"""

import re
import sys

import results
from tables import counted, digits, table

OURS, OTHERS = "lanebox", ("Embree", "CGAL")
KINDS, ORDERS = ("random", "near", "grid", "far"), ("drawn", "sorted")
SIGNS = ("signs", "crossings")
FEW = tuple(f"{n} a call" for n in (1, 64, 1024))
MESH = re.compile(r"(\S+) (\S+): (\d+) triangles")
WAY = re.compile(r"(\S+) (\S+) (\w+) (\w+) ([^:,]+), ([^:,]+): (\d+) ns a point; (\d+) differ; "
                 r"of (\d+) judged (\d+) off")


class Closest:
    """What was measured, by (instruction set, mesh)."""

    def __init__(self, path, text):
        self.path, self.triangles, self.ways = path, {}, {}
        for line in text.splitlines():
            mesh, way = MESH.fullmatch(line), WAY.fullmatch(line)
            if mesh:
                self.triangles[mesh[2], mesh[1]] = int(mesh[3])
            if way:
                name, isa, kind, order, library, called, ns, _, _, off = way.groups()
                self.ways.setdefault((isa, name, kind, order), {})[library, called] = int(ns), int(off)
        if not self.triangles:
            raise results.Unusable(f"{path}: no lines of meshes")
        for isa, name in self.triangles:
            for kind in KINDS:
                for order in ORDERS:
                    if not {(OURS, "all"), *((OURS, few) for few in FEW), ("Embree", "callback")} <= \
                            set(self.ways.get((isa, name, kind, order), ())):
                        raise results.Unusable(f"{path}: {name} on {isa}: not a line of each way to ask "
                                               f"for {kind} points, {order}")

    def isas(self):
        return list(dict.fromkeys(isa for isa, _ in self.triangles))

    def rows(self, isa):
        """(title in a table, kind, ways by order) of each mesh and kind of points."""
        for (of, name), triangles in self.triangles.items():
            for kind in KINDS if of == isa else ():
                yield (f"{re.split('[._]', name)[0]}, {counted(triangles)}", kind,
                       [self.ways[isa, name, kind, order] for order in ORDERS])

    def paces(self, isa):
        """ns a point, and how many times as long the others take."""
        rows = []
        for title, kind, orders in self.rows(isa):
            cells = []
            for ways in orders:
                ours = ways[OURS, "all"][0]
                cells.append(counted(ours))
                for library in OTHERS:
                    theirs = [ns for (other, _), (ns, _) in ways.items() if other == library]
                    cells.append(digits(theirs[0] / ours, 3) if theirs else "-")
            rows.append((title, kind, *cells))
        heads = (head for order in ORDERS for head in (f"ns a point, {order}", *OTHERS))
        return table((f"times as long, {isa}", "points", *heads), rows)

    def few(self, isa):
        """ns a point of calls of few points as they are drawn, and how many times as long Embree takes."""
        rows = []
        for title, kind, (ways, _) in self.rows(isa):
            theirs = ways["Embree", "callback"][0]
            rows.append((title, kind, *(f"{counted(ways[OURS, few][0])}; {digits(theirs / ways[OURS, few][0], 3)}"
                                        for few in FEW)))
        return table((f"ns a point; Embree times as long, {isa}", "points", *FEW), rows)


    def signs(self, isa):
        """How many ns a point signs take besides, or nothing if they were not asked for."""
        rows = []
        for title, kind, orders in self.rows(isa):
            if all((OURS, by) in ways for ways in orders for by in SIGNS):
                rows.append((title, kind, *(counted(ways[OURS, by][0] - ways[OURS, "all"][0])
                                            for ways in orders for by in SIGNS)))
        heads = (f"{by}, {order}" for order in ORDERS for by in SIGNS)
        return ["", *table((f"ns a point more, {isa}", "points", *heads), rows)] if rows else []


def tables(measured):
    """All tables, for each instruction set in turn."""
    lines = []
    for isa in measured.isas():
        lines += ["", *measured.paces(isa), "", *measured.few(isa), *measured.signs(isa)]
    return lines[1:]


def main():
    if len(sys.argv) != 2:
        raise results.Unusable("usage: closest.py FILE")
    print(*tables(Closest(sys.argv[1], results.read(sys.argv[1]))), sep="\n")


if __name__ == "__main__":
    results.run(main)
