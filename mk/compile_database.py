#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes compile_commands.json, for clangd and the like, from what make says it would compile.

    make -n -B V=1 TARGETS... | mk/compile_database.py

A source that is compiled several times has the first of its commands: plain C, if it is compiled for
each instruction set. Headers of kernels/ have one too: they are compiled as plain C includes them,
those of lanes/ for their instruction set.
"""

import glob
import json
import os
import re
import shlex
import subprocess
import sys

SCALAR = "kernels/lanes/scalar.h"
WALKS = "kernels/batch/walks.h"  # which needs a kernel
KERNEL_WORDS = ["-DNAME=aabb_aabb", "-include", "kernels/aabb_aabb.c"]
ALONE = {"kernels/lanes/base.h", "kernels/lanes/x86.h", "kernels/lanes/rows.h"}
# Flags that write further files, and flags that clang does not know.
DROPPED = r"-MMD|-MP|-fsched.*"


def said_by_shell(match):
    return subprocess.run(match[1], shell=True, check=False, stdout=subprocess.PIPE,
                          text=True).stdout.strip()  # nothing, if a package is missing


def commands(text):
    """{source: words} and {lanes: words}, the words without the source and the output."""
    found, lanes = {}, {}
    for line in re.sub(r"\\\n", " ", text).splitlines():
        if not re.search(r" -c \S+ -o ", line):
            continue
        words = shlex.split(re.sub(r"\$\(((?:pkg-config|mpicc)[^)]*)\)", said_by_shell, line))
        at = words.index("-c")
        before = [word for word in words[:at] if not re.fullmatch(DROPPED, word)]
        found.setdefault(words[at + 1], before)
        if "-include" in before:
            lanes.setdefault(before[before.index("-include") + 1], before)
    return found, lanes


def header_words(header, lanes):
    words = lanes.get(header, lanes[SCALAR])
    if header in lanes or header in ALONE:
        at = words.index("-include")
        return words[:at] + words[at + 2:]
    if header == WALKS:
        return [word for word in words if not word.startswith("-DLBX_UNIT")] + KERNEL_WORDS
    return words


def main():
    found, lanes = commands(sys.stdin.read())
    if SCALAR not in lanes:
        sys.exit("compile_database.py: make would not compile plain C")
    for header in sorted(glob.glob("kernels/**/*.h", recursive=True)):
        found[header] = header_words(header, lanes) + ["-x", "c-header", "-Wno-unused"]
    entries = [{"directory": os.getcwd(), "file": source, "arguments": words + ["-c", source]}
               for source, words in found.items()]
    with open("compile_commands.json", "w", encoding="utf-8") as file:
        json.dump(entries, file, indent=1)
        file.write("\n")
    print(f"compile_commands.json: {len(entries)} files")


if __name__ == "__main__":
    main()
