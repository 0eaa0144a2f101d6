# SPDX-License-Identifier: MIT
"""The machine's ceilings, and which of them binds a row.

The ceilings of a row are the load rate of the smallest cache that holds all that it touches, and
the rates of its operations in plain form. Where multiply-add may be used, every multiplication is
assumed to save an addition; a row that cannot fuse as much stays further below its ceiling.
"""

import re

import results

OPERATIONS = ("multiply", "add-compare", "all pipes")


class Ceilings:
    """The machine's peak rates, per instruction set."""

    def __init__(self, rows):
        """Takes the medians of a run; a run without ceilings binds nothing."""
        self.rates = {}  # isa -> operation -> items/ns
        self.loads = {}  # isa -> level -> (bytes of the cache, bytes/ns)
        self.fuses = {}
        self.clock = None
        if "ceiling/clock" in rows:
            self.clock = rows["ceiling/clock"]["items_per_second"] / 1e9
        for name, row in rows.items():
            isa = row.get("label")
            if not results.is_ceiling(name) or not isa:
                continue
            kind = re.sub("_one$", "", name.split("/")[1])
            if kind.startswith("load_"):
                levels = self.loads.setdefault(isa, {})
                rate = row["bytes_per_second"] / 1e9
                best = max(rate, levels.get(kind[5:], (0, 0))[1])
                levels[kind[5:]] = (row["cache"] or float("inf"), best)
            else:
                # "all": the better of two mixes
                kind = "all pipes" if kind.startswith("all_") else kind.replace("_", "-")
                rates = self.rates.setdefault(isa, {})
                rates[kind] = max(row["items_per_second"] / 1e9, rates.get(kind, 0))
                self.fuses[isa] = row["fuses"] != 0

    def binding(self, row):
        """(ns per item, name) of the ceiling that binds a row; None if no ceiling applies."""
        isa = row.get("label")
        rates = self.rates.get(isa, {})
        if any(operation not in rates for operation in OPERATIONS):
            return None
        levels = self.loads.get(isa, {}).items()
        fitting = [v + (k,) for k, v in levels if row["footprint"] <= v[0]]
        if not fitting:
            return None
        multiplies, adds, others = row["multiplies"], row["adds"], row["others"]
        if self.fuses[isa] and not row["reproducible"]:
            adds = max(0, adds - multiplies)
        _, rate, level = min(fitting)
        bound = max(
            (multiplies / rates["multiply"], "multiply"),
            (adds / rates["add-compare"], "add-compare"),
            ((multiplies + adds + others) / rates["all pipes"], "all pipes"),
            (row["bytes"] / rate, level.replace("l", "L") + " loads"),
        )
        return bound if bound[0] else None  # rows of trees count nothing
