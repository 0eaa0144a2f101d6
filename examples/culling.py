#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Culls a hundred thousand boxes for a camera that moves through them, and draws what it sees.

Beside it: what six planes alone would keep. They also keep boxes near an edge or a corner of the
frustum that lie beyond none of the planes by itself.
"""
import argparse
import os
import time

import lanebox
import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.collections import PolyCollection
from matplotlib.patches import Polygon

WIDE, HIGH, NEAR, FAR = .8, .45, .1, 60  # slopes of the camera's sides, and where its view begins and ends
REACH = 100  # of the town, from its middle
GRAY, GREEN, RED = "#d8dee6", "#2a9d62", "#d1342f"


def make_town(count, size, random):
    """Boxes on the ground, most of them small, some large."""
    middle = random.uniform(-REACH, REACH, (count, 3)).astype(np.float32)
    half = (random.exponential(size, (count, 3)) + size / 4).astype(np.float32)
    middle[:, 2] = half[:, 2]
    return middle - half, middle + half


def camera_at(turn):
    """The camera after a part of a turn around the town: its matrix to clip space."""
    angle = 2 * np.pi * turn
    eye = np.array([.6 * REACH * np.cos(angle), .6 * REACH * np.sin(angle), 6])
    forward = np.array([-np.sin(angle), np.cos(angle), -.08])
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, (0, 0, 1))
    right /= np.linalg.norm(right)
    view = np.eye(4)
    view[:3, :3] = right, np.cross(right, forward), forward
    view[:3, 3] = -view[:3, :3] @ eye
    projection = np.array([[1 / WIDE, 0, 0, 0], [0, 1 / HIGH, 0, 0],
                           [0, 0, FAR / (FAR - NEAR), -FAR * NEAR / (FAR - NEAR)], [0, 0, 1, 0]])
    return projection @ view


def planes_of(matrix):
    """The frustum's planes, normals inward: rows of the matrix to clip space (Gribb and Hartmann)."""
    x, y, z, w = matrix
    planes = np.array([w + x, w - x, w + y, w - y, z, w - z])
    planes /= np.linalg.norm(planes[:, :3], axis=1, keepdims=True)
    planes = planes.astype(np.float32)
    return lanebox.Planes(planes[:, :3], planes[:, 3])


def kept_by_planes(matrix, boxes, count):
    kept = np.ones(count, bool)
    for plane in range(6):
        kept &= lanebox.plane_aabb(planes_of(matrix).one(plane), boxes).classes != lanebox.NEGATIVE
    return kept


def outline(matrix):
    """The frustum's eight corners, seen from above."""
    corners = np.array([(x, y, z, 1) for z in (0, 1) for x in (-1, 1) for y in (-1, 1)], float)
    points = corners @ np.linalg.inv(matrix).T
    points = points[:, :2] / points[:, 3:]
    return points[[0, 2, 6, 4]]


def draw_boxes(axes, low, high, which, color):
    low, high = low[which, :2], high[which, :2]
    corners = [low, np.column_stack((high[:, 0], low[:, 1])), high, np.column_stack((low[:, 0], high[:, 1]))]
    axes.add_collection(PolyCollection(np.stack(corners, 1), facecolor=color, antialiased=False, alpha=.6))


def draw(axes, matrix, low, high, seen, kept, title):
    draw_boxes(axes, low, high, ~kept, GRAY)
    draw_boxes(axes, low, high, seen, GREEN)
    draw_boxes(axes, low, high, kept & ~seen, RED)
    axes.add_patch(Polygon(outline(matrix), fill=False, linewidth=.8))
    axes.set(xlim=(-REACH, REACH), ylim=(-REACH, REACH), xticks=[], yticks=[], aspect="equal")
    axes.set_title(title, fontsize=9)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("-n", type=int, default=100000, help="boxes")
    parser.add_argument("-s", type=float, default=.4, help="half of their size, in the mean; the town is 200 wide")
    parser.add_argument("-f", type=int, default=6, help="frames")
    parser.add_argument("-o", default="culling.png", help="the picture")
    args = parser.parse_args()
    if args.n < 1 or args.f < 1 or not 0 < args.s < REACH:
        parser.error("there is at least one box, of a size above 0, and one frame")
    folder = os.path.dirname(args.o) or "."
    if not os.access(folder, os.W_OK):
        parser.error(f"nothing can be written to {folder}")

    low, high = make_town(args.n, args.s, np.random.default_rng(1))
    boxes = lanebox.Aabbs(low, high)
    order = lanebox.Order(boxes)
    across = min(args.f, 3)
    figure, all_axes = plt.subplots(-(-args.f // across), across, squeeze=False,
                                    figsize=(4 * across, 4.2 * -(-args.f // across)))
    for axes in all_axes.flat[args.f:]:
        axes.remove()
    for frame, axes in zip(range(args.f), all_axes.flat):
        matrix = camera_at(frame / args.f)
        camera = lanebox.frustum_of_matrix(matrix.astype(np.float32))
        start = time.perf_counter()
        pairs = order.query_frustums(camera)
        took = time.perf_counter() - start
        seen = np.zeros(args.n, bool)
        seen[pairs[:, 1]] = True
        kept = kept_by_planes(matrix, boxes, args.n) | seen
        said = f"{seen.sum():,} of {args.n:,} boxes, planes alone {kept.sum() - seen.sum():,} more"
        print(f"frame {frame}: {said}; {1e6 * took:.0f} µs")
        draw(axes, matrix, low, high, seen, kept, said)
    figure.tight_layout()
    figure.savefig(args.o, dpi=100)
    print(args.o)


if __name__ == "__main__":
    main()
