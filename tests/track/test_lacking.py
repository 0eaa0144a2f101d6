# SPDX-License-Identifier: MIT
"""tests/support/lacking.py: what is taken away from the project, it names."""

import fnmatch
import os
import re
import sys
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../support"))

import lacking


def without(path, expression):
    """The project, where what the expression matches in a file, or in files, is not there."""
    def change(this, text):
        changed = re.sub(expression, "", text, flags=re.M) if fnmatch.fnmatch(this, path) else text
        assert this != path or changed != text, f"{path} has no {expression}"
        return changed
    return lacking.Tree(change=change)


# Functions, and what may be taken away from each.
TEST = (
    ("include/lanebox.h", r"^LBX_API LBX_NODISCARD ptrdiff_t lbx_obb_obb\(", "its declaration"),
    ("kernels/obb_obb.c", r"^MASK_KERNEL", "its core"),
    ("kernels/obb_obb.c", r"^ENTRIES", "ENTRIES"),
    ("scalar_ref/obb_obb.c", "obb_obb", "the document's algorithm"),
    ("tests/scenes/obb_obb.c", "^void scene_obb_obb", "scene_obb_obb"),
    ("tests/cases/obb_obb.c", "struct lbx_case case_obb_obb =", "case_obb_obb"),
    ("tests/oracle/obb_obb.c", "oracle_obb_obb", "oracle_obb_obb"),
    ("tests/support/list.h", r"X\(obb_obb\)", "X(obb_obb)"),
    ("bench/plain.c", r"LOOPS\(obb_obb", "plain C"),
    ("docs/develop/numerics.md", r"^\| `lbx_obb_obb`", "its bound"),
    ("include/lanebox.hpp", r"lbx_obb_obb\(", "lanebox.hpp"),
    ("python/lanebox/__init__.py", '"obb_obb"', "python/lanebox"),
    ("tests/cpp/wrapper.cc", r"\bobb_obb\(", "wrapper.cc"),
    ("tests/python/test_lanebox.py", r"\bobb_obb\b", "test_lanebox.py"),
    ("docs/use/lanebox.3", r"^\.Fn lbx_obb_obb\b", ".Fn lbx_obb_obb"),
    ("packaging/debian/liblanebox0.symbols", "^ lbx_obb_obb@", "its symbol"),
    ("tests/golden.h", '{"obb_obb", "worst",', "hashes"),
    ("bench/results/instructions.csv", "^obb_obb/", "its instructions"),
    ("tests/results/prove.txt", r"^obb_obb\b", "its proof"),
    (lacking.RESULTS, "^obb_obb/", "its rows"),
    ("docs/use/functions.md", r"^\| `lbx_obb_obb`", "make figures"),
)
CONVERSION = (
    ("kernels/obbs_transform.c", r"^CONVERSION_BY", "its core"),
    ("tests/cases/conversions.c", '"obbs_transform"', "its case"),
    ("tests/oracle/conversions.c", '"obbs_transform"', "its judge"),
    ("tests/proof/claims_conversions.c", "obbs_transform", "its claim"),
    ("tests/support/list.h", r"X\(obbs_transform\)", "X(obbs_transform)"),
    ("tests/mutants/conversions.txt", "obbs_transform", "its mutants"),
)


class Lacking(unittest.TestCase):
    def check(self, function, pieces):
        for path, expression, said in pieces:
            lines = lacking.lacking(without(path, expression), function)
            self.assertIn(said, "\n".join(lines), path)
            for line in lines:
                self.assertTrue(line.startswith(function + ": "), line)

    def test_a_test(self):
        self.check("lbx_obb_obb", TEST)

    def test_a_conversion(self):
        self.check("lbx_obbs_transform", CONVERSION)

    def test_a_call_by_a_macro(self):
        self.check("lbx_capsule_obb_contacts", (
            ("tests/support/contact_kinds.c", r"^KIND_CALL\(capsule_obb,", "a test that calls it"),
            ("tests/support/contact_kinds.c", "_contacts", "a test that calls it")))

    def test_functions_that_have_all(self):
        tree = lacking.Tree()
        for function in ("lbx_ray_aabb8", "lbx_poses_check", "lbx_obb_tree_refit", "lbx_keep"):
            self.assertEqual(lacking.lacking(tree, function), [])

    def test_a_function_that_is_not_there(self):
        lines = lacking.lacking(lacking.Tree(), "lbx_torus_torus")
        self.assertGreater(len(lines), 20)
        self.assertIn("kernels/torus_torus.c", "\n".join(lines))

    def test_what_no_header_declares(self):
        lines = lacking.lacking(without("include/lanebox.h", r"^LBX_API .*lbx_keep\("))
        self.assertIn("packaging/debian/liblanebox0.symbols: no header declares lbx_keep", lines)


if __name__ == "__main__":
    unittest.main()
