# SPDX-License-Identifier: MIT
"""bench/track/gate.py, with a fake compiler and a fake valgrind."""

import os
import subprocess
import sys
import tempfile
import unittest

GATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bench/track/gate.py")

ROWS = {
    "aabb_aabb/one_many/scalar/1024": 20000,
    "aabb_aabb/one_many/avx2/1024": 10000,
    "ray_aabb/pairwise/sse2/8": 1000,
}
AVX2 = "aabb_aabb/one_many/avx2/1024"
END = "part: 9\n\ndesc: Trigger: Program termination\n\nsummary: 0\n"

GCC = '#define __VERSION__ "12.2.0"'
CLANG = '#define __clang__ 1\n#define __VERSION__ "Clang 14.0.6"'

FAKE_VALGRIND = """#!{python}
import os, sys
if sys.argv[1:] == ["--version"]:
    print("valgrind-3.19.0")
    sys.exit()
if os.environ.get("VALGRIND_OPTS"):
    sys.exit("the environment came through")
out = [argument.split("=", 1)[1] for argument in sys.argv if "out-file=" in argument][0]
with open(out, "w") as file:
    file.write({dump!r})
if {died!r}:
    print("==1== of valgrind itself", {died!r}, "run it with --help", sep="\\n", file=sys.stderr)
    sys.exit(1)
"""


def dump_of(counts):
    """The output of callgrind, without the costs that nobody reads."""
    parts = [f"part: {number}\n\ndesc: I1 cache: \ndesc: Timerange: Basic block 1 - 2\n"
             f"desc: Trigger: Client Request: {name}\n\npositions: line\nevents: Ir\n"
             f"summary: {instructions}\n\nfn=(1) main\n26 {instructions}\n\n"
             for number, (name, instructions) in enumerate(counts.items(), 1)]
    return "# callgrind format\n" + "".join(parts) + END


class Gate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.pinned = self.path("instructions.csv")
        self.write("cc", f"#!/bin/sh\n/bin/cat <<'EOF'\n{GCC}\nEOF\n")
        self.valgrind(ROWS)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.path(name), 0o755)

    def valgrind(self, counts, died="", cut=None):
        dump = dump_of(counts)[:cut]
        self.write("valgrind", FAKE_VALGRIND.format(python=sys.executable, dump=dump, died=died))

    def read(self):
        with open(self.pinned, encoding="utf-8") as file:
            return file.read()

    def run_gate(self, *options, flags="-O3", path=None):
        return subprocess.run(
            [sys.executable, GATE, self.path("lanebox-gate"), "--pinned", self.pinned,
             f"--cc={self.path('cc')}", f"--flags={flags}", *options],
            env={"PATH": path or self.folder, "VALGRIND_OPTS": "--tool=none"},
            capture_output=True, text=True, check=False)

    def pin(self):
        done = self.run_gate("--pin")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def expect(self, code, *said, options=(), **how):
        """Runs the gate and checks its exit code and what it prints: for 2, one line on stderr."""
        done = self.run_gate(*options, **how)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1 if code == 2 else 0, done.stderr)
        for text in said:
            self.assertIn(text, done.stderr if code == 2 else done.stdout)
        return done.stdout

    def test_pinning_writes_what_was_built_and_a_line_a_row(self):
        self.assertIn("rows pinned: 3 (1 scalar, 1 avx2, 1 sse2)\nAVX-512 is not", self.pin())
        self.assertEqual(self.read(), "# compiler: GCC 12.2.0\n# flags: -O3\n# valgrind: 3.19.0\n"
                         "row,avx2,scalar,sse2\naabb_aabb/one_many/1024,10000,20000,\n"
                         "ray_aabb/pairwise/8,,,1000\n")

    def test_the_same_counts_pass(self):
        self.pin()
        self.expect(0, "rows judged: 3 (1 scalar, 1 avx2, 1 sse2)", "largest change up: none",
                    "largest change down: none", "AVX-512 is not among them")

    def test_two_percent_more_fail_and_are_named(self):
        self.pin()
        self.valgrind(ROWS | {AVX2: 10200})
        out = self.expect(1, f"{AVX2}  10000 instructions pinned, 10200 counted, +2.00 %",
                          "over 1 % more instructions: 1;", "make bench-gate PIN=1",
                          f"largest change up: +2.00 %, {AVX2}", "largest change down: none")
        self.assertNotIn("sse2/8", out)

    def test_every_row_above_is_named_the_worst_first(self):
        self.pin()
        self.valgrind({name: count + 300 for name, count in ROWS.items()})
        out = self.expect(1, "rows with over 1 % more instructions: 3;")
        said = [line.split()[0] for line in out.splitlines() if " pinned, " in line]
        self.assertEqual(said, ["ray_aabb/pairwise/sse2/8", AVX2, "aabb_aabb/one_many/scalar/1024"])

    def test_up_to_one_percent_passes(self):
        self.pin()
        self.valgrind(ROWS | {AVX2: 10090, "ray_aabb/pairwise/sse2/8": 1010})
        self.expect(0, "largest change up: +1.00 %, ray_aabb/pairwise/sse2/8")
        self.valgrind(ROWS | {AVX2: 10101})
        self.expect(1, AVX2)

    def test_fewer_instructions_pass_and_ask_to_pin(self):
        self.pin()
        self.valgrind(ROWS | {AVX2: 9800})
        self.expect(0, f"{AVX2}  10000 instructions pinned, 9800 counted, -2.00 %",
                    "over 1 % fewer instructions: 1;", "make bench-gate PIN=1",
                    f"largest change down: -2.00 %, {AVX2}", "largest change up: none")

    def test_fewer_in_one_row_do_not_make_up_for_more_in_another(self):
        self.pin()
        self.valgrind(ROWS | {AVX2: 9000, "ray_aabb/pairwise/sse2/8": 1020})
        self.expect(1, "over 1 % fewer instructions: 1;", "over 1 % more instructions: 1;")

    def test_another_compiler_cannot_judge(self):
        self.pin()
        self.write("cc", f"#!/bin/sh\n/bin/cat <<'EOF'\n{CLANG}\nEOF\n")
        self.valgrind({}, died="valgrind ran for nothing")
        self.expect(2, "the compiler GCC 12.2.0, this build has Clang 14.0.6\n")

    def test_other_flags_cannot_judge(self):
        self.pin()
        self.expect(2, "the flags -O3, this build has -O2 -g\n", flags="-O2  -g")

    def test_spaces_between_flags_are_no_difference(self):
        self.pin()
        self.expect(0, flags=" -O3  ")

    def test_no_compiler(self):
        os.unlink(self.path("cc"))
        self.expect(2, "cc")

    def test_a_pinned_row_that_is_gone(self):
        self.pin()
        self.valgrind({name: count for name, count in ROWS.items() if name != AVX2})
        self.expect(2, f"pinned, but not counted: {AVX2};", "PIN=1")

    def test_a_new_row(self):
        self.pin()
        self.valgrind(ROWS | {"a_b/pairwise/avx2/8": 5, "a_b/pairwise/sse2/8": 5})
        self.expect(2, "counted, but not pinned: a_b/pairwise/avx2/8 and 1 more;", "PIN=1")

    def test_no_valgrind(self):
        self.pin()
        os.unlink(self.path("valgrind"))
        self.expect(2, "valgrind is not installed")

    def test_what_the_program_says_when_it_gives_up(self):
        self.pin()
        self.valgrind({}, died="bench: no AVX2 under valgrind on this machine")
        self.expect(2, "bench: no AVX2 under valgrind on this machine")

    def test_counts_that_are_cut_short(self):
        self.pin()
        for cut in -len(END), 0:
            self.valgrind(ROWS, cut=cut)
            self.expect(2, "cut short")

    def test_no_counts(self):
        self.pin()
        self.write("valgrind", "#!/bin/sh\n")
        self.expect(2, "no counts of", "lanebox-gate")

    def test_a_pinned_file_that_is_cut_short_or_something_else(self):
        self.pin()
        whole = self.read()
        none = whole.partition("row,")[0]
        for text in (whole[:-1], "", "{}", none, none + "row,avx2\n", whole.replace("10000", "many"),
                     whole.replace("10000", "0"), whole.replace("flags", "flag")):
            self.write("instructions.csv", text)
            self.expect(2, "instructions.csv", "make bench-gate PIN=1")

    def test_no_pinned_file(self):
        self.expect(2, "instructions.csv", "No such file", "make bench-gate PIN=1")

    def test_a_run_that_fails_keeps_the_pinned_file(self):
        self.pin()
        before = self.read()
        self.valgrind(ROWS | {AVX2: 1}, died="killed")
        self.expect(2, "killed", options=["--pin"])
        self.valgrind(ROWS | {AVX2: 1}, cut=-len(END))
        self.expect(2, "cut short", options=["--pin"])
        self.assertEqual(self.read(), before)

    def test_pinning_replaces_a_broken_file(self):
        self.write("instructions.csv", "{")
        self.pin()
        self.expect(0)

    def test_the_filter_restricts_both_sides(self):
        self.pin()
        self.valgrind(ROWS | {AVX2: 20000})
        self.expect(0, "rows judged: 1 (1 sse2)", options=["--filter=^ray.*/8$"])
        self.expect(1, AVX2, options=["--filter=avx2"])

    def test_a_filter_that_matches_nothing_or_is_none(self):
        self.pin()
        self.expect(2, "no row matches frustum", options=["--filter=frustum"])
        self.expect(2, "not a regular expression: (", options=["--filter=("])

    def test_pinning_a_part_is_refused(self):
        self.pin()
        before = self.read()
        self.valgrind(ROWS | {AVX2: 1})
        self.expect(2, "without FILTER", options=["--pin", "--filter=avx2"])
        self.assertEqual(self.read(), before)

    def test_nothing_is_left_behind(self):
        before = sorted(os.listdir(self.folder))
        self.pin()
        self.expect(0)
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(before + ["instructions.csv"]))


if __name__ == "__main__":
    unittest.main()
