# SPDX-License-Identifier: MIT
"""bench.py and the harness: errors are reported in one line, and no history is lost."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(TOP, "bench/track"))
import bench
import known
import results

BENCH = os.path.join(TOP, "build/gcc/lanebox-bench")
ROW = "aabb_aabb/one_many/scalar/1024"


def record(name, time=100.0, **more):
    return {"name": name, "run_name": name, "run_type": "iteration", "cpu_time": time, "n": 10,
            "real_time": time, "time_unit": "ns", "iterations": 3, **more}


def data(*records, **context):
    return {"context": {"cpu": "made up", "revision": "abc", "compiler": "cc", "flags": "-O3",
                        "date": "2000-01-01T00:00:00+00:00", "isa": "avx2", **context},
            "benchmarks": list(records)}


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "some/history.jsonl")

    def text(self):
        with open(self.path, encoding="utf-8") as file:
            return file.read()

    def test_history_grows_by_a_line(self):
        for time in (100, 110):
            bench.append(self.path, bench.history_line(data(record("a/b/avx2/10", time))))
        lines = [json.loads(line) for line in self.text().splitlines()]
        self.assertEqual([line["rows"] for line in lines],
                         [{"a/b/avx2/10": 10.0}, {"a/b/avx2/10": 11.0}])
        self.assertEqual(lines[0]["revision"], "abc")

    def test_history_has_no_ceilings(self):
        line = json.loads(bench.history_line(data(record("a/b/avx2/10"), record("ceiling/clock"))))
        self.assertEqual(list(line["rows"]), ["a/b/avx2/10"])

    def test_a_broken_history_is_kept(self):
        whole = bench.history_line(data(record("a/b/avx2/10")))
        for broken in (whole + "\n" + whole[:40], "\n", "[1\n2]\n", "42\n", whole + "\n{}\n"):
            results.replace(self.path, broken)
            with self.assertRaisesRegex(results.Unusable, "history.jsonl"):
                bench.append(self.path, whole)
            self.assertEqual(self.text(), broken)
        for path in (os.path.dirname(self.path), self.path + "/below"):
            with self.assertRaises(results.Unusable):
                bench.append(path, whole)

    def test_a_last_line_without_its_end(self):
        line = bench.history_line(data(record("a/b/avx2/10")))
        results.replace(self.path, line)
        bench.append(self.path, line)
        self.assertEqual(self.text(), f"{line}\n{line}\n")

    def test_a_write_that_fails_leaves_the_history(self):
        line = bench.history_line(data(record("a/b/avx2/10")))
        results.replace(self.path, line)
        with mock.patch("os.fsync", side_effect=OSError(28, "No space left on device")):
            with self.assertRaisesRegex(results.Unusable, "No space left"):
                bench.append(self.path, line)
        self.assertEqual(self.text(), line)
        self.assertEqual(os.listdir(os.path.dirname(self.path)), ["history.jsonl"])

    def test_medians(self):
        small = bench.reduced(data(*(record("a/b/avx2/10", time) for time in (1.0, 9.0, 2.0))))
        self.assertEqual([row["cpu_time"] for row in small["benchmarks"]], [2])
        best = bench.reduced(data(*(record("ceiling/x/avx2", time) for time in (3.0, 2.0, 9.0))))
        self.assertEqual([row["cpu_time"] for row in best["benchmarks"]], [2])
        micro = bench.reduced(data(record("a/b/avx2/10", 2.0, time_unit="us")))
        self.assertEqual(micro["benchmarks"][0]["cpu_time"], 2000)

    def test_merging(self):
        results.replace(self.path, bench.text_of(data(record("a", 1), record("b", 2))))
        both = bench.merged(self.path, data(record("b", 3), record("c", 4)))
        self.assertEqual([(row["name"], row["cpu_time"]) for row in both["benchmarks"]],
                         [("a", 1), ("b", 3), ("c", 4)])
        with self.assertRaisesRegex(results.Unusable, "another revision: abc, not def"):
            bench.merged(self.path, data(record("b", 3), revision="def"))

    def test_a_sheet_holds_what_is_read_of_medians(self):
        path = os.path.splitext(self.path)[0] + ".csv"
        whole = data(record("ceiling/load_l1/avx2", label="avx2", cache=5, bytes_per_second=1.25e11),
                     record("a/b/reference/10", 900.5, bytes=25, hits=.25),
                     record("a/b/avx2/10", 24364638086, label="avx2", bytes=24.125, hits=.5),
                     record("a/c/FCL, 3/10", 7), caches=[{"type": "Data", "level": 1, "size": 5}])
        results.replace(path, results.sheet_of(whole))
        read = results.medians(results.load(path))
        self.assertEqual(results.load(path)["context"], {**whole["context"], "flags": "-O3"})
        for name, key, value in (("ceiling/load_l1/avx2", "bytes_per_second", 1.25e11),
                                 ("a/b/reference/10", "cpu_time", 900.5),
                                 ("a/b/avx2/10", "cpu_time", 24364638086), ("a/b/avx2/10", "hits", .5),
                                 ("a/b/avx2/10", "bytes", 24.125), ("a/c/FCL, 3/10", "n", 10)):
            self.assertEqual(read[name][key], value)
        self.assertNotIn("hits", read["a/c/FCL, 3/10"])
        self.assertEqual(results.sheet_of(results.load(path)), results.sheet_of(whole))
        both = bench.merged(path, data(record("a/b/avx2/10", 3), record("d/e/avx2/10", 4)))
        self.assertEqual([row["cpu_time"] for row in both["benchmarks"]], [100, 900.5, 3, 7, 4])

    def test_sheets_that_are_none(self):
        path = os.path.splitext(self.path)[0] + ".csv"
        whole = results.sheet_of(data(record("ceiling/clock"), record("a/b/avx2/10", 123)))
        for text, said in ((whole[:-1], "cut short"), (whole.replace(",123", ""), "cut short"),
                           (whole.replace("row,", "column,"), "no sheet"), ("# cpu: a\n", "no sheet"),
                           (whole.replace("a/b/10", "a/10"), "no kernel/pattern/n"),
                           (whole.replace(",123", ",many"), "no cpu_time"),
                           (whole.replace("ceiling,", "floor,"), "no name")):
            results.replace(path, text)
            with self.assertRaisesRegex(results.Unusable, said):
                results.load(path)
        with self.assertRaisesRegex(results.Unusable, "no kernel/pattern/isa/n"):
            results.sheet_of(data(record("a")))

    def test_result_files_that_are_none(self):
        whole = bench.text_of(data(record("a")))
        for text, said in ((whole[:len(whole) // 2], "cut short"), ("[]", "no result"),
                           ('{"context": {}, "benchmarks": [{"name": "a"}]}', "no run_name"),
                           (bench.text_of(data(record("a", 0.0))), "no cpu_time"),
                           (bench.text_of(data(record("a", float("nan")))), "no cpu_time"),
                           (bench.text_of(data(record("a", time_unit="h"))), "no time_unit"),
                           (bench.text_of(data(record("a", n=0))), "no n that"),
                           (bench.text_of(data(record("a"), caches=[{}])), "caches"),
                           (bench.text_of(data(record("a"), date=5)), "date is no text"),
                           (bench.text_of(data(record("a", error_occurred=True))), "a failed")):
            results.replace(self.path, text)
            with self.assertRaisesRegex(results.Unusable, said):
                results.load(self.path)


class Filters(unittest.TestCase):
    def make(self, *words):
        environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
        return subprocess.run(["make", "-n", "bench", "CC=gcc", *words], cwd=TOP, env=environment,
                              capture_output=True, text=True, check=False)

    def known(self, pattern):
        return subprocess.run([sys.executable, "bench/track/known.py", f"--filter={pattern}"], cwd=TOP,
                              capture_output=True, text=True, check=False)

    def test_nothing_is_refused_at_once(self):
        for pattern in ("nothing", "^obb_obb/pairwise/avx2/1000$", "^aabb_abab/", "-x"):
            done = self.known(pattern)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), pattern)
            self.assertIn(f"no row matches {pattern}", done.stderr)
        for pattern in (".", "^obb_obb/", "/(1024|65536)$", "^trees/bay/.*/60$", "pairs/[[:alnum:].]*/", "(aabb"):
            done = self.known(pattern)
            self.assertEqual((done.returncode, done.stderr), (0, ""), pattern)

    def test_make_asks_before_it_builds(self):
        said = self.make("FILTER=nothing$").stdout
        self.assertLess(said.index("known.py --filter='nothing$'"), said.index("bench-run"))
        self.assertNotIn("known.py", self.make("OWN=examples/own_row.c").stdout)


class Commands(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        environment = {key: value for key, value in os.environ.items()
                       if not key.startswith("MAKE")}
        for own in ((), ("OWN=examples/own_row.c",)):
            subprocess.run(["make", "-s", "-j2", "bench-linked", "CC=gcc", *own], cwd=TOP,
                           env=environment, check=True)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_bench(self, *options, executable=BENCH):
        return subprocess.run(
            [sys.executable, "bench/track/bench.py", executable, "--seconds", "0.0001",
             "--out", f"{self.folder}/out.json", "--medians", f"{self.folder}/medians.json",
             "--history", f"{self.folder}/history.jsonl", *options],
            cwd=TOP, capture_output=True, text=True, check=False)

    def test_what_it_writes(self):
        done = self.run_bench("--filter", "aabb_aabb/one_many/.*/1024", "--isa", "scalar", "--reps",
                              "3", "--flags", " -O3  -g ")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stderr, "")
        whole = results.load(f"{self.folder}/out.json")
        self.assertEqual(len(results.repetitions(whole)[ROW]), 3)
        for key in ("cpu", "compiler", "flags", "isa", "revision", "repetitions"):
            self.assertTrue(whole["context"][key], key)
        self.assertIn("caches", whole["context"])  # empty if the system names none
        self.assertEqual(whole["context"]["flags"], "-O3 -g")
        names = [row["name"] for row in results.load(f"{self.folder}/medians.json")["benchmarks"]]
        self.assertIn(ROW, names)
        self.assertIn(ROW.replace("scalar", "reference"), names)
        self.assertNotIn(ROW.replace("scalar", "avx2"), names)
        self.assertEqual(len(names), len(set(names)))

    def test_bad_words_write_nothing(self):
        for options, said in ((("--filter", "^no_such/"), "no row matches ^no_such/"),
                              (("--filter", "(aabb"), "not a regular expression: (aabb"),
                              (("--reps", "0"), "REPS=0"), (("--reps", "-3"), "REPS=-3"),
                              (("--reps", "x"), "REPS=x"), (("--isa", "mmx"), "ISA=mmx")):
            done = self.run_bench(*options)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(said, done.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_row_of_ones_own(self):
        done = self.run_bench("--filter", "^points_below/", "--reps", "1",
                              executable=BENCH + "-own_row")
        self.assertEqual(done.returncode, 0, done.stderr)
        row, = results.load(f"{self.folder}/medians.json")["benchmarks"]
        self.assertEqual((row["name"], row["n"]), ("points_below/batch/mine/1024", 1024))
        summary = subprocess.run([sys.executable, "bench/track/summary.py", f"{self.folder}/out.json"],
                                 cwd=TOP, capture_output=True, text=True, check=False)
        self.assertEqual(summary.returncode, 2, "without ceilings there is nothing to compare with")

    def test_every_row_is_known_before_the_build(self):
        listed = subprocess.run([BENCH, "--list"], capture_output=True, text=True, check=True).stdout
        self.assertGreater(len(listed.split()), 1000)
        self.assertLessEqual(set(listed.split()), set(known.names()))

    def test_rows_by_a_list(self):
        listed = os.path.join(self.folder, "rows")
        with open(listed, "w", encoding="utf-8") as file:
            file.write(f"{ROW}\nnone_such\n")
        done = subprocess.run([BENCH, f"--rows={listed}", "--list"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no row is called none_such", done.stderr)


if __name__ == "__main__":
    unittest.main()
