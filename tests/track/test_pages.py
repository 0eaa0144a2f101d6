# SPDX-License-Identifier: MIT
"""docs/pages.py: broken links are found, in made-up pages."""

import os
import sys
import tempfile
import unittest

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.insert(0, os.path.join(TOP, "docs"))
import pages


class Links(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        os.mkdir(os.path.join(self.root, "docs"))
        self.write("docs/there.html", '<h1 id="a-heading">A</h1><a name="old">b</a>')
        self.write("picture.png", "")

    def write(self, path, text):
        with open(os.path.join(self.root, path), "w", encoding="utf-8") as file:
            file.write(text)

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


if __name__ == "__main__":
    unittest.main()
