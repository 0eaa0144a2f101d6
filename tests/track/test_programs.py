# SPDX-License-Identifier: MIT
"""docs/site/programs.py over made-up pages: a wrong program is found, and no block is skipped."""

import os
import subprocess
import sys
import tempfile
import unittest

TOOL = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../docs/site/programs.py"))

HELLO = "#include <stdio.h>\nint main(void) { puts(\"hello\"); }"


def block(language, text):
    return f"```{language}\n{text}\n```\n\n"


class Programs(unittest.TestCase):
    def run_page(self, *blocks, name="page.md", options=()):
        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(folder, name)
            with open(page, "w", encoding="utf-8") as file:
                file.write("Before.\n\n" + "".join(blocks) + "After.\n")
            return subprocess.run([sys.executable, TOOL, *options, page], capture_output=True, text=True)

    def check(self, code, said, *blocks, options=()):
        done = self.run_page(*blocks, options=options)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(said, done.stderr if code else done.stdout)

    def test_a_program_that_prints_what_the_page_says(self):
        self.check(0, "1 of 1 programs", block("c", HELLO), block("text", "hello"))

    def test_blocks_that_follow_each_other_are_one_program(self):
        head, body = HELLO.split("\n")
        self.check(0, "1 of 1", block("c", head), "Words.\n\n", block("sh", "ls"), block("c", body),
                   block("text", "hello"))

    def test_cpp(self):
        page = (block("c", HELLO), block("text", "hello"),
                block("cpp", "#include <iostream>\nint main() { std::cout << 1 << '\\n'; }"),
                block("text", "1"))
        self.check(0, "2 of 2", *page, options=("--cxx", "g++ -std=c++17"))
        self.check(0, "1 of 1", *page)

    def test_python(self):
        python = "--python", sys.executable
        page = block("python", "print(1)"), block("text", "1")
        self.check(0, "1 of 1", *page, options=python)
        self.check(0, "0 of 0", *page)
        self.check(1, "page.md:3: prints\n1\n", page[0], block("text", "2"), options=python)
        self.check(1, "ends with 1", block("python", "none"), block("text", ""), options=python)

    def test_other_output(self):
        self.check(1, "page.md:3: prints\nhello\n", block("c", HELLO), block("text", "hallo"))
        self.check(1, "prints", block("c", HELLO), block("text", "hello\nhello"))

    def test_a_program_that_fails(self):
        self.check(1, "ends with 3", block("c", "int main(void) { return 3; }"), block("text", ""))

    def test_a_program_that_does_not_compile(self):
        self.check(1, "page.md:5", block("c", "int main(void) {\nreturn none;\n}"), block("text", ""))
        self.check(1, "unused", block("c", "int main(void) { int a; }"), block("text", ""))

    def test_no_block_is_passed_over(self):
        program = block("c", HELLO), block("text", "hello")
        for said, *blocks in (
                ("nothing says what this program prints", *program, block("c", HELLO)),
                ("nothing says what this program prints", block("c", HELLO), block("cpp", HELLO),
                 block("text", "hello")),
                ("no program prints this", *program, block("text", "hello")),
                ("unknown language", *program, block("C", HELLO)),
                ("no end", *program, "```c\n"),
                ("no program", "Nothing.\n")):
            self.check(2, said, *blocks)

    def test_a_manual_page(self):
        program = HELLO.replace("hello", "hello\\\\e")
        page = f'.Bd -literal \\" c\n{program}\n.Ed\n.Bd -literal \\" text\nhello\\e\n.Ed\n'
        self.assertEqual(self.run_page(page, name="page.3").returncode, 0)
        done = self.run_page(page.replace("hello", "hallo", 1), name="page.3")
        self.assertEqual(done.returncode, 1, done.stderr)

    def test_an_excuse_is_given_above_the_block(self):
        program = block("c", HELLO), block("text", "hello")
        excuse = "<!-- not run: it needs more -->\n"
        self.check(0, "1 of 1", *program, excuse + block("cpp", "no program"))
        self.check(2, "nothing says", *program, excuse + "\n" + block("cpp", "no program"))


if __name__ == "__main__":
    unittest.main()
