#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the nearest triangles of a million points from Python: beside_open3d.py mesh...

lanebox beside the C call that it makes, on the same arrays, and beside Open3D's RaycastingScene,
each on one thread, in turns. The distances of both are compared.
"""
import statistics
import sys
import time

import lanebox
import numpy as np
import open3d
from lanebox import _library

POINTS, TURNS = 1_000_000, 5


def points_of(kind, positions, triangles, random):
    """As bench/closest has them: anywhere in 1.2 times the box, or within 1 % of its diagonal of the surface."""
    low, high = positions.min(0), positions.max(0)
    if kind == "random":
        return ((low + high) / 2 + 1.2 * (high - low) * (random.random((POINTS, 3)) - .5)).astype(np.float32)
    corners = positions[triangles[random.integers(len(triangles), size=POINTS)]]
    weights = random.dirichlet((1, 1, 1), POINTS)
    away = random.normal(size=(POINTS, 3))
    away *= .01 * np.linalg.norm(high - low) * random.random((POINTS, 1)) / np.linalg.norm(away, axis=1, keepdims=True)
    return (np.einsum("nk,nkc->nc", weights, corners) + away).astype(np.float32)


def seconds(call):
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def measure(path):
    mesh = open3d.io.read_triangle_mesh(path)
    positions = np.asarray(mesh.vertices, np.float32)
    triangles = np.asarray(mesh.triangles, np.uint32)
    random = np.random.default_rng(1)
    tree = lanebox.AabbTree(lanebox.Mesh(positions, triangles))
    scene = open3d.t.geometry.RaycastingScene(1)
    scene.add_triangles(open3d.core.Tensor(positions), open3d.core.Tensor(triangles))
    for kind in "random", "near":
        at = points_of(kind, positions, triangles, random)
        points, tensor = lanebox.Points(at), open3d.core.Tensor(at)
        id, distance = np.empty(POINTS, np.uint32), np.empty(POINTS, np.float32)
        _, view = lanebox._view("lbx_aabb_tree_closest", None, points, lanebox.Points, "points")
        out = _library.structure("lbx_closest_out", id=id, distance=distance)
        scratch = lanebox._scratch.block.at
        found = {}

        def python():
            found["lanebox"] = tree.closest(points).distance

        def bare():
            _library.bare("lbx_aabb_tree_closest", tree._block, view.at, None, None, POINTS, 0, out.at, scratch,
                          lanebox._TRACE_SCRATCH)

        def theirs():
            found["Open3D"] = scene.compute_closest_points(tensor, 1)["points"].numpy()

        took = {call: [] for call in (python, bare, theirs)}
        for _ in range(TURNS):
            for call, times in took.items():
                times.append(seconds(call))
        ns = {call: 1e9 * statistics.median(times) / POINTS for call, times in took.items()}
        apart = np.abs(np.linalg.norm(found["Open3D"] - at, axis=1) - found["lanebox"])
        bound = 2 ** -16 * (found["lanebox"] + np.ptp(positions, 0).max())
        if not (np.array_equal(found["lanebox"], distance) and (apart <= bound).all()):
            raise SystemExit(f"{path}: distances differ")
        print(f"{path.rpartition('/')[2]} {kind}: {len(triangles)} triangles, ns a point: lanebox {ns[python]:.0f}, "
              f"the C call {ns[bare]:.0f}, {ns[python] / ns[bare]:.3f} times; Open3D {ns[theirs]:.0f}, "
              f"{ns[theirs] / ns[python]:.2f} times", flush=True)


for name in sys.argv[1:]:
    measure(name)
