#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants small faults, one at a time, and shows which test kills each: make mutants.

What a kill must mean. A test that fails on a mutant proves that the tests hold a promise only if
the fault breaks the promise, and does not merely change bits:

- The golden hashes (tests/golden.c) are not among the tests.
- A fault in code that all instruction sets share is in all their tables. To find it by a difference
  from a table without it would prove nothing: there is no such table. So the tests are linked with
  two tables (tests/mutants/tables.c), and both hold the mutant. What kills it is the truth (known
  answers, references, stated bounds, guard pages), or that the mutant contradicts itself where the
  contract promises the same bits: on another instruction set that has the same fault, in another
  layout, under another pick, at another place in the batch.
- A fault in one backend of kernels/lanes is found by tests/lanes.c, operation by operation, against
  plain C.
- The tests that judge a mutant run on the clean tree first, and must pass there.
- A mutant that is said to be equivalent runs like all others, and must survive.

Little is compiled for a mutant: the two tables, with the kernels of the cases that judge it and no
others, or the mutant's own object. All else is linked as it was built before.

The lists are tests/mutants/*.txt: paragraphs, parted by empty lines; # begins a remark. A paragraph
of settings holds until the next one that names a source:

    source: kernels/obb_obb.h       the file that the mutants change
    cases: obb_obb                  what the tests walk, and the kernels of the tables; or all
    tables: scalar avx512           their instruction sets, if not the usual ones
    tests: obb_obb/ verdicts/       parts of test names, asked in this order; if not given, those of
                                    the cases, then EVERY_CASE below
    objects: tables kernels/check.o what is compiled, in the build directory, if not `tables` alone
    needs: avx512                   only where the machine has this instruction set

Any other paragraph is a mutant: a line that says what is wrong, then the old text and the new one,
either without the white space around it. The old text must occur exactly once in the file, or as
often as is said. Without new text the old one is taken out.

    the pad of the cross products at a quarter
    @ 2 of 3                        which of three places
    - vf_set(-OBB_PAD)
    + vf_set(-OBB_PAD / 4)
    = why nobody can tell           of an equivalent one only

A mutant that does not apply or does not compile is a fault of the list: the run fails.
"""

import argparse
import collections
import concurrent.futures
import os
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time

EVERY_CASE = "verdicts/ claims/ bits/ guards/ errors/"  # tests that walk cases, the quick ones first
TREE = ["Makefile", "mk", "include", "kernels", "scalar_ref", "tests"]  # what objects are made from
SETTINGS = "source|cases|tables|tests|objects|needs"
CPU_FLAG = {"avx2": "avx2", "avx512": "avx512vl"}  # in /proc/cpuinfo; others are always there

Mutant = collections.namedtuple("Mutant", "settings title old new which of equivalent where")


class Defect(Exception):
    """Not a verdict on the tests: a list, or the clean tree, is not as it should be."""


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def write(text, *path):
    with open(os.path.join(*path), "w", encoding="utf-8") as file:
        file.write(text)


def read_list(path):
    settings, mutants, line_number = {}, [], 1
    for paragraph in re.split(r"(?<=\n)\n", read(path)):
        where = f"{path}:{line_number}"
        line_number += paragraph.count("\n") + 1
        lines = [line for line in paragraph.splitlines() if line and line[0] != "#"]
        setting = [re.fullmatch(rf"({SETTINGS}): *(.*)", line) for line in lines]
        if lines and all(setting):
            pairs = {match[1]: match[2] for match in setting}
            settings = pairs if "source" in pairs else {**settings, **pairs}
        elif lines:
            part = {mark: "\n".join(line[2:] for line in lines[1:] if line[0] == mark)
                    for mark in "@-+="}
            which = re.fullmatch(r"(?:(\d+) of (\d+))?", part["@"])
            if not part["-"] or not which or {line[0] for line in lines[1:]} - set("@-+="):
                raise Defect(f"{where}: not a mutant")
            mutants.append(Mutant(settings, lines[0], part["-"], part["+"], int(which[1] or 1),
                                  int(which[2] or 1), part["="], where))
    return mutants


def plant(mutant):
    """The mutant's source with the fault in it, and the line where it is."""
    pieces = read(mutant.settings["source"]).split(mutant.old)
    if len(pieces) - 1 != mutant.of or mutant.which > mutant.of:
        raise Defect(f"{mutant.where}: is there {len(pieces) - 1} times: {mutant.old}")
    before = mutant.old.join(pieces[:mutant.which])
    after = mutant.old.join(pieces[mutant.which:])
    return before + mutant.new + after, before.count("\n") + 1


def copy_tree(source, target):
    shutil.rmtree(target, ignore_errors=True)
    os.makedirs(target)
    for name in TREE:
        copy = shutil.copytree if os.path.isdir(os.path.join(source, name)) else shutil.copy
        copy(os.path.join(source, name), os.path.join(target, name))


def keep_cases(tree, cases):
    """Leaves only these cases in the tests' list, and their kernels in the tables."""
    entries = dict(re.findall(r"    X\((\w+)(,.*)\)", read(tree, "kernels/api/list.h").split("#define CONVERSIONS")[0]))
    if cases - entries.keys():
        raise Defect(f"no case {' '.join(cases - entries.keys())}")
    for path, macro in ("tests/support/cases.c", "CASE"), ("kernels/isa/unit.h", "ENTRY"):
        kept = " ".join(f"{macro}({case}{entries[case]})" for case in entries if case in cases)
        write(read(tree, path).replace(f"TESTS({macro})", kept), tree, path)
    files = read(tree, "kernels/api/list.h")
    for case in entries.keys() - cases:
        files = files.replace(f'#include "{case}.h"\n#define NAME {case}\n#include "batch/tests.h"\n', "")
    write(files, tree, "kernels/api/list.h")


class Judge:
    """The tests over some tables, with the kernels of some cases."""

    def __init__(self, options, tree, tables, cases, tests):
        self.options, self.tree = options, tree
        self.cases, self.tests = cases, tests
        self.lists = " ".join(f"MUTANT({isa})" for isa in tables.split())
        self.tables = [f"mutants/{isa}.o" for isa in tables.split()]
        self.seconds = 3600  # until it is known how long they take
        self.built = {}

    def compile(self, tree, *objects):
        """Compiles objects in a tree; returns where each is."""
        done = subprocess.run([*self.options.make, "-C", tree, "BUILD=build",
                               f"MUTANT_LIST={self.lists}", *(f"build/{name}" for name in objects)],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise Defect(f"does not compile\n{done.stdout}")
        return {name: os.path.join(tree, "build", name) for name in objects}

    def link(self, tree, changed):
        """The program of the tests, with `changed` in the place of what was built before."""
        objects = {name: os.path.join(self.options.build, name) for name in self.options.objects}
        program = os.path.join(tree, "judge")
        subprocess.run([*self.options.link, *{**objects, **changed}.values(),
                        os.path.join(self.options.build, "liblanebox.a"),
                        *self.options.libraries, "-o", program], check=True)
        return program

    def killer(self, program):
        """The first test that fails, and how; or None."""
        for part in self.tests.split():
            # Of CPU time, of each test: it stands still where the machine does something else.
            limits = f'ulimit -c 0; ulimit -t {self.seconds}; exec "$@"'
            process = subprocess.Popen(["sh", "-c", limits, "sh", *self.options.run, program, part],
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       text=True, start_new_session=True)
            for line in process.stdout:
                failed = re.match(r"FAILED (\S+) \((exit|signal) (\d+)\)", line)
                if not failed:
                    continue
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                if failed[2] == "exit":
                    return failed[1]
                timeout = int(failed[3]) == signal.SIGXCPU
                return f"{failed[1]}, {'timeout' if timeout else 'signal ' + failed[3]}"
            if process.wait() != 0:
                return f"{part} as a whole"
        return None

    def prepare(self):
        """Builds what its mutants share, and runs the tests on the clean tree."""
        copy_tree(".", self.tree)
        if self.cases != "all":
            keep_cases(self.tree, set(self.cases.split()))
        self.built = self.compile(self.tree, *self.tables, "tests/mutants/tables.o",
                                  "tests/plain/support/cases.o")
        program = self.link(self.tree, self.built)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        killer = self.killer(program)
        if killer:
            raise Defect(f"{killer} fails on the clean tree ({self.cases})")
        self.seconds = 10 + 5 * int(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)

    def judge(self, mutant, tree):
        copy_tree(self.tree, tree)
        write(plant(mutant)[0], tree, mutant.settings["source"])
        objects = mutant.settings.get("objects", "tables").replace("tables", " ".join(self.tables))
        changed = self.compile(tree, *(name for name in objects.split()
                                       if name in self.options.objects  # backends of this machine
                                       or not name.startswith("tests/lanes/")))
        killer = self.killer(self.link(tree, {**self.built, **changed}))
        shutil.rmtree(tree)
        return killer


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, help="where objects and liblanebox.a are")
    parser.add_argument("--tables", required=True, help="the usual ones")
    parser.add_argument("--make", type=shlex.split, required=True)
    parser.add_argument("--link", type=shlex.split, required=True)
    parser.add_argument("--libraries", type=shlex.split, required=True)
    parser.add_argument("--run", type=shlex.split, default=[])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--filter", type=re.compile, default=re.compile(""))
    parser.add_argument("--sample", type=int, default=0, help="about so many, evenly spread")
    parser.add_argument("lists", nargs="+")
    parser.add_argument("--objects", nargs="+", required=True)
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    return options


def runs_here(options, isa):
    if f"tests/lanes/{isa}.o" not in options.objects:
        return False
    return isa not in CPU_FLAG or CPU_FLAG[isa] in read("/proc/cpuinfo").split()


def judges_of(options, mutants):
    """Who judges a mutant, by its place in the list."""
    judges, of = {}, []
    for mutant in mutants:
        tables = mutant.settings.get("tables", options.tables)
        cases = mutant.settings["cases"]
        tests = mutant.settings.get("tests") or \
            " ".join([f"{case}/" for case in cases.split()] + [EVERY_CASE])
        key = tables, cases, tests
        if key not in judges:
            tree = os.path.join(options.build, "mutants", f"judge-{len(judges)}")
            judges[key] = Judge(options, tree, *key)
        of.append(judges[key])
    return of


def main():
    options = parse()
    every = [mutant for path in options.lists for mutant in read_list(path)]
    for mutant in every:
        plant(mutant)  # all must apply, whichever are run
    mutants = [mutant for mutant in every
               if options.filter.search(f"{mutant.settings['source']}: {mutant.title}")]
    if options.sample:
        mutants = mutants[::max(1, -(-len(mutants) // options.sample))]
    if not mutants:
        raise Defect("no mutants")

    begun = time.monotonic()
    judges = judges_of(options, mutants)
    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)
    for _ in pool.map(Judge.prepare, dict.fromkeys(judges)):
        pass
    print(f"{len(mutants)} of {len(every)} mutants; on the clean tree all tests pass "
          f"({time.monotonic() - begun:.0f} s)")

    def verdict(number):
        mutant = mutants[number]
        if "needs" in mutant.settings and not runs_here(options, mutant.settings["needs"]):
            return "not run", f"not run: there is no {mutant.settings['needs']} here"
        start = time.monotonic()
        tree = os.path.join(options.build, "mutants", f"mutant-{number}")
        try:
            killer = judges[number].judge(mutant, tree)
        except Defect as defect:
            return "DEFECT", f"DEFECT, {defect}"
        seconds = f"({time.monotonic() - start:.1f} s)"
        if killer and mutant.equivalent:
            return "SURVIVED", f"SAID TO BE EQUIVALENT, yet killed by {killer} {seconds}"
        if killer:
            return "killed", f"killed by {killer} {seconds}"
        if mutant.equivalent:
            return "equivalent", f"equivalent: {mutant.equivalent}"
        return "SURVIVED", f"SURVIVED {seconds}"

    kinds = collections.defaultdict(collections.Counter)
    killers = collections.Counter()
    for mutant, (kind, text) in zip(mutants, pool.map(verdict, range(len(mutants)))):
        source = mutant.settings["source"]
        print(f"{source}:{plant(mutant)[1]}: {mutant.title}: {text}", flush=True)
        kinds[source][kind] += 1
        if kind == "killed":
            killers[re.match(r"killed by ([^ ,]+)", text)[1]] += 1

    print()
    for killer, count in killers.most_common():
        print(f"{count:4} by {killer}")
    print()
    total = collections.Counter()
    for source, counts in kinds.items():
        total.update(counts)
        print(f"{sum(counts.values()):4} {source}: "
              + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    print(f"{sum(total.values()):4} mutants: "
          + ", ".join(f"{count} {kind}" for kind, count in sorted(total.items()))
          + f"; {time.monotonic() - begun:.0f} s")
    return total["SURVIVED"] + total["DEFECT"] != 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Defect as defect:
        sys.exit(f"mutants: {defect}")
