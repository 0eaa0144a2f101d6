# SPDX-License-Identifier: MIT
"""How figures look in documents."""

import math


def digits(value, count):
    """A figure with `count` significant digits: .148, 1.75, 225."""
    places = max(0, count - 1 - math.floor(math.log10(value))) if value > 0 else 0
    return bare(f"{value:.{places}f}")


def bare(text):
    return text.removeprefix("0") if text.startswith("0.") else text


def counted(text):
    return f"{int(text):,}"


def table(head, rows):
    lines = ["| " + " | ".join(line) + " |" for line in (head, *rows)]
    return [lines[0], "|---" * len(head) + "|", *lines[1:]]
