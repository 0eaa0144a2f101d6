# SPDX-License-Identifier: MIT
"""docs/site/pages.py and docs/site/pages_check.py: broken links and broken pages are found, among made-up ones."""

import os
import sys
import tempfile
import unittest

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(TOP, "docs/site"))
import pages
import pages_check


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        os.mkdir(os.path.join(self.root, "docs"))

    def write(self, path, text):
        with open(os.path.join(self.root, path), "w", encoding="utf-8") as file:
            file.write(text)


class Links(Folder):
    def setUp(self):
        super().setUp()
        self.write("docs/there.html", '<h1 id="a-heading">A</h1><a name="old">b</a>')
        self.write("picture.png", "")

    def broken(self, text):
        self.write("index.html", text)
        return pages.broken(self.root)[0]

    def test_links_that_hold(self):
        self.assertEqual(self.broken(
            '<a href="docs/there.html">a</a><a href="docs/there.html#a-heading">b</a>'
            '<a href="docs/there.html#old">c</a><img src="picture.png"><a href="#">d</a>'
            '<a href="https://example.org/none">e</a>'), [])

    def test_links_that_lead_nowhere(self):
        for link in ('<a href="docs/gone.html">', '<a href="docs/there.html#no-heading">',
                     '<img src="docs/picture.png">', '<a href="#none">', '<script src="none.js">'):
            self.assertEqual(len(self.broken(link)), 1, link)

    def test_what_begins_with_a_dot(self):
        self.assertEqual(pages.shown("../.github/workflows/ci.yml"), "../github/workflows/ci.yml")
        self.assertEqual(pages.shown("docs/a.md"), "docs/a.md")


class Opened(Folder):
    """What Chromium sees."""

    def test_faults(self):
        good = "<h1>Title</h1>" + "words " * 50
        made = {
            "good.html": good,
            "late.html": f"<script>setTimeout(() => none(), 1)</script>{good}",
            "script.html": f"<script>none()</script>{good}",
            "picture.html": f"{good}<img src='none.png'>",
            "empty.html": "<h1>Title</h1>",
            "heading.html": "words " * 50,
            "wide.html": f"{good}<div style='width:600px'>wide</div>",
        }
        for path, text in made.items():
            self.write(path, f"<!doctype html><title>a page</title>{text}")
        os.mkdir(os.path.join(self.root, "reference"))
        self.write("reference/wide.html", made["wide.html"])
        seen = pages_check.opened(self.root, [*made, "reference/wide.html"])
        self.assertEqual([(page["path"], page["width"]) for page in seen],
                         [(path, width) for path in [*made, "reference/wide.html"] for width in (1280, 400)])
        wrong = {(page["path"], page["width"]): list(pages_check.faults(page)) for page in seen}
        for width in (1280, 400):
            self.assertEqual(wrong["good.html", width], [])
            self.assertIn("a script fails: ", wrong["script.html", width][0])
            self.assertIn("a script fails: ", wrong["late.html", width][0])
            self.assertIn("none.png does not load", wrong["picture.html", width][0])
            self.assertEqual(wrong["empty.html", width], ["it has 5 characters of text"])
            self.assertEqual(wrong["heading.html", width], ["it has no heading"])
            self.assertEqual(wrong["reference/wide.html", width], [])
        self.assertEqual(wrong["wide.html", 1280], [])
        self.assertIn("pixels wide", wrong["wide.html", 400][0])


if __name__ == "__main__":
    unittest.main()
