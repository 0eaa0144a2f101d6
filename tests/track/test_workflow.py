# SPDX-License-Identifier: MIT
"""Runs the steps of .github/workflows/ci.yml as GitHub would, on few rows, and checks docs/develop/ci.md."""

import os
import re
import subprocess
import tempfile
import unittest

import yaml

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
FEW = {"FILTER": "^aabb_aabb/one_many/avx2/1024$", "REPS": "8", "SECONDS": "5",
       "TEST_FLAGS": "--filter aabb_aabb/*"}


def read(path):
    with open(os.path.join(TOP, path), encoding="utf-8") as file:
        return file.read()


class Workflow(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        jobs = yaml.safe_load(read(".github/workflows/ci.yml"))["jobs"]
        cls.steps = [step for job in jobs.values() for step in job["steps"]]

    def test_what_is_there(self):
        commands = [step["run"] for step in self.steps if "run" in step]
        for target in ("make", "make test", "make bench-gate", "make bench-json", "make analyze",
                       *(f"make fuzz KIND={kind}" for kind in "pairs trees rays convert".split())):
            self.assertIn(target, commands)
        for part in ("bench-compare", "SAN=fuzzer-no-link,address,undefined", "gcc -m32"):
            self.assertTrue(any(part in command for command in commands), part)
        for command in commands:
            self.assertNotIn("\n", command.strip(), "a step is one command")

    @unittest.skipIf(os.environ.get("LBX_SAMPLED"), "builds the library twice")
    def test_every_step_runs(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = {key: value for key, value in os.environ.items()
                           if not key.startswith("MAKE")}
            summary = os.path.join(folder, "summary.md")
            environment.update(HOME=folder, GITHUB_STEP_SUMMARY=summary, **FEW)
            for step in self.steps:
                if "run" not in step:
                    continue
                command = step["run"].replace("origin/${{ github.base_ref }}", "HEAD")
                self.assertNotIn("${{", command, "an expression that this test does not know")
                for variable in step.get("env", {}):
                    self.assertIn(variable, ("FILTER", "ISA", "REPS", "SECONDS"))
                done = subprocess.run(["sh", "-e", "-c", command], cwd=TOP, env=environment,
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}\n{done.stderr}")
            with open(summary, encoding="utf-8") as file:
                self.assertIn("lanebox benchmarks: nothing is slower", file.read())
        for step in self.steps:
            if step.get("uses", "").startswith("actions/upload-artifact"):
                for path in step["with"]["path"].split():
                    self.assertTrue(os.path.getsize(os.path.join(TOP, path)) > 0, path)

    def test_the_documents_yaml(self):
        blocks = re.findall(r"```yaml\n(.*?)```", read("docs/develop/ci.md"), re.S)
        self.assertEqual(len(blocks), 2)
        for block in blocks:
            yaml.safe_load(block)


if __name__ == "__main__":
    unittest.main()
