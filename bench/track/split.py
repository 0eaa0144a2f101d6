# SPDX-License-Identifier: MIT
"""Tables of examples/pairs_mpi: measured figures beside the model's, and the model beyond them."""

import itertools
import math

import bricks
import results
from tables import digits, table

MODEL_OFF = .1  # how far the model's ghosts may be off, for FEW or more
FEW = 1000      # ghosts: the count of fewer is that uncertain by chance alone
LATENCY, BANDWIDTH = 2e-6, 10e9  # s per message, bytes/s per process: assumed, not measured
CUT_EVERY = 8  # steps
FAR_BOXES, FAR_RANKS = (10 ** 8, 10 ** 9), (8, 64, 512, 4096)
KEYS = ("boxes", "ranks", "pairs", "most_owned", "ghosts", "most_ghosts", "migrants", "bytes",
              "cut_bytes", "search", "rest", "cut_rest", "item_bytes", "body_bytes")


class Split:
    """A result file of pairs_mpi."""

    def __init__(self, path):
        self.path = path
        try:
            self.context, (self.runs, *_) = results.read_sheet(path)
            for run in self.runs:
                if not isinstance(run["set"], str) or \
                        not all(results.is_number(run[key]) for key in KEYS):
                    raise ValueError("a run that lacks figures")
            self.ranks = max(run["ranks"] for run in self.runs)
            self.source = (f"{self.context['cpu']}, {self.context['processors']} processors, "
                           f"{self.context['mpi']}, revision {self.context['revision']}, "
                           f"{self.context['date']}: `make pairs-mpi-results`.")
        except (ValueError, KeyError, TypeError) as error:
            raise results.Unusable(f"{path}: no result of pairs-mpi-results: {error!r}") from error

    def run(self, name, boxes, ranks):
        for run in self.runs:
            if (run["set"], run["boxes"], run["ranks"]) == (name, boxes, ranks):
                return run
        raise results.Unusable(f"{self.path}: no run of {name}, {boxes} boxes, {ranks} ranks")

    def worst(self):
        """How far off the model's ghosts are at worst, and over how many runs."""
        off = [abs(bricks.cost(run["set"], run["boxes"], run["ranks"]).ghosts / run["ghosts"] - 1)
               for run in self.runs if run["set"] in bricks.SETS and run["ghosts"] >= FEW]
        if not off:
            raise results.Unusable(f"{self.path}: no run with ghosts")
        if max(off) > MODEL_OFF:
            raise results.Unusable(f"{self.path}: the model's ghosts are {100 * max(off):.0f} % off; "
                                   "bench/track/bricks.py or pairs_mpi is wrong")
        return max(off), len(off)


def ns_a_box(run, key):
    return 1e9 * run[key] / (run["most_owned"] + run["most_ghosts"])


def measured(path):
    split, rows = Split(path), []
    for run in split.runs:
        if not (run["ranks"] == split.ranks or (run["set"] == "u0.5" and run["boxes"] == 10 ** 6)):
            continue
        beside = [""] * 3
        if run["set"] in bricks.SETS:
            model = bricks.cost(run["set"], run["boxes"], run["ranks"])
            sent = run["item_bytes"] * model.ghosts + run["body_bytes"] * model.migrants
            beside = [f"{model.ghosts:,.0f}", f"{model.migrants:,.0f}", f"{sent / 1e6:.2f}"]
        there = [f"{run['ghosts']:,.0f}", f"{run['migrants']:,.0f}", f"{run['bytes'] / 1e6:.2f}"]
        rows.append((run["set"], f"{run['boxes']:,}", str(run["ranks"]),
                     f"{run['most_owned'] * run['ranks'] / run['boxes']:.2f}",
                     *(f"{a}; {b}" if b else a for a, b in zip(there, beside)),
                     digits(ns_a_box(run, "search"), 3), digits(ns_a_box(run, "rest"), 3)))
    off, count = split.worst()
    head = ("set", "boxes", "ranks", "most boxes / mean", "ghosts; model", "migrants a step; model",
            "MB a step; model", "ns a box to search", "for all else")
    return [split.source, "", *table(head, rows), "",
            f"In the {count} runs of the file that are even in space and have {FEW:,} ghosts or more "
            f"the model's ghosts are within {100 * off:.1f} % of those counted."]


def modelled(path):
    split, rows = Split(path), []
    for name in ("u0.5", "u10"):
        alone = max((run for run in split.runs if run["set"] == name and run["ranks"] == 1),
                    key=lambda run: run["boxes"], default=None)
        if alone is None:
            raise results.Unusable(f"{path}: no run of {name} by one rank")
        most = split.run(name, alone["boxes"], split.ranks)
        a_box = (alone["search"] + alone["rest"]) / alone["boxes"]
        a_sample = max(most["cut_rest"] - most["rest"], 0) / \
            bricks.samples(most["boxes"], most["ranks"])
        for boxes, ranks in itertools.product(FAR_BOXES, FAR_RANKS):
            cost = bricks.cost(name, boxes, ranks)
            owned = boxes / ranks * bricks.balance(boxes, ranks)
            searched = a_box * (owned + cost.most_ghosts)
            sent = alone["item_bytes"] * cost.most_ghosts + \
                alone["body_bytes"] * cost.migrants / ranks
            network = 2 * LATENCY * (ranks - 1) * 2 + sent / BANDWIDTH
            cuts = (a_sample * bricks.samples(boxes, ranks) + LATENCY * math.log2(ranks) +
                    bricks.sample_bytes(boxes, ranks) / ranks / BANDWIDTH) / CUT_EVERY
            rows.append((name, f"{boxes:,}", f"{ranks:,}", f"{bricks.balance(boxes, ranks):.2f}",
                         f"{cost.most_ghosts:,.0f}", f"{100 * cost.most_ghosts * ranks / boxes:.1f}",
                         f"{sent / 1e6:.1f}", *(f"{1e3 * x:,.1f}" for x in (searched, network, cuts)),
                         f"{100 * a_box * boxes / ranks / (searched + network + cuts):.0f}"))
    head = ("set", "boxes", "ranks", "most boxes / mean", "most ghosts", "% of a rank's boxes",
            "MB", "ms to move and search", "ms of network", "ms of cuts", "efficiency, %")
    return [f"{split.source} A box costs what it costs one rank of "
            f"{max(run['boxes'] for run in split.runs if run['ranks'] == 1):,} boxes, a sample what it "
            f"costs {split.ranks} ranks. Taken, not measured: {1e6 * LATENCY:g} µs a message, "
            f"{BANDWIDTH / 1e9:g} GB/s a process, cuts every {CUT_EVERY} steps.", "",
            *table(head, rows)]
