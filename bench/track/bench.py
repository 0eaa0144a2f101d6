#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times rows of lanebox-bench beside the machine's ceilings: make bench, bench-json, bench-results.

Writes Google Benchmark's JSON with the flags and the revision in its context. --medians writes a
file with one record per row: a sheet for the tables and the page (`.csv`), or JSON that
github-action-benchmark (`googlecpp`) reads as well. --merge keeps the other rows of that file, which
must be of the same revision. --history appends one line, whole or not at all.
"""

import datetime
import fcntl
import json
import os

import harness
import results
import runs

# What a record keeps.
KEYS = results.TEXTS + ("threads", "iterations") + results.TIMES + ("time_unit", "label") \
    + results.COUNTERS
SAME = ("cpu", "compiler", "flags", "revision")  # what results in one file have in common


def reduced(data):
    """The medians, with the keys that are read, and times in nanoseconds."""
    records = []
    for row in results.medians(data).values():
        record = {key: row[key] for key in KEYS if key in row}
        for clock in results.TIMES:
            record[clock] = round(results.nanoseconds(row, clock), 3)
        record["time_unit"] = "ns"
        for key, value in record.items():
            if isinstance(value, float):
                record[key] = int(value) if value.is_integer() else float(f"{value:.6g}")
        records.append(record)
    return {"context": data["context"], "benchmarks": records}


def text_of(data):
    """JSON with one row per line, so that version control can compare it."""
    context = json.dumps(data["context"], indent=1)
    rows = ",\n".join(json.dumps(row) for row in data["benchmarks"])
    return f'{{"context": {context},\n"benchmarks": [\n{rows}\n]}}\n'


def merged(path, data):
    """The contents of the file with these rows put in place."""
    if not os.path.exists(path):
        return data
    old = results.load(path)
    for key in SAME:
        if old["context"].get(key) != data["context"].get(key):
            raise results.Unusable(f"{path} was measured with another {key}: "
                                   f"{old['context'].get(key)}, not {data['context'].get(key)}")
    now = {row["name"]: row for row in data["benchmarks"]}
    rows = [now.pop(row["name"], row) for row in old["benchmarks"]] + list(now.values())
    return {"context": data["context"], "benchmarks": rows}


def history_line(data):
    context = data["context"]
    rows = {}
    for name, row in results.medians(data).items():
        if not results.is_ceiling(name):
            rows[name] = float(f"{results.nanoseconds(row) / row['n']:.4g}")
    line = {key: context.get(key) for key in results.CONTEXT_TEXTS}
    return json.dumps({**line, "rows": rows})


def history(path):
    """The text of a history file that can be appended to."""
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        return ""
    runs.read_history(path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return text if text.endswith("\n") else text + "\n"


def append(path, line):
    """Adds a line; a run that is cut off leaves the file as it was."""
    path = os.path.realpath(path)
    folder = os.path.dirname(path)
    try:
        os.makedirs(folder, exist_ok=True)
        lock = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise results.Unusable(f"{path}: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        results.replace(path, f"{history(path)}{line}\n")
    finally:
        os.close(lock)


def main():
    parser = results.Parser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("executable")
    parser.add_argument("--filter", default=".", help="a regular expression on names of rows")
    parser.add_argument("--isa", default="", help="instruction sets, with commas; all by default")
    parser.add_argument("--reps", default="12", help="repetitions")
    parser.add_argument("--seconds", default="0.02", help="the least duration of a repetition")
    parser.add_argument("--flags", default="", help="of the compiler, for the context")
    parser.add_argument("--out", required=True, help="Google Benchmark's JSON")
    parser.add_argument("--medians", help="a file for one record a row")
    parser.add_argument("--merge", action="store_true", help="into what that file holds")
    parser.add_argument("--ceilings", action="store_true", help="time the machine's ceilings too")
    parser.add_argument("--history", help="a file that a line is appended to")
    options = parser.parse_args()

    repetitions = harness.number("REPS", options.reps)
    seconds = harness.number("--seconds", options.seconds, float)
    if options.history:
        history(options.history)  # fails now, not after an hour of measuring
    isas = options.isa.replace(",", " ").split()
    names = harness.of_isas(harness.rows(options.executable, options.filter), isas, True)
    data = harness.measure(options.executable, names, repetitions, seconds, options.ceilings,
                           quiet=False)
    data["context"].update({
        "flags": " ".join(options.flags.split()), "revision": harness.revision(),
        "repetitions": repetitions, "seconds": seconds,
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")})
    # These change with every run and say nothing about the machine.
    for key in ("load_avg", "host_name", "executable"):
        data["context"].pop(key, None)
    results.replace(options.out, json.dumps(data, indent=1) + "\n")
    if options.medians:
        small = reduced(data)
        if options.merge:
            small = merged(options.medians, small)
        as_text = results.sheet_of if options.medians.endswith(".csv") else text_of
        results.replace(options.medians, as_text(small))
    if options.history:
        append(options.history, history_line(data))
    return 0


if __name__ == "__main__":
    results.run(main)
