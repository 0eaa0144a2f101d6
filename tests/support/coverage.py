#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which lines of the kernels the tests ran: coverage.py build-directory

Reads gcov's data of every object in the directory. A line counts as covered if any object ran it,
because the kernels are compiled for every instruction set. One of which nothing ran is one that this
machine cannot run; its emulated twin stands in for it. Every other line must either
be covered or end in "// not covered: " and a reason, but not both.
"""

import json
import os
import re
import subprocess
import sys
import time

ROOMS = ("kernels/", "pairs/", "volumes/", "trees/", "contacts/", "scenes/")
MARK = "// not covered: "
UNIT = re.compile(r"(?:/tests/lanes/|\.)(\w+)\.gcno$")  # the instruction set that an object is for


def object_lines(notes):
    """{(file, line): count} of the sources that ship in one object."""
    gcov = subprocess.run(
        ["gcov", "--json-format", "--stdout", notes], capture_output=True, check=True, text=True
    )
    lines = {}
    for record in gcov.stdout.splitlines():
        for source in json.loads(record)["files"]:
            name = os.path.relpath(source["file"])
            if not name.startswith(ROOMS):
                continue
            # The head of a function tells no more than its body, and is not counted if the function
            # is inlined.
            heads = {function["start_line"] for function in source["functions"]}
            for line in source["lines"]:
                if line["line_number"] in heads:
                    continue
                key = (name, line["line_number"])
                lines[key] = lines.get(key, 0) + line["count"]
    return lines


def objects(folder):
    """The notes of every object, in order. Shows now and then how many have been read."""
    notes = sorted(os.path.join(at, name) for at, _, names in os.walk(folder)
                   for name in names if name.endswith(".gcno"))
    begun = shown = time.monotonic()
    for done, name in enumerate(notes):
        now = time.monotonic()
        if now - shown >= 10:
            left = int((now - begun) * (len(notes) - done) / done)
            print(f"objects: {done} of {len(notes)}, {left // 60} min {left % 60:02} s left",
                  file=sys.stderr, flush=True)
            shown = now
        yield name


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: coverage.py build-directory")
    units = {}  # counts by instruction set; None: what is compiled once
    for notes in objects(sys.argv[1]):
        unit = UNIT.search(notes)
        counts = units.setdefault(unit and unit[1], {})
        for key, count in object_lines(notes).items():
            counts[key] = counts.get(key, 0) + count
    left_out = [unit for unit, counts in units.items() if unit and not any(counts.values())]
    counts = {}
    for unit in units.keys() - set(left_out):
        for key, count in units[unit].items():
            counts[key] = counts.get(key, 0) + count
    if not any(counts.values()):
        sys.exit(f"{sys.argv[1]}: nothing ran")

    wrong = []
    print(f"{'file':28}{'lines':>7}{'covered':>9}{'explained':>11}")
    for file in sorted({file for file, _ in counts}):
        with open(file, encoding="utf-8") as source:
            text = source.read().splitlines()
        # A closing brace runs nothing. gcc gives it the count of any code that it moved there.
        lines = {line: count for (name, line), count in counts.items()
                 if name == file and text[line - 1].strip() != "}"}
        explained = 0
        for line, count in sorted(lines.items()):
            marked = MARK in text[line - 1]
            explained += marked
            if marked == (count > 0):
                what = "covered, though it says not" if marked else "not covered"
                wrong.append(f"{file}:{line}: {what}: {text[line - 1].strip()}")
        covered = sum(count > 0 for count in lines.values())
        print(f"{file:28}{len(lines):7}{covered:9}{explained:11}")
    for unit in left_out:
        print(f"not run on this machine: {unit}")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
