#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists what public functions lack: lacking.py [lbx_NAME]

Without a name it looks at every function that the headers declare. The exit code is 1 if anything
lacks. Run from the project's root. The pieces are printed in the order in which to write them.

What a function needs depends on its kind. Tests and conversions have a file of their name in
kernels/, other functions do not. A name that no source knows yet is a conversion if its declaration
ends with a view to write, otherwise a test.
"""

import glob
import os
import re
import sys

TOP = os.path.join(os.path.dirname(__file__), "../..")
# What Python does by other means.
NOT_IN_PYTHON = {
    "lbx_soa_alloc": "arrays are NumPy's",
    "lbx_soa_free": "arrays are NumPy's",
    "lbx_keep": "items[lanebox.unpack(mask, n)] says it in NumPy",
    "lbx_keep_arrays": "items[lanebox.unpack(mask, n)] says it in NumPy",
}


class Tree:
    """The project's text; `change` may alter that of any file."""

    def __init__(self, top=TOP, change=lambda path, text: text):
        self.top, self.change, self.texts, self.joined = top, change, {}, {}

    def files(self, *patterns):
        found = {}
        for pattern in patterns:
            for path in sorted(glob.glob(os.path.join(self.top, pattern))):
                path = os.path.relpath(path, self.top)
                if path not in self.texts:
                    with open(os.path.join(self.top, path), encoding="utf-8") as file:
                        self.texts[path] = self.change(path, file.read())
                found[path] = self.texts[path]
        return found

    def text(self, *patterns):
        if patterns not in self.joined:
            self.joined[patterns] = "\n".join(self.files(*patterns).values())
        return self.joined[patterns]

    def has(self, expression, *patterns):
        return re.search(expression, self.text(*patterns), re.M) is not None


HEADERS = ("include/*.h", "include/*/*.h")
SOURCES = ("kernels/api/*.c", "pairs/*.c", "trees/*.c", "volumes/*.c", "contacts/*.[ch]",
           "scenes/*.c")
RESULTS = "bench/results/*-*.csv"  # of CPUs; docs/use/functions.md shows one of them


def declared(tree):
    """The arguments of each public function."""
    text = re.sub(r"//.*", "", tree.text(*HEADERS))
    return dict(re.findall(r"^LBX_API[^;(]*?\b(lbx_\w+)\(([^;]*)\);", text, re.M))


def is_defined(source, function):
    """Whether it is written, or pasted by a macro."""
    pasted = re.findall(r"\b(lbx_\w*(?:##\w+)+)\(", source)
    return re.search(rf"^\w.*\b{function}\(", source, re.M) is not None or any(
        re.fullmatch(re.sub(r"##\w+?##", r"\\w+", one), function) for one in pasted)


def calls_pasted(source):
    """The functions that a source calls by macros that paste their names: with a definition of
    KIND_CALL(name, ...) that calls lbx_##name##_contacts, KIND_CALL(obb_obb, ...) calls one."""
    for macro, parameter, body in re.findall(r"^#define (\w+)\((\w+)[^)]*\)((?:.*\\\n)*.*)", source, re.M):
        for before, after in re.findall(rf"\b(lbx_\w*)##{parameter}(?:##(\w+))?\(", body):
            for name in re.findall(rf"^\s*{macro}\((\w+)", source, re.M):
                yield before + name + after


def kernel_of(tree, name):
    """The kernel that answers for a function: mostly that of its name."""
    return next((os.path.basename(path)[:-2] for path, text in tree.files("kernels/*.c").items()
                 if is_defined(text, f"lbx_{name}")), name)


def kind_of(tree, name, arguments):
    if own := tree.text(f"kernels/{kernel_of(tree, name)}.c"):
        return "conversion" if re.search(r"^(CONVERSION|ENTRIES.lbx_conv)", own, re.M) else "test"
    if is_defined(tree.text(*SOURCES), f"lbx_{name}"):
        return "other"
    return "conversion" if re.search(r"lbx_\w+_out \*\w+$", arguments) else "test"


def python_calls(tree, function):
    """Whether the wrapper names it, by a string with or without lbx_, or by parts of one."""
    for string in re.findall(r'"([\w{}.]+)"', tree.text("python/lanebox/*.py")):
        parts = [re.escape(part) for part in re.split(r"{[^}]*}", string)]
        expression = r"\w+".join(parts) if len(parts) > 1 else parts[0]
        if string.startswith("_") and len(string) > 1:
            expression = r"\w+" + expression  # is added to the name of a structure
        if re.fullmatch(expression, function) or "lbx_" + string == function:
            return True
    return function in tree.text("python/lanebox/_library.py")


def needs(tree, function, arguments):
    """(where, what, whether it is there) of each piece, in the order in which to write them."""
    name = function.removeprefix("lbx_")
    kind = kind_of(tree, name, arguments or "")
    fits = re.findall(r"lbx_(\w+) ", tree.text("tests/support/cases.h"))
    views = re.findall(r"const lbx_(\w+) \*", arguments or "")
    # A case holds the views that tests/support/cases.h lists; tests of others have a suite of their
    # own.
    cased = kind == "conversion" or kind == "test" and all(view in fits for view in views)

    yield "include/", "its declaration", arguments is not None
    if kind != "other":
        kernel = kernel_of(tree, name)
        source, own = f"kernels/{kernel}.c", tree.text(f"kernels/{kernel}.c")
        yield source, "its core and description", re.search(
            rf"^(MASK_KERNEL|CLASS_KERNEL|OUTPUT_KERNEL|SETTLED_KERNEL|CONVERSION|CONVERSION_BY)\({kernel},|"
            rf"FRUSTA_TEST\({kernel.removeprefix('frustum_')},|EXPORTED\({kernel}_test\)", own, re.M)
        yield (source, f"ENTRIES and {function}",
               re.search(rf"^ENTRIES\(.*\b{kernel}(_test)?\);.*^ptrdiff_t {function}\(", own, re.M | re.S))
    if kind == "test" and cased:
        paths = [path for path, text in tree.files("tests/cases/*.c").items()
                 if re.search(rf"struct lbx_case case_{name} =", text)]
        case = tree.text(*paths) if paths else ""
        used = set(re.findall(r"\bscene_\w+", case))
        helpers = re.findall(r'#include "(\w+\.h)"', case)
        called = re.findall(r"\bref_(\w+?)_(?:double|float)\b",
                            case + tree.text(*(f"tests/cases/{helper}" for helper in helpers)))
        yield ("scalar_ref/", "the document's algorithm, which its case calls",
               called and all(tree.has(rf"^\w.*\bref_{one}\b", "scalar_ref/*.c") for one in called))
        yield ("tests/scenes/", f"scene_{name}, pairs of every scene, which its case takes",
               any(tree.has(rf"^void {scene}\(", "tests/scenes/*.c") for scene in used))
        yield f"tests/cases/{name}.c", f"case_{name}", bool(paths)
        yield (f"tests/oracle/{name}.c", f"oracle_{name}, the exact answer",
               tree.has(rf"struct oracle oracle_{name} =", "tests/oracle/*.c"))
    if kind == "conversion":
        yield ("scalar_ref/conversions.c, tests/cases/conversions.c", "its reference and its case",
               tree.has(rf'\.name = "{name}"', "tests/cases/conversions.c"))
        yield ("tests/oracle/conversions.c", "its judge",
               tree.has(rf'\{{"{name}",', "tests/oracle/conversions.c"))
        yield ("tests/proof/claims_conversions.c", "its claim",
               tree.has(rf"\b{name}\b", "tests/proof/claims_conversions.c"))
    if kind != "other" and cased:
        yield ("tests/support/list.h", f"X({name})",
               tree.has(rf"^    X\({name}\)", "tests/support/list.h"))
        yield ("bench/plain_*.h", "the same in plain C",
               tree.has(rf"^[A-Z]+\({name}(_pairwise)?,", "bench/plain.c", "bench/plain_*.h"))
    if kind == "other":
        yield ("tests/", "a test that calls it",
               tree.has(rf"\b{function}\b", "tests/*.c", "tests/*/*.[ch]") or any(
                   function in calls_pasted(text)
                   for text in tree.files("tests/*.c", "tests/*/*.c").values()))
    else:
        yield (f"tests/{name}.c", "known answers",
               tree.has(rf'"{name}"|\b{function}\(', "tests/*.c"))
        yield (f"tests/mutants/{name}.txt", "its mutants",
               any(path.endswith(f"/{name}.txt") or
                   re.search(rf"\b(lbx_)?{name}(_(apart|class|outputs|convert|prepare))?\b|"
                             rf"^\[cases: .*; tests: {name}/", text, re.M)
                   for path, text in tree.files("tests/mutants/*.txt").items()
                   if os.path.basename(path) not in ("judges.txt", "families.txt")))
        yield ("docs/develop/numerics.md", "its bound, and its row in the table of promises",
               tree.has(rf"^\| `{function}` \|", "docs/develop/numerics.md"))
    yield "include/lanebox.hpp", "a call of it", tree.has(rf"\b{function}\(", "include/lanebox.hpp")
    yield ("python/lanebox/__init__.py", "a call of it",
           function in NOT_IN_PYTHON or python_calls(tree, function))
    if kind != "other":
        yield "tests/cpp/wrapper.cc", "a call of it", tree.has(rf"\b{name}\(", "tests/cpp/*.cc")
        yield ("tests/python/test_lanebox.py", "a call of it",
               tree.has(rf"\b{name}\b", "tests/python/test_lanebox.py"))
    yield "docs/use/lanebox.3", f".Fn {function}", tree.has(rf"^\.Fn {function}\b", "docs/use/lanebox.3")
    yield ("packaging/debian/liblanebox0.symbols", "its symbol and version",
           tree.has(rf"^ {function}@", "packaging/debian/liblanebox0.symbols"))
    if kind == "other":
        return
    scenes = re.search(r"scene_names\[SCENES\] = \{(.*?)\}", tree.text("tests/support/cases.c"),
                       re.S)[1]
    golden = tree.text("tests/golden.h")
    yield ("tests/golden.h", "hashes of its answers: make golden-pin",
           all(f'{{"{name}", "{scene}",' in golden for scene in re.findall(r'"(.*?)"', scenes)))
    yield ("bench/results/instructions.csv", "its instructions: make bench-gate PIN=1",
           tree.has(rf"^{name}/", "bench/results/instructions.csv"))
    if cased:
        yield ("tests/results/prove.txt", "its proof: docs/develop/adding.md says how to add one",
               tree.has(rf"^\W*{name}\b", "tests/results/prove.txt"))
    yield RESULTS, "its rows: make bench-results", tree.has(rf"^{name}/", RESULTS)
    yield ("docs/use/functions.md", "its rows: make figures",
           tree.has(rf"^\| `{function}` \|", "docs/use/functions.md"))


def lacking(tree, function=None):
    """A line for each piece that is not there."""
    known = declared(tree)
    lines = []
    for one in [function] if function else known:
        for where, what, there in needs(tree, one, known.get(one)):
            if not there:
                lines.append(f"{one}: {where}: {what}")
    for path in () if function else ("packaging/debian/liblanebox0.symbols", "docs/use/lanebox.3"):
        for one in re.findall(r"^(?: |\.Fn )(lbx_\w+)", tree.text(path), re.M):
            if not tree.has(rf"\b{one}\(", *HEADERS):
                lines.append(f"{path}: no header declares {one}")
    return lines


def main():
    lines = lacking(Tree(), sys.argv[1] if len(sys.argv) > 1 else None)
    print("".join(line + "\n" for line in lines), end="")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
