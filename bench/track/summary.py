#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints what a run of lanebox-bench measured: summary.py bench.json

Medians of the repetitions, in CPU time. For every row: ns per item, cycles for 8 items at the clock
of this run, GB/s, the percentage reached of the ceiling that binds it (ceilings.py), how many times
as fast it is as the reference and as the faster plain C loop, and how many items hit. For rows of
hostile values (NaN, infinities, denormals): how many times as long they take as the same row of
plain values, if that ran.
"""

import sys

import results
from ceilings import OPERATIONS, Ceilings

REPRODUCIBLE = "_reproducible"
HOSTILE = "_hostile"


def show_ceilings(ceilings):
    print(f"{'ceilings':10}{'multiply':>10}{'add-compare':>13}{'all pipes':>11}", end="")
    levels = next(iter(ceilings.loads.values()), {})
    print("".join(f"{level.replace('l', 'L'):>9}" for level in levels))
    for isa, rates in ceilings.rates.items():
        each = [rates[operation] for operation in OPERATIONS]
        widths = (10, 13, 11)
        line = "".join(f"{v / ceilings.clock:{w}.1f}" for v, w in zip(each, widths))
        loads = "".join(f"{rate:9.1f}" for _, rate in ceilings.loads[isa].values())
        print(f"{isa:10}{line}{loads}")
    print("(floats a cycle; GB/s)\n")


def base_line(rows, kernel, pattern, size, isas):
    """ns of the fastest of these rows, of the pattern or of the nearest that it is a variant of."""
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
        raise results.Unusable("usage: summary.py bench.json")
    data = results.load(sys.argv[1])
    every = results.medians(data)
    ceilings = Ceilings(every)
    if ceilings.clock is None:
        raise results.Unusable(
            f"{sys.argv[1]}: no ceilings in it; the filter of the run left them out")
    rows = {k: v for k, v in every.items() if not results.is_ceiling(k)}
    for row in rows.values():
        row["ns"] = results.nanoseconds(row) / row["n"]

    context = data["context"]
    print(f"{context['cpu']}, {ceilings.clock:.2f} GHz in this run")
    print(f"library: {context['compiler']}", end="")
    for name in ("plain-gcc", "plain-clang"):
        if name in context:
            print(f"; {name}: {context[name]}", end="")
    print("\n")
    show_ceilings(ceilings)

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
        hits = f"{row['hits']:6.0%}" if "hits" in row else f"{'-':>6}"
        title = "  " + isa + (" reproducible" if pattern.endswith(REPRODUCIBLE) else "")
        print(
            f"{title:38}{row['ns']:8.3f}{row['ns'] * 8 * ceilings.clock:9.2f}"
            f"{row['bytes'] / row['ns']:7.1f} {reached}"
            f"{times(reference and reference / row['ns'])}"
            f"{times(plain and plain / row['ns'])}{hits}{hostile}"
        )


if __name__ == "__main__":
    results.run(main)
