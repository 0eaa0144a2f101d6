#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes compile_commands.json, for clangd and the like, from what make says it would compile.

    make -n -B V=1 TARGETS... | mk/compile_database.py

A source that is compiled several times has the first of its commands, kernels that of their public
functions. clangd compiles a header as a source with a similar name, except those that have a
command here: lanes, with the flags of their instruction set, and the walks, which need a kernel.
"""

import glob
import json
import os
import re
import shlex
import subprocess
import sys

WALKS, KERNEL = "kernels/batch/walks.h", "kernels/aabb_aabb.c"
# Flags that write further files, and flags that clang does not know.
DROPPED = r"-MMD|-MP|-fsched.*|-fno-ipa.*"


def said_by_shell(match):
    return subprocess.run(match[1], shell=True, check=False, stdout=subprocess.PIPE,
                          text=True).stdout.strip()  # nothing, if a package is missing


def main():
    found, of_units, of_lanes = {}, {}, {}
    for line in re.sub(r"\\\n", " ", sys.stdin.read()).splitlines():
        if re.search(r" -c \S+\.cc? -o ", line):
            words = shlex.split(re.sub(r"\$\(((?:pkg-config|mpicc)[^)]*)\)", said_by_shell, line))
            words, source = words[:words.index("-c")], words[words.index("-c") + 1]
            words = [word for word in words if not re.fullmatch(DROPPED, word)]
            if "-include" in words:  # an instruction set's lanes
                at = words.index("-include")
                of_lanes.setdefault(words[at + 1], words[:at] + words[at + 2:])
                of_units.setdefault(source, words)
            else:
                found.setdefault(source, words)
    found = {**of_units, **found}
    if KERNEL not in found:
        sys.exit("compile_database.py: make would not compile the kernels")
    headers = {lanes: of_lanes.get(lanes, found[KERNEL]) for lanes in glob.glob("kernels/lanes/*.h")}
    headers[WALKS] = found[KERNEL] + ["-include", KERNEL, "-DNAME=aabb_aabb"]
    found |= {path: [*words, "-x", "c-header", "-Wno-unused"] for path, words in headers.items()}
    entries = [{"directory": os.getcwd(), "file": source, "arguments": words + ["-c", source]}
               for source, words in found.items()]
    with open("compile_commands.json", "w", encoding="utf-8") as file:
        json.dump(entries, file, indent=1)
        file.write("\n")
    print(f"compile_commands.json: {len(entries)} files")


if __name__ == "__main__":
    main()
