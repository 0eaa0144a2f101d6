# SPDX-License-Identifier: MIT
"""compare.py judges two fake executables: scripts that answer as Google Benchmark does."""

import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
COMPARE = os.path.join(TOP, "bench/track/compare.py")

# The times of its rows, in ns, are in the file beside it. Its first processes are slower, `first` of them.
FAKE = f"""#!{sys.executable}
import json, os, random, re, sys
options = dict(word.split("=", 1) for word in sys.argv[1:] if "=" in word)
here = os.path.abspath(sys.argv[0])
with open(here + ".json") as file:
    said = json.load(file)
if "--list" in sys.argv:  # an option of our harness alone
    sys.exit("no such option: --list")
rows = [name for name in said["rows"] if re.search(options["--benchmark_filter"], name)]
if "--benchmark_list_tests" in options:
    for name in rows:
        print(name)
    sys.exit()
with open(here + ".runs", "a") as file:
    file.write("x")
runs = os.path.getsize(here + ".runs")
if said.get("dies"):
    sys.exit("out of memory")
# The same in every run of the tests.
jitter = random.Random(str(runs) + os.path.basename(here))
benchmarks = []
for name in rows:
    for k in range(int(options["--benchmark_repetitions"])):
        time = said["rows"][name] * jitter.uniform(.998, 1.002)
        if runs <= said.get("first", 0):
            time *= 1.1
        benchmarks.append(dict(name=name, run_name=name, run_type="iteration", repetition_index=k,
                               real_time=time, cpu_time=time, n=8,
                               time_unit=said.get("unit", "ns")))
text = json.dumps(dict(context=dict(cpu="made up"), benchmarks=benchmarks))
with open(options["--benchmark_out"], "w") as file:
    file.write(text[:len(text) // 2] if said.get("truncates") else text)
"""
ROWS = {"box_box/pairwise/avx2/8": 100, "box_box/one_many/avx2/8": 50, "box_box/pairs/sse2/8": 80,
        "box_box/pairwise/reference/8": 900}
SLOW = "box_box/pairs/sse2/8"


class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def fake(self, name, rows=None, **said):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(FAKE)
        os.chmod(path, stat.S_IRWXU)
        with open(path + ".json", "w", encoding="utf-8") as file:
            json.dump({"rows": ROWS if rows is None else rows, **said}, file)
        return path

    def compare(self, base, tree, *options):
        self.work = os.path.join(self.folder.name, "work")
        return subprocess.run([sys.executable, COMPARE, "--executables", base, tree, "--reps", "20",
                               "--work", self.work, *options],
                              capture_output=True, text=True, check=False)

    def fails(self, done, words):
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
        self.assertIn(words, done.stderr)

    def test_equal_executables_raise_no_alarm(self):
        done = self.compare(self.fake("base"), self.fake("tree"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("nothing is slower", done.stdout)
        self.assertNotIn("reference", done.stdout)

    def test_a_slower_row_is_named(self):
        done = self.compare(self.fake("base"), self.fake("tree", {**ROWS, SLOW: 84}))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"1 of 3 rows slower: {SLOW}", done.stdout)
        with open(os.path.join(self.work, "summary.md"), encoding="utf-8") as file:
            summary = file.read()
        self.assertIn("1 of 3 rows slower", summary)
        self.assertRegex(summary, rf"\| `{SLOW}` \|.*\| 1\.0[45]\d \|.*\| 1\.0[45]\d \| SLOWER \|")
        with open(os.path.join(self.work, "verdict.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["alarms"], [SLOW])

    def test_a_faster_row_is_no_alarm(self):
        done = self.compare(self.fake("base"), self.fake("tree", {**ROWS, SLOW: 70}))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, rf"{SLOW} .* 0\.87\d ")

    def test_below_the_threshold_is_no_alarm(self):
        pair = self.fake("base"), self.fake("tree", {**ROWS, SLOW: 84})
        self.assertEqual(self.compare(*pair, "--threshold", "8").returncode, 0)

    def test_what_does_not_come_again_is_no_alarm(self):
        done = self.compare(self.fake("base"), self.fake("tree", first=20))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("run again, not slower", done.stdout)

    def test_geometric_mean(self):
        rows = {name: 2 * time for name, time in ROWS.items()}
        done = self.compare(self.fake("base"), self.fake("tree", rows))
        self.assertRegex(done.stdout, r"box_box +(2\.00|1\.99)\d")

    def test_rows_that_base_lacks_are_told(self):
        base = {name: time for name, time in ROWS.items() if name != SLOW}
        done = self.compare(self.fake("base", base), self.fake("tree"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"not in BASE and not judged: {SLOW}", done.stdout)

    def test_rows_that_base_has_alone_are_told(self):
        tree = {name: time for name, time in ROWS.items() if name != SLOW}
        done = self.compare(self.fake("base"), self.fake("tree", tree))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"in BASE alone and not judged: {SLOW}", done.stdout)

    def test_names_of_other_projects(self):
        base, tree = {"BM_sum/64": 10, "BM<a, b-c>(x)": 20}, {"BM_sum/64": 12, "BM<a, b-c>(x)": 20}
        done = self.compare(self.fake("base", base), self.fake("tree", tree))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("1 of 2 rows slower: BM_sum/64", done.stdout)

    def test_units_of_time_are_one(self):
        done = self.compare(self.fake("base", unit="us"), self.fake("tree", {
            name: 1000 * time for name, time in ROWS.items()}))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_clock_on_the_wall(self):
        rows = {"BM_wait/real_time": 10}
        self.fails(self.compare(self.fake("base", rows), self.fake("tree", rows)), "CPU's clock")

    def test_the_last_verdict_is_gone(self):
        self.compare(self.fake("base"), self.fake("tree", {**ROWS, SLOW: 84}))
        self.compare(self.fake("base"), self.fake("tree", dies=True))
        self.assertFalse(os.path.exists(os.path.join(self.work, "verdict.json")))

    def test_instruction_sets(self):
        done = self.compare(self.fake("base"), self.fake("tree"), "--isa", "sse2")
        self.assertIn("1 rows", done.stdout)
        self.fails(self.compare(self.fake("base"), self.fake("tree"), "--isa", "neon"), "neon")
        self.fails(self.compare(self.fake("base"), self.fake("tree"), "--isa", "mmx"), "ISA=mmx")

    def test_nothing_in_common(self):
        other = {"sphere_sphere/pairs/avx2/8": 10}
        self.fails(self.compare(self.fake("base", other), self.fake("tree")), "in both")

    def test_bad_words(self):
        pair = self.fake("base"), self.fake("tree")
        self.fails(self.compare(*pair, "--filter", "nothing"), "no row matches nothing")
        self.fails(self.compare(*pair, "--reps", "0"), "REPS=0")
        self.fails(self.compare(*pair, "--reps", "many"), "REPS=many")
        self.fails(self.compare(*pair, "--reps", "2"), "REPS=2 cannot reach")
        for threshold in ("-1", "nan", "inf", "x"):
            self.fails(self.compare(*pair, f"--threshold={threshold}"), f"THRESHOLD={threshold}")
        self.fails(self.compare(*pair, "--filter=-x"), "excludes")
        self.fails(self.compare(*pair, "--no-such-option"), "--no-such-option")
        self.fails(self.compare(pair[0], pair[1] + "x"), "No such file")

    def test_executables_that_fail(self):
        self.fails(self.compare(self.fake("base"), self.fake("tree", dies=True)), "out of memory")
        self.fails(self.compare(self.fake("base", truncates=True), self.fake("tree")), "cut short")

    def compare_revision(self, base, folder):
        return subprocess.run([sys.executable, "bench/track/compare.py", f"--base={base}", "--library",
                               "build/gcc/liblanebox.a", "--variable", "CC=gcc"], cwd=folder,
                              capture_output=True, text=True, check=False)

    def test_a_revision_that_is_none(self):
        for base in ("no-such-revision", "--help", "-h"):
            self.fails(self.compare_revision(base, TOP), f"BASE={base}: no such revision")

    def test_a_revision_that_does_not_build(self):
        clone = os.path.join(self.folder.name, "clone")
        shutil.copytree(TOP, clone, ignore=shutil.ignore_patterns("build", ".git"))
        git = ["git", "-c", "user.name=test", "-c", "user.email=test@localhost"]
        subprocess.run([*git, "init", "-q"], cwd=clone, check=True)
        with open(os.path.join(clone, "include/lanebox.h"), "a", encoding="utf-8") as file:
            file.write("\n#error planted\n")
        subprocess.run([*git, "add", "-A"], cwd=clone, check=True)
        subprocess.run([*git, "commit", "-qm", "broken"], cwd=clone, check=True)
        done = self.compare_revision("HEAD", clone)
        self.fails(done, "BASE=HEAD does not build: ")
        self.assertIn("planted", done.stderr)


class Declarations(unittest.TestCase):
    def test_what_an_interface_is(self):
        sys.path.insert(0, os.path.dirname(COMPARE))
        import compare  # pylint: disable=import-outside-toplevel
        with tempfile.TemporaryDirectory() as folder:
            def of(text):
                path = os.path.join(folder, "header.h")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                return compare.declarations(path, "cc")
            old = of("struct a { int x; int y; };\nint f(struct a *);\n")
            self.assertFalse(old - of("// more\nstruct a {\n int x; int y;\n};\nint f(struct a *);"
                                      "\nint g(void);\n"))
            self.assertTrue(old - of("struct a { int x; int z; };\nint f(struct a *);\n"))
            self.assertTrue(old - of("struct a { int x; int y; };\n"))


if __name__ == "__main__":
    unittest.main()
