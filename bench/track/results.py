# SPDX-License-Identifier: MIT
"""Google Benchmark's JSON: read, checked, reduced to medians. Every tool here shares this."""

import argparse
import json
import math
import os
import statistics
import sys
import tempfile
import traceback

UNUSABLE = 2  # the exit code of a tool that could not judge

NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
TEXTS = ("name", "run_name", "run_type")
TIMES = ("cpu_time", "real_time")
COUNTERS = ("n", "hits", "bytes", "footprint", "multiplies", "adds", "others", "reproducible",
            "level", "cache", "fuses", "items_per_second", "bytes_per_second")
CONTEXT_TEXTS = ("date", "cpu", "compiler", "flags", "isa", "revision")
CACHE_KEYS = {"type": str, "level": int, "size": int}


class Unusable(Exception):
    """Why nothing can be said, in one line."""


def load(path):
    """A result file of Google Benchmark."""
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise Unusable(f"{path}: not JSON, or cut short: {error}") from error
    if not isinstance(data, dict) or not isinstance(data.get("context"), dict) \
            or not isinstance(data.get("benchmarks"), list):
        raise Unusable(f"{path}: JSON, but no result of Google Benchmark")
    for number, run in enumerate(data["benchmarks"]):
        wrong = wrong_in(run)
        if wrong:
            raise Unusable(f"{path}: benchmark {number} has no {wrong} that can be read")
        if run.get("error_occurred"):
            raise Unusable(f"{path}: {run['name']} failed: {run.get('error_message', '')}")
    context = data["context"]
    for key in CONTEXT_TEXTS:
        if not isinstance(context.get(key, ""), str):
            raise Unusable(f"{path}: the context's {key} is no text")
    caches = context.get("caches", [])
    if not isinstance(caches, list) or not all(
            isinstance(cache, dict) and isinstance(cache.get(key), kind)
            for cache in caches for key, kind in CACHE_KEYS.items()):
        raise Unusable(f"{path}: the context's caches cannot be read")
    return data


def wrong_in(run):
    """The first invalid key of a benchmark."""
    if not isinstance(run, dict):
        return "name"
    for key in TEXTS:
        if not isinstance(run.get(key), str):
            return key
    if run["run_type"] != "iteration" or run.get("error_occurred"):
        return None
    if run.get("time_unit") not in NANOSECONDS:
        return "time_unit"
    for key in TIMES:
        if not is_number(run.get(key)) or run[key] <= 0:
            return key
    for key in COUNTERS:
        if not is_number(run.get(key, 0)) or run.get("n", 1) <= 0:
            return key
    return None


def is_number(value):
    return type(value) in (int, float) and abs(value) < math.inf


def repetitions(data):
    """The repetitions of every row, rows in the order of registration, repetitions as they ran."""
    runs_of = {}
    for run in sorted(data["benchmarks"], key=lambda run: run.get("family_index", 0)):
        if run["run_type"] == "iteration":
            runs_of.setdefault(run["run_name"], []).append(run)
    return runs_of


def nanoseconds(run, clock="cpu_time"):
    """The time of one iteration, over all of the row's items."""
    return run[clock] * NANOSECONDS[run["time_unit"]]


def is_ceiling(name):
    return name.startswith("ceiling/")


def medians(data):
    """One record per row: the medians of its repetitions; for a ceiling, the best one."""
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
    """Runs a tool. If it cannot judge, it prints one line and exits with code 2."""
    try:
        sys.exit(main())
    except Unusable as error:
        print(f"{os.path.basename(sys.argv[0])}: {error}", file=sys.stderr)
        sys.exit(UNUSABLE)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNUSABLE)
    except Exception as error:  # pylint: disable=broad-except
        # Python's own exit code would say that something has become slower.
        where = traceback.extract_tb(error.__traceback__)[-1]
        print(f"{os.path.basename(sys.argv[0])}: {error!r} in {where.filename}:{where.lineno}",
              file=sys.stderr)
        sys.exit(UNUSABLE)


class Parser(argparse.ArgumentParser):
    """Reports invalid arguments in one line."""

    def error(self, message):
        raise Unusable(message)
