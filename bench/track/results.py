# SPDX-License-Identifier: MIT
"""Results: read, checked, reduced to medians. Every tool here shares this.

What is measured is Google Benchmark's JSON. What is kept in bench/results/ are sheets: lines
`# key: value`, then tables of comma-separated values, with an empty line between two tables.
"""

import argparse
import csv
import io
import json
import math
import os
import re
import statistics
import sys
import tempfile
import traceback

UNUSABLE = 2  # the exit code of a tool that could not judge

NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
TEXTS = ("name", "run_name", "run_type")
TIMES = ("cpu_time", "real_time")
COUNTERS = ("n", "hits", "bytes", "footprint", "multiplies", "adds", "others", "reproducible",
            "level", "cache", "fuses", "items_per_second", "bytes_per_second", "real_time")
CONTEXT_TEXTS = ("date", "cpu", "compiler", "flags", "isa", "revision")
CACHE_KEYS = {"type": str, "level": int, "size": int}

# What a sheet of medians keeps: of the machine, of each row of a table, of each ceiling.
KEPT = ("cpu", "caches", "isa", "compiler", "plain-gcc", "plain-clang", "flags", "revision", "date",
        "repetitions")
OF_ROWS = ("n", "hits", "bytes", "footprint", "multiplies", "adds", "others", "reproducible")
OF_CEILINGS = ("label", "cpu_time", "items_per_second", "bytes_per_second", "cache", "fuses")


class Unusable(Exception):
    """Why nothing can be said, in one line."""


def load(path):
    """A result file of Google Benchmark, or a sheet of medians."""
    data = of_sheet(path) if path.endswith(".csv") else of_json(path)
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


def of_json(path):
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
    return data


def of_sheet(path):
    """The medians of a sheet as Google Benchmark would write them."""
    context, tables = read_sheet(path)
    if not tables[0] or "row" not in tables[0][0]:
        raise Unusable(f"{path}: no sheet of medians")
    if "caches" in context:
        found = re.findall(r"(\w+) L(\d+) (\d+)", context["caches"])
        context["caches"] = [{"type": kind, "level": int(level), "size": int(size)}
                             for kind, level, size in found]
    records = [{"name": ceiling.pop("ceiling", None), **ceiling} for ceiling in sum(tables[1:], [])]
    for line in tables[0]:
        shared = {key: line.pop(key) for key in OF_ROWS if key in line}
        records += [{"name": name, "label": name.split("/")[2], "cpu_time": time, **shared}
                    for name, time in of_line(path, line)]
    for record in records:
        record.update(run_name=record["name"], run_type="iteration", time_unit="ns")
    return {"context": context, "benchmarks": records}


def sheet_of(data):
    """Medians as a sheet. What is known of a row is the same in all tables but for rounding."""
    context = {key: data["context"][key] for key in KEPT if key in data["context"]}
    if "caches" in context:
        context["caches"] = ", ".join(f"{cache['type']} L{cache['level']} {cache['size']}"
                                      for cache in context["caches"])
    ceilings = [["ceiling", *OF_CEILINGS]]
    times, shared = {}, {}
    for record in data["benchmarks"]:
        name = record["name"]
        if is_ceiling(name):
            ceilings.append([name, *(record.get(key, "") for key in OF_CEILINGS)])
            continue
        times[name] = record["cpu_time"]
        row, runner = without_runner(name)
        if row not in shared or record.get("label") == runner:
            shared[row] = [record.get(key, "") for key in OF_ROWS]
    return sheet(context, table_of(times, OF_ROWS, shared), *[ceilings] * (len(ceilings) > 1))


def without_runner(name):
    """kernel/pattern/n and the runner, an instruction set or a peer, of a row's name."""
    parts = name.split("/")
    if len(parts) != 4:
        raise Unusable(f"{name!r} is no kernel/pattern/isa/n")
    kernel, pattern, runner, n = parts
    return f"{kernel}/{pattern}/{n}", runner


def table_of(cells, columns=(), shared=None):
    """A line for each kernel/pattern/n: what its runners share, then a cell for each runner."""
    lines = {}
    for name, value in cells.items():
        row, runner = without_runner(name)
        lines.setdefault(row, {})[runner] = value
    runners = list(dict.fromkeys(runner for line in lines.values() for runner in line))
    return [["row", *columns, *runners],
            *([row, *(shared[row] if shared else ()), *(line.get(r, "") for r in runners)]
              for row, line in lines.items())]


def of_line(path, line):
    """(kernel/pattern/isa/n, cell) of each runner in such a line."""
    row = str(line.pop("row", ""))
    if row.count("/") != 2:
        raise Unusable(f"{path}: {row!r} is no kernel/pattern/n")
    kernel, pattern, n = row.split("/")
    return [(f"{kernel}/{pattern}/{runner}/{n}", value) for runner, value in line.items()]


def sheet(context, *tables):
    """The text of a sheet. The first line of a table has the names of its columns."""
    out = io.StringIO()
    out.writelines(f"# {key}: {value}\n" for key, value in context.items())
    for number, table in enumerate(tables):
        out.write("\n" * (number > 0))
        csv.writer(out, lineterminator="\n").writerows(
            [f"{cell:.12g}" if isinstance(cell, float) else cell for cell in line] for line in table)
    return out.getvalue()


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        raise Unusable(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Unusable(f"{path}: not text: {error}") from error


def read_sheet(path):
    """The context, all texts, and the tables: lists of {column: cell}, without empty cells."""
    text = read(path)
    context = dict(re.findall(r"^# ([^:\n]+): (.*)$", text, re.M))
    tables = []
    for table in re.sub(r"(?m)^# .*\n", "", text).split("\n\n"):
        head, *lines = list(csv.reader(io.StringIO(table))) or [[]]
        if not text.endswith("\n") or any(len(line) != len(head) for line in lines):
            raise Unusable(f"{path}: a table that is cut short")
        tables.append([{key: cell_of(cell) for key, cell in zip(head, line) if cell}
                       for line in lines])
    return context, tables


def cell_of(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


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
    if not is_number(run.get("cpu_time")) or run["cpu_time"] <= 0:
        return "cpu_time"
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
