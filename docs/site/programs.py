#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compiles and runs the programs that documents show, and compares what they print.

Documents are Markdown, or a manual page in mdoc. Consecutive blocks of ```c, of ```cpp or of
```python are one program; the block of ```text after them is what it prints. Programs are run whose
compiler or interpreter an option names. A block that belongs to no program says why in the line
above it:

    <!-- not run: it needs Bullet -->

The exit code is 1 if a program does not compile or prints something else, 2 if a page has a block
that is neither part of a program nor excused.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
SUFFIX = {"c": ".c", "cpp": ".cc", "python": ".py"}
OTHERS = {"cmake", "sh", "text", "yaml"}  # languages of blocks that are not programs
EXCUSE = re.compile(r"<!-- not run: .+ -->")


class Unusable(Exception):
    """A page whose blocks do not make sense."""


class Program:
    def __init__(self, page, line, language):
        self.page, self.line, self.language = page, line, language
        self.source, self.expected = [], None

    def name(self):
        return f"{self.page}:{self.line}"


# Blocks of Markdown, and of mdoc, where a comment names the language: .Bd -literal \" c
BEGIN = {".md": re.compile(r"```(.*)"), ".3": re.compile(r'\.Bd -literal \\" (.*)')}
END = {".md": "```", ".3": ".Ed"}


def blocks_of(page, lines):
    """(number of the first line, language, lines, the line above) of each block."""
    kind = os.path.splitext(page)[1]
    begin, language = None, None
    for i, line in enumerate(lines):
        if begin is not None:
            if line == END[kind]:
                body = lines[begin + 1:i]
                if kind == ".3":
                    body = [part.replace("\\e", "\\") for part in body]
                yield begin + 1, language, body, lines[begin - 1] if begin else ""
                begin = None
        elif found := BEGIN[kind].fullmatch(line):
            begin, language = i, found[1].strip()
            if language not in SUFFIX and language not in OTHERS:
                raise Unusable(f"{page}:{i + 1}: a block of an unknown language: {line}")
    if begin is not None:
        raise Unusable(f"{page}:{begin + 1}: the block has no end")


def programs_of(page, text):
    programs, open_one = [], None
    for line, language, body, above in blocks_of(page, text.split("\n")):
        if language == "text":
            if open_one is None:
                raise Unusable(f"{page}:{line}: no program prints this")
            open_one.expected = "\n".join(body) + "\n"
            programs.append(open_one)
            open_one = None
        elif language in SUFFIX and not EXCUSE.fullmatch(above):
            if open_one is not None and open_one.language != language:
                raise Unusable(f"{open_one.name()}: nothing says what this program prints")
            open_one = open_one or Program(page, line, language)
            # The compiler's messages then name the page and its line. To Python it is a comment.
            open_one.source += [f'#line {line + 1} "{page}"', *body]
    if open_one is not None:
        raise Unusable(f"{open_one.name()}: nothing says what this program prints")
    if not programs:
        raise Unusable(f"{page}: no program")
    return programs


def run(program, options, folder):
    """What is wrong with it, or nothing."""
    source = os.path.join(folder, "program" + SUFFIX[program.language])
    with open(source, "w", encoding="utf-8") as file:
        file.write("\n".join(program.source) + "\n")
    if program.language == "python":
        return judged(program, [*shlex.split(options.python), source])
    binary = os.path.join(folder, "program.exe")  # Windows runs it only by this name
    compiler = options.cc if program.language == "c" else options.cxx
    command = [*shlex.split(compiler), *WARNINGS, source, *shlex.split(options.flags), "-pthread",
               "-lm", "-o", binary]
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode != 0:
        return f"{program.name()}: does not compile\n{built.stderr}"
    return judged(program, [*shlex.split(options.run), binary])


def judged(program, command):
    """What is wrong with what the command does, or nothing."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return f"{program.name()}: ends with {done.returncode}\n{done.stderr}"
    if done.stdout != program.expected:
        return (f"{program.name()}: prints\n{done.stdout}and the page says\n{program.expected}")
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--cc", default="gcc -std=c11", help="the C compiler, with its standard")
    parser.add_argument("--cxx", default="", help="the C++ compiler, likewise")
    parser.add_argument("--flags", default="", help="where the headers and the library are")
    parser.add_argument("--run", default="", help="what runs programs of a cross compiler")
    parser.add_argument("--python", default="", help="what runs programs in Python")
    parser.add_argument("pages", nargs="+")
    options = parser.parse_args()
    try:
        programs = []
        for page in options.pages:
            with open(page, encoding="utf-8") as file:
                programs += [program for program in programs_of(page, file.read())
                             if {"c": options.cc, "cpp": options.cxx, "python": options.python}[program.language]]
    except (OSError, Unusable) as error:
        print(error, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        wrong = [said for said in (run(program, options, folder) for program in programs) if said]
    for said in wrong:
        print(said, file=sys.stderr)
    print(f"{len(programs) - len(wrong)} of {len(programs)} programs print what the pages say")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
