#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a header that puts every name of a unit behind UNIT_PREFIX: names.py CC [flags].

With it, kernels/isa/*.c can be included several times in one translation unit. Define UNIT_PREFIX
before each of them. After each, include the header again with UNIT_AGAIN defined, which undefines
the include guards and the prefix. tests/beside/units.c is an example. The names are read from the
units after preprocessing: functions, tags, types, enumerators, constants. All units share the names
of kernels/api, of pairs/ except fill.h and walk.h, and of trees/ except the files that unit.h
includes; these names keep their form.
"""

import os
import re
import subprocess
import sys

UNITS = {"x86_64": ["scalar", "sse2", "avx2", "avx512"], "aarch64": ["scalar", "neon"],
         "wasm32": ["scalar", "wasm128"]}
OURS = re.compile(r"^(kernels/(?!api/)|pairs/(fill|walk)\.h|trees/(?!\w+_job)(collide|rays)_\w+\.h)")
TOKEN = re.compile(r'[A-Za-z_]\w*|"(?:\\.|[^"\\])*"|\d[\w.+-]*|[^\s\w]')


def ours(text, which):
    """What is left of preprocessed text of the files that match."""
    kept, keep = [], False
    for line in text.splitlines():
        marker = re.match(r'# \d+ "(.*?)"', line)
        if marker:
            keep = bool(which.search(os.path.normpath(marker[1])))
        elif keep:
            kept.append(line)
    return "\n".join(kept)


def names_of(text):
    """The names that are declared outside of all braces, and enumerators."""
    names, depth, statement, enum = set(), 0, [], 0
    for token in TOKEN.findall(text):
        if token == "{":
            if depth == 0 and statement and statement[0] != "extern":
                tag = re.match(r"(?:typedef )?(?:struct|union|enum) (\w+)$", " ".join(statement))
                if tag:
                    names.add(tag[1])
                enum = "enum" in statement[:2]
            depth += 1
            previous = "{"
            continue
        if token == "}":
            depth -= 1
            if depth == 0:
                enum = False
                if "(" in statement:  # a function's body ends its declaration
                    names.update(declared(statement))
                    statement = []
            continue
        if depth == 0:
            if token == ";":
                names.update(declared(statement))
                statement = []
            else:
                statement.append(token)
        elif enum and depth == 1 and previous in "{,":
            names.add(token)
        previous = token
    return {name for name in names if not name.startswith(("lbx_", "LBX_", "__"))}


def declared(statement):
    """The name that a declaration without its braces declares."""
    text = " ".join(statement)
    text = re.sub(r"__attribute__ \( \( .*? \) \)", "", text)
    if not text or text.startswith(("_Static_assert", "#", "extern")):
        return []
    text = text.split(" =")[0]
    name = re.search(r"(\w+)(?: \[.*\])?(?: \(.*\))?\s*$", text)
    return [name[1]] if name and " " in text.strip() else []


def collect(command, which=OURS):
    """What has to be prefixed for the compiler's machine: the names of its units, of what they have
    from files that match, and the guards of these."""
    machine = subprocess.run([*command, "-dumpmachine"], capture_output=True, text=True,
                             check=True).stdout.split("-")[0]
    names, guards = set(), set()
    for unit in UNITS.get(machine, ["scalar"]):
        source = f"kernels/isa/{unit}.c"
        flags = [*command[1:], "-std=c11", "-Iinclude", "-DLBX_TARGETS", "-E"]
        text = subprocess.run([command[0], *flags, source], capture_output=True, text=True,
                              check=True).stdout
        names |= names_of(ours(text, which))
        for path in set(re.findall(r'^# \d+ "(.*?)"', text, re.M)):
            if which.search(os.path.normpath(path)):
                with open(path, encoding="utf-8") as file:
                    guards |= set(re.findall(r"^#ifndef (LBX_\w+_H)$", file.read(), re.M))
    return names, guards


def taken_back(guards):
    """What a unit leaves behind and the next one must not find."""
    defined = ["UNIT_PREFIX", "UNIT", "UNIT_ISA", "UNIT_TABLE", "LANES", "LANES_NATIVE",
               "LANES_FUSE", "LANES_POPCOUNT", "LANES_SWAP", "LANES_ROWS", "LANES_PACK"]
    return [f"#undef {name}" for name in [*defined, *sorted(guards)]]


def prefixed(names):
    """Every name behind UNIT_PREFIX."""
    return ["#define UNIT_PASTED(prefix, name) prefix##name",
            "#define UNIT_PASTE(prefix, name) UNIT_PASTED(prefix, name)",
            *[f"#define {name} UNIT_PASTE(UNIT_PREFIX, {name})" for name in sorted(names)]]


def main():
    names, guards = collect(sys.argv[1:])
    print("\n".join(["#ifdef UNIT_AGAIN", "#undef UNIT_AGAIN", *taken_back(guards), "#else",
                     *prefixed(names), "#endif"]))


if __name__ == "__main__":
    main()
