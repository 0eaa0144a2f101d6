#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the figures of README.md and docs/ from result files: figures.py [--check]

A block of figures stands in a document between two lines:

    <!-- figures: NAME FILE -->
    <!-- end of figures -->

NAME is one of BLOCKS below; FILE is a result file of the benchmarks (bench/results/), a recording
by tests/support/record.py (tests/results/), or docs/develop/numerics.md, whose table of promises
has a row for each kernel. Run from the project's root. With --check nothing is written: the exit code is 1 if
a block differs from what its file says, 2 if that cannot be told.
"""

import collections
import glob
import itertools
import os
import re
import sys
import textwrap

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../bench/track"))
import closest
import growth
import maintenance
import peers
import plot
import rays
import results
import scenes
import sharing
import split
import trees
import worlds
from tables import bare, counted, digits, table

BEGIN = re.compile(r"<!-- figures: (\S+) (\S+) -->")
END = "<!-- end of figures -->"

# The blocks that a document must have.
REQUIRED = {
    "README.md": ("plot", "commands", "building"),
    "docs/develop/ci.md": ("selftest",),
    "docs/use/functions.md": ("selected", "functions", "conversions"),
    "docs/use/guide.md": ("layouts", "calls", "beside-pairs", "beside-trees", "beside-rays", "beside-scenes"),
    "docs/use/maintenance.md": ("maintenance", "maintenance-parts", "maintenance-order"),
    "docs/use/contacts.md": ("bullet-contacts",),
    "docs/use/pairs.md": ("bullet", "pairs-peers", "pairs-sizes", "pairs-threads"),
    "docs/use/distance.md": ("touched", "distances", "closest", "closest-python"),
    "docs/use/scenes.md": ("scenes",),
    "docs/use/threads.md": ("code", "growth", "shared"),
    "docs/use/trees.md": ("trees", "separation", "rays", "rays-few", "rays-build"),
    "docs/use/volumes.md": ("volumes", "fits"),
    "docs/use/pairs_mpi.md": ("pairs-mpi", "pairs-mpi-model"),
    "docs/use/platforms.md": ("platforms",),
    "docs/use/trust.md": ("proof", "proof-classes", "proof-sweeps", "proof-conversions", "mutants",
                          "coverage", "fuzz", "climb", "hostile"),
}

ISA, SIZE, FAR = "avx2", 1024, 65536
PLAIN, REFERENCE = ("plain-gcc", "plain-clang"), ("reference",)
MEASURE = "make bench-results"

SELECTED = (  # the row's title, kernel, pattern
    ("boxes, one against many", "aabb_aabb", "one_many"),
    ("boxes, pairwise", "aabb_aabb", "pairwise"),
    ("boxes, list of pairs out of 32-byte structures", "aabb_aabb", "pairs"),
    ("one ray against many boxes", "ray_aabb", "one_many"),
    ("the same, reproducible", "ray_aabb", "one_many_reproducible"),
    ("the same with t", "ray_aabb", "one_many_t"),
    ("many rays against one box", "ray_aabb", "many_one"),
    ("rays and boxes pairwise", "ray_aabb", "pairwise"),
    ("ray and box, list of pairs", "ray_aabb", "pairs"),
    ("oriented boxes pairwise, {hits} hit", "obb_obb", "pairwise"),
    ("the same, {hits} hit", "obb_obb", "pairwise_sparse"),
    ("oriented boxes, list of pairs", "obb_obb", "pairs"),
)
LAYOUTS = (  # what lies in memory, kernel, pattern
    ("boxes, min and max in 32 bytes", "aabb_aabb", "pairs_keep"),
    ("boxes, min and max in 24 bytes", "aabb_aabb", "pairs_keep_tight"),
    ("boxes, an array per float", "aabb_aabb", "pairs_keep_separate"),
    ("oriented boxes in 64 bytes", "obb_obb", "pairs_keep"),
    ("oriented boxes in 60 bytes", "obb_obb", "pairs_keep_tight"),
    ("oriented boxes, an array per float", "obb_obb", "pairs_keep_separate"),
    ("spheres in 16 bytes", "sphere_sphere", "pairs_keep"),
    ("spheres, an array per float", "sphere_sphere", "pairs_keep_separate"),
)
CALLS = (  # what is called, kernel, pattern
    ("`lbx_aabb_aabb`, one box against many", "aabb_aabb", "one_many"),
    ("`lbx_aabb_aabb`, pairwise", "aabb_aabb", "pairwise"),
    ("`lbx_aabb_aabb`, list of pairs", "aabb_aabb", "pairs"),
    ("`lbx_obb_obb`, pairwise", "obb_obb", "pairwise"),
    ("`lbx_obb_obb`, list of pairs", "obb_obb", "pairs"),
    ("`lbx_ray_aabb`, one ray against many", "ray_aabb", "one_many"),
    ("`lbx_ray_aabb`, the same with t", "ray_aabb", "one_many_t"),
    ("`lbx_ray_aabb`, pairwise", "ray_aabb", "pairwise"),
)
CALL_SIZES = (8, 16, 32, 64)
PEERS_FROM = 10000  # boxes
WIDTH = 160  # of lines in documents
ROOT = os.path.join(os.path.dirname(__file__), "../..")


def read(path):
    return results.read(os.path.join(ROOT, path))


def listed(kind, path="tests/support/list.h"):
    """The names of a list of kernels."""
    block = re.search(rf"#define {kind}\(X\)((?:.*\\\n)+.*)", read(path))
    return tuple(re.findall(r"\bX\((\w+)\)", block[1]))


KERNELS, CONVERSIONS = listed("TESTS"), listed("CONVERSIONS")
CLASSES = tuple(kernel for kernel in KERNELS  # those that say more than hit or no hit
                if re.search(rf"lbx_{kernel}\([^)]*uint8_t \*(classes|sides)\)", read("include/lanebox.h")))
SWEEPS = tuple(kernel for kernel in KERNELS if kernel.endswith("_sweep"))
OWN = {"TESTS": ("frustum_aabb", "frustum_obb", "frustum_sphere", "ray_aabb8"), "CONVERSIONS": ("aabbs_from_doubles",)}  # not in the list
HOSTILE = "_hostile"


# --- benchmarks ---

def memory(size):
    return f"{size >> 20} MB" if size >= 1 << 20 else f"{size >> 10} KB"


class Measured:
    """A result file of the benchmarks."""

    def __init__(self, path):
        self.path = path
        data = results.load(path)
        self.rows = results.medians(data)
        self.context = data["context"]
        self.clock = self.value("ceiling/clock", "items_per_second") / 1e9

    def value(self, name, key):
        if name not in self.rows:
            raise results.Unusable(f"{self.path}: no row {name}")
        value = self.rows[name].get(key)
        if not isinstance(value, (int, float)) or not value > 0:
            raise results.Unusable(f"{self.path}: {name} has no {key}")
        return value

    def has(self, name):
        return any(row.startswith(f"{name}/") for row in self.rows)

    def said(self, key):
        if not self.context.get(key):
            raise results.Unusable(f"{self.path}: the context has no {key}")
        return self.context[key]

    def ns(self, kernel, pattern, isa=ISA, size=SIZE):
        """The time of one item."""
        name = f"{kernel}/{pattern}/{isa}/{size}"
        self.value(name, "cpu_time")
        return results.nanoseconds(self.rows[name]) / self.value(name, "n")

    def against(self, kernel, pattern, isas):
        """How many times as fast as the fastest of `isas`, in the nearest pattern that has any."""
        nearest = pattern
        while not any(f"{kernel}/{nearest}/{isa}/{SIZE}" in self.rows for isa in isas):
            if "_" not in nearest:
                raise results.Unusable(
                    f"{self.path}: no row {kernel}/{pattern}/{isas[0]}/{SIZE}, nor a nearer one")
            nearest = nearest.rsplit("_", 1)[0]
        return min(self.ns(kernel, nearest, isa) for isa in isas) / self.ns(kernel, pattern)

    def source(self):
        caches = {c["level"]: c["size"] for c in self.context.get("caches", [])
                  if c["type"] != "Instruction"}
        sizes = ", ".join(f"{memory(caches[level])} of L{level}" for level in sorted(caches))
        sizes = sizes or "caches that the system does not name"
        plain = " and ".join(self.said(compiler) for compiler in PLAIN)
        return (f"{ISA.upper()} on {self.said('cpu')}, {self.clock:.2f} GHz in this run, {sizes}; "
                f"{self.said('compiler')}, plain C by {plain}; revision {self.said('revision')}, "
                f"{self.said('date')[:10]}; {SIZE:,} items, medians of "
                f"{self.said('repetitions')} repetitions: `{MEASURE}`.")


def selected(path):
    measured = Measured(path)
    rows = []
    for title, kernel, pattern in SELECTED:
        ns = measured.ns(kernel, pattern)
        hits = measured.value(f"{kernel}/{pattern}/{ISA}/{SIZE}", "hits")
        rows.append((
            title.format(hits=f"{hits * 100:.0f} %"),
            digits(ns, 3),
            digits(ns * 8 * measured.clock, 3),
            bare(f"{measured.against(kernel, pattern, PLAIN):.2f}"),
            digits(measured.against(kernel, pattern, REFERENCE), 2),
        ))
    head = ("row", "ns an item", "cycles for 8", "against plain C", "against the scalar reference")
    return [measured.source(), "", *table(head, rows)]


def patterns_of(path, names, what, patterns, titles):
    """One row per name; each cell has all patterns."""
    measured = Measured(path)

    def cell(figure):
        return "; ".join(figure(pattern) for pattern in patterns)

    rows = []
    for name in filter(measured.has, names):  # `make lacking` asks that some table has each
        rows.append((
            f"`lbx_{name}`",
            cell(lambda p: digits(measured.ns(name, p), 3)),
            cell(lambda p: bare(f"{measured.against(name, p, PLAIN):.2f}")),
            cell(lambda p: digits(measured.against(name, p, REFERENCE), 2)),
        ))
    head = (what, f"ns an item, {titles}", "against plain C", "against the scalar reference")
    return [measured.source(), "", *table(head, rows)]


def functions(path):
    return patterns_of(path, KERNELS, "function", ("one_many", "many_one", "pairwise"),
                       "one against many; many against one; pairwise")


def conversions(path):
    return patterns_of(path, CONVERSIONS, "conversion", ("arrays", "structures"),
                       "into arrays; structures into structures")


def layouts(path):
    """What finding and keeping a pair of a list costs, by what lies in memory."""
    measured = Measured(path)
    columns = (("_local", SIZE), ("", SIZE), ("_local", FAR), ("", FAR))
    rows = [(title, *(digits(measured.ns(kernel, pattern + order, size=size), 3)
                      for order, size in columns)) for title, kernel, pattern in LAYOUTS]
    return [measured.source(), "", *table(
        ("ns a pair, mask and `lbx_keep`", f"{SIZE:,}, neighbours", f"{SIZE:,}, random order",
         f"{FAR:,}, neighbours", f"{FAR:,}, random order"), rows)]


def calls(path):
    """What whole calls of few items cost, beside an inline loop in plain C."""
    measured = Measured(path)
    rows = []
    for title, kernel, pattern in CALLS:
        cells, pays = [], None
        for size in CALL_SIZES:
            ours = measured.ns(kernel, pattern, size=size) * size
            plain = min(measured.ns(kernel, pattern, isa, size) for isa in PLAIN) * size
            pays = pays or (ours < plain and size)
            cells.append(f"{digits(ours, 3)}; {digits(plain, 3)}")
        rows.append((title, *cells, f"{pays}" if pays else f"above {CALL_SIZES[-1]}"))
    return [measured.source(), "", *table(
        ("ns a call; plain C inline", *(f"n = {size}" for size in CALL_SIZES), "pays from"), rows)]


def hostile(path):
    """How many times as long rows of hostile values take as those of plain ones."""
    measured = Measured(path)
    rows = []
    for kernel in filter(measured.has, KERNELS):
        ratios = [measured.ns(kernel, pattern + HOSTILE) / measured.ns(kernel, pattern)
                  for pattern in ("one_many", "pairwise")]
        rows.append([f"`lbx_{kernel}`", *(bare(f"{ratio:.2f}") for ratio in ratios)])
    return [measured.source(), "",
            *table(("times that of plain values", "one against many", "pairwise"), rows)]


def pairs_of(path, lines_of):
    times = peers.Times(path)
    context = times.context
    return [f"{context['cpu']}, {context['compiler']}, revision {context['revision']}, "
            f"{context['date'][:10]}; ns a box a frame, medians: `make bench-pairs-results`.", "",
            *lines_of(times)]


def pairs_peers(path):
    def lines(times):
        found = [times.beside_peers(size, motion) for size in times.sizes()
                 for motion in peers.MOTIONS if size >= PEERS_FROM]
        return [line for each in found if each for line in (*each, "")][:-1]
    return pairs_of(path, lines)


def beside_pairs(path):
    return pairs_of(path, lambda times: times.summary(PEERS_FROM))


def pairs_sizes(path):
    return pairs_of(path, peers.Times.by_size)


# --- what tests/support/record.py recorded ---

class Recorded:
    """Outputs of a command, each below the lines that say where it ran. Later ones are of what was
    added or changed since; of two rows with the same name the lower one counts."""

    def __init__(self, path):
        self.path = path
        runs = re.split(r"\n\n(?=command: )", results.read(path))
        heads, outputs = zip(*(run.partition("\n\n")[::2] for run in runs))
        self.headers = [dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
                        for head in heads]
        self.text = "\n".join(outputs)

    def said(self, key, run=0):
        if key not in self.headers[run]:
            raise results.Unusable(f"{self.path}: no line `{key}:` above an output")
        return self.headers[run][key]

    def source(self):
        """Where each run was made, as far as it differs from the one before."""
        runs = [[self.said(key, run) for key in ("cpu", "compiler", "revision", "date", "seconds", "command")]
                for run in range(len(self.headers))]
        said, before = [], None
        for (*machine, revision, date), group in itertools.groupby(runs, key=lambda run: run[:4]):
            where = [] if machine == before else machine
            took = [f"{seconds} s: `{command}`" for *_, seconds, command in group]
            said.append(", ".join([*where, f"revision {revision}", date, *took]) + ".")
            before = machine
        return " Since then: ".join(said)

    def rows(self, pattern, what):
        """The groups of all lines that match."""
        found = re.findall(f"^{pattern}$", self.text, re.MULTILINE)
        if not found:
            raise results.Unusable(f"{self.path}: no {what}")
        return found

    def find(self, pattern, what):
        """The groups of the last line that matches."""
        return self.rows(pattern, f"line {what}")[-1]


def proof_of(path, kernels, beside, outputs):
    """One row per kernel and form of `make prove`, or per kernel if its forms do not differ."""
    recorded = Recorded(path)
    forms, tables, ran_on = {}, None, {}
    for line in recorded.text.splitlines():
        fields = line.split()
        tables = line.removeprefix("tables: ") if line.startswith("tables: ") else tables
        if len(fields) == 13 and fields[2] == "all" and fields[1] in ("plain", "fused"):
            if fields[0] not in KERNELS:
                raise results.Unusable(f"{path}: {fields[0]} is in no table of docs/site/figures.py")
            ran_on[fields[0]] = tables
            forms.setdefault(fields[0], {})[fields[1]] = [
                *map(counted, fields[3:7]), "" if fields[7] == "-" else bare(fields[7]),
                *([", ".join(bare(part) for part in fields[8:12] if part != "-")]
                  if outputs else [])]
    rows = []
    for kernel in kernels:
        if len(forms.get(kernel, ())) != 2:
            raise results.Unusable(f"{path}: no rows of {kernel}, plain and fused")
        plain, fused = forms[kernel]["plain"], forms[kernel]["fused"]
        if plain == fused:
            rows.append([f"`{kernel}`", *plain])
        else:
            rows += [[f"`{kernel}`, plain", *plain], [f"`{kernel}`, fused", *fused]]
    recorded.find(r"tables: (.*)", "`tables:`")
    usual = collections.Counter(ran_on[kernel] for kernel in kernels).most_common(1)[0][0]
    said = f"Tables: {usual}."
    for other in dict.fromkeys(ran_on[kernel] for kernel in kernels if ran_on[kernel] != usual):
        those = ", ".join(f"`{kernel}`" for kernel in kernels if ran_on[kernel] == other)
        said += f" Of {those}: {other}."
    head = ("kernel, form", "vectors", "hits", "lost", beside, "worst distance",
            *([outputs] if outputs else []))
    return [f"{recorded.source()} {said}", "", *table(head, rows)]


def proof(path):
    kernels = [kernel for kernel in KERNELS if kernel not in CLASSES + SWEEPS]
    return proof_of(path, kernels, "false hits", "worst t_enter, t_exit")


def proof_classes(path):
    return proof_of(path, CLASSES, "less sure", None)


def proof_sweeps(path):
    return proof_of(path, SWEEPS, "false hits", "worst u_first, u_last or point")


def proof_conversions(path):
    recorded = Recorded(path)
    rows = []
    for name in CONVERSIONS + OWN["CONVERSIONS"]:
        *counts, worst = recorded.find(rf"{name} +(\d+) +(\d+) +(\d+) +([\d.]+)", f"of {name}")
        rows.append([f"`{name}`", *map(counted, counts), bare(worst)])
    head = ("conversion", "elements", "broken promises", "differing bits", "worst")
    return [recorded.source(), "", *table(head, rows)]


def mutants(path):
    recorded = Recorded(path)
    every = int(recorded.find(r"\d+ of (\d+) mutants; .*", "`... of ... mutants`"))
    sources = dict(re.findall(r"^ *\d+ (\S+): ([\w, ]+)$", recorded.text, re.MULTILINE))
    if not sources:
        raise results.Unusable(f"{path}: no line of a source")
    kinds = collections.Counter()
    for count, kind in re.findall(r"(\d+) ([a-z ]+)", ", ".join(sources.values())):
        kinds[kind] += int(count)
    part = "" if kinds.total() == every else f"{counted(kinds.total())} of "
    counts = ", ".join(f"{counted(count)} {kind}" for kind, count in sorted(kinds.items()))
    return [recorded.source(), "", f"{part}{counted(every)} mutants: {counts}."]


def coverage(path):
    recorded = Recorded(path)
    files = re.findall(r"^\S+ +(\d+) +(\d+) +(\d+)$", recorded.text, re.MULTILINE)
    if not files:
        raise results.Unusable(f"{path}: no line of a file")
    lines, covered, explained = (sum(map(int, column)) for column in zip(*files))
    return [recorded.source(), "",
            f"{lines:,} lines of kernels, lanes and dispatch: {covered:,} covered, "
            f"{explained:,} not covered and explained."]


def fuzz(path):
    recorded = Recorded(path)
    recorded.find(r"Done (\d+) runs in (\d+) second\(s\)", "`Done ... runs`")
    calls, seconds = (sum(map(int, column)) for column in zip(*re.findall(
        r"^Done (\d+) runs in (\d+) second\(s\)$", recorded.text, re.MULTILINE)))
    damaged = re.findall(r"^damaged: (\d+) checked, (\d+) passed and were searched$", recorded.text, re.MULTILINE)
    said = f"{calls:,} calls in {seconds:,} s: nothing found."
    if damaged:
        checked, passed = (sum(map(int, column)) for column in zip(*damaged))
        said += f" Of {checked:,} damaged orders and trees {passed:,} passed their checks and were searched."
    return [recorded.source(), "", said]


def climb(path):
    recorded = Recorded(path)
    head = recorded.find(r"kernel +form +edges((?: +\d+%)+)", "the head of a table").split()
    rows = {(kernel, form): numbers for kernel, form, numbers in re.findall(
        r"^(\w+) +(plain|fused) +(\d+(?: +\d+)+)$", recorded.text, re.MULTILINE)}
    if not rows:
        raise results.Unusable(f"{path}: no row of a kernel")
    return [recorded.source(), "",
            *table(["kernel, form", "pairs", *[percent.replace("%", " %") for percent in head]],
                   [[f"`{kernel}`, {form}", *map(counted, numbers.split())]
                    for (kernel, form), numbers in rows.items()])]


def pairs_threads(path):
    recorded = Recorded(path)
    rows = re.findall(r"^([a-z0-9.]+) +([\d.]+) +([\d.]+) +([\d.]+) of the processes' pace$",
                      recorded.text, re.MULTILINE)
    if {row[0] for row in rows} != set(peers.SETS):
        raise results.Unusable(f"{path}: no row of each set")
    boxes = recorded.find(r"(\d+) boxes, ns a box of a search: .*", "`... boxes`")
    head = (f"{counted(boxes)} boxes, ns a box of a search", "two processes, a search each",
            "two threads, one search", "threads' part of the processes' pace")
    return [recorded.source(), "",
            *table(head, [(peers.SETS[name], ours, theirs, bare(pace))
                          for name, ours, theirs, pace in rows])]


def growth_of(path):
    recorded = Recorded(path)
    isa = recorded.find(r"isa: (\S+)", "`isa: ...`")
    head = ("call", "on", "shares", "tasks", "alone, %", *(f"{n} workers" for n in growth.WORKERS))
    return [f"{recorded.source()} lanebox on {isa}.", "",
            *table(head, [(f"`{name}`", sharing.subject(on), counted(shares), counted(tasks), digits(float(alone), 2),
                           *(digits(float(pace[str(n)]), 3) for n in growth.WORKERS))
                          for name, on, shares, tasks, alone, pace in growth.Growth(path, recorded.text).rows])]


def shared_calls(path):
    recorded = Recorded(path)
    isa = recorded.find(r"isa: (\S+)", "`isa: ...`")
    measured = sharing.Sharing(path, recorded.text)
    return [f"{recorded.source()} lanebox on {isa}.", "", *measured.shared(), "",
            "Beside Embree 3.13, whose threads are oneTBB's, on the same meshes. Its refits are those of a dynamic scene.", "",
            *measured.beside()]


def code(path):
    """A file of examples/, without its licence and its guard."""
    lines = [line for line in results.read(path).splitlines()
             if not re.match(r"// SPDX-|#(ifndef|define) EXAMPLE_\w+_H$", line)]
    if lines[-1] == "#endif":
        lines.pop()
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    language = "cpp" if "std::" in text else "c"
    return [f"<!-- not run: `make workers` compiles and runs {path} -->", f"```{language}", *text.split("\n"), "```"]


def platforms(path):
    recorded = Recorded(path)
    rows = {}  # if a platform has two lines, the later one counts
    for line in re.findall(r"^platform: (.*)$", recorded.text, re.MULTILINE):
        name, *columns, command = line.split(" | ")
        rows[name] = (*columns, command)
    if not rows:
        raise results.Unusable(f"{path}: no line of a platform")
    head = ("platform", "builds", "tests that pass", "golden hashes", "measured or emulated")
    return [recorded.source(), "", *table(head, [(name, *columns) for name, (*columns, _) in rows.items()]), "",
            *(f"- {name}: `{command}`" for name, (*_, command) in rows.items())]


def volumes(path):
    recorded = Recorded(path)
    meshes = {}
    for mesh, vertices, _, fit, volume, area, ns in re.findall(
            r"^(\S+) +(\d+) +(\d+) +(lbx_\w+) +([\d.]+) +([\d.]+) +([\d.]+)$", recorded.text,
            re.MULTILINE):
        meshes.setdefault((mesh, vertices), {})[fit] = (
            f"{float(volume):.2f}; {float(area):.2f}; {digits(float(ns), 2)}")
    fits = list(next(iter(meshes.values()), ()))
    if len(meshes) < 5 or any(list(cells) != fits for cells in meshes.values()):
        raise results.Unusable(f"{path}: no row of each fit of five meshes")
    rows = [(mesh, counted(vertices), *cells.values()) for (mesh, vertices), cells in meshes.items()]
    head = ("mesh", "vertices", *(f"`{fit}`" for fit in fits))
    return [recorded.source(), "", *table(head, rows)]


def fits(path):
    recorded = Recorded(path)
    rows = [(name, counted(triangles), f"{float(fit):.2f}", f"{float(least):.3f}", digits(float(ms), 2), f"{times} times")
            for name, triangles, fit, least, ms, times in re.findall(
                r"^(\S+): (\d+) triangles; lbx_obb_fit ([\d.]+) .*; lbx_obb_fit_least ([\d.]+), ([\d.]+) ms; "
                r"CGAL .*, (\d+) times as long$", recorded.text, re.MULTILINE)]
    if len(rows) < 25:
        raise results.Unusable(f"{path}: no row of each of twenty-five meshes")
    head = ("mesh", "triangles", "`lbx_obb_fit`, volume", "`lbx_obb_fit_least`, volume", "ms", "CGAL takes")
    return [recorded.source(), "", *table(head, rows)]


def separation(path):
    recorded = Recorded(path)
    isa = recorded.find(r"isa: (\S+)", "`isa: ...`")
    rows = [(f"`{name}`", counted(pairs), counted(touch), *(digits(float(us), 3) for us in times))
            for name, pairs, touch, *times in re.findall(
                r"^(\S+): (\d+) pairs, (\d+) touch; lanebox ([\d.]+) us a pair; any ([\d.]+); with hints ([\d.]+), .*; "
                r"FCL ([\d.]+), ([\d.]+) and ([\d.]+) times",
                recorded.text, re.MULTILINE)]
    if len(rows) < 8:
        raise results.Unusable(f"{path}: no row of each of eight scenes")
    head = ("scene", "pairs", "of these touch", "us a pair", "`LBX_ANY`", "and hints", "FCL", "times as long", "as `LBX_ANY`")
    return [f"{recorded.source()} lanebox on {isa}.", "", *table(head, rows)]


def maintenance_of(path, lines_of):
    recorded = Recorded(path)
    isa = recorded.find(r"isa: (\S+)", "`isa: ...`")
    ways = maintenance.Ways(path, recorded.text)
    return [f"{recorded.source()} lanebox on {isa}.", "", *lines_of(ways)]


def maintenance_whole(path):
    return maintenance_of(path, lambda ways: maintenance.tables(ways, False))


def maintenance_parts(path):
    return maintenance_of(path, lambda ways: maintenance.tables(ways, True))


def beside_trees(path):
    return maintenance_of(path, maintenance.Ways.beside_libraries)


def maintenance_order(path):
    return maintenance.Ways(path, Recorded(path).text).against_order()


def trees_cost(path):
    recorded = Recorded(path)
    isa = recorded.find(r"isa: (\S+)", "`isa: ...`")
    costs = trees.Costs(path, recorded.text)
    return [f"{recorded.source()} lanebox on {isa}.", "", *costs.table(), "", costs.said_of_threads()]


def rays_of(path, *kinds):
    recorded = Recorded(path)
    measured = rays.Rays(path, recorded.text)
    return [f"{measured.caches}. {recorded.source()}", "", *rays.tables(measured, *kinds)]


def rays_traced(path):
    return rays_of(path, rays.Rays.paces, rays.Rays.verdicts)


def rays_few(path):
    return rays_of(path, rays.Rays.few)


def rays_built(path):
    return rays_of(path, rays.Rays.costs)


def beside_rays(path):
    return rays_of(path, rays.Rays.summary)


def scenes_of(path, *kinds):
    recorded = Recorded(path)
    measured = scenes.Scenes(path, recorded.text)
    return [recorded.source(), *(line for isa in measured.isas() for kind in kinds for line in ["", *kind(measured, isa)])]


def scenes_traced(path):
    return scenes_of(path, scenes.Scenes.paces, scenes.Scenes.costs, scenes.Scenes.answers)


def beside_scenes(path):
    return scenes_of(path, scenes.Scenes.summary)


def closest_points(path):
    recorded = Recorded(path)
    return [recorded.source(), "", *closest.tables(closest.Closest(path, recorded.text))]


def distances_proved(path):
    recorded = Recorded(path)
    rows = recorded.rows(r"(.+), (\d+) triangles: (\d+) points, (\d+) off, worst ([\d.]+) of the bound; signs: "
                         r"by normals (\d+), (\d+) wrong; by crossings (\d+), (\d+) wrong", "lines of meshes")
    head = ("meshes", "triangles", "points", "beyond the bound", "worst, of the bound", "signs by normals", "wrong",
            "by crossings", "wrong")
    return [recorded.source(), "",
            *table(head, [(name, counted(triangles), counted(points), off, bare(worst), counted(normals), wrong,
                           counted(crossings), lost)
                          for name, triangles, points, off, worst, normals, wrong, crossings, lost in rows])]


def capsules_proved(path):
    recorded = Recorded(path)
    rows = recorded.rows(r"(.+), (\d+) triangles: (\d+) capsules, (\d+) triangles touched, other ones by (\d+)",
                         "lines of meshes")
    head = ("meshes", "triangles", "capsules", "triangles touched", "capsules that touch others")
    return [recorded.source(), "",
            *table(head, [(name, *map(counted, counts), others) for name, *counts, others in rows])]


def beside_open3d(path):
    recorded = Recorded(path)
    rows = recorded.rows(r"(\S+) (\w+): (\d+) triangles, ns a point: lanebox (\d+), the C call (\d+), ([\d.]+) times; "
                         r"Open3D (\d+), ([\d.]+) times", "lines of meshes")
    head = ("from Python, 1,000,000 points", "points", "ns a point", "the C call", "times as long", "Open3D", "times as long")
    return [recorded.source(), "",
            *table(head, [(f"{re.split('[._]', name)[0]}, {counted(triangles)}", kind, counted(ours), counted(bare_call),
                           bare(ratio), counted(theirs), times)
                          for name, kind, triangles, ours, bare_call, ratio, theirs, times in rows])]


def cull(path):
    """What a camera sees: one call beside six calls of planes, an order beside Bullet."""
    recorded = Recorded(path)
    linear = re.findall(r"^linear (\w+) (\w+): ([\d.]+) intersect, six planes ([\d.]+) ns a box, frustum ([\d.]+), "
                        r"([\d.]+) of it; kept (\d+) and (\d+)$", recorded.text, re.MULTILINE)
    order = re.findall(r"^order (\w+): (\d+) boxes, (\d+) seen, ([\d.]+) us, linear ([\d.]+), ([\d.]+) times, "
                       r"Bullet ([\d.]+), ([\d.]+) times, keeps (\d+)$", recorded.text, re.MULTILINE)
    if not linear or not order:
        raise results.Unusable(f"{path}: no line of a scene")
    head = ("65,536 boxes", "instruction set", "intersect a side", "six planes, ns a box", "`lbx_frustum_aabb`",
            "of the planes' time", "kept by planes", "by this")
    rows = [(scene, isa, f"{float(across):.1%}".replace("%", " %"), bare(planes), bare(one), bare(part), counted(kept),
             counted(seen)) for scene, isa, across, planes, one, part, kept, seen in linear]
    sorted_head = (f"{counted(order[0][1])} sorted boxes, {counted(order[0][2])} seen: µs", "`lbx_query_frustums`",
                   "`lbx_frustum_aabb`", "times as long", "`btDbvt::collideKDOP`", "times as long")
    sorted_rows = [(isa, bare(some), bare(everything), times, bare(others), more)
                   for isa, _, _, some, everything, times, others, more, _ in order]
    return [recorded.source(), "", *table(head, rows), "", *table(sorted_head, sorted_rows)]


def commands(path):
    """How long README's two commands take in a fresh clone."""
    recorded = Recorded(path)
    demo, test = (recorded.find(rf"make {name}: (\d+) s, \d+ MB", f"`make {name}: ... s`")
                  for name in ("demo", "test"))
    processors = recorded.find(r"(\d+) processors", "`... processors`")
    return [f"`make demo`, which compiles only what it calls, takes {clock(demo)}, `make test` after it {clock(test)} "
            f"(`{recorded.said('command')}`; {cpu(recorded.said('cpu'))}, {processors} processors, "
            f"{recorded.said('compiler')}, {recorded.said('date')})."]


def building(path):
    """What it takes to build the library, and how large it is."""
    recorded = Recorded(path)
    (library, most), (file, all_of_it) = (
        recorded.find(rf"{what}: (\d+) s, (\d+) MB", f"`{what}: ... s, ... MB`")
        for what in ("the library", "lanebox\\.c"))
    shared, one = (int(recorded.find(rf"{what}: (\d+) bytes, at most \d+", f"`{what}: ... bytes`"))
                   for what in (r"\S*liblanebox\.so\S*", "a program that calls lbx_aabb_aabb"))
    return [f"Building the library for all instruction sets takes {clock(library)} on two processors and {most} MB per "
            f"compiler; `lanebox.c` takes {clock(file)} on one, and {all_of_it} MB. The shared library is {shared / 1e6:.2f} MB, "
            f"a static program with one kernel {one / 1e3:.0f} KB (`make size`)."]


def compared(path):
    """What README's plot shows."""
    pairs = peers.Times(plot.PAIRS).context
    sources = [f"`make bench-pairs-results` ({cpu(pairs['cpu'])}, {pairs['date'][:10]})"]
    for target, of in ("rays-results", Recorded(path)), ("bench-maintenance", Recorded(plot.MESHES)):
        sources.append(f"`make {target}` ({cpu(of.said('cpu'))}, {of.said('date')})")
    return ["Longer is faster. One thread, AVX-512, beside Debian 12's Bullet 3.24, FCL 0.7, CGAL 5.5, Embree 3.13, and "
            f"RAPID. From the left: {', '.join(sources)}."]


def cpu(name):
    return re.sub(r"\(R\)| Processor", "", name)


def clock(seconds):
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def bullet(path):
    recorded = Recorded(path)
    boxes, steps, pairs = recorded.find(
        r"([\d,]+) boxes, (\d+) steps: the same ([\d,]+) pairs as btDbvtBroadphase, .*", "of pairs")
    ours, our_median, theirs, their_median, ratio = recorded.find(
        r"updateAabbs \+ calculateOverlappingPairs, ms a step: lanebox ([\d.]+) \(median ([\d.]+)\), "
        r"btDbvtBroadphase ([\d.]+) \(([\d.]+)\): ([\d.]+) times as fast", "of times")
    head = ("boxes", "steps", "pairs compared", "lanebox, ms a step: mean; median",
            "btDbvtBroadphase", "times as fast")
    return [recorded.source(), "",
            *table(head, [(boxes, steps, pairs, f"{bare(ours)}; {bare(our_median)}",
                           f"{bare(theirs)}; {bare(their_median)}", ratio)])]


def bullet_contacts(path):
    recorded = Recorded(path)
    both = worlds.Worlds(path, recorded.text)
    standing = recorded.find(r"(\d+ stacks of \d+ cubes of 1 m stand for \d+ steps; .*)", "of stacks")
    return [recorded.source(), "", *both.table(), "", f"{both.said_of_end()} {standing}."]


def selftest(path):
    try:
        context, (runs, *_) = results.read_sheet(path)
        kinds = {}
        for run in runs:
            kinds.setdefault((run["what"], run["rows"], run["loaded"]), []).append(run)
        rows = [[f"{100 * float(context['slower']):.1f} % slower" if what == "planted" else what,
                 "another process at work" if loaded else "", str(len(of)), counted(count),
                 str(sum(run["suspected"] for run in of)), str(sum("alarms" in run for run in of))]
                for (what, count, loaded), of in kinds.items()]
        source = (f"{context['cpu']}, {context['compiler']}, revision {context['revision']}, "
                  f"{context['date'][:10]}, {float(context['minutes']):.0f} minutes: `make bench-selftest`.")
        gated = (f"With 2 % more instructions in `{context['planted in']}` the gate "
                 f"{context['gate']} and names {context['rows that the gate names']} rows.")
    except (ValueError, KeyError, TypeError) as error:
        raise results.Unusable(f"{path}: no result of bench-selftest: {error!r}") from error
    head = ("the working tree", "beside it", "runs", "rows", "suspected rows", "runs that alarm")
    return [source, "", *table(head, rows), "", gated]


# --- the rows of docs/develop/numerics.md, for docs/use/functions.md ---

def promised(path, kind, head):
    rows = []
    for name in listed(kind) + OWN.get(kind, ()):
        said = re.findall(rf"^\| `lbx_{name}` \|.*$", read(path), re.MULTILINE)
        if len(said) != 1:
            raise results.Unusable(f"{path}: {len(said)} rows of lbx_{name}")
        rows.append(said[0])
    return [f"| {' | '.join(head)} |", "|" + "---|" * len(head), *rows]


def promised_tests(path):
    return promised(path, "TESTS", ("function", "answers", "source", "false hits closer than"))


def promised_conversions(path):
    return promised(path, "CONVERSIONS",
                    ("conversion", "of", "source", "larger than the exact one by at most"))


BLOCKS = {
    "tests-promised": promised_tests,
    "conversions-promised": promised_conversions,
    "selftest": selftest,
    "cull": cull,
    "selected": selected,
    "functions": functions,
    "layouts": layouts,
    "calls": calls,
    "conversions": conversions,
    "hostile": hostile,
    "proof": proof,
    "proof-classes": proof_classes,
    "proof-sweeps": proof_sweeps,
    "proof-conversions": proof_conversions,
    "mutants": mutants,
    "coverage": coverage,
    "fuzz": fuzz,
    "climb": climb,
    "bullet": bullet,
    "bullet-contacts": bullet_contacts,
    "commands": commands,
    "building": building,
    "plot": compared,
    "beside-pairs": beside_pairs,
    "beside-trees": beside_trees,
    "beside-rays": beside_rays,
    "beside-scenes": beside_scenes,
    "platforms": platforms,
    "volumes": volumes,
    "fits": fits,
    "separation": separation,
    "maintenance": maintenance_whole,
    "maintenance-order": maintenance_order,
    "maintenance-parts": maintenance_parts,
    "trees": trees_cost,
    "closest": closest_points,
    "closest-python": beside_open3d,
    "distances": distances_proved,
    "touched": capsules_proved,
    "rays": rays_traced,
    "rays-build": rays_built,
    "rays-few": rays_few,
    "scenes": scenes_traced,
    "pairs-peers": pairs_peers,
    "pairs-sizes": pairs_sizes,
    "pairs-threads": pairs_threads,
    "growth": growth_of,
    "shared": shared_calls,
    "code": code,
    "pairs-mpi": split.measured,
    "pairs-mpi-model": split.modelled,
}


# --- documents ---

def wrapped(lines):
    """Rows of tables and code stay whole, and commands that fit a line."""
    in_code = False
    for line in lines:
        if line.startswith("```"):
            in_code = not in_code
        if in_code or line.startswith(("|", "```")) or not line:
            yield line
            continue
        line = re.sub("`[^`]*`", lambda command: command[0] if len(command[0]) > WIDTH else command[0].replace(" ", "\0"),
                      line)
        for part in textwrap.wrap(line, WIDTH, break_long_words=False, break_on_hyphens=False,
                                  subsequent_indent="  " if line.startswith("- ") else ""):
            yield part.replace("\0", " ")


class Block:
    """What stands between two markers, and what should."""

    def __init__(self, document, lines, begin, end):
        self.name, self.path = BEGIN.fullmatch(lines[begin]).groups()
        if self.name not in BLOCKS:
            raise results.Unusable(f"{document}:{begin + 1}: no block is named {self.name}")
        self.begin, self.end = begin + 1, end
        self.there = lines[begin + 1:end]
        self.right = ["", *wrapped(BLOCKS[self.name](self.path)), ""]

    def difference(self):
        """The first line that is not right: its index, what is there, what should be; or None."""
        for i, (there, right) in enumerate(itertools.zip_longest(self.there, self.right)):
            if there != right:
                return self.begin + i, there, right
        return None

    def complaint(self, document):
        i, there, right = self.difference()
        return (f"{document}:{i + 1}: {self.name} is not what {self.path} says; run `make figures`"
                f"\n    there: {shown(there)}\n    right: {shown(right)}")


def shown(line):
    return "(end of the block)" if line is None else line


def blocks_of(document, lines):
    blocks, begin = [], None
    for i, line in enumerate(lines):
        if line.startswith("<!-- figures"):
            if begin is not None or not BEGIN.fullmatch(line):
                raise results.Unusable(f"{document}:{i + 1}: a marker out of place: {line}")
            begin = i
        elif line == END:
            if begin is None:
                raise results.Unusable(f"{document}:{i + 1}: an end without a beginning")
            blocks.append(Block(document, lines, begin, i))
            begin = None
    if begin is not None:
        raise results.Unusable(f"{document}:{begin + 1}: the block has no end: {END}")
    for name in REQUIRED.get(document, ()):
        if name not in (block.name for block in blocks):
            raise results.Unusable(f"{document}: the block {name} is missing")
    return blocks


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        raise results.Unusable("usage: figures.py [--check]")
    found = []
    for document in sorted({*REQUIRED, *glob.glob("*.md"), *glob.glob("docs/*/*.md")}):
        lines = results.read(document).split("\n")
        found.append((document, lines, blocks_of(document, lines)))

    right = True
    for document, lines, blocks in found:
        wrong = [block for block in blocks if block.difference()]
        right = right and not wrong
        if check:
            for block in wrong:
                print(block.complaint(document))
        elif wrong:
            for block in reversed(wrong):
                lines[block.begin:block.end] = block.right
            results.replace(document, "\n".join(lines))
    for scheme, path in plot.FILES.items():
        drawing = plot.drawn(scheme)
        if os.path.exists(path) and results.read(path) == drawing:
            continue
        right = False
        if check:
            print(f"{path} is not what its result files say; run `make figures`")
        else:
            results.replace(path, drawing)
    return 1 if check and not right else 0


if __name__ == "__main__":
    results.run(main)
