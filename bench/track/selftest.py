#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows that a slowdown is caught and that noise is not: make bench-selftest.

A clone of HEAD plays the working tree, HEAD plays BASE. In one copy of the clone, lbx_obb_obb
answers a twentieth of each batch twice; 100 repetitions tune that share to a slowdown of 5 +- .5 %.
This copy is judged 10 times, with the defaults of bench-compare, and must be named each time. The
unchanged clone is judged 20 times, half of them with another process at work, and once more over
all rows of 1,024 items; it must raise no alarm. In a third copy, 2 % more instructions must fail
bench-gate. Exits with 0 if all of that holds. The table of runs is a result file.
"""

import contextlib
import datetime
import glob
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

import harness
import results

FILTER = "^(aabb_aabb|ray_aabb|obb_obb)/(one_many|pairwise|pairs)/avx2/(1024|65536)$"
KERNEL = "obb_obb"
PLANTED, TOLERANCE, TUNING_REPETITIONS = .05, .005, 100
CAUGHT_RUNS, QUIET_RUNS = 10, 20
INSTRUCTIONS = .02
COLUMNS = ("what", "loaded", "rows", "suspected", "alarms", "seconds", "slower")


def plant(tree, share):
    """Makes the public function of KERNEL answer a share of its items twice."""
    head = re.compile(rf"^(ptrdiff_t) lbx_{KERNEL}(\([^)]*\)) {{$", re.M)
    for path in glob.glob(os.path.join(tree, "kernels/**/*.c"), recursive=True):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        text = text.split("\n// planted\n")[0]
        text = text.replace(f"static ptrdiff_t planted_{KERNEL}(", f"ptrdiff_t lbx_{KERNEL}(")
        found = head.search(text)
        if found:
            break
    else:
        raise results.Unusable(f"no definition of lbx_{KERNEL} in {tree}/kernels")
    text = head.sub(rf"static \1 planted_{KERNEL}\2 {{", text)
    text += f"""
// planted
ptrdiff_t lbx_{KERNEL}{found[2]} {{
    planted_{KERNEL}(a, b, (size_t)((double)n * {share:.6f}) / 8 * 8, flags, NULL);
    return planted_{KERNEL}(a, b, n, flags, hits);
}}
"""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def make(tree, target, *variables):
    """(exit code of the recipe, what it printed)"""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    done = subprocess.run(["make", "-s", "-C", tree, target, *variables], env=environment,
                          text=True, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    failed = re.search(r"Error (\d+)$", done.stdout, re.M)
    return int(failed[1]) if failed else done.returncode, done.stdout


def compare(tree, base, *variables):
    """The verdict of one bench-compare."""
    begun = time.monotonic()
    code, said = make(tree, "bench-compare", f"BASE={base}", *variables)
    if code not in (0, 1):
        raise results.Unusable(f"bench-compare: {harness.last_line(said)}")
    path, = glob.glob(os.path.join(tree, "build/*/compare/verdict.json"))
    with open(path, encoding="utf-8") as file:
        verdict = json.load(file)
    if bool(verdict["alarms"]) != (code == 1):
        raise results.Unusable(f"bench-compare exits {code} with {len(verdict['alarms'])} alarms")
    verdict["seconds"] = round(time.monotonic() - begun)
    return verdict


@contextlib.contextmanager
def load(wanted):
    """Another process at work."""
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"]) if wanted else None
    try:
        yield
    finally:
        if busy:
            busy.kill()
            busy.wait()


def mean_of(verdict, kernel):
    return statistics.geometric_mean(row["ratio"] for row in verdict["rows"]
                                     if row["name"].startswith(kernel + "/"))


def tune(tree, base):
    """Plants a slowdown of the wanted size; returns (share of items, measured slowdown)."""
    share = PLANTED
    for _ in range(5):
        plant(tree, share)
        verdict = compare(tree, base, f"FILTER={FILTER.replace('aabb_aabb|ray_aabb|', '')}",
                          f"REPS={TUNING_REPETITIONS}")
        slower = mean_of(verdict, KERNEL) - 1
        print(f"planted: {share:.4f} of the items answered twice: {100 * slower:.2f} % slower",
              flush=True)
        if abs(slower - PLANTED) <= TOLERANCE:
            return share, slower
        share += PLANTED - slower
    raise results.Unusable("no share of items gives a slowdown of 5 %: the machine is too noisy")


def runs_of(what, tree, base, count, loaded, *variables):
    for number in range(count):
        busy = loaded and number % 2 == 1
        with load(busy):
            verdict = compare(tree, base, *variables)
        run = {"what": what, "loaded": int(busy), "rows": len(verdict["rows"]),
               "suspected": sum(row["suspected"] for row in verdict["rows"]),
               "alarms": " ".join(verdict["alarms"]), "seconds": verdict["seconds"]}
        if what == "planted":
            run["slower"] = round(mean_of(verdict, KERNEL) - 1, 4)
        print(f"{what} {number + 1}/{count}{', loaded' if busy else ''}: "
              f"{run['alarms'] or 'no alarm'} ({run['seconds']} s)", flush=True)
        yield run


def main():
    parser = results.Parser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--work", default="build/selftest", help="a folder for the clones")
    parser.add_argument("--out", required=True, help="the result file")
    parser.add_argument("--compiler", required=True)
    options = parser.parse_args()
    begun = time.monotonic()
    revision = harness.revision()
    if revision.endswith("-dirty"):
        raise results.Unusable("the working tree differs from HEAD: commit first")
    base = harness.git("rev-parse", "HEAD")
    shutil.rmtree(options.work, ignore_errors=True)
    trees = {name: os.path.join(options.work, name) for name in ("itself", "planted", "gate")}
    harness.execute(["git", "clone", "-q", ".", trees["itself"]], stderr=subprocess.PIPE)
    compare(trees["itself"], base, f"FILTER={FILTER}", "REPS=8", "THRESHOLD=50")  # builds
    for name in ("planted", "gate"):
        shutil.copytree(trees["itself"], trees[name])

    share, slower = tune(trees["planted"], base)
    defaults = f"FILTER={FILTER}"
    runs = list(runs_of("planted", trees["planted"], base, CAUGHT_RUNS, False, defaults))
    runs += runs_of("itself", trees["itself"], base, QUIET_RUNS, True, defaults)
    everything = list(runs_of("itself, all rows of 1,024 items", trees["itself"], base, 1, False,
                              "FILTER=/1024$"))
    plant(trees["gate"], INSTRUCTIONS)
    code, said = make(trees["gate"], "bench-gate")
    failed = re.findall(rf"^({KERNEL}/\S+) .* ([+\d.]+) %$", said, re.M)
    print(said, flush=True)

    caught = sum(KERNEL + "/" in run["alarms"]
                 for run in runs if run["what"] == "planted")
    false = sum(bool(run["alarms"]) for run in runs if run["what"] == "itself")
    minutes = (time.monotonic() - begun) / 60
    holds = caught == CAUGHT_RUNS and false == 0 and code == 1 and bool(failed) \
        and not everything[0]["alarms"]
    with open(glob.glob(os.path.join(trees["itself"], "build/*/compare/tree.json"))[0],
              encoding="utf-8") as file:
        context = json.load(file)["context"]
    now = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    results.replace(options.out, results.sheet({
        "cpu": context["cpu"], "compiler": options.compiler, "date": now, "revision": revision,
        "minutes": round(minutes, 1), "planted in": KERNEL, "share": round(share, 4),
        "slower": round(slower, 4), "repetitions": TUNING_REPETITIONS,
        "caught": f"{caught}/{CAUGHT_RUNS}", "false alarms": f"{false}/{QUIET_RUNS}",
        "gate": "fails" if code == 1 else "DOES NOT FAIL", "rows that the gate names": len(failed),
        "percent": statistics.median([float(percent) for _, percent in failed] or [0])},
        [COLUMNS, *([run.get(column, "") for column in COLUMNS] for run in runs + everything)]))
    print(f"a slowdown of {100 * slower:.1f} % caught: {caught}/{CAUGHT_RUNS}; false alarms: "
          f"{false}/{QUIET_RUNS}, over {everything[0]['rows']} rows of 1,024 items: "
          f"{len(everything[0]['alarms'].split())}; bench-gate, 2 % more instructions: "
          f"{'fails' if code == 1 else 'DOES NOT FAIL'} ({minutes:.0f} min)")
    return 0 if holds else 1


if __name__ == "__main__":
    results.run(main)
