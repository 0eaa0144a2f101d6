# SPDX-License-Identifier: MIT
"""The Makefile: what is recompiled when flags change, what is emulated, and what `make help` and
the compile database list."""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))


# Internal goals, which only other targets and scripts ask for.
INTERNAL = {"FORCE", "bench-linked", "wheel-unpacked"}
TARGET, VARIABLE = r"[a-z][\w.-]*", r"[A-Z]\w*"


def make(*words, cwd=TOP):
    """What make prints, as if a user had typed the command."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    return subprocess.run(["make", *words], cwd=cwd, env=environment, capture_output=True,
                          text=True, check=True).stdout


def makefiles():
    text = ""
    for path in [os.path.join(TOP, "Makefile"), *sorted(glob.glob(os.path.join(TOP, "mk/*.mk")))]:
        with open(path, encoding="utf-8") as file:
            text += file.read()
    return text


class Flags(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = folder.name

    def compiles(self, target, *variables):
        """Whether make has to compile the target."""
        said = make(f"BUILD={self.build}", "CC=gcc", f"{self.build}/{target}", *variables)
        return target in said and "up to date" not in said

    def check(self, target, *variables):
        self.assertTrue(self.compiles(target))
        self.assertFalse(self.compiles(target))
        for variable in variables:
            self.assertTrue(self.compiles(target, variable), variable)
            self.assertFalse(self.compiles(target, variable), variable)
        self.assertTrue(self.compiles(target))
        self.assertFalse(self.compiles(target, "WERROR=1"), "warnings change no object")

    def test_the_library(self):
        self.check("kernels/api/error.o", "CFLAGS=-g", "OPT=-O1", "SAN=undefined", "DEBUG=1")

    def test_references(self):
        self.check("scalar_ref/aabb_aabb.o", "CFLAGS=-g")

    def test_tests(self):
        self.check("tests/plain/soa.o", "CFLAGS=-g", "FOREIGN=")

    def test_filters_of_tests_are_no_files(self):
        for target, program in (("test-plain-run", "lanebox-tests-plain"), ("platform-run", "lanebox-tests-plain"),
                                ("coverage-run", "lanebox-tests-plain"), ("test-run", "lanebox-tests")):
            said = make("-n", f"BUILD={self.build}", "CC=gcc", target, "TEST_FLAGS=--filter pairs/*")
            self.assertRegex(said, rf"(?m)^set -f; .*/{program} .*--filter pairs/\*", target)

    def test_emulated_tables(self):
        self.check("tests/lanes/sse2_emulated.o", "CFLAGS=-g")

    def test_asserts(self):
        for variables, asserts in ([], False), (["DEBUG=1"], True), (["SAN=thread"], True):
            said = make("-n", "V=1", "CC=gcc", f"BUILD={self.build}",
                        f"{self.build}/kernels/obb_obb.scalar.o", *variables)
            self.assertIn("-c kernels/obb_obb.c", said)
            self.assertEqual("-DNDEBUG" not in said, asserts, variables)


class Emulated(unittest.TestCase):
    AVX2, AVX512 = "avx2 fma popcnt", "avx2 fma popcnt avx512f avx512dq avx512bw avx512vl"

    def tables(self, *variables, source="support/tables"):
        said = make("-n", "V=1", "CC=gcc", "BUILD=build/none", f"build/none/tests/{source}.o",
                    *variables)
        return re.findall(r"FOREIGN\((\w+)\)", said)

    def test_what_this_machine_cannot_run(self):
        here = os.uname().machine
        for machine, flags, tables in (
                (here, "", ["avx2", "avx512", "neon", "wasm128"]),
                (here, "fpu sse2 avx2 popcnt", ["avx2", "avx512", "neon", "wasm128"]),
                (here, self.AVX2, ["avx512", "neon", "wasm128"]),
                (here, self.AVX2 + " avx512f", ["avx512", "neon", "wasm128"]),
                (here, self.AVX512, ["neon", "wasm128"])):
            if here == "x86_64":
                self.assertEqual(self.tables(f"CPU_FLAGS={flags}"), tables, flags)

    def test_another_machine(self):
        known = ["sse2", "avx2", "avx512", "neon", "wasm128"]
        self.assertEqual(self.tables("MACHINE=aarch64"), known[:3] + known[4:])
        self.assertEqual(self.tables("MACHINE=wasm32"), known[:4])
        self.assertEqual(self.tables("MACHINE=riscv64"), known)
        self.assertEqual(self.tables("MACHINE=x86_64", "RUN=qemu-x86_64"), known[1:])

    def test_what_the_user_says(self):
        for said in "", "sse2", "neon avx2":
            self.assertEqual(self.tables(f"FOREIGN={said}"), said.split())

    def test_lanes_are_all_emulated(self):
        for variables in [], ["FOREIGN="], ["MACHINE=aarch64"]:
            for source in "support/backends", "plain/support/backends":
                self.assertEqual(self.tables(*variables, source=source),
                                 ["sse2", "avx2", "avx512", "neon", "wasm128"])


class Help(unittest.TestCase):
    def setUp(self):
        self.names = re.findall(rf"^({TARGET})(?=: )|^({VARIABLE})(?==)", make("help"),
                                re.MULTILINE)

    def test_every_target(self):
        text = makefiles()
        phony = {name for line in re.findall(r"^\.PHONY: (.*)", text, re.MULTILINE)
                 for name in line.split()}
        public = {name for name in phony if not name.endswith("-run")} - INTERNAL
        self.assertEqual(public, {target for target, _ in self.names if target})

    def test_every_variable(self):
        given = set(re.findall(rf"^({VARIABLE}) \?=", makefiles(), re.MULTILINE))
        given |= {"CC", "CPPFLAGS", "CFLAGS", "LDFLAGS", "V", "BUILD", "DEBUG"}
        self.assertEqual(given, {variable for _, variable in self.names if variable})


class Packages(unittest.TestCase):
    def test_one_version(self):
        def text(path):
            with open(os.path.join(TOP, path), encoding="utf-8") as file:
                return file.read()
        version = ".".join(re.findall(r"#define LBX_VERSION_\w+ (\d+)", text("include/lanebox.h")))
        self.assertRegex(version, r"^\d+\.\d+\.\d+$")
        self.assertEqual(json.loads(text("packaging/vcpkg/vcpkg.json"))["version"], version)
        self.assertEqual(re.match(r"lanebox \((.*)\)", text("packaging/debian/changelog"))[1], version)


class DropIn(unittest.TestCase):
    def test_one_compiler_is_enough(self):
        self.assertNotRegex(make("-n", "CC=gcc", "drop-in"), "clang|aarch64|wasi")
        made = []
        for compiler in "gcc", "clang":
            folder = tempfile.TemporaryDirectory()
            self.addCleanup(folder.cleanup)
            os.mkdir(f"{folder.name}/bin")
            os.symlink(shutil.which(compiler), f"{folder.name}/bin/{compiler}")
            subprocess.run([sys.executable, "mk/drop_in.py", folder.name, compiler], cwd=TOP, check=True,
                           env={"PATH": f"{folder.name}/bin"})
            with open(f"{folder.name}/lanebox.c", encoding="utf-8") as file:
                made.append(file.read())
        self.assertEqual(made[0], made[1])


class Objects(unittest.TestCase):
    def test_the_directory_leaves_no_trace(self):
        made = []
        for name in ("one", "another one"):
            folder = tempfile.TemporaryDirectory()
            self.addCleanup(folder.cleanup)
            top = os.path.join(folder.name, name)
            shutil.copytree(TOP, top, ignore=shutil.ignore_patterns("build", ".git"))
            make("build/gcc/kernels/api/operand.o", "CC=gcc", cwd=top)
            with open(os.path.join(top, "build/gcc/kernels/api/operand.o"), "rb") as file:
                made.append(file.read())
        self.assertEqual(made[0], made[1])


class Database(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = os.path.join(folder.name, "lanebox")
        shutil.copytree(TOP, self.top, ignore=shutil.ignore_patterns("build", ".git"))
        make("compile_commands.json", "CC=gcc", cwd=self.top)
        with open(os.path.join(self.top, "compile_commands.json"), encoding="utf-8") as file:
            self.entries = {entry["file"]: entry for entry in json.load(file)}

    def test_every_source(self):
        sources = [os.path.relpath(path, TOP)
                   for pattern in ("[kstb]*/**/*.c", "[pt]*/lanes/*.c", "kernels/lanes/*.h", "bench/*.cc")
                   for path in glob.glob(os.path.join(TOP, pattern), recursive=True)]
        sources = [source for source in sources if not source.startswith("build/")]
        self.assertGreater(len(sources), 200)
        self.assertLessEqual(set(sources), set(self.entries))

    def test_headers_compile_by_themselves(self):
        for header, entry in self.entries.items():
            if not header.endswith(".h"):
                continue
            with self.subTest(header):
                # A header may hold macros alone, which by themselves are an empty translation unit.
                done = subprocess.run([*entry["arguments"], "-fsyntax-only", "-Werror", "-Wno-pedantic"],
                                      cwd=entry["directory"], capture_output=True, text=True,
                                      check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
