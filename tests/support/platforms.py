#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds and tests lanebox on every platform, as many at once as there are processors: platforms.py [PART OF A NAME...]

A platform is a command of make. Its output is summed up in a line per platform:

    platform: NAME | builds | tests: passed of written | golden hashes: passed of all | how | command

If a platform fails, it has "no" in the column that failed, its log is kept under build/platforms/,
and the exit code is 1. A column about which the command says nothing is "-".
"""

import concurrent.futures
import os
import re
import subprocess
import sys

# Under qemu these tests take hours, and they do not test the machine. The lines say how many of all passed.
BRIEF = "TEST_FLAGS=-guards/ -bits/ -verdicts/"

ROWS = (  # the name, how it runs, the arguments of `make`
    ("Linux x86-64, gcc", "measured", ("CC=gcc", "FOREIGN=", "platform")),
    ("Linux x86-64, clang", "measured", ("CC=clang", "FOREIGN=", "platform")),
    ("Linux x86-64, musl", "measured", ("CC=musl-gcc", "FOREIGN=", "platform")),
    ("Linux i686, SSE2", "measured", ("CC=gcc -m32", "FOREIGN=", "platform")),
    ("Linux aarch64, NEON", "emulated: qemu", ("CC=aarch64-linux-gnu-gcc", "FOREIGN=",
     "RUN=qemu-aarch64 -L /usr/aarch64-linux-gnu", BRIEF, "platform")),
    ("Linux riscv64, scalar", "emulated: qemu", ("CC=riscv64-linux-gnu-gcc", "FOREIGN=",
     "RUN=qemu-riscv64 -L /usr/riscv64-linux-gnu", BRIEF, "platform")),
    ("Linux s390x, big-endian, scalar", "emulated: qemu", ("CC=s390x-linux-gnu-gcc", "FOREIGN=",
     "RUN=qemu-s390x -L /usr/s390x-linux-gnu", BRIEF, "platform")),
    ("Windows x86-64, mingw-w64", "this CPU, Windows by wine",
     ("CC=x86_64-w64-mingw32-gcc", "FOREIGN=", "RUN=wine", "platform")),
    ("WebAssembly, node", "emulated: node", ("test-wasm",)),
    ("two files, x86-64, gcc, clang; aarch64 by qemu", "measured; aarch64 emulated",
     ("drop-in-check",)),
)
LOGS = "build/platforms"


def shown(words):
    """The command as a user types it."""
    return " ".join(["make", *(re.sub("=(.* .*)", r"='\1'", word) for word in words)])


def last(pattern, text):
    found = re.findall(pattern, text, re.MULTILINE)
    return found[-1] if found else None


def column(counts, whole):
    """How many passed, of all that exist or, if that is not known, of those that ran."""
    if not counts:
        return "-"
    passed, failed = map(int, counts[:2])
    return f"{passed} of {whole or passed + failed}"


def run(name, how, words):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    environment.setdefault("WINEDEBUG", "-all")
    os.makedirs(LOGS, exist_ok=True)
    path = os.path.join(LOGS, re.sub(r"\W+", "-", name) + ".log")
    # Progress and errors have a file of their own, because lines of the log are parsed.
    with open(path, "w", encoding="utf-8") as log, open(path + ".err", "w", encoding="utf-8") as errors:
        status = subprocess.run(["make", "-s", *words], env=environment, stdout=log, stderr=errors,
                                check=False).returncode
    with open(path, encoding="utf-8", errors="replace") as log:
        text = log.read()
    tests = last(r"^(?:tests: )?(\d+) passed, (\d+) failed(?: of (\d+))?(?:; .*)?$", text)
    goldens = re.findall(r"^(?:golden:|.*lanebox\.c|.* -O\d) +(\d+) passed, (\d+) failed(?:; .*)?$", text,
                         re.MULTILINE)
    built = status == 0 or bool(re.search("^builds: ", text, re.MULTILINE))
    columns = (name, "yes" if built else "no", column(tests, tests and tests[2]),
               "; ".join(dict.fromkeys(column(golden, None) for golden in goldens)) or "-", how,
               shown(words))
    if status != 0:
        print(f"{name}: make reports {status}; see {path} and {path}.err", file=sys.stderr)
    return status == 0, "platform: " + " | ".join(columns)


def main():
    parts = sys.argv[1:]
    wanted = [row for row in ROWS if not parts or any(part in row[0] for part in parts)]
    if not wanted:
        print("platforms: nothing is named so", file=sys.stderr)
        return 2
    right = True
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for passed, line in pool.map(lambda row: run(*row), wanted):
            print(line, flush=True)
            right = right and passed
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
