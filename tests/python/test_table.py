# SPDX-License-Identifier: MIT
"""The table of signatures and structures must match the headers word for word."""

import os
import re
import unittest

from lanebox import _library
import lanebox

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "../.."))
HEADERS = ("lanebox.h", "lanebox/pairs.h", "lanebox/volumes.h", "lanebox/trees.h")


def headers():
    text = ""
    for name in HEADERS:
        with open(os.path.join(TOP, "include", name), encoding="utf-8") as file:
            text += file.read()
    return re.sub(r"/\*.*?\*/", "", re.sub(r"//.*", "", text), flags=re.S)


def without_name(declaration):
    """The type and the name of a declaration such as `const float *min[3]`."""
    found = re.match(r"(.*?)(\w+)((?:\[\w*\])*)$", " ".join(declaration.split()))
    return found[1].strip() + found[3], found[2]


class Table(unittest.TestCase):
    def test_every_function(self):
        declared = {}
        for result, name, arguments in re.findall(r"LBX_API\s+([^;()]*?)(\w+)\(([^;]*?)\);",
                                                  headers()):
            types = [] if arguments == "void" else [
                without_name(one)[0] for one in arguments.split(",")]
            declared[name] = (" ".join(result.split()), types)
        self.assertGreater(len(declared), 70)
        called, left_out = set(_library.FUNCTIONS), set(_library.LEFT_OUT)
        self.assertEqual(called | left_out, set(declared))
        self.assertFalse(called & left_out)
        for name, signature in _library.FUNCTIONS.items():
            self.assertEqual(signature, declared[name], name)
        for name, why in _library.LEFT_OUT.items():
            self.assertGreater(len(why), 10, name)

    def test_every_function_is_called(self):
        with open(lanebox.__file__, encoding="utf-8") as file:
            source = file.read()
        made = {"_".join((view._structure, "check")) for view in lanebox._CHECKED}
        made |= {f"lbx_{kind}_{what}" for kind in ("obb_tree", "aabb_tree")
                 for what in ("refit", "check", "stats")}
        for name in _library.FUNCTIONS:
            short = name[len("lbx_"):]
            self.assertTrue(name in made or f'"{name}"' in source or f'"{short}"' in source
                            or name == "lbx_error_text", name)

    def test_every_structure(self):
        declared = {}
        for name, body in re.findall(r"typedef struct (lbx_\w+) \{(.*?)\} \1;", headers(), re.S):
            fields = []
            for declaration in filter(str.strip, body.split(";")):
                function = re.match(r"\s*(\w+) \(\*(\w+)\)(\(.*\))", declaration)
                if function:
                    fields.append((function[2], f"{function[1]} (*){function[3]}"))
                    continue
                first, *others = declaration.split(",")
                type_, field = without_name(first)
                fields.append((field, type_))
                base = re.match(r"[\w ]*?\w+(?= \*|\[|$)", type_)[0]
                for other in others:
                    more, field = without_name(base + " " + other.strip())
                    fields.append((field, more))
            declared[name] = fields
        self.assertEqual(declared, _library.STRUCTURES)

    def test_constants(self):
        text = headers()
        for name, value in re.findall(r"LBX_(ERROR_\w+) = (-\d+)", text):
            self.assertEqual(getattr(lanebox, name), int(value))
        for name, value in (("ANY", "_ANY"), ("COHERENT", "_COHERENT"),
                            ("REPRODUCIBLE", "REPRODUCIBLE")):
            said = re.search(rf"LBX_{name} = (\d+)", text)[1]
            self.assertEqual(getattr(lanebox, value), int(said))
        for first, others in (("POSITIVE", "NEGATIVE TANGENT INTERSECTING"),
                              ("APART", "OVERLAPPING UNDECIDED"),
                              ("ISA_SCALAR", "ISA_SSE2 ISA_AVX2 ISA_AVX512 ISA_NEON ISA_WASM128")):
            said = re.search(rf"LBX_{first} = 0,([\s\w,]*?)\}}", text)[1]
            self.assertEqual(re.findall(r"LBX_(\w+)", said), others.split())
        self.assertIn("LBX_TRACE_SCRATCH = 3 << 20", text)


if __name__ == "__main__":
    unittest.main()
