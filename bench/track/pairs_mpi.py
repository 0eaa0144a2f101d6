#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures examples/pairs_mpi: pairs_mpi.py PROGRAM --ranks '1 2 4 8' --out FILE

Runs each set of each size with each number of ranks, and writes the figures that docs/site/figures.py
turns into tables: boxes, ghosts, migrants, bytes and processor time of the usual step and of the
one that cuts space anew. Times are the processor time of a rank, which other ranks on the same
processor do not lengthen, as they do wall time. Counts and bytes are exact.
"""

import datetime
import json
import os
import re
import statistics
import tempfile

import harness
import results

RUNS = (  # sets, boxes; LARGEST only with the largest number of ranks
    (("u0.5", "u10", "mixed", "flat", "piles"), (100000, 1000000)),
)
LARGEST = (("u0.5", 10000000),)
STEPS, BETWEEN = 9, 4  # the first brings boxes home, and is not counted
ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
MIN, MEAN, MOST = range(3)


def measure(program, kind, boxes, ranks, folder):
    path = os.path.join(folder, "report.json")
    harness.execute(["mpirun", "-q", "--oversubscribe", "--mca", "mpi_yield_when_idle", "1", "-n",
                     str(ranks), program, "-n", str(boxes), "-k", kind, "-m", "drift", "-s",
                     str(STEPS), "-b", str(BETWEEN), "-r", path], env={**os.environ, **ROOT})
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    steps = [step for step in data["steps"] if step["step"] > 0]
    usual = [step for step in steps if step["step"] % BETWEEN]
    cuts = [step for step in steps if step["step"] % BETWEEN == 0]

    def median(of, key, which, scale=1.0):
        return float(f"{scale * statistics.median(step[key][which] for step in of):.6g}")

    return {
        "set": kind, "boxes": boxes, "ranks": ranks,
        "pairs": steps[0]["all_pairs"],
        "most_owned": median(usual, "owned", MOST),
        "ghosts": median(usual, "ghosts", MEAN, ranks),
        "most_ghosts": median(usual, "ghosts", MOST),
        "migrants": median(usual, "migrants", MEAN, ranks),
        "bytes": median(usual, "bytes", MEAN, ranks),
        "cut_bytes": median(cuts, "bytes", MEAN, ranks),
        "search": median(usual, "search", MOST),
        "rest": median(usual, "rest", MOST),
        "cut_rest": median(cuts, "rest", MOST),
        "wall": median(usual, "wall", MOST),
        "item_bytes": data["item_bytes"], "body_bytes": data["body_bytes"],
    }


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        found = re.search(r"^model name\s*: (.+)$", file.read(), re.MULTILINE)
    revision = harness.revision()
    mpi = re.search(r"[\d.]+$", harness.execute(["mpirun", "--version"]).splitlines()[0])
    return {"cpu": found[1] if found else "unknown", "processors": os.cpu_count(),
            "mpi": f"Open MPI {mpi[0] if mpi else 'of unknown version'}", "revision": revision,
            "date": datetime.date.today().isoformat()}


def main():
    parser = results.Parser()
    parser.add_argument("program")
    parser.add_argument("--ranks", default="1 2 3 4 5 6 7 8")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    ranks = [harness.number("RANKS", text) for text in options.ranks.split()]
    if not ranks:
        raise results.Unusable("RANKS=: which numbers of ranks?")
    context = machine()
    wanted = [(kind, boxes, count) for kinds, sizes in RUNS for kind in kinds for boxes in sizes
              for count in ranks]
    wanted += [(kind, boxes, max(ranks)) for kind, boxes in LARGEST]
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        for done, (kind, boxes, count) in enumerate(wanted):
            print(f"{done}/{len(wanted)}: {kind}, {boxes:,} boxes, {count} ranks", flush=True)
            runs.append(measure(options.program, kind, boxes, count, folder))
    results.replace(options.out, results.sheet(context, [list(runs[0]), *(run.values() for run in runs)]))
    print(options.out)


if __name__ == "__main__":
    results.run(main)
