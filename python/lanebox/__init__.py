# SPDX-License-Identifier: MIT
"""Batch collision tests over NumPy arrays: boxes, oriented boxes, rays, segments, planes,
triangles, spheres and capsules; every pair of a set; meshes against meshes, and rays and points
against meshes and scenes of them; contacts.

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

import sys as _sys
import threading as _threading
from collections import namedtuple as _namedtuple
from contextlib import ExitStack as _ExitStack, contextmanager as _contextmanager
from ctypes import addressof as _addressof
from numbers import Real as _Real

import numpy as _np

from ._arrays import Held as _Held
from ._arrays import Lay as _Lay
from ._arrays import View as _View
from ._arrays import aligned as _aligned
from ._arrays import dense as _dense
from ._arrays import expect as _expect
from ._arrays import fixed as _fixed
from ._arrays import items_of as _items_of
from ._arrays import rows as _rows
from ._arrays import wanted as _wanted
from ._library import Block as _Block
from ._library import Error, Workers, address as _address, apart as _apart, bare as _bare, call as _call
from ._library import plain as _plain, ray_hits as _ray_hits, structure as _structure
from ._library import whole as _whole

(ERROR_NULL, ERROR_COUNT, ERROR_INDEX, ERROR_STRIDE, ERROR_FLAGS, ERROR_ISA, ERROR_MEMORY,
 ERROR_FORMAT, ERROR_DISTANCE, ERROR_MESH, ERROR_POSE, ERROR_ORDER,
 ERROR_TREE, ERROR_SCENE) = range(-1, -15, -1)
REPRODUCIBLE = 1  # a flag of tests: the same bits on every instruction set
POSITIVE, NEGATIVE, TANGENT, INTERSECTING = range(4)  # classes of planes
OUTSIDE, INSIDE = range(2)  # classes of frusta, beside INTERSECTING
MATRIX_COLUMNS, MATRIX_ROWS, MATRIX_DEPTH_BOTH = range(3)  # flags of frustum_of_matrix
APART, OVERLAPPING, UNDECIDED = range(3)  # classes of the two prejudging tests
FACE, EDGE, VERTEX = 0, 1, 4  # features of triangles; edges and vertices are numbered from there
NO_TRIANGLE = NO_NODE = NO_INSTANCE = 2**32 - 1
_ANY, _COHERENT, _SKIP_REFUSED, _SORTED, _SIGN_BY_CROSSINGS = 16, 32, 64, 128, 256
_f4, _u1, _u4 = _np.dtype("f4"), _np.dtype("u1"), _np.dtype("u4")
__version__ = "{}.{}.{}".format(*(_plain("lbx_version") // part % 100 for part in (10000, 100, 1)))

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
    """Rays: origin and dir of shape (count, 3); inv_dir the same, t_min and t_max of (count,). With
    end in place of dir they are segments, t from 0 to 1. An origin of shape (3,) is that of all, a
    dir or an end of shape (3,) too: it is copied for each ray."""

    _structure = "lbx_rays"
    _shared = ("origin", "dir", "end")
    _fields = (("origin", 3), ("dir", 3), ("inv_dir", 3), ("t_min", 1), ("t_max", 1), ("end", 3))
    _optional = ("dir", "inv_dir", "t_min", "t_max", "end")

    def __init__(self, *arrays, **named):
        super().__init__(*arrays, **named)
        given = [name for name in ("dir", "end") if self.__dict__.get(name) is not None]
        if len(given) != 1 or given == ["end"] and self.__dict__.get("inv_dir") is not None:
            raise TypeError("Rays needs dir, or end without inv_dir")

    def _written(self, owner):
        if "dir" not in self._pointers or "inv_dir" in self._pointers:
            raise ValueError(f"{owner}: out needs dir, without inv_dir")
        return {name: self._pointers[name] for name in ("origin", "dir")}


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


class Capsules(_View):
    """Capsules: start and end of shape (count, 3), radius of (count,)."""

    _structure, _fields = "lbx_capsules", (("start", 3), ("end", 3), ("radius", 1))


class Frustums(_View):
    """What cameras see: eye of shape (count, 3), axis of (count, 3, 3): right, up, forward, one per
    row; low and high of (count, 2), z_near and z_far of (count,), parallel the same or None."""

    _structure, _optional = "lbx_frustums", ("parallel",)
    _fields = (("eye", 3), ("axis", 3, 3), ("low", 2), ("high", 2), ("z_near", 1), ("z_far", 1),
               ("parallel", 1))


class Motions(_View):
    """Displacements: delta of shape (count, 3)."""

    _structure, _fields = "lbx_motions", (("delta", 3),)


class Points(_View):
    """Points: position of shape (count, 3)."""

    _structure, _fields = "lbx_points", (("position", 3),)


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
Nearests = _namedtuple("Nearests", "distance u v feature")
Separations = _namedtuple("Separations", "distance from_ to")
Depths = _namedtuple("Depths", "depth axis")
SweepHits = _namedtuple("SweepHits", "count hits u_first u_last")
PlaneSweepHits = _namedtuple("PlaneSweepHits", "count hits u_first point")
NearestHits = _namedtuple("NearestHits", "count id t u v")
Crossings = _namedtuple("Crossings", "count counts")
Closest = _namedtuple("Closest", "count id distance u v feature")
SceneHits = _namedtuple("SceneHits", "count instance triangle t u v")
SceneClosest = _namedtuple("SceneClosest", "count instance triangle distance u v feature")
Separation = _namedtuple("Separation", "distance from_ to triangles")
TreeStats = _namedtuple("TreeStats", "bytes items nodes leaves height leaf_items area_ratio "
                        "leaf_area_ratio overlap")


def _mask(out, owner, n, name="hits"):
    return _wanted(out, owner, name, _u1, (n + 7) // 8)


def _view(name, n, view, kind, argument):
    """The number of items of a call with one view, and its C structure."""
    _expect(view, kind, name, argument)
    if n is None:
        return 1 if view.items is None else view.items, view._made
    n = _whole(n, name, "n", _sys.maxsize)
    return n, view._for(n, name)


def _views(name, n, *views):
    """The number of items of a call, and the C structures of its views: view, kind, what it is."""
    for view, kind, argument in views:
        _expect(view, kind, name, argument)
    n = _items_of(name, n, [view for view, *_ in views])
    return n, *[view._for(n, name) for view, *_ in views]


def _mask_test(name, a_kind, b_kind):
    def test(a, b, n=None, *, flags=0, hits=True):
        n, first, second = _views("lbx_" + name, n, (a, a_kind, "a"), (b, b_kind, "b"))
        hits = _mask(hits, "lbx_" + name, n)
        return Hits(_call("lbx_" + name, first, second, n, flags, hits), hits)

    test.__name__ = test.__qualname__ = name
    test.__doc__ = (
        f"lbx_{name} of {a_kind.__name__} and {b_kind.__name__}: count, and hits, uint8 of shape\n"
        "    ((n + 7) // 8,), a bit an item, the lowest first. n is what the views have, if not said.")
    return test


def _class_test(name, a_kind, b_kind, classes_of):
    def test(a, b, n=None, *, flags=0, classes=True):
        n, first, second = _views("lbx_" + name, n, (a, a_kind, "a"), (b, b_kind, "b"))
        classes = _wanted(classes, "lbx_" + name, "classes", _u1, n)
        return Classes(_call("lbx_" + name, first, second, n, flags, classes), classes)

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
sphere_capsule = _mask_test("sphere_capsule", Spheres, Capsules)
capsule_capsule = _mask_test("capsule_capsule", Capsules, Capsules)
capsule_aabb = _mask_test("capsule_aabb", Capsules, Aabbs)
capsule_obb = _mask_test("capsule_obb", Capsules, Obbs)
triangle_capsule = _mask_test("triangle_capsule", Triangles, Capsules)
sphere_triangle = _mask_test("sphere_triangle", Spheres, Triangles)
segment_aabb = _mask_test("segment_aabb", Segments, Aabbs)
segment_obb = _mask_test("segment_obb", Segments, Obbs)
triangle_aabb = _mask_test("triangle_aabb", Triangles, Aabbs)
triangle_obb = _mask_test("triangle_obb", Triangles, Obbs)
triangle_triangle = _mask_test("triangle_triangle", Triangles, Triangles)
_SIDES = "POSITIVE, NEGATIVE, TANGENT or INTERSECTING"
_VERDICTS = "APART, OVERLAPPING or UNDECIDED"
plane_aabb = _class_test("plane_aabb", Planes, Aabbs, _SIDES)
plane_obb = _class_test("plane_obb", Planes, Obbs, _SIDES)
plane_capsule = _class_test("plane_capsule", Planes, Capsules, _SIDES)
obb_obb_prejudge = _class_test("obb_obb_prejudge", Obbs, Obbs, _VERDICTS)
triangle_triangle_classify = _class_test("triangle_triangle_classify", Triangles, Triangles,
                                         _VERDICTS)


def triangle_triangle_resolve(a, b, classes, n=None):
    """Decides what triangle_triangle_classify left undecided, in `classes`, uint8 of shape (n,).
    Returns how many are not APART."""
    name = "lbx_triangle_triangle_resolve"
    n, first, second = _views(name, n, (a, Triangles, "a"), (b, Triangles, "b"))
    classes = _dense(classes, name, "classes", _u1, n, writable=True)
    return _call(name, first, second, n, classes)


def triangle_triangle_within(a, b, d, n=None, *, flags=0, hits=True):
    """lbx_triangle_triangle_within: which Triangles are at most d apart."""
    name = "lbx_triangle_triangle_within"
    n, first, second = _views(name, n, (a, Triangles, "a"), (b, Triangles, "b"))
    hits = _mask(hits, name, n)
    return Hits(_call(name, first, second, d, n, flags, hits), hits)


def _ray_test(name, kind):
    def test(rays, boxes, n=None, *, flags=0, hits=True, t_enter=None, t_exit=None):
        n, first, second = _views("lbx_" + name, n, (rays, Rays, "rays"), (boxes, kind, "boxes"))
        outs = (_mask(hits, "lbx_" + name, n),
                _wanted(t_enter, "lbx_" + name, "t_enter", _f4, n),
                _wanted(t_exit, "lbx_" + name, "t_exit", _f4, n))
        return RayHits(_call("lbx_" + name, first, second, n, flags, *outs), *outs)

    test.__name__ = test.__qualname__ = name
    test.__doc__ = (f"lbx_{name} of Rays and {kind.__name__}: count, hits as of aabb_aabb, and if "
                    "wanted t_enter and t_exit,\n    float32 of shape (n,).")
    return test


ray_aabb = _ray_test("ray_aabb", Aabbs)
ray_obb = _ray_test("ray_obb", Obbs)
ray_capsule = _ray_test("ray_capsule", Capsules)


def ray_aabb8(rays, nodes, n=None, *, flags=0, masks=True, t_enter=None):
    """lbx_ray_aabb8 of Rays and Aabb8s: masks, uint8 of shape (n,), a bit per box; t_enter,
    float32 of shape (n * 8,)."""
    name = "lbx_ray_aabb8"
    n, first, second = _views(name, n, (rays, Rays, "rays"), (nodes, Aabb8s, "nodes"))
    outs = (_wanted(masks, name, "masks", _u1, n),
            _wanted(t_enter, name, "t_enter", _f4, 8 * n))
    return Ray8Hits(_call(name, first, second, n, flags, *outs), *outs)


def _frustum(name, frustums, items, kind, word, m, n, flags, classes):
    m, first = _views(name, m, (frustums, Frustums, "frustums"))
    n, second = _views(name, n, (items, kind, word))
    classes = _wanted(classes, name, "classes", _u1, m * n)
    return Classes(_call(name, first, m, second, n, flags, classes), classes)


def frustum_aabb(frustums, boxes, m=None, n=None, *, flags=0, classes=True):
    """lbx_frustum_aabb of Frustums and Aabbs: count, and classes, uint8 of shape (m * n,), n for
    each frustum: OUTSIDE, INSIDE or INTERSECTING."""
    return _frustum("lbx_frustum_aabb", frustums, boxes, Aabbs, "boxes", m, n, flags, classes)


def frustum_obb(frustums, boxes, m=None, n=None, *, flags=0, classes=True):
    """lbx_frustum_obb of Frustums and Obbs, as frustum_aabb."""
    return _frustum("lbx_frustum_obb", frustums, boxes, Obbs, "boxes", m, n, flags, classes)


def frustum_sphere(frustums, spheres, m=None, n=None, *, flags=0, classes=True):
    """lbx_frustum_sphere of Frustums and Spheres, as frustum_aabb."""
    return _frustum("lbx_frustum_sphere", frustums, spheres, Spheres, "spheres", m, n, flags,
                    classes)


def frustum_of_matrix(matrix, flags=MATRIX_ROWS):
    """lbx_frustum_of_matrix: Frustums of one, from a matrix to clip space, float32 of shape (4, 4).
    MATRIX_ROWS is NumPy's order of a matrix that is applied to columns."""
    name = "lbx_frustum_of_matrix"
    if not isinstance(matrix, _np.ndarray) or (matrix.dtype, matrix.shape) != (_f4, (4, 4)):
        raise TypeError(f"{name}: matrix is no float32 array of shape (4, 4)")
    made = _np.zeros(19, _f4)
    _call(name, _np.ascontiguousarray(matrix), flags, made)
    return Frustums(made[None, 0:3], made[None, 3:12].reshape(1, 3, 3), made[None, 12:14],
                    made[None, 14:16], made[16:17], made[17:18], made[18:19])


def ray_triangle(rays, triangles, n=None, *, flags=0, hits=True, t=None, u=None, v=None):
    """lbx_ray_triangle: count, hits, and if wanted t, u and v, float32 of shape (n,)."""
    name = "lbx_ray_triangle"
    n, first, second = _views(name, n, (rays, Rays, "rays"), (triangles, Triangles, "triangles"))
    outs = (_mask(hits, name, n), _wanted(t, name, "t", _f4, n),
            _wanted(u, name, "u", _f4, n), _wanted(v, name, "v", _f4, n))
    return Contacts(_call(name, first, second, n, flags, *outs), *outs)


def _sweep_test(name, kind, other=None):
    other = other or kind

    def test(a, a_motions, b, b_motions, n=None, *, flags=0, hits=True, u_first=None, u_last=None):
        n, *views = _views("lbx_" + name, n, (a, kind, "a"), (a_motions, Motions, "a_motions"),
                           (b, other, "b"), (b_motions, Motions, "b_motions"))
        outs = (_mask(hits, "lbx_" + name, n),
                _wanted(u_first, "lbx_" + name, "u_first", _f4, n),
                _wanted(u_last, "lbx_" + name, "u_last", _f4, n))
        return SweepHits(_call("lbx_" + name, *views, n, flags, *outs), *outs)

    test.__name__ = test.__qualname__ = name
    test.__doc__ = (f"lbx_{name} of {kind.__name__}, {other.__name__} and Motions of both: count, hits, and if "
                    "wanted u_first and\n    u_last, float32 of shape (n,).")
    return test


aabb_aabb_sweep = _sweep_test("aabb_aabb_sweep", Aabbs)
sphere_sphere_sweep = _sweep_test("sphere_sphere_sweep", Spheres)
sphere_capsule_sweep = _sweep_test("sphere_capsule_sweep", Spheres, Capsules)


def sphere_plane_sweep(spheres, motions, planes, n=None, *, flags=0, hits=True, u_first=None,
                       point=None):
    """lbx_sphere_plane_sweep: count, hits, and if wanted u_first, float32 of shape (n,), and point,
    float32 of shape (3, n): x of all, y of all, z of all."""
    name = "lbx_sphere_plane_sweep"
    n, *views = _views(name, n, (spheres, Spheres, "spheres"), (motions, Motions, "motions"),
                       (planes, Planes, "planes"))
    outs = _mask(hits, name, n), _wanted(u_first, name, "u_first", _f4, n)
    if point is True:
        point = _np.empty((3, n), _f4)
    elif point is False:
        point = None
    rows = None
    if point is not None:
        rows = list(_dense(point, name, "point", _f4, 3 * n, writable=True, dimensions=(2,)))
        if len(rows) != 3:
            raise ValueError(f"{name}: point has the shape {point.shape}, not (3, n)")
    count = _call(name, *views, n, flags, *outs, rows)
    return PlaneSweepHits(count, *outs, point)


# ---------------------------------------------------------------------------------------------
# Conversions, checks, masks
# ---------------------------------------------------------------------------------------------


def _new(kind, n):
    """A view of new arrays, with an item's floats next to each other."""
    if kind is Aabbs:
        floats = _np.empty((n, 6), _f4)
        return Aabbs(floats[:, :3], floats[:, 3:])
    if kind is Spheres:
        floats = _np.empty((n, 4), _f4)
        return Spheres(floats[:, :3], floats[:, 3])
    if kind is Capsules:
        floats = _np.empty((n, 7), _f4)
        return Capsules(floats[:, :3], floats[:, 3:6], floats[:, 6])
    if kind is Rays:
        floats = _np.empty((n, 6), _f4)
        return Rays(floats[:, :3], floats[:, 3:])
    floats = _np.empty(n, [("center", "f4", 3), ("half", "f4", 3), ("axis", "f4", (3, 3))])
    return Obbs(floats["center"], floats["half"], floats["axis"])


def _target(out, owner, kind, n):
    return _new(kind, n) if out is None else _expect(out, kind, owner, "out")


def _conversion(name, kind, made):
    def convert(items, n=None, *, out=None):
        n, view = _view("lbx_" + name, n, items, kind, "items")
        out = _target(out, "lbx_" + name, made, n)
        _call("lbx_" + name, view, n, out._for_writing("lbx_" + name))
        return out

    convert.__name__ = convert.__qualname__ = name
    convert.__doc__ = (f"lbx_{name} of {kind.__name__}: written to `out`, {made.__name__}, or to "
                       "arrays that are made. Returns it.")
    return convert


aabbs_from_obbs = _conversion("aabbs_from_obbs", Obbs, Aabbs)
aabbs_from_triangles = _conversion("aabbs_from_triangles", Triangles, Aabbs)
aabbs_from_capsules = _conversion("aabbs_from_capsules", Capsules, Aabbs)
spheres_from_obbs = _conversion("spheres_from_obbs", Obbs, Spheres)


def aabbs_from_doubles(boxes, origin, n=None, *, out=None):
    """lbx_aabbs_from_doubles of AabbsF64 about `origin`, three numbers: Aabbs, `out` if given."""
    name = "lbx_aabbs_from_doubles"
    n, view = _view(name, n, boxes, AabbsF64, "boxes")
    out = _target(out, name, Aabbs, n)
    about = _np.array(origin, _np.float64)
    if about.shape != (3,):
        raise ValueError(f"{name}: origin has the shape {about.shape}, not (3,)")
    _call(name, view, about, n, out._for_writing(name))
    return out


def _transform(name, n, moved, kind, kinds, poses, out):
    n, first, second = _views(name, n, (moved, kind, kinds), (poses, Poses, "poses"))
    out = _target(out, name, kind, n)
    _call(name, first, second, n, out._for_writing(name))
    return out


def obbs_transform(boxes, poses, n=None, *, out=None):
    """lbx_obbs_transform of Obbs by Poses: Obbs, `out` if given, which may be `boxes`."""
    return _transform("lbx_obbs_transform", n, boxes, Obbs, "boxes", poses, out)


def capsules_transform(capsules, poses, n=None, *, out=None):
    """lbx_capsules_transform of Capsules by Poses: Capsules, `out` if given, which may be
    `capsules`."""
    return _transform("lbx_capsules_transform", n, capsules, Capsules, "capsules", poses, out)


def point_triangle(points, triangles, n=None, *, distance=True, u=True, v=True, feature=True):
    """lbx_point_triangle of Points and Triangles: distance, u and v, float32 of shape (n,), and
    feature, uint32: FACE, EDGE + k or VERTEX + k. All of them are written."""
    name = "lbx_point_triangle"
    n, first, second = _views(name, n, (points, Points, "points"),
                              (triangles, Triangles, "triangles"))
    outs = (_wanted(distance, name, "distance", _f4, n), _wanted(u, name, "u", _f4, n),
            _wanted(v, name, "v", _f4, n), _wanted(feature, name, "feature", _u4, n))
    made = _structure("lbx_nearests_out", distance=outs[0], u=outs[1], v=outs[2], feature=outs[3],
                      count=n)
    _call(name, first, second, n, made)
    return Nearests(*outs)


def triangle_triangle_distance(a, b, n=None, *, out=None):
    """lbx_triangle_triangle_distance of Triangles and Triangles: distance, of shape (n,), and the
    points that are so far apart, from_ and to, of (n, 3). They are columns of `out`, float32 of
    shape (count, 7), or of an array that is made."""
    name = "lbx_triangle_triangle_distance"
    n, first, second = _views(name, n, (a, Triangles, "a"), (b, Triangles, "b"))
    if out is None:
        out = _np.empty((n, 7), _f4)
    at = _address(_rows(out, name, "out", _f4, 7, writable=True))
    made = _structure("lbx_separations_out", (out,), distance=at, count=len(out), stride=28,
                      to=tuple(at + 4 * k for k in (4, 5, 6)),
                      **{"from": tuple(at + 4 * k for k in (1, 2, 3))})
    _call(name, first, second, n, made)
    return Separations(out[:n, 0], out[:n, 1:4], out[:n, 4:])


def obb_obb_depth(a, b, n=None, *, depth=True, axis=True):
    """lbx_obb_obb_depth of Obbs and Obbs: depth, float32 of shape (n,), negative where they are
    apart, and the number of its axis, uint32. Both are written."""
    name = "lbx_obb_obb_depth"
    n, first, second = _views(name, n, (a, Obbs, "a"), (b, Obbs, "b"))
    outs = _wanted(depth, name, "depth", _f4, n), _wanted(axis, name, "axis", _u4, n)
    _call(name, first, second, n, _structure("lbx_depths_out", depth=outs[0], axis=outs[1], count=n))
    return Depths(*outs)


_CHECKED = (Aabbs, Obbs, Rays, Segments, Triangles, Planes, Spheres, Capsules, Frustums,
            Motions, Points, Poses)


def check(view, n=None, *, malformed=True):
    """lbx_*_check: how many items are outside of what their view promises for, and which ones: a
    mask like the hits of the tests. Of a Mesh: which triangles are refused."""
    if isinstance(view, Mesh):
        malformed = _mask(malformed, "lbx_mesh_check", view.triangles, "malformed")
        return Hits(_call("lbx_mesh_check", view._made, malformed), malformed)
    if not isinstance(view, _CHECKED):
        raise TypeError(f"check: view is {type(view).__name__}, which nothing checks")
    name = view._structure + "_check"
    n = _items_of(name, n, [view])
    malformed = _mask(malformed, name, n, "malformed")
    return Hits(_call(name, view._for(n, name), n, malformed), malformed)


def _bits(function, mask, n):
    """A mask of n items: a copy, since what two calls read of it must be the same."""
    n = _whole(n, function, "n", _sys.maxsize)
    return _dense(mask, function, "mask", _u1, (n + 7) // 8)[:(n + 7) // 8].copy(), n


def indices(mask, n):
    """The numbers of the first n items whose bit is set, uint32, in order."""
    bits, n = _bits("lbx_hit_indices", mask, n)
    found = _np.empty(_call("lbx_hit_indices", bits, n, None), _u4)
    _call("lbx_hit_indices", bits, n, found)
    return found


def elements(mask, n, view):
    """The elements that a view reads for the items whose bit is set, uint32, in order."""
    bits, n = _bits("lbx_hit_elements", mask, n)
    pick = _expect(view, _View, "lbx_hit_elements", "view")._for(n, "lbx_hit_elements").pick
    found = _np.empty(_call("lbx_hit_elements", bits, n, pick, None), _u4)
    _call("lbx_hit_elements", bits, n, pick, found)
    return found


def unpack(mask, n):
    """A mask as bool of shape (n,), for NumPy's indexing."""
    bits, n = _bits("unpack", mask, n)
    return _np.unpackbits(bits, count=n, bitorder="little").view(bool)


# ---------------------------------------------------------------------------------------------
# Instruction sets
# ---------------------------------------------------------------------------------------------

_ISAS = {"best": -1, "scalar": 0, "sse2": 1, "avx2": 2, "avx512": 3, "neon": 4, "wasm128": 5}


def _isa(name):
    if name not in _ISAS:
        raise ValueError(f"no instruction set is called {name!r}, but {', '.join(_ISAS)}")
    return _ISAS[name]


def version():
    """The version of the library that runs: 200 for 0.2.0."""
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


class Filter(_Held):
    """Which items may meet, by Bullet's rule: category and mask, uint32 of shape (count,), with
    equal strides; None is all ones."""

    def __init__(self, category=None, mask=None):
        lay = _Lay("Filter", _u4)
        found = [None if array is None else lay.floats(array, name, 1)[0]
                 for array, name in ((category, "category"), (mask, "mask"))]
        made = _structure("lbx_filter", lay.arrays, category=found[0], mask=found[1],
                          stride=lay.stride)
        self.__dict__.update(category=_fixed(category), mask=_fixed(mask), count=lay.count,
                             _made=made)

    def _for(self, count, owner, name):
        if self.count is not None and self.count < count:
            raise ValueError(f"{owner}: {name} is a filter of {self.count} items for {count}")
        return self._made


def _filter(filter, owner, name, count):
    return None if filter is None else _expect(filter, Filter, owner, name)._for(count, owner, name)


class Cursor:
    """How far a search has come, or part k of its `of` parts."""

    def __init__(self, k=0, of=1):
        self._made = _structure("lbx_cursor")
        _call("lbx_cursor_range", self._made, k, of)

    @property
    def done(self):
        """Whether the search is complete."""
        return self._made.done == 1


@_contextmanager
def _lent(blocks):
    """Other threads do not change these blocks meanwhile."""
    with _ExitStack() as lent:
        for block in blocks:
            lent.enter_context(block)
        yield


def _pieces(dtype, *arguments):
    """All that a search finds, piece by piece; other threads change nothing meanwhile."""
    parts, room = [], 4096
    with _lent(block for block in arguments if isinstance(block, _Block)):
        while True:
            part = _np.empty(room, dtype)
            parts.append(part[:_call(*arguments, part, room)])
            if len(parts[-1]) < room:
                return parts[0] if len(parts) == 1 else _np.concatenate(parts)
            room *= 2


def _search(name, arguments, out, cursor):
    """All that a search finds; or, into `out`, what fits, and the cursor continues from there."""
    at = (Cursor() if cursor is None else _expect(cursor, Cursor, name, "cursor"))._made
    if out is None:
        return _pieces(_np.dtype(("u4", 2)), name, *arguments, at)
    _rows(out, name, "out", _u4, 2, writable=True)
    return out[:_call(name, *arguments, at, out, len(out))]


def _stats(name, block):
    """The lbx_tree_stats of an order or a tree, as TreeStats."""
    made = _structure("lbx_tree_stats")
    _call(name, block, made)
    return TreeStats(*(getattr(made, field) for field in TreeStats._fields))


def _workers(workers, name):
    """The caller's workers, or None."""
    return None if workers is None else _expect(workers, Workers, name, "workers")


class Order:
    """A set of boxes, sorted. It copies the boxes. Threads may share it: a search sees the set
    before or after a sort or refit of another, one that fails leaves it as it was.

    Searches return pairs, uint32 of shape (found, 2): all of them, or into `out`, of shape
    (room, 2), as many as fit. `cursor` then continues from there until it is `done`."""

    def __init__(self, boxes, n=None, *, workers=None):
        self.sort(boxes, n, workers=workers)

    @property
    def count(self):
        """The number of boxes."""
        return self._sorted[1]

    def sort(self, boxes, n=None, *, workers=None):
        """Sorts Aabbs; returns how many are not empty."""
        workers = _workers(workers, "lbx_order_sort")
        n, view = _view("lbx_order_sort", n, boxes, Aabbs, "boxes")
        block = _Block(_plain("lbx_order_bytes", n))
        filled = _call("lbx_order_sort", view, n, block, block.size, workers, workers=workers)
        self._sorted = block, n
        return filled

    def refit(self, boxes, n=None, *, workers=None):
        """Updates the set to the new places of the same Aabbs."""
        workers = _workers(workers, "lbx_order_refit")
        n, view = _view("lbx_order_refit", n, boxes, Aabbs, "boxes")
        block, _ = self._sorted
        return _call("lbx_order_refit", view, n, block, block.size, workers, workers=workers)

    def check(self, *, workers=None):
        """Checks all of it; raises if it is damaged."""
        workers = _workers(workers, "lbx_order_check")
        block, _ = self._sorted
        _call("lbx_order_check", block, block.size, workers, workers=workers)

    def stats(self):
        """How good it is: TreeStats, as lbx_tree_stats describes them."""
        return _stats("lbx_order_stats", self._sorted[0])

    def pairs(self, filter=None, *, out=None, cursor=None):
        """Every pair of boxes that overlap, once, the lower number first."""
        block, count = self._sorted
        return _search("lbx_pairs", (block, _filter(filter, "lbx_pairs", "filter", count)), out,
                       cursor)

    def pairs_between(self, other, filter=None, other_filter=None, *, out=None, cursor=None):
        """Every overlapping pair of a box of this set and a box of another."""
        name = "lbx_pairs_between"
        (a, a_count), (b, b_count) = self._sorted, _expect(other, Order, name, "other")._sorted
        return _search(name, (a, b, _filter(filter, name, "filter", a_count),
                              _filter(other_filter, name, "other_filter", b_count)), out, cursor)

    def _query(self, name, views, n, item_filter, filter, out, cursor):
        block, count = self._sorted
        n, *made = _views(name, n, *views)
        return _search(name, (block, *made, n, _filter(item_filter, name, "item_filter", n),
                              _filter(filter, name, "filter", count)), out, cursor)

    def query_aabbs(self, boxes, n=None, item_filter=None, filter=None, *, out=None, cursor=None):
        """Every overlapping pair of one of Aabbs and a box of the set."""
        return self._query("lbx_query_aabbs", ((boxes, Aabbs, "boxes"),), n, item_filter, filter,
                           out, cursor)

    def query_rays(self, rays, n=None, item_filter=None, filter=None, *, out=None, cursor=None):
        """Every pair of one of Rays and a box of the set that it hits."""
        return self._query("lbx_query_rays", ((rays, Rays, "rays"),), n, item_filter, filter, out,
                           cursor)

    def query_frustums(self, frustums, n=None, item_filter=None, filter=None, *, out=None,
                       cursor=None):
        """Every pair of one of Frustums and a box of the set that it sees."""
        return self._query("lbx_query_frustums", ((frustums, Frustums, "frustums"),), n,
                           item_filter, filter, out, cursor)

    def query_capsules(self, capsules, n=None, item_filter=None, filter=None, *, out=None,
                       cursor=None):
        """Every pair of one of Capsules and a box of the set that it touches."""
        return self._query("lbx_query_capsules", ((capsules, Capsules, "capsules"),), n,
                           item_filter, filter, out, cursor)

    def query_sweeps(self, boxes, motions, n=None, item_filter=None, filter=None, *, out=None,
                     cursor=None):
        """Every pair of one of Aabbs, moving by Motions, and a box of the set that it hits."""
        return self._query("lbx_query_sweeps", ((boxes, Aabbs, "boxes"),
                                                (motions, Motions, "motions")), n, item_filter,
                           filter, out, cursor)


def pairs_sort(pairs):
    """Sorts pairs, uint32 of shape (count, 2), in place."""
    _rows(pairs, "lbx_pairs_sort", "pairs", _u4, 2, writable=True)
    _call("lbx_pairs_sort", pairs, len(pairs), _np.empty(pairs.shape, _u4))


def pair_changes(old, now):
    """The pairs added and those removed from one sorted list to another: two lists."""
    _rows(old, "lbx_pair_changes", "old", _u4, 2)
    _rows(now, "lbx_pair_changes", "now", _u4, 2)
    added, removed = _np.empty((len(now), 2), _u4), _np.empty((len(old), 2), _u4)
    counts = _np.zeros(2, _np.uintp)
    _call("lbx_pair_changes", old, len(old), now, len(now), added, counts[:1], removed, counts[1:])
    return added[:int(counts[0])], removed[:int(counts[1])]


# ---------------------------------------------------------------------------------------------
# Volumes around meshes
# ---------------------------------------------------------------------------------------------


class Mesh(_Held):
    """Triangles that share vertices: positions, float32 of shape (vertices, 3) or three arrays;
    indices, uint32 of shape (triangles, 3) or (3 * triangles,), or None: vertices 3t to 3t + 2."""

    def __init__(self, positions, indices=None):
        lay = _Lay("Mesh")
        found = lay.floats(positions, "positions", 3)
        corners = lay.count
        if indices is not None:
            corners = _dense(indices, "Mesh", "indices", _u4, 0, dimensions=(1, 2)).size
            if corners % 3:
                raise ValueError(f"Mesh: {corners} indices are no triangles")
        made = _structure("lbx_mesh", lay.arrays, position=found, vertex_count=lay.count,
                          stride=lay.stride, indices=indices, triangle_count=corners // 3)
        self.__dict__.update(positions=_fixed(positions), indices=indices, triangles=corners // 3,
                             _made=made)


def _fit(name, kind, *between):
    def fit(mesh, parts=None, *, out=None):
        return _fitted("lbx_" + name, kind, mesh, parts, between, out)

    fit.__name__ = fit.__qualname__ = name
    fit.__doc__ = (f"lbx_{name}: {kind.__name__} around a mesh, or around each of `parts`, uintp of "
                   "shape (n, 2): the first\n    triangle and how many. Written to `out`, if given.")
    return fit


def _fitted(name, kind, mesh, parts, between, out):
    n = 1 if parts is None else len(_rows(parts, name, "parts", _np.uintp, 2))
    out = _target(out, name, kind, n)
    made = _expect(mesh, Mesh, name, "mesh")._made
    _call(name, made, parts, n, *between, out._for_writing(name))
    return out


aabb_fit = _fit("aabb_fit", Aabbs)
obb_fit = _fit("obb_fit", Obbs)
obb_fit_least = _fit("obb_fit_least", Obbs)
obb_fit_covariance = _fit("obb_fit_covariance", Obbs)
caabb_fit = _fit("caabb_fit", Spheres)
sphere_fit = _fit("sphere_fit", Spheres)
capsule_fit = _fit("capsule_fit", Capsules)


def mesh_normals(mesh, triangles=None, *, out=None):
    """lbx_mesh_normals: unit normals of all triangles of a Mesh, or of `triangles`, uint32 of shape
    (n,), such as the id of hits: float32 of shape (n, 3), `out` if given. NO_TRIANGLE and
    triangles without an area have 0 0 0."""
    name = "lbx_mesh_normals"
    made = _expect(mesh, Mesh, name, "mesh")._made
    n = mesh.triangles if triangles is None else len(_dense(triangles, name, "triangles", _u4, 0))
    out = _np.empty((n, 3), _f4) if out is None else _rows(out, name, "out", _f4, 3, writable=True)
    if len(out) != n:
        raise ValueError(f"{name}: out has the shape {out.shape}, not ({n}, 3)")
    _call(name, made, triangles, n, [out[:, c] for c in range(3)], 12)
    return out


def obb_fit_hull(mesh, parts=None, slices=16, *, out=None):
    """lbx_obb_fit_hull: as obb_fit, by the outermost vertices of `slices` slices."""
    return _fitted("lbx_obb_fit_hull", Obbs, mesh, parts, (slices,), out)


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
    """A tree: one block of memory, which copies the mesh. Threads may share it as an Order."""

    _kind = ""

    def _build(self, most, scratch, name, workers, mesh, *arguments):
        block = _Block(most)
        size = _call(name, mesh, *arguments, block, most, _Block(scratch), workers=workers)
        self._block = _Block.of(block.bytes[:size])

    @classmethod
    def from_bytes(cls, data, *, workers=None):
        """A tree from the `bytes` of another, uint8, which are checked."""
        tree = object.__new__(cls)
        if not isinstance(data, _np.ndarray) or data.dtype != _u1 or data.ndim != 1:
            raise TypeError(f"{cls.__name__}.from_bytes: data is no array of uint8 of one dimension")
        tree._block = _Block.of(data)
        tree.check(workers=workers)
        return tree

    @property
    def bytes(self):
        """The memory of the tree, uint8; it may be written to a file."""
        return _np.frombuffer(self._block.bytes.data.toreadonly(), _u1)

    def refit(self, mesh, *, workers=None):
        """Updates the tree to the new vertices of the same triangles."""
        name = f"lbx_{self._kind}_refit"
        workers = _workers(workers, name)
        _call(name, _expect(mesh, Mesh, name, "mesh")._made, self._block, workers, workers=workers)

    def check(self, *, workers=None):
        """Checks all of it; raises if it is damaged."""
        name = f"lbx_{self._kind}_check"
        workers = _workers(workers, name)
        _call(name, self._block, self._block.size, workers, workers=workers)

    def stats(self):
        """How good it is: TreeStats, as lbx_tree_stats describes them."""
        return _stats(f"lbx_{self._kind}_stats", self._block)


def _hint(hint, name):
    """The leaves that a search tries first, and writes."""
    if hint is None:
        return None
    return _dense(hint, name, "hint", _u4, 2, writable=True)


class ObbTree(_Tree):
    """Oriented boxes around the triangles of a Mesh, `leaf` triangles per leaf, for meshes against
    meshes. Pairs are uint32 of shape (found, 2), triangles of this tree first. `skip_refused`
    leaves out the triangles that `check` marks; the others keep their numbers."""

    _kind = "obb_tree"

    def __init__(self, mesh, leaf=0, *, skip_refused=False, workers=None):
        made = _expect(mesh, Mesh, "lbx_obb_tree_build", "mesh")._made
        workers = _workers(workers, "lbx_obb_tree_build")
        self._build(_plain("lbx_obb_tree_bytes", made), _plain("lbx_obb_tree_scratch_bytes", made),
                    "lbx_obb_tree_build", workers, made,
                    _structure("lbx_obb_tree_options", leaf=leaf, workers=workers,
                               flags=_SKIP_REFUSED if skip_refused else 0))

    def _meet(self, name, pose, other, other_pose, flags, d=0, hint=None):
        return (name, self._block, _expect(pose, RigidPose, name, "pose")._made,
                _expect(other, ObbTree, name, "other")._block,
                _expect(other_pose, RigidPose, name, "other_pose")._made,
                _structure("lbx_obb_tree_query", distance=d, flags=flags,
                           hint=_hint(hint, name)))

    def _all(self, arguments):
        counts, room = _structure("lbx_obb_tree_counts"), 256
        while True:
            found = _np.empty((room, 2), _u4)
            try:
                return found[:_call(*arguments, found, room, counts)]
            except Error as error:
                if error.code != ERROR_COUNT or counts.pairs <= room:
                    raise
            room = counts.pairs

    def collide(self, pose, other, other_pose, *, flags=0):
        """The pairs of triangles that touch."""
        return self._all(self._meet("lbx_obb_tree_collide", pose, other, other_pose, flags))

    def within(self, pose, other, other_pose, d, *, flags=0):
        """The pairs of triangles that are at most d apart."""
        return self._all(self._meet("lbx_obb_tree_within", pose, other, other_pose, flags, d))

    def touches(self, pose, other, other_pose, *, hint=None):
        """Whether any two touch. `hint` is uint32 of shape (2,), zeros at first: leaves that are
        tried first, and written if two touch; keep one for each pair of bodies."""
        return _call(*self._meet("lbx_obb_tree_collide", pose, other, other_pose, _ANY, hint=hint),
                     None, 0, None) > 0

    def is_within(self, pose, other, other_pose, d, *, hint=None):
        """Whether any two are at most d apart. `hint` is as in touches."""
        return _call(*self._meet("lbx_obb_tree_within", pose, other, other_pose, _ANY, d, hint),
                     None, 0, None) > 0

    def distance(self, pose, other, other_pose, *, reach=float("inf"), hint=None, flags=0):
        """How far apart the meshes are: distance, 0 if they touch; the nearest points of both,
        from_ and to, where the poses have them; and their triangles. If nothing is within reach,
        distance is inf and triangles are NO_TRIANGLE. `hint` is as in touches."""
        name = "lbx_obb_tree_distance"
        trees = _structure("lbx_posed_trees", a=self._block,
                           a_pose=_expect(pose, RigidPose, name, "pose")._made,
                           b=_expect(other, ObbTree, name, "other")._block,
                           b_pose=_expect(other_pose, RigidPose, name, "other_pose")._made)
        if not isinstance(reach, _Real):
            raise TypeError(f"{name}: reach is no number: {reach!r}")
        found = _structure("lbx_separation")
        with self._block, other._block:
            _call(name, trees, 1, _np.array([reach], _np.float64), flags, _hint(hint, name), found,
                  None)
        return Separation(found.distance, _np.array(getattr(found, "from")), _np.array(found.to),
                          (found.pair.a, found.pair.b))

    def self_collide(self, mesh, *, flags=0):
        """The pairs of touching triangles of its own Mesh that share no vertex number."""
        made = _expect(mesh, Mesh, "lbx_obb_tree_self", "mesh")._made
        return self._all(("lbx_obb_tree_self", self._block, made,
                          _structure("lbx_obb_tree_query", flags=flags)))


class TreeNodes(_Held):
    """A caller's tree over a mesh's triangles, as lbx_tree_nodes: count and first, uint32 of shape
    (nodes,); child of (nodes, width), or None if `width` is given; order of (triangles,)."""

    def __init__(self, count, first, child=None, width=None, order=None):
        lay = _Lay("TreeNodes", _u4)
        counts, firsts = (lay.floats(array, name, 1)[0]
                          for array, name in ((count, "count"), (first, "first")))
        if child is not None:
            width = _dense(child, "TreeNodes", "child", _u4, 0, dimensions=(2,)).shape[1]
            if len(child) != lay.count:
                raise ValueError(f"TreeNodes: child has {len(child)} nodes, count has {lay.count}")
            if lay.stride:
                raise ValueError("TreeNodes: count and first are not dense, child is")
        if width is None:
            raise ValueError("TreeNodes: without child a width is needed")
        length = None if order is None else len(_dense(order, "TreeNodes", "order", _u4, 0))
        made = _structure("lbx_tree_nodes", lay.arrays, count=counts, first=firsts, child=child,
                          node_count=lay.count, stride=lay.stride, width=width, order=order)
        self.__dict__.update(_made=made, _length=length)

    def _for(self, mesh, owner):
        if self._length is not None and self._length < mesh.triangles:
            raise ValueError(
                f"{owner}: order has {self._length} triangles, the mesh {mesh.triangles}")
        return self._made


RAY_HIT = _np.dtype([("ray", "u4"), ("triangle", "u4"), ("t", "f4"), ("u", "f4"), ("v", "f4")])
NEAR_HIT = _np.dtype([("point", "u4"), ("triangle", "u4"), ("distance", "f4"), ("u", "f4"),
                      ("v", "f4"), ("feature", "u4")])
_TRACE_SCRATCH = 3 << 20


class _Scratch(_threading.local):
    """The scratch of a thread's searches, which the first of them makes."""

    def __init__(self):
        self.block = _Block(_TRACE_SCRATCH)


_scratch = _Scratch()


def _words(array, owner, name, size):
    return None if array is None else _dense(array, owner, name, _u4, size)


def _filter_of_rays(name, n, masks, skip):
    return _structure("lbx_ray_filter", mask=_words(masks, name, "masks", n),
                      skip=_words(skip, name, "skip", n))


def _reach(reach, name, n):
    """One distance for all points, or one for each."""
    if reach is None or isinstance(reach, _np.ndarray):
        return None if reach is None else _dense(reach, name, "reach", _f4, n)
    if isinstance(reach, (bool, _np.bool_)) or not isinstance(reach, _Real):
        raise TypeError(f"{name}: reach is no number and no array: {reach!r}")
    return _np.full(n, reach, _f4)


class AabbTree(_Tree):
    """Axis-aligned boxes around the triangles of a Mesh, for Rays and Points. `masks` are uint32 of shape
    (triangles,), those of searches of (n,): a ray meets triangles whose mask shares a bit with its
    own. `skip`, uint32 of (n,), has one triangle per ray that it does not meet, or NO_TRIANGLE.
    `skip_refused` is that of ObbTree."""

    _kind = "aabb_tree"

    def __init__(self, mesh, masks=None, *, skip_refused=False, workers=None):
        name = "lbx_aabb_tree_build"
        made = _expect(mesh, Mesh, name, "mesh")._made
        self._build(_plain("lbx_aabb_tree_bytes", made),
                    _plain("lbx_aabb_tree_scratch_bytes", made), name, workers, made,
                    self._options(name, mesh, masks, skip_refused, workers))

    @staticmethod
    def _options(name, mesh, masks, skip_refused, workers):
        return _structure("lbx_aabb_tree_options", masks=_words(masks, name, "masks", mesh.triangles),
                          workers=_workers(workers, name), flags=_SKIP_REFUSED if skip_refused else 0)

    @classmethod
    def convert(cls, mesh, nodes, masks=None, *, skip_refused=False, workers=None):
        """The tree that is made from the nodes of a caller's tree."""
        tree, name = object.__new__(cls), "lbx_aabb_tree_convert"
        made = _expect(mesh, Mesh, name, "mesh")._made
        by = _expect(nodes, TreeNodes, name, "nodes")._for(mesh, name)
        tree._build(_plain("lbx_aabb_tree_bytes", made),
                    _plain("lbx_aabb_tree_convert_scratch_bytes", made, by),
                    name, workers, made, by,
                    cls._options(name, mesh, masks, skip_refused, workers))
        return tree

    def _trace(self, name, view, n, masks, skip, coherent, hits, *outs):
        flags, scratch = _COHERENT if coherent else 0, _scratch.block.at
        if masks is skip is None and not view.relied:  # nothing is read that outs could overlap
            return _bare(name, self._block, view.at, None, n, flags, hits, scratch, _TRACE_SCRATCH)
        filter = _filter_of_rays(name, n, masks, skip)
        _apart(name, outs, (*filter.relied, *view.relied))
        return _bare(name, self._block, view.at, filter.at, n, flags, hits, scratch,
                     _TRACE_SCRATCH)

    def nearest(self, rays, n=None, masks=None, skip=None, *, coherent=False, id=True, t=True,
                u=None, v=None):
        """The nearest triangle of each ray: id, uint32, NO_TRIANGLE for a miss, and t, u and v,
        float32, all of shape (n,). Each thread keeps 3 MB of scratch."""
        name = "lbx_aabb_tree_nearest"
        n, view = _view(name, n, rays, Rays, "rays")
        id, t = _wanted(id, name, "id", _u4, n), _wanted(t, name, "t", _f4, n)
        u, v = _wanted(u, name, "u", _f4, n), _wanted(v, name, "v", _f4, n)
        hits = _ray_hits(id, t, u, v)
        count = self._trace(name, view, n, masks, skip, coherent, _addressof(hits), id, t, u, v)
        return NearestHits(count, id, t, u, v)

    def any(self, rays, n=None, masks=None, skip=None, *, coherent=False, hits=True):
        """Which rays meet a triangle: count, and hits, a bit per ray. Scratch as of nearest."""
        name = "lbx_aabb_tree_any"
        n, view = _view(name, n, rays, Rays, "rays")
        hits = _mask(hits, name, n)
        at = None if hits is None else _address(hits)
        return Hits(self._trace(name, view, n, masks, skip, coherent, at, hits), hits)

    def all(self, rays, n=None, masks=None, skip=None, *, sorted=False):
        """Every triangle that each ray meets, ray by ray: an array of RAY_HIT. `sorted`: the hits of
        a ray by t, equal ones by triangle."""
        name = "lbx_aabb_tree_all"
        n, view = _view(name, n, rays, Rays, "rays")
        filter = _filter_of_rays(name, n, masks, skip)
        return _pieces(RAY_HIT, name, self._block, view, filter, n, _SORTED if sorted else 0,
                       _structure("lbx_ray_cursor"))

    def crossings(self, rays, n=None, masks=None, skip=None, *, counts=True):
        """How many triangles each ray crosses, as lbx_aabb_tree_crossings counts them: count, of the
        rays whose count is odd, and counts, uint32 of shape (n,)."""
        name = "lbx_aabb_tree_crossings"
        n, view = _view(name, n, rays, Rays, "rays")
        filter = _filter_of_rays(name, n, masks, skip)
        counts = _wanted(counts, name, "counts", _u4, n)
        _apart(name, (counts,), (*filter.relied, *view.relied))
        at = None if counts is None else _address(counts)
        return Crossings(_bare(name, self._block, view.at, filter.at, n, 0, at), counts)

    def inside(self, points, n=None, *, hits=True):
        """Which points are inside a closed mesh: count, and hits, a bit per point."""
        name = "lbx_aabb_tree_inside"
        n, view = _view(name, n, points, Points, "points")
        hits = _mask(hits, name, n)
        _apart(name, (hits,), view.relied)
        at = None if hits is None else _address(hits)
        return Hits(_bare(name, self._block, view.at, n, 0, at), hits)

    def closest(self, points, n=None, reach=None, masks=None, skip=None, *, id=True, distance=True,
                u=None, v=None, feature=None):
        """The triangle nearest to each point, no farther than `reach`, a number or float32 of shape
        (n,): id, uint32, NO_TRIANGLE if there is none, and distance, u and v, float32, and feature,
        uint32, as point_triangle has them, all of shape (n,). Scratch as of nearest."""
        name = "lbx_aabb_tree_closest"
        n, view = _view(name, n, points, Points, "points")
        reach, filter = _reach(reach, name, n), _filter_of_rays(name, n, masks, skip)
        outs = (_wanted(id, name, "id", _u4, n), _wanted(distance, name, "distance", _f4, n),
                _wanted(u, name, "u", _f4, n), _wanted(v, name, "v", _f4, n),
                _wanted(feature, name, "feature", _u4, n))
        _apart(name, outs, (*filter.relied, *view.relied))
        made = _structure("lbx_closest_out", **dict(zip(Closest._fields[1:], outs)))
        at = None if reach is None else _address(reach)
        return Closest(_bare(name, self._block, view.at, at, filter.at, n, 0, made.at,
                             _scratch.block.at, _TRACE_SCRATCH), *outs)

    def around(self, points, reach, n=None, masks=None, skip=None):
        """Every triangle within reach of each point, point by point: an array of NEAR_HIT."""
        name = "lbx_aabb_tree_around"
        n, view = _view(name, n, points, Points, "points")
        return _pieces(NEAR_HIT, name, self._block, view, _reach(reach, name, n),
                       _filter_of_rays(name, n, masks, skip), n, 0, _structure("lbx_ray_cursor"))

    def touched(self, capsules, n=None, masks=None, skip=None):
        """Every triangle that each of Capsules touches, capsule by capsule: pairs, uint32 of shape
        (found, 2), the capsule first."""
        name = "lbx_aabb_tree_capsules"
        n, view = _view(name, n, capsules, Capsules, "capsules")
        return _pieces(_np.dtype(("u4", 2)), name, self._block, view,
                       _filter_of_rays(name, n, masks, skip), n, 0, _structure("lbx_ray_cursor"))

    def signed_distance(self, points, signs, n=None, reach=None, *, by_crossings=False,
                        distance=True, id=True, u=None, v=None, feature=None):
        """The nearest triangle of each point, and its distance, negative inside: id and feature,
        uint32, distance, u and v, float32, all of shape (n,). `signs` are TreeSigns of this tree,
        or None with `by_crossings`, LBX_SIGN_BY_CROSSINGS; `reach` is that of closest, whose
        distances are infinite where there is no triangle. Scratch as of nearest."""
        name = "lbx_aabb_tree_signed_distance"
        n, view = _view(name, n, points, Points, "points")
        block = None if by_crossings else _expect(signs, TreeSigns, name, "signs")._block
        reach = _reach(reach, name, n)
        id, feature = _wanted(id, name, "id", _u4, n), _wanted(feature, name, "feature", _u4, n)
        distance = _wanted(distance, name, "distance", _f4, n)
        u, v = _wanted(u, name, "u", _f4, n), _wanted(v, name, "v", _f4, n)
        _apart(name, (id, distance, u, v, feature), view.relied)
        out = _structure("lbx_closest_out", id=id, distance=distance, u=u, v=v, feature=feature)
        flags = _SIGN_BY_CROSSINGS if by_crossings else 0
        count = _bare(name, self._block, block and block.at, view.at,
                      None if reach is None else _address(reach), n, flags, out.at,
                      _scratch.block.at, _TRACE_SCRATCH)
        return Closest(count, id, distance, u, v, feature)


class TreeSigns:
    """What signs of distances need of an AabbTree; to be made again after each refit. `edges` and
    `triangles` are what lbx_sign_counts says of the mesh; those from bytes have None."""

    def __init__(self, tree, *, workers=None):
        name = "lbx_tree_signs_build"
        workers = _workers(workers, name)
        of, counts = _expect(tree, AabbTree, name, "tree")._block, _structure("lbx_sign_counts")
        self._block = _Block(_plain("lbx_tree_signs_bytes", of))
        scratch = _Block(_plain("lbx_tree_signs_scratch_bytes", of))
        _call(name, of, self._block, self._block.size, scratch, counts, workers, workers=workers)
        self.edges, self.triangles = counts.edges, counts.triangles

    @classmethod
    def from_bytes(cls, data, *, workers=None):
        """Signs from the `bytes` of others, uint8, which are checked."""
        signs = object.__new__(cls)
        if not isinstance(data, _np.ndarray) or data.dtype != _u1 or data.ndim != 1:
            raise TypeError("TreeSigns.from_bytes: data is no array of uint8 of one dimension")
        signs._block, signs.edges, signs.triangles = _Block.of(data), None, None
        signs.check(workers=workers)
        return signs

    @property
    def bytes(self):
        """Their memory, uint8; it may be written to a file."""
        return _np.frombuffer(self._block.bytes.data.toreadonly(), _u1)

    def check(self, *, workers=None):
        """Checks all of them; raises if they are damaged."""
        name = "lbx_tree_signs_check"
        workers = _workers(workers, name)
        _call(name, self._block, self._block.size, workers, workers=workers)


# ---------------------------------------------------------------------------------------------
# Scenes of instances
# ---------------------------------------------------------------------------------------------

INSTANCE = _np.dtype([("position", "f8", 3), ("rotation", "f8", 4), ("scale", "f8"), ("tree", "u4"),
                      ("mask", "u4")], align=True)
SCENE_HIT = _np.dtype([("ray", "u4"), ("instance", "u4"), ("triangle", "u4"), ("t", "f4"),
                       ("u", "f4"), ("v", "f4")])
SCENE_TOUCH = _np.dtype([("a", "u4"), ("b", "u4"), ("a_triangle", "u4"), ("b_triangle", "u4")],
                        align=True)


def instances(position, rotation=(0, 0, 0, 1), scale=1, tree=0, mask=2**32 - 1):
    """A new array of INSTANCE: position of shape (n, 3), and what else each has, or all of them:
    rotation, a unit quaternion x y z w; scale; the number of its mesh's trees; mask."""
    made = _np.empty(len(position), INSTANCE)
    for field, given in zip(INSTANCE.names, (position, rotation, scale, tree, mask)):
        numbers, wanted = _np.asarray(given), made[field]
        if wanted.dtype == _u4:
            if numbers.dtype.kind not in "iu":
                raise TypeError(f"instances: {field} is of {numbers.dtype}, no integers")
            if numbers.size and not 0 <= int(numbers.min()) <= int(numbers.max()) < 2**32:
                raise ValueError(f"instances: {field} is not from 0 to {2**32 - 1}")
        if numbers.shape != wanted.shape and (field == "position" or numbers.shape != wanted.shape[1:]):
            raise ValueError(f"instances: {field} has the shape {numbers.shape}, not {wanted.shape}")
        wanted[...] = numbers
    return made


def _instances(given, name):
    _dense(given, name, "instances", INSTANCE, 0)
    _aligned(name, "instances", INSTANCE, _address(given))
    return given


def rays_to_instance(instance, rays, n=None, *, out=None):
    """lbx_rays_to_instance: Rays, `out` if given, in the frame of an instance, an element of an
    array of INSTANCE. Only origin and dir are written."""
    name = "lbx_rays_to_instance"
    if not isinstance(instance, _np.void) or instance.dtype != INSTANCE:
        raise TypeError(f"{name}: instance is no element of an array of INSTANCE")
    n, view = _view(name, n, rays, Rays, "rays")
    out = _target(out, name, Rays, n)
    _call(name, _np.array(instance), view, n, out._for_writing(name))
    return out


def _scene_filter(name, n, masks, skip):
    skipped = (None, None) if skip is None else skip
    if not isinstance(skipped, (tuple, list)) or len(skipped) != 2:
        raise TypeError(f"{name}: skip is no pair of instances and triangles")
    return _structure("lbx_scene_filter", mask=_words(masks, name, "masks", n),
                      skip_instance=_words(skipped[0], name, "skip[0]", n),
                      skip_triangle=_words(skipped[1], name, "skip[1]", n))


class SceneCursor:
    """How far a search for instances that touch has come, or part k of its `of` parts."""

    def __init__(self, k=0, of=1):
        self._made = _structure("lbx_scene_cursor", pairs=Cursor(k, of)._made)

    @property
    def done(self):
        """Whether the search is complete."""
        return self._made.pairs.done == 1


class Scene:
    """Instances of meshes, each at a place of its own: an array of INSTANCE, which is copied.
    `trees` are AabbTrees, for rays and points, `touching` ObbTrees, for touching; an instance's
    tree is its number in these lists, in which None stands for a tree that no instance has. Either
    list may be None. Threads may share a scene as an Order. `masks` and `skip` of searches are
    those of AabbTree, but that `skip` is a pair: instances, and triangles of these."""

    def __init__(self, trees, instances, touching=None, *, workers=None):
        self._hold("lbx_scene_build", trees, touching)
        self.build(instances, workers=workers)

    def _hold(self, name, trees, touching):
        """The trees, of which the scene keeps the memory."""
        lists, tables = [], {}
        for given, kind, field, named in ((trees, AabbTree, "rays", "trees"),
                                          (touching, ObbTree, "touching", "touching")):
            if given is None:
                continue
            if not isinstance(given, (tuple, list)):
                raise TypeError(f"{name}: {named} is no list: {type(given).__name__}")
            blocks = [None if tree is None else _expect(tree, kind, name, f"{named}[{k}]")._block
                      for k, tree in enumerate(given)]
            lists.append(blocks)
            tables[field] = _np.array([block.at if block else 0 for block in blocks], _np.uintp)
        if len({len(blocks) for blocks in lists}) > 1:
            raise ValueError(f"{name}: trees are {len(lists[0])}, touching are {len(lists[1])}")
        made = _structure("lbx_scene_trees", count=len(lists[0]) if lists else 0, **tables)
        self._trees = made, [block for block in dict.fromkeys(sum(lists, [])) if block]
        self._given = tuple(None if given is None else tuple(given) for given in (trees, touching))

    def __reduce__(self):
        return Scene._again, (*self._given, self._built)

    @classmethod
    def _again(cls, trees, touching, built):
        scene = object.__new__(cls)
        scene._hold("Scene", trees, touching)
        scene._built = built
        return scene

    @classmethod
    def from_bytes(cls, trees, data, touching=None, *, workers=None):
        """A scene of the same trees from the `bytes` of another, uint8, which are checked."""
        if not isinstance(data, _np.ndarray) or data.dtype != _u1 or data.ndim != 1:
            raise TypeError("Scene.from_bytes: data is no array of uint8 of one dimension")
        scene, block = object.__new__(cls), _Block.of(data)
        scene._hold("Scene.from_bytes", trees, touching)
        scene._built = block, 0
        scene.check(workers=workers)
        boxes = _new(Aabbs, block.size // INSTANCE.itemsize)  # it holds copies of the instances
        count = _call("lbx_scene_aabbs", block, 0, boxes._for_writing("Scene.from_bytes"))
        scene._built = block, count
        return scene

    @property
    def bytes(self):
        """The memory of the scene, uint8; it may be written to a file."""
        return _np.frombuffer(self._built[0].bytes.data.toreadonly(), _u1)

    @property
    def count(self):
        """The number of instances."""
        return self._built[1]

    def _bring(self, name, instances, workers, *more):
        workers = _workers(workers, name)
        trees, blocks = self._trees
        with _lent(blocks):
            return _call(name, trees, _instances(instances, name), len(instances), *more, workers,
                         workers=workers)

    def build(self, instances, *, workers=None):
        """Builds the scene anew, of any number of instances."""
        name = "lbx_scene_build"
        n = len(_instances(instances, name))
        block = _Block(_plain("lbx_scene_bytes", n))
        size = self._bring(name, instances, workers, block, block.size)
        block.bytes = block.bytes[:size]
        self._built = block, n

    def refit(self, instances, *, workers=None):
        """Takes the instances as they are now, as many as before. Call it after a refit of any of
        the trees, too."""
        self._bring("lbx_scene_refit", instances, workers, self._built[0])

    def check(self, *, workers=None):
        """Checks all of it; raises if it is damaged."""
        name = "lbx_scene_check"
        workers = _workers(workers, name)
        block, _ = self._built
        _call(name, block, block.size, workers, workers=workers)

    def _search(self, name, view, reach, filter, n, flags, outs, at):
        """The count of a search with scratch, whose outputs are at `at`."""
        trees, blocks = self._trees
        _apart(name, outs, (*filter.relied, *view.relied))
        with _lent(blocks):
            return _bare(name, self._built[0], trees.at, view.at, *reach, filter.at, n, flags, at,
                         _scratch.block.at, _TRACE_SCRATCH)

    def nearest(self, rays, n=None, masks=None, skip=None, *, coherent=False, instance=True,
                triangle=True, t=True, u=None, v=None):
        """The nearest triangle of each ray: instance and triangle, uint32, NO_INSTANCE and
        NO_TRIANGLE for a miss, and t, u and v, float32, all of shape (n,). Each thread keeps 3 MB of
        scratch."""
        name = "lbx_scene_nearest"
        n, view = _view(name, n, rays, Rays, "rays")
        outs = (_wanted(instance, name, "instance", _u4, n),
                _wanted(triangle, name, "triangle", _u4, n), _wanted(t, name, "t", _f4, n),
                _wanted(u, name, "u", _f4, n), _wanted(v, name, "v", _f4, n))
        hits = _structure("lbx_scene_hits", **dict(zip(SceneHits._fields[1:], outs)))
        count = self._search(name, view, (), _scene_filter(name, n, masks, skip), n,
                             _COHERENT if coherent else 0, outs, hits.at)
        return SceneHits(count, *outs)

    def any(self, rays, n=None, masks=None, skip=None, *, coherent=False, hits=True):
        """Which rays meet a triangle: count, and hits, a bit per ray. Scratch as of nearest."""
        name = "lbx_scene_any"
        n, view = _view(name, n, rays, Rays, "rays")
        hits = _mask(hits, name, n)
        count = self._search(name, view, (), _scene_filter(name, n, masks, skip), n,
                             _COHERENT if coherent else 0, (hits,),
                             None if hits is None else _address(hits))
        return Hits(count, hits)

    def all(self, rays, n=None, masks=None, skip=None, *, sorted=False):
        """Every triangle that each ray meets, ray by ray: an array of SCENE_HIT. `sorted`: the hits
        of a ray by t, equal ones by instance, then by triangle."""
        name = "lbx_scene_all"
        n, view = _view(name, n, rays, Rays, "rays")
        filter = _scene_filter(name, n, masks, skip)
        trees, blocks = self._trees
        with _lent(blocks):
            return _pieces(SCENE_HIT, name, self._built[0], trees, view, filter, n,
                           _SORTED if sorted else 0, _structure("lbx_scene_ray_cursor"))

    def closest(self, points, n=None, reach=None, masks=None, skip=None, *, instance=True,
                triangle=True, distance=True, u=None, v=None, feature=None):
        """The triangle nearest to each point, no farther than `reach`, a number or float32 of shape
        (n,): instance and triangle, uint32, NO_INSTANCE and NO_TRIANGLE if there is none, and
        distance, u and v, float32, and feature, uint32, all of shape (n,). Scratch as of nearest."""
        name = "lbx_scene_closest"
        n, view = _view(name, n, points, Points, "points")
        reach = _reach(reach, name, n)
        outs = (_wanted(instance, name, "instance", _u4, n),
                _wanted(triangle, name, "triangle", _u4, n),
                _wanted(distance, name, "distance", _f4, n), _wanted(u, name, "u", _f4, n),
                _wanted(v, name, "v", _f4, n), _wanted(feature, name, "feature", _u4, n))
        made = _structure("lbx_scene_closest_out", **dict(zip(SceneClosest._fields[1:], outs)))
        count = self._search(name, view, (None if reach is None else _address(reach),),
                             _scene_filter(name, n, masks, skip), n, 0, outs, made.at)
        return SceneClosest(count, *outs)

    def aabbs(self, grow=0, *, out=None):
        """The boxes around all instances, each grown by `grow` on every side: Aabbs, `out` if given,
        for an Order."""
        name = "lbx_scene_aabbs"
        block, n = self._built
        out = _target(out, name, Aabbs, n)
        _call(name, block, grow, out._for_writing(name))
        return out

    def touching(self, order, distance=0, filter=None, *, any=False, flags=0, hints=None, out=None,
                 cursor=None):
        """Pairs of triangles of different instances that touch, or are at most `distance` apart: an
        array of SCENE_TOUCH, or the first elements of `out`, and `cursor`, a SceneCursor, continues
        from there. `order` is that of aabbs(grow), grown by half the distance or more. `any`: one
        pair of triangles for each pair of instances; `hints` are then uint32 of shape (k, 2), zeros
        at first: leaves that are tried first, and are written."""
        name = "lbx_scene_touching"
        block, n = self._built
        trees, blocks = self._trees
        if hints is not None:
            _rows(hints, name, "hints", _u4, 2, writable=True)
        words = _filter(filter, name, "filter", n)
        flags = _whole(flags, name, "flags", 2**32 - 1) | (_ANY if any else 0)
        query = _structure("lbx_scene_query", distance=distance, flags=flags, filter=words,
                           hints=hints, hint_count=0 if hints is None else len(hints))
        at = (SceneCursor() if cursor is None else _expect(cursor, SceneCursor, name, "cursor"))._made
        arguments = (name, block, trees, _expect(order, Order, name, "order")._sorted[0], query, at)
        with _lent(blocks):
            if out is None:
                return _pieces(SCENE_TOUCH, *arguments)
            _dense(out, name, "out", SCENE_TOUCH, 0, writable=True)
            _aligned(name, "out", SCENE_TOUCH, _address(out))
            if words is not None:
                _apart(name, (out,), words.relied)
            return out[:_call(*arguments, out, len(out))]


# ---------------------------------------------------------------------------------------------
# Contacts
# ---------------------------------------------------------------------------------------------

CONTACT = _np.dtype([
    ("item", "u4"), ("axis", "u4"), ("points", "u4"), ("depth", "f4"), ("normal", "f4", 3),
    ("point", [("position", "f4", 3), ("depth", "f4"), ("feature", "u4")], 4)], align=True)


def _contacts_out(out):
    """The lbx_contacts_out of an array of CONTACT."""
    word = [_address(out) + at for at in range(0, CONTACT.itemsize, 4)]
    fields = dict(zip(("item", "axis", "points", "depth"), word), normal=tuple(word[4:7]))
    for k in range(4):
        x, y, z, fields[f"point[{k}].depth"], fields[f"point[{k}].feature"] = word[7 + 5 * k:][:5]
        fields[f"point[{k}].position"] = x, y, z
    return _structure("lbx_contacts_out", (out,), count=len(out), stride=CONTACT.itemsize, **fields)


def _contacts(name, a_kind, b_kind):
    def contacts(a, b, n=None, *, margin=0, axes=None, out=None):
        owner = "lbx_" + name
        n, first, second = _views(owner, n, (a, a_kind, "a"), (b, b_kind, "b"))
        if axes is not None:
            _dense(axes, owner, "axes", _u1, n)
        if out is not None:
            _dense(out, owner, "out", CONTACT, 0, writable=True)
            _aligned(owner, "out", CONTACT, _address(out))
            query = _structure("lbx_contact_query", margin=margin, axes=axes)
            return out[:_call(owner, first, second, n, query, _contacts_out(out))]
        cursor, parts, room = _np.zeros(1, _np.uintp), [], 1024
        query = _structure("lbx_contact_query", margin=margin, axes=axes, cursor=cursor)
        while True:
            part = _np.empty(min(room, n), CONTACT)
            parts.append(part[:_call(owner, first, second, n, query, _contacts_out(part))])
            if cursor[0] >= n:
                return parts[0] if len(parts) == 1 else _np.concatenate(parts)
            room *= 2

    contacts.__name__ = contacts.__qualname__ = name
    contacts.__doc__ = (
        f"lbx_{name} of {a_kind.__name__} and {b_kind.__name__}: the contacts of the pairs that are "
        "apart by no more than\n    `margin`, an array of CONTACT, or the first elements of `out`, which "
        "must have room for all.\n    `axes`, uint8 of shape (n,), has the axis of each pair's contact "
        "in the last step, or 255.")
    return contacts


obb_obb_contacts = _contacts("obb_obb_contacts", Obbs, Obbs)
sphere_sphere_contacts = _contacts("sphere_sphere_contacts", Spheres, Spheres)
sphere_capsule_contacts = _contacts("sphere_capsule_contacts", Spheres, Capsules)
sphere_obb_contacts = _contacts("sphere_obb_contacts", Spheres, Obbs)
sphere_triangle_contacts = _contacts("sphere_triangle_contacts", Spheres, Triangles)
capsule_capsule_contacts = _contacts("capsule_capsule_contacts", Capsules, Capsules)
capsule_obb_contacts = _contacts("capsule_obb_contacts", Capsules, Obbs)
triangle_capsule_contacts = _contacts("triangle_capsule_contacts", Triangles, Capsules)
triangle_obb_contacts = _contacts("triangle_obb_contacts", Triangles, Obbs)
plane_sphere_contacts = _contacts("plane_sphere_contacts", Planes, Spheres)
plane_capsule_contacts = _contacts("plane_capsule_contacts", Planes, Capsules)
plane_obb_contacts = _contacts("plane_obb_contacts", Planes, Obbs)
