#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the module lanebox/_signatures.py, made from C headers: signatures.py HEADER...

STRUCTURES has the fields of each structure with their types as the headers write them, FUNCTIONS
the result of each function and the types and names of its arguments. `make wheel` runs this.
"""

import pprint
import re
import sys


def without_name(declaration):
    """The type and the name of a declaration such as `const float *min[3]`."""
    found = re.match(r"(.*?)(\w+)((?:\[\w*\])*)$", " ".join(declaration.split()))
    return found[1].strip() + found[3], found[2]


def fields_of(body):
    """The fields of a structure. Those of an array of structures that have no name are named as C
    reaches them: point[0].depth."""
    fields = []
    for declaration in filter(str.strip, re.split(r";(?![^{]*\})", body)):
        inner = re.match(r"\s*struct \{(.*)\} (\w+)\[(\d+)\]", declaration, re.S)
        if inner:
            fields += [(f"{inner[2]}[{k}].{field}", type_) for k in range(int(inner[3]))
                       for field, type_ in fields_of(inner[1])]
            continue
        function = re.match(r"\s*(\w+) \(\*(\w+)\)(\(.*\))", declaration)
        if function:
            fields.append((function[2], f"{function[1]} (*){function[3]}"))
            continue
        first, *others = declaration.split(",")
        type_, field = without_name(first)
        fields.append((field, type_))
        base = re.match(r"[\w ]*?\w+(?= \*|\[|$)", type_)[0]
        for other in others:
            type_, field = without_name(base + " " + other.strip())
            fields.append((field, type_))
    return fields


def structures(text):
    return {name: fields_of(body) for name, body in
            re.findall(r"typedef struct (lbx_\w+) \{(.*?)\} \1;", text, re.S)}


def functions(text):
    return {name: (" ".join(result.split()), [] if arguments == "void" else
                   [without_name(one) for one in arguments.split(",")])
            for result, name, arguments in
            re.findall(r"LBX_API\s+(?:LBX_NODISCARD\s+)?([^;()]*?)(\w+)\(([^;]*?)\);", text)}


def main():
    text = ""
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            text += file.read()
    text = re.sub(r"/\*.*?\*/", "", re.sub(r"//.*", "", text), flags=re.S)
    for name, table in ("STRUCTURES", structures(text)), ("FUNCTIONS", functions(text)):
        print(f"{name} = {pprint.pformat(table, sort_dicts=False)}")


if __name__ == "__main__":
    main()
