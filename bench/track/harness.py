# SPDX-License-Identifier: MIT
"""Runs lanebox-bench, or another executable of Google Benchmark: its rows, and their times."""

import functools
import math
import os
import re
import subprocess
import tempfile

import results

MOST = 1000000  # of repetitions, seconds, percent
TABLES = ("scalar", "sse2", "avx2", "avx512", "neon")


def is_base_line(isa):
    return isa == "reference" or isa.startswith("plain-")


def number(name, text, kind=int):
    """A positive number that the user gave."""
    try:
        value = kind(text)
    except ValueError:
        value = 0
    if not 0 < value < math.inf:
        raise results.Unusable(f"{name}={text}: a positive number is wanted")
    if value > MOST:
        raise results.Unusable(f"{name}={text}: at most {MOST} is possible")
    return value


def last_line(text):
    lines = text.strip().splitlines()
    return lines[-1] if lines else "it said nothing"


def execute(command, **options):
    """What a command prints; if it fails, its last words are the reason."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, **options)
    except OSError as error:
        raise results.Unusable(f"{command[0]}: {error.strerror}") from error
    if done.returncode < 0:
        raise results.Unusable(f"{os.path.basename(command[0])} was killed by signal "
                               f"{-done.returncode}")
    if done.returncode:
        said = f": {last_line(done.stderr)}" if done.stderr is not None else ""
        raise results.Unusable(f"{os.path.basename(command[0])} failed{said}")
    return done.stdout


def rows(executable, pattern):
    """The names of the rows that a regular expression matches."""
    if pattern.startswith("-"):
        raise results.Unusable(f"FILTER={pattern}: an expression that begins with - excludes; say "
                               "what is wanted")
    option = "--list" if is_ours(executable) else "--benchmark_list_tests=true"
    listed = execute([executable, option, f"--benchmark_filter={pattern}"], stderr=subprocess.PIPE)
    names = [name for name in listed.splitlines() if not results.is_ceiling(name)]
    if not names:
        raise results.Unusable(f"no row matches {pattern}")
    return names


@functools.lru_cache(maxsize=None)
def is_ours(executable):
    """Whether it is this harness; older ones and others know only Google Benchmark's options."""
    try:
        probe = subprocess.run([executable, "--list", "--benchmark_filter=^$"], text=True,
                               capture_output=True, check=False)
    except OSError as error:
        raise results.Unusable(f"{executable}: {error.strerror}") from error
    return "bench: no row matches" in probe.stderr


def of_isas(names, isas, base_lines):
    """The names of these instruction sets, or all if none is given; baselines too if wanted."""
    unknown = [isa for isa in isas if isa not in TABLES]
    if unknown:
        raise results.Unusable(f"ISA={unknown[0]}: one of {', '.join(TABLES)} is wanted")
    chosen = []
    for name in names:
        isa = (name.split("/") + ["", ""])[2]
        if base_lines if is_base_line(isa) else not isas or isa in isas:
            chosen.append(name)
    if not any(not is_base_line((name.split("/") + ["", ""])[2]) for name in chosen):
        raise results.Unusable(f"no row of {' '.join(isas) or 'a kernel'} among those that match")
    return chosen


def measure(executable, names, repetitions, seconds, ceilings=False, quiet=True):
    """One process runs the rows' repetitions, randomly interleaved: Google Benchmark's JSON."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.json")
        command = [executable, f"--benchmark_repetitions={repetitions}",
                   f"--benchmark_min_time={seconds}", f"--benchmark_out={out}",
                   "--benchmark_out_format=json", "--benchmark_enable_random_interleaving=true"]
        if is_ours(executable):
            listed = os.path.join(folder, "rows")
            with open(listed, "w", encoding="utf-8") as file:
                file.write("\n".join(names) + "\n")
            command += [f"--rows={listed}"] + ["--ceilings"] * ceilings
        else:
            alternatives = "|".join(re.sub(r"([][.{}()\\*+?^$|])", r"\\\1", name) for name in names)
            command += [f"--benchmark_filter=^({alternatives})$"]
        execute(command, stderr=subprocess.PIPE if quiet else None)
        data = results.load(out)
    measured = results.repetitions(data)
    for name in names:
        if len(measured.get(name, ())) != repetitions:
            raise results.Unusable(f"{executable}: {name} ran {len(measured.get(name, ()))} times "
                                   f"instead of {repetitions}")
    return data


def git(*words):
    try:
        done = subprocess.run(("git",) + words, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def revision():
    """The short name of the revision that is checked out, with -dirty if tracked sources differ.
    Results that an earlier command wrote are not sources."""
    name = git("rev-parse", "--short=10", "HEAD")
    if name is None:
        return "unknown"
    changed = git("status", "--porcelain", "--untracked-files=no", "--", ".", ":!bench/results",
                  ":!tests/results")
    return name + "-dirty" * bool(changed)
