# SPDX-License-Identifier: MIT
"""What `make bench-workers` printed: two threads on a call, beside two processes and Embree."""

import re

import results
from tables import bare, counted, digits, table

LINE = re.compile(r"^(.+?), ([^,]+): ([\d.]+) ms, two threads ([\d.]+) ms(?:, two processes ([\d.]+) ms "
                  r"each, ([\d.]+) of their pace)?$", re.M)
BESIDE = ("lbx_aabb_tree_build", "Embree build", "Embree build, high quality", "lbx_aabb_tree_refit",
          "Embree refit")


def call(name):
    return f"`{name}`" if name.startswith("lbx_") else name


def subject(name):
    number, _, boxes = name.partition(" ")
    return f"{counted(number)} {boxes}" if number.isdigit() else name


class Sharing:
    def __init__(self, path, text):
        self.rows = LINE.findall(text)
        if not any(row[5] for row in self.rows) or not any(row[0] == BESIDE[1] for row in self.rows):
            raise results.Unusable(f"{path}: no lines of calls, or none of Embree")

    def shared(self):
        head = ("ms", "on", "one thread", "two threads", "two processes, each", "of their pace")
        return table(head, [(call(name), subject(on), digits(float(one), 3), digits(float(two), 3),
                             digits(float(each), 3), bare(f"{float(pace):.2f}"))
                            for name, on, one, two, each, pace in self.rows if pace])

    def beside(self):
        """One row per mesh; each cell has the times of one thread and of two."""
        cells = {(name, on): f"{digits(float(one), 3)}, {digits(float(two), 3)}"
                 for name, on, one, two, *_ in self.rows}
        meshes = dict.fromkeys(on for name, on, *_ in self.rows if name == BESIDE[1])
        return table(("ms on one thread, on two", *map(call, BESIDE)),
                     [(on, *(cells[name, on] for name in BESIDE)) for on in meshes])
