# SPDX-License-Identifier: MIT
"""What is compiled is compiled again when its flags change, and only then."""

import os
import subprocess
import tempfile
import unittest

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))


class Flags(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = folder.name

    def compiles(self, target, *variables):
        """Whether make has to compile the target."""
        environment = {key: value for key, value in os.environ.items()
                       if not key.startswith("MAKE")}
        done = subprocess.run(["make", f"BUILD={self.build}", "CC=gcc", f"{self.build}/{target}",
                               *variables], cwd=TOP, env=environment, capture_output=True,
                              text=True, check=True)
        return target in done.stdout and "up to date" not in done.stdout

    def check(self, target, *variables):
        self.assertTrue(self.compiles(target))
        self.assertFalse(self.compiles(target))
        for variable in variables:
            self.assertTrue(self.compiles(target, variable), variable)
            self.assertFalse(self.compiles(target, variable), variable)
        self.assertTrue(self.compiles(target))
        self.assertFalse(self.compiles(target, "WERROR=1"), "warnings change no object")

    def test_the_library(self):
        self.check("kernels/error.o", "CFLAGS=-g", "OPT=-O1", "SAN=undefined")

    def test_references(self):
        self.check("scalar_ref/aabb_aabb.o", "CFLAGS=-g")

    def test_tests(self):
        self.check("tests/plain/soa.o", "CFLAGS=-g", "FOREIGN=")

    def test_emulated_tables(self):
        self.check("tests/lanes/sse2_emulated.o", "CFLAGS=-g")


if __name__ == "__main__":
    unittest.main()
