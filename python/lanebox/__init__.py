# SPDX-License-Identifier: MIT
"""Batch collision tests over NumPy arrays: boxes, oriented boxes, rays, segments, planes,
triangles and spheres; every pair of a set; meshes against meshes and rays against meshes.

A view refers to arrays in place, dense or with a stride, and is passed to the tests::

    bodies = numpy.zeros(1000, [("min", "f4", 3), ("max", "f4", 3), ("id", "i4")])
    boxes = lanebox.Aabbs(bodies["min"], bodies["max"])
    found = lanebox.aabb_aabb(boxes.one(0), boxes)
    found.count, lanebox.indices(found.hits, 1000)

Arguments are never copied or converted: an array of another type raises a TypeError, one with a
layout that the library cannot read a ValueError. Floats are float32, element numbers uint32. What
the library itself refuses raises a lanebox.Error. An output is True (an array is made), an array of
the right type (it is written in place), or None (not wanted).

The C headers say what each function promises, under the same name with the prefix lbx_.
"""

from collections import namedtuple as _namedtuple

import numpy as _np

from ._arrays import Block as _Block
from ._arrays import Lay as _Lay
from ._arrays import View as _View
from ._arrays import address as _address
from ._arrays import dense as _dense
from ._arrays import expect as _expect
from ._arrays import items_of as _items_of
from ._arrays import wanted as _wanted
from ._library import Error, call as _call, plain as _plain, structure as _structure

(ERROR_NULL, ERROR_COUNT, ERROR_INDEX, ERROR_STRIDE, ERROR_FLAGS, ERROR_ISA, ERROR_MEMORY,
 ERROR_FORMAT, ERROR_DISTANCE) = range(-1, -10, -1)
REPRODUCIBLE = 1  # a flag of tests: the same bits on every instruction set
POSITIVE, NEGATIVE, TANGENT, INTERSECTING = range(4)  # classes of planes
APART, OVERLAPPING, UNDECIDED = range(3)  # classes of the two prejudging tests
NO_TRIANGLE = NO_NODE = 2**32 - 1
_ANY, _COHERENT = 16, 32

# ---------------------------------------------------------------------------------------------
# Views
# ---------------------------------------------------------------------------------------------


class Aabbs(_View):
    """Axis-aligned boxes: min and max, float32 of shape (count, 3), or three arrays of (count,)."""

    _structure, _fields = "lbx_aabbs", (("min", 3), ("max", 3))


class AabbsF64(_View):
    """Axis-aligned boxes of float64, for aabbs_from_doubles: min and max of shape (count, 3)."""

    _structure, _fields, _dtype = "lbx_aabbs_f64", (("min", 3), ("max", 3)), _np.float64


class Aabb8s(_View):
    """Nodes of eight boxes: min and max, float32 of shape (count, 3, 8)."""

    _structure, _fields, _eights = "lbx_aabb8s", (("min", 24), ("max", 24)), True


class Obbs(_View):
    """Oriented boxes: center and half of shape (count, 3), axis of (count, 3, 3), one per row."""

    _structure, _fields = "lbx_obbs", (("center", 3), ("half", 3), ("axis", 3, 3))


class Rays(_View):
    """Rays: origin and dir of shape (count, 3); inv_dir the same, t_min and t_max of (count,)."""

    _structure = "lbx_rays"
    _fields = (("origin", 3), ("dir", 3), ("inv_dir", 3), ("t_min", 1), ("t_max", 1))
    _optional = ("inv_dir", "t_min", "t_max")


class Segments(_View):
    """Segments: start and end of shape (count, 3)."""

    _structure, _fields = "lbx_segments", (("start", 3), ("end", 3))


class Planes(_View):
    """Planes: normal of shape (count, 3), offset of (count,)."""

    _structure, _fields = "lbx_planes", (("normal", 3), ("offset", 1))


class Triangles(_View):
    """Triangles: vertex of shape (count, 3, 3), one vertex per row."""

    _structure, _fields = "lbx_triangles", (("vertex", 3, 3),)


class Spheres(_View):
    """Spheres: center of shape (count, 3), radius of (count,)."""

    _structure, _fields = "lbx_spheres", (("center", 3), ("radius", 1))


class Motions(_View):
    """Displacements: delta of shape (count, 3)."""

    _structure, _fields = "lbx_motions", (("delta", 3),)


class Poses(_View):
    """Rigid transforms: position of shape (count, 3), rotation of (count, 4), x y z w."""

    _structure, _fields = "lbx_poses", (("position", 3), ("rotation", 4))


# ---------------------------------------------------------------------------------------------
# Tests
# ---------------------------------------------------------------------------------------------

Hits = _namedtuple("Hits", "count hits")
Classes = _namedtuple("Classes", "count classes")
RayHits = _namedtuple("RayHits", "count hits t_enter t_exit")
Ray8Hits = _namedtuple("Ray8Hits", "count masks t_enter")
Contacts = _namedtuple("Contacts", "count hits t u v")
SweepHits = _namedtuple("SweepHits", "count hits u_first u_last")
PlaneSweepHits = _namedtuple("PlaneSweepHits", "count hits u_first point")
NearestHits = _namedtuple("NearestHits", "count id t u v")
TreeStats = _namedtuple("TreeStats", "bytes items nodes leaves height leaf_items area_ratio "
                        "leaf_area_ratio overlap")


def _mask(out, n, name="hits"):
    return _wanted(out, name, _np.uint8, (n + 7) // 8)


def _pair_of_views(a, a_kind, b, b_kind, n):
    _expect(a, a_kind, "the first view")
    _expect(b, b_kind, "the second view")
    n = _items_of(n, a, b)
    return n, a.for_items(n), b.for_items(n)


def _mask_test(name, a_kind, b_kind):
    def test(a, b, n=None, *, flags=0, hits=True):
        n, first, second = _pair_of_views(a, a_kind, b, b_kind, n)
        hits, to = _mask(hits, n)
        return Hits(_call("lbx_" + name, first, second, n, flags, to), hits)

    test.__name__ = test.__qualname__ = name
    test.__doc__ = (
        f"lbx_{name} of {a_kind.__name__} and {b_kind.__name__}: count, and hits, uint8 of shape\n"
        "    ((n + 7) // 8,), a bit an item, the lowest first. n is what the views have, if not said.")
    return test


def _class_test(name, a_kind, b_kind, classes_of):
    def test(a, b, n=None, *, flags=0, classes=True):
        n, first, second = _pair_of_views(a, a_kind, b, b_kind, n)
        classes, to = _wanted(classes, "classes", _np.uint8, n)
        return Classes(_call("lbx_" + name, first, second, n, flags, to), classes)

    test.__name__ = test.__qualname__ = name
    test.__doc__ = (f"lbx_{name} of {a_kind.__name__} and {b_kind.__name__}: count, and classes, "
                    f"uint8 of shape (n,):\n    {classes_of}.")
    return test


aabb_aabb = _mask_test("aabb_aabb", Aabbs, Aabbs)
obb_obb = _mask_test("obb_obb", Obbs, Obbs)
aabb_obb = _mask_test("aabb_obb", Aabbs, Obbs)
sphere_sphere = _mask_test("sphere_sphere", Spheres, Spheres)
sphere_aabb = _mask_test("sphere_aabb", Spheres, Aabbs)
sphere_obb = _mask_test("sphere_obb", Spheres, Obbs)
segment_aabb = _mask_test("segment_aabb", Segments, Aabbs)
segment_obb = _mask_test("segment_obb", Segments, Obbs)
triangle_aabb = _mask_test("triangle_aabb", Triangles, Aabbs)
triangle_obb = _mask_test("triangle_obb", Triangles, Obbs)
triangle_triangle = _mask_test("triangle_triangle", Triangles, Triangles)
_SIDES = "POSITIVE, NEGATIVE, TANGENT or INTERSECTING"
_VERDICTS = "APART, OVERLAPPING or UNDECIDED"
plane_aabb = _class_test("plane_aabb", Planes, Aabbs, _SIDES)
plane_obb = _class_test("plane_obb", Planes, Obbs, _SIDES)
obb_obb_prejudge = _class_test("obb_obb_prejudge", Obbs, Obbs, _VERDICTS)
triangle_triangle_classify = _class_test("triangle_triangle_classify", Triangles, Triangles,
                                         _VERDICTS)


def triangle_triangle_resolve(a, b, classes, n=None):
    """Decides what triangle_triangle_classify left undecided, in `classes`, uint8 of shape (n,).
    Returns how many are not APART."""
    n, first, second = _pair_of_views(a, Triangles, b, Triangles, n)
    to = _dense(classes, "classes", _np.uint8, n, writable=True)
    return _call("lbx_triangle_triangle_resolve", first, second, n, to)


def triangle_triangle_within(a, b, d, n=None, *, flags=0, hits=True):
    """lbx_triangle_triangle_within: which Triangles are at most d apart."""
    n, first, second = _pair_of_views(a, Triangles, b, Triangles, n)
    hits, to = _mask(hits, n)
    return Hits(_call("lbx_triangle_triangle_within", first, second, d, n, flags, to), hits)


def _ray_test(name, kind):
    def test(rays, boxes, n=None, *, flags=0, hits=True, t_enter=None, t_exit=None):
        n, first, second = _pair_of_views(rays, Rays, boxes, kind, n)
        hits, to = _mask(hits, n)
        t_enter, enter = _wanted(t_enter, "t_enter", _np.float32, n)
        t_exit, leave = _wanted(t_exit, "t_exit", _np.float32, n)
        count = _call("lbx_" + name, first, second, n, flags, to, enter, leave)
        return RayHits(count, hits, t_enter, t_exit)

    test.__name__ = test.__qualname__ = name
    test.__doc__ = (f"lbx_{name} of Rays and {kind.__name__}: count, hits as of aabb_aabb, and if "
                    "wanted t_enter and t_exit,\n    float32 of shape (n,).")
    return test


ray_aabb = _ray_test("ray_aabb", Aabbs)
ray_obb = _ray_test("ray_obb", Obbs)


def ray_aabb8(rays, nodes, n=None, *, flags=0, masks=True, t_enter=None):
    """lbx_ray_aabb8 of Rays and Aabb8s: masks, uint8 of shape (n,), a bit per box; t_enter,
    float32 of shape (n * 8,)."""
    n, first, second = _pair_of_views(rays, Rays, nodes, Aabb8s, n)
    masks, to = _wanted(masks, "masks", _np.uint8, n)
    t_enter, enter = _wanted(t_enter, "t_enter", _np.float32, 8 * n)
    return Ray8Hits(_call("lbx_ray_aabb8", first, second, n, flags, to, enter), masks, t_enter)


def ray_triangle(rays, triangles, n=None, *, flags=0, hits=True, t=None, u=None, v=None):
    """lbx_ray_triangle: count, hits, and if wanted t, u and v, float32 of shape (n,)."""
    n, first, second = _pair_of_views(rays, Rays, triangles, Triangles, n)
    hits, to = _mask(hits, n)
    outs = [_wanted(out, name, _np.float32, n) for out, name in ((t, "t"), (u, "u"), (v, "v"))]
    count = _call("lbx_ray_triangle", first, second, n, flags, to, *(where for _, where in outs))
    return Contacts(count, hits, *(out for out, _ in outs))


def _sweep_test(name, kind):
    def test(a, a_motions, b, b_motions, n=None, *, flags=0, hits=True, u_first=None, u_last=None):
        views = (_expect(a, kind, "a"), _expect(a_motions, Motions, "a_motions"),
                 _expect(b, kind, "b"), _expect(b_motions, Motions, "b_motions"))
        n = _items_of(n, *views)
        hits, to = _mask(hits, n)
        u_first, first = _wanted(u_first, "u_first", _np.float32, n)
        u_last, last = _wanted(u_last, "u_last", _np.float32, n)
        count = _call("lbx_" + name, *(view.for_items(n) for view in views), n, flags, to, first,
                      last)
        return SweepHits(count, hits, u_first, u_last)

    test.__name__ = test.__qualname__ = name
    test.__doc__ = (f"lbx_{name} of {kind.__name__} and Motions of both sides: count, hits, and if "
                    "wanted u_first and\n    u_last, float32 of shape (n,).")
    return test


aabb_aabb_sweep = _sweep_test("aabb_aabb_sweep", Aabbs)
sphere_sphere_sweep = _sweep_test("sphere_sphere_sweep", Spheres)


def sphere_plane_sweep(spheres, motions, planes, n=None, *, flags=0, hits=True, u_first=None,
                       point=None):
    """lbx_sphere_plane_sweep: count, hits, and if wanted u_first, float32 of shape (n,), and point,
    float32 of shape (3, n): x of all, y of all, z of all."""
    views = (_expect(spheres, Spheres, "spheres"), _expect(motions, Motions, "motions"),
             _expect(planes, Planes, "planes"))
    n = _items_of(n, *views)
    hits, to = _mask(hits, n)
    u_first, first = _wanted(u_first, "u_first", _np.float32, n)
    pointers = None
    if point is not None and point is not False:
        if point is True:
            point = _np.empty((3, n), _np.float32)
        start = _dense(point, "point", _np.float32, 3 * n, writable=True, dimensions=(2,))
        if point.shape[0] != 3:
            raise ValueError(f"point has the shape {point.shape}, not (3, n)")
        rows = _np.array([start + k * point.strides[0] for k in range(3)], _np.uintp)
        pointers = _address(rows)
    count = _call("lbx_sphere_plane_sweep", *(view.for_items(n) for view in views), n, flags, to,
                  first, pointers)
    return PlaneSweepHits(count, hits, u_first, point if pointers else None)


# ---------------------------------------------------------------------------------------------
# Conversions, checks, masks
# ---------------------------------------------------------------------------------------------


def _new(kind, n):
    """A view of new arrays, with an item's floats next to each other."""
    if kind is Aabbs:
        floats = _np.empty((n, 6), _np.float32)
        return Aabbs(floats[:, :3], floats[:, 3:])
    if kind is Spheres:
        floats = _np.empty((n, 4), _np.float32)
        return Spheres(floats[:, :3], floats[:, 3])
    floats = _np.empty(n, [("center", "f4", 3), ("half", "f4", 3), ("axis", "f4", (3, 3))])
    return Obbs(floats["center"], floats["half"], floats["axis"])


def _target(out, kind, n):
    return _new(kind, n) if out is None else _expect(out, kind, "out")


def _conversion(name, kind, made):
    def convert(items, n=None, *, out=None):
        n = _items_of(n, _expect(items, kind, "the view"))
        out = _target(out, made, n)
        _call("lbx_" + name, items.for_items(n), n, out.for_writing())
        return out

    convert.__name__ = convert.__qualname__ = name
    convert.__doc__ = (f"lbx_{name} of {kind.__name__}: written to `out`, {made.__name__}, or to "
                       "arrays that are made. Returns it.")
    return convert


aabbs_from_obbs = _conversion("aabbs_from_obbs", Obbs, Aabbs)
aabbs_from_triangles = _conversion("aabbs_from_triangles", Triangles, Aabbs)
spheres_from_obbs = _conversion("spheres_from_obbs", Obbs, Spheres)


def aabbs_from_doubles(boxes, origin, n=None, *, out=None):
    """lbx_aabbs_from_doubles of AabbsF64 about `origin`, three numbers: Aabbs, `out` if given."""
    n = _items_of(n, _expect(boxes, AabbsF64, "boxes"))
    out = _target(out, Aabbs, n)
    about = _np.array(origin, _np.float64)
    if about.shape != (3,):
        raise ValueError(f"origin has the shape {about.shape}, not (3,)")
    _call("lbx_aabbs_from_doubles", boxes.for_items(n), _address(about), n, out.for_writing())
    return out


def obbs_transform(boxes, poses, n=None, *, out=None):
    """lbx_obbs_transform of Obbs by Poses: Obbs, `out` if given, which may be `boxes`."""
    n, first, second = _pair_of_views(boxes, Obbs, poses, Poses, n)
    out = _target(out, Obbs, n)
    _call("lbx_obbs_transform", first, second, n, out.for_writing())
    return out


_CHECKED = (Aabbs, Obbs, Rays, Segments, Triangles, Planes, Spheres, Motions, Poses)


def check(view, n=None, *, malformed=True):
    """lbx_*_check: how many items are outside of what their view promises for, and which ones: a
    mask like the hits of the tests."""
    if not isinstance(view, _CHECKED):
        raise TypeError(f"nothing checks {type(view).__name__}")
    n = _items_of(n, view)
    malformed, to = _mask(malformed, n, "malformed")
    return Hits(_call(view._structure + "_check", view.for_items(n), n, to), malformed)


def indices(mask, n):
    """The numbers of the first n items whose bit is set, uint32, in order."""
    bits = _dense(mask, "mask", _np.uint8, (n + 7) // 8)
    found = _np.empty(_call("lbx_hit_indices", bits, n, None), _np.uint32)
    _call("lbx_hit_indices", bits, n, _address(found))
    return found


def elements(mask, n, view):
    """The elements that a view reads for the items whose bit is set, uint32, in order."""
    bits = _dense(mask, "mask", _np.uint8, (n + 7) // 8)
    pick = view.for_items(n).pick
    found = _np.empty(_call("lbx_hit_elements", bits, n, pick, None), _np.uint32)
    _call("lbx_hit_elements", bits, n, pick, _address(found))
    return found


def unpack(mask, n):
    """A mask as bool of shape (n,), for NumPy's indexing."""
    _dense(mask, "mask", _np.uint8, (n + 7) // 8)
    return _np.unpackbits(mask, count=n, bitorder="little").view(bool)


# ---------------------------------------------------------------------------------------------
# Instruction sets
# ---------------------------------------------------------------------------------------------

_ISAS = {"best": -1, "scalar": 0, "sse2": 1, "avx2": 2, "avx512": 3, "neon": 4, "wasm128": 5}


def _isa(name):
    if name not in _ISAS:
        raise ValueError(f"no instruction set is called {name!r}, but {', '.join(_ISAS)}")
    return _ISAS[name]


def version():
    """The version of the library that runs: 100 for 0.1.0."""
    return _plain("lbx_version")


def isa_active():
    """The name of the instruction set that calls use."""
    return _plain("lbx_isa_name", _plain("lbx_isa_active")).decode()


def isa_select(name):
    """Makes calls use it from now on, in every thread; "best" restores the default."""
    _call("lbx_isa_select", _isa(name))


def isa_available(name):
    """Whether this machine and this library have it."""
    return _plain("lbx_isa_available", _isa(name)) == 1


# ---------------------------------------------------------------------------------------------
# Pairs of a set
# ---------------------------------------------------------------------------------------------


class Filter:
    """Which items may meet, by Bullet's rule: category and mask, uint32 of shape (count,), with
    equal strides; None is all ones."""

    def __init__(self, category=None, mask=None):
        lay = _Lay(_np.uint32)
        self.category, self.mask = category, mask
        found = [None if array is None else lay.floats(array, name, 1)[0]
                 for array, name in ((category, "category"), (mask, "mask"))]
        self.count = lay.count
        self._made = _structure("lbx_filter", category=found[0], mask=found[1], stride=lay.stride)

    def _for(self, count):
        if self.count is not None and self.count < count:
            raise ValueError(f"a filter of {self.count} items for {count}")
        return self._made


def _filter(filter, count):
    return None if filter is None else _expect(filter, Filter, "filter")._for(count)


class Cursor:
    """How far a search has come, or part k of its `of` parts."""

    def __init__(self, k=0, of=1):
        self._made = _structure("lbx_cursor")
        _call("lbx_cursor_range", self._made, k, of)

    @property
    def done(self):
        """Whether the search is complete."""
        return self._made.done == 1


def _search(name, arguments, out, cursor, room=4096):
    """All that a search finds; or, into `out`, what fits, and the cursor continues from there."""
    at = (Cursor() if cursor is None else cursor)._made
    if out is not None:
        to = _dense(out, "out", _np.uint32, 0, writable=True, dimensions=(2,))
        if out.shape[1] != 2:
            raise ValueError(f"out has the shape {out.shape}, not (room, 2)")
        return out[:_call(name, *arguments, at, to, len(out))]
    parts = []
    while True:
        part = _np.empty((room, 2), _np.uint32)
        parts.append(part[:_call(name, *arguments, at, _address(part), room)])
        if at.done:
            return parts[0] if len(parts) == 1 else _np.concatenate(parts)
        room *= 2


def _stats(name, block):
    """The lbx_tree_stats of an order or a tree, as TreeStats."""
    made = _structure("lbx_tree_stats")
    _call(name, block.address, made)
    return TreeStats(*(getattr(made, field) for field in TreeStats._fields))


class Order:
    """A set of boxes, sorted. It copies the boxes; its memory grows as sets do.

    Searches return pairs, uint32 of shape (found, 2): all of them, or into `out`, of shape
    (room, 2), as many as fit. `cursor` then continues from there until it is `done`."""

    def __init__(self, boxes, n=None):
        self._block = None
        self.sort(boxes, n)

    def sort(self, boxes, n=None):
        """Sorts Aabbs; returns how many are not empty."""
        n = _items_of(n, _expect(boxes, Aabbs, "boxes"))
        made = boxes.for_items(n)
        size = _plain("lbx_order_bytes", n)
        if size == 2**64 - 1:
            raise Error(ERROR_COUNT)
        if self._block is None or self._block.size < size:
            self._block = _Block(size)
        self.count = n
        return _call("lbx_order_sort", made, n, self._block.address, self._block.size)

    def refit(self, boxes, n=None):
        """Updates the set to the new places of the same Aabbs."""
        n = _items_of(n, _expect(boxes, Aabbs, "boxes"))
        return _call("lbx_order_refit", boxes.for_items(n), n, self._block.address,
                     self._block.size)

    def check(self):
        """Checks all of it; raises if it is damaged."""
        _call("lbx_order_check", self._block.address, self._block.size)

    def stats(self):
        """How good it is: TreeStats, as lbx_tree_stats describes them."""
        return _stats("lbx_order_stats", self._block)

    def pairs(self, filter=None, *, out=None, cursor=None):
        """Every pair of boxes that overlap, once, the lower number first."""
        return _search("lbx_pairs", (self._block.address, _filter(filter, self.count)), out, cursor)

    def pairs_between(self, other, filter=None, other_filter=None, *, out=None, cursor=None):
        """Every overlapping pair of a box of this set and a box of another."""
        _expect(other, Order, "other")
        return _search("lbx_pairs_between",
                       (self._block.address, other._block.address, _filter(filter, self.count),
                        _filter(other_filter, other.count)), out, cursor)

    def _query(self, name, views, n, item_filter, filter, out, cursor):
        n = _items_of(n, *views)
        return _search(name, (self._block.address, *(view.for_items(n) for view in views), n,
                              _filter(item_filter, n), _filter(filter, self.count)), out, cursor)

    def query_aabbs(self, boxes, n=None, item_filter=None, filter=None, *, out=None, cursor=None):
        """Every overlapping pair of one of Aabbs and a box of the set."""
        return self._query("lbx_query_aabbs", (_expect(boxes, Aabbs, "boxes"),), n, item_filter,
                           filter, out, cursor)

    def query_rays(self, rays, n=None, item_filter=None, filter=None, *, out=None, cursor=None):
        """Every pair of one of Rays and a box of the set that it hits."""
        return self._query("lbx_query_rays", (_expect(rays, Rays, "rays"),), n, item_filter, filter,
                           out, cursor)

    def query_sweeps(self, boxes, motions, n=None, item_filter=None, filter=None, *, out=None,
                     cursor=None):
        """Every pair of one of Aabbs, moving by Motions, and a box of the set that it hits."""
        return self._query("lbx_query_sweeps", (_expect(boxes, Aabbs, "boxes"),
                                                _expect(motions, Motions, "motions")), n,
                           item_filter, filter, out, cursor)


def _pairs(array, name, writable=False):
    start = _dense(array, name, _np.uint32, 0, writable, dimensions=(2,))
    if array.shape[1] != 2:
        raise ValueError(f"{name} has the shape {array.shape}, not (count, 2)")
    return start


def pairs_sort(pairs):
    """Sorts pairs, uint32 of shape (count, 2), in place."""
    start = _pairs(pairs, "pairs", writable=True)
    scratch = _np.empty_like(pairs)
    _call("lbx_pairs_sort", start, len(pairs), _address(scratch))


def pair_changes(old, now):
    """The pairs added and those removed from one sorted list to another: two lists."""
    first, second = _pairs(old, "old"), _pairs(now, "now")
    added, removed = _np.empty((len(now), 2), _np.uint32), _np.empty((len(old), 2), _np.uint32)
    counts = _np.zeros(2, _np.uintp)
    _call("lbx_pair_changes", first, len(old), second, len(now), _address(added), _address(counts),
          _address(removed), _address(counts[1:]))
    return added[:int(counts[0])], removed[:int(counts[1])]


# ---------------------------------------------------------------------------------------------
# Volumes around meshes
# ---------------------------------------------------------------------------------------------


class Mesh:
    """Triangles that share vertices: positions, float32 of shape (vertices, 3) or three arrays;
    indices, uint32 of shape (triangles, 3) or (3 * triangles,), or None: vertices 3t to 3t + 2."""

    def __init__(self, positions, indices=None):
        lay = _Lay()
        found = lay.floats(positions, "positions", 3)
        self.positions, self.indices = positions, indices
        corners = lay.count if indices is None else _np.size(indices)
        start = _dense(indices, "indices", _np.uint32, 0, dimensions=(1, 2))
        if indices is not None and corners % 3:
            raise ValueError(f"{corners} indices are no triangles")
        self.triangles = corners // 3
        self._made = _structure("lbx_mesh", vertex_count=lay.count, stride=lay.stride,
                                indices=start, triangle_count=self.triangles)
        for c in range(3):
            self._made.position[c] = found[c]


def _fit(name, kind, *between):
    def fit(mesh, parts=None, *, out=None):
        return _fitted(name, kind, mesh, parts, between, out)

    fit.__name__ = fit.__qualname__ = name
    fit.__doc__ = (f"lbx_{name}: {kind.__name__} around a mesh, or around each of `parts`, uintp of "
                   "shape (n, 2): the first\n    triangle and how many. Written to `out`, if given.")
    return fit


def _fitted(name, kind, mesh, parts, between, out):
    start = _dense(parts, "parts", _np.uintp, 0, dimensions=(2,))
    if parts is not None and parts.shape[1] != 2:
        raise ValueError(f"parts has the shape {parts.shape}, not (n, 2)")
    n = 1 if parts is None else len(parts)
    out = _target(out, kind, n)
    _call("lbx_" + name, _expect(mesh, Mesh, "mesh")._made, start, n, *between, out.for_writing())
    return out


aabb_fit = _fit("aabb_fit", Aabbs)
obb_fit = _fit("obb_fit", Obbs)
obb_fit_covariance = _fit("obb_fit_covariance", Obbs)
caabb_fit = _fit("caabb_fit", Spheres)
sphere_fit = _fit("sphere_fit", Spheres)


def obb_fit_hull(mesh, parts=None, slices=16, *, out=None):
    """lbx_obb_fit_hull: as obb_fit, by the outermost vertices of `slices` slices."""
    return _fitted("obb_fit_hull", Obbs, mesh, parts, (slices,), out)


# ---------------------------------------------------------------------------------------------
# Trees of meshes
# ---------------------------------------------------------------------------------------------


class RigidPose:
    """Where a mesh is: position, three numbers; rotation, a unit quaternion x y z w."""

    def __init__(self, position=(0, 0, 0), rotation=(0, 0, 0, 1)):
        self._made = _structure("lbx_rigid_pose")
        self._made.position[:] = [float(x) for x in position]
        self._made.rotation[:] = [float(x) for x in rotation]


class _Tree:
    """A tree: one block of memory, which copies the mesh. Threads may share it."""

    _kind = ""

    def _build(self, most, scratch, name, mesh, *arguments):
        if 2**64 - 1 in (most, scratch):
            raise Error(ERROR_COUNT)
        block, room = _Block(most), _Block(scratch)
        size = _call(name, mesh, *arguments, block.address, most, room.address)
        self._block = _Block(size)
        self._block.bytes[:] = block.bytes[:size]

    @classmethod
    def from_bytes(cls, data):
        """A tree from the `bytes` of another, uint8, which are checked."""
        tree = object.__new__(cls)
        if not isinstance(data, _np.ndarray) or data.dtype != _np.uint8 or data.ndim != 1:
            raise TypeError("a tree's bytes are uint8 of one dimension")
        tree._block = _Block(data.size)
        tree._block.bytes[:] = data
        tree.check()
        return tree

    @property
    def bytes(self):
        """The memory of the tree, uint8; it may be written to a file."""
        read = self._block.bytes.view()
        read.flags.writeable = False
        return read

    def refit(self, mesh):
        """Updates the tree to the new vertices of the same triangles."""
        _call(f"lbx_{self._kind}_refit", _expect(mesh, Mesh, "mesh")._made, self._block.address)

    def check(self):
        """Checks all of it; raises if it is damaged."""
        _call(f"lbx_{self._kind}_check", self._block.address, self._block.size)

    def stats(self):
        """How good it is: TreeStats, as lbx_tree_stats describes them."""
        return _stats(f"lbx_{self._kind}_stats", self._block)


class ObbTree(_Tree):
    """Oriented boxes around the triangles of a Mesh, `leaf` triangles per leaf, for meshes against
    meshes. Pairs are uint32 of shape (found, 2), triangles of this tree first."""

    _kind = "obb_tree"

    def __init__(self, mesh, leaf=0):
        made = _expect(mesh, Mesh, "mesh")._made
        self._build(_plain("lbx_obb_tree_bytes", made), _plain("lbx_obb_tree_scratch_bytes", made),
                    "lbx_obb_tree_build", made, _structure("lbx_obb_tree_options", leaf=leaf))

    def _meet(self, name, pose, other, other_pose, *rest):
        return (name, self._block.address, _expect(pose, RigidPose, "pose")._made,
                _expect(other, ObbTree, "other")._block.address,
                _expect(other_pose, RigidPose, "other_pose")._made, *rest)

    def _all(self, arguments):
        counts, room = _structure("lbx_obb_tree_counts"), 256
        while True:
            found = _np.empty((room, 2), _np.uint32)
            try:
                return found[:_call(*arguments, _address(found), room, counts)]
            except Error as error:
                if error.code != ERROR_COUNT or counts.pairs <= room:
                    raise
            room = counts.pairs

    def collide(self, pose, other, other_pose, *, flags=0):
        """The pairs of triangles that touch."""
        return self._all(self._meet("lbx_obb_tree_collide", pose, other, other_pose, flags))

    def within(self, pose, other, other_pose, d, *, flags=0):
        """The pairs of triangles that are at most d apart."""
        return self._all(self._meet("lbx_obb_tree_within", pose, other, other_pose, d, flags))

    def touches(self, pose, other, other_pose):
        """Whether any two touch."""
        return _call(*self._meet("lbx_obb_tree_collide", pose, other, other_pose, _ANY), None, 0,
                     None) > 0

    def is_within(self, pose, other, other_pose, d):
        """Whether any two are at most d apart."""
        return _call(*self._meet("lbx_obb_tree_within", pose, other, other_pose, d, _ANY), None, 0,
                     None) > 0


class TreeNodes:
    """A caller's tree over a mesh's triangles, as lbx_tree_nodes: count and first, uint32 of shape
    (nodes,); child of (nodes, width), or None if `width` is given; order of (triangles,)."""

    def __init__(self, count, first, child=None, width=None, order=None):
        self.arrays = (count, first, child, order)
        lay = _Lay(_np.uint32)
        counts, firsts = (lay.floats(array, name, 1)[0]
                          for array, name in ((count, "count"), (first, "first")))
        stride, children = lay.stride, None
        if child is not None:
            width = child.shape[1] if _np.ndim(child) == 2 else 0
            children = _dense(child, "child", _np.uint32, width * lay.count, dimensions=(2,))
            if stride:
                raise ValueError("count and first are not dense, child is")
        if width is None:
            raise ValueError("without child a width is needed")
        self._order = order
        self._made = _structure("lbx_tree_nodes", count=counts, first=firsts, child=children,
                                node_count=lay.count, stride=stride, width=width,
                                order=_dense(order, "order", _np.uint32, 0))

    def _for(self, mesh):
        if self._order is not None and len(self._order) < mesh.triangles:
            raise ValueError(f"order has {len(self._order)} triangles, the mesh {mesh.triangles}")
        return self._made


RAY_HIT = _np.dtype([("ray", "u4"), ("triangle", "u4"), ("t", "f4"), ("u", "f4"), ("v", "f4")])
_TRACE_SCRATCH = 3 << 20


class AabbTree(_Tree):
    """Axis-aligned boxes around the triangles of a Mesh, for Rays. `masks` are uint32 of shape
    (triangles,), those of searches of (n,): a ray meets triangles whose mask shares a bit with its
    own."""

    _kind = "aabb_tree"

    def __init__(self, mesh, masks=None):
        made = _expect(mesh, Mesh, "mesh")._made
        self._build(_plain("lbx_aabb_tree_bytes", made),
                    _plain("lbx_aabb_tree_scratch_bytes", made), "lbx_aabb_tree_build", made,
                    self._options(mesh, masks))

    @staticmethod
    def _options(mesh, masks):
        return _structure("lbx_aabb_tree_options",
                          masks=_dense(masks, "masks", _np.uint32, mesh.triangles))

    @classmethod
    def convert(cls, mesh, nodes, masks=None):
        """The tree that is made from the nodes of a caller's tree."""
        tree = object.__new__(cls)
        made = _expect(mesh, Mesh, "mesh")._made
        by = _expect(nodes, TreeNodes, "nodes")._for(mesh)
        tree._build(_plain("lbx_aabb_tree_bytes", made),
                    _plain("lbx_aabb_tree_convert_scratch_bytes", made, by),
                    "lbx_aabb_tree_convert", made, by, cls._options(mesh, masks))
        return tree

    def _rays(self, rays, n, masks):
        n = _items_of(n, _expect(rays, Rays, "rays"))
        return n, (self._block.address, rays.for_items(n), _dense(masks, "masks", _np.uint32, n), n)

    def nearest(self, rays, n=None, masks=None, *, coherent=False, id=True, t=True, u=None, v=None):
        """The nearest triangle of each ray: id, uint32, NO_TRIANGLE for a miss, and t, u and v,
        float32, all of shape (n,). Takes 3 MB of scratch."""
        n, arguments = self._rays(rays, n, masks)
        outs = [_wanted(id, "id", _np.uint32, n)]
        outs += [_wanted(out, name, _np.float32, n) for out, name in ((t, "t"), (u, "u"), (v, "v"))]
        hits = _structure("lbx_ray_hits", **dict(zip("id t u v".split(), (at for _, at in outs))))
        scratch = _Block(_TRACE_SCRATCH)
        count = _call("lbx_aabb_tree_nearest", *arguments, _COHERENT if coherent else 0, hits,
                      scratch.address, scratch.size)
        return NearestHits(count, *(out for out, _ in outs))

    def any(self, rays, n=None, masks=None, *, coherent=False, hits=True):
        """Which rays meet a triangle: count, and hits, a bit per ray. Takes 3 MB of scratch."""
        n, arguments = self._rays(rays, n, masks)
        hits, to = _mask(hits, n)
        scratch = _Block(_TRACE_SCRATCH)
        return Hits(_call("lbx_aabb_tree_any", *arguments, _COHERENT if coherent else 0, to,
                          scratch.address, scratch.size), hits)

    def all(self, rays, n=None, masks=None):
        """Every triangle that each ray meets, ray by ray: an array of RAY_HIT."""
        n, arguments = self._rays(rays, n, masks)
        at, room, parts = _structure("lbx_ray_cursor"), 4096, []
        while True:
            part = _np.empty(room, RAY_HIT)
            parts.append(part[:_call("lbx_aabb_tree_all", *arguments, 0, at, _address(part), room)])
            if len(parts[-1]) < room:
                return parts[0] if len(parts) == 1 else _np.concatenate(parts)
            room *= 2
