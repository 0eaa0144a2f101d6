#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges whether kernels became slower: make bench-compare BASE=revision.

Builds the library of BASE and of the working tree, links both to the working tree's harness, and
runs the two executables in turn, with a fresh process for each repetition. Memory is laid out
differently in every process, so the cost of one layout is not taken for a slowdown. Where BASE's
interface lacks what the harness calls, or declares it differently, BASE's own harness runs.

A row is suspected if the U test of Google Benchmark's compare.py gives p < .05 / rows and the
median of the paired ratios exceeds the threshold. A suspect is run again alone, 40 repetitions in
each of three fresh processes; it alarms if the median of those ratios exceeds the threshold too.

Exit codes: 0 no alarm, 1 an alarm, 2 nothing could be judged, with the reason. --executables
judges two executables of Google Benchmark, of any project, that are already built.
"""

import hashlib
import json
import math
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import time

import harness
import results

SIGNIFICANCE = .05
AGAIN_REPETITIONS, AGAIN_PROCESSES = 40, 3
SECONDS = .005  # the least duration of a repetition
GOOGLE = "/usr/share/benchmark/compare.py"


# --- two executables ---

def make(folder, target, variables):
    """Runs make without the variables of an enclosing make: (whether it succeeded, its output)."""
    environment = {key: value for key, value in os.environ.items()
                   if key not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")}
    environment["LC_ALL"] = "C"
    command = ["make", "-s", f"-j{os.cpu_count()}", "-C", folder, target] + variables
    done = subprocess.run(command, env=environment, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.returncode == 0, done.stdout


def build(folder, target, variables, what):
    built, said = make(folder, target, variables)
    if not built:
        errors = [line for line in said.splitlines() if "rror" in line]
        raise results.Unusable(f"{what} does not build: "
                               + (errors[0] if errors else harness.last_line(said)))


def export(commit, folder):
    """Extracts the files of a commit into a folder, all of them or none."""
    if os.path.isdir(folder):
        return
    shutil.rmtree(folder + ".part", ignore_errors=True)
    os.makedirs(folder + ".part")
    archive = subprocess.run(["git", "archive", commit], capture_output=True, check=False)
    unpacked = subprocess.run(["tar", "-x", "-C", folder + ".part"], input=archive.stdout,
                              check=False)
    if archive.returncode or unpacked.returncode:
        raise results.Unusable(f"the files of {commit} could not be read")
    os.rename(folder + ".part", folder)


def declarations(header, compiler):
    """What a header declares, without comments and white space."""
    text = harness.execute(shlex.split(compiler) + ["-E", "-P", header], stderr=subprocess.PIPE)
    found, depth, start = set(), 0, 0
    for at, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if depth == 0 and letter in ";}":
            found.add(" ".join(text[start:at + 1].split()))
            start = at + 1
    return found


def link(library, executable, variables):
    """Links the working tree's harness with a library; False if that lacks a function."""
    if os.path.exists(executable):  # maybe of another BASE or with other rows: make cannot tell
        os.unlink(executable)
    built, said = make(".", "bench-linked", variables + [f"LIBRARY={library}",
                                                         f"EXECUTABLE={executable}"])
    if not built and "undefined reference" not in said and "undefined symbol" not in said:
        raise results.Unusable(f"the harness does not build: {harness.last_line(said)}")
    return built


def executables(options):
    """(BASE's executable, the working tree's, whether BASE runs its own harness)."""
    if options.base.startswith("-"):
        raise results.Unusable(f"BASE={options.base}: no such revision")
    commit = harness.git("rev-parse", "--verify", "--quiet", f"{options.base}^{{commit}}")
    if not commit:
        raise results.Unusable(f"BASE={options.base}: no such revision here; a shallow clone lacks "
                               "most of them: git fetch --unshallow")
    variables = [f"{key}={value}" for key, value in
                 (variable.split("=", 1) for variable in options.variable) if value]
    compiler = next(v[3:] for v in variables if v.startswith("CC="))
    folder = os.path.abspath(options.work)
    tree = os.path.join(folder, commit[:12])
    export(commit, tree)
    # Old revisions do not notice changed flags, so each set of flags has its own folder.
    flags = hashlib.sha256("\n".join(variables).encode()).hexdigest()
    objects = os.path.join("build", flags[:12])
    library = os.path.join(objects, "liblanebox.a")
    build(tree, library, variables + [f"BUILD={objects}"], f"BASE={options.base}")

    # Both paths have one length, because the length of its own name moves a process's stack.
    ours = [os.path.join(folder, which, "lanebox-bench") for which in ("base", "tree")]
    build(".", options.library, variables, "the working tree")
    if not link(os.path.abspath(options.library), ours[1], variables):
        raise results.Unusable("the harness does not link with the working tree's library")
    header = "include/lanebox.h"
    gone = declarations(os.path.join(tree, header), compiler) - declarations(header, compiler)
    if not gone and link(os.path.join(tree, library), ours[0], variables):
        return ours[0], ours[1], False
    build(tree, os.path.join(objects, "lanebox-bench"), variables + [f"BUILD={objects}"],
          f"the harness of BASE={options.base}")
    return os.path.join(tree, objects, "lanebox-bench"), ours[1], True


# --- measuring ---

def in_turn(pair, names, rounds, repetitions, title):
    """Both executables' runs, `rounds` fresh processes each, in the order AB BA AB …"""
    runs, contexts = ([], []), [None, None]
    place = {name: number for number, name in enumerate(names)}
    for number in range(rounds):
        if sys.stderr.isatty():
            print(f"\r{title}: {number} of {rounds} ", end="", file=sys.stderr, flush=True)
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            data = harness.measure(pair[which], names, repetitions, SECONDS)
            contexts[which] = data["context"]
            for name, found in results.repetitions(data).items():
                for k, run in enumerate(found):
                    for clock in results.TIMES:
                        run[clock] = results.nanoseconds(run, clock)
                    run["time_unit"] = "ns"
                    run["repetition_index"] = number * repetitions + k
                    run["family_index"] = place[name]
                    runs[which].append(run)
    if sys.stderr.isatty():
        print(f"\r{' ' * 60}\r", end="", file=sys.stderr)
    return [{"context": contexts[which], "benchmarks": runs[which]} for which in (0, 1)]


def paired(report):
    return statistics.median(one["cpu_time_other"] / one["cpu_time"]
                             for one in report["measurements"])


def google_compare(data, work, prefix=""):
    """compare.py's report of every row: pairs of times, and the U test's p."""
    if not os.path.exists(GOOGLE):
        raise results.Unusable(f"{GOOGLE} is not here: apt-get install libbenchmark-tools "
                               "python3-scipy")
    files = [os.path.join(work, f"{prefix}{name}.json") for name in ("base", "tree", "compared")]
    for path, one in zip(files, data):
        results.replace(path, json.dumps(one))
    harness.execute([sys.executable, GOOGLE, "--no-color", "-d", files[2], "benchmarks",
                     files[0], files[1]], stderr=subprocess.PIPE)
    with open(files[2], encoding="utf-8") as file:
        reports = json.load(file)
    return {report["name"]: report for report in reports if report["run_type"] == "iteration"}


def least_p(repetitions):
    """The least p that the U test can give: exact up to 8 repetitions, scipy's normal beyond."""
    if repetitions <= 8:
        return 2 / math.comb(2 * repetitions, repetitions)
    spread = math.sqrt(repetitions ** 2 * (2 * repetitions + 1) / 12)
    return math.erfc((repetitions ** 2 / 2 - .5) / spread / math.sqrt(2))


def judge(pair, names, repetitions, threshold, work, own_harness):
    """One record per row."""
    least = SIGNIFICANCE / len(names)
    if least_p(repetitions) >= least:
        raise results.Unusable(f"REPS={repetitions} cannot reach p < .05 / {len(names)} rows: more "
                               "repetitions or fewer rows are wanted")
    data = in_turn(pair, names, repetitions, 1, f"{len(names)} rows, processes")
    reports = google_compare(data, work)
    sizes = {run["name"]: run.get("n", 1) for run in data[1]["benchmarks"]}
    rows = []
    for name in names:
        report = reports[name]
        # compare.py leaves out a p that is 0.
        p = report["utest"].get("cpu_pvalue", 0)
        medians = [statistics.median(one[key] for one in report["measurements"]) / sizes[name]
                   for key in ("cpu_time", "cpu_time_other")]
        row = {"name": name, "base": medians[0], "tree": medians[1], "ratio": paired(report),
               "p": p, "again": None, "alarm": False, "own_harness": own_harness}
        row["suspected"] = p < least and row["ratio"] > threshold
        rows.append(row)
    for row in rows:
        if row["suspected"]:
            again = in_turn(pair, [row["name"]], AGAIN_PROCESSES, AGAIN_REPETITIONS,
                            f"again: {row['name']}")
            row["again"] = paired(google_compare(again, work, "again-")[row["name"]])
            row["alarm"] = row["again"] > threshold
    return rows


# --- telling ---

def geometric_means(rows):
    kernels = {}
    for row in rows:
        ratio = row["ratio"] if row["again"] is None else row["again"]
        kernels.setdefault(row["name"].split("/")[0], []).append(ratio)
    return {kernel: statistics.geometric_mean(ratios) for kernel, ratios in kernels.items()}


def verdict(row):
    said = ["SLOWER"] if row["alarm"] else ["run again, not slower"] if row["suspected"] else []
    return ", ".join(said + ["BASE's own harness"] * row["own_harness"])


def as_text(rows):
    width = max(len(row["name"]) for row in rows)
    lines = [f"{'row':{width}} {'base':>9} {'tree':>9} {'ratio':>7} {'p':>8} {'again':>7}"]
    for row in rows:
        again = f"{row['again']:7.3f}" if row["again"] is not None else f"{'':7}"
        lines.append(f"{row['name']:{width}} {row['base']:9.3f} {row['tree']:9.3f} "
                     f"{row['ratio']:7.3f} {row['p']:8.2g} {again} {verdict(row)}".rstrip())
    lines.append("")
    lines.append(f"{'kernel':{width}} geometric mean of its ratios")
    lines += [f"{kernel:{width}} {mean:7.3f}" for kernel, mean in geometric_means(rows).items()]
    return "\n".join(lines)


def as_markdown(rows, head, result):
    """The summary of a pull request: what alarms, the kernels, then all rows folded."""
    lines = [f"### lanebox benchmarks: {result}", ""] + [line + "  " for line in head] + [""]
    alarms = [row for row in rows if row["alarm"]]
    table = ["| row | base, ns an item | tree | ratio | p | again | |",
             "|---|--:|--:|--:|--:|--:|---|"]

    def line(row):
        again = f"{row['again']:.3f}" if row["again"] is not None else ""
        return (f"| `{row['name']}` | {row['base']:.3f} | {row['tree']:.3f} | {row['ratio']:.3f} "
                f"| {row['p']:.2g} | {again} | {verdict(row)} |")

    if alarms:
        lines += table + [line(row) for row in alarms] + [""]
    lines += ["| kernel | geometric mean of its ratios |", "|---|--:|"]
    lines += [f"| `{kernel}` | {mean:.3f} |" for kernel, mean in geometric_means(rows).items()]
    lines += ["", f"<details><summary>All {len(rows)} rows</summary>", ""] + table
    lines += [line(row) for row in rows] + ["", "</details>", ""]
    return "\n".join(lines)


def main():
    parser = results.Parser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--base", help="a revision")
    parser.add_argument("--executables", nargs=2, metavar=("BASE", "TREE"),
                        help="instead of it: built already")
    parser.add_argument("--filter", default=".", help="a regular expression on names of rows")
    parser.add_argument("--isa", default="", help="instruction sets, with commas; all by default")
    parser.add_argument("--reps", default="40", help="processes of each executable")
    parser.add_argument("--threshold", default="3", help="percent")
    parser.add_argument("--work", default="build/compare", help="a folder for what is made")
    parser.add_argument("--library", help="liblanebox.a of the working tree, as make names it")
    parser.add_argument("--variable", action="append", default=[], metavar="NAME=VALUE",
                        help="a variable for both makes")
    options = parser.parse_args()
    begun = time.monotonic()
    repetitions = harness.number("REPS", options.reps)
    threshold = 1 + harness.number("THRESHOLD", options.threshold, float) / 100
    isas = options.isa.replace(",", " ").split()
    if not options.base and not options.executables:
        raise results.Unusable("BASE=revision is wanted: what to compare with")
    if options.executables:
        pair, own_harness = options.executables, False
        titles = options.executables
    else:
        *pair, own_harness = executables(options)
        titles = f"{options.base} ({harness.git('rev-parse', '--short', options.base)})", \
            f"the working tree ({harness.revision()})"
    os.makedirs(options.work, exist_ok=True)
    summary = os.path.join(options.work, "summary.md")
    verdicts = os.path.join(options.work, "verdict.json")
    for path in summary, verdicts:  # left by the run before
        if os.path.exists(path):
            os.unlink(path)

    now, before = (harness.of_isas(harness.rows(executable, options.filter), isas, False)
                   for executable in (pair[1], pair[0]))
    names = [name for name in now if name in before]
    if not names:
        raise results.Unusable("no row is in both")
    for name in names:
        if "/real_time" in name or "/manual_time" in name:
            raise results.Unusable(f"{name} is not timed by the CPU's clock, which decides here")
    rows = judge(pair, names, repetitions, threshold, options.work, own_harness)

    with open(os.path.join(options.work, "tree.json"), encoding="utf-8") as file:
        context = json.load(file)["context"]
    alarms = [row["name"] for row in rows if row["alarm"]]
    head = [f"{titles[0]} against {titles[1]}; {context.get('cpu', 'unknown CPU')}, "
            f"{context.get('compiler', 'unknown compiler')}",
            f"{len(rows)} rows, {repetitions} processes each in turn, threshold "
            f"{100 * threshold - 100:g} %, p < .05 / {len(rows)}; ratio: time now / before"]
    if own_harness:
        head.append("BASE's interface differs, so its own harness ran: what is not the library may "
                    "differ too")
    for title, one, other in (("not in BASE", now, before), ("in BASE alone", before, now)):
        rest = [name for name in one if name not in other]
        if rest:
            head.append(f"{title} and not judged: {', '.join(rest)}")
    result = f"{len(alarms)} of {len(rows)} rows slower" if alarms else "nothing is slower"
    print("\n".join(head) + "\n\n" + as_text(rows) + "\n")
    print(f"{result}{': ' + ', '.join(alarms) if alarms else ''}"
          f" ({time.monotonic() - begun:.0f} s)")
    results.replace(summary, as_markdown(rows, head, result))
    print(f"for a pull request: {summary}")
    results.replace(verdicts, json.dumps({"alarms": alarms, "rows": rows}, indent=1) + "\n")
    return 1 if alarms else 0


if __name__ == "__main__":
    results.run(main)
