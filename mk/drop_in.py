#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the library as two files: drop_in.py DIRECTORY COMPILER... writes lanebox.h and lanebox.c.

lanebox.h is the public headers, one after the other; lanebox.c is all that `make` compiles, for
every machine. The text of a unit is in it once: lanebox.c includes itself for each instruction set,
each time with another prefix for the unit's names and another target, as tests/beside/units.c
includes the units. kernels/isa/names.py reads the names, with a compiler for each machine. The
other sources follow one another; a name that two of them share is prefixed with its file's name.
"""

import glob
import os
import re
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(TOP, "kernels/isa"))
sys.dont_write_bytecode = True
import names  # noqa: E402

HEADERS = ["lanebox.h", "lanebox/pairs.h", "lanebox/volumes.h", "lanebox/trees.h"]
# The units whose target is not the machine's base line, and what compilers call these targets.
TARGETS = {"avx2": "avx2,fma,popcnt",
           "avx512": "avx512f,avx512dq,avx512bw,avx512vl,fma,popcnt"}
# The macro that says that a machine has them, if it is not the machine's name.
MACROS = {"wasm32": "__wasm_simd128__"}
GUARD = re.compile(r"^#ifndef (LBX_\w+_H|LANEBOX_\w*H)$", re.M)
LANES = re.compile(r"^kernels/lanes/")
INCLUDE = re.compile(r'#include (?:"(.*?)"|(<.*?>))')
# Selects another part of a file, which stands after its include guard.
SWITCH = "LIST_FILES"
LICENCE = "// SPDX-License-Identifier: MIT"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def find(name, path):
    for folder in (os.path.dirname(path), ".", "include"):
        found = os.path.normpath(os.path.join(folder, name))
        if os.path.exists(found):
            return found
    sys.exit(f"{path}: nothing is called {name}")


class Text:
    """Sources with their includes expanded in place.

    A guarded file that has been written outside of every condition is not written again. System
    headers are collected to stand before everything else: there no name of ours is a macro, and
    what they declare is not hidden.
    """

    def __init__(self, public):
        self.done = set(public)
        self.system = set()
        self.switched = False

    def of(self, path, depth=0, above=(), renamed=None):
        lines, conditions, editor = [], 0, None
        text = read(path)
        guard = GUARD.search(text)
        lines.append(f"// ---- {path}")
        own = 1 if guard else 0
        switch, fields = None, False
        for line in text.splitlines():
            if line == LICENCE:
                continue
            if re.match(rf"#(define|undef) {SWITCH}$", line):
                self.switched = line.startswith("#define")
                continue
            if line.startswith(f"#ifdef {SWITCH}"):
                switch, own = conditions + 1, 0
                conditions += 1
                continue
            if switch == conditions and line.startswith("#endif"):
                switch = None
                conditions -= 1
                continue
            if switch and not self.switched:
                conditions += line.startswith("#if") - line.startswith("#endif")
                continue
            if re.match(r"#if", line):
                conditions += 1
                # Only editors see this part, when they open a file by itself.
                if "// an editor" in line and editor is None:
                    editor = conditions
            elif re.match(r"#(else|elif|endif)", line):
                if editor == conditions:
                    editor = None
                conditions -= line.startswith("#endif")
            include = INCLUDE.match(line)
            if not include:
                # Fields keep their names, which a common header may have given them.
                if re.match(r"(typedef )?(struct|union)\b.*\{$", line):
                    fields = True
                elif line.startswith("}"):
                    fields = False
                for name, other in (renamed or {}).items():
                    if not fields or f"struct {name} " in line:
                        line = re.sub(rf"(?<![.>\w]){name}\b", other, line)
                lines.append(line)
                continue
            free = depth == 0 and conditions <= (1 if switch else own)
            if include[2]:
                # Headers of a single machine, or that may be missing, stay where they are.
                special = re.search(r"mmintrin|arm_neon|simde|wasm_simd128", include[2])
                if not special:
                    self.system.add(include[2])
                if not free:
                    lines.append(line)
                continue
            inner = find(include[1], path)
            if editor is not None or inner in above or inner in self.done and not (
                    self.switched and SWITCH in read(inner)):
                continue
            lines += self.of(inner, 0 if free else 1, (*above, path))
            if free and GUARD.search(read(inner)):
                self.done.add(inner)
            lines.append(f"// ---- {path}, further")
        if guard and depth == 0:
            self.done.add(path)
        return lines


def public(version):
    """The public headers as one."""
    lines = [LICENCE,
             f"// lanebox {version} in two files, lanebox.h and lanebox.c, written by `make drop-in` from",
             "// the library's headers; change those. Below is " + ", ".join(HEADERS[:-1]),
             f"// and {HEADERS[-1]}, as they are.", ""]
    for name in HEADERS:
        for line in read("include/" + name).splitlines():
            if line != LICENCE and not re.match(r'#include "', line):
                lines.append(line)
        lines.append("")
    return lines


def declared(path):
    """What a file declares for itself, and the files that it includes."""
    text = subprocess.run(["gcc", "-std=c11", "-Iinclude", "-I.", "-E", "-x", "c", path],
                          capture_output=True, text=True, check=True).stdout
    kept, keep, included = [], False, set()
    for line in text.splitlines():
        marker = re.match(r'# \d+ "(.*?)"', line)
        if marker:
            included.add(os.path.normpath(marker[1]))
            keep = os.path.normpath(marker[1]) == path
        elif keep:
            kept.append(line)
    return names.names_of("\n".join(kept)), included


def sources(text):
    """The sources that are not units, as one; their files' names are prefixed to clashing names."""
    paths = sorted(glob.glob("kernels/api/*.c") + glob.glob("pairs/*.c") + glob.glob("trees/*.c") +
                   glob.glob("volumes/*.c"))
    headers = sorted(glob.glob("kernels/api/*.h") + glob.glob("pairs/*.h") +
                     glob.glob("trees/*.h") + glob.glob("volumes/*.h"))
    headers = [path for path in headers if not names.OURS.search(path)]
    own = {path: declared(path) for path in paths + headers}
    lines = []
    for path in paths:
        others = set().union(*(declares for other, (declares, _) in own.items()
                               if other not in own[path][1]))
        prefix = path[:-2].replace("kernels/api/", "").replace("/", "_")
        renamed = {name: f"{prefix}_{name}" for name in sorted(own[path][0] & others)}
        # Its optimisation pragmas apply to this source only.
        options = "#pragma GCC optimize" in read(path)
        if options:
            lines += ["#if defined(__GNUC__) && !defined(__clang__)", "#pragma GCC push_options",
                      "#endif"]
        lines += text.of(path, renamed=renamed)
        macros = set(re.findall(r"^#define (\w+)", read(path), re.M))
        macros -= set(re.findall(r"^#undef (\w+)", read(path), re.M))
        lines += [f"#undef {name}" for name in sorted(macros)]
        if options:
            lines += ["#if defined(__GNUC__) && !defined(__clang__)", "#pragma GCC pop_options",
                      "#endif"]
    return lines


def targeted(unit, number):
    """The inclusion of a unit, for its target."""
    target = TARGETS.get(unit)
    before, after = [], []
    if target:
        before = ["#if defined(__clang__)",
                  f'#pragma clang attribute push(__attribute__((target("{target}"))), '
                  "apply_to = function)",
                  "#else", "#pragma GCC push_options", f'#pragma GCC target("{target}")', "#endif"]
        after = ["#if defined(__clang__)", "#pragma clang attribute pop", "#else",
                 "#pragma GCC pop_options", "#endif"]
    return [*before, f"#define LANEBOX_UNIT {number}", f"#define UNIT_PREFIX {unit}_",
            '#include "lanebox.c"', *after]


def collected(compilers, which):
    """The names in the units of all compilers' machines, and the guards of these files."""
    some = [names.collect(compiler.split(), which) for compiler in compilers]
    return set().union(*(found for found, _ in some)), set().union(*(guards for _, guards in some))


def library(version, compilers):
    units = list(dict.fromkeys(unit for machine in names.UNITS.values() for unit in machine))
    found, guards = collected(compilers, names.OURS)
    lane_names, lane_guards = collected(compilers, LANES)

    common = Text({"include/" + name for name in HEADERS})
    first = common.of("kernels/api/floats.h")
    # The order of a build: what units and other sources share, the sources, the units.
    shared = common.of("kernels/api/table.h")
    others = sources(common)

    # Which files the unit's text has once and for all does not depend on the instruction set.
    unit = Text(common.done)
    lanes = []
    for number, name in enumerate(units):
        chosen = Text(common.done)
        lanes.append(f"#{'el' if number else ''}if LANEBOX_UNIT == {number}")
        lanes += [f"#define UNIT {name}", f"#define UNIT_ISA LBX_ISA_{name.upper()}"]
        lanes += chosen.of(f"kernels/lanes/{name}.h", 0)
        unit.system |= chosen.system
    lanes.append("#endif")
    # What all of them have is not written again after them.
    unit.done |= {"kernels/lanes/lanes.h", "kernels/lanes/common.h"}
    body = unit.of("kernels/isa/unit.h")

    machines = []
    for number, (machine, its) in enumerate(names.UNITS.items()):
        macro = MACROS.get(machine, f"__{machine}__")
        machines.append(f"#{'el' if number else ''}if defined({macro})")
        for name in its:
            if name != "scalar":
                machines += targeted(name, units.index(name))
    machines.append("#endif")

    return [
        LICENCE,
        f"// lanebox {version} in two files, lanebox.h and lanebox.c, written by `make drop-in` from",
        "// the library's sources; change those. To be compiled as it is, by gcc or clang, as C11 or",
        "// later, without a flag: cc -O2 -c lanebox.c. Programs link it with -lm. WebAssembly has SIMD\n// if it is compiled with -msimd128.",
        "//",
        "// Keep its name: it includes itself for each instruction set. clang must not be told",
        "// -ffp-contract=fast, nor any compiler -ffast-math.",
        "//",
        *("// " + line if line else "//" for line in read("LICENSE").splitlines()),
        "",
        "#ifndef LANEBOX_UNIT",
        *first,
        "// Nobody reads the exception flags, and gcc moves nothing past an early out that might set one.",
        "#if defined(__GNUC__) && !defined(__clang__)",
        '#pragma GCC optimize("no-trapping-math")',
        "// At -O2 gcc 12 does not see that loops over a constant count write what is read behind them.",
        '#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"',
        "#endif",
        "// Asserts hold what parts of the library expect of each other; mistakes of callers are errors.",
        "#ifndef NDEBUG",
        "#define NDEBUG",
        "#endif",
        "",
        *(f"#include {name}" for name in sorted(common.system | unit.system)),
        "#if defined(__x86_64__)", "#include <immintrin.h>",
        "#elif defined(__aarch64__)", "#include <arm_neon.h>",
        "#elif defined(__wasm_simd128__)", "#include <wasm_simd128.h>", "#endif",
        "",
        '#include "lanebox.h"',
        "",
        "// The functions that parts of the library share are hidden from programs.",
        "#pragma GCC visibility push(hidden)",
        "",
        *shared,
        "// Some of these sources use the lanes of the base line, which a unit defines again. So the",
        "// names of these lanes have a prefix here, and their macros are undefined afterwards.",
        *names.prefixed(lane_names),
        "#define UNIT_PREFIX base_",
        "#if defined(__clang__) // not all of these lanes are asked for",
        "#pragma clang diagnostic push",
        '#pragma clang diagnostic ignored "-Wunused-function"',
        "#endif",
        *others,
        "#if defined(__clang__)",
        "#pragma clang diagnostic pop",
        "#endif",
        *(f"#undef {name}" for name in sorted(lane_names)),
        *names.taken_back(lane_guards),
        "",
        "// ==== the units: every name of theirs behind UNIT_PREFIX, a target each",
        "#define LBX_TARGETS // the backends are what the pragmas say",
        *names.prefixed(found),
        *targeted("scalar", units.index("scalar")),
        *machines,
        "",
        "#pragma GCC visibility pop",
        "#else",
        "// ==== the text of a unit",
        *lanes,
        *body,
        *names.taken_back(guards),
        "#undef LANEBOX_UNIT",
        "#endif",
    ]


def main():
    os.chdir(TOP if os.path.exists(os.path.join(TOP, "include")) else ".")
    folder, compilers = sys.argv[1], sys.argv[2:]
    version = ".".join(re.findall(r"#define LBX_VERSION_\w+ (\d+)", read("include/lanebox.h")))
    os.makedirs(folder, exist_ok=True)
    for name, lines in (("lanebox.h", public(version)), ("lanebox.c", library(version, compilers))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
