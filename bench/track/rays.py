#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what lanebox-bench-rays measured: rays.py FILE

For each instruction set, mesh and kind of rays: the fastest way of lanebox beside the fastest of
Embree, built by default and with its robust flag. Then calls of few rays beside one ray of Embree
and of Bullet, how exact arithmetic judged the answers that differ or were sampled, and what building
and refitting cost.
"""

import re
import sys

import results
from tables import counted, digits, table

OURS = "lanebox"
LIBRARIES = (OURS, "Embree", "Embree robust")
ALONE = ("Embree", "Bullet")  # whose calls of one ray ours of few rays are beside
FEW = tuple(f"{n} a call" for n in (1, 8, 64, 512))
SETS = ("primary", "diffuse", "shadow")
VERDICTS = ("lost", "false_hits", "off")
MESH = re.compile(r"(\S+) (\S+): (\d+) triangles, (\d+) bytes of L1, (\d+) of L2")
BUILD = re.compile(r"(\S+) (\S+) build ([^:,]+): ([\d.]+) ms, ([\d.]+) bytes a triangle"
                   r"(?:, refitted in ([\d.]+) ms)?")
WAY = re.compile(r"(\S+) (\S+) (\w+) ([^:,]+), ([^:,]+): ([\d.]+) M rays/s, (\d+) of (\d+) rays hit, "
                 r"(\d+) differ; of (\d+) judged (\d+) lost, (\d+) false hits, (\d+) off")


class Way:
    """A way's line: its name, M rays/s, and counts of rays."""

    def __init__(self, name, pace, *counts):
        self.name, self.pace = name, float(pace)
        (self.hits, self.rays, self.differ, self.judged, self.lost, self.false_hits,
         self.off) = map(int, counts)


class Rays:
    """What was measured, by (instruction set, mesh)."""

    def __init__(self, path, text):
        self.path, self.caches = path, None
        self.triangles, self.builds, self.ways = {}, {}, {}
        for line in text.splitlines():
            mesh, build, way = (form.fullmatch(line) for form in (MESH, BUILD, WAY))
            if mesh:
                self.triangles[mesh[2], mesh[1]] = int(mesh[3])
                self.caches = f"{int(mesh[4]) >> 10:,} KB of L1, {int(mesh[5]) >> 10:,} of L2 a core"
            if build:
                name, isa, library, *cells = build.groups()
                self.builds.setdefault((isa, name), {})[library] = cells
            if way:
                name, isa, kind, library, *cells = way.groups()
                self.ways.setdefault((isa, name, kind), {}).setdefault(library, []).append(Way(*cells))
        if not self.triangles:
            raise results.Unusable(f"{path}: no lines of meshes")
        for isa, name in self.triangles:
            of = f"{path}: {name} on {isa}"
            if set(self.builds.get((isa, name), ())) != {*LIBRARIES, *ALONE}:
                raise results.Unusable(f"{of}: not a line of each library's build")
            if not self.builds[isa, name][OURS][2]:
                raise results.Unusable(f"{of}: no time of refitting")
            for kind in SETS:
                if set(self.ways.get((isa, name, kind), ())) != {*LIBRARIES, *ALONE}:
                    raise results.Unusable(f"{of}: not a line of each library's {kind} rays")

    def isas(self):
        return list(dict.fromkeys(isa for isa, _ in self.triangles))

    def meshes(self, isa):
        """(title in a table, name) of each mesh, in the order of the file."""
        return [(f"{re.split('[._]', name)[0]}, {counted(triangles)}", name)
                for (of, name), triangles in self.triangles.items() if of == isa]

    def fastest(self, isa, name, kind, library):
        return max(self.ways[isa, name, kind][library], key=lambda way: way.pace)

    def way(self, isa, name, kind, library, named):
        """ns a ray of one way."""
        for way in self.ways[isa, name, kind][library]:
            if way.name == named:
                return 1e3 / way.pace
        raise results.Unusable(f"{self.path}: {name} on {isa}: no line of {library}, {named}")

    def few(self, isa):
        """One row per mesh and kind of rays: one ray of the others, ours beside the first of them."""
        rows = []
        for title, name in self.meshes(isa):
            for kind in SETS:
                others = [self.way(isa, name, kind, library, "one ray") for library in ALONE]
                ours = [self.way(isa, name, kind, OURS, way) for way in FEW]
                rows.append((title, kind, *(digits(ns, 3) for ns in others),
                             *(f"{digits(ns, 3)}; {ns / others[0]:.2f}" for ns in ours)))
        return table((f"ns a ray on {isa}", "rays", *ALONE, *(f"{way}; of Embree's" for way in FEW)), rows)

    def paces(self, isa):
        """One row per mesh and kind of rays: the fastest ways, and ours relative to the others."""
        rows = []
        for title, name in self.meshes(isa):
            for kind in SETS:
                ours, *others = (self.fastest(isa, name, kind, library) for library in LIBRARIES)
                cells = [cell for other in others for cell in (pace(other), digits(ours.pace / other.pace, 3))]
                rows.append((title, kind, pace(ours), *cells))
        others = (head for library in LIBRARIES[1:] for head in (library, "times as fast"))
        return table((f"M rays/s on {isa}", "rays", OURS, *others), rows)

    def summary(self, isa):
        """One row per mesh: for each kind of rays, ours relative to Embree, default and robust."""
        rows = []
        for title, name in self.meshes(isa):
            cells = []
            for kind in SETS:
                ours, *others = (self.fastest(isa, name, kind, library).pace for library in LIBRARIES)
                cells.append("; ".join(digits(ours / other, 3) for other in others))
            rows.append((title, *cells))
        return table((f"times as fast as Embree; robust, {isa}", *SETS), rows)

    def found(self, isa, name, library, count):
        """The sum over all kinds of rays, each with the way that has the highest count."""
        return counted(sum(max(getattr(way, count) for way in self.ways[isa, name, kind][library])
                           for kind in SETS))

    def verdicts(self, isa):
        """One row per mesh: how many rays were judged, and what was found."""
        rows = [(title, *(self.found(isa, name, OURS, count) for count in ("rays", "judged")),
                 *("; ".join(self.found(isa, name, library, count) for count in VERDICTS)
                   for library in LIBRARIES)) for title, name in self.meshes(isa)]
        return table((f"answers on {isa}", "rays", "judged", f"{OURS}: lost; false hits; off",
                      *LIBRARIES[1:]), rows)

    def costs(self, isa):
        """One row per mesh: ns and bytes per triangle of what is built."""
        rows = []
        for title, name in self.meshes(isa):
            triangles, builds = self.triangles[isa, name], self.builds[isa, name]
            each = [(digits(1e6 * float(builds[library][0]) / triangles, 3), builds[library][1])
                    for library in LIBRARIES]
            refit = digits(1e6 * float(builds[OURS][2]) / triangles, 3)
            rows.append((title, each[0][0], refit, each[0][1],
                         *(cell for other in each[1:] for cell in other)))
        others = (head for library in LIBRARIES[1:] for head in (library, "bytes"))
        return table((f"ns a triangle on {isa}", f"{OURS}: built", "refitted", "bytes", *others), rows)


def pace(way):
    return f"{digits(way.pace, 3)}, {way.name}"


def tables(measured, *kinds):
    """These tables, for each instruction set in turn."""
    lines = []
    for isa in measured.isas():
        for kind in kinds:
            lines += ["", *kind(measured, isa)]
    return lines[1:]


def main():
    if len(sys.argv) != 2:
        raise results.Unusable("usage: rays.py FILE")
    measured = Rays(sys.argv[1], results.read(sys.argv[1]))
    print(measured.caches, "", *tables(measured, Rays.costs, Rays.paces, Rays.few, Rays.verdicts), sep="\n")


if __name__ == "__main__":
    results.run(main)
