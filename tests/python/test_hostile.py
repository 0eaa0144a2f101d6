# SPDX-License-Identifier: MIT
"""What a program may do wrong with lanebox for Python: it must get an exception or a right answer,
never memory that is not its own."""

import copy
import gc
import inspect
import pickle
import sys
import threading
import unittest
import weakref

import lanebox
import numpy as np
from test_lanebox import A, B, N, Scene, f4, shapes_in_contact, sheet, u4

INTEGERS = ("n", "flags", "slices", "leaf", "width", "first", "k", "of")


def line(n):
    """Boxes of which each overlaps the next."""
    low = np.zeros((n, 3), f4)
    low[:, 0] = np.arange(n)
    return lanebox.Aabbs(low, low + f4(1.25))


def made():
    """An object of each class that names arrays, by how it is called, and the arrays."""
    positions, indices = sheet(3)
    count, first = np.array([18], u4), np.array([0], u4)
    child, order = np.full((1, 2), lanebox.NO_NODE, u4), np.arange(18, dtype=u4)
    listed = np.arange(4, dtype=u4)
    return {
        "Mesh": (lanebox.Mesh(positions, indices), positions, indices),
        "Filter": (lanebox.Filter(count, first), count, first),
        "TreeNodes": (lanebox.TreeNodes(count, first, child, order=order), count, first, child,
                      order),
        "Aabbs": (lanebox.Aabbs(positions, positions).indexed(listed), positions, listed),
        "Rays": (lanebox.Rays(positions, positions), positions)}


class Held(unittest.TestCase):
    """What C reads stays: the package holds it, and no attribute replaces it."""

    def test_attributes_cannot_be_assigned(self):
        for name, (one, *_) in made().items():
            for attribute in (*(key for key in vars(one) if key[0] != "_"), "another"):
                with self.subTest(f"{name}.{attribute}"):
                    with self.assertRaisesRegex(AttributeError, f"{name}.{attribute}"):
                        setattr(one, attribute, None)
                    with self.assertRaises(AttributeError):
                        delattr(one, attribute)
        order = lanebox.Order(A.boxes)
        with self.assertRaises(AttributeError):
            order.count = 1
        self.assertEqual(order.count, N)

    def test_a_mesh_in_the_bytes_of_its_tree(self):
        positions, indices = sheet(3)
        for kind in (lanebox.ObbTree, lanebox.AabbTree):
            tree = kind(lanebox.Mesh(positions, indices))
            inside = np.frombuffer(tree.bytes, u4)[-indices.size:].reshape(indices.shape)
            with self.assertRaisesRegex(ValueError, "overlaps"):
                tree.refit(lanebox.Mesh(positions, inside))
            tree.check()

    def test_arrays_live_as_long(self):
        for name, (one, *arrays) in made().items():
            held = [weakref.ref(array) for array in arrays]
            del arrays
            gc.collect()
            with self.subTest(name):
                self.assertTrue(all(array() is not None for array in held))
            del one

    def test_lists_of_the_user_may_change(self):
        arrays = [np.ones(9, f4) for _ in range(6)]
        held = [weakref.ref(array) for array in arrays]
        low, high, words = arrays[:3], arrays[3:], [np.ones(9, u4)]
        everything = (lanebox.Mesh(low), lanebox.Aabbs(low, high), lanebox.Filter(words, words),
                      lanebox.TreeNodes(words, words, width=2))
        held.append(weakref.ref(words[0]))
        arrays[:], low[:], high[:], words[:] = [], [], [], []
        gc.collect()
        self.assertTrue(all(array() is not None for array in held))
        self.assertEqual(lanebox.aabb_fit(everything[0]).max.tolist(), [[1, 1, 1]])
        self.assertEqual(len(everything[0].positions), 3)
        self.assertEqual(len(everything[1].max), 3)

    def test_arrays_are_not_resized(self):
        for keep in (lambda a: lanebox.Mesh(a), lambda a: lanebox.Mesh(a[1:]),
                     lambda a: lanebox.Motions(a), lambda a: lanebox.Motions(a[::-1]),
                     lambda a: lanebox.Mesh(a, a.view(u4)),
                     lambda a: lanebox.Filter(a.view(u4)[:, 0]),
                     lambda a: A.boxes.indexed(a.view(u4)[:, 1])):
            array = np.zeros((9, 3), f4)
            one = keep(array)
            for check in (True, False):
                with self.assertRaisesRegex(ValueError, "resize"):
                    array.resize((1 << 20, 3), refcheck=check)
            del one
            array.resize((10, 3), refcheck=False)
        mesh = lanebox.Mesh(np.zeros((9, 3), f4))  # only the mesh has it
        with self.assertRaisesRegex(ValueError, "resize"):
            mesh.positions.resize((1 << 20, 3))

    def test_lengths_stay_what_they_were(self):
        listed = np.zeros(4, u4)
        view = A.boxes.indexed(listed)
        mesh = lanebox.Mesh(np.zeros((9, 3), f4))
        nodes = lanebox.TreeNodes(np.array([3], u4), np.array([0], u4), width=2, order=listed[:2])
        few = lanebox.Filter(listed)
        listed.dtype = np.uint8
        self.assertEqual(view.items, 4)
        for longer in (lambda: lanebox.aabb_aabb(view, A.boxes, 16),
                       lambda: lanebox.Order(A.boxes, 16).pairs(few),
                       lambda: lanebox.AabbTree.convert(mesh, nodes)):
            self.assertRaises(ValueError, longer)

    def test_copies(self):
        for name, (one, *_) in made().items():
            for duplicate in (copy.copy, copy.deepcopy, pickle.dumps):
                with self.subTest(name), self.assertRaisesRegex(TypeError, name):
                    duplicate(one)
        order = lanebox.Order(A.boxes)
        for again in (copy.deepcopy(order), pickle.loads(pickle.dumps(order))):
            again.refit(B.boxes)
            again.check()
            np.testing.assert_array_equal(order.pairs(), lanebox.Order(A.boxes).pairs())

        tree = lanebox.AabbTree(lanebox.Mesh(*sheet()))
        again = pickle.loads(pickle.dumps(tree))
        again.check()
        self.assertEqual(again.bytes.tolist(), tree.bytes.tolist())

    def test_the_bytes_of_a_tree_stay_read_only(self):
        tree = lanebox.AabbTree(lanebox.Mesh(*sheet()))
        with self.assertRaises(ValueError):
            tree.bytes.flags.writeable = True
        with self.assertRaises(ValueError):
            tree.bytes[0] = 1

    def test_constructors_that_raise_leave_what_was(self):
        view, order, mesh = lanebox.Aabbs(A.min, A.max), lanebox.Order(A.boxes), lanebox.Mesh(A.min)
        for again in (lambda: view.__init__(B.min, B.max[1:]), lambda: order.__init__(A.boxes.one(N)),
                      lambda: mesh.__init__(B.min, np.zeros(4, u4))):
            self.assertRaises((ValueError, lanebox.Error), again)
        self.assertIs(view.min, A.min)
        self.assertIs(mesh.positions, A.min)
        self.assertEqual(lanebox.aabb_aabb(view, A.boxes).count, N)
        np.testing.assert_array_equal(order.pairs(), lanebox.Order(A.boxes).pairs())
        for unmade in (lanebox.Order, lanebox.ObbTree, lanebox.AabbTree):
            self.assertRaises(AttributeError, object.__new__(unmade).check)


class Integers(unittest.TestCase):
    """Every integer is checked before ctypes takes it modulo 2**32 or 2**64."""

    def calls(self):
        """What takes integers, its other arguments, and how its errors name it."""
        eights = lanebox.Aabb8s(np.zeros((N, 3, 8), f4), np.ones((N, 3, 8), f4))
        exact = lanebox.AabbsF64(A.min.astype(float), A.max.astype(float))
        poses = np.zeros((N, 7), f4)
        poses = lanebox.Poses(poses[:, :3], poses[:, 3:])
        views = {"aabb": A.boxes, "obb": A.turned, "sphere": A.spheres, "segment": A.segments,
                 "capsule": A.capsules, "triangle": A.triangles, "plane": A.planes, "ray": A.rays, "aabb8": eights}
        for name in ("aabb_aabb obb_obb aabb_obb sphere_sphere sphere_aabb sphere_obb "
                     "sphere_capsule capsule_capsule plane_capsule capsule_aabb capsule_obb "
                     "triangle_capsule sphere_triangle segment_aabb "
                     "segment_obb triangle_aabb triangle_obb triangle_triangle plane_aabb plane_obb "
                     "ray_aabb ray_obb ray_capsule ray_aabb8 ray_triangle").split():
            yield getattr(lanebox, name), [views[side] for side in name.split("_")], "lbx_" + name
        for name, *others in (
                ("obb_obb_prejudge", A.turned, A.turned),
                ("triangle_triangle_classify", A.triangles, A.triangles),
                ("triangle_triangle_resolve", A.triangles, A.triangles, np.zeros(N, np.uint8)),
                ("triangle_triangle_within", A.triangles, A.triangles, 1),
                ("aabb_aabb_sweep", A.boxes, A.motions, A.boxes, A.motions),
                ("sphere_capsule_sweep", A.spheres, A.motions, A.capsules, A.motions),
                ("sphere_sphere_sweep", A.spheres, A.motions, A.spheres, A.motions),
                ("sphere_plane_sweep", A.spheres, A.motions, A.planes),
                ("aabbs_from_obbs", A.turned), ("aabbs_from_triangles", A.triangles),
                ("aabbs_from_capsules", A.capsules),
                ("spheres_from_obbs", A.turned), ("aabbs_from_doubles", exact, (0, 0, 0)),
                ("obbs_transform", A.turned, poses), ("capsules_transform", A.capsules, poses),
                ("point_triangle", lanebox.Points(A.min), A.triangles),
                ("triangle_triangle_distance", A.triangles, A.triangles),
                ("obb_obb_depth", A.turned, A.turned),
                ("obb_obb_contacts", A.turned, A.turned), ("obb_fit_hull", lanebox.Mesh(A.min)),
                *((name + "_contacts", *views) for name, *views in shapes_in_contact(A, A))):
            yield getattr(lanebox, name), others, "lbx_" + name
        mask = np.zeros(40, np.uint8)
        yield lanebox.indices, [mask], "lbx_hit_indices"
        yield lambda n: lanebox.elements(mask, n, A.boxes), [], "lbx_hit_elements"
        yield lanebox.unpack, [mask], "unpack"
        yield lanebox.check, [A.boxes], "lbx_aabbs_check"
        yield A.boxes.one, [], "Aabbs.one"
        yield A.rays.from_, [], "Rays.from_"
        order = lanebox.Order(A.boxes)
        yield lanebox.Order, [A.boxes], "lbx_order_sort"
        yield order.sort, [A.boxes], "lbx_order_sort"
        yield order.refit, [A.boxes], "lbx_order_refit"
        yield order.query_aabbs, [A.boxes], "lbx_query_aabbs"
        yield order.query_rays, [A.rays], "lbx_query_rays"
        yield order.query_sweeps, [A.boxes, A.motions], "lbx_query_sweeps"
        yield order.query_capsules, [A.capsules], "lbx_query_capsules"
        yield lanebox.Cursor, [], "lbx_cursor_range"
        mesh, pose = lanebox.Mesh(*sheet()), lanebox.RigidPose()
        tree, other = lanebox.AabbTree(mesh), lanebox.ObbTree(mesh)
        yield lanebox.ObbTree, [mesh], "lbx_obb_tree_options"
        yield other.collide, [pose, other, pose], "lbx_obb_tree_query"
        yield other.within, [pose, other, pose, 1], "lbx_obb_tree_query"
        one = np.zeros(1, u4)
        yield lambda width: lanebox.TreeNodes(one, one, width=width), [], "lbx_tree_nodes"
        for name in ("nearest", "any", "all"):
            yield getattr(tree, name), [A.rays], "lbx_aabb_tree_" + name
        yield tree.touched, [A.capsules], "lbx_aabb_tree_capsules"
        points = lanebox.Points(np.zeros((1, 3), f4))
        yield tree.signed_distance, [points, lanebox.TreeSigns(tree)], "lbx_aabb_tree_signed_distance"

    def test_wrong_ones_raise(self):
        tried = 0
        for call, others, named in self.calls():
            for name in inspect.signature(call).parameters:
                if name not in INTEGERS:
                    continue
                for error, value in (
                        (ValueError, -1), (ValueError, 1 - 2**32), (ValueError, 8 - 2**64),
                        (ValueError, 2**64), (ValueError, 2**64 + 1), (ValueError, np.int64(-1)),
                        (TypeError, 1.0), (TypeError, np.float32(1)), (TypeError, "1"),
                        (TypeError, True), (TypeError, np.True_), (TypeError, np.array([1])),
                        (TypeError, 1j)):
                    with self.subTest(f"{named}: {name}", value=value):
                        with self.assertRaisesRegex(error, rf"^{named}: {name} is "):
                            call(*others, **{name: value})
                        tried += 1
        self.assertGreater(tried, 700)

    def test_words_of_32_bits(self):
        mesh = lanebox.Mesh(*sheet())
        one = np.zeros(1, u4)
        for call in (lambda x: lanebox.aabb_aabb(A.boxes, B.boxes, flags=x),
                     lambda x: lanebox.ObbTree(mesh, x), lambda x: lanebox.obb_fit_hull(mesh, None, x),
                     lambda x: lanebox.TreeNodes(one, one, width=x)):
            call(1)
            for beyond in (2**32, 2**32 + 1):
                self.assertRaises(ValueError, call, beyond)

    def test_right_ones_do_not(self):
        expected = lanebox.aabb_aabb(A.boxes, B.boxes, 200)
        for n in (np.int64(200), np.uint8(200), np.array(200)):
            found = lanebox.aabb_aabb(A.boxes, B.boxes, n, flags=np.uint32(0))
            self.assertEqual(found.count, expected.count)
            self.assertEqual(found.hits.tolist(), expected.hits.tolist())
        for n in (N + 1, sys.maxsize):
            with self.assertRaises(lanebox.Error) as seen:
                lanebox.aabb_aabb(A.boxes, B.boxes, n, hits=None)
            self.assertEqual(seen.exception.code, lanebox.ERROR_COUNT)

    def test_distances_and_poses(self):
        tree, here = lanebox.ObbTree(lanebox.Mesh(*sheet())), lanebox.RigidPose()
        for d in ("1", None, 1j, [1]):
            with self.assertRaisesRegex(TypeError, "lbx_triangle_triangle_within: d is no number"):
                lanebox.triangle_triangle_within(A.triangles, B.triangles, d)
            with self.assertRaisesRegex(TypeError, "lbx_obb_tree_query: distance is no number"):
                tree.within(here, tree, here, d)
        for d in (np.nan, -1, 1e300):
            self.assertRaises(lanebox.Error, tree.within, here, tree, here, d)
        self.assertGreater(len(tree.within(here, tree, here, np.float32(.5))), 0)
        for bad in (np.nan, np.inf, -np.inf):
            for k in range(7):
                numbers = [0, 0, 0, 0, 0, 0, 1]
                numbers[k] = bad
                pose = lanebox.RigidPose(numbers[:3], numbers[3:])
                self.assertRaises(lanebox.Error, tree.collide, pose, tree, here)
                self.assertRaises(lanebox.Error, tree.touches, here, tree, pose)
        for numbers in ((), (0, 0), (0,) * 4):
            self.assertRaises(ValueError, lanebox.RigidPose, numbers)


class Buffers(unittest.TestCase):
    def test_masks_shorter_than_n(self):
        for call in (lanebox.indices, lanebox.unpack,
                     lambda mask, n: lanebox.elements(mask, n, A.boxes)):
            call(np.zeros(2, np.uint8), 16)
            for n in (17, 2**40, sys.maxsize):
                self.assertRaises(ValueError, call, np.zeros(2, np.uint8), n)
            self.assertRaises(TypeError, call, None, 0)
        with self.assertRaisesRegex(TypeError, "view is"):
            lanebox.elements(np.zeros(1, np.uint8), 1, lanebox.RigidPose())
        self.assertRaises(TypeError, lanebox.triangle_triangle_resolve, A.triangles, B.triangles, None)

    def test_outputs_overlap_no_numbers_that_are_read(self):
        order, mesh = lanebox.Order(A.boxes), lanebox.Mesh(*sheet())
        words = np.zeros((20000, 2), u4)
        view, hits = A.boxes.indexed(words[:, 0]), words.view(np.uint8).ravel()
        tree = lanebox.AabbTree(mesh)
        parts = np.array([(0, 10)] * 100, np.uintp)
        numbers = np.zeros((99, 6), f4)
        spheres = numbers[:, :4]
        spheres = lanebox.Spheres(spheres[:, :3], spheres[:, 3])
        for call in (
                lambda: lanebox.aabb_aabb(view, A.boxes.one(0), hits=hits),
                lambda: lanebox.plane_aabb(A.planes.one(0), view, classes=hits[7:20007]),
                lambda: lanebox.ray_aabb(A.rays.one(0), view, t_enter=words.view(f4).ravel()),
                lambda: lanebox.sphere_plane_sweep(
                    A.spheres.one(0), A.motions.one(0), A.planes.indexed(words[:9, 0]),
                    point=words[:15].view(f4).reshape(3, 10)),
                lambda: lanebox.aabbs_from_obbs(
                    A.turned.indexed(words[:99, 1]),
                    out=lanebox.Aabbs(words[:297].view(f4).reshape(-1, 6)[:, :3],
                                      words[:297].view(f4).reshape(-1, 6)[:, 3:])),
                lambda: lanebox.obb_obb_contacts(A.turned.indexed(words[:99, 1]), A.turned.one(0),
                                                 out=hits[:10800].view(lanebox.CONTACT)),
                lambda: lanebox.obb_obb_contacts(A.turned, A.turned, axes=hits[7:],
                                                 out=hits[:10800].view(lanebox.CONTACT)),
                lambda: order.query_aabbs(view, out=words),
                lambda: order.pairs(lanebox.Filter(words[:, 0], words[:, 1]), out=words),
                lambda: tree.nearest(A.rays, masks=words.ravel(), id=words.ravel()),
                lambda: lanebox.aabb_fit(mesh, parts, out=lanebox.Aabbs(
                    parts.view(f4).reshape(-1, 4)[:, :3], parts.view(f4).reshape(-1, 4)[:, 1:])),
                lambda: lanebox.sphere_fit(lanebox.Mesh(numbers[:, 1:4]), out=spheres)):
            with self.assertRaisesRegex(ValueError, "^lbx_.* overlaps"):
                call()
        # Fields of one array overlap in nothing.
        items = np.zeros(N, [("min", f4, 3), ("max", f4, 3), ("k", u4)])
        items["k"] = np.arange(N)[::-1]
        lanebox.aabbs_from_obbs(A.turned.indexed(items["k"]),
                                out=lanebox.Aabbs(items["min"], items["max"]))
        np.testing.assert_array_equal(items["min"], lanebox.aabbs_from_obbs(A.turned).min[::-1])

    def test_read_only_outputs(self):
        order = lanebox.Order(A.boxes)
        hits, out = np.zeros(N, np.uint8), np.zeros((N, 2), u4)
        view = lanebox.Aabbs(A.min.copy(), A.max.copy())
        contacts = np.zeros(N, lanebox.CONTACT)
        for array in (hits, out, view.min, contacts):
            array.flags.writeable = False
        for call in (lambda: lanebox.aabb_aabb(A.boxes, B.boxes, hits=hits),
                     lambda: order.pairs(out=out), lambda: lanebox.pairs_sort(out),
                     lambda: lanebox.aabbs_from_obbs(A.turned, out=view),
                     lambda: lanebox.obb_obb_contacts(A.turned, B.turned, out=contacts),
                     lambda: lanebox.triangle_triangle_resolve(A.triangles, B.triangles, hits)):
            self.assertRaisesRegex(ValueError, "read-only", call)
        view.min.flags.writeable = True
        lanebox.aabbs_from_obbs(A.turned, out=view)

    def test_alignment(self):
        room = np.zeros(1000, np.uint8)
        lanebox.plane_aabb(A.planes, B.boxes, classes=room[1:])
        self.assertTrue(room[1:N + 1].any() and not room[N + 1:].any())
        for call in (lambda: lanebox.Motions(np.ndarray((9, 3), f4, room, strides=(16, 5))),
                     lambda: lanebox.Motions(room[1:37].view(f4).reshape(3, 3)),
                     lambda: lanebox.obb_obb_contacts(A.turned, B.turned, out=np.ndarray(
                         9, lanebox.CONTACT, room, 1)),
                     lambda: lanebox.obb_obb_contacts(A.turned, B.turned, out=np.ndarray(
                         9, np.dtype(lanebox.CONTACT.descr), room, 1)),
                     lambda: lanebox.aabb_fit(lanebox.Mesh(A.min), np.ndarray((1, 2), np.uintp, room, 4))):
            self.assertRaisesRegex(ValueError, "not aligned", call)

    def test_nothing_at_all(self):
        none, no = np.zeros((0, 3), f4), np.zeros(0, np.uint8)
        boxes, tree = lanebox.Aabbs(none, none), lanebox.AabbTree(lanebox.Mesh(*sheet()))
        self.assertEqual(lanebox.aabb_aabb(boxes, boxes, hits=no).count, 0)
        self.assertEqual(lanebox.aabb_aabb(boxes, boxes, 0).hits.size, 0)
        self.assertEqual(lanebox.aabb_aabb(boxes.indexed(no.view(u4)), boxes).count, 0)
        self.assertEqual((len(lanebox.indices(no, 0)), len(lanebox.elements(no, 0, boxes))), (0, 0))
        solids = lanebox.Obbs(none, none, np.zeros((0, 3, 3), f4))
        self.assertEqual(lanebox.obb_obb_contacts(solids, solids).size, 0)
        self.assertEqual(lanebox.obb_obb_contacts(
            A.turned, B.turned, 0, axes=no, out=np.zeros(0, lanebox.CONTACT)).size, 0)
        order = lanebox.Order(boxes)
        order.check()
        self.assertEqual((order.count, len(order.pairs()), len(order.query_aabbs(A.boxes))), (0, 0, 0))
        self.assertEqual(len(lanebox.Order(A.boxes).query_aabbs(boxes)), 0)
        self.assertEqual(len(tree.all(lanebox.Rays(none, none))), 0)
        pairs = np.zeros((0, 2), u4)
        lanebox.pairs_sort(pairs)
        self.assertEqual([len(some) for some in lanebox.pair_changes(pairs, pairs)], [0, 0])
        for call in (lambda: boxes.one(0), lambda: boxes.from_(1)):
            self.assertRaises(lanebox.Error, lanebox.aabb_aabb, call(), A.boxes, 1)
        for call in (lambda: lanebox.aabb_fit(lanebox.Mesh(none)), lambda: lanebox.ObbTree(lanebox.Mesh(none)),
                     lambda: lanebox.Order(A.boxes).pairs(out=pairs)):
            self.assertRaises(lanebox.Error, call)

    def test_contacts_refuse_what_is_wrong(self):
        words, contacts = np.zeros(10800, u4), np.zeros(N, lanebox.CONTACT)
        for name, a, b in shapes_in_contact():
            call, named = getattr(lanebox, name + "_contacts"), f"^lbx_{name}_contacts: "
            with self.subTest(name):
                self.assertRaisesRegex(TypeError, named + "a ", call, A.boxes, b)
                self.assertRaisesRegex(TypeError, named + "b ", call, a, A.boxes)
                self.assertRaisesRegex(ValueError, named + "axes ", call, a, b, axes=np.zeros(9, np.uint8))
                self.assertRaisesRegex(ValueError, "overlaps", call, a.indexed(words[:99]), b.one(0),
                                       out=words.view(lanebox.CONTACT))
                self.assertRaises(lanebox.Error, call, a, b, N + 1, out=contacts)
                self.assertRaises(lanebox.Error, call, a, b, margin=np.nan)
                self.assertRaises(lanebox.Error, call, a, b, out=contacts[:1])
                self.assertEqual(call(a, b, 0).size, 0)

    def test_contacts_of_what_is_malformed(self):
        """Items of a shape that is not finite, or of negative size, have none; the others are as
        ever. Axes of any bytes change no item."""
        for name, a, b in shapes_in_contact():
            call, kinds = getattr(lanebox, name + "_contacts"), name.split("_")
            whole = call(a, b)
            some = call(a, b, axes=np.arange(N).astype(np.uint8))
            np.testing.assert_array_equal(some["item"], whole["item"], name)
            np.testing.assert_allclose(np.linalg.norm(some["normal"], axis=1), 1, 0, 1e-6)
            for side, bad in np.ndindex(2, 3):
                bad = (np.nan, np.inf, -1)[bad]
                if bad == -1 and kinds[side] in ("triangle", "plane"):
                    continue  # they have no size
                broken = Scene(seed=1 + side)
                for array in (broken.floats["radius"], broken.capsules.radius, broken.turned.half,
                              broken.vertex, broken.floats["offset"]):
                    array[::2] = bad
                views = next(views for one, *views in shapes_in_contact(
                    *((broken, B) if side == 0 else (A, broken))) if one == name)
                with self.subTest(name, side=side, bad=bad):
                    np.testing.assert_array_equal(call(*views), whole[whole["item"] % 2 == 1])

    def test_bytes_of_no_tree(self):
        r = np.random.default_rng(6)
        for kind in (lanebox.ObbTree, lanebox.AabbTree):
            data = kind(lanebox.Mesh(*sheet(4))).bytes
            self.assertEqual(kind.from_bytes(data).bytes.tolist(), data.tolist())
            for cut in (0, 1, 7, 8, 63, 64, len(data) // 2, len(data) - 1):
                self.assertRaises(lanebox.Error, kind.from_bytes, data[:cut])
            for at in r.integers(0, len(data), 300):
                damaged = data.copy()
                damaged[at] ^= 1 << r.integers(8)
                self.assertRaises(lanebox.Error, kind.from_bytes, damaged)
            for junk in (np.zeros(4096, np.uint8), np.full(4096, 255, np.uint8)):
                self.assertRaises(lanebox.Error, kind.from_bytes, junk)
            for wrong in (bytes(data), data.view(np.int8), data.reshape(1, -1), None):
                self.assertRaises(TypeError, kind.from_bytes, wrong)


class Sets(unittest.TestCase):
    def test_a_failed_sort_changes_nothing(self):
        boxes = line(5000)
        order = lanebox.Order(boxes)
        cursor, out = lanebox.Cursor(), np.empty((100, 2), u4)
        first = order.pairs(out=out, cursor=cursor).copy()
        for error, sort in (
                (lanebox.Error, lambda: order.sort(boxes.indexed(np.array([5000], u4)))),
                (lanebox.Error, lambda: order.sort(line(9000).one(9000), 20000)),
                (lanebox.Error, lambda: order.sort(boxes, 5001)),
                (lanebox.Error, lambda: order.sort(boxes, 2**32)),
                (TypeError, lambda: order.sort(A.turned)),
                (lanebox.Error, lambda: order.refit(boxes, 4999)),
                (lanebox.Error, lambda: order.refit(boxes.one(5000), 5000))):
            self.assertRaises(error, sort)
            self.assertEqual(order.count, 5000)
            order.check()
            with self.assertRaisesRegex(ValueError, "a filter of 1 items for 5000"):
                order.pairs(lanebox.Filter(np.ones(1, u4), np.ones(1, u4)))
        rest = [first]
        while len(rest[-1]) == 100:
            rest.append(order.pairs(out=out, cursor=cursor).copy())
        self.assertEqual(len(np.concatenate(rest)), 4999)

    def test_filters_have_a_word_for_each(self):
        order, other = lanebox.Order(line(200)), lanebox.Order(line(50))
        few = lanebox.Filter(np.ones(50, u4))
        still = lanebox.Motions(np.zeros((1, 3), f4)).one(0)
        rays = lanebox.Rays(np.zeros((1, 3), f4), np.ones((1, 3), f4)).one(0)
        for call in (lambda: order.pairs(few), lambda: order.pairs_between(other, few),
                     lambda: other.pairs_between(order, None, few),
                     lambda: order.query_aabbs(line(50), None, None, few),
                     lambda: other.query_aabbs(line(51), None, few),
                     lambda: other.query_rays(rays, 51, few),
                     lambda: order.query_sweeps(line(50), still, None, few, few)):
            with self.assertRaisesRegex(ValueError, "a filter of 50 items"):
                call()
        self.assertEqual(len(other.pairs(few)), 49)
        for wrong in (few, np.ones(200, u4), "all"):
            with self.assertRaisesRegex(TypeError, "cursor is"):
                order.pairs(cursor=wrong)
        self.assertRaises(TypeError, order.pairs, np.ones(200, u4))

    def beside(self, other, call, times):
        """Calls, while another thread does something else again and again."""
        going, errors = threading.Event(), []

        def run():
            try:
                while not going.is_set():
                    other()
            except BaseException as error:
                errors.append(error)
                raise
        thread = threading.Thread(target=run)
        thread.start()
        try:
            for _ in range(times):
                call()
        finally:
            going.set()
            thread.join()
        self.assertEqual(errors, [])

    def test_threads_share_an_order(self):
        many, few, apart = line(30000), line(20000), line(30000)
        apart.min[:, 1] = apart.max[:, 1] = np.arange(30000) * 4
        order, words = lanebox.Order(many), lanebox.Filter(np.ones(30000, u4))
        turns = []

        def change():
            turns.append(len(turns))
            order.sort(few if turns[-1] % 3 else many)
            order.sort(many)
            order.refit(apart)

        def search():
            self.assertIn(len(order.pairs(words)), (29999, 19999, 0))
        self.beside(change, search, 20)
        self.beside(search, change, 20)

    def test_threads_share_a_tree(self):
        positions, indices = sheet()
        there = lanebox.Mesh(positions - f4(100), indices)
        mesh, here = lanebox.Mesh(positions, indices), lanebox.RigidPose()
        tree, other = lanebox.ObbTree(mesh), lanebox.ObbTree(mesh)
        rays, boxes = lanebox.Rays(positions, np.ones_like(positions)), lanebox.AabbTree(mesh)
        all_pairs, all_hits = len(tree.collide(here, other, here)), len(boxes.all(rays))
        self.assertGreater(all_pairs, 800)
        self.assertGreater(all_hits, 441)

        def change():
            for one in (tree, boxes):
                one.refit(there)
                one.refit(mesh)

        def search():
            self.assertIn(len(tree.collide(here, other, here)), (0, all_pairs))
            self.assertIn(len(boxes.all(rays)), (0, all_hits))
        self.beside(change, search, 50)
        self.beside(search, change, 50)

    def test_a_mask_that_another_thread_writes(self):
        mask = np.zeros(4096, np.uint8)
        full = [False]

        def write():
            full[0] = not full[0]
            mask.fill(255 if full[0] else 1)

        def read():
            self.assertTrue((np.diff(lanebox.indices(mask, 32768).astype(np.int64)) > 0).all())
        self.beside(write, read, 1000)


if __name__ == "__main__":
    unittest.main()
