#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants small faults, one at a time, and shows which test kills each: make mutants.

What a kill must mean. A test that fails on a mutant proves that the tests hold a promise only if
the fault breaks the promise, and does not merely change bits:

- The golden hashes (tests/golden.c) are not among the tests.
- A fault in code that all instruction sets share is in all their tables. A difference from a table
  without the fault would prove nothing, since there is no such table. So the tests are linked with
  two tables (tests/mutants/tables.c), and both hold the mutant. It is killed by the truth (known
  answers, references, stated bounds, guard pages), or because it contradicts itself where the
  contract promises the same bits: on another instruction set with the same fault, in another
  layout, under another pick, or at another place in the batch.
- A fault in one backend of kernels/lanes is found by tests/lanes.c, which compares every operation
  with plain C.
- A test judges mutants only after it has passed without one.
- A mutant that is declared equivalent runs like all others, and must survive.

Many mutants are compiled at once: the code that a mutant changes becomes
`lbx_mutant == 17 ? new : old`, and LBX_MUTANT=17 in the environment selects it
(tests/mutants/mutant.h). Changes that cannot be selected at run time, such as those of a type or of
the description of a kernel, are compiled by themselves. Either way only the objects that hold the
changed file are compiled. All sources of one instruction set are one of them.

The lists are tests/mutants/*.txt, with a mutant per line; # begins a remark:

    frames_apart: a_half[i1] -> b_half[i1]           a function, macro, type or list: old -> new
    lbx_soa_free: free(out[0]); ->                   deleted
    frames_apart: vf_set(-pad) #2 -> vf_set(pad)     the second of several matches
    walk: if (i == n) return found; ->  = why        equivalent, and why, after two spaces

Names are searched for in all of kernels/, pairs/, volumes/, trees/, contacts/ and scenes/. The text is compared token
by token, and must occur once unless a number says which. A family stands for many mutants, in all
names that match; ! excludes names, and $x stands for any tokens between brackets and commas.
Members that are equivalent follow:

    every *_apart !ray_*: vf_less($a, $b) -> vf_less($b, $a)
        but sphere_obb_apart #2  = why

judges.txt says what judges a mutant, by its file. The first line that matches counts:

    kernels/math/frames.h  cases: obb_obb
        cases     that the tests walk; default: the file's name
        tests     how their names begin; default: those of the cases, then EVERY_CASE
        tables    their instruction sets, if not the usual ones
        objects   of tests that hold the code too; code of kernels/lanes/ is in no others
        needs     only if the machine has this instruction set

A line of a list in brackets, [cases: obb_obb; tests: verdicts/ bits/], judges the lines after it
instead. [in: kernels/lanes/avx2.h] searches for names only in that file. [] ends either.

A mutant that does not apply or does not compile is a fault of the list: the run fails.
"""

import argparse
import collections
import concurrent.futures
import fnmatch
import glob
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time

import source

EVERY_CASE = "errors/ verdicts/ guards/ bits/ claims/"  # tests that walk cases, quick ones first
TREE = ["Makefile", "mk", "include", "kernels", "pairs", "volumes", "trees", "contacts", "scenes", "scalar_ref", "examples", "tests"]  # the sources of objects
SOURCES = ["kernels", "pairs", "volumes", "trees", "contacts", "scenes"]  # where faults are planted
SETTINGS = {"cases", "tests", "tables", "objects", "needs", "in"}
CPU_FLAG = {"avx2": "avx2", "avx512": "avx512vl"}  # in /proc/cpuinfo; others are always there

Mutant = collections.namedtuple("Mutant", "fault settings title equivalent where")


class Defect(Exception):
    """A fault of a list or of the clean tree, as opposed to a verdict on the tests."""


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def write(text, *path):
    with open(os.path.join(*path), "w", encoding="utf-8") as file:
        file.write(text)


# --- the lists ---


def settings_of(text):
    parts = [part.strip() for part in text.split(";")]
    pairs = dict(re.split(r": *", part, maxsplit=1) for part in parts if part)
    if set(pairs) - SETTINGS:
        raise ValueError(text)
    return pairs


class Lists:
    """All lists, applied to the tree."""

    def __init__(self, paths):
        self.places, self.mutants, self.judges = {}, [], []
        self.texts = {path: read(path) for folder in SOURCES
                      for path in sorted(glob.glob(f"{folder}/**/*.[ch]", recursive=True))}
        for path, text in self.texts.items():
            for place in source.places_of(path, text):
                self.places.setdefault(place.name, []).append(place)
        for path in paths:
            if path.endswith("judges.txt"):
                for line in read(path).splitlines():
                    if line and line[0] != "#":
                        files, settings = line.split(maxsplit=1)
                        self.judges.append((files, settings_of(settings)))
        for path in paths:
            if not path.endswith("judges.txt"):
                self.read_list(path)
        faults = {}  # a fault planted by two lines counts once, as equivalent if one says so
        for mutant in sorted(self.mutants, key=lambda mutant: not mutant.equivalent):
            faults.setdefault((mutant.fault.key(), str(mutant.settings)), mutant)
        kept = set(map(id, faults.values()))
        self.mutants = [mutant for mutant in self.mutants if id(mutant) in kept]

    def read_list(self, path):
        settings, family = {}, None
        for number, line in enumerate(read(path).splitlines(), 1):
            where = f"{path}:{number}"
            try:
                if not line.strip() or line[0] == "#":
                    continue
                if line[0] == "[":
                    settings = settings_of(line.strip("[] "))
                    continue
                text, _, why = line.partition("  = ")
                excepted = re.fullmatch(r" +but (.*)", text)
                if excepted:
                    self.except_from(family, excepted[1].split(","), why, where)
                    continue
                names, text = re.fullmatch(r"((?:every )?[\w()*! ]+?): (.*)", text).groups()
                old, new = re.fullmatch(r"(.*?) ->(?: (.*))?", text).groups()
                first = len(self.mutants)
                if names.startswith("every "):
                    self.add_family(names.split()[1:], old, new or "", settings, why, where)
                    family = range(first, len(self.mutants))
                else:
                    self.add(names, old, new or "", settings, why, where)
            except (ValueError, AttributeError, TypeError) as error:
                raise Defect(f"{where}: not a line of a list: {line} ({error})") from error

    def usual_judge(self, path):
        for files, settings in self.judges:
            if fnmatch.fnmatchcase(path, files):
                return settings
        return {"cases": os.path.splitext(os.path.basename(path))[0]}

    def judged(self, place, settings):
        stem = os.path.splitext(os.path.basename(place.path))[0]
        found = {**({} if "cases" in settings else self.usual_judge(place.path)), **settings}
        if place.path.startswith("kernels/lanes/"):
            isa = "scalar" if stem == "lanes" else stem
            found.setdefault("objects", f"tests/lanes/{isa}.o tests/lanes/{isa}_emulated.o")
        return found

    def add(self, name, old, new, settings, why, where):
        pattern, which = re.fullmatch(r"(.*?)(?: #(\d+))?", old).groups()
        found = [(place, match) for place in self.places.get(name, [])
                 if settings.get("in", place.path) == place.path
                 for match in source.find(source.words(pattern), place)]
        if not found or (len(found) > 1 and not which) or int(which or 1) > len(found):
            raise Defect(f"{where}: is there {len(found)} times: {name}: {pattern}")
        place, (first, last, _) = found[int(which or 1) - 1]
        fault = source.Fault(place, first, last, source.words(new))
        self.mutants.append(Mutant(fault, self.judged(place, settings), f"{name}: {old} -> {new}",
                                   why, where))

    def add_family(self, names, old, new, settings, why, where):
        pattern, count = source.words(old), len(self.mutants)
        wanted = [name for name in names if name[0] != "!"]
        excluded = [name[1:] for name in names if name[0] == "!"]
        for name in wanted:
            if not fnmatch.filter(self.places, name):
                raise Defect(f"{where}: no place is called {name}")
        for name, places in self.places.items():
            if not any(fnmatch.fnmatchcase(name, fits) for fits in wanted) or \
                    any(fnmatch.fnmatchcase(name, fits) for fits in excluded):
                continue
            found = [(place, match) for place in places
                     if settings.get("in", place.path) == place.path
                     for match in source.find(pattern, place)]
            for number, (place, (first, last, bound)) in enumerate(found, 1):
                fresh = [text for word in source.words(new) for text in bound.get(word, [word])]
                before = " ".join(token.text for token in place.tokens[first:last])
                self.mutants.append(Mutant(
                    source.Fault(place, first, last, fresh), self.judged(place, settings),
                    f"{name}: {before} #{number} -> {' '.join(fresh)}", why, where))
        if len(self.mutants) == count:
            raise Defect(f"{where}: a family without members: {old}")

    def except_from(self, family, instances, why, where):
        if not why:
            raise Defect(f"{where}: an exception without a reason")
        for instance in instances:
            name, number = re.fullmatch(r" *([\w()]+)(?: #(\d+))? *", instance).groups()
            of_name = [at for at in family if self.mutants[at].title.startswith(f"{name}: ")]
            if int(number or 1) > len(of_name) or (len(of_name) > 1 and not number):
                raise Defect(f"{where}: {len(of_name)} of the family are in {name}")
            at = of_name[int(number or 1) - 1]
            self.mutants[at] = self.mutants[at]._replace(equivalent=why)


# --- judging ---


def copy_tree(origin, target):
    shutil.rmtree(target, ignore_errors=True)
    os.makedirs(target)
    for name in TREE:
        copy = shutil.copytree if os.path.isdir(os.path.join(origin, name)) else shutil.copy
        copy(os.path.join(origin, name), os.path.join(target, name))


def tests_of(options, starts):
    """The names of the linked tests that begin so, in the order of `starts`."""
    names = []
    for path in sorted(options.objects):
        if path.startswith("tests/plain/"):
            text = read("tests/" + path[len("tests/plain/"):-2] + ".c")
            names += ["/".join(name) for name in re.findall(r"^Test\((\w+), (\w+)\)", text, re.M)]
    found = [name for start in starts for name in names if name.startswith(start)]
    if not all(any(name.startswith(start) for name in names) for start in starts):
        raise Defect(f"no test begins with one of {starts}")
    return list(dict.fromkeys(found))


class Program:
    """The tests, linked with all mutants that can be selected when they run."""

    def __init__(self, options, lists, chosen):
        self.options, self.lists = options, lists
        self.alone = set()  # numbers of the mutants that are compiled by themselves
        self.holders = collections.defaultdict(list)  # the library's objects that hold a file
        for name in options.library:
            said = read(options.build, f"{name[:-2]}.d").split(":")[1]
            for path in set(map(os.path.normpath, said.replace("\\\n", " ").split())):
                self.holders[path].append(name)
        self.clean = os.path.join(options.build, "mutants", "clean")
        copy_tree(".", self.clean)
        tree = os.path.join(options.build, "mutants", "all")
        copy_tree(".", tree)
        objects = {name: None for number in chosen for name in self.objects_of(number)}
        for _ in range(20):
            lines = self.plant(tree, chosen)
            self.built, said = self.compile(tree, objects, options.jobs)
            if self.built is not None:
                break
            bad = {(os.path.normpath(path), int(line)) for path, line in
                   re.findall(rf"((?:{'|'.join(SOURCES)})/[\w/.]+):(\d+)", said)}
            lost = {number - 1 for path, where in lines.items()
                    for number, within in where.items()
                    if any((path, line) in bad for line in within)}
            if not lost:
                raise Defect(f"does not compile\n{said}")
            self.alone |= lost
            options.log(f"compiled by themselves: {len(lost)}\n{said}")
        else:
            raise Defect("does not compile")
        self.path = self.link(tree, self.built)

    def objects_of(self, number):
        """The objects that hold a mutant, in the tables that judge it."""
        mutant = self.lists.mutants[number]
        path, settings = mutant.fault.place.path, mutant.settings
        tables = settings.get("tables", self.options.tables).split()
        names = [name for name in settings.get("objects", "").split()
                 if name in self.options.objects]
        if not path.startswith("kernels/lanes/"):
            names += [name for name in self.holders[path] if not re.fullmatch(r"mutants/\w+\.o", name)
                      or name[len("mutants/"):-2] in tables]
        if not names:
            raise Defect(f"{mutant.where}: no object holds {path}")
        return names

    def plant(self, tree, chosen):
        """Writes the sources with all mutants that can be selected; returns the lines of each."""
        lines, files = {}, {self.lists.mutants[number].fault.place.path: [] for number in chosen}
        for number in chosen:
            fault = self.lists.mutants[number].fault
            change = None if number in self.alone else fault.switched()
            if change:
                files[fault.place.path].append((number + 1, fault.place, change))
            else:
                self.alone.add(number)
        for path, changes in files.items():
            text, lines[path] = source.switched_text(self.lists.texts[path], changes)
            if text != read(tree, path):
                write(text, tree, path)
        return lines

    def compile(self, tree, objects, jobs=1):
        """Compiles objects in a tree; returns their paths, and the compiler's output."""
        done = subprocess.run([*self.options.make, "-C", tree, "BUILD=build", "-k", f"-j{jobs}",
                               *(f"build/{name}" for name in objects)],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        built = {name: os.path.join(tree, "build", name) for name in objects}
        return (built if done.returncode == 0 else None), done.stdout

    def link(self, tree, changed):
        """Links the tests, with `changed` instead of the objects built before."""
        names = self.options.objects + self.options.library
        objects = {name: os.path.join(self.options.build, name) for name in names}
        program = os.path.join(tree, "judge")
        done = subprocess.run([*self.options.link, *{**objects, **changed}.values(),
                               *self.options.libraries, "-o", program],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            raise Defect(f"does not link\n{done.stdout}")
        return program

    def killer(self, judge, number):
        """The test that kills a mutant, and how, or None."""
        if number not in self.alone:
            return judge.killer(self.path, number + 1)
        fault = self.lists.mutants[number].fault
        tree = os.path.join(self.options.build, "mutants", f"mutant-{number}")
        copy_tree(self.clean, tree)
        write(fault.planted(self.lists.texts[fault.place.path]), tree, fault.place.path)
        changed, said = self.compile(tree, self.objects_of(number))
        if changed is None:
            raise Defect(f"does not compile\n{said}")
        killer = judge.killer(self.link(tree, {**self.built, **changed}), 0)
        shutil.rmtree(tree)
        return killer


class Judge:
    """Some tests, over some tables and cases. `clean` is a program that they must pass."""

    def __init__(self, options, clean, tables, cases, tests):
        self.options, self.clean, self.cases = options, clean, cases
        self.tests = tests_of(options, tests.split())
        # What asks for no table gets the last of these.
        self.environment = {"LBX_TABLES": tables, "LBX_CASES": cases,
                            "LANEBOX_ISA": tables.split()[-1]}
        self.kills = collections.Counter()
        self.seconds, self.lock = {}, threading.Lock()  # seconds that each test takes

    def failure(self, program, number, test, seconds):
        """How a test fails, or None."""
        # The limit is on CPU time, which does not pass while the machine does something else.
        limits = f'ulimit -c 0; ulimit -t {seconds}; exec "$@"'
        process = subprocess.Popen(["sh", "-c", limits, "sh", *self.options.run, program,
                                    "--filter", test],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                   start_new_session=True,
                                   env={**os.environ, **self.environment,
                                        "LBX_MUTANT": str(number)})
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
        return f"{test} as a whole" if process.wait() != 0 else None

    def takes(self, test):
        """The seconds that a test takes without a mutant. It must pass before it judges any."""
        with self.lock:
            if test not in self.seconds:
                start = time.monotonic()
                failed = self.failure(self.clean, 0, test, 3600)
                if failed:
                    raise Defect(f"{failed} fails without a mutant ({self.cases})")
                self.seconds[test] = time.monotonic() - start
            return self.seconds[test]

    def killer(self, program, number):
        """The first test that fails, and how, or None. Tests with most kills a second run first."""
        order = sorted(self.tests, key=lambda test: -self.kills[test] / self.seconds.get(test, 1))
        for test in order:
            failed = self.failure(program, number, test, 3 + 5 * int(1 + self.takes(test)))
            if failed:
                self.kills[test] += 1
                return failed
        return None


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True, help="where objects are")
    parser.add_argument("--tables", required=True, help="the usual ones")
    parser.add_argument("--make", type=shlex.split, required=True)
    parser.add_argument("--link", type=shlex.split, required=True)
    parser.add_argument("--libraries", type=shlex.split, required=True)
    parser.add_argument("--run", type=shlex.split, default=[])
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--filter", type=re.compile, default=re.compile(""))
    parser.add_argument("--sample", type=int, default=0, help="about so many, evenly spread")
    parser.add_argument("--verbose", action="store_true", help="what had to be compiled by itself")
    parser.add_argument("lists", nargs="+")
    parser.add_argument("--objects", nargs="+", required=True, help="the tests'")
    parser.add_argument("--library", nargs="+", required=True, help="the objects to plant faults in")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    options.log = lambda text: print(text, file=sys.stderr) if options.verbose else None
    return options


def runs_here(options, isa):
    if f"tests/lanes/{isa}.o" not in options.objects:
        return False
    return isa not in CPU_FLAG or CPU_FLAG[isa] in read("/proc/cpuinfo").split()


def judge_of(options, clean, settings, judges):
    """The judge that the settings of a mutant ask for."""
    cases = settings["cases"]
    tests = settings.get("tests") or " ".join([f"{case}/" for case in cases.split()] + [EVERY_CASE])
    key = settings.get("tables", options.tables), cases, tests
    if key not in judges:
        judges[key] = Judge(options, clean, *key)
    return judges[key]


class Progress:
    """Shows on stderr how many mutants are done, and how long the rest will take."""

    def __init__(self, total):
        self.total, self.done, self.begun = total, 0, time.monotonic()
        self.shown, self.lock = self.begun, threading.Lock()

    def one_more(self):
        with self.lock:
            self.done += 1
            now = time.monotonic()
            if now - self.shown < 10 and self.done < self.total:
                return
            self.shown = now
            left = (now - self.begun) / self.done * (self.total - self.done)
            print(f"mutants: {self.done} of {self.total}, {left:.0f} s left", file=sys.stderr)


def verdict_of(program, judge, number, mutant):
    if not judge:
        return "not run", f"not run: there is no {mutant.settings['needs']} here"
    start = time.monotonic()
    try:
        killer = program.killer(judge, number)
    except Defect as defect:
        return "DEFECT", f"DEFECT, {defect}"
    seconds = f"({time.monotonic() - start:.1f} s)"
    if killer and mutant.equivalent:
        return "SURVIVED", f"SAID TO BE EQUIVALENT, yet killed by {killer} {seconds}"
    if killer:
        return "killed", f"killed by {killer} {seconds}"
    if mutant.equivalent:
        return "equivalent", f"equivalent: {mutant.equivalent} {seconds}"
    return "SURVIVED", f"SURVIVED {seconds}"


def main():
    options = parse()
    lists = Lists(options.lists)
    chosen = [number for number, mutant in enumerate(lists.mutants)
              if options.filter.search(f"{mutant.fault.place.path}: {mutant.title}")]
    if options.sample:
        chosen = chosen[::max(1, -(-len(chosen) // options.sample))]
    if not chosen:
        raise Defect("no mutants")

    begun = time.monotonic()
    run = [number for number in chosen
           if runs_here(options, lists.mutants[number].settings.get("needs", "scalar"))]
    program, judges = Program(options, lists, run), {}
    of = {number: judge_of(options, program.path, lists.mutants[number].settings, judges)
          for number in run}
    print(f"{len(chosen)} of {len(lists.mutants)} mutants; {len(program.alone)} are compiled by "
          f"themselves, the others at once ({time.monotonic() - begun:.0f} s)", flush=True)
    pool = concurrent.futures.ThreadPoolExecutor(options.jobs)

    progress = Progress(len(chosen))

    def verdict(number):
        found = verdict_of(program, of.get(number), number, lists.mutants[number])
        progress.one_more()
        return found

    kinds = collections.defaultdict(collections.Counter)
    killers = collections.Counter()
    for number, (kind, text) in zip(chosen, pool.map(verdict, chosen)):
        mutant = lists.mutants[number]
        path = mutant.fault.place.path
        line = lists.texts[path].count("\n", 0, mutant.fault.start) + 1
        print(f"{path}:{line}: {mutant.title}: {text}", flush=True)
        kinds[path][kind] += 1
        if kind == "killed":
            killers[re.match(r"killed by ([^ ,]+)", text)[1]] += 1

    print()
    for killer, count in killers.most_common():
        print(f"{count:4} by {killer}")
    print()
    total = collections.Counter()
    for path, counts in kinds.items():
        total.update(counts)
        print(f"{sum(counts.values()):4} {path}: "
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
