# SPDX-License-Identifier: MIT
"""What the report draws: the rows of a result file, the runs of a history and what they mark."""

import json
import math
import statistics

import results
from ceilings import Ceilings
from harness import TABLES

PLAIN = ("plain-gcc", "plain-clang")
REFERENCE = "reference"
OURS = TABLES + PLAIN + (REFERENCE,)
HISTORY_KEYS = {"date": str, "revision": str, "cpu": str, "compiler": str, "rows": dict}


class Row:
    """What `kernel/pattern/isa/n` took."""

    def __init__(self, name, ns):
        self.name, self.ns = name, ns
        parts = name.split("/")
        if len(parts) != 4 or not parts[3].isdecimal() or int(parts[3]) == 0:
            raise results.Unusable(f"{name!r} is no kernel/pattern/isa/n")
        if not isinstance(ns, (int, float)) or not 0 < ns < math.inf:
            raise results.Unusable(f"{name} has no time")
        self.kernel, self.pattern, self.isa, self.n = *parts[:3], int(parts[3])

    @property
    def group(self):
        return f"{self.kernel}/{self.pattern}"

    @property
    def rank(self):
        """The place of its ISA beside others; peers are last."""
        return OURS.index(self.isa) if self.isa in OURS else len(OURS)


def groups_of(rows):
    """kernel/pattern -> its rows."""
    groups = {}
    for row in rows:
        groups.setdefault(row.group, []).append(row)
    return groups


def read_results(path):
    """The context, the medians and the rows of a result file."""
    data = results.load(path)
    rows = []
    try:
        medians = results.medians(data)
        for name, record in medians.items():
            if not results.is_ceiling(name):
                row = Row(name, results.nanoseconds(record))
                row.ns /= row.n
                record["ns"] = row.ns
                rows.append(row)
        ceilings = Ceilings(medians)
        bounds = {row.name: ceilings.binding(medians[row.name]) for row in rows}
    except results.Unusable as error:
        raise results.Unusable(f"{path}: {error}") from error
    except (ArithmeticError, AttributeError, KeyError, TypeError) as error:
        raise results.Unusable(f"{path}: a row cannot be read: {error!r}") from error
    if not rows:
        raise results.Unusable(f"{path}: no rows in it")
    return data["context"], medians, sorted(rows, key=lambda row: row.rank), bounds


def run_of(entry):
    """A line of a history file."""
    try:
        run = json.loads(entry)
    except ValueError as error:
        raise results.Unusable(f"not JSON, or cut short: {error}") from error
    for key, kind in HISTORY_KEYS.items():
        if not isinstance(run, dict) or not isinstance(run.get(key), kind):
            raise results.Unusable(f"no {key}")
    run["rows"] = [Row(name, ns) for name, ns in run["rows"].items()
                   if not results.is_ceiling(name)]
    return run


def read_history(path):
    """The runs of a history file, in its order."""
    text = results.read(path).rstrip("\n")
    if not text:
        raise results.Unusable(f"{path}: empty, no run in it")
    runs = []
    for number, entry in enumerate(text.split("\n"), 1):
        try:
            runs.append(run_of(entry))
        except results.Unusable as error:
            raise results.Unusable(f"{path}: line {number}: {error}") from error
    return runs


class Series:
    """The values of a row in a machine's runs, None where a run lacks it, and what is marked."""

    def __init__(self, row, values, threshold):
        self.row, self.values = row, values
        self.medians, self.limits, self.marked = [], [], []
        before = []
        for run, ns in enumerate(values):
            middle = statistics.median(before) if before else None
            limit = middle and middle * (1 + threshold / 100)
            self.medians.append(middle)
            self.limits.append(limit)
            if ns is not None:
                if limit and ns > limit:
                    self.marked.append(run)
                before.append(ns)

    def change(self, run):
        """Percent above the median of the runs before, as text."""
        percent = round((self.values[run] / self.medians[run] - 1) * 100, 1)
        return f"{percent + 0:+} %"  # + 0: no -0.0


def series_of(runs, threshold):
    """The series of all rows of a machine, in the order of its latest run."""
    rows, values = {}, {}
    for run in reversed(runs):
        for row in run["rows"]:
            rows.setdefault(row.name, row)
    for at, run in enumerate(runs):
        for row in run["rows"]:
            values.setdefault(row.name, [None] * len(runs))[at] = row.ns
    return [Series(row, values[row.name], threshold)
            for row in sorted(rows.values(), key=lambda row: row.rank)]


def machines_of(runs, context, threshold):
    """[(runs, series)] of every CPU, compiler and flags, the machine of the result file first."""
    machines = {}
    for run in runs:
        machines.setdefault((run["cpu"], run["compiler"], run.get("flags")), []).append(run)
    own = (context.get("cpu"), context.get("compiler"), context.get("flags"))
    of_own_first = sorted(machines, key=lambda machine: machine != own)
    found = [(machines[m], series_of(machines[m], threshold)) for m in of_own_first]
    return [(runs, series) for runs, series in found if series]
