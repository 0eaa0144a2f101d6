# SPDX-License-Identifier: MIT
"""Google Benchmark's JSON: read, checked, reduced to medians. What every tool of this folder shares."""

import json
import os
import statistics
import sys
import tempfile

UNUSABLE = 2  # the exit code of a tool that could not judge

REPETITION_KEYS = ("name", "run_name", "run_type", "cpu_time", "real_time", "time_unit")
NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


class Unusable(Exception):
    """Why nothing can be said, in one line."""


def load(path):
    """A result file of Google Benchmark."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise Unusable(f"{path}: not JSON, or cut short: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("context"), dict) \
            or not isinstance(data.get("benchmarks"), list):
        raise Unusable(f"{path}: JSON, but no result of Google Benchmark")
    for number, run in enumerate(data["benchmarks"]):
        lacking = [key for key in REPETITION_KEYS if not isinstance(run, dict) or key not in run]
        if lacking:
            raise Unusable(f"{path}: benchmark {number} has no {lacking[0]}")
        if run.get("error_occurred"):
            raise Unusable(f"{path}: {run['name']} failed: {run.get('error_message', '')}")
    return data


def repetitions(data):
    """The repetitions of every row, rows in the order of registration, repetitions as they ran."""
    runs_of = {}
    for run in sorted(data["benchmarks"], key=lambda run: run.get("family_index", 0)):
        if run["run_type"] == "iteration":
            runs_of.setdefault(run["run_name"], []).append(run)
    return runs_of


def nanoseconds(run, clock="cpu_time"):
    """The time of one iteration, of all of the row's items."""
    return run[clock] * NANOSECONDS[run["time_unit"]]


def is_ceiling(name):
    return name.startswith("ceiling/")


def medians(data):
    """One record a row: medians of its repetitions; of a ceiling the best one."""
    rows = {}
    for name, runs in repetitions(data).items():
        rows[name] = dict(runs[0])
        best = is_ceiling(name) and name != "ceiling/clock"
        for key in ("cpu_time", "real_time", "items_per_second", "bytes_per_second"):
            values = [run[key] for run in runs if key in run]
            if values:
                pick = statistics.median
                if best:
                    pick = min if key.endswith("time") else max
                rows[name][key] = pick(values)
    return rows


def replace(path, text):
    """Writes a file whole or not at all."""
    folder = os.path.dirname(os.path.abspath(path))
    try:
        os.makedirs(folder, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".writing-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, 0o644)
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise
    except OSError as error:
        raise Unusable(f"{path}: not written: {error.strerror}") from error


def run(main):
    """Runs a tool; what it cannot judge is one line and exit code 2."""
    try:
        sys.exit(main())
    except Unusable as error:
        print(f"{os.path.basename(sys.argv[0])}: {error}", file=sys.stderr)
        sys.exit(UNUSABLE)
    except KeyboardInterrupt:
        sys.exit(130)
