# SPDX-License-Identifier: MIT
"""Scenes of instances: what their meshes find one by one, and what a program may do wrong."""

import copy
import gc
import pickle
import sys
import threading
import unittest

import lanebox
import numpy as np
from test_lanebox import f4, u4

MESHES, INSTANCES, RAYS = 3, 40, 200


def mesh_of(r):
    return lanebox.Mesh(r.uniform(-1, 1, (150, 3)).astype(f4))


class World:
    """Meshes, their trees, instances of them, rays and points."""

    def __init__(self, scaled=True, seed=1):
        r = np.random.default_rng(seed)
        self.meshes = [mesh_of(r) for _ in range(MESHES)]
        self.trees = [lanebox.AabbTree(mesh) for mesh in self.meshes]
        self.oriented = [lanebox.ObbTree(mesh) for mesh in self.meshes]
        q = r.normal(size=(INSTANCES, 4))
        q /= np.linalg.norm(q, axis=1)[:, None]
        self.instances = lanebox.instances(
            r.uniform(-3, 3, (INSTANCES, 3)), q, r.uniform(.25, 2, INSTANCES) if scaled else 1,
            r.integers(0, MESHES, INSTANCES))
        self.scene = lanebox.Scene(self.trees, self.instances, self.oriented)
        self.origin = r.uniform(-5, 5, (RAYS, 3)).astype(f4)
        self.dir = r.uniform(-1, 1, (RAYS, 3)).astype(f4)
        self.rays, self.points = lanebox.Rays(self.origin, self.dir), lanebox.Points(self.origin)

    def tree_of(self, i):
        return self.trees[self.instances["tree"][i]]

    def pose(self, i):
        return lanebox.RigidPose(self.instances["position"][i], self.instances["rotation"][i])


W = World()


class Answers(unittest.TestCase):
    def test_rays(self):
        found = W.scene.nearest(W.rays, u=True, v=True)
        self.assertTrue(30 < found.count < RAYS)
        t = np.full(RAYS, np.inf, f4)
        first = np.full(RAYS, lanebox.NO_INSTANCE, u4)
        triangle, every = first.copy(), []
        for i in range(INSTANCES):
            inside = lanebox.rays_to_instance(W.instances[i], W.rays)
            one = W.tree_of(i).nearest(inside)
            nearer = one.t < t
            first[nearer], triangle[nearer], t[nearer] = i, one.id[nearer], one.t[nearer]
            every += [(h["ray"], h["t"], i, h["triangle"]) for h in W.tree_of(i).all(inside)]
        for name, expected in ("t", t), ("instance", first), ("triangle", triangle):
            np.testing.assert_array_equal(getattr(found, name), expected, name)
        hits = W.scene.any(W.rays)
        self.assertEqual(hits.count, found.count)
        np.testing.assert_array_equal(lanebox.unpack(hits.hits, RAYS), np.isfinite(t))
        coherent = W.scene.nearest(W.rays, coherent=True)
        np.testing.assert_array_equal(coherent.instance, first)
        self.assertEqual(W.scene.any(W.rays, coherent=True).count, found.count)
        listed = W.scene.all(W.rays, sorted=True)
        self.assertEqual([(h["ray"], h["t"], h["instance"], h["triangle"]) for h in listed],
                         sorted(every))
        np.testing.assert_array_equal(np.sort(W.scene.all(W.rays)), np.sort(listed))
        ray = first != lanebox.NO_INSTANCE
        self.assertTrue((found.u[ray] >= 0).all() and (found.v[~ray] == 0).all())

    def test_masks_and_skip(self):
        instances = W.instances.copy()
        instances["mask"] = 1 << (np.arange(INSTANCES) % 2)
        scene = lanebox.Scene(W.trees, instances)
        masks = np.full(RAYS, 2, u4)
        odd = scene.nearest(W.rays, masks=masks)
        self.assertTrue(10 < odd.count < scene.nearest(W.rays).count)
        self.assertTrue((odd.instance[np.isfinite(odd.t)] % 2 == 1).all())
        self.assertEqual(scene.any(W.rays, masks=np.zeros(RAYS, u4)).count, 0)
        first = W.scene.nearest(W.rays)
        second = W.scene.nearest(W.rays, skip=(first.instance, first.triangle))
        self.assertTrue((second.t >= first.t).all() and second.count < first.count)
        every = W.scene.all(W.rays)
        rest = W.scene.all(W.rays, skip=(first.instance, first.triangle))
        self.assertEqual(len(rest), len(every) - first.count)

    def test_rays_to_instance(self):
        i = 7
        x, y, z, w = W.instances["rotation"][i]
        turn = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                         [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                         [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]])
        turn /= W.instances["scale"][i]
        inside = lanebox.rays_to_instance(W.instances[i], W.rays)
        np.testing.assert_allclose(inside.origin, (W.origin - W.instances["position"][i]) @ turn,
                                   1e-5, 1e-5)
        np.testing.assert_allclose(inside.dir, W.dir @ turn, 1e-5, 1e-5)
        floats = np.zeros((RAYS, 8), f4)
        out = lanebox.Rays(floats[:, :3], floats[:, 3:6], t_max=floats[:, 6])
        self.assertIs(lanebox.rays_to_instance(W.instances[i], W.rays, out=out), out)
        np.testing.assert_array_equal(out.dir, inside.dir)
        self.assertFalse(floats[:, 6:].any())
        one = lanebox.rays_to_instance(W.instances[i], W.rays.one(3))
        np.testing.assert_array_equal(one.origin, inside.origin[3:4])
        for wrong in (lanebox.Rays(floats[:, :3], end=floats[:, 3:6]),
                      lanebox.Rays(floats[:, :3], floats[:, 3:6], floats[:, 3:6]), W.rays.one(0)):
            self.assertRaisesRegex(ValueError, "lbx_rays_to_instance: out", lanebox.rays_to_instance,
                                   W.instances[i], W.rays, out=wrong)
        for wrong in (None, 3, W.instances, np.zeros(1, "f8")[0], W.instances["position"][0]):
            self.assertRaisesRegex(TypeError, "instance is no", lanebox.rays_to_instance, wrong, W.rays)

    def test_points(self):
        found = W.scene.closest(W.points, u=True, v=True, feature=True)
        self.assertEqual(found.count, RAYS)
        distance, first = np.full(RAYS, np.inf, f4), np.zeros(RAYS, u4)
        for i in range(INSTANCES):
            inside = lanebox.Points(lanebox.rays_to_instance(W.instances[i], W.rays).origin)
            there = W.tree_of(i).closest(inside).distance * f4(W.instances["scale"][i])
            first[there < distance] = i
            distance = np.minimum(distance, there)
        np.testing.assert_allclose(found.distance, distance, 1e-6)
        self.assertGreater(np.count_nonzero(found.instance == first), RAYS - 2)
        reach = found.distance * f4(2)
        reach[::2] = 0
        some = W.scene.closest(W.points, reach=reach)
        self.assertEqual(some.count, RAYS // 2)
        self.assertTrue((some.instance[::2] == lanebox.NO_INSTANCE).all())
        self.assertEqual(W.scene.closest(W.points, reach=0).count, 0)

    def test_touching(self):
        w = World(scaled=False)
        boxes = w.scene.aabbs()
        self.assertEqual(boxes.min.shape, (INSTANCES, 3))
        grown = w.scene.aabbs(.0625)
        self.assertTrue((grown.min < boxes.min).all() and (grown.max > boxes.max).all())
        for d, order in (0, lanebox.Order(boxes)), (.125, lanebox.Order(grown)):
            expected, meeting = [], 0
            for b in range(INSTANCES):
                for a in range(b):
                    trees = [w.oriented[w.instances["tree"][k]] for k in (a, b)]
                    pairs = trees[0].within(w.pose(a), trees[1], w.pose(b), d) if d else \
                        trees[0].collide(w.pose(a), trees[1], w.pose(b))
                    expected += [(a, b, *pair) for pair in pairs.tolist()]
                    meeting += len(pairs) > 0
            found = w.scene.touching(order, d)
            self.assertGreater(len(found), 100)
            self.assertEqual(sorted(found.tolist()), sorted(expected))
            self.assertEqual(len(w.scene.touching(order, d, flags=lanebox.REPRODUCIBLE)), len(found))
            hints = np.zeros((64, 2), u4)
            for _ in range(2):
                once = w.scene.touching(order, d, any=True, hints=hints)
                self.assertEqual(len(once), meeting)
                self.assertTrue(hints.any())
            cursor, out, pieces = lanebox.SceneCursor(), np.empty(7, lanebox.SCENE_TOUCH), []
            while not cursor.done:
                pieces.append(w.scene.touching(order, d, out=out, cursor=cursor).copy())
            np.testing.assert_array_equal(np.concatenate(pieces), found)
            parts = [w.scene.touching(order, d, cursor=lanebox.SceneCursor(k, 3)) for k in range(3)]
            self.assertEqual(sorted(np.concatenate(parts).tolist()), sorted(expected))
            words = np.where(np.arange(INSTANCES) < 9, 1, 2).astype(u4)
            few = w.scene.touching(order, d, lanebox.Filter(words, words))
            self.assertEqual(sorted(few.tolist()),
                             sorted(pair for pair in expected if (pair[0] < 9) == (pair[1] < 9)))

    def test_changes(self):
        instances = W.instances.copy()
        scene = lanebox.Scene(W.trees, instances, W.oriented)
        instances["position"] += (100, 0, 0)
        self.assertGreater(scene.any(W.rays).count, 0)  # it has copies
        scene.refit(instances)
        scene.check()
        self.assertEqual(scene.any(W.rays).count, 0)
        far = lanebox.Rays(W.origin + f4([100, 0, 0]), W.dir)
        self.assertGreater(scene.any(far).count, 30)
        scene.build(W.instances[:5])
        self.assertEqual((scene.count, len(scene.aabbs().min)), (5, 5))
        only = lanebox.Scene(None, W.instances, W.oriented)
        self.assertEqual(only.count, INSTANCES)
        with lanebox.Workers(2) as workers:
            again = lanebox.Scene(W.trees, W.instances, workers=workers)
            alone = lanebox.Scene(W.trees, W.instances)
            np.testing.assert_array_equal(again.bytes, alone.bytes)
            again.refit(instances, workers=workers)
            alone.refit(instances)
            again.check(workers=workers)
            np.testing.assert_array_equal(again.bytes, alone.bytes)
            again.build(W.instances, workers=workers)
            lanebox.Scene.from_bytes(W.trees, again.bytes, workers=workers)

    def test_copies(self):
        first = W.scene.nearest(W.rays)
        for again in (copy.deepcopy(W.scene), pickle.loads(pickle.dumps(W.scene)),
                      lanebox.Scene.from_bytes(W.trees, W.scene.bytes, W.oriented)):
            np.testing.assert_array_equal(again.nearest(W.rays).t, first.t)
            self.assertEqual(again.count, INSTANCES)
            moved = W.instances.copy()
            moved["position"] += 100
            again.refit(moved)
        np.testing.assert_array_equal(W.scene.nearest(W.rays).t, first.t)

    def test_instances(self):
        made = lanebox.instances(np.zeros((2, 3), f4), scale=(1, 2), tree=np.uint8(3), mask=[1, 2])
        self.assertEqual(made.dtype, lanebox.INSTANCE)
        self.assertEqual(made["rotation"].tolist(), [[0, 0, 0, 1]] * 2)
        self.assertEqual([made[name].tolist() for name in ("scale", "tree", "mask")],
                         [[1, 2], [3, 3], [1, 2]])
        self.assertEqual(len(lanebox.instances(np.zeros((0, 3)))), 0)
        for error, wrong in ((ValueError, {"tree": -1}), (ValueError, {"mask": 2**32}),
                             (ValueError, {"tree": [0, -1]}), (ValueError, {"scale": [1, 2, 3]}),
                             (ValueError, {"rotation": (0, 0, 1)}), (TypeError, {"tree": 1.0}),
                             (TypeError, {"mask": True}), (ValueError, {"tree": [[0], [0]]})):
            self.assertRaisesRegex(error, f"^instances: {[*wrong][0]} ", lanebox.instances,
                                   np.zeros((2, 3)), **wrong)
        for wrong in (np.zeros(3), np.zeros((3, 1)), np.zeros((3, 4))):
            self.assertRaisesRegex(ValueError, "position has the shape", lanebox.instances, wrong)


class Hostile(unittest.TestCase):
    def test_what_is_refused_is_named(self):
        few, boxes = np.zeros(3, u4), lanebox.Aabbs(W.origin, W.origin)
        order = lanebox.Order(W.scene.aabbs())
        for named, call in (
                ("lbx_scene_build: trees ", lambda: lanebox.Scene(W.trees[0], W.instances)),
                ("lbx_scene_build: trees[1] ", lambda: lanebox.Scene([W.trees[0], few], W.instances)),
                ("lbx_scene_build: trees[0] ", lambda: lanebox.Scene(W.oriented, W.instances)),
                ("lbx_scene_build: touching[0] ", lambda: lanebox.Scene(None, W.instances, W.trees)),
                ("lbx_scene_build: trees are 3", lambda: lanebox.Scene(W.trees, W.instances, W.oriented[:2])),
                ("lbx_scene_build: instances ", lambda: lanebox.Scene(W.trees, [0])),
                ("lbx_scene_build: instances ", lambda: W.scene.build(few)),
                ("lbx_scene_build: instances ", lambda: W.scene.build(W.instances[::2])),
                ("lbx_scene_build: instances ", lambda: W.scene.build(W.instances.reshape(2, -1))),
                ("lbx_scene_build: workers ", lambda: W.scene.build(W.instances, workers=2)),
                ("lbx_scene_refit: instances ", lambda: W.scene.refit(W.instances["position"])),
                ("lbx_scene_check: workers ", lambda: W.scene.check(workers=2)),
                ("lbx_scene_nearest: rays ", lambda: W.scene.nearest(boxes)),
                ("lbx_scene_nearest: instance ", lambda: W.scene.nearest(W.rays, instance=few)),
                ("lbx_scene_nearest: u ", lambda: W.scene.nearest(W.rays, u=few)),
                ("lbx_scene_nearest: masks ", lambda: W.scene.nearest(W.rays, masks=few)),
                ("lbx_scene_any: hits ", lambda: W.scene.any(W.rays, hits=few)),
                ("lbx_scene_any: skip ", lambda: W.scene.any(W.rays, skip=few[:2])),
                ("lbx_scene_any: skip[0] ", lambda: W.scene.any(W.rays, skip=(few, few))),
                ("lbx_scene_all: rays ", lambda: W.scene.all(W.points)),
                ("lbx_scene_closest: points ", lambda: W.scene.closest(W.rays)),
                ("lbx_scene_closest: reach ", lambda: W.scene.closest(W.points, reach="far")),
                ("lbx_scene_closest: reach ", lambda: W.scene.closest(W.points, reach=W.origin[:3, 0].copy())),
                ("lbx_scene_aabbs: out ", lambda: W.scene.aabbs(out=W.origin)),
                ("lbx_scene_touching: order ", lambda: W.scene.touching(boxes)),
                ("lbx_scene_touching: filter ", lambda: W.scene.touching(order, 0, few)),
                ("lbx_scene_touching: filter ", lambda: W.scene.touching(order, 0, lanebox.Filter(few))),
                ("lbx_scene_touching: hints ", lambda: W.scene.touching(order, hints=few)),
                ("lbx_scene_touching: cursor ", lambda: W.scene.touching(order, cursor=lanebox.Cursor())),
                ("lbx_scene_touching: out ", lambda: W.scene.touching(order, out=few)),
                ("lbx_scene_touching: flags ", lambda: W.scene.touching(order, flags=-1)),
                ("lbx_scene_query: distance ", lambda: W.scene.touching(order, "0"))):
            with self.subTest(named):
                with self.assertRaises((TypeError, ValueError)) as raised:
                    call()
                self.assertTrue(str(raised.exception).startswith(named), raised.exception)

    def test_numbers(self):
        for call in (W.scene.nearest, W.scene.any, W.scene.all, W.scene.closest,
                     lambda view, n: lanebox.rays_to_instance(W.instances[0], view, n)):
            view = W.points if call == W.scene.closest else W.rays
            for error, n in ((ValueError, -1), (ValueError, 8 - 2**64), (ValueError, 2**64),
                             (TypeError, 1.0), (TypeError, True)):
                self.assertRaisesRegex(error, "^lbx_.*: n is ", call, view, n)
            self.assertRaises(lanebox.Error, call, view, RAYS + 1)
        for n in (RAYS + 1, 2**40, sys.maxsize):
            with self.assertRaises(lanebox.Error):
                W.scene.any(W.rays, n, hits=None)
        for k, of in (-1, 1), (0, -1), (0, 2**64):
            self.assertRaises(ValueError, lanebox.SceneCursor, k, of)
        self.assertRaises(lanebox.Error, lanebox.SceneCursor, 3, 3)

    def test_errors(self):
        def changed(field, value):
            instances = W.instances.copy()
            instances[field][7] = value
            return instances
        scene = lanebox.Scene(W.trees, W.instances, W.oriented)
        before = scene.bytes.tolist()
        order = lanebox.Order(scene.aabbs())
        for code, wrong in ((lanebox.ERROR_POSE, changed("position", np.nan)),
                            (lanebox.ERROR_POSE, changed("rotation", 3)),
                            (lanebox.ERROR_POSE, changed("scale", 0)),
                            (lanebox.ERROR_INDEX, changed("tree", MESHES)),
                            (lanebox.ERROR_INDEX, changed("tree", 2**32 - 1))):
            for call in (scene.refit, scene.build, lambda i: lanebox.Scene(W.trees, i)):
                with self.assertRaises(lanebox.Error) as raised:
                    call(wrong)
                self.assertEqual(raised.exception.code, code)
            self.assertEqual((scene.count, scene.bytes.tolist()), (INSTANCES, before))
        for code, call in (
                (lanebox.ERROR_COUNT, lambda: scene.refit(W.instances[:-1])),
                (lanebox.ERROR_POSE, lambda: scene.touching(order)),
                (lanebox.ERROR_NULL, lambda: lanebox.Scene([None] * MESHES, W.instances)),
                (lanebox.ERROR_INDEX, lambda: lanebox.Scene([], W.instances)),
                (lanebox.ERROR_INDEX, lambda: lanebox.Scene(None, W.instances)),
                (lanebox.ERROR_INDEX, lambda: lanebox.Scene.from_bytes(
                    W.trees[:1], scene.bytes).any(W.rays)),
                (lanebox.ERROR_NULL, lambda: lanebox.Scene(None, W.instances, W.oriented).any(W.rays)),
                (lanebox.ERROR_DISTANCE, lambda: scene.aabbs(-1)),
                (lanebox.ERROR_DISTANCE, lambda: scene.touching(order, np.nan)),
                (lanebox.ERROR_FLAGS, lambda: scene.touching(order, flags=1024))):
            with self.assertRaises(lanebox.Error) as raised:
                call()
            self.assertEqual(raised.exception.code, code)
        world = World(scaled=False)
        with self.assertRaises(lanebox.Error) as raised:
            world.scene.touching(lanebox.Order(W.scene.aabbs(), INSTANCES - 1))
        self.assertEqual(raised.exception.code, lanebox.ERROR_ORDER)

    def test_bytes_of_no_scene(self):
        r = np.random.default_rng(5)
        data = W.scene.bytes
        self.assertRaises(ValueError, data.__setitem__, 0, 1)
        for cut in (0, 1, 7, 8, 127, 128, len(data) // 2, len(data) - 1):
            self.assertRaises(lanebox.Error, lanebox.Scene.from_bytes, W.trees, data[:cut])
        for at in r.integers(0, len(data), 300):
            damaged = data.copy()
            damaged[at] ^= 1 << r.integers(8)
            self.assertRaises(lanebox.Error, lanebox.Scene.from_bytes, W.trees, damaged)
        for junk in (np.zeros(4096, np.uint8), np.full(4096, 255, np.uint8), W.trees[0].bytes):
            self.assertRaises(lanebox.Error, lanebox.Scene.from_bytes, W.trees, junk)
        for wrong in (bytes(data), data.view(np.int8), data.reshape(1, -1), None):
            self.assertRaises(TypeError, lanebox.Scene.from_bytes, W.trees, wrong)
        self.assertRaises(AttributeError, object.__new__(lanebox.Scene).check)

    def test_the_trees_live_as_long(self):
        world = World()
        scene, rays, expected = world.scene, world.rays, world.scene.nearest(world.rays)
        for tree in (*world.trees, *world.oriented):
            tree.__init__(mesh_of(np.random.default_rng(9)))
        world.trees[:] = world.oriented[:] = []
        del world
        gc.collect()
        others = [np.full(100000, 1e30, f4) for _ in range(20)]
        np.testing.assert_array_equal(scene.nearest(rays).t, expected.t)
        self.assertEqual(len(others), 20)

    def test_outputs(self):
        words = np.zeros(RAYS, u4)
        view = W.rays.indexed(words)
        world = World(scaled=False)
        order = lanebox.Order(world.scene.aabbs())
        touches = np.zeros(400, lanebox.SCENE_TOUCH)
        held = touches.view(u4)
        for call in (lambda: W.scene.nearest(W.rays, masks=words, instance=words),
                     lambda: W.scene.nearest(view, triangle=words),
                     lambda: W.scene.nearest(W.rays, skip=(words, words.copy()), t=words.view(f4)),
                     lambda: W.scene.any(view, hits=words.view(np.uint8)),
                     lambda: W.scene.closest(lanebox.Points(W.origin).indexed(words), feature=words),
                     lambda: world.scene.touching(order, any=True, hints=held[:20].reshape(10, 2), out=touches),
                     lambda: world.scene.touching(order, 0, lanebox.Filter(held, held), out=touches)):
            self.assertRaisesRegex(ValueError, "^lbx_.* overlaps", call)
        for array in (words, touches):
            array.flags.writeable = False
        for call in (lambda: W.scene.nearest(W.rays, instance=words),
                     lambda: W.scene.closest(W.points, feature=words),
                     lambda: world.scene.touching(order, hints=words.reshape(-1, 2)),
                     lambda: world.scene.touching(order, out=touches)):
            self.assertRaisesRegex(ValueError, "read-only", call)
        room = np.zeros(1000, np.uint8)
        for call in (lambda: world.scene.touching(order, out=np.ndarray(9, lanebox.SCENE_TOUCH, room, 1)),
                     lambda: world.scene.build(np.ndarray(9, lanebox.INSTANCE, room, 4)),
                     lambda: world.scene.build(np.ndarray(9, np.dtype(lanebox.INSTANCE.descr), room, 4))):
            self.assertRaisesRegex(ValueError, "not aligned", call)
        self.assertRaises(lanebox.Error, world.scene.touching, order, out=np.zeros(0, lanebox.SCENE_TOUCH))

    def test_nothing_at_all(self):
        none = np.zeros((0, 3), f4)
        for scene in (lanebox.Scene([], W.instances[:0]), lanebox.Scene(W.trees, W.instances[:0], W.oriented)):
            scene.check()
            self.assertEqual((scene.count, len(scene.aabbs().min)), (0, 0))
            self.assertEqual(scene.nearest(W.rays).count + scene.any(W.rays).count, 0)
            self.assertEqual((len(scene.all(W.rays)), scene.closest(W.points).count), (0, 0))
            self.assertEqual(lanebox.Scene.from_bytes(W.trees, scene.bytes).count, 0)
        self.assertEqual(len(scene.touching(lanebox.Order(scene.aabbs()))), 0)
        self.assertEqual(W.scene.nearest(lanebox.Rays(none, none)).count, 0)
        self.assertEqual(len(W.scene.all(lanebox.Rays(none, none))), 0)
        self.assertEqual(len(lanebox.rays_to_instance(W.instances[0], W.rays, 0).origin), 0)

    def test_threads_share_a_scene(self):
        world = World()
        moved = world.instances.copy()
        moved["position"] += 100
        far = lanebox.Mesh(world.meshes[0].positions + f4(50))
        expected = world.scene.nearest(world.rays).count
        going, errors = threading.Event(), []

        def change():
            try:
                while not going.is_set():
                    for instances in moved, world.instances, moved[:9], world.instances:
                        world.scene.build(instances)
                    world.scene.refit(moved)
                    world.trees[0].refit(far)
                    world.trees[0].refit(world.meshes[0])
                    world.scene.refit(world.instances)
            except BaseException as error:
                errors.append(error)
                raise
        thread = threading.Thread(target=change)
        thread.start()
        try:
            for _ in range(200):
                world.scene.nearest(world.rays)
                world.scene.all(world.rays)
                world.scene.closest(world.points)
                self.assertIn(len(world.scene.aabbs().min), (9, INSTANCES))
        finally:
            going.set()
            thread.join()
        self.assertEqual(errors, [])
        self.assertEqual(world.scene.nearest(world.rays).count, expected)


if __name__ == "__main__":
    unittest.main()
