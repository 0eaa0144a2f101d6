# SPDX-License-Identifier: MIT
"""What python/signatures.py read in the headers, as the C compiler has it."""

import ctypes
import os
import re
import subprocess
import unittest

from lanebox import _library, _signatures
import lanebox

INCLUDE = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../include"))
HEADERS = ("lanebox.h", "lanebox/pairs.h", "lanebox/volumes.h", "lanebox/trees.h", "lanebox/contacts.h",
           "lanebox/scenes.h")


def headers():
    text = ""
    for name in HEADERS:
        with open(os.path.join(INCLUDE, name), encoding="utf-8") as file:
            text += file.read()
    return text


class Table(unittest.TestCase):
    def compiled(self, lines):
        """What the compiler says of a source of these lines."""
        source = "".join(f"#include <{name}>\n" for name in HEADERS) + "\n".join(lines) + "\n"
        return subprocess.run(["cc", "-std=c11", "-Werror", "-fsyntax-only", "-I", INCLUDE, "-xc", "-"],
                              input=source, text=True, capture_output=True, check=False).stderr

    def test_every_function_that_the_library_has(self):
        self.assertEqual(set(_signatures.FUNCTIONS), set(re.findall(r"\b(lbx_\w+)\(", "".join(
            re.findall(r"^LBX_API [^(]*\(", headers(), re.M)))))
        self.assertGreater(len(_signatures.FUNCTIONS), 70)

    def test_the_signatures_are_the_compilers(self):
        lines = [f"{result} (*const of_{name})({', '.join(type_ for type_, _ in arguments) or 'void'}) = "
                 f"{name};"
                 for name, (result, arguments) in _signatures.FUNCTIONS.items()]
        self.assertEqual(self.compiled(lines), "")
        self.assertIn("incompatible pointer type", self.compiled(
            [line.replace("size_t)", "int)") for line in lines]))

    def test_the_structures_are_the_compilers(self):
        lines = []
        for name in _signatures.STRUCTURES:
            made = _library.structure(name)
            lines.append(f"_Static_assert(sizeof({name}) == {ctypes.sizeof(made)}, \"{name}\");")
            for field, _ in made._fields_:
                there = getattr(type(made), field)
                lines.append(f"_Static_assert(offsetof({name}, {field}) == {there.offset} && "
                             f"sizeof((({name} *)0)->{field}) == {there.size}, \"{name}.{field}\");")
        self.assertEqual(self.compiled(lines), "")
        self.assertGreater(len(lines), 100)

    def test_constants(self):
        text = headers()
        for name, value in re.findall(r"LBX_(ERROR_\w+) = (-\d+)", text):
            self.assertEqual(getattr(lanebox, name), int(value))
        for name, value in (("ANY", "_ANY"), ("COHERENT", "_COHERENT"),
                            ("REPRODUCIBLE", "REPRODUCIBLE")):
            said = re.search(rf"LBX_{name} = (\d+)", text)[1]
            self.assertEqual(getattr(lanebox, value), int(said))
        text = re.sub(r"//.*", "", text)
        for first, others in (("POSITIVE", "NEGATIVE TANGENT INTERSECTING"),
                              ("APART", "OVERLAPPING UNDECIDED"),
                              ("ISA_SCALAR", "ISA_SSE2 ISA_AVX2 ISA_AVX512 ISA_NEON ISA_WASM128")):
            said = re.search(rf"LBX_{first} = 0,([\s\w,]*?)\}}", text)[1]
            self.assertEqual(re.findall(r"LBX_(\w+)", said), others.split())
        self.assertIn("LBX_TRACE_SCRATCH = 3 << 20", text)


if __name__ == "__main__":
    unittest.main()
