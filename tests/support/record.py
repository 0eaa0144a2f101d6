#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs a command and records what it printed: record.py [--add] NAME -- COMMAND...

The output passes through as it comes. If the command succeeds, tests/results/NAME.txt is written:
lines `key: value` (command, cpu, compiler, revision, date, seconds), an empty line, and the output,
or the part of it that KEPT selects. With --add this goes below what the file holds already, for
what was added or changed since. docs/site/figures.py makes tables of these files. If the command fails,
the file stays as it was, and the exit code is the command's.
"""

import datetime
import os
import re
import shlex
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../bench/track"))
import harness
import results

FOLDER = "tests/results"
KEYS = ("command", "cpu", "compiler", "revision", "date", "seconds")

# The lines that are kept of long outputs. Other outputs are kept whole.
KEPT = {
    "prove": r"tables: |kernel +form|conversion +el|\S+ +(plain|fused) +all +\d|\w+( +\d+){3} +[\d.]+$|every claim holds$",
    "mutants": r"\d+ of \d+ mutants; |.*: not run: | *\d+ \S+: (\d+ (equivalent|killed|not run)(, |;|$))+",
    "coverage": r"file +lines |kernels/\S+( +\d+){3}$|not run on this machine: ",
    "maintenance": r"isa: |\S+ \S+: [\d.]+ us a sample",
    "rays": r"\S+ \w+(: \d+ triangles, \d+ bytes of L1, \d+ of L2| build | \w+ [\w ]+, [\w ]+: [\d.]+ M rays/s)",
    "scenes": r"machine \w+: |\S+ \w+(: \d+ instances | update | \w+ [\w ]+, [\w ]+: [\d.]+ M rays/s)",
    "fuzz": r"#\d+\s+DONE |Done \d+ runs |stat::|damaged: ",
}
COMPILERS = {"coverage": "gcc", "fuzz": "clang"}  # whatever CC says


def said_by(*command):
    try:
        done = subprocess.run(command, capture_output=True, check=True, text=True)
    except OSError as error:
        raise results.Unusable(f"{command[0]}: {error.strerror}") from error
    except subprocess.CalledProcessError as error:
        raise results.Unusable(f"{shlex.join(command)}: {error.stderr.strip()}") from error
    return done.stdout.strip()


def cpu():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        found = re.search(r"^model name\s*: (.+)$", file.read(), re.MULTILINE)
    return found[1] if found else "unknown"


def compiler(name, command):
    """The compiler that make uses for this command, and its version."""
    given = [word[3:] for word in command if word.startswith("CC=")]
    program = COMPILERS.get(name.split("-")[0]) or (given or [os.environ.get("CC", "gcc")])[-1]
    versions = re.findall(r"\d+\.\d+\.\d+", said_by(program, "--version").splitlines()[0])
    return f"{program} {versions[-1] if versions else 'of unknown version'}"


def write(name, header, lines, add):
    kept = [line for line in lines if re.match(KEPT.get(name.split("-")[0], ""), line)]
    if not any(kept):
        raise results.Unusable(f"{name}: the command printed nothing to record")
    text = [f"{key}: {header[key]}" for key in KEYS] + ["", *kept]
    path, before = f"{FOLDER}/{name}.txt", ""
    if add and os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            before = file.read() + "\n"
    results.replace(path, before + "\n".join(text) + "\n")


def main():
    add = sys.argv[1:2] == ["--add"]
    name, dashes, *command = [*sys.argv[1 + add:], "", ""]
    command = command[:-2]
    if dashes != "--" or not command or not re.fullmatch(r"\w[\w-]*", name):
        raise results.Unusable("usage: record.py [--add] NAME -- COMMAND...")
    if "\n" in "".join(command):
        raise results.Unusable("a command of several lines cannot be recorded")
    revision = harness.revision()
    if revision == "unknown":
        raise results.Unusable("no revision of git here: a record names the sources")
    header = {"command": shlex.join(command), "cpu": cpu(), "compiler": compiler(name, command),
              "revision": revision, "date": datetime.date.today().isoformat()}
    begun = time.monotonic()
    try:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace")
    except OSError as error:
        raise results.Unusable(f"{command[0]}: {error.strerror}") from error
    lines = []
    with process:
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip("\n"))
    if process.returncode != 0:
        return process.returncode if process.returncode > 0 else 128 - process.returncode
    header["seconds"] = round(time.monotonic() - begun)
    write(name, header, lines, add)
    return 0


if __name__ == "__main__":
    results.run(main)
