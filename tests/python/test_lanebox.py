# SPDX-License-Identifier: MIT
"""lanebox for Python against brute force in NumPy: answers, strides, errors."""

import re
import sys
import unittest

import lanebox
import numpy as np

N = 300
f4, u4 = np.float32, np.uint32


def far_from(value, least=1e-3):
    """Whether the value is too large for rounding to decide its sign."""
    return np.abs(value) > least


class Scene:
    def __init__(self, n=N, seed=1):
        r = np.random.default_rng(seed)
        self.min = r.uniform(-4, 4, (n, 3)).astype(f4)
        self.max = (self.min + r.uniform(0, 3, (n, 3))).astype(f4)
        self.center = r.uniform(-4, 4, (n, 3)).astype(f4)
        self.half = r.uniform(.1, 2, (n, 3)).astype(f4)
        q = r.normal(size=(n, 4))
        q /= np.linalg.norm(q, axis=1)[:, None]
        self.rotation = q.astype(f4)
        x, y, z, w = q.T
        self.axis = np.stack([
            np.stack([1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)], 1),
            np.stack([2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)], 1),
            np.stack([2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)], 1)],
            1).astype(f4)
        self.radius = r.uniform(.1, 2, n).astype(f4)
        self.vertex = r.uniform(-4, 4, (n, 3, 3)).astype(f4)
        self.dir = r.uniform(-3, 3, (n, 3)).astype(f4)
        self.normal = r.normal(size=(n, 3)).astype(f4)
        self.offset = r.uniform(-3, 3, n).astype(f4)
        self.boxes = lanebox.Aabbs(self.min, self.max)
        items = np.empty(n, [("center", f4, 3), ("half", f4, 3), ("axis", f4, (3, 3))])
        for name in items.dtype.names:
            items[name] = getattr(self, name)
        self.turned = lanebox.Obbs(items["center"], items["half"], items["axis"])
        self.floats = np.empty(n, [("center", f4, 3), ("radius", f4), ("delta", f4, 3),
                                   ("normal", f4, 3), ("offset", f4)])
        for name in self.floats.dtype.names:
            self.floats[name] = getattr(self, name if name != "delta" else "dir")
        self.spheres = lanebox.Spheres(self.floats["center"], self.floats["radius"])
        self.planes = lanebox.Planes(self.floats["normal"], self.floats["offset"])
        self.triangles = lanebox.Triangles(self.vertex)
        self.rays = lanebox.Rays(self.center, self.dir)
        self.segments = lanebox.Segments(self.min, self.max)
        rods = np.empty(n, [("start", f4, 3), ("end", f4, 3), ("radius", f4)])
        rods["start"], rods["end"], rods["radius"] = self.min, self.max, self.radius
        self.capsules = lanebox.Capsules(rods["start"], rods["end"], rods["radius"])
        self.motions = lanebox.Motions(self.dir)

    def corners(self):
        """The corners of oriented boxes, as (n, 8, 3) of float64."""
        signs = np.array(list(np.ndindex(2, 2, 2))) * 2. - 1
        along = (self.half[:, :, None] * self.axis).astype(float)
        return self.center[:, None] + np.einsum("sk,nkc->nsc", signs, along)


A, B = Scene(seed=1), Scene(seed=2)


def shapes_in_contact(a=A, b=B):
    """Functions of contacts but that of boxes, without _contacts, and two views of scenes."""
    for name in ("sphere_sphere sphere_capsule sphere_obb sphere_triangle capsule_capsule capsule_obb "
                 "triangle_capsule triangle_obb plane_sphere plane_capsule plane_obb").split():
        yield name, *(getattr(scene, "turned" if kind == "obb" else kind + "s")
                      for scene, kind in zip((a, b), name.split("_")))


def overlap(a, b, axes):
    """The largest gap of two hulls of points along axes (n, k, 3): above 0 they are apart."""
    pa, pb = np.einsum("npc,nkc->nkp", a, axes), np.einsum("npc,nkc->nkp", b, axes)
    length = np.linalg.norm(axes, axis=2)
    gap = np.maximum(pa.min(2) - pb.max(2), pb.min(2) - pa.max(2)) / np.maximum(length, 1e-12)
    return np.where(length > 1e-6, gap, -np.inf).max(1)


def cube(scene):
    signs = np.array(list(np.ndindex(2, 2, 2)))
    return np.where(signs[None], scene.max[:, None], scene.min[:, None]).astype(float)


def axes_of(*edges_and_faces):
    """The normals of both items' faces, and the cross products of their edges."""
    (ea, fa), (eb, fb) = edges_and_faces
    cross = np.cross(ea[:, :, None], eb[:, None]).reshape(len(ea), -1, 3)
    return np.concatenate([fa, fb, cross], 1)


def frame(scene, kind):
    n = len(scene.min)
    world = np.broadcast_to(np.eye(3), (n, 3, 3))
    if kind == "aabb":
        return cube(scene), (world, world)
    if kind == "obb":
        axis = scene.axis.astype(float)
        return scene.corners(), (axis, axis)
    if kind == "segment":
        points = np.stack([scene.min, scene.max], 1).astype(float)
        return points, (points[:, 1:] - points[:, :1], np.zeros((n, 1, 3)))
    points = scene.vertex.astype(float)
    edges = np.roll(points, -1, 1) - points
    normal = np.cross(edges[:, 0], edges[:, 1])[:, None]
    return points, (edges, np.concatenate([normal, np.cross(edges, normal)], 1))


class Answers(unittest.TestCase):
    def same(self, found, expected, certain=True, n=N):
        hits = lanebox.unpack(found.hits, n)
        self.assertEqual(found.count, hits.sum())
        certain = np.broadcast_to(certain, n)
        self.assertGreater(certain.sum(), n // 2)
        self.assertTrue((hits == expected)[certain].all())
        self.assertTrue(0 < (expected & certain).sum() < n)

    def test_aabb_aabb(self):
        touching = ((A.min <= B.max) & (B.min <= A.max)).all(1)
        self.same(lanebox.aabb_aabb(A.boxes, B.boxes), touching)
        one = ((A.min <= B.max[7]) & (B.min[7] <= A.max)).all(1)
        self.same(lanebox.aabb_aabb(A.boxes, B.boxes.one(7)), one)
        self.same(lanebox.aabb_aabb(A.boxes.from_(100), B.boxes, 200),
                  ((A.min[100:] <= B.max[:200]) & (B.min[:200] <= A.max[100:])).all(1), n=200)

    def test_separating_axes(self):
        kinds = {"aabb": "boxes", "obb": "turned", "segment": "segments", "triangle": "triangles"}
        for name in ("obb_obb", "aabb_obb", "segment_aabb", "segment_obb", "triangle_aabb",
                     "triangle_obb", "triangle_triangle"):
            first, second = name.split("_")
            a, a_axes = frame(A, first)
            b, b_axes = frame(B, second)
            gap = overlap(a, b, axes_of(a_axes, b_axes))
            with self.subTest(name):
                found = getattr(lanebox, name)(getattr(A, kinds[first]), getattr(B, kinds[second]))
                self.same(found, gap <= 0, far_from(gap))
        classes = lanebox.obb_obb_prejudge(A.turned, B.turned)
        gap = overlap(A.corners(), B.corners(), axes_of(frame(A, "obb")[1], frame(B, "obb")[1]))
        self.assertTrue((gap[classes.classes == lanebox.APART] > 0).all())
        self.assertTrue((gap[classes.classes == lanebox.OVERLAPPING] < 1e-3).all())
        self.assertEqual(classes.count, (classes.classes != lanebox.APART).sum())

    def test_triangles(self):
        hits = lanebox.unpack(lanebox.triangle_triangle(A.triangles, B.triangles).hits, N)
        count, classes = lanebox.triangle_triangle_classify(A.triangles, B.triangles)
        self.assertTrue(((classes != lanebox.APART) == hits).all())
        classes[:] = lanebox.UNDECIDED
        self.assertEqual(lanebox.triangle_triangle_resolve(A.triangles, B.triangles, classes), count)
        near = lanebox.unpack(
            lanebox.triangle_triangle_within(A.triangles, B.triangles, 1).hits, N)
        self.assertTrue((near >= hits).all() and hits.sum() < near.sum() < N)
        self.assertEqual(lanebox.triangle_triangle_within(A.triangles, B.triangles, 0).count, count)

    def test_spheres(self):
        between = np.linalg.norm(A.center.astype(float) - B.center, axis=1)
        gap = between - A.radius - B.radius
        self.same(lanebox.sphere_sphere(A.spheres, B.spheres), gap <= 0, far_from(gap))
        nearest = np.clip(A.center.astype(float), B.min, B.max)
        gap = np.linalg.norm(A.center - nearest, axis=1) - A.radius
        self.same(lanebox.sphere_aabb(A.spheres, B.boxes), gap <= 0, far_from(gap))
        local = np.einsum("nkc,nc->nk", B.axis.astype(float), A.center - B.center.astype(float))
        outside = np.maximum(np.abs(local) - B.half, 0)
        gap = np.linalg.norm(outside, axis=1) - A.radius
        self.same(lanebox.sphere_obb(A.spheres, B.turned), gap <= 0, far_from(gap))

    def test_capsules(self):
        def between(p, way, q, other):
            """The distance of segments, by the ends of each and the points within both."""
            def part(x):
                return np.clip(x, 0, 1)

            def dot(x, y):
                return (x * y).sum(1)

            found = []
            for end in (p, p + way):
                t = part(dot(end - q, other) / dot(other, other))
                found.append(np.linalg.norm(end - q - t[:, None] * other, axis=1))
            for end in (q, q + other):
                t = part(dot(end - p, way) / np.maximum(dot(way, way), 1e-30))
                found.append(np.linalg.norm(end - p - t[:, None] * way, axis=1))
            normal = np.cross(way, other)
            square = np.maximum(dot(normal, normal), 1e-30)
            s, t = (dot(np.cross(q - p, one), normal) / square for one in (other, way))
            inside = (s >= 0) & (s <= 1) & (t >= 0) & (t <= 1) & (square > 1e-20)
            gap = abs(dot(q - p, normal)) / np.sqrt(square)
            return np.minimum.reduce(found + [np.where(inside, gap, np.inf)])

        start, way = B.min.astype(float), B.max.astype(float) - B.min
        gap = between(A.center.astype(float), np.zeros((N, 3)), start, way) - A.radius - B.radius
        self.same(lanebox.sphere_capsule(A.spheres, B.capsules), gap <= 0, far_from(gap))
        gap = between(A.min.astype(float), A.max.astype(float) - A.min, start, way)
        gap -= A.radius.astype(float) + B.radius
        self.same(lanebox.capsule_capsule(A.capsules, B.capsules), gap <= 0, far_from(gap))

    def test_capsules_and_others(self):
        """Distances from convex items are convex along a segment: by thirds of it."""
        def least(distance, start, end):
            low, high = np.zeros((N, 1)), np.ones((N, 1))
            for _ in range(60):
                t = low + (high - low) / 3, high - (high - low) / 3
                near = [distance(start + (end - start) * x) for x in t]
                falls = (near[0] > near[1])[:, None]
                low, high = np.where(falls, t[0], low), np.where(falls, high, t[1])
            return np.minimum(*near)

        def from_box(p):
            return np.linalg.norm(p - np.clip(p, B.min, B.max), axis=1)

        def from_turned(p):
            local = np.einsum("nc,nkc->nk", p - B.center, B.axis.astype(float))
            return np.linalg.norm(np.maximum(np.abs(local) - B.half, 0), axis=1)

        def from_triangle(p):
            """By the normal where the point is over the face, and by the edges."""
            v = A.vertex.astype(float)
            edge, to = np.roll(v, -1, 1) - v, p[:, None] - v
            normal = np.cross(edge[:, 0], edge[:, 1])
            normal /= np.linalg.norm(normal, axis=1)[:, None]
            over = (np.einsum("nkc,nc->nk", np.cross(edge, to), normal) >= 0).all(1)
            t = np.clip((to * edge).sum(2) / (edge * edge).sum(2), 0, 1)
            found = np.linalg.norm(to - t[:, :, None] * edge, axis=2).min(1)
            return np.where(over, np.minimum(abs((to[:, 0] * normal).sum(1)), found), found)

        start, end = A.min.astype(float), A.max.astype(float)
        gap = least(from_box, start, end) - A.radius
        self.same(lanebox.capsule_aabb(A.capsules, B.boxes), gap <= 0, far_from(gap))
        gap = least(from_turned, start, end) - A.radius
        self.same(lanebox.capsule_obb(A.capsules, B.turned), gap <= 0, far_from(gap))
        gap = least(from_triangle, B.min.astype(float), B.max.astype(float)) - B.radius
        self.same(lanebox.triangle_capsule(A.triangles, B.capsules), gap <= 0, far_from(gap))
        gap = from_triangle(B.center.astype(float)) - B.radius
        self.same(lanebox.sphere_triangle(B.spheres, A.triangles), gap <= 0, far_from(gap))

        def from_rod(p):
            way = B.max.astype(float) - B.min
            t = np.clip(((p - B.min) * way).sum(1) / (way * way).sum(1), 0, 1)
            return np.linalg.norm(p - B.min - t[:, None] * way, axis=1)

        start, way = A.center.astype(float), A.dir.astype(float)
        gap = least(from_rod, start, start + 40 * way) - B.radius
        self.same(lanebox.ray_capsule(A.rays, B.capsules), gap <= 0, far_from(gap))
        gap = least(from_rod, start, start + way - B.dir) - B.radius - A.radius
        self.same(lanebox.sphere_capsule_sweep(A.spheres, A.motions, B.capsules, B.motions),
                  gap <= 0, far_from(gap))

    def test_planes(self):
        for name, points, view in (("plane_aabb", cube(B), B.boxes),
                                   ("plane_obb", B.corners(), B.turned)):
            height = np.einsum("npc,nc->np", points, A.normal.astype(float)) + A.offset[:, None]
            count, sides = getattr(lanebox, name)(A.planes, view)
            sure = far_from(height).all(1)
            self.assertTrue(((sides == lanebox.POSITIVE) == (height > 0).all(1))[sure].all())
            self.assertTrue(((sides == lanebox.NEGATIVE) == (height < 0).all(1))[sure].all())
            self.assertEqual(count, (sides >= lanebox.TANGENT).sum())
        ends = np.stack([B.min, B.max], 1).astype(float)
        length = np.linalg.norm(A.normal.astype(float), axis=1)[:, None]
        height = np.einsum("npc,nc->np", ends, A.normal.astype(float)) + A.offset[:, None]
        low, high = height - B.radius[:, None] * length, height + B.radius[:, None] * length
        count, sides = lanebox.plane_capsule(A.planes, B.capsules)
        sure = far_from(low).all(1) & far_from(high).all(1)
        self.assertTrue(((sides == lanebox.POSITIVE) == (low > 0).all(1))[sure].all())
        self.assertTrue(((sides == lanebox.NEGATIVE) == (high < 0).all(1))[sure].all())
        self.assertEqual(count, (sides >= lanebox.TANGENT).sum())

    def slabs(self, origin, direction, low, high):
        with np.errstate(divide="ignore", invalid="ignore"):
            t = np.stack([low - origin, high - origin]) / direction
        return np.maximum(t.min(0).max(1), 0), t.max(0).min(1)

    def test_rays(self):
        origin, direction = A.center.astype(float), A.dir.astype(float)
        enter, leave = self.slabs(origin, direction, B.min, B.max)
        found = lanebox.ray_aabb(A.rays, B.boxes, t_enter=True, t_exit=True)
        self.same(found, enter <= leave, far_from(enter - leave))
        hits = lanebox.unpack(found.hits, N) & far_from(enter - leave)
        np.testing.assert_allclose(found.t_enter[hits], enter[hits], 1e-4, 1e-5)
        np.testing.assert_allclose(found.t_exit[hits], leave[hits], 1e-4, 1e-5)
        axis = B.axis.astype(float)
        enter, leave = self.slabs(np.einsum("nkc,nc->nk", axis, origin - B.center),
                                  np.einsum("nkc,nc->nk", axis, direction), -B.half, B.half)
        self.same(lanebox.ray_obb(A.rays, B.turned), enter <= leave, far_from(enter - leave))

        v0, v1, v2 = (B.vertex[:, k].astype(float) for k in range(3))
        system = np.stack([v1 - v0, v2 - v0, -direction], 2)
        u, v, t = np.linalg.solve(system, (origin - v0)[..., None])[..., 0].T
        least = np.minimum.reduce([u, v, 1 - u - v, t])
        found = lanebox.ray_triangle(lanebox.Rays(A.center, A.dir), B.triangles, t=True, u=True,
                                     v=True)
        self.assertTrue((lanebox.unpack(found.hits, N) == (least >= 0))[far_from(least)].all())
        hits = (least > 1e-3)
        self.assertGreater(hits.sum(), 1)
        np.testing.assert_allclose(found.t[hits], t[hits], 1e-2)
        np.testing.assert_allclose(found.u[hits], u[hits], 0, 1e-2)
        np.testing.assert_allclose(found.v[hits], v[hits], 0, 1e-2)
        only = lanebox.ray_triangle(A.rays, B.triangles, hits=None, v=True)
        self.assertTrue(only.hits is only.t is only.u is None)
        np.testing.assert_array_equal(only.v, found.v)
        shorter = lanebox.Rays(A.floats["center"], A.floats["delta"], t_max=A.floats["radius"])
        self.assertLess(lanebox.ray_aabb(shorter, B.boxes).count,
                        lanebox.ray_aabb(A.rays, B.boxes).count)

    def test_rays_against_eight(self):
        low = np.ascontiguousarray(B.min[:296].reshape(37, 8, 3).transpose(0, 2, 1))
        high = np.ascontiguousarray(B.max[:296].reshape(37, 8, 3).transpose(0, 2, 1))
        nodes = lanebox.Aabb8s(low, high)
        found = lanebox.ray_aabb8(A.rays, nodes, 37, t_enter=True)
        for i in range(37):
            one = lanebox.ray_aabb(A.rays.one(i), B.boxes.from_(8 * i), 8, t_enter=True,
                                   flags=lanebox.REPRODUCIBLE)
            self.assertEqual(found.masks[i], one.hits[0])
            self.assertEqual(list(found.t_enter[8 * i:8 * i + 8]), list(one.t_enter))
        with self.assertRaisesRegex(ValueError, "eight floats of min"):
            lanebox.Aabb8s(B.min[:296].reshape(37, 8, 3).transpose(0, 2, 1), high)

    def test_frusta(self):
        matrix = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1.25, -1.25], [0, 0, 1, 0]], "f4")
        camera = lanebox.frustum_of_matrix(matrix)
        self.assertEqual(lanebox.check(camera).count, 0)
        self.assertEqual((camera.z_near[0], camera.z_far[0]), (1, 5))
        boxes = lanebox.Aabbs(np.array([[-1, -1, 3], [9, 9, 1], [4, 0, 4]], "f4"),
                              np.array([[1, 1, 4], [10, 10, 2], [6, 1, 5]], "f4"))
        found = lanebox.frustum_aabb(camera, boxes)
        self.assertEqual(found.count, 2)
        self.assertEqual(list(found.classes),
                         [lanebox.INSIDE, lanebox.OUTSIDE, lanebox.INTERSECTING])
        items = np.zeros(3, [("center", "f4", 3), ("half", "f4", 3), ("axis", "f4", (3, 3))])
        items["center"] = [[0, 0, 3.5], [9.5, 9.5, 1.5], [5, .5, 4.5]]
        items["half"] = [[1, 1, .5], [.5, .5, .5], [1, .5, .5]]
        items["axis"] = np.eye(3)
        oriented = lanebox.Obbs(items["center"], items["half"], items["axis"])
        found = lanebox.frustum_obb(camera, oriented)
        self.assertEqual(list(found.classes),
                         [lanebox.INSIDE, lanebox.OUTSIDE, lanebox.INTERSECTING])
        spheres = lanebox.Spheres(items["center"], items["half"][:, 0])
        found = lanebox.frustum_sphere(camera, spheres)
        self.assertEqual(found.count, 2)
        self.assertEqual(list(found.classes),
                         [lanebox.INSIDE, lanebox.OUTSIDE, lanebox.INTERSECTING])

    def test_sweeps(self):
        moving = A.dir.astype(float) - B.dir
        enter, leave = self.slabs(np.zeros((N, 3)), moving, A.min.astype(float) * 0 + B.min - A.max,
                                  B.max.astype(float) - A.min)
        first, last = enter, np.minimum(leave, 1)
        found = lanebox.aabb_aabb_sweep(A.boxes, A.motions, B.boxes, B.motions, u_first=True,
                                        u_last=True)
        self.same(found, first <= last, far_from(first - last))
        hits = lanebox.unpack(found.hits, N) & far_from(first - last)
        np.testing.assert_allclose(found.u_first[hits], first[hits], 1e-3, 1e-4)
        np.testing.assert_allclose(found.u_last[hits], last[hits], 1e-3, 1e-4)

        between = B.center.astype(float) - A.center
        u = np.clip(np.einsum("nc,nc->n", between, moving) / np.einsum("nc,nc->n", moving, moving),
                    0, 1)
        gap = np.linalg.norm(between - u[:, None] * moving, axis=1) - A.radius - B.radius
        self.same(lanebox.sphere_sphere_sweep(A.spheres, A.motions, B.spheres, B.motions), gap <= 0,
                  far_from(gap))

        length = np.linalg.norm(B.normal.astype(float), axis=1)
        start = (np.einsum("nc,nc->n", A.center.astype(float), B.normal) + B.offset) / length
        end = start + np.einsum("nc,nc->n", A.dir.astype(float), B.normal) / length
        gap = np.where(start * end < 0, 0, np.minimum(abs(start), abs(end))) - A.radius
        found = lanebox.sphere_plane_sweep(A.spheres, A.motions, B.planes, u_first=True, point=True)
        self.same(found, gap <= 0, far_from(gap))
        hits = lanebox.unpack(found.hits, N) & far_from(gap)
        at = A.center + found.u_first[:, None] * A.dir
        np.testing.assert_allclose(found.point.T[hits], at[hits], 1e-4, 1e-4)


class Conversions(unittest.TestCase):
    def test_boxes_and_spheres(self):
        made = lanebox.aabbs_from_obbs(A.turned)
        np.testing.assert_allclose(made.min, A.corners().min(1), 0, 1e-4)
        np.testing.assert_allclose(made.max, A.corners().max(1), 0, 1e-4)
        made = lanebox.aabbs_from_triangles(A.triangles)
        np.testing.assert_array_equal(made.min, A.vertex.min(1))
        np.testing.assert_array_equal(made.max, A.vertex.max(1))
        made = lanebox.aabbs_from_capsules(A.capsules)
        np.testing.assert_allclose(made.min, A.min - A.radius[:, None], 0, 1e-5)
        np.testing.assert_allclose(made.max, A.max + A.radius[:, None], 0, 1e-5)
        made = lanebox.spheres_from_obbs(A.turned)
        np.testing.assert_array_equal(made.center, A.center)
        np.testing.assert_allclose(made.radius, np.linalg.norm(A.half, axis=1), 1e-4)
        low, high = A.min.astype(float) + 1e6, A.max.astype(float) + 1e6
        made = lanebox.aabbs_from_doubles(lanebox.AabbsF64(low, high), (1e6, 1e6, 1e6))
        np.testing.assert_array_less(np.abs(made.min - (low - 1e6)), 1e-6)
        self.assertTrue((made.max >= high - 1e6).all())

    def test_transform(self):
        made = lanebox.obbs_transform(A.turned, lanebox.Poses(
            np.ascontiguousarray(np.pad(B.center, ((0, 0), (0, 1))))[:, :3], B.rotation))
        expected = np.einsum("nc,nkc->nk", A.center, B.axis.transpose(0, 2, 1)) + B.center
        np.testing.assert_allclose(made.center, expected, 0, 1e-4)
        poses = np.concatenate([B.center, B.rotation], 1)
        made = lanebox.capsules_transform(A.capsules, lanebox.Poses(poses[:, :3], poses[:, 3:]))
        for got, end in (made.start, A.min), (made.end, A.max):
            expected = np.einsum("nc,nkc->nk", end, B.axis.transpose(0, 2, 1)) + B.center
            np.testing.assert_allclose(got, expected, 0, 1e-4)
        np.testing.assert_array_equal(made.radius, A.radius)

    def test_point_triangle(self):
        corners = np.array([[[0, 0, 0], [4, 0, 0], [0, 4, 0]]], f4)
        points = np.array([[1, 1, 2], [2, -3, 0], [-1, -1, 0], [4, 4, 0], [7, -4, 0]], f4)
        found = lanebox.point_triangle(lanebox.Points(points), lanebox.Triangles(corners).one(0))
        np.testing.assert_allclose(found.distance, [2, 3, 2 ** .5, 8 ** .5, 5], 1e-6)
        np.testing.assert_array_equal(found.u, [.25, .5, 0, .5, 1])
        np.testing.assert_array_equal(found.v, [.25, 0, 0, .5, 0])
        self.assertEqual(list(found.feature), [
            lanebox.FACE, lanebox.EDGE, lanebox.VERTEX, lanebox.EDGE + 1, lanebox.VERTEX + 1])
        with self.assertRaises(lanebox.Error):
            lanebox.point_triangle(lanebox.Points(points), A.triangles.one(0), u=None)

    def test_triangle_triangle_distance(self):
        flat = np.array([[[0, 0, 0], [4, 0, 0], [0, 4, 0]]], f4)
        other = np.array([[[1, 1, 2], [8, 1, 3], [1, 8, 4]], [[1, 1, -8], [1, 1, 8], [1, 1, 8]]], f4)
        a, b = lanebox.Triangles(flat).one(0), lanebox.Triangles(other)
        found = lanebox.triangle_triangle_distance(a, b)
        np.testing.assert_array_equal(found.distance, [2, 0])
        np.testing.assert_array_equal(found.from_, [[1, 1, 0], [1, 1, 0]])
        np.testing.assert_array_equal(found.to, [[1, 1, 2], [1, 1, 0]])
        out = np.full((3, 7), 9, f4)
        back = lanebox.triangle_triangle_distance(b, a, 2, out=out)
        np.testing.assert_array_equal(back.to, found.from_)
        np.testing.assert_array_equal(out[:2, 1:4], found.to)
        self.assertTrue((out[2] == 9).all() and back.distance.base is not None)
        with self.assertRaises(lanebox.Error):
            lanebox.triangle_triangle_distance(a, b, 4, out=out)
        with self.assertRaises(ValueError):
            lanebox.triangle_triangle_distance(a, b, out=out[:, :6])

    def test_obb_obb_depth(self):
        cubes = np.zeros(4, [("center", f4, 3), ("half", f4, 3), ("axis", f4, (3, 3))])
        cubes["half"], cubes["axis"] = 1, np.eye(3)
        cubes["center"][1:] = [.5, 1.75, 0], [0, 0, -2.25], [np.nan, 0, 0]
        boxes = lanebox.Obbs(cubes["center"], cubes["half"], cubes["axis"])
        a, b = boxes.one(0), boxes.from_(1)
        found = lanebox.obb_obb_depth(a, b, 3)
        np.testing.assert_array_equal(found.depth, [.25, -.25, np.nan])
        np.testing.assert_array_equal(found.axis, [1, 2, 255])
        axis = np.zeros(2, u4)
        self.assertIs(lanebox.obb_obb_depth(a, b, 2, axis=axis).axis, axis)
        self.assertEqual(list(axis), [1, 2])
        with self.assertRaises(lanebox.Error):
            lanebox.obb_obb_depth(a, b, depth=None)

    def test_in_place(self):
        items = np.zeros(N, [("center", f4, 3), ("half", f4, 3), ("axis", f4, (3, 3)), ("id", "i4")])
        items["center"], items["half"], items["axis"] = A.center, A.half, A.axis
        view = lanebox.Obbs(items["center"], items["half"], items["axis"])
        poses = np.zeros((N, 7), f4)
        poses[:, :3], poses[:, 3:] = 1, (0, 0, 0, 1)
        self.assertIs(lanebox.obbs_transform(view, lanebox.Poses(poses[:, :3], poses[:, 3:]),
                                             out=view), view)
        np.testing.assert_allclose(items["center"], A.center + 1, 1e-4, 1e-5)
        self.assertTrue((items["id"] == 0).all())

    def test_check(self):
        for view in (A.boxes, A.turned, A.rays, A.segments, A.triangles, A.planes, A.spheres,
                     A.capsules, A.motions, lanebox.Poses(np.zeros((N, 4), f4)[:, :3], A.rotation)):
            self.assertEqual(lanebox.check(view).count, 0)
        broken = A.max.copy()
        broken[5, 1] = np.nan
        count, mask = lanebox.check(lanebox.Aabbs(A.min, broken))
        self.assertEqual((count, list(lanebox.indices(mask, N))), (1, [5]))
        self.assertEqual(list(lanebox.elements(mask, 200, A.boxes.from_(60))), [65])
        with self.assertRaises(TypeError):
            lanebox.check(lanebox.AabbsF64(np.zeros((1, 3)), np.zeros((1, 3))))


class Touching(unittest.TestCase):
    def setUp(self):
        # Unit cubes: three beside the first one, by a quarter in it or 8 away.
        center = np.array([[0, 0, 0], [.75, 0, 0], [-.75, 0, 0], [9, 0, 0]], f4)
        items = np.zeros(4, [("center", f4, 3), ("half", f4, 3), ("axis", f4, (3, 3))])
        items["center"], items["half"], items["axis"] = center, .5, np.eye(3)
        self.cubes = lanebox.Obbs(items["center"], items["half"], items["axis"])
        self.first, self.others = self.cubes.one(0), self.cubes.from_(1)

    def test_known(self):
        found = lanebox.obb_obb_contacts(self.first, self.others)
        self.assertEqual(found.dtype, lanebox.CONTACT)
        np.testing.assert_array_equal(found["item"], [0, 1])
        np.testing.assert_array_equal(found["points"], [4, 4])
        np.testing.assert_allclose(found["depth"], .25, 0, 1e-6)
        np.testing.assert_allclose(found["normal"], [[1, 0, 0], [-1, 0, 0]], 0, 1e-6)
        corners = np.array([(y, z) for y in (-.5, .5) for z in (-.5, .5)])
        for one, x in zip(found["point"], (.375, -.375)):
            np.testing.assert_allclose(one["depth"], .25, 0, 1e-6)
            np.testing.assert_allclose(one["position"][:, 0], x, 0, 1e-6)
            np.testing.assert_allclose(sorted(one["position"][:, 1:].tolist()), corners, 0, 1e-6)
            self.assertEqual(len(set(one["feature"].tolist())), 4)
        found = lanebox.obb_obb_contacts(self.first, self.others, margin=9)
        np.testing.assert_array_equal(found["item"], [0, 1, 2])
        np.testing.assert_allclose(found["depth"], [.25, .25, -8], 0, 1e-5)

    def test_random(self):
        gap = overlap(A.corners(), B.corners(), axes_of(frame(A, "obb")[1], frame(B, "obb")[1]))
        for margin in (0, .5):
            found = lanebox.obb_obb_contacts(A.turned, B.turned, margin=margin)
            near = np.isin(np.arange(N), found["item"])
            self.assertTrue((near == (gap <= margin))[far_from(gap - margin)].all())
            np.testing.assert_allclose(np.linalg.norm(found["normal"], axis=1), 1, 0, 1e-6)
            self.assertTrue((found["depth"] >= -margin - 1e-3).all())
        axes = np.full(N, 255, np.uint8)
        axes[found["item"]] = found["axis"]
        again = lanebox.obb_obb_contacts(A.turned, B.turned, margin=.5, axes=axes)
        np.testing.assert_array_equal(again, found)

    def test_many(self):
        found = lanebox.obb_obb_contacts(self.first, self.cubes.one(1), 5000)
        np.testing.assert_array_equal(found["item"], np.arange(5000))
        np.testing.assert_allclose(found["depth"], .25, 0, 1e-6)

    def test_out(self):
        out = np.zeros(3, lanebox.CONTACT)
        found = lanebox.obb_obb_contacts(self.first, self.others, out=out)
        self.assertIs(found.base, out)
        np.testing.assert_array_equal(found, lanebox.obb_obb_contacts(self.first, self.others))
        self.assertEqual(out[2], np.zeros(1, lanebox.CONTACT)[0])
        with self.assertRaises(lanebox.Error) as seen:
            lanebox.obb_obb_contacts(self.first, self.others, out=out[:1])
        self.assertEqual(seen.exception.code, lanebox.ERROR_COUNT)

    def test_refused(self):
        def touching(**named):
            return lanebox.obb_obb_contacts(self.first, self.others, **named)

        for margin in (-1, np.nan, np.inf):
            with self.assertRaises(lanebox.Error) as seen:
                touching(margin=margin)
            self.assertEqual(seen.exception.code, lanebox.ERROR_DISTANCE)
        self.assertRaisesRegex(TypeError, "margin is no number", touching, margin="1")
        self.assertRaisesRegex(ValueError, "axes has 2 elements", touching, axes=np.zeros(2, np.uint8))
        self.assertRaisesRegex(TypeError, "axes is of uint32", touching, axes=np.zeros(3, u4))
        self.assertRaisesRegex(TypeError, "out is of float32", touching, out=np.zeros(81, f4))

    def test_known_shapes(self):
        def view(kind, row):
            row = np.array([row], f4)
            if kind in (lanebox.Spheres, lanebox.Planes):
                return kind(row[:, :3], row[:, 3])
            if kind == lanebox.Triangles:
                return kind(row.reshape(1, 3, 3))
            last = row[:, 6] if kind == lanebox.Capsules else row[:, 6:].reshape(1, 3, 3)
            return kind(row[:, :3], row[:, 3:6], last)

        sphere, cube = view(lanebox.Spheres, (0, 0, 1.5, 1)), self.first
        pill = view(lanebox.Capsules, (-.25, 0, 0, .25, 0, 0, .5))
        floor = view(lanebox.Triangles, (-4, -4, 0, 4, -4, 0, 0, 4, 0))
        plane = view(lanebox.Planes, (0, 0, 2, -1))  # z = .5
        corners = [(x, y) for x in (-.5, .5) for y in (-.5, .5)]
        for name, a, b, depth, normal, points in (
                ("sphere_sphere", sphere, view(lanebox.Spheres, (0, 1.5, 1.5, 1)), .5, (0, 1, 0),
                 [(0, .75, 1.5)]),
                ("sphere_capsule", sphere, view(lanebox.Capsules, (1.5, 0, 0, 1.5, 0, 9, 1)), .5,
                 (1, 0, 0), [(.75, 0, 1.5)]),
                ("sphere_obb", view(lanebox.Spheres, (0, 0, 1, .75)), cube, .25, (0, 0, -1),
                 [(0, 0, .375)]),
                ("sphere_triangle", view(lanebox.Spheres, (0, 0, .75, 1)), floor, .25, (0, 0, -1),
                 [(0, 0, -.125)]),
                ("capsule_capsule", pill, view(lanebox.Capsules, (0, .75, 0, 9, .75, 0, .5)), .25,
                 (0, 1, 0), [(0, .375, 0), (.25, .375, 0)]),
                ("capsule_obb", view(lanebox.Capsules, (-.25, 0, .75, .25, 0, .75, .5)), cube, .25,
                 (0, 0, -1), [(-.25, 0, .375), (.25, 0, .375)]),
                ("triangle_capsule", floor, pill, .5, (0, 0, 1), [(-.25, 0, -.25), (.25, 0, -.25)]),
                ("triangle_obb", floor, view(lanebox.Obbs, (0, 0, .25, .5, .5, .5, *np.eye(3).flat)),
                 .25, (0, 0, 1), [(x, y, -.125) for x, y in corners]),
                ("plane_sphere", plane, sphere, 0, (0, 0, 1), [(0, 0, .5)]),
                ("plane_capsule", plane, pill, 1, (0, 0, 1), [(-.25, 0, 0), (.25, 0, 0)]),
                ("plane_obb", plane, cube, 1, (0, 0, 1), [(x, y, 0) for x, y in corners])):
            with self.subTest(name):
                found, = getattr(lanebox, name + "_contacts")(a, b)
                at = found["point"][:found["points"]]
                np.testing.assert_allclose(found["depth"], depth, 0, 1e-6)
                np.testing.assert_allclose(found["normal"], normal, 0, 1e-6)
                np.testing.assert_allclose(at["depth"], depth, 0, 1e-6)
                self.assertEqual(len(at), len(points))
                np.testing.assert_allclose(sorted(at["position"].round(4).tolist()), points, 0, 1e-4)

    def test_random_shapes(self):
        for name, a, b in shapes_in_contact():
            with self.subTest(name):
                call = getattr(lanebox, name + "_contacts")
                found = call(a, b)
                if name in ("plane_obb", "plane_capsule"):
                    below = getattr(lanebox, name)(a, b).classes != lanebox.POSITIVE
                    np.testing.assert_array_equal(found["item"], np.flatnonzero(below))
                elif name != "plane_sphere":
                    hits = getattr(lanebox, name)(a, b).hits
                    np.testing.assert_array_equal(found["item"], lanebox.indices(hits, N))
                self.assertGreater(len(found), 9)
                self.assertLess(len(found), N)
                np.testing.assert_allclose(np.linalg.norm(found["normal"], axis=1), 1, 0, 1e-6)
                axes = np.full(N, 255, np.uint8)
                axes[found["item"]] = found["axis"]
                np.testing.assert_array_equal(call(a, b, axes=axes), found)
                near = call(a, b, margin=.5)
                self.assertGreater(len(near), len(found))
                self.assertTrue((near["depth"] >= -.6).all())


class Layouts(unittest.TestCase):
    def test_the_same_from_every_layout(self):
        expected = lanebox.aabb_aabb(A.boxes, B.boxes).hits
        bodies = np.zeros(N, [("id", "i4"), ("max", f4, 3), ("x", "f8"), ("min", f4, 3)])
        bodies["min"], bodies["max"] = A.min, A.max
        both = np.concatenate([A.min, A.max], 1)
        padded = np.zeros((2 * N, 8), f4)
        padded[::2, :6] = both
        columns = np.asfortranarray(both)
        turned = both[::-1].copy()
        for name, view in {
                "fields": lanebox.Aabbs(bodies["min"], bodies["max"]),
                "every second row": lanebox.Aabbs(padded[::2, :3], padded[::2, 3:6]),
                "columns": lanebox.Aabbs(columns[:, :3], columns[:, 3:]),
                "arrays": lanebox.Aabbs(tuple(columns[:, c] for c in range(3)),
                                        [columns[:, c] for c in range(3, 6)]),
                "backwards": lanebox.Aabbs(turned[::-1, :3], turned[::-1, 3:])}.items():
            with self.subTest(name):
                np.testing.assert_array_equal(lanebox.aabb_aabb(view, B.boxes).hits, expected)

    def test_no_copies(self):
        low, high = A.min.copy(), A.max.copy()
        view = lanebox.Aabbs(low, high)
        low[:], high[:] = 100, 101
        self.assertEqual(lanebox.aabb_aabb(view, B.boxes).count, 0)
        hits = np.zeros(100, np.uint8)
        found = lanebox.aabb_aabb(A.boxes, B.boxes, hits=hits)
        self.assertIs(found.hits, hits)
        self.assertEqual(found.count, np.unpackbits(hits).sum())
        self.assertIsNone(lanebox.aabb_aabb(A.boxes, B.boxes, hits=None).hits)

    def test_lists(self):
        pairs = np.random.default_rng(3).integers(0, N, (500, 2), dtype=u4)
        found = lanebox.aabb_aabb(A.boxes.indexed(pairs[:, 0]), B.boxes.indexed(pairs[:, 1]))
        a, b = pairs.T
        expected = ((A.min[a] <= B.max[b]) & (B.min[b] <= A.max[a])).all(1)
        np.testing.assert_array_equal(lanebox.unpack(found.hits, 500), expected)
        np.testing.assert_array_equal(
            lanebox.elements(found.hits, 500, A.boxes.indexed(pairs[:, 0])), a[expected])

    def test_views_outlive_their_arrays(self):
        view = lanebox.Aabbs(A.min.copy(), A.max.copy()).indexed(np.arange(N, dtype=u4))
        other = [np.full((N, 3), 1e30, f4) for _ in range(20)]
        self.assertEqual(lanebox.aabb_aabb(view, A.boxes).count, N)
        self.assertEqual(len(other), 20)

    def test_refused(self):
        for error, words, make in (
                (TypeError, "float64, not float32", lambda: lanebox.Aabbs(A.min * 1.0, A.max.astype(float))),
                (TypeError, "no NumPy array: str", lambda: lanebox.Aabbs("boxes", A.max)),
                (TypeError, "not float32", lambda: lanebox.Aabbs(A.min.astype(">f4"), A.max)),
                (TypeError, "needs max", lambda: lanebox.Aabbs(A.min)),
                (TypeError, "takes min, max", lambda: lanebox.Aabbs(A.min, A.max, half=A.half)),
                (ValueError, "max has 299 elements", lambda: lanebox.Aabbs(A.min, A.max[1:])),
                (ValueError, "stride", lambda: lanebox.Aabbs(A.min, np.zeros((N, 4), f4)[:, :3])),
                (ValueError, r"\(300, 2\)", lambda: lanebox.Aabbs(A.min[:, :2], A.max)),
                (ValueError, "repeats", lambda: lanebox.Aabbs(np.broadcast_to(A.min[:1], (N, 3)), A.max)),
                (ValueError, "no multiple of 4", lambda: lanebox.Spheres(
                    *(np.zeros(N, np.dtype({"names": ["c", "r"], "formats": [(f4, 3), f4],
                                            "offsets": [0, 12], "itemsize": 18}))[k] for k in "cr"))),
                (ValueError, "not aligned", lambda: lanebox.Motions(
                    np.zeros(13, np.uint8)[1:].view(f4).reshape(1, 3))),
                (TypeError, "int64, not uint32", lambda: A.boxes.indexed(np.arange(3))),
                (ValueError, "stride of -4", lambda: A.boxes.indexed(np.arange(3, dtype=u4)[::-1])),
                (ValueError, "Aabbs.one: k is -1", lambda: A.boxes.one(-1)),
                (TypeError, "not lanebox.Obbs", lambda: lanebox.obb_obb(A.boxes, A.turned)),
                (ValueError, "say n", lambda: lanebox.aabb_aabb(A.boxes, A.boxes.from_(1))),
                (ValueError, "5 items of a list of 3", lambda: lanebox.aabb_aabb(
                    A.boxes.indexed(np.arange(3, dtype=u4)), A.boxes, 5)),
                (ValueError, "37 elements, 38", lambda: lanebox.aabb_aabb(
                    A.boxes, A.boxes, hits=np.zeros(37, np.uint8))),
                (TypeError, "bool, not uint8", lambda: lanebox.aabb_aabb(
                    A.boxes, A.boxes, hits=np.zeros(N, bool))),
                (ValueError, "not contiguous", lambda: lanebox.aabb_aabb(
                    A.boxes, A.boxes, hits=np.zeros(200, np.uint8)[::2])),
                (ValueError, "no pick", lambda: lanebox.aabbs_from_obbs(A.turned, out=A.boxes.one(0)))):
            with self.subTest(words):
                self.assertRaisesRegex(error, words, make)
        fixed = A.min.copy()
        fixed.flags.writeable = False
        with self.assertRaisesRegex(ValueError, "read-only"):
            lanebox.aabbs_from_obbs(A.turned, out=lanebox.Aabbs(fixed, A.max.copy()))

    def test_what_is_refused_is_named(self):
        order, mesh, few = lanebox.Order(A.boxes), lanebox.Mesh(*sheet()), np.zeros(3, u4)
        tree, other, pose = lanebox.AabbTree(mesh), lanebox.ObbTree(mesh), lanebox.RigidPose()
        for named, call in (
                ("Aabbs: max", lambda: lanebox.Aabbs(A.min, A.max[1:])),
                ("Rays: t_max", lambda: lanebox.Rays(A.min, A.dir, t_max=A.radius.astype(float))),
                ("Mesh: indices", lambda: lanebox.Mesh(A.min, few.astype(int))),
                ("Filter: mask", lambda: lanebox.Filter(few, few[:2])),
                ("TreeNodes: order", lambda: lanebox.TreeNodes(few, few, width=2, order=[1])),
                ("Aabbs.indexed: indices", lambda: A.boxes.indexed(few.astype(int))),
                ("lbx_obb_obb: b", lambda: lanebox.obb_obb(A.turned, A.boxes)),
                ("lbx_ray_aabb: rays", lambda: lanebox.ray_aabb(A.boxes, A.boxes)),
                ("lbx_ray_triangle: triangles", lambda: lanebox.ray_triangle(A.rays, A.boxes)),
                ("lbx_aabb_aabb: views", lambda: lanebox.aabb_aabb(A.boxes, A.boxes.from_(1))),
                ("lbx_aabb_aabb: hits", lambda: lanebox.aabb_aabb(A.boxes, A.boxes, hits=few)),
                ("lbx_plane_obb: classes", lambda: lanebox.plane_obb(A.planes, A.turned, classes=few)),
                ("lbx_ray_aabb: t_exit", lambda: lanebox.ray_aabb(A.rays, A.boxes, t_exit=few)),
                ("lbx_aabbs_from_obbs: items", lambda: lanebox.aabbs_from_obbs(A.boxes)),
                ("lbx_aabbs_from_obbs: out", lambda: lanebox.aabbs_from_obbs(A.turned, out=A.turned)),
                ("lbx_obbs_transform: poses", lambda: lanebox.obbs_transform(A.turned, A.turned)),
                ("lbx_capsules_transform: capsules", lambda: lanebox.capsules_transform(A.turned, A.turned)),
                ("lbx_obb_obb_contacts: b", lambda: lanebox.obb_obb_contacts(A.turned, A.boxes)),
                ("lbx_obb_obb_contacts: axes", lambda: lanebox.obb_obb_contacts(
                    A.turned, A.turned, axes=few)),
                ("lbx_hit_indices: mask", lambda: lanebox.indices(few, 3)),
                ("lbx_hit_elements: view", lambda: lanebox.elements(np.zeros(1, np.uint8), 3, few)),
                ("lbx_mesh_check: malformed", lambda: lanebox.check(mesh, malformed=few)),
                ("lbx_order_sort: boxes", lambda: lanebox.Order(A.turned)),
                ("lbx_pairs: filter", lambda: order.pairs(few)),
                ("lbx_pairs: out", lambda: order.pairs(out=few)),
                ("lbx_pairs_between: other", lambda: order.pairs_between(few)),
                ("lbx_query_rays: item_filter", lambda: order.query_rays(A.rays, None, few)),
                ("lbx_pair_changes: now", lambda: lanebox.pair_changes(few.reshape(1, 3)[:, :2].copy(), few)),
                ("lbx_obb_fit: mesh", lambda: lanebox.obb_fit(A.min)),
                ("lbx_obb_fit_hull: parts", lambda: lanebox.obb_fit_hull(mesh, few)),
                ("lbx_obb_tree_build: mesh", lambda: lanebox.ObbTree(A.min)),
                ("lbx_obb_tree_collide: other_pose", lambda: other.collide(pose, other, few)),
                ("lbx_obb_tree_refit: mesh", lambda: other.refit(few)),
                ("lbx_aabb_tree_build: masks", lambda: lanebox.AabbTree(mesh, few)),
                ("lbx_aabb_tree_nearest: rays", lambda: tree.nearest(A.boxes)),
                ("lbx_aabb_tree_nearest: t", lambda: tree.nearest(A.rays, t=few)),
                ("lbx_aabb_tree_any: skip", lambda: tree.any(A.rays, skip=few)),
                ("ObbTree.from_bytes: data", lambda: lanebox.ObbTree.from_bytes(b"tree"))):
            with self.subTest(named):
                self.assertRaisesRegex((TypeError, ValueError), f"^{re.escape(named)} ", call)
        for named, call in (("lbx_aabb_aabb", lambda: lanebox.aabb_aabb(A.boxes, B.boxes.one(N))),
                            ("lbx_aabb_tree_any", lambda: tree.any(A.rays.one(N), 1)),
                            ("lbx_order_refit", lambda: order.refit(A.boxes, 3))):
            self.assertRaisesRegex(lanebox.Error, f"^{named}: ", call)

    def test_version(self):
        with open("include/lanebox.h", encoding="utf-8") as header:
            parts = re.findall(r"#define LBX_VERSION_\w+ (\d+)", header.read())
        self.assertEqual(lanebox.__version__, ".".join(parts))

    def test_errors(self):
        for code, words, call in (
                (lanebox.ERROR_COUNT, None, lambda: lanebox.aabb_aabb(A.boxes, B.boxes, N + 1)),
                (lanebox.ERROR_INDEX, None, lambda: lanebox.aabb_aabb(A.boxes, B.boxes.one(N))),
                (lanebox.ERROR_FLAGS, None, lambda: lanebox.aabb_aabb(A.boxes, B.boxes, flags=1024)),
                (lanebox.ERROR_DISTANCE, "distance", lambda: lanebox.triangle_triangle_within(
                    A.triangles, B.triangles, -1))):
            with self.assertRaises(lanebox.Error) as seen:
                call()
            self.assertEqual(seen.exception.code, code)
            self.assertRegex(str(seen.exception), words or r"\w+ \w+")

    def test_instruction_sets(self):
        before = lanebox.isa_active()
        try:
            lanebox.isa_select("scalar")
            self.assertEqual(lanebox.isa_active(), "scalar")
            self.assertTrue(lanebox.isa_available("scalar"))
            absent = "sse2" if lanebox.isa_available("neon") else "neon"
            with self.assertRaises(lanebox.Error):
                lanebox.isa_select(absent)
            self.assertRaises(ValueError, lanebox.isa_select, "mmx")
        finally:
            lanebox.isa_select(before)


class Sets(unittest.TestCase):
    def brute(self, a, b):
        return ((a.min[:, None] <= b.max) & (b.min <= a.max[:, None])).all(2)

    def expect(self, found, table):
        i, k = np.nonzero(table)
        self.assertGreater(len(i), 10)
        self.assertEqual(sorted(map(tuple, found.tolist())), sorted(zip(i.tolist(), k.tolist())))

    def test_pairs(self):
        order = lanebox.Order(A.boxes, 5)
        self.assertEqual(order.sort(A.boxes), N)
        order.check()
        self.expect(order.pairs(), np.triu(self.brute(A, A), 1))
        self.expect(order.pairs_between(lanebox.Order(B.boxes)), self.brute(A, B))
        self.expect(order.query_aabbs(B.boxes), self.brute(B, A))
        order.sort(B.boxes)
        self.expect(order.pairs(), np.triu(self.brute(B, B), 1))
        order.refit(A.boxes)
        self.expect(order.pairs(), np.triu(self.brute(A, A), 1))

    def test_queries(self):
        order = lanebox.Order(B.boxes)
        rays = [lanebox.unpack(lanebox.ray_aabb(A.rays.one(i), B.boxes, flags=1).hits, N)
                for i in range(N)]
        self.expect(order.query_rays(A.rays), np.array(rays))
        matrix = np.eye(4, dtype=f4)
        matrix[3, 3] = 2  # an orthographic one: from -2 to 2, depth from 0 to 2
        camera = lanebox.frustum_of_matrix(matrix)
        seen = lanebox.frustum_aabb(camera, B.boxes, flags=lanebox.REPRODUCIBLE).classes
        self.expect(order.query_frustums(camera), seen.reshape(1, N) != lanebox.OUTSIDE)
        touched = [lanebox.unpack(lanebox.capsule_aabb(
            A.capsules.one(i), B.boxes, flags=lanebox.REPRODUCIBLE).hits, N) for i in range(N)]
        self.expect(order.query_capsules(A.capsules), np.array(touched))
        still = lanebox.Motions(np.zeros((1, 3), f4)).one(0)
        sweeps = [lanebox.unpack(lanebox.aabb_aabb_sweep(
            A.boxes.one(i), A.motions.one(i), B.boxes, still).hits, N) for i in range(N)]
        self.expect(order.query_sweeps(A.boxes, A.motions), np.array(sweeps))

    def test_filters_and_cursors(self):
        order = lanebox.Order(A.boxes)
        words = np.zeros((N, 2), u4)
        words[::2] = 1
        words[1::2] = 2
        among = np.triu(self.brute(A, A), 1) & (np.arange(N)[:, None] % 2 == np.arange(N) % 2)
        self.expect(order.pairs(lanebox.Filter(words[:, 0], words[:, 1])), among)
        whole = order.pairs()
        parts = [order.pairs(cursor=lanebox.Cursor(k, 3)) for k in range(3)]
        np.testing.assert_array_equal(np.concatenate(parts), whole)
        cursor, out, found = lanebox.Cursor(), np.empty((7, 2), u4), []
        while not cursor.done:
            found.append(order.pairs(out=out, cursor=cursor).copy())
        np.testing.assert_array_equal(np.concatenate(found), whole)
        many = lanebox.Order(lanebox.Aabbs(np.zeros((200, 3), f4), np.ones((200, 3), f4)))
        self.assertEqual(len(many.pairs()), 200 * 199 // 2)
        with self.assertRaises(ValueError):
            order.pairs(lanebox.Filter(words[:5, 0].copy()))
        order.refit(A.boxes)
        with self.assertRaises(lanebox.Error) as seen:
            order.pairs(out=out, cursor=cursor)
        self.assertEqual(seen.exception.code, lanebox.ERROR_INDEX)

    def test_lists(self):
        pairs = lanebox.Order(A.boxes).pairs()
        lanebox.pairs_sort(pairs)
        self.assertEqual(pairs.tolist(), sorted(pairs.tolist()))
        added, removed = lanebox.pair_changes(pairs[5:], pairs[:-3])
        self.assertEqual((added.tolist(), removed.tolist()),
                         (pairs[:5].tolist(), pairs[-3:].tolist()))
        with self.assertRaises(lanebox.Error):
            lanebox.pair_changes(pairs[::-1].copy(), pairs)


def sheet(side=20, seed=4):
    r = np.random.default_rng(seed)
    x, y = np.meshgrid(np.arange(side + 1), np.arange(side + 1), indexing="ij")
    positions = np.stack([x, y, r.uniform(0, 1, x.shape)], 2).reshape(-1, 3).astype(f4)
    at = (np.arange(side)[:, None] * (side + 1) + np.arange(side)).ravel()
    below = at + side + 1
    quads = np.stack([at, below, at + 1, at + 1, below, below + 1], 1)
    return positions, quads.reshape(-1, 3).astype(u4)


class Meshes(unittest.TestCase):
    def setUp(self):
        self.positions, self.indices = sheet()
        self.mesh = lanebox.Mesh(self.positions, self.indices)
        self.here, self.there = lanebox.RigidPose(), lanebox.RigidPose((.25, .25, .25))
        self.high = lanebox.RigidPose((0, 0, 1.5))

    def test_fits(self):
        box = lanebox.aabb_fit(self.mesh)
        np.testing.assert_array_equal(box.min[0], self.positions.min(0))
        np.testing.assert_array_equal(box.max[0], self.positions.max(0))
        points = self.positions.astype(float)
        for fit in (lanebox.obb_fit, lanebox.obb_fit_covariance, lanebox.obb_fit_hull, lanebox.obb_fit_least):
            box = fit(self.mesh)
            local = np.abs((points - box.center[0]) @ box.axis[0].T.astype(float))
            self.assertTrue((local <= box.half[0] * (1 + 1e-5) + 1e-4).all())
        for fit in (lanebox.sphere_fit, lanebox.caabb_fit):
            ball = fit(self.mesh)
            away = np.linalg.norm(points - ball.center[0], axis=1)
            self.assertTrue((away <= ball.radius[0] * (1 + 1e-6)).all())
            self.assertGreater(away.max(), ball.radius[0] * .9)
        pill = lanebox.capsule_fit(self.mesh)
        start, way = pill.start[0], (pill.end[0] - pill.start[0]).astype(float)
        part = np.clip((points - start) @ way / (way @ way), 0, 1)[:, None]
        away = np.linalg.norm(points - start - part * way, axis=1)
        self.assertTrue((away <= pill.radius[0] * (1 + 1e-6)).all())
        self.assertGreater(away.max(), pill.radius[0] * .9)
        parts = np.array([(0, 10), (10, 700)], np.uintp)
        self.assertEqual(lanebox.capsule_fit(self.mesh, parts).radius.shape, (2,))
        boxes = lanebox.aabb_fit(self.mesh, parts)
        np.testing.assert_array_equal(boxes.max[1],
                                      self.positions[self.indices[10:710].ravel()].max(0))
        with self.assertRaises(lanebox.Error):
            lanebox.aabb_fit(self.mesh, np.array([(0, 801)], np.uintp))
        padded = np.zeros((len(self.positions), 5), f4)
        padded[:, 1:4] = self.positions
        again = lanebox.aabb_fit(lanebox.Mesh(padded[:, 1:4], self.indices.ravel()))
        np.testing.assert_array_equal(again.min, lanebox.aabb_fit(self.mesh).min)

    def test_normals(self):
        corners = self.positions[self.indices].astype(float)
        wanted = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        length = np.linalg.norm(wanted, axis=1, keepdims=True)
        wanted = np.divide(wanted, length, where=length > 0, out=np.zeros_like(wanted))
        normals = lanebox.mesh_normals(self.mesh)
        np.testing.assert_allclose(normals, wanted, atol=1e-6)
        few = np.array([3, lanebox.NO_TRIANGLE, 0], u4)
        out = np.full((3, 3), 7, f4)
        self.assertIs(lanebox.mesh_normals(self.mesh, few, out=out), out)
        np.testing.assert_array_equal(out, [normals[3], (0, 0, 0), normals[0]])
        self.assertEqual(lanebox.mesh_normals(self.mesh, few[:0]).shape, (0, 3))
        for wrong in (few.astype("i8"), few.astype(f4)):
            self.assertRaises(TypeError, lanebox.mesh_normals, self.mesh, wrong)
        for wrong in (np.empty((2, 3), f4), np.empty((3, 4), f4), np.empty((3, 6), f4)[:, ::2]):
            self.assertRaises(ValueError, lambda: lanebox.mesh_normals(self.mesh, few, out=wrong))
        with self.assertRaises(lanebox.Error) as raised:
            lanebox.mesh_normals(self.mesh, np.array([len(self.indices)], u4))
        self.assertEqual(raised.exception.code, lanebox.ERROR_INDEX)

    def test_refused(self):
        for make in (lambda: lanebox.Mesh(self.positions, self.indices.astype(int)),
                     lambda: lanebox.Mesh(self.positions.astype(float))):
            self.assertRaises(TypeError, make)
        for make in (lambda: lanebox.Mesh(self.positions, self.indices.ravel()[:-1]),
                     lambda: lanebox.Mesh(self.positions, self.indices[:, ::-1])):
            self.assertRaises(ValueError, make)
        with self.assertRaises(lanebox.Error):
            lanebox.ObbTree(lanebox.Mesh(self.positions[:9], self.indices))

    def test_refused_triangles_left_out(self):
        positions = self.positions.copy()
        positions[self.indices[2, 0]] = np.nan
        mesh = lanebox.Mesh(positions, self.indices)
        kept = ~np.isnan(positions[self.indices]).any(axis=(1, 2))
        self.assertEqual(lanebox.check(mesh).count, np.count_nonzero(~kept))
        self.assertRaises(lanebox.Error, lanebox.ObbTree, mesh)
        self.assertRaises(lanebox.Error, lanebox.AabbTree, mesh)
        tree = lanebox.ObbTree(mesh, skip_refused=True)
        tree.check()
        found = tree.collide(self.here, tree, self.here)
        self.assertEqual(set(found[:, 0]), set(np.flatnonzero(kept)))
        nodes = lanebox.TreeNodes(np.array([len(kept)], u4), np.array([0], u4),
                                  np.full((1, 2), lanebox.NO_NODE, u4))
        for boxes in (lanebox.AabbTree(mesh, skip_refused=True),
                      lanebox.AabbTree.convert(mesh, nodes, skip_refused=True)):
            boxes.check()
            boxes.refit(mesh)
            middles = positions[self.indices[kept]].mean(axis=1)
            rays = lanebox.Rays(middles - f4([0, 0, 1]), np.broadcast_to(f4([0, 0, 1]), middles.shape).copy())
            self.assertTrue(kept[boxes.nearest(rays).id].all())

    def test_distances_of_meshes(self):
        tree, hint = lanebox.ObbTree(self.mesh), np.zeros(2, "u4")
        found = tree.distance(self.here, tree, self.high, hint=hint)
        self.assertTrue(.25 < found.distance <= 1.5 and hint.all())
        self.assertAlmostEqual(np.linalg.norm(found.from_ - found.to), found.distance)
        again = tree.distance(self.here, tree, self.high, reach=found.distance, hint=hint)
        self.assertEqual((again.distance, again.triangles), (found.distance, found.triangles))
        beyond = tree.distance(self.here, tree, self.high, reach=found.distance / 2)
        self.assertEqual(beyond.distance, float("inf"))
        self.assertEqual(beyond.triangles, (lanebox.NO_TRIANGLE,) * 2)
        self.assertEqual(tree.distance(self.here, tree, self.there).distance, 0)
        self.assertEqual(len(tree.self_collide(self.mesh)), 0)
        for wrong in ("far", None):
            self.assertRaises(TypeError, tree.distance, self.here, tree, self.high, reach=wrong)
        for wrong in (np.zeros(2), np.zeros(2, "i4"), [0, 0]):
            self.assertRaises(TypeError, tree.touches, self.here, tree, self.high, hint=wrong)
        self.assertRaises(ValueError, tree.touches, self.here, tree, self.high, hint=hint[:1])
        self.assertRaises(TypeError, tree.distance, self.here, self.mesh, self.high)
        self.assertRaises(lanebox.Error, tree.distance, self.here, tree, self.high, reach=-1)

    def test_meshes_against_meshes(self):
        tree = lanebox.ObbTree(self.mesh)
        tree.check()
        found = tree.collide(self.here, tree, self.there)
        corners = self.positions[self.indices]
        moved = (corners + f4(.25)).astype(f4)
        expected = []
        others = lanebox.Triangles(moved)
        mine = lanebox.Triangles(corners)
        for i in range(len(corners)):
            classes = lanebox.triangle_triangle_classify(mine.one(i), others).classes
            lanebox.triangle_triangle_resolve(mine.one(i), others, classes)
            expected += [(i, int(k)) for k in np.nonzero(classes)[0]]
        self.assertGreater(len(expected), 256)
        differing = set(map(tuple, found.tolist())) ^ set(expected)
        self.assertLess(len(differing), len(expected) // 100)  # positions are rounded here
        self.assertTrue(tree.touches(self.here, tree, self.there))
        self.assertFalse(tree.touches(self.here, tree, self.high))
        self.assertTrue(tree.is_within(self.here, tree, self.high, 1.5))
        self.assertFalse(tree.is_within(self.here, tree, self.high, .25))
        hint = np.zeros(2, "u4")
        self.assertFalse(tree.touches(self.here, tree, self.high, hint=hint))
        self.assertEqual(hint.tolist(), [0, 0])
        self.assertTrue(tree.touches(self.here, tree, self.there, hint=hint))
        self.assertTrue(tree.is_within(self.here, tree, self.there, 0, hint=hint) and hint.all())
        self.assertGreater(len(tree.within(self.here, tree, self.high, 1.5)), 100)
        self.assertEqual(len(tree.within(self.here, tree, self.high, .25)), 0)
        copy = lanebox.ObbTree.from_bytes(tree.bytes.copy())
        np.testing.assert_array_equal(copy.collide(self.here, tree, self.there), found)
        damaged = tree.bytes.copy()
        damaged[len(damaged) // 2] ^= 64
        with self.assertRaises(lanebox.Error):
            lanebox.ObbTree.from_bytes(damaged)
        self.positions += f4(100)
        copy.refit(self.mesh)
        self.assertFalse(copy.touches(self.here, tree, self.here))

    def test_points_find_the_nearest_triangles(self):
        r = np.random.default_rng(5)
        at = r.uniform(-3, 23, (N, 3)).astype(f4)
        points = lanebox.Points(at)
        corners = lanebox.Triangles(self.positions[self.indices])
        each = [lanebox.point_triangle(points.one(i), corners, len(self.indices)) for i in range(N)]
        distances = np.array([one.distance for one in each])
        least = distances.min(axis=1)
        tree = lanebox.AabbTree(self.mesh)
        found = tree.closest(points, u=True, v=True, feature=True)
        self.assertEqual(found.count, N)
        np.testing.assert_array_equal(found.distance, least)
        for i in range(N):
            self.assertEqual(distances[i, found.id[i]], least[i])
            self.assertEqual((found.u[i], found.v[i], found.feature[i]),
                             tuple(one[found.id[i]] for one in each[i][1:]))
        reach = float(np.median(least))
        some = tree.closest(points, reach=reach)
        np.testing.assert_array_equal(some.id, np.where(least <= reach, found.id, lanebox.NO_TRIANGLE))
        np.testing.assert_array_equal(some.distance, np.where(least <= reach, least, np.inf))
        self.assertEqual(some.count, (least <= reach).sum())
        np.testing.assert_array_equal(tree.closest(points, reach=np.full(N, reach, f4)).id, some.id)
        around = tree.around(points, least + f4(1))
        self.assertEqual(len(around), (distances <= (least + f4(1))[:, None]).sum())
        np.testing.assert_array_equal(around["distance"],
                                      distances[around["point"], around["triangle"]])
        self.assertEqual(len(tree.around(points, 0)), 0)
        second = tree.closest(points, skip=found.id)
        self.assertTrue((second.id != found.id).all() and (second.distance >= least).all())
        self.assertEqual(tree.closest(points, masks=np.zeros(N, u4)).count, 0)
        for wrong in (lambda: tree.closest(points, reach=np.zeros(N - 1, f4)),
                      lambda: tree.closest(points, skip=np.zeros(N - 1, u4))):
            self.assertRaises(ValueError, wrong)
        for wrong in (lambda: tree.closest(points, reach=np.zeros(N)),
                      lambda: tree.closest(points, reach="1"), lambda: tree.closest(at)):
            self.assertRaises(TypeError, wrong)
        self.assertRaises(lanebox.Error, lambda: tree.around(points, None))
        rods = np.concatenate([at, at + f4(1), np.full((N, 1), .5, f4)], 1)
        limbs = lanebox.Capsules(rods[:, :3], rods[:, 3:6], rods[:, 6])
        touched = [lanebox.unpack(lanebox.triangle_capsule(corners, limbs.one(i)).hits,
                                  len(self.indices)) for i in range(N)]
        found = tree.touched(limbs)
        self.assertEqual(found.dtype, u4)
        self.assertEqual(set(map(tuple, found.tolist())), set(zip(*np.nonzero(touched))))
        self.assertEqual(len(tree.touched(limbs, masks=np.zeros(N, u4))), 0)
        self.assertRaises(TypeError, lambda: tree.touched(points))

    def test_rays(self):
        r = np.random.default_rng(5)
        beams = np.zeros((N, 6), f4)
        beams[:, :2] = r.uniform(-2, 22, (N, 2))
        beams[:, 2], beams[:, 3], beams[:, 5] = 5, r.uniform(-1, 1, N), -1
        rays = lanebox.Rays(beams[:, :3], beams[:, 3:])
        corners = lanebox.Triangles(self.positions[self.indices])
        each = [lanebox.ray_triangle(rays.one(i), corners, t=True) for i in range(N)]
        tree = lanebox.AabbTree(self.mesh)
        tree.check()
        one_leaf = lanebox.TreeNodes(np.array([800], u4), np.array([0], u4), width=2)
        for built in (tree, lanebox.AabbTree.convert(self.mesh, one_leaf),
                      lanebox.AabbTree.from_bytes(tree.bytes)):
            found = built.nearest(rays, u=True, v=True)
            np.testing.assert_array_equal(found.t, [one.t.min() for one in each])
            missed = ~np.isfinite(found.t)
            self.assertTrue(0 < missed.sum() < N)
            expected = np.where(missed, lanebox.NO_TRIANGLE, [one.t.argmin() for one in each])
            np.testing.assert_array_equal(found.id, expected)
            self.assertEqual(found.count, N - missed.sum())
            np.testing.assert_array_equal(lanebox.unpack(built.any(rays).hits, N), ~missed)
            every = built.all(rays)
            self.assertEqual(len(every), sum(one.count for one in each))
            self.assertTrue((np.diff(every["ray"].astype(int)) >= 0).all())
            np.testing.assert_array_equal(
                built.all(rays, sorted=True), np.sort(every, order=("ray", "t", "triangle")))
            crossed = built.crossings(rays)
            self.assertEqual(crossed.count, (crossed.counts % 2).sum())
            self.assertTrue(0 < crossed.count)
        self.assertEqual(lanebox.AabbTree(self.mesh, np.zeros(800, u4)).any(rays).count, 0)
        self.assertEqual(tree.any(rays, masks=np.zeros(N, u4)).count, 0)
        for few in (lambda: lanebox.AabbTree(self.mesh, np.zeros(799, u4)),
                    lambda: tree.any(rays, masks=np.zeros(N - 1, u4))):
            self.assertRaises(ValueError, few)
        self.positions[:, 0] += 100
        tree.refit(self.mesh)
        self.assertEqual(tree.any(rays).count, 0)

    def test_one_origin_or_direction_for_all_rays(self):
        tree, origin = lanebox.AabbTree(self.mesh), np.array([9.3, 8.6, 5], f4)
        beams = np.zeros(N, [("dir", f4, 3), ("t_max", f4), ("origin", f4, 3)])
        dirs = np.random.default_rng(6).uniform(-3, 3, (N, 3)).astype(f4)
        dirs[:, 2] = -1
        beams["dir"], beams["t_max"] = dirs, np.inf
        columns = np.asfortranarray(dirs)
        expected = tree.nearest(lanebox.Rays(np.tile(origin, (N, 1)), dirs))
        self.assertTrue(N // 2 < expected.count < N)
        for name, given in {"dense": dirs, "fields": beams["dir"], "columns": columns,
                            "backwards": dirs[::-1].copy()[::-1],
                            "arrays": tuple(columns.T)}.items():
            with self.subTest(name):
                found = tree.nearest(lanebox.Rays(origin, given))
                for mine, other in zip(found, expected):
                    np.testing.assert_array_equal(mine, other)
        with_ranges = lanebox.Rays(origin, beams["dir"], t_max=beams["t_max"])
        np.testing.assert_array_equal(tree.nearest(with_ranges).t, expected.t)
        down, above = f4([0, 0, -1]), self.positions + f4([.25, .125, 3])
        np.testing.assert_array_equal(tree.nearest(lanebox.Rays(above, down)).t,
                                      tree.nearest(lanebox.Rays(above, np.tile(down, (len(above), 1)))).t)
        few = lanebox.Rays(origin, dirs[:1])
        self.assertEqual((few.count, few.origin.shape), (1, (1, 3)))
        self.assertEqual(lanebox.Rays(origin, dirs[:0]).count, 0)
        for error, words, make in (
                (ValueError, r"Rays: origin has the shape \(2,\)", lambda: lanebox.Rays(origin[:2], dirs)),
                (ValueError, "Rays: origin has the shape", lambda: lanebox.Rays(origin, origin)),
                (ValueError, "Rays: dir has the shape", lambda: lanebox.Rays(dirs[:, :2], origin[:2])),
                (ValueError, "Rays: origin has the shape", lambda: lanebox.Rays(origin, None)),
                (TypeError, "Rays: origin is of float64", lambda: lanebox.Rays(origin.astype(float), dirs)),
                (TypeError, "Rays: dir is of float64", lambda: lanebox.Rays(origin, dirs.astype(float))),
                (ValueError, "repeats", lambda: lanebox.Rays(origin, np.broadcast_to(down, (N, 3))))):
            with self.subTest(words):
                self.assertRaisesRegex(error, words, make)

    def test_rays_that_end(self):
        tree, r = lanebox.AabbTree(self.mesh), np.random.default_rng(5)
        low, high = self.positions.min(0) - 1, self.positions.max(0) + 1
        ends = r.uniform(low, high, (2, N, 3)).astype(f4)
        dirs, ones = ends[1] - ends[0], np.ones((N, 3), f4)[:, 0]
        along = lanebox.Rays(ends[0], end=ends[1])
        wanted = tree.nearest(lanebox.Rays(ends[0], dirs, t_max=ones), u=True, v=True)
        self.assertGreater(wanted.count, 10)
        for got, array in zip(tree.nearest(along, u=True, v=True), wanted):
            np.testing.assert_array_equal(got, array)
        np.testing.assert_array_equal(tree.any(along.from_(3)).hits,
                                      tree.any(lanebox.Rays(ends[0, 3:], dirs[3:], t_max=ones[3:])).hits)
        light = ends[0, 0]
        for one, starts, dirs in (
                (lanebox.Rays(ends[1], end=light), ends[1], light - ends[1]),
                (lanebox.Rays(light, end=ends[1]), np.tile(light, (N, 1)), ends[1] - light)):
            np.testing.assert_array_equal(
                tree.nearest(one).t, tree.nearest(lanebox.Rays(starts, dirs, t_max=ones)).t)
        for wrong in (lambda: lanebox.Rays(ends[0]), lambda: lanebox.Rays(ends[0], dirs, end=ends[1]),
                      lambda: lanebox.Rays(ends[0], end=ends[1], inv_dir=dirs)):
            self.assertRaisesRegex(TypeError, "Rays needs dir, or end", wrong)

    def test_signed_distances(self):
        corners = np.array(list(np.ndindex(2, 2, 2)), f4)
        faces = []
        for axis in range(3):
            u, v = np.eye(3, dtype=int)[[(axis + 1) % 3, (axis + 2) % 3]]
            for upper in range(2):
                at = np.eye(3, dtype=int)[axis] * upper
                first, second = (u, v) if upper else (v, u)
                for triangle in ((at, at + first, at + second), (at + second, at + first, at + u + v)):
                    faces.append([4 * x + 2 * y + z for x, y, z in triangle])
        mesh = lanebox.Mesh(corners, np.array(faces, u4))
        tree = lanebox.AabbTree(mesh)
        signs = lanebox.TreeSigns(tree)
        self.assertEqual((signs.edges, signs.triangles, len(signs.bytes)), (0, 0, 12 * 32 + 56))
        at = np.random.default_rng(6).uniform(-1, 2, (N, 3)).astype(f4)
        outside = np.maximum(abs(at.astype("f8") - .5) - .5, 0)
        wanted = np.linalg.norm(outside, axis=1)
        wanted = np.where(wanted > 0, wanted, (abs(at.astype("f8") - .5) - .5).max(axis=1))
        points = lanebox.Points(at)
        found = tree.signed_distance(points, signs, u=True, v=True, feature=True)
        self.assertEqual(found.count, N)
        self.assertTrue(0 < (found.distance < 0).sum() < N)
        np.testing.assert_allclose(found.distance, wanted, atol=1e-6)
        weights = np.stack([1 - found.u - found.v, found.u, found.v], axis=1)
        nearest = (corners[np.array(faces)[found.id]] * weights[..., None]).sum(axis=1)
        np.testing.assert_allclose(np.linalg.norm(at - nearest, axis=1), abs(wanted), atol=1e-5)
        self.assertEqual(set(found.feature) & {lanebox.FACE}, {lanebox.FACE})
        for other in (tree.signed_distance(points, None, by_crossings=True),
                      tree.signed_distance(points, lanebox.TreeSigns.from_bytes(signs.bytes), id=None),
                      tree.signed_distance(points, signs, distance=np.empty(N, f4))):
            np.testing.assert_array_equal(other.distance, found.distance)
        self.assertIsNone(other.u)
        some = tree.signed_distance(points.from_(1), signs, N - 1, np.full(N - 1, .25, f4))
        near = abs(found.distance[1:]) <= f4(.25)
        self.assertEqual(some.count, near.sum())
        np.testing.assert_array_equal(some.distance, np.where(near, found.distance[1:], np.inf))
        np.testing.assert_array_equal(some.id == lanebox.NO_TRIANGLE, ~near)
        damaged = signs.bytes.copy()
        damaged[99] ^= 1
        self.assertRaises(lanebox.Error, lanebox.TreeSigns.from_bytes, damaged)
        self.assertRaises(TypeError, lanebox.TreeSigns, mesh)
        for wrong in (None, tree):
            self.assertRaises(TypeError, tree.signed_distance, points, wrong)
        self.assertRaises(ValueError, tree.signed_distance, points, signs, reach=np.zeros(N - 1, f4))
        corners *= f4(2)
        tree.refit(mesh)
        with self.assertRaises(lanebox.Error) as raised:
            tree.signed_distance(points, signs)
        self.assertEqual(raised.exception.code, lanebox.ERROR_TREE)

    def test_a_single_ray_takes_few_calls(self):
        tree, rays = lanebox.AabbTree(self.mesh), lanebox.Rays(f4([[9, 9, 5]]), f4([[0, 0, -1]]))
        tree.nearest(rays)
        calls = []
        sys.setprofile(lambda frame, event, what: calls.append(event) if event.endswith("call") else None)
        try:
            tree.nearest(rays)
        finally:
            sys.setprofile(None)
        self.assertLess(len(calls), 40)


if __name__ == "__main__":
    unittest.main()
