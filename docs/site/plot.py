# SPDX-License-Identifier: MIT
"""README's plot as SVG, light and dark: three panels of bars, lanebox beside other libraries."""

import math

import charts
import maintenance
import peers
import rays
import results
from tables import digits

FILES = {"light": "docs/use/speed-light.svg", "dark": "docs/use/speed-dark.svg"}
ISA = "avx512"  # lanebox's and Embree's
OURS = "lanebox"
PAIRS, RAYS, MESHES = ("bench/results/pairs-amd-epyc.csv", "tests/results/rays.txt",
                       "tests/results/maintenance.txt")
BOXES, MESH, SCENE = 10000, "dragon_vrip_res2.ply", "aircraft"
PEERS = {"FCL": "FCL", "btDbvtBroadphase": "Bullet, tree", "btAxisSweep3": "Bullet, sweep",
         "CGAL": "CGAL"}
TOUCHING = {"RAPID-relative": "RAPID", "FCL-OBB": "FCL, OBB", "FCL-OBBRSS": "FCL, OBBRSS"}
COLOURS = {"light": {"text": "#171b21", "quiet": "#59636f", "ours": "#1a63d0", "bar": "#a9b2bd"},
           "dark": {"text": "#e8ebf0", "quiet": "#9ca6b3", "ours": "#72a9ff", "bar": "#5d6874"}}
PANEL, LABEL, BAR, STEP, TOP = 300, 104, 150, 21, 50


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def pairs():
    """Millions of boxes a second, the geometric mean over the kinds of sets."""
    times = peers.Times(PAIRS)
    refitted = {OURS: times.of[BOXES, "_refit"][ISA]}
    others = {said: times.of[BOXES, ""][name] for name, said in PEERS.items()}
    return [(name, 1000 / mean(of.values())) for name, of in (refitted | others).items()]


def traced():
    """Millions of rays a second, each library's fastest way."""
    measured = rays.Rays(RAYS, results.read(RAYS))
    return [(library if library == OURS else "Embree 3.13",
             measured.fastest(ISA, MESH, kind, library).pace, kind)
            for kind in rays.SETS for library in (OURS, "Embree")]


def triangles():
    return rays.Rays(RAYS, results.read(RAYS)).triangles[ISA, MESH]


def touching():
    """Thousands of searches a second."""
    ways = maintenance.Ways(MESHES, results.read(MESHES)).scenes[SCENE]
    return [(said, 1000 / ways[name][0]) for name, said in ({OURS: OURS} | TOUCHING).items()]


def panel(left, head, unit, bars, colours):
    """Bars of (name, value) or (name, value, group); a group's name stands above its bars."""
    def words(x, y, said, colour, style=""):
        return f'<g fill="{colours[colour]}"{style}>{charts.text(x, y, said)}</g>'

    most, y, group = max(bar[1] for bar in bars), TOP, None
    lines = [words(left, 16, head, "text", ' font-weight="600"'), words(left, 33, unit, "quiet")]
    for name, value, *of in bars:
        if of and of[0] != group:
            group = of[0]
            lines.append(words(left, y + 13, group, "quiet"))
        ours = name == OURS
        at = left + (LABEL + 46 if of else LABEL)
        width = (BAR - 46 if of else BAR) * value / most
        lines.append(words(at - 8, y + 13, name, "text", ' text-anchor="end"'))
        lines.append(f'<rect x="{charts.coordinate(at)}" y="{charts.coordinate(y + 2)}" height="15" rx="2" '
                     f'width="{charts.coordinate(width)}" fill="{colours["ours" if ours else "bar"]}"/>')
        lines.append(words(at + width + 5, y + 13, digits(value, 3), "text" if ours else "quiet"))
        y += STEP
    return lines


def drawn(scheme):
    colours = COLOURS[scheme]
    panels = ((f"Overlapping pairs of {BOXES:,} boxes", "million moving boxes a second", pairs()),
              (f"Rays against {triangles():,} triangles", "million rays a second, in batches", traced()),
              ("Where two aircraft parts touch", "thousand searches for all triangle pairs a second", touching()))
    height = TOP + STEP * max(len(bars) for *_, bars in panels) + 8
    width = (PANEL + 30) * len(panels) - 30
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
             'font-family="system-ui, sans-serif" font-size="12">', "<title>lanebox beside other libraries</title>"]
    for k, (head, unit, bars) in enumerate(panels):
        lines += panel((PANEL + 30) * k, head, unit, bars, colours)
    return "\n".join([*lines, "</svg>", ""])
