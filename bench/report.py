#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what a run of lanebox-bench measured: report.py bench.json

Medians of the repetitions, in CPU time. For every row: ns an item, cycles for 8 items at the clock
of this run, GB/s, the percent reached of the ceiling that binds it, how many times as fast as the
reference and as the faster plain C loop it is, and how many items hit; for rows of hostile values
(NaN, infinities, denormals) how many times the time of the same row of plain ones, where that ran.

The ceilings of a row are the load rate of the smallest cache that holds all it touches, and the
rates of its operations in plain form. Where multiply-add may be used, every multiplication is
taken to spare an addition; a row that cannot fuse as much stays further below.
"""

import json
import re
import statistics
import sys

REPRODUCIBLE = "_reproducible"
HOSTILE = "_hostile"


def summarize(benchmarks):
    """One record a name, in the order of registration: medians, for ceilings the best."""
    runs_of = {}
    for run in sorted(benchmarks, key=lambda run: run["family_index"]):
        if run["run_type"] == "iteration":
            runs_of.setdefault(run["run_name"], []).append(run)
    rows = {}
    for name, runs in runs_of.items():
        rows[name] = dict(runs[0])
        ceiling = name.startswith("ceiling/") and name != "ceiling/clock"
        for key in ("cpu_time", "items_per_second", "bytes_per_second"):
            values = [run[key] for run in runs if key in run]
            if values:
                rows[name][key] = max(values) if ceiling else statistics.median(values)
    return rows


class Ceilings:
    """What the machine does at best, per instruction set."""

    def __init__(self, rows):
        self.clock = rows["ceiling/clock"]["items_per_second"] / 1e9
        self.rates = {}  # isa -> operation -> items/ns
        self.fuses = {}
        self.loads = {}  # isa -> level -> (bytes of the cache, bytes/ns)
        for name, row in rows.items():
            kind = re.sub("_one$", "", name.split("/")[1])
            isa = row.get("label")
            if kind.startswith("load_"):
                levels = self.loads.setdefault(isa, {})
                rate = row["bytes_per_second"] / 1e9
                best = max(rate, levels.get(kind[5:], (0, 0))[1])
                levels[kind[5:]] = (row["cache"] or float("inf"), best)
            elif isa:
                # "all": the better of two mixes
                kind = "all pipes" if kind.startswith("all_") else kind.replace("_", "-")
                rates = self.rates.setdefault(isa, {})
                rates[kind] = max(row["items_per_second"] / 1e9, rates.get(kind, 0))
                self.fuses[isa] = row["fuses"] != 0

    def binding(self, row):
        """(ns an item, name) of the ceiling that binds a row; None where none belongs to it."""
        isa = row.get("label")
        if isa not in self.rates:
            return None
        multiplies, adds, others = row["multiplies"], row["adds"], row["others"]
        if self.fuses[isa] and not row["reproducible"]:
            adds = max(0, adds - multiplies)
        rates = self.rates[isa]
        bounds = [
            (multiplies / rates["multiply"], "multiply"),
            (adds / rates["add-compare"], "add-compare"),
            ((multiplies + adds + others) / rates["all pipes"], "all pipes"),
        ]
        fitting = [v + (k,) for k, v in self.loads[isa].items() if row["footprint"] <= v[0]]
        _, rate, level = min(fitting)
        bounds.append((row["bytes"] / rate, level.replace("l", "L") + " loads"))
        return max(bounds)

    def show(self):
        print(f"{'ceilings':10}{'multiply':>10}{'add-compare':>13}{'all pipes':>11}", end="")
        levels = next(iter(self.loads.values()), {})
        print("".join(f"{level.replace('l', 'L'):>9}" for level in levels))
        for isa, rates in self.rates.items():
            each = [rates[k] for k in ("multiply", "add-compare", "all pipes")]
            widths = (10, 13, 11)
            line = "".join(f"{v / self.clock:{w}.1f}" for v, w in zip(each, widths))
            loads = "".join(f"{rate:9.1f}" for _, rate in self.loads[isa].values())
            print(f"{isa:10}{line}{loads}")
        print("(floats a cycle; GB/s)\n")


def base_line(rows, kernel, pattern, size, isas):
    """ns of the fastest of these rows, of the pattern or the nearest one that it belongs to."""
    while True:
        names = [f"{kernel}/{pattern}/{isa}/{size}" for isa in isas]
        times = [rows[name]["ns"] for name in names if name in rows]
        if times or "_" not in pattern:
            return min(times, default=None)
        pattern = pattern.rsplit("_", 1)[0]


def times(value):
    return f"{value:9.2f}x" if value else f"{'-':>10}"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: report.py bench.json")
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
    every = summarize(data["benchmarks"])
    if "ceiling/clock" not in every:
        sys.exit(f"{sys.argv[1]}: no ceilings in it; the filter of the run left them out")
    ceilings = Ceilings({k: v for k, v in every.items() if k.startswith("ceiling/")})
    rows = {k: v for k, v in every.items() if not k.startswith("ceiling/")}
    for row in rows.values():
        row["ns"] = row["cpu_time"] / row["n"]

    context = data["context"]
    print(f"{context['cpu']}, {ceilings.clock:.2f} GHz in this run")
    print(f"library: {context['compiler']}", end="")
    for name in ("plain-gcc", "plain-clang"):
        if name in context:
            print(f"; {name}: {context[name]}", end="")
    print("\n")
    ceilings.show()

    previous = None
    for name, row in rows.items():
        kernel, pattern, isa, size = name.split("/")
        group = (kernel, pattern.removesuffix(REPRODUCIBLE), size)
        if group != previous:
            previous = group
            print(f"{'/'.join(group):38}{'ns/item':>8}{'cycles/8':>9}{'GB/s':>7}", end="")
            print(f"{'ceiling':>9} {'':12}{'reference':>10}{'plain':>10}{'hits':>6}")
        binding = ceilings.binding(row)
        reached = f"{'-':>8} {'':12}"
        if binding:
            reached = f"{binding[0] / row['ns']:8.0%} {binding[1]:12}"
        reference = base_line(rows, kernel, pattern, size, ["reference"])
        plain = base_line(rows, kernel, pattern, size, ["plain-gcc", "plain-clang"])
        tame = rows.get(name.replace(HOSTILE, "")) if HOSTILE in name else None
        hostile = f"  {row['ns'] / tame['ns']:.2f} x the time of plain values" if tame else ""
        title = "  " + isa + (" reproducible" if pattern.endswith(REPRODUCIBLE) else "")
        print(
            f"{title:38}{row['ns']:8.3f}{row['ns'] * 8 * ceilings.clock:9.2f}"
            f"{row['bytes'] / row['ns']:7.1f} {reached}"
            f"{times(reference and reference / row['ns'])}"
            f"{times(plain and plain / row['ns'])}{row['hits']:6.0%}{hostile}"
        )


if __name__ == "__main__":
    main()
