#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Puts page.html, boxes.js and the compiled boxes.c into one file: page.py BOXES.wasm PAGE.html.

The page needs no server and loads nothing: a browser opens it as a file.
"""

import base64
import os
import sys


def read(name):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), encoding="utf-8") as file:
        return file.read()


def main():
    compiled, page = sys.argv[1:]
    with open(compiled, "rb") as file:
        wasm = base64.b64encode(file.read()).decode()
    text = read("page.html").replace("@script@\n", read("boxes.js")).replace("@wasm@", wasm)
    with open(page, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
