#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what lanebox-bench-scenes measured: scenes.py FILE

For each instruction set and scene: the fastest way of lanebox beside the fastest of Embree, tracing
alone and with a frame's update of the scene; how long updates take; and how many answers differ. The
last row of a table has geometric means.
"""

import math
import re
import sys

import results
from tables import counted, digits, table

BUILT, REFITTED = "lanebox built", "lanebox refitted"
OURS, EMBREE, BULLET = "lanebox", "Embree", "Bullet"
SETS = ("primary", "diffuse")
MACHINE = re.compile(r"machine (\S+): (.+), (\d+) bytes of L1, (\d+) of L2")
SCENE = re.compile(r"(\S+) (\S+): (\d+) instances of (\d+) meshes, (\d+) triangles placed")
UPDATE = re.compile(r"(\S+) (\S+) update ([^:,]+): ([\d.]+) ms")
WAY = re.compile(r"(\S+) (\S+) (\w+) ([^:,]+), ([^:,]+): ([\d.]+) M rays/s, with updates ([\d.]+); (\d+) of (\d+) rays "
                 r"hit, (\d+) differ")


class Way:
    """A way's line: its library and name, M rays/s alone and with updates, and counts of rays."""

    def __init__(self, library, name, pace, with_updates, *counts):
        self.library, self.name = library, name
        self.pace, self.with_updates = float(pace), float(with_updates)
        self.hits, self.rays, self.differ = map(int, counts)


class Scenes:
    """What was measured, by (instruction set, scene)."""

    def __init__(self, path, text):
        self.path, self.machines = path, {}
        self.scenes, self.updates, self.ways = {}, {}, {}
        for line in text.splitlines():
            machine, scene, update, way = (form.fullmatch(line) for form in (MACHINE, SCENE, UPDATE, WAY))
            if machine:
                isa, of, l1, l2 = machine.groups()
                self.machines[isa] = f"{isa}; {of}; {int(l1) >> 10:,} KB of L1, {int(l2) >> 10:,} of L2 a core"
            if scene:
                self.scenes[scene[2], scene[1]] = int(scene[5])
            if update:
                self.updates.setdefault((update[2], update[1]), {})[update[3]] = float(update[4])
            if way:
                name, isa, kind, *cells = way.groups()
                self.ways.setdefault((isa, name, kind), []).append(Way(*cells))
        if not self.scenes:
            raise results.Unusable(f"{path}: no lines of scenes")
        for isa, name in self.scenes:
            if not {BUILT, REFITTED, BULLET} < set(self.updates.get((isa, name), ())):
                raise results.Unusable(f"{path}: {name} on {isa}: not a line of each library's update")
            for kind in SETS:
                libraries = {way.library.split()[0] for way in self.ways.get((isa, name, kind), ())}
                if libraries != {OURS, EMBREE, BULLET}:
                    raise results.Unusable(f"{path}: {name} on {isa}: not a line of each library's {kind} rays")

    def isas(self):
        return list(dict.fromkeys(isa for isa, _ in self.scenes))

    def names(self, isa):
        return [name for of, name in self.scenes if of == isa]

    def of(self, isa, name, kind, library):
        return [way for way in self.ways[isa, name, kind] if way.library.split()[0] == library]

    def fastest(self, isa, name, kind, library, pace):
        return max(self.of(isa, name, kind, library), key=lambda way: getattr(way, pace))

    def ratio(self, isa, name, kind, pace):
        """How many times as fast our fastest way is as Embree's."""
        ours, theirs = (getattr(self.fastest(isa, name, kind, library, pace), pace) for library in (OURS, EMBREE))
        return ours / theirs

    def fastest_commit(self, isa, name):
        """Embree's fastest update: (ms, library)."""
        return min((ms, library) for library, ms in self.updates[isa, name].items() if library.startswith(EMBREE))

    def summary(self, isa):
        """One row per scene: ours relative to Embree."""
        rows = []
        for name in self.names(isa):
            ratios = [self.ratio(isa, name, kind, pace) for kind in SETS for pace in ("pace", "with_updates")]
            ms = self.updates[isa, name]
            rows.append((name, *ratios, ms[BUILT] / self.fastest_commit(isa, name)[0], ms[REFITTED] / ms[BUILT]))
        means = [math.exp(sum(map(math.log, column)) / len(column)) for column in list(zip(*rows))[1:]]
        heads = (head for kind in SETS for head in (f"{kind}: times Embree", "with updates"))
        return table((f"lanebox, {isa}", *heads, "build / fastest commit", "refit / build"),
                     [(name, *(digits(cell, 3) for cell in cells)) for name, *cells in (*rows, ("mean", *means))])

    def paces(self, isa, pace="pace"):
        """One row per scene and kind of rays: the fastest ways in M rays/s."""
        rows = []
        for name in self.names(isa):
            for kind in SETS:
                ours, theirs, bullet = (self.fastest(isa, name, kind, library, pace) for library in (OURS, EMBREE, BULLET))
                rows.append((name, kind, shown(ours, pace), shown(theirs, pace), digits(getattr(bullet, pace), 2),
                             digits(self.ratio(isa, name, kind, pace), 3)))
        what = "M rays/s" if pace == "pace" else "M rays/s with updates"
        return table((f"{what} on {isa}", "rays", OURS, EMBREE, BULLET, "times Embree"), rows)

    def costs(self, isa):
        """One row per scene: ms of an update."""
        rows = []
        for name in self.names(isa):
            ms, (fastest, library) = self.updates[isa, name], self.fastest_commit(isa, name)
            rows.append((name, counted(self.scenes[isa, name]), *(digits(ms[of], 3) for of in (BUILT, REFITTED)),
                         f"{digits(fastest, 3)}, {without(EMBREE, library)}", digits(ms[BULLET], 3)))
        return table((f"ms per update on {isa}", "triangles", "built", "refitted", "Embree's fastest", BULLET), rows)

    def answers(self, isa):
        """One row per scene and kind of rays: how many answers differ from ours and how many rays miss, by the way with most."""
        rows = []
        for name in self.names(isa):
            for kind in SETS:
                ways = [self.of(isa, name, kind, library) for library in (OURS, EMBREE, BULLET)]
                rows.append((name, kind, *(f"{counted(max(way.differ for way in of))} of {counted(of[0].rays)}" for of in ways),
                             *(counted(max(way.rays - way.hits for way in of)) for of in ways)))
        heads = (f"{library}{what}" for what in (" differ", " miss") for library in (OURS, EMBREE, BULLET))
        return table((f"answers on {isa}", "rays", *heads), rows)


def without(library, name):
    return name.removeprefix(library).strip()


def shown(way, pace):
    library = without(way.library.split()[0], way.library)
    return f"{digits(getattr(way, pace), 3)}, {library}, {way.name}"


def tables(measured):
    """All tables, for each instruction set in turn."""
    lines = []
    for isa in measured.isas():
        lines += ["", measured.machines.get(isa, isa)]
        for part in (measured.paces(isa), measured.paces(isa, "with_updates"), measured.costs(isa),
                     measured.answers(isa), measured.summary(isa)):
            lines += ["", *part]
    return lines[1:]


def main():
    if len(sys.argv) != 2:
        raise results.Unusable("usage: scenes.py FILE")
    print(*tables(Scenes(sys.argv[1], results.read(sys.argv[1]))), sep="\n")


if __name__ == "__main__":
    results.run(main)
