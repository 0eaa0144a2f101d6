#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the instructions of calls that workers share, task by task, and says how the calls grow.

The program makes each call once under callgrind, on one thread that runs all tasks. What is between
the tasks, before, between and after the shares, is the part that no worker shares. Of the counts
the times of more workers are computed as if each instruction took as long: a share's tasks begin in
their order, each on the worker that is free first, and the next share begins once all have ended.
Starting threads, memory and caches are not in these numbers: the clock (make bench-workers) has
them. Exit codes: 0, or 2 if nothing could be counted.
"""

import heapq
import os
import re
import shutil
import subprocess
import tempfile

import results
from results import Unusable

WORKERS = (2, 4, 8, 16, 32, 64)
DUMP = re.compile(r"^desc: Trigger: (?:Client Request: ([^\n]+)|Program termination)\n.*?"
                  r"^summary: (\d+)", re.M | re.S)
LINE = re.compile(r"(lbx_\w+), (.+?): (\d+) instructions, (\d+) shares, (\d+) tasks, the longest "
                  r"([\d.]+) %, alone ([\d.]+) %;((?: \d+ workers [\d.]+,?)+)")


class Call:
    """The instructions of a call: those of no share, and of each share's tasks in order."""

    def __init__(self, name):
        self.name, self.alone, self.shares = name, 0, []

    def total(self):
        return self.alone + sum(map(sum, self.shares))

    def with_workers(self, workers):
        """How many times as fast it is with so many workers."""
        return self.total() / (self.alone + sum(longest(tasks, workers) for tasks in self.shares))

    def said(self):
        tasks = [task for share in self.shares for task in share]
        percent = 100 / self.total()
        grows = ", ".join(f"{n} workers {self.with_workers(n):.2f}" for n in WORKERS)
        return (f"{self.name}: {self.total()} instructions, {len(self.shares)} shares, {len(tasks)} tasks, "
                f"the longest {percent * max(tasks, default=0):.2f} %, "
                f"alone {percent * self.alone:.2f} %; {grows}")


def longest(tasks, workers):
    """When the last task ends if each begins on the worker that is free first."""
    free = [0] * workers
    for task in tasks:
        heapq.heapreplace(free, free[0] + task)
    return max(free)


def calls_of(text):
    """The calls whose dumps are in a file of callgrind."""
    calls, call, in_share = [], Call(""), False
    for name, instructions in DUMP.findall(text):
        if name.startswith("call: "):
            call.name = name.removeprefix("call: ")
            calls.append(call)
            call = Call("")
        elif name == "task":
            if not in_share:
                call.shares.append([])
            call.shares[-1].append(int(instructions))
        else:
            call.alone += int(instructions)
        in_share = name == "task"
    return calls


def count(valgrind, program, subjects):
    """What the program prints under callgrind, and the calls."""
    try:
        with tempfile.TemporaryDirectory(prefix="growth-", dir=os.path.dirname(program)) as folder:
            # As in gate.py: nothing of the user's changes what runs.
            done = subprocess.run(
                [valgrind, "-q", "--tool=callgrind", "--vgdb=no", "--instr-atstart=no", "--collect-atstart=no",
                 "--dump-line=no", "--combine-dumps=yes", "--callgrind-out-file=counts", program, *subjects],
                cwd=folder, env={}, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
            if done.returncode:
                raise Unusable(f"{program}: {done.stderr.strip()}")
            with open(os.path.join(folder, "counts"), encoding="utf-8") as file:
                return done.stdout, calls_of(file.read())
    except OSError as error:
        raise Unusable(f"no counts of {program}: {error.strerror}") from error


class Growth:
    """What was printed, for the tables of docs/."""

    def __init__(self, path, text):
        self.rows = []
        for call, subject, _, shares, tasks, _, alone, grows in LINE.findall(text):
            self.rows.append((call, subject, shares, tasks, alone,
                              dict(re.findall(r"(\d+) workers ([\d.]+)", grows))))
        if not self.rows:
            raise Unusable(f"{path}: no lines of calls")


def main():
    parser = results.Parser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program", help="lanebox-growth")
    parser.add_argument("subjects", nargs="+", help="numbers of boxes, and files of meshes")
    options = parser.parse_args()
    valgrind = shutil.which("valgrind")
    if not valgrind:
        raise Unusable("valgrind is not installed")
    for subject in options.subjects:
        given = subject if subject.isdigit() else os.path.abspath(subject)
        said, calls = count(valgrind, os.path.abspath(options.program), [given])
        if not calls:
            raise Unusable("callgrind counted no call")
        if subject == options.subjects[0]:
            print(said, end="", flush=True)
        for call in calls:
            print(call.said(), flush=True)


if __name__ == "__main__":
    results.run(main)
