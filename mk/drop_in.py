#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the library as two files: drop_in.py DIRECTORY COMPILER writes lanebox.h and lanebox.c.

lanebox.h is the public headers, one after the other; lanebox.c is all that `make` compiles, for every
machine. What is compiled once comes first; names that two of these sources share are prefixed with
the file's. What is compiled for each instruction set, its unit, stands in lanebox.c once: the file
includes itself for each of them, with another LBX_UNIT and another target. There every name of a
unit is a macro, name, for EXPORTED(name): lbx_<name>_<unit>. These names are read in what a compiler
preprocesses for each machine that has instruction sets. Any C compiler will do: it is told what the
machine's own would define, and finds empty files in place of system headers, whose names are not ours.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

HEADERS = ["lanebox.h", "lanebox/pairs.h", "lanebox/volumes.h", "lanebox/trees.h", "lanebox/contacts.h",
           "lanebox/scenes.h"]
PUBLIC = ["kernels/api/*.c", "kernels/doubles/*.c", "kernels/*.c", "pairs/*.c", "trees/*.c", "volumes/*.c",
          "contacts/*.c", "scenes/*.c"]
UNIT = ["kernels/*.c", "kernels/batch/*.c", "kernels/math/*.c", "pairs/lanes/*.c", "trees/lanes/*.c",
        "contacts/lanes/*.c", "scenes/lanes/*.c"]
# The units of each machine, and what its compilers define.
MACHINES = {"x86_64": (["scalar", "sse2", "avx2", "avx512"], ["__x86_64__", "__SSE2__"]),
            "aarch64": (["scalar", "neon"], ["__aarch64__", "__ARM_NEON"]),
            "wasm32": (["scalar", "wasm128"], ["__wasm__", "__wasm_simd128__"])}
COMMON = ["__GNUC__=12", "__BYTE_ORDER__=1234", "__ORDER_BIG_ENDIAN__=4321"]
UNITS = list(dict.fromkeys(unit for units, _ in MACHINES.values() for unit in units))
# What compilers call the targets that are not the machine's base line.
TARGETS = {"avx2": "avx2,fma,popcnt", "avx512": "avx512f,avx512dq,avx512bw,avx512vl,fma,popcnt"}
# The files that only units include, except that other sources use the lanes of the base line.
OURS = re.compile(r"^(kernels/(?!api/|doubles/|lanes/floats|math/elements)|(pairs|trees|contacts|scenes)/lanes/)")
LANES = re.compile("^kernels/lanes/")
GUARD = re.compile(r"^#ifndef (LBX_\w+_H|LANEBOX_\w*H)$", re.M)
INCLUDE = re.compile(r'#include (?:"(.*?)"|(<.*?>))')
# A kernel's part for instruction sets, and its public function.
HALVES = re.compile(r"^#ifdef LBX_UNIT\n(.*)^#else\n(.*)^#endif\n", re.M | re.S)
TOKEN = re.compile(r'[A-Za-z_]\w*|"(?:\\.|[^"\\])*"|\d[\w.+-]*|[^\s\w]')
LICENCE = "// SPDX-License-Identifier: MIT"
GCC, CLANG, END = "#if defined(__GNUC__) && !defined(__clang__)", "#if defined(__clang__)", "#endif"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def files(patterns):
    return [path for pattern in patterns for path in sorted(glob.glob(pattern, recursive=True))]


# --- the names that files declare, after preprocessing ---

def declared(statement):
    """The name that a declaration without its braces declares."""
    text = re.sub(r"__attribute__ \( \( .*? \) \)", "", " ".join(statement))
    if not text or text.startswith(("_Static_assert", "#", "extern")):
        return []
    text = text.split(" =")[0]
    name = re.search(r"(\w+)(?: \[.*\])?(?: \(.*\))?\s*$", text)
    return [name[1]] if name and " " in text.strip() else []


def names_of(text):
    """The names that are declared outside of all braces, and enumerators."""
    names, depth, statement, enum, previous = set(), 0, [], False, ""
    for token in TOKEN.findall(text):
        if token == "{":
            if depth == 0 and statement and statement[0] != "extern":
                tag = re.match(r"(?:typedef )?(?:struct|union|enum) (\w+)$", " ".join(statement))
                if tag:
                    names.add(tag[1])
                enum = "enum" in statement[:2]
            depth += 1
        elif token == "}":
            depth -= 1
            enum = enum and depth > 0
            if depth == 0 and "(" in statement:  # a function's body ends its declaration
                names.update(declared(statement))
                statement = []
            continue
        elif depth == 0 and token == ";":
            names.update(declared(statement))
            statement = []
        elif depth == 0:
            statement.append(token)
        elif enum and depth == 1 and previous in "{,":
            names.add(token)
        previous = token
    return {name for name in names if not name.startswith(("lbx_", "LBX_", "__"))}


class Preprocessor:
    """A compiler that only preprocesses, for machines that may be others."""

    def __init__(self, compiler, empty):
        self.command = [*compiler, "-std=c11", "-undef", "-nostdinc", "-Iinclude", "-I.",
                        f"-I{empty}", *(f"-D{macro}" for macro in COMMON)]
        for path in files(["include/**/*.h", *(f"{folder}/**/*.[ch]" for folder in
                                               ("kernels", "pairs", "trees", "volumes", "contacts", "scenes"))]):
            for header in re.findall(r"#include <(.*?)>", read(path)):
                os.makedirs(os.path.dirname(os.path.join(empty, header)), exist_ok=True)
                with open(os.path.join(empty, header), "w", encoding="utf-8"):
                    pass

    def names(self, machine, flags, source, which):
        """The names that a source has from files that match, and all files that it includes."""
        text = subprocess.run([*self.command, *(f"-D{macro}" for macro in MACHINES[machine][1]),
                               *flags, "-E", "-x", "c", "-"],
                              input=source, capture_output=True, text=True, check=True).stdout
        kept, path, paths = [], "", set()
        for line in text.splitlines():
            marker = re.match(r'# \d+ "(.*?)"', line)
            if marker:
                path = os.path.normpath(marker[1])
                paths.add(path)
            elif which.search(path):
                kept.append(line)
        return names_of("\n".join(kept)), paths

    def of_units(self, machine, which):
        """The names that a machine's units have from files that match, and the include guards of all
        files of these units."""
        names, guards = set(), set()
        source = "".join(f'#include "{path}"\n' for path in files(UNIT))
        for unit in MACHINES[machine][0]:
            found, paths = self.names(machine, ["-DLBX_TARGETS", f"-DLBX_UNIT={unit}", "-include",
                                                f"kernels/lanes/{unit}.h"], source, which)
            names |= found
            for path in paths:
                if OURS.search(path):
                    guards.update(GUARD.findall(read(path)))
        return names, guards


# --- their text ---

class Text:
    """Sources with their includes expanded in place.

    A guarded file that has been written outside of every condition is not written again. System
    headers are collected to stand before everything else: there no name of ours is a macro, and
    what they declare is not hidden.
    """

    def __init__(self, done):
        self.done = set(done)
        self.system = set()

    def of(self, path, half=1, free=True, above=()):
        text = read(path)
        halves = HALVES.search(text)
        if halves:
            text = HALVES.sub(r"\1", text) if half == 1 else '#include "api/call.h"\n' + halves[2]
        guarded = bool(GUARD.search(text))
        lines, conditions, editor = [f"// ---- {path}"], -guarded, None
        for line in text.splitlines():
            if line == LICENCE:
                continue
            if line.startswith("#if"):
                conditions += 1
                # Only editors see this part, when they open a file by itself.
                if "// an editor" in line:
                    editor = conditions
            elif re.match("#(else|elif|endif)", line):
                if editor == conditions:
                    editor = None
                conditions -= line.startswith("#endif")
            include = INCLUDE.match(line)
            outside = free and conditions <= 0
            if not include:
                lines.append(line)
            elif include[2]:
                # Headers of a single machine, or that may be missing, stay where they are.
                if not re.search(r"mmintrin|arm_neon|simde|wasm_simd128", include[2]):
                    self.system.add(include[2])
                if not outside:
                    lines.append(line)
            elif editor is None:
                places = (os.path.join(folder, include[1])
                          for folder in (os.path.dirname(path), ".", "include"))
                inner = os.path.normpath(next(filter(os.path.exists, places)))
                if inner not in self.done and inner not in above:
                    lines += self.of(inner, half, outside, (*above, path))
                    lines.append(f"// ---- {path}, further")
        if guarded and free:
            self.done.add(path)
        return lines


def public(version):
    """The public headers as one."""
    lines = [LICENCE,
             f"// lanebox {version} in two files, lanebox.h and lanebox.c, written by `make drop-in` from",
             "// the library's headers; change those. Below is " + ", ".join(HEADERS[:-1]),
             f"// and {HEADERS[-1]}, as they are.", ""]
    for name in HEADERS:
        lines += [line for line in read("include/" + name).splitlines()
                  if line != LICENCE and not line.startswith('#include "')]
        lines.append("")
    return lines


def sources(text, preprocessor):
    """What is compiled once."""
    def names_in(path, which):
        return preprocessor.names("x86_64", [], f'#include "{path}"\n', re.compile(which))[0]

    own = {path: names_in(path, f"^{path}$") for path in files(PUBLIC) if not HALVES.search(read(path))}
    # Headers of units, which some of these sources include, stand before all that follow.
    of_lanes = set().union(*(names_in(path, OURS) for path in own))
    lines = []
    for path in files(PUBLIC):
        others = of_lanes.union(*(names for other, names in own.items() if other != path))
        shared = sorted(own.get(path, set()) & others)
        prefix = path[:-2].replace("kernels/", "").replace("/", "_")
        macros = re.findall(r"^#define (\w+)", read(path), re.M) if path in own else []
        # Its optimisation pragmas apply to this source only.
        options = "#pragma GCC optimize" in read(path)
        lines += [GCC, "#pragma GCC push_options", END] * options
        lines += [f"#define {name} {prefix}_{name}" for name in shared]
        lines += text.of(path, half=2)
        lines += [f"#undef {name}" for name in (*shared, *dict.fromkeys(macros))]
        lines += [GCC, "#pragma GCC pop_options", END] * options
    return lines


def targeted(unit):
    """The inclusion of a unit, for its target."""
    lines = [f"#define LANEBOX_LANES {UNITS.index(unit)}", f"#define LBX_UNIT {unit}",
             '#include "lanebox.c"']
    target = TARGETS.get(unit)
    if target:
        lines = [CLANG, f'#pragma clang attribute push(__attribute__((target("{target}"))), '
                 "apply_to = function)",
                 "#else", "#pragma GCC push_options", f'#pragma GCC target("{target}")', END, *lines,
                 CLANG, "#pragma clang attribute pop", "#else", "#pragma GCC pop_options", END]
    return lines if unit == "scalar" else [f"#if LBX_IF_{unit.upper()}(1 +) 0", *lines, END]


def names_behind(names):
    return [f"#define {name} EXPORTED({name})" for name in sorted(names)]


def library(version, preprocessor):
    names, lane_names, guards = set(), set(), set()
    for machine in MACHINES:
        found, guarded = preprocessor.of_units(machine, OURS)
        names |= found
        guards |= guarded
        lane_names |= preprocessor.of_units(machine, LANES)[0]
    switches = re.findall(r"^#define (LANES\w*)", "".join(map(read, files(["kernels/lanes/*.h"]))),
                          re.M)
    # What a unit leaves behind and the next one must not find.
    again = [f"#undef {name}" for name in
             sorted({"LBX_UNIT", *switches, *guards})]

    common = Text({"include/" + name for name in HEADERS})
    first = common.of("kernels/lanes/floats.h") + common.of("kernels/lanes/exported.h")
    others = sources(common, preprocessor)
    # Which files a unit's text has once and for all does not depend on the instruction set.
    unit = Text(path for path in common.done if not OURS.search(path))
    lanes = []
    for number, name in enumerate(UNITS):
        chosen = Text(unit.done)
        lanes += [f"#{'el' if number else ''}if LANEBOX_LANES == {number}",
                  *chosen.of(f"kernels/lanes/{name}.h")]
        unit.system |= chosen.system
    unit.done |= {"kernels/lanes/lanes.h", "kernels/lanes/common.h"}
    body = [line for path in files(UNIT) for line in unit.of(path)]

    return [
        LICENCE,
        f"// lanebox {version} in two files, lanebox.h and lanebox.c, written by `make drop-in` from",
        "// the library's sources; change those. To be compiled as it is, by gcc or clang, as C11 or",
        "// later, without a flag: cc -O2 -c lanebox.c. Programs link it with -lm. WebAssembly has SIMD",
        "// if it is compiled with -msimd128. -DLBX_NO_SSE2, -DLBX_NO_AVX2, -DLBX_NO_AVX512,",
        "// -DLBX_NO_NEON and -DLBX_NO_WASM128 leave out an instruction set.",
        "//",
        "// Keep its name: it includes itself for each instruction set. clang must not be told",
        "// -ffp-contract=fast, nor any compiler -ffast-math.",
        "//",
        *("// " + line if line else "//" for line in read("LICENSE").splitlines()),
        "",
        "#ifndef LBX_UNIT",
        *first,
        "// Nobody reads the exception flags, and gcc moves nothing past an early out that might set one.",
        GCC,
        '#pragma GCC optimize("no-trapping-math")',
        "// At -O2 gcc 12 does not see that loops over a constant count write what is read behind them.",
        '#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"',
        END,
        "// Asserts hold what parts of the library expect of each other; mistakes of callers are errors.",
        "#ifndef NDEBUG",
        "#define NDEBUG",
        END,
        "",
        *(f"#include {name}" for name in sorted(common.system | unit.system)),
        "#if defined(__SSE2__)", "#include <immintrin.h>",
        "#elif defined(__aarch64__)", "#include <arm_neon.h>",
        "#elif defined(__wasm_simd128__)", "#include <wasm_simd128.h>", END,
        "",
        '#include "lanebox.h"',
        "",
        "// The functions that parts of the library share are hidden from programs.",
        "#pragma GCC visibility push(hidden)",
        "",
        "// ==== what is compiled once; some of it uses the lanes of the base line",
        *names_behind(lane_names),
        "#define LBX_UNIT base",
        CLANG + " // not all of these lanes are asked for",
        "#pragma clang diagnostic push",
        '#pragma clang diagnostic ignored "-Wunused-function"',
        END,
        *others,
        CLANG, "#pragma clang diagnostic pop", END,
        *again,
        "",
        "// ==== the units",
        "#define LBX_TARGETS // the backends are what the pragmas say",
        *names_behind(names - lane_names),
        *(line for name in UNITS for line in targeted(name)),
        "",
        "#pragma GCC visibility pop",
        "#else",
        "// ==== the text of a unit",
        *lanes,
        END,
        *body,
        *again,
        "#undef LANEBOX_LANES",
        END,
    ]


def main():
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    folder, compiler = sys.argv[1:]
    version = ".".join(re.findall(r"#define LBX_VERSION_\w+ (\d+)", read("include/lanebox.h")))
    with tempfile.TemporaryDirectory() as empty:
        whole = library(version, Preprocessor(compiler.split(), empty))
    os.makedirs(folder, exist_ok=True)
    for name, lines in (("lanebox.h", public(version)), ("lanebox.c", whole)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
