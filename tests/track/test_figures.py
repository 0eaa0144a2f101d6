# SPDX-License-Identifier: MIT
"""docs/site/figures.py over made-up documents and results; tests/support/record.py over small commands."""

import os
import re
import select
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(ROOT, "docs/site"))
import figures
from figures import results

MACHINE = "bench/results/machine.csv"
PROVE, MUTANTS = "tests/results/prove.txt", "tests/results/mutants.txt"
COVERAGE, FUZZ = "tests/results/coverage.txt", "tests/results/fuzz.txt"
PEERS, THREADS = "bench/results/pairs-machine.csv", "tests/results/pairs_threads.txt"
SELFTEST, CLIMB = "bench/results/selftest.csv", "tests/results/climb.txt"
SPLIT, BULLET = "bench/results/pairs_mpi.csv", "tests/results/bullet_world.txt"
VOLUMES, FITS, TREES, SEPARATION = (f"tests/results/{name}.txt" for name in ("volumes", "fits", "trees", "separation"))
MAINTENANCE, RAYS = "tests/results/maintenance.txt", "tests/results/rays.txt"
SCENES = "tests/results/scenes.txt"
CLOSEST, DISTANCE, CAPSULES, OPEN3D = (f"tests/results/{name}.txt" for name in ("closest", "distance", "capsules", "open3d"))
COMMANDS, PLATFORMS = "tests/results/commands.txt", "tests/results/platforms.txt"
GROWTH, WORKERS, CODE = "tests/results/growth.txt", "tests/results/workers.txt", "examples/workers/made_up.h"
FILES = {"growth": GROWTH, "shared": WORKERS, "code": CODE, "volumes": VOLUMES, "fits": FITS, "trees": TREES, "separation": SEPARATION, "mutants": MUTANTS, "coverage": COVERAGE, "fuzz": FUZZ, "selftest": SELFTEST,
         "climb": CLIMB, "pairs-peers": PEERS, "pairs-sizes": PEERS, "pairs-threads": THREADS,
         "pairs-mpi": SPLIT, "pairs-mpi-model": SPLIT, "bullet": BULLET, "bullet-contacts": BULLET, "maintenance": MAINTENANCE,
         "maintenance-parts": MAINTENANCE, "maintenance-order": MAINTENANCE,
         "closest": CLOSEST, "distances": DISTANCE, "touched": CAPSULES, "closest-python": OPEN3D, "rays": RAYS, "rays-few": RAYS, "rays-build": RAYS, "beside-pairs": PEERS, "beside-trees": MAINTENANCE,
         "beside-rays": RAYS, "scenes": SCENES, "beside-scenes": SCENES, "plot": RAYS, "commands": COMMANDS, "building": COMMANDS, "platforms": PLATFORMS}
TIMES = {"avx2": 1000, "plain-gcc": 3000, "plain-clang": 2000, "reference": 20000}  # of 1,000 items


def file_of(block):
    return PROVE if block.startswith("proof") else FILES.get(block, MACHINE)


def row(name, **more):
    return {"name": name, "run_name": name, "run_type": "iteration", "iterations": 1,
            "real_time": 1.0, "cpu_time": 1.0, "time_unit": "ns", **more}


def benchmarks():
    """An item takes 1 ns, .5 ns in a pattern's `_sparse` form, and 3 ns if it is hostile."""
    patterns = ["one_many", "many_one", "pairwise", "pairs"]
    names = [(kernel, pattern) for kernel in figures.KERNELS for pattern in patterns]
    names += [(name, pattern) for name in figures.CONVERSIONS
              for pattern in ("arrays", "structures")]
    rows = [row("ceiling/clock", items_per_second=4e9)]
    for kernel, pattern in names:
        rows += [row(f"{kernel}/{pattern}/{isa}/1024", cpu_time=time, n=1000, hits=.5)
                 for isa, time in TIMES.items()]
    for kernel in figures.KERNELS:
        rows += [row(f"{kernel}/{pattern}_hostile/avx2/1024", cpu_time=3000, n=1000, hits=.5)
                 for pattern in ("one_many", "pairwise")]
    rows += [row(f"ray_aabb/one_many_{form}/avx2/1024", cpu_time=1000, n=1000, hits=.5)
             for form in ("t", "reproducible")]
    rows.append(row("obb_obb/pairwise_sparse/avx2/1024", cpu_time=500, n=1000, hits=.04))
    for _, kernel, pattern in figures.LAYOUTS:
        rows += [row(f"{kernel}/{pattern}{order}/avx2/{size}", cpu_time=time, n=1000, hits=.5)
                 for order, size, time in (("_local", 1024, 1000), ("", 1024, 1100),
                                           ("_local", 65536, 1200), ("", 65536, 2500))]
    for _, kernel, pattern in figures.CALLS:  # plain C is ahead up to 16
        rows += [row(f"{kernel}/{pattern}/{isa}/{size}", n=1000, hits=.5,
                     cpu_time=time if size > 16 or isa != "avx2" else 2500)
                 for isa, time in TIMES.items() for size in figures.CALL_SIZES]
    context = {"date": "2001-02-03T04:05:06+00:00", "cpu": "Made Up CPU", "compiler": "GCC 1.2.3",
               "plain-gcc": "GCC 1.2.3", "plain-clang": "Clang 4.5.6", "revision": "abc1234",
               "repetitions": "12", "caches": [{"type": "Data", "level": 1, "size": 49152},
                                               {"type": "Instruction", "level": 1, "size": 1024},
                                               {"type": "Unified", "level": 2, "size": 1 << 21}]}
    return {"context": context, "benchmarks": rows}


def peers():
    """Ours take 50 ns per box, or 20 refitted; others take 100 to 500."""
    times = {"avx2": 50, "avx512": 40, "Other": 100}
    rows = []
    for number, name in enumerate(figures.peers.SETS):
        for size in 1024, 10000:
            n = 6 * size
            for runner, time in times.items():
                time *= number + 1 if runner == "Other" else 1
                rows += [row(f"pairs/{name}{motion}/{runner}/{size}", cpu_time=n * time, n=n)
                         for motion in ("", "_drift")]
            rows.append(row(f"pairs/{name}_refit/avx2/{size}", cpu_time=n * 20, n=n))
            rows.append(row(f"pairs/{name}/reference/{size}", cpu_time=1, n=n))
    return {"context": benchmarks()["context"], "benchmarks": rows}


def plotted_pairs():
    """As peers, but of libraries that README's plot names: ours takes 20 ns per box, others 100."""
    rows = [row(f"pairs/{name}{of}/10000", cpu_time=10000 * time, n=10000)
            for name in figures.peers.SETS
            for of, time in [("_refit/avx512", 20), *((f"/{peer}", 100) for peer in figures.plot.PEERS)]]
    return {"context": benchmarks()["context"], "benchmarks": rows}


def record(body):
    return ("command: make made-up\ncpu: Made Up CPU\ncompiler: gcc 1.2.3\nrevision: abc1234\n"
            "date: 2001-02-03\nseconds: 1234\n\n" + body)


def proof():
    lines = ["tables: scalar made-up"]
    for kernel in figures.KERNELS:
        outputs = "0.250 0.500 - -" if kernel == "ray_aabb" else "- - - -"
        for form, hits in ("plain", 6000), ("fused", 6001 if kernel == "obb_obb" else 6000):
            lines.append(f"{kernel} {form}  all hit 1000 1000 0 0 - - - - - 0")
            lines.append(f"{kernel} {form}  all 10000 {hits} 0 70 0.125 {outputs} 9")
    lines += [f"{name:20}     12345         0         0    0.661"
              for name in figures.CONVERSIONS + figures.OWN["CONVERSIONS"]]
    return record("\n".join(lines) + "\nevery claim holds\n")


def maintenance():
    """lanebox takes 10 us, the others 100; in the shells CO takes 120, in the bay less and less."""
    lines = ["isa: made-up"]
    for scene in "bay", "bay_parts", "shells_3mm", "aircraft":
        for way in figures.maintenance.WAYS:
            us = {"lanebox": 10, "SAO": 90, "AO": 80, "CO": 70}.get(way, 100)
            if scene == "shells_3mm":
                us = {"lanebox": 10, "CO": 120}.get(way, 100)
            lines.append(f"{scene} {way}: {us}.0 us a sample, {us / 10} the first pair; 1234 boxes, 56 "
                         "triangles; 18554 pairs in all, 0 of them not lanebox's, which has 3 more, "
                         "of which 2 touch, and no other is farther apart than 1.2e-09")
    return record("\n".join(lines) + "\n")


def trees():
    return record("isa: made-up\n" + "".join(
        f"{size} triangles: 71.9 bytes, 935 ns built, 400 ns refitted, 421 ns checked each; 31.4 us "
        "all of 95.1 pairs, 2.10 us any, 45.0 us within 0.002, 120.0 pairs\n"
        for size in (992, 1000000)) +
        "two processes 31.0 us a search, two threads 32.0: 0.969 of the processes' pace\n")


def growth(call):
    pace = ", ".join(f"{n} workers {n / 1.25:.2f}" for n in figures.growth.WORKERS)
    return (f"{call}: 123456789 instructions, 12 shares, 3456 tasks, the longest 0.12 %, "
            f"alone 1.25 %; {pace}\n")


def shared():
    calls = [f"{name}, {on}: 20.000 ms, two threads 11.000 ms, two processes 20.500 ms each, 0.932 of their pace\n"
             for name, on in (("a step with a sort", "100000 boxes"), ("lbx_aabb_tree_build", "dragon.ply"),
                              ("lbx_aabb_tree_refit", "dragon.ply"))]
    return "".join(calls + [f"{name}, dragon.ply: 30.000 ms, two threads 16.000 ms\n"
                            for name in figures.sharing.BESIDE if name.startswith("Embree")])


def rays():
    """The second of our two ways is as fast as the faster one of Embree's, and twice as fast as the
    faster robust one. On made-up, all take twice the time."""
    lines = []
    for isa, slower in ("avx512", 1), ("made_up", 2):
        for mesh, triangles in ("bunny.obj", 4442), ("dragon_vrip_res2.ply", 11870):
            head = f"{mesh} {isa}"
            lines.append(f"{head}: {triangles} triangles, 49152 bytes of L1, 2097152 of L2")
            for library, ms in ("lanebox", 4.442), ("Embree", 8.884), ("Embree robust", 13.326), ("Bullet", 9):
                refit = f", refitted in {.0888 * slower:.4f} ms" if library == "lanebox" else ""
                lines.append(f"{head} build {library}: {ms * slower:.3f} ms, 64.5 bytes a triangle{refit}")
            for kind in figures.rays.SETS:
                for way, pace, judged in (
                        ("lanebox, streams", 30, "0 differ; of 1030 judged 0 lost, 1 false hits, 0 off"),
                        ("lanebox, coherent", 60, "0 differ; of 1030 judged 0 lost, 0 false hits, 0 off"),
                        *((f"lanebox, {n} a call", 5 + n / 64, "0 differ; of 1030 judged 0 lost, 0 false hits, 0 off")
                          for n in (1, 8, 64, 512)),
                        ("Bullet, one ray", 1, "9 differ; of 1030 judged 9 lost, 9 false hits, 9 off"),
                        ("Embree, one ray", 15, "7 differ; of 1030 judged 3 lost, 0 false hits, 2 off"),
                        ("Embree, 16 rays", 60, "6 differ; of 1030 judged 2 lost, 0 false hits, 4 off"),
                        ("Embree robust, stream", 30, "5 differ; of 1030 judged 0 lost, 9 false hits, 0 off")):
                    lines.append(f"{head} {kind} {way}: {pace / slower:.2f} M rays/s, 65432 of 65536 rays "
                                 f"hit, {judged}")
    return record("\n".join(lines) + "\n")


def scenes():
    """Refitted we are twice as fast as Embree at primary rays, and half as fast at diffuse ones."""
    lines = ["machine made_up: Made Up CPU, GCC 1.2.3, 49152 bytes of L1, 1048576 of L2"]
    for name, slower in ("packed-16", 1), ("packed-256", 2):
        head = f"{name} made_up"
        lines.append(f"{head}: 17 instances of 9 meshes, 92384 triangles placed")
        for library, ms in ("lanebox built", .25), ("lanebox refitted", .125), ("Bullet", .1), ("Embree low", .5):
            lines.append(f"{head} update {library}: {ms * slower:.4f} ms")
        for kind, ours in ("primary", 20), ("diffuse", 5):
            for way, pace, differ in (("lanebox built, streams", ours / 2, 0), ("lanebox refitted, coherent", ours, 0),
                                      ("Embree low, one ray", 5, 3), ("Embree low, 16 rays", 10, 4), ("Bullet, one ray", .5, 1)):
                lines.append(f"{head} {kind} {way}: {pace / slower:.3f} M rays/s, with updates {pace / slower / 2:.3f}; "
                             f"999 of 1000 rays hit, {differ} differ")
    return record("\n".join(lines) + "\n")


def closest(lacking="", off=0):
    """We take 100 ns a point sorted, 50 more in the order drawn, 200 more in small calls, and 60 or 700
    for signs; Embree ten times as much as sorted, CGAL twenty times, where it is."""
    lines = []
    for mesh, triangles in ("bunny.obj", 4442), ("dragon_vrip_res2.ply", 11870):
        head = f"{mesh} made_up"
        lines += [f"{head}: {triangles} triangles", f"{head} build lanebox: 4.4 ms"]
        for kind in figures.closest.KINDS:
            for order, more in ("drawn", 50), ("sorted", 0):
                for way, ns in (("lanebox, all", 100 + more),
                                *((f"lanebox, {n} a call", 300 + more) for n in (1, 64, 1024)),
                                ("lanebox, signs", 160 + more), ("lanebox, crossings", 800 + more),
                                ("Embree, callback", 1000), ("CGAL, closest_point", 2000)):
                    if not lacking or lacking not in way:
                        lines.append(f"{head} {kind} {order} {way}: {ns} ns a point; 0 differ; of 200 judged {off} off")
    return record("\n".join(lines) + "\n")


def selftest():
    run = ["itself", 1, 18, 1, ""]
    return results.sheet({
        "cpu": "Made Up CPU", "compiler": "gcc 1.2.3", "revision": "abc1234",
        "date": "2001-02-03T04:05:06+00:00", "minutes": 40.2, "planted in": "obb_obb", "slower": .0512,
        "gate": "fails", "rows that the gate names": 12},
        [["what", "loaded", "rows", "suspected", "alarms"], run, run, ["planted", 0, 18, 1, "b c"]])


def sheet_of_runs(context, runs):
    return results.sheet(context, [list(runs[-1]), *([run.get(key, "") for key in runs[-1]] for run in runs)])


def split():
    """A box takes .1 µs, a sample 1 µs; ghosts are the model's."""
    runs = []
    for name, boxes, ranks in [(name, 10 ** 6, ranks) for name in ("u0.5", "u10", "piles")
                               for ranks in (1, 8)]:
        even = figures.split.bricks.cost(name if name in figures.split.bricks.SETS else "u10", boxes, ranks)
        owned = boxes / ranks
        runs.append({"set": name, "boxes": boxes, "ranks": ranks, "pairs": boxes // 4,
                     "most_owned": owned, "ghosts": round(even.ghosts),
                     "most_ghosts": even.most_ghosts, "migrants": 80, "bytes": 2500000,
                     "cut_bytes": 3e6, "search": 8e-8 * (owned + even.most_ghosts),
                     "rest": 2e-8 * (owned + even.most_ghosts),
                     "cut_rest": 2e-8 * (owned + even.most_ghosts) + 1e-6 *
                     figures.split.bricks.samples(boxes, ranks), "wall": 1, "item_bytes": 32,
                     "body_bytes": 48})
    return sheet_of_runs({"cpu": "Made Up CPU", "processors": 2, "mpi": "Open MPI 1.2.3",
                          "revision": "abc1234", "date": "2001-02-03"}, runs)


class Tree(unittest.TestCase):
    """A project of documents and results in its own directory."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def write(self, path, text):
        path = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def unwrapped(self, path):
        """A document's paragraphs, each in one line."""
        return re.sub(r"(?<!\n)\n(?![\n|<-])", " ", self.read(path))

    def replace(self, path, old, new):
        text = self.read(path)
        self.assertIn(old, text)
        self.write(path, text.replace(old, new, 1))

    def run_tool(self, tool, *arguments, **more):
        return subprocess.run([sys.executable, os.path.join(ROOT, tool), *arguments],
                              cwd=self.root, capture_output=True, text=True, **more)


class Figures(Tree):
    def setUp(self):
        super().setUp()
        self.write(MACHINE, results.sheet_of(benchmarks()))
        self.write(PROVE, proof())
        self.write(MUTANTS, record("1194 of 1194 mutants; on the clean tree all tests pass (9 s)\n"
                                   "\n1000 a.h: 39 equivalent, 961 killed\n 194 b.h: 186 killed, 8 not run\n"
                                   "1194 mutants: 39 equivalent, 1147 killed, 8 not run; 77 s\n"))
        self.write(COVERAGE, record("file   lines  covered  explained\n"
                                    "kernels/a.h  1000  999  1\nkernels/b.h  1048  1048  0\n"))
        self.write(SELFTEST, selftest())
        self.write(SPLIT, split())
        self.write(BULLET, record(
            "8,000 boxes, 300 steps: the same 1,234,567 pairs as btDbvtBroadphase, step by step\n"
            "updateAabbs + calculateOverlappingPairs, ms a step: lanebox 0.925 (median 0.900), "
            "btDbvtBroadphase 9.250 (9.125): 10.00 times as fast\n" + "".join(
                f"step 600, {name}: energy 1.2345e+07 J, penetration 0.0123 m, at most 0.123, 1234 pairs touch at 2345 points\n"
                for name in ("lanebox", "Bullet")) +
            "8,000 boxes, medians of steps 101 to 200, ms: broad and narrow phase, lanebox 10.000, Bullet 40.000: 4.00 times "
            "as fast; the whole step, lanebox 50.000, Bullet 80.000: 1.60 times as fast\n"
            "16 stacks of 10 cubes of 1 m stand for 600 steps; moved by at most: lanebox 0.100 m, Bullet 0.100\n"))
        self.write(VOLUMES, record("mesh vertices triangles fit volume area ns\n" + "".join(
            f"mesh{k}.obj 1234 2345  {fit} 1.063 1.020 19.83\n" for k in range(5)
            for fit in ("lbx_aabb_fit", "lbx_obb_fit"))))
        self.write(SEPARATION, record("isa: avx2\n" + "".join(
            f"scene_{k}: 100 pairs, 60 touch; lanebox 117.91 us a pair; any 99.12; with hints 96.65, 0.82 of that; "
            "FCL 625.85, 5.31 and 6.31 times as long; answers differ by up to 6.9e-17, 0 by hints\n" for k in range(8))))
        self.write(FITS, record("".join(
            f"mesh{k}.obj: 2345 triangles; lbx_obb_fit 1.234 of CGAL's volume, 0.512 ms; lbx_obb_fit_least 1.0012, 1.234 ms; "
            "CGAL 24.7 ms, 20 times as long\n" for k in range(25))))
        self.write(MAINTENANCE, maintenance())
        self.write(TREES, trees())
        self.write(RAYS, rays())
        self.write(SCENES, scenes())
        self.write(CLOSEST, closest())
        self.write(OPEN3D, record("bunny.obj near: 3674 triangles, ns a point: lanebox 730, the C call 731, 0.998 times; "
                                  "Open3D 4482, 6.14 times\n"))
        self.write(DISTANCE, record(
            "20 closed stars, 5321 triangles: 10000000 points, 0 off, worst 0.031 of the bound; signs: by normals "
            "1000000, 0 wrong; by crossings 999999, 1 wrong\n"))
        self.write(CAPSULES, record("bunny.obj, 3674 triangles: 10000 capsules, 98765 triangles touched, other ones by 0\n"))
        self.write(figures.plot.PAIRS, results.sheet_of(plotted_pairs()))
        self.write(COMMANDS, record(
            "2 processors\nmake demo: 75 s, 123 MB\nmake test: 600 s, 234 MB\nthe library: 90 s, 345 MB\n"
            "lanebox.c: 150 s, 456 MB\nbuild/gcc/liblanebox.so.1.2.3: 2345678 bytes, at most 3000000\n"
            "a program that calls lbx_aabb_aabb: 123456 bytes, at most 200000\n"))
        self.write(PLATFORMS, record(
            "platform: VAX | yes | 6 of 9 | 8 of 8 | emulated | make CC=vax-gcc platform\n"
            "platform: PDP-11 | no | - | - | emulated | make CC=pdp11-gcc platform\n"
            "platform: VAX | yes | 9 of 9 | 8 of 8 | emulated | make CC=vax-gcc platform\n"))
        self.write(FUZZ, record("Done 10542455 runs in 3601 second(s)\n"))
        self.write(CLIMB, record("kernel form edges 0% 100%\nray_aabb fused 1234567 89 0\n"))
        self.write(PEERS, results.sheet_of(peers()))
        self.write(THREADS, record(
            "100000 boxes, ns a box of a search: two processes, ...\n" + "".join(
                f"{name} 12.34 6.28  0.982 of the processes' pace\n"
                for name in figures.peers.SETS)))
        self.write(GROWTH, record("isa: made-up\n" + growth("lbx_order_sort, 100000 boxes") +
                                  growth("lbx_aabb_tree_build, dragon.ply")))
        self.write(WORKERS, record("isa: made-up\n" + shared()))
        self.write(CODE, "// SPDX-License-Identifier: MIT\n// A comment.\n#ifndef EXAMPLE_MADE_UP_H\n"
                   "#define EXAMPLE_MADE_UP_H\n\n" + "    int a;" + 150 * " " + "int b;\n\n#endif\n")
        for document, blocks in figures.REQUIRED.items():
            self.write(document, "Before.\n\n" + "Between.\n\n".join(
                f"<!-- figures: {name} {file_of(name)} -->\n{figures.END}\n\n" for name in blocks)
                + "After.\n")
        self.assertEqual(self.figures(), (0, "", ""))

    def figures(self, *arguments):
        done = self.run_tool("docs/site/figures.py", *arguments)
        return done.returncode, done.stdout, done.stderr

    def alter(self, change):
        data = results.load(os.path.join(self.root, MACHINE))
        change(data)
        self.write(MACHINE, results.sheet_of(data))

    def drop(self, name):
        self.alter(lambda data: data.update(
            benchmarks=[run for run in data["benchmarks"] if run["name"] != name]))

    def unusable(self, *words):
        """With --check and without, there is one line, exit code 2, and no document changes."""
        for arguments in (), ("--check",):
            before = [self.read(document) for document in figures.REQUIRED]
            code, out, err = self.figures(*arguments)
            self.assertEqual((code, out, err.count("\n")), (2, "", 1), err)
            for word in words:
                self.assertIn(word, err)
            self.assertEqual(before, [self.read(document) for document in figures.REQUIRED])

    def test_least_boxes(self):
        self.assertIn("| mesh0.obj | 2,345 | 1.23 | 1.001 | 1.2 | 20 times |", self.read("docs/use/volumes.md"))

    def test_ways_of_maintenance(self):
        page = self.read("docs/use/maintenance.md")
        for line in (
                "lanebox on made-up.",
                "| ms a sample, all pairs | bay | shells, 3 mm | aircraft | paper: tank | paper: PTU |",
                "| RAPID, all nodes moved | .100 | .100 | .100 | 7.73 | 35.54 |",
                "| FCL, OBB | .100 | .100 | .100 |  |  |",
                "| ms a sample, all pairs | bay |",
                "| ms a sample, the first pair | bay | shells, 3 mm | aircraft |",
                "| CO | .00700 | .0120 | .00700 |",
                "| times lanebox's time, all pairs | bay | shells, 3 mm | aircraft |",
                "| CO | 7.00 | 12.0 | 7.00 |",
                "| AO | 1,234; 56 | 1,234; 56 | 1,234; 56 |",
                "| lanebox | 18,554; 3; 2 | 18,554; 3; 2 | 18,554; 3; 2 |",
                "- shells, 3 mm: CO takes 1.20 of RAPID's time; CO takes 1.20 of SAO's time; "
                "CO takes 1.20 of AO's time."):
            self.assertIn(line, page)
        self.assertNotIn("- bay", page)
        text = self.read(MAINTENANCE)
        self.write(MAINTENANCE, text.replace("bay AO: ", "bay OA: "))
        self.unusable(MAINTENANCE, "bay: not a line of each way")
        self.write(MAINTENANCE, record("isa: made-up\n"))
        self.unusable(MAINTENANCE, "no lines of scenes")

    def test_costs_of_trees(self):
        page = self.read("docs/use/trees.md")
        for line in (
                "lanebox on made-up.",
                "| 1,000,000 | 71.9 | 935 | 400 | 421 | 31.4 | 95.1 | 2.10 | 45.0 | 120 |",
                "Two threads on one pair of trees take 32.0 us a search each, two processes that have "
                "the trees for themselves 31.0: 0.969 of their pace."):
            self.assertIn(line, page)
        self.write(TREES, record("isa: made-up\n"))
        self.unusable(TREES, "no lines of sizes, or of threads")
        self.write(TREES, trees())
        self.write(GROWTH, record("isa: made-up\n"))
        self.unusable(GROWTH, "no lines of calls")
        self.write(GROWTH, record("isa: made-up\n" + growth("lbx_order_sort, 100000 boxes")))
        self.write(WORKERS, record("isa: made-up\n"))
        self.unusable(WORKERS, "no lines of calls, or none of Embree")

    def test_calls_that_threads_share(self):
        self.assertEqual(self.figures(), (0, "", ""))
        page = self.read("docs/use/threads.md")
        for line in (
                "| `lbx_order_sort` | 100,000 boxes | 12 | 3,456 | 1.2 | 1.60 | 3.20 | 6.40 | 12.8 | 25.6 | 51.2 |",
                "| a step with a sort | 100,000 boxes | 20.0 | 11.0 | 20.5 | .93 |",
                "| dragon.ply | 20.0, 11.0 | 30.0, 16.0 | 30.0, 16.0 | 20.0, 11.0 | 30.0, 16.0 |",
                "<!-- not run: `make workers` compiles and runs examples/workers/made_up.h -->\n"
                "```c\n// A comment.\n\n    int a;" + 150 * " " + "int b;\n```\n"):
            self.assertIn(line + "\n", page + "\n")

    def test_rays_beside_embree(self):
        page = self.read("docs/use/trees.md")
        for line in (
                "48 KB of L1, 2,048 of L2 a core. Made Up CPU, gcc 1.2.3, revision abc1234, 2001-02-03, 1234 s: `make made-up`.",
                "| ns a ray on made_up | rays | Embree | Bullet | 1 a call; of Embree's | 8 a call; of Embree's | "
                "64 a call; of Embree's | 512 a call; of Embree's |",
                "| dragon, 11,870 | diffuse | 133 | 2000 | 398; 2.99 | 391; 2.93 | 333; 2.50 | 154; 1.15 |",
                "| M rays/s on avx512 | rays | lanebox | Embree | times as fast | Embree robust | "
                "times as fast |",
                "| bunny, 4,442 | primary | 60.0, coherent | 60.0, 16 rays | 1.00 | 30.0, stream | 2.00 |",
                "| dragon, 11,870 | shadow | 60.0, coherent | 60.0, 16 rays | 1.00 | 30.0, stream | 2.00 |",
                "| M rays/s on made_up | rays | lanebox | Embree | times as fast | Embree robust | "
                "times as fast |",
                "| bunny, 4,442 | diffuse | 30.0, coherent | 30.0, 16 rays | 1.00 | 15.0, stream | 2.00 |",
                "| answers on avx512 | rays | judged | lanebox: lost; false hits; off | Embree | "
                "Embree robust |",
                "| bunny, 4,442 | 196,608 | 3,090 | 0; 3; 0 | 9; 0; 12 | 0; 27; 0 |",
                "| ns a triangle on avx512 | lanebox: built | refitted | bytes | Embree | bytes | "
                "Embree robust | bytes |",
                "| bunny, 4,442 | 1000 | 20.0 | 64.5 | 2000 | 64.5 | 3000 | 64.5 |",
                "| bunny, 4,442 | 2000 | 40.0 | 64.5 | 4000 | 64.5 | 6000 | 64.5 |"):
            self.assertIn("\n" + line + "\n", page)
        self.assertEqual(page.count("M rays/s on"), 2)
        self.assertEqual(page.count("ns a triangle on"), 2)

    def test_distances_that_were_proved(self):
        self.assertIn("\n| 20 closed stars | 5,321 | 10,000,000 | 0 | .031 | 1,000,000 | 0 | 999,999 | 1 |\n",
                      self.read("docs/use/distance.md"))
        self.write(DISTANCE, record("every promise holds\n"))
        self.unusable(DISTANCE, "no lines of meshes")

    def test_capsules_that_were_proved(self):
        self.assertIn("\n| bunny.obj | 3,674 | 10,000 | 98,765 | 0 |\n", self.read("docs/use/distance.md"))
        self.write(CAPSULES, record("every promise holds\n"))
        self.unusable(CAPSULES, "no lines of meshes")

    def test_points_beside_open3d(self):
        self.assertIn("\n| bunny, 3,674 | near | 730 | 731 | .998 | 4,482 | 6.14 |\n", self.read("docs/use/distance.md"))
        self.write(OPEN3D, record("bunny.obj near: 3674 triangles\n"))
        self.unusable(OPEN3D, "no lines of meshes")

    def test_points_beside_embree(self):
        page = self.read("docs/use/distance.md")
        for line in ("| times as long, made_up | points | ns a point, drawn | Embree | CGAL | ns a point, sorted | "
                     "Embree | CGAL |",
                     "| bunny, 4,442 | random | 150 | 6.67 | 13.3 | 100 | 10.0 | 20.0 |",
                     "| ns a point; Embree times as long, made_up | points | 1 a call | 64 a call | 1024 a call |",
                     "| dragon, 11,870 | far | 350; 2.86 | 350; 2.86 | 350; 2.86 |",
                     "| ns a point more, made_up | points | signs, drawn | crossings, drawn | signs, sorted | crossings, sorted |",
                     "| bunny, 4,442 | grid | 60 | 700 | 60 | 700 |"):
            self.assertIn("\n" + line + "\n", page)
        self.write(CLOSEST, closest("signs"))
        self.assertEqual(self.figures(), (0, "", ""))
        self.assertNotIn("ns a point more", self.read("docs/use/distance.md"))
        self.write(CLOSEST, closest("CGAL"))
        self.assertEqual(self.figures(), (0, "", ""))
        self.assertIn("\n| bunny, 4,442 | near | 150 | 6.67 | - | 100 | 10.0 | - |\n",
                      self.read("docs/use/distance.md"))
        self.write(CLOSEST, closest("64"))
        self.unusable(CLOSEST, "bunny.obj on made_up: not a line of each way to ask for random points, drawn")
        self.write(CLOSEST, record("bunny.obj: made up\n"))
        self.unusable(CLOSEST, "no lines of meshes")

    def test_other_libraries_in_short(self):
        page = self.read("docs/use/guide.md")
        for line in (
                "| 10,000 boxes, times `lbx_pairs`: least; mean | swinging, ours sorted in every frame | "
                "swinging, ours refitted | drifting, ours sorted in every eighth frame |",
                "| Other | 2.00; 5.21 | 5.00; 13.0 | 2.00; 5.21 |",
                "| scene | lanebox, ms a search | times as long: FCL, OBB | times as long: FCL, OBBRSS |",
                "| bay | .0100 | 10.0 | 10.0 |",
                "| times as fast as Embree; robust, avx512 | primary | diffuse | shadow |",
                "| bunny, 4,442 | 1.00; 2.00 | 1.00; 2.00 | 1.00; 2.00 |"):
            self.assertIn("\n" + line + "\n", page)
        self.assertNotIn("bay_parts", page)

    def test_platforms(self):
        document = self.read("docs/use/platforms.md")
        self.assertIn("| VAX | yes | 9 of 9 | 8 of 8 | emulated |", document)
        self.assertIn("- VAX: `make CC=vax-gcc platform`\n", document)
        self.assertEqual(document.count("VAX"), 2)  # the later line counts
        self.assertIn("| PDP-11 | no | - | - | emulated |", document)
        self.write(PLATFORMS, record("nothing was run\n"))
        self.unusable(PLATFORMS, "no line of a platform")

    def test_how_long_the_commands_take(self):
        self.assertIn("takes 1 min 15 s, `make test` after it 10 min 0 s (`make made-up`; Made Up CPU, "
                      "2 processors, gcc 1.2.3, 2001-02-03).", self.unwrapped("README.md"))
        self.assertIn("takes 1 min 30 s on two processors and 345 MB per compiler; `lanebox.c` takes 2 min 30 s on "
                      "one, and 456 MB. The shared library is 2.35 MB, a static program with one kernel 123 KB",
                      self.unwrapped("README.md"))
        said = self.read(COMMANDS)
        for line, named in (("2 processors", "processors"), ("make demo: 75 s", "make demo"),
                            ("make test: 600 s", "make test"), ("the library", "the library"),
                            ("456 MB", "lanebox"), ("liblanebox.so", "liblanebox"),
                            ("a program that", "a program")):
            self.write(COMMANDS, said.replace(line, ""))
            self.unusable(COMMANDS, named)

    def test_plot(self):
        self.assertIn("From the left: `make bench-pairs-results` (Made Up CPU, 2001-02-03), `make rays-results` "
                      "(Made Up CPU, 2001-02-03), `make bench-maintenance` (Made Up CPU, 2001-02-03).",
                      self.unwrapped("README.md"))
        for scheme, path in figures.plot.FILES.items():
            drawing = self.read(path)
            bars = re.findall(r'<rect [^>]*width="([\d.]+)" fill="([^"]+)"', drawing)
            ours = figures.plot.COLOURS[scheme]["ours"]
            self.assertEqual([colour == ours for _, colour in bars],
                             [True, *4 * [False], *3 * [True, False], True, *3 * [False]])
            # 20 ns beside 100, 60 rays beside 60, 10 us beside 100: the longest bars have full length.
            self.assertEqual([float(width) for width, _ in bars],
                             [150, *4 * [30], *6 * [104], 150, *3 * [15]])
            self.write(path, drawing.replace("lanebox", "LANEBOX"))
            code, said, _ = self.figures("--check")
            self.assertEqual((code, path in said), (1, True))
            self.figures()
            self.assertEqual(self.read(path), drawing)

    def test_scenes_beside_embree(self):
        page, guide = self.read("docs/use/scenes.md"), self.read("docs/use/guide.md")
        for line in (
                "Made Up CPU, gcc 1.2.3, revision abc1234, 2001-02-03, 1234 s: `make made-up`.",
                "| M rays/s on made_up | rays | lanebox | Embree | Bullet | times Embree |",
                "| packed-16 | primary | 20.0, refitted, coherent | 10.0, low, 16 rays | .50 | 2.00 |",
                "| packed-256 | diffuse | 2.50, refitted, coherent | 5.00, low, 16 rays | .25 | .500 |",
                "| packed-16 | 92,384 | .250 | .125 | .500, low | .100 |",
                "| packed-16 | primary | 0 of 1,000 | 4 of 1,000 | 1 of 1,000 | 1 | 1 | 1 |"):
            self.assertIn("\n" + line + "\n", page)
        self.assertIn("\n| mean | 2.00 | 2.00 | .500 | .500 | .500 | .500 |\n", guide)

    def test_scenes_that_lack_something(self):
        text = self.read(SCENES)
        for pattern, said in (
                (r"\S+ \S+: \d+ instances.*", "no lines of scenes"),
                (r"packed-16 made_up update Bullet: .*", "packed-16 on made_up: not a line of each library's update"),
                (r"packed-256 made_up diffuse Embree .*", "packed-256 on made_up: not a line of each library's diffuse rays")):
            self.write(SCENES, re.sub(pattern, "", text))
            self.unusable(SCENES, said)

    def test_rays_that_lack_something(self):
        text = self.read(RAYS)
        for pattern, said in (
                (r"\S+ \S+: \d+ triangles", "no lines of meshes"),
                (r"bunny.obj avx512 build Embree: .*", "bunny.obj on avx512: not a line of each library's build"),
                (r", refitted in .*", "bunny.obj on avx512: no time of refitting"),
                (r".* 8 a call: .*", "bunny.obj on avx512: no line of lanebox, 8 a call"),
                (r"bunny.obj made_up shadow lanebox, .*",
                 "bunny.obj on made_up: not a line of each library's shadow rays"),
                (r"(?<=\d) lost", "bunny.obj on avx512: not a line of each library's primary rays")):
            self.write(RAYS, re.sub(pattern, "", text))
            self.unusable(RAYS, said)

    def test_tables_hold_what_was_measured(self):
        measured = "".join(map(self.unwrapped, ("docs/use/guide.md", "docs/use/functions.md")))
        trust = self.read("docs/use/trust.md")
        for line in (
                "AVX2 on Made Up CPU, 4.00 GHz in this run, 48 KB of L1, 2 MB of L2; GCC 1.2.3, "
                "plain C by GCC 1.2.3 and Clang 4.5.6; revision abc1234, 2001-02-03; 1,024 items, "
                f"medians of 12 repetitions: `{figures.MEASURE}`.",
                "| boxes, one against many | 1.00 | 32.0 | 2.00 | 20 |",
                "| the same with t | 1.00 | 32.0 | 2.00 | 20 |",
                "| oriented boxes pairwise, 50 % hit | 1.00 | 32.0 | 2.00 | 20 |",
                "| the same, 4 % hit | .500 | 16.0 | 4.00 | 40 |",
                "| boxes, an array per float | 1.00 | 1.10 | 1.20 | 2.50 |",
                "| `lbx_aabb_aabb`, pairwise | 20.0; 16.0 | 40.0; 32.0 | 32.0; 64.0 | "
                "64.0; 128 | 32 |",
                "| `lbx_obb_obb` | 1.00; 1.00; 1.00 | 2.00; 2.00; 2.00 | 20; 20; 20 |",
                "| `lbx_obbs_transform` | 1.00; 1.00 | 2.00; 2.00 | 20; 20 |"):
            self.assertIn("\n" + line + "\n", measured)
        source = "Made Up CPU, gcc 1.2.3, revision abc1234, 2001-02-03, 1234 s: `make made-up`."
        for line in (
                source,
                f"{source} Tables: scalar made-up.",
                "| `ray_aabb` | 10,000 | 6,000 | 0 | 70 | .125 | .250, .500 |",
                "| `obb_obb`, plain | 10,000 | 6,000 | 0 | 70 | .125 |  |",
                "| `obb_obb`, fused | 10,000 | 6,001 | 0 | 70 | .125 |  |",
                "| `plane_aabb` | 10,000 | 6,000 | 0 | 70 | .125 |",
                "| `sphere_plane_sweep` | 10,000 | 6,000 | 0 | 70 | .125 |  |",
                "| `obbs_transform` | 12,345 | 0 | 0 | .661 |",
                "1,194 mutants: 39 equivalent, 1,147 killed, 8 not run.",
                "2,048 lines of kernels, lanes and dispatch: 2,047 covered, 1 not covered and "
                "explained.",
                "10,542,455 calls in 3,601 s: nothing found.",
                "| `lbx_ray_obb` | 3.00 | 3.00 |"):
            self.assertIn("\n" + line + "\n", trust)
        pairs = self.read("docs/use/pairs.md")
        for line in (
                "| 10,000 boxes, swinging | .5 overlaps a box | 10 overlaps a box | piles "
                "| 1 % large | flat | times AVX2 sorted in every frame "
                "| times AVX2 refitted |",
                "| `lbx_pairs`, AVX2, refitted | 20.0 | 20.0 | 20.0 | 20.0 | 20.0 |  |  |",
                "| Other | 100 | 200 | 300 | 400 | 500 | 2.00; 5.21 | 5.00; 13.0 |",
                "| 1,024, drifting, sorted in every eighth frame | 50.0 | 50.0 | 50.0 | 50.0 "
                "| 50.0 |",
                "| piles | 12.34 | 6.28 | .982 |",
                "| 8,000 | 300 | 1,234,567 | .925; .900 | 9.250; 9.125 | 10.00 |"):
            self.assertIn("\n" + line + "\n", pairs)
        self.assertNotIn("1,024 boxes", pairs)

    def test_split_sets_hold_what_was_measured_beside_the_model(self):
        text = self.read("docs/use/pairs_mpi.md")
        for line in (
                "Made Up CPU, 2 processors, Open MPI 1.2.3, revision abc1234, 2001-02-03: "
                "`make pairs-mpi-results`.",
                "| u0.5 | 1,000,000 | 1 | 1.00 | 0; 0 | 80; 0 | 2.50; 0.00 | 80.0 | 20.0 |",
                "| u0.5 | 1,000,000 | 8 | 1.00 | 11,953; 11,953 | 80; 298 | 2.50; 0.40 | 80.0 | "
                "20.0 |",
                "| piles | 1,000,000 | 8 | 1.00 | 32,666 | 80 | 2.50 | 80.0 | 20.0 |",
                "In the 2 runs of the file that are even in space and have 1,000 ghosts or more the "
                "model's ghosts are within 0.0 % of those counted."):
            self.assertIn("\n" + line + "\n", text)
        # 100 ns for each of 10^9 / 8 boxes, 6 % more on the fullest process, and its ghosts.
        self.assertIn("\n| u0.5 | 1,000,000,000 | 8 | 1.06 | 297,874 | 0.2 |", text)

    def test_a_model_that_is_far_off(self):
        context, (runs,) = results.read_sheet(os.path.join(self.root, SPLIT))
        runs[1]["ghosts"] *= 1.2
        self.write(SPLIT, sheet_of_runs(context, runs))
        self.unusable(SPLIT, "17 % off")

    def test_split_sets_that_lack_something(self):
        whole = self.read(SPLIT)
        for change, word in ((lambda context, runs: runs[0].pop("rest"), "rest"),
                             (lambda context, runs: context.pop("mpi"), "mpi"),
                             (lambda context, runs: runs.pop(0), "u0.5 by one rank")):
            self.write(SPLIT, whole)
            context, (runs,) = results.read_sheet(os.path.join(self.root, SPLIT))
            change(context, runs)
            self.write(SPLIT, sheet_of_runs(context, runs))
            self.unusable(SPLIT, word)
        self.write(SPLIT, whole[:-10])
        self.unusable(SPLIT, "cut short")
        self.write(SPLIT, whole[:100])
        self.unusable(SPLIT, "cut short")

    def test_ghosts_of_bricks_are_those_of_a_cube(self):
        """Eight cubes: each of three axes has one cut, before which boxes of length 1 reach."""
        length = 16e6 ** (1 / 3)
        cost = figures.split.bricks.cost("u0.5", 10 ** 6, 8)
        self.assertAlmostEqual(cost.ghosts, ((length + 1) ** 3 - length ** 3) / 16, 3)
        self.assertAlmostEqual(cost.most_ghosts, ((length / 2 + 1) ** 3 - (length / 2) ** 3) / 16, 3)
        self.assertAlmostEqual(cost.migrants, 3 * length ** 2 / 16 * .025, 3)
        self.assertEqual(figures.split.bricks.cost("u10", 1000, 1), (0, 0, 0))

    def test_empty_lines_part_a_table_from_its_markers(self):
        for block in re.findall(rf"<!-- figures: .*?{figures.END}", self.read("docs/use/guide.md"), re.S):
            lines = block.split("\n")
            self.assertEqual((lines[1], lines[-2]), ("", ""))

    def test_every_kernel_is_in_exactly_one_table_of_the_proof(self):
        rows = re.findall(r"^\| `(\w+)`(?:, plain)? \| 10,000", self.read("docs/use/trust.md"), re.M)
        self.assertEqual(sorted(rows), sorted(figures.KERNELS))

    def test_what_is_around_the_blocks_stays(self):
        text = re.sub(rf"<!-- figures.*?{figures.END}", "BLOCK", self.read("docs/use/guide.md"), flags=re.S)
        blocks = ["BLOCK\n\n"] * len(figures.REQUIRED["docs/use/guide.md"])
        self.assertEqual(text, "Before.\n\n" + "Between.\n\n".join(blocks) + "After.\n")

    def test_lines_end_and_commands_stay_whole(self):
        lines = self.read("docs/use/functions.md").split("\n")
        source = [line for line in lines if f"`{figures.MEASURE}`" in line]
        self.assertTrue(source and all(len(line) <= figures.WIDTH for line in lines))

    def test_the_check_passes_what_was_written(self):
        self.assertEqual(self.figures("--check"), (0, "", ""))

    def test_a_changed_figure_is_named(self):
        self.replace("docs/use/functions.md", "| .500 | 16.0 |", "| .499 | 16.0 |")
        code, out, _ = self.figures("--check")
        self.assertEqual(code, 1)
        line = self.read("docs/use/functions.md").split("\n").index("| the same, 4 % hit | .499 | 16.0 | 4.00 "
                                                        "| 40 |") + 1
        self.assertTrue(out.startswith(f"docs/use/functions.md:{line}: selected is not what {MACHINE} says"))
        self.assertIn("there: | the same, 4 % hit | .499 |", out)
        self.assertIn("right: | the same, 4 % hit | .500 |", out)
        self.assertIn(".499", self.read("docs/use/functions.md"))  # a check writes nothing
        self.assertEqual(self.figures()[0], 0)
        self.assertEqual(self.figures("--check")[0], 0)

    def test_every_wrong_block_is_named(self):
        self.replace("docs/use/functions.md", "| `lbx_obbs_transform` | 1.00", "| `lbx_obbs_transform` | .99")
        self.replace("docs/use/trust.md", "10,542,455", "10,542,456")
        code, out, _ = self.figures("--check")
        self.assertEqual((code, len(re.findall(r"^\S+:\d+: ", out, re.M))), (1, 2))
        self.assertIn(": conversions is not what", out)
        self.assertIn(": fuzz is not what", out)

    def test_a_line_too_many_or_too_few_is_named(self):
        for old, new in ("calls in", "calls\nin"), ("| `lbx_ray_obb` | 3.00 | 3.00 |\n", ""):
            self.replace("docs/use/trust.md", old, new)
            self.assertEqual(self.figures("--check")[0], 1, old)
            self.figures()

    def test_a_new_result_makes_the_tables_wrong(self):
        self.alter(lambda data: data["context"].update(revision="def5678"))
        code, out, _ = self.figures("--check")
        self.assertEqual((code, out.count("def5678")), (1, 6))

    def test_plain_c_is_the_faster_compiler(self):
        def slower(data):
            for run in data["benchmarks"]:
                if "/plain-clang/" in run["name"]:
                    run["cpu_time"] = 9000
        self.alter(slower)
        self.figures()
        self.assertIn("| boxes, pairwise | 1.00 | 32.0 | 3.00 | 20 |", self.read("docs/use/functions.md"))

    def test_a_missing_row(self):
        for name in ("obb_obb/pairs/avx2/1024", "ray_aabb/one_many/plain-clang/1024",
                     "obbs_transform/structures/reference/1024", "ceiling/clock",
                     "plane_obb/one_many_hostile/avx2/1024"):
            before = self.read(MACHINE)
            self.drop(name)
            self.unusable(MACHINE, name)
            self.write(MACHINE, before)

    def test_a_missing_figure_of_a_row(self):
        self.alter(lambda data: [run.update(n=0) for run in data["benchmarks"]])
        self.unusable(MACHINE, "has no n")

    def test_a_context_that_names_no_compiler(self):
        self.alter(lambda data: data["context"].pop("compiler"))
        self.unusable(MACHINE, "no compiler")

    def test_a_truncated_result(self):
        self.write(MACHINE, self.read(MACHINE)[:1000])
        self.unusable(MACHINE, "cut short")

    def test_a_missing_file(self):
        for path in MACHINE, FUZZ, "docs/use/trust.md":
            before = self.read(path)
            os.remove(os.path.join(self.root, path))
            code, _, err = self.figures("--check")
            self.assertEqual((code, err), (2, f"figures.py: {path}: No such file or directory\n"))
            self.write(path, before)

    def test_records_that_lack_something(self):
        for path, old, new, word in (
                (PROVE, "segment_obb fused  all 10000", "segment_obb fused  some 10000",
                 "segment_obb, plain and fused"),
                (PROVE, "segment_obb fused  all 10000", "new_kernel fused  all 10000",
                 "new_kernel is in no table"),
                (PROVE, "obbs_transform ", "obbs_transform_ ", "obbs_transform"),
                (PROVE, "tables:", "table:", "tables:"),
                (MUTANTS, "1000 a.h: 39 equivalent, 961 killed\n 194 b.h: 186 killed, 8 not run\n", "",
                 "no line of a source"),
                (COVERAGE, "kernels/a.h  1000  999  1\nkernels/b.h  1048  1048  0", "",
                 "no line of a file"),
                (FUZZ, "Done", "Gone", "Done"),
                (CLIMB, "edges", "pairs", "the head"),
                (CLIMB, "fused 1234567", "used 1234567", "no row"),
                (FUZZ, "compiler: gcc 1.2.3\n", "", "compiler:")):
            before = self.read(path)
            self.replace(path, old, new)
            self.unusable(path, word)
            self.write(path, before)

    def drop_proof(self, kernel):
        text = self.read(PROVE)
        self.write(PROVE, re.sub(rf"^{kernel} .*\n", "", text, flags=re.MULTILINE))

    def add(self, path, text):
        self.write(path, f"{self.read(path)}\n{text}")

    def add_proof(self, *kernels, hits=5000, forms=("plain", "fused"), tables="scalar made-up"):
        rows = [f"{kernel} {form}  all 20000 {hits} 0 70 0.125 - - - - 9\n"
                for kernel in kernels for form in forms]
        text = record(f"tables: {tables}\n{''.join(rows)}every claim holds\n")
        self.add(PROVE, text.replace("abc1234", "def5678").replace("made-up\ncpu", "later\ncpu"))

    def test_an_added_kernel_has_a_row(self):
        self.drop_proof("triangle_aabb")
        self.unusable(PROVE, "no rows of triangle_aabb")
        self.add_proof("triangle_aabb")
        self.assertEqual(self.figures(), (0, "", ""))
        trust = self.read("docs/use/trust.md")
        self.assertIn("\n| `triangle_aabb` | 20,000 | 5,000 | 0 | 70 | .125 |  |\n", trust)
        self.assertIn("\n| `ray_aabb` | 10,000 | 6,000 | 0 | 70 | .125 | .250, .500 |\n", trust)
        self.assertEqual(self.figures("--check"), (0, "", ""))

    def test_an_added_run_says_where_it_differs(self):
        self.assertNotIn("Since then", self.read("docs/use/trust.md"))
        self.add_proof("triangle_aabb")
        self.assertEqual(self.figures("--check")[0], 1)
        self.figures()
        first = "Made Up CPU, gcc 1.2.3, revision abc1234, 2001-02-03, 1234 s: `make made-up`."
        later = "revision def5678, 2001-02-03, 1234 s: `make later`"
        trust = self.unwrapped("docs/use/trust.md")
        self.assertIn(f"\n{first} Since then: {later}. Tables: scalar made-up.\n", trust)
        self.assertEqual(trust.count("Since then"), 4)  # in the proof's blocks and no others
        self.add_proof()
        self.figures()
        self.assertIn(f"\n{first} Since then: {later}, 1234 s: `make later`. Tables: ",
                      self.unwrapped("docs/use/trust.md"))
        self.add(FUZZ, record("Done 1 runs in 1 second(s)\n").replace("gcc", "clang"))
        self.figures()
        self.assertIn(f"\n{first} Since then: {first.replace('gcc', 'clang')}\n", self.unwrapped("docs/use/trust.md"))

    def test_of_a_kernel_in_both_runs_the_later_one_counts(self):
        self.add_proof("obb_obb")
        self.figures()
        trust = self.read("docs/use/trust.md")
        self.assertEqual(re.findall(r"^\| `obb_obb`.*$", trust, re.MULTILINE),
                         ["| `obb_obb` | 20,000 | 5,000 | 0 | 70 | .125 |  |"])

    def test_what_was_added_ran_on_other_tables(self):
        self.drop_proof("triangle_aabb")
        self.add_proof("triangle_aabb", tables="scalar")
        self.figures()
        self.assertIn(" Of `triangle_aabb`: scalar.\n", self.unwrapped("docs/use/trust.md"))

    def test_an_added_conversion_counts(self):
        name = figures.CONVERSIONS[0]
        self.add_proof()
        self.write(PROVE, self.read(PROVE) + f"{name} 54321 0 0 0.500\n")
        self.figures()
        self.assertEqual(re.findall(rf"^\| `{name}` \| \d.*$", self.read("docs/use/trust.md"), re.M),
                         [f"| `{name}` | 54,321 | 0 | 0 | .500 |"])

    def test_added_records_that_lack_something(self):
        self.drop_proof("triangle_aabb")
        first = self.read(PROVE)
        self.add_proof("triangle_aabb", forms=["plain"])
        self.unusable(PROVE, "no rows of triangle_aabb, plain and fused")
        self.write(PROVE, first)
        self.add_proof("triangle_aabb", "new_kernel")
        self.unusable(PROVE, "new_kernel is in no table")
        self.write(PROVE, first)
        self.add_proof("triangle_aabb")
        self.replace(PROVE, "revision: def5678\n", "")
        self.unusable(PROVE, "revision:")

    def test_the_adversary_came_back(self):
        self.add(CLIMB, record(
            "kernel form edges 0% 100%\nray_aabb fused 7654321 90 1\nobb_obb plain 5 4 3\n"))
        self.figures()
        trust = self.read("docs/use/trust.md")
        self.assertIn("| `ray_aabb`, fused | 7,654,321 | 90 | 1 |\n| `obb_obb`, plain | 5 | 4 | 3 |",
                      trust)
        self.assertNotIn("1,234,567", trust)

    def test_the_adversary(self):
        self.assertIn("| `ray_aabb`, fused | 1,234,567 | 89 | 0 |", self.read("docs/use/trust.md"))

    def test_the_selftest(self):
        text = self.read("docs/develop/ci.md")
        self.assertIn("| itself | another process at work | 2 | 18 | 2 | 0 |", text)
        self.assertIn("| 5.1 % slower |  | 1 | 18 | 1 | 1 |", text)
        self.assertIn("the gate fails and names 12 rows", text)
        self.replace(SELFTEST, "# slower: 0.0512\n", "")
        self.unusable(SELFTEST, "no result of bench-selftest")

    def test_mutants_are_summed_over_sources(self):
        self.add(MUTANTS, record("5 of 1197 mutants; on the clean tree all tests pass (9 s)\n\n"
                                 "   5 b.h: 5 killed\n   5 mutants: 5 killed; 7 s\n"))
        self.assertEqual(self.figures()[0], 0)
        self.assertIn("\n1,005 of 1,197 mutants: 39 equivalent, 966 killed.\n", self.read("docs/use/trust.md"))

    def test_a_deleted_block(self):
        text = self.read("docs/use/trust.md")
        self.write("docs/use/trust.md", re.sub(rf"<!-- figures: fuzz .*?{figures.END}\n", "", text,
                                           flags=re.S))
        self.unusable("docs/use/trust.md", "block fuzz is missing")

    def test_markers_out_of_place(self):
        begin = f"<!-- figures: functions {MACHINE} -->"
        for old, new, word in (
                (begin, "", "end without a beginning"),
                (figures.END, "", "out of place"),
                (begin, "<!-- figures: functions -->", "out of place"),
                (begin, begin.replace("functions", "fractions"), "no block is named fractions"),
                (f"{figures.END}\n\nAfter.", "After.", "has no end")):
            before = self.read("docs/use/functions.md")
            self.replace("docs/use/functions.md", old, new)
            self.unusable("docs/use/functions.md", word)
            self.write("docs/use/functions.md", before)

    def test_a_block_in_another_document_is_checked_too(self):
        self.write("docs/use/other.md", f"<!-- figures: fuzz {FUZZ} -->\nold\n{figures.END}\n")
        code, out, _ = self.figures("--check")
        self.assertEqual(code, 1)
        self.assertTrue(out.startswith("docs/use/other.md:2: fuzz"))

    def test_an_unknown_argument(self):
        self.assertEqual(self.figures("--chekc")[0], 2)


class Record(Tree):
    def setUp(self):
        super().setUp()
        self.write("source.c", "int a;\n")
        self.write("tests/results/old.txt", "as it was\n")
        self.git("init", "-q")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "made up")

    def git(self, *arguments):
        return subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments],
            cwd=self.root, check=True, capture_output=True, text=True).stdout.strip()

    def record(self, name, script, *options, **more):
        return self.run_tool("tests/support/record.py", *options, name, "--", "sh", "-c", script, **more)

    def header(self, name):
        head, _, body = self.read(f"tests/results/{name}.txt").partition("\n\n")
        return dict(line.split(": ", 1) for line in head.splitlines()), body

    def test_what_is_recorded(self):
        done = self.record("new", "echo one; echo; echo ' two'")
        self.assertEqual((done.returncode, done.stdout), (0, "one\n\n two\n"))
        header, body = self.header("new")
        self.assertEqual(body, "one\n\n two\n")
        self.assertEqual(list(header), "command cpu compiler revision date seconds".split())
        self.assertEqual(header["command"], "sh -c 'echo one; echo; echo '\"'\"' two'\"'\"''")
        self.assertEqual(header["revision"], self.git("rev-parse", "--short=10", "HEAD"))
        self.assertRegex(header["compiler"], r"^gcc \d+\.\d+\.\d+$")
        self.assertRegex(header["date"], r"^\d{4}-\d\d-\d\d$")
        self.assertRegex(header["seconds"], r"^\d+$")

    def test_the_compiler_is_the_one_that_make_takes(self):
        for number, program in enumerate(("gcc", "clang", "one", "other")):
            path = os.path.join(self.root, "bin", program)
            self.write(path, f"#!/bin/sh\necho 'made up (9.9.9-1) {number}.0.0'\n")
            os.chmod(path, 0o755)
        paths = {**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}"}
        paths.pop("CC", None)
        said = "Done 1 runs "  # a line that is also kept of fuzzing
        for name, words, more, compiler in (
                ("new", [], {}, "gcc 0.0.0"), ("new", [], {"CC": "one"}, "one 2.0.0"),
                ("new", ["CC=clang", "CC=other"], {"CC": "one"}, "other 3.0.0"),
                ("fuzz", ["CC=other"], {"CC": "one"}, "clang 1.0.0")):
            self.run_tool("tests/support/record.py", name, "--", "echo", said, *words,
                          env={**paths, **more})
            self.assertEqual(self.header(name)[0]["compiler"], compiler)

    def test_output_passes_through_as_it_comes(self):
        buffered = {k: v for k, v in os.environ.items() if k != "PYTHONUNBUFFERED"}
        with subprocess.Popen(
                [sys.executable, os.path.join(ROOT, "tests/support/record.py"), "new", "--", "sh", "-c",
                 "echo first; read line; echo $line"], cwd=self.root, env=buffered,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            came, _, _ = select.select([process.stdout], [], [], 10)
            process.stdin.write(b"second\n")
            process.stdin.close()
            self.assertEqual(process.stdout.read(), b"first\nsecond\n")
        self.assertTrue(came, "nothing came before the command's end")

    def test_a_failure_keeps_the_old_file(self):
        for script, code in ("echo bad; exit 3", 3), ("echo bad; kill -9 $$", 137):
            done = self.record("old", script)
            self.assertEqual((done.returncode, done.stdout), (code, "bad\n"))
            self.assertEqual(self.read("tests/results/old.txt"), "as it was\n")

    def test_a_command_that_says_nothing_keeps_the_old_file(self):
        self.assertEqual(self.record("old", "true").returncode, 2)
        self.assertEqual(self.read("tests/results/old.txt"), "as it was\n")

    def test_a_changed_source_is_dirty_and_a_result_is_not(self):
        self.write("tests/results/old.txt", "changed\n")
        self.record("new", "echo a")
        self.assertNotIn("dirty", self.header("new")[0]["revision"])
        self.write("source.c", "int b;\n")
        self.record("new", "echo a")
        self.assertTrue(self.header("new")[0]["revision"].endswith("-dirty"))

    def test_the_revision_is_that_of_the_start(self):
        self.record("new", "echo 'int c;' > source.c; echo a")
        self.assertNotIn("dirty", self.header("new")[0]["revision"])

    def test_of_mutants_the_counts_are_kept(self):
        kept = ("3 of 3 mutants; on the clean tree all tests pass (1 s)\n"
                "a.h:3: c: not run: no neon\n  3 a.h: 1 equivalent, 1 killed, 1 not run\n"
                "   3 mutants: 1 equivalent, 1 killed, 1 not run; 1 s\n")
        self.write("said", "a.h:1: a: killed by x/y, signal 6 (1.0 s)\na.h:2: b: equivalent: nobody "
                   f"can tell\nin any way\n\n   1 by x/y\n{kept}")
        self.record("mutants", "cat said")
        self.assertEqual(self.header("mutants")[1], kept)

    def test_of_proofs_the_sums_are_kept(self):
        said = proof().partition("\n\n")[2]
        self.write("said", said)
        self.record("prove", "cat said")
        self.assertIn(" all hit ", said)
        self.assertEqual(self.header("prove")[1], re.sub(".* all hit .*\n", "", said))

    def test_a_later_run_goes_below(self):
        self.record("new", "echo one")
        self.record("new", "echo two", "--add")
        self.assertRegex(self.read("tests/results/new.txt"),
                         r"\Acommand: (.+\n)+\none\n\ncommand: (.+\n)+\ntwo\n\Z")

    def test_of_rays_the_tables_are_left_out(self):
        kept = rays().partition("\n\n")[2]
        self.write("said", kept + "\n| M rays/s on avx512 | rays |\n|---|---|\n| bunny, 4,442 | primary |\n")
        self.record("rays", "cat said")
        self.assertEqual(self.header("rays")[1], kept)

    def test_of_fuzzing_the_end_is_kept(self):
        kept = ("#10\tDONE   cov: 1 ft: 1\nDone 10 runs in 1 second(s)\n"
                "stat::number_of_executed_units: 10\n")
        self.write("said", "INFO: seed\n#2\tINITED cov: 1\n" + kept)
        self.record("fuzz", "cat said")
        self.assertEqual(self.header("fuzz")[1], kept)

    def test_of_coverage_the_table_is_kept(self):
        kept = ("file          lines  covered  explained\nkernels/a.h   3   3   0\n"
                "not run on this machine: avx512\n")
        self.write("said", "a test passed\n" + kept)
        self.record("coverage", "cat said")
        self.assertEqual(self.header("coverage")[1], kept)

    def test_outside_of_a_repository_nothing_runs(self):
        subprocess.run(["rm", "-rf", os.path.join(self.root, ".git")], check=True)
        done = self.record("new", "echo ran", env={**os.environ, "GIT_DIR": "/nonexistent"})
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_bad_arguments(self):
        for arguments in ((), ("new",), ("new", "--"), ("--add", "--", "true"), ("new", "x", "echo", "ran"),
                          ("../new", "--", "echo", "a"), ("new", "--", "no-such-command")):
            done = self.run_tool("tests/support/record.py", *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()
