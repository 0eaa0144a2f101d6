#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the instructions of every table's rows and compares them with the pinned counts.

callgrind counts, so neither the clock nor other programs influence the counts. To a program under
valgrind, every machine with AVX2 is the same CPU, so the same build gives the same counts. A row
that takes over 1 % more instructions than pinned fails the gate. Exit codes: 0 passed, 1 failed,
2 could not judge.
"""

import collections
import os
import re
import shlex
import shutil
import subprocess
import tempfile

import results
from results import Unusable

TOLERATED = 1  # percent
PIN_ANEW = "make bench-gate PIN=1"

# A part of callgrind's output: the name that the program gave the dump, and its instructions.
DUMP = re.compile(r"^desc: Trigger: Client Request: (\S+)\n.*?^summary: (\d+)$", re.M | re.S)
END = "desc: Trigger: Program termination"


def output_of(command, **options):
    """What a command prints; if it fails, raises Unusable with the reason."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              check=False, **options)
    except OSError as error:
        raise Unusable(f"{command[0]}: {error.strerror}") from error
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line and not line.startswith("==")]
        reason = said[0] if said else f"exit code {done.returncode}"
        raise Unusable(f"{os.path.basename(command[0])} failed: {reason}")
    return done.stdout


def compiler_of(cc):
    """The compiler's name and version, as lanebox-bench writes it."""
    try:
        words = shlex.split(cc)
    except ValueError as error:
        raise Unusable(f"CC={cc}: {error}") from error
    if not words:
        raise Unusable("CC is empty")
    macros = output_of(words + ["-dM", "-E", "-x", "c", "/dev/null"])
    version = re.search(r'^#define __VERSION__ "(.*)"$', macros, re.M)
    if not version:
        raise Unusable(f"{cc} does not tell its version")
    return version[1] if "#define __clang__ " in macros else f"GCC {version[1]}"


def count(valgrind, program):
    """Runs the program under callgrind; returns the instructions of each row."""
    try:
        with tempfile.TemporaryDirectory(prefix="gate-", dir=os.path.dirname(program)) as folder:
            # It runs without the environment and in a folder of its own, because VALGRIND_OPTS,
            # GLIBC_TUNABLES and .valgrindrc change what is run and counted.
            output_of([valgrind, "-q", "--tool=callgrind", "--vgdb=no", "--instr-atstart=no",
                       "--collect-atstart=no", "--dump-line=no", "--combine-dumps=yes",
                       "--callgrind-out-file=counts", program], cwd=folder, env={})
            with open(os.path.join(folder, "counts"), encoding="utf-8") as file:
                text = file.read()
    except OSError as error:
        raise Unusable(f"no counts of {program}: {error.strerror}") from error
    counts = {name: int(instructions) for name, instructions in DUMP.findall(text)}
    if not counts or END not in text:
        raise Unusable("callgrind's counts are cut short")
    return counts


def read_pinned(path):
    """How the counts were pinned, and {name: instructions}."""
    try:
        build, tables = results.read_sheet(path)
        counts = dict(cell for line in tables[0] for cell in results.of_line(path, line))
    except Unusable as error:
        raise Unusable(f"{error}; {PIN_ANEW} writes it") from error
    if not counts or not all(build.get(key) for key in ("compiler", "flags", "valgrind")) \
            or not all(type(count) is int and count > 0 for count in counts.values()):
        raise Unusable(f"{path}: no pinned counts, or cut short; {PIN_ANEW} writes it")
    return build, counts


def matching(counts, wanted):
    return {name: value for name, value in counts.items() if wanted.search(name)}


def some(names):
    names = sorted(names)
    return names[0] + (f" and {len(names) - 1} more" if len(names) > 1 else "")


def by_isa(names):
    rows = collections.Counter(name.split("/")[2] for name in names)
    return ", ".join(f"{number} {isa}" for isa, number in rows.items())


def print_rows(names, pinned, counted, what, advice):
    for name in names:
        print(f"{name}  {pinned[name]} instructions pinned, {counted[name]} counted, "
              f"{change(pinned[name], counted[name])}")
    print(f"rows with over {TOLERATED} % {what}: {len(names)}; {advice}: {PIN_ANEW}")


def change(before, after):
    return f"{100 * (after - before) / before:+.2f} %"


def judge(pinned, counted):
    """Prints what has changed; returns the exit code."""
    if gone := pinned.keys() - counted.keys():
        raise Unusable(f"pinned, but not counted: {some(gone)}; if that is meant: {PIN_ANEW}")
    if new := counted.keys() - pinned.keys():
        raise Unusable(f"counted, but not pinned: {some(new)}; to pin: {PIN_ANEW}")
    by_ratio = sorted(counted, key=lambda name: counted[name] / pinned[name])
    fewer = [n for n in by_ratio if counted[n] * 100 < pinned[n] * (100 - TOLERATED)]
    more = [n for n in by_ratio[::-1] if counted[n] * 100 > pinned[n] * (100 + TOLERATED)]
    if fewer:
        print_rows(fewer, pinned, counted, "fewer instructions", "to keep the gain")
    if more:
        print_rows(more, pinned, counted, "more instructions", "if that is meant")
    print(f"rows judged: {len(counted)} ({by_isa(counted)})")
    for name, way in (by_ratio[-1], "up"), (by_ratio[0], "down"):
        moved = counted[name] > pinned[name] if way == "up" else counted[name] < pinned[name]
        print(f"largest change {way}: "
              + (f"{change(pinned[name], counted[name])}, {name}" if moved else "none"))
    return 1 if more else 0


def main():
    parser = results.Parser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program", help="lanebox-gate")
    parser.add_argument("--pinned", required=True, help="the file of pinned counts")
    parser.add_argument("--cc", required=True, help="the compiler that built the program")
    parser.add_argument("--flags", required=True, help="its flags")
    parser.add_argument("--filter", default=".", help="a regular expression: rows to judge")
    parser.add_argument("--pin", action="store_true", help="writes the file of pinned counts")
    options = parser.parse_args()
    try:
        wanted = re.compile(options.filter)
    except re.error as error:
        raise Unusable(f"not a regular expression: {options.filter}: {error}") from error
    valgrind = shutil.which("valgrind")
    if not valgrind:
        raise Unusable("valgrind is not installed")

    build = {"compiler": compiler_of(options.cc), "flags": " ".join(options.flags.split()),
             "valgrind": output_of([valgrind, "--version"]).strip().removeprefix("valgrind-")}
    if not options.pin:
        then, pinned = read_pinned(options.pinned)
        for key in "compiler", "flags":
            if then[key] != build[key]:
                raise Unusable(f"the counts are pinned for the {key} {then[key]}, "
                               f"this build has {build[key]}")

    counts = count(valgrind, os.path.abspath(options.program))
    rows = matching(counts, wanted)
    if not rows:
        raise Unusable(f"no row matches {options.filter}")
    if options.pin:
        if len(rows) < len(counts):
            raise Unusable("all rows are pinned together: PIN=1 goes without FILTER")
        table = results.table_of(dict(sorted(counts.items())))
        results.replace(options.pinned, results.sheet(build, table))
        print(f"rows pinned: {len(rows)} ({by_isa(rows)})")
        code = 0
    else:
        code = judge(matching(pinned, wanted), rows)
    print("AVX-512 is not among them: valgrind does not know it")
    return code


if __name__ == "__main__":
    results.run(main)
