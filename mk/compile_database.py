#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes compile_commands.json, for clangd and the like, from what make says it would compile.

    make -n -B V=1 TARGETS... | mk/compile_database.py

A source that is compiled several times has the first of its commands. Headers of kernels/ have one
too: they are compiled as the scalar unit includes them, those of lanes/ as the unit of their
instruction set does.
"""

import glob
import json
import os
import re
import shlex
import subprocess
import sys

UNIT = "kernels/isa/%s.c"
UNIT_WORDS = ["-DUNIT_TABLE=lbx_table_scalar", "-DUNIT_ISA=LBX_ISA_SCALAR"]
KERNEL_WORDS = ["-DNAME=aabb_aabb"]  # for the walks, which need a kernel
INCLUDED_BEFORE = {
    "kernels/isa/unit.h": ["kernels/lanes/scalar.h"],
    "kernels/lanes/base.h": [],
    "kernels/lanes/x86.h": [],
    "kernels/lanes/rows.h": [],
    "kernels/batch/walks.h": ["kernels/lanes/scalar.h", "kernels/api/table.h",
                              "kernels/batch/blocks.h", "kernels/batch/walk.h",
                              "kernels/aabb_aabb.h"],
}
# Flags that write further files, and flags that clang does not know.
DROPPED = r"-MMD|-MP|-fsched.*"


def said_by_shell(match):
    return subprocess.run(match[1], shell=True, check=False, stdout=subprocess.PIPE,
                          text=True).stdout.strip()  # nothing, if a package is missing


def commands(text):
    """{source: words}, the words without the source and the output."""
    found = {}
    for line in re.sub(r"\\\n", " ", text).splitlines():
        if not re.search(r" -c \S+ -o ", line):
            continue
        words = shlex.split(re.sub(r"\$\(((?:pkg-config|mpicc)[^)]*)\)", said_by_shell, line))
        at = words.index("-c")
        found.setdefault(words[at + 1],
                         [word for word in words[:at] if not re.fullmatch(DROPPED, word)])
    return found


def header_words(header, found):
    folder, name = os.path.split(header)
    unit = UNIT % os.path.splitext(name)[0]
    if folder == "kernels/lanes" and unit in found:
        return found[unit]
    before = INCLUDED_BEFORE.get(header, ["kernels/lanes/scalar.h"])
    return (found[UNIT % "scalar"] + UNIT_WORDS + KERNEL_WORDS * (header == "kernels/batch/walks.h")
            + [word for file in before for word in ("-include", file)])


def main():
    found = commands(sys.stdin.read())
    if UNIT % "scalar" not in found:
        sys.exit("compile_database.py: make would not compile the scalar unit")
    for header in sorted(glob.glob("kernels/**/*.h", recursive=True)):
        found[header] = header_words(header, found) + ["-x", "c-header", "-Wno-unused"]
    entries = [{"directory": os.getcwd(), "file": source, "arguments": words + ["-c", source]}
               for source, words in found.items()]
    with open("compile_commands.json", "w", encoding="utf-8") as file:
        json.dump(entries, file, indent=1)
        file.write("\n")
    print(f"compile_commands.json: {len(entries)} files")


if __name__ == "__main__":
    main()
