# SPDX-License-Identifier: MIT
"""The shared library, and how its functions are called.

STRUCTURES and FUNCTIONS repeat the declarations of the C headers, word for word. The library is
called by these alone: no header is read, and the tests compare them with the headers.
"""

import ctypes
import os
import re

STRUCTURES = {
    "lbx_pick": [
        ("kind", "int"),
        ("first", "size_t"),
        ("list", "const uint32_t *"),
        ("step", "size_t"),
    ],
    "lbx_aabbs": [
        ("min", "const float *[3]"),
        ("max", "const float *[3]"),
        ("count", "size_t"),
        ("stride", "size_t"),
        ("pick", "lbx_pick"),
    ],
    "lbx_aabb8s": [
        ("min", "const float *[3]"),
        ("max", "const float *[3]"),
        ("count", "size_t"),
        ("stride", "size_t"),
        ("pick", "lbx_pick"),
    ],
    "lbx_aabbs_f64": [
        ("min", "const double *[3]"),
        ("max", "const double *[3]"),
        ("count", "size_t"),
        ("stride", "size_t"),
        ("pick", "lbx_pick"),
    ],
    "lbx_obbs": [
        ("center", "const float *[3]"),
        ("half", "const float *[3]"),
        ("axis", "const float *[3][3]"),
        ("count", "size_t"),
        ("stride", "size_t"),
        ("pick", "lbx_pick"),
    ],
    "lbx_rays": [
        ("origin", "const float *[3]"),
        ("dir", "const float *[3]"),
        ("inv_dir", "const float *[3]"),
        ("t_min", "const float *"),
        ("t_max", "const float *"),
        ("count", "size_t"),
        ("stride", "size_t"),
        ("pick", "lbx_pick"),
    ],
    "lbx_segments": [
        ("start", "const float *[3]"),
        ("end", "const float *[3]"),
        ("count", "size_t"),
        ("stride", "size_t"),
        ("pick", "lbx_pick"),
    ],
    "lbx_planes": [
        ("normal", "const float *[3]"),
        ("offset", "const float *"),
        ("count", "size_t"),
        ("stride", "size_t"),
        ("pick", "lbx_pick"),
    ],
    "lbx_triangles": [
        ("vertex", "const float *[3][3]"),
        ("count", "size_t"),
        ("stride", "size_t"),
        ("pick", "lbx_pick"),
    ],
    "lbx_spheres": [
        ("center", "const float *[3]"),
        ("radius", "const float *"),
        ("count", "size_t"),
        ("stride", "size_t"),
        ("pick", "lbx_pick"),
    ],
    "lbx_motions": [
        ("delta", "const float *[3]"),
        ("count", "size_t"),
        ("stride", "size_t"),
        ("pick", "lbx_pick"),
    ],
    "lbx_poses": [
        ("position", "const float *[3]"),
        ("rotation", "const float *[4]"),
        ("count", "size_t"),
        ("stride", "size_t"),
        ("pick", "lbx_pick"),
    ],
    "lbx_aabbs_out": [
        ("min", "float *[3]"),
        ("max", "float *[3]"),
        ("count", "size_t"),
        ("stride", "size_t"),
    ],
    "lbx_obbs_out": [
        ("center", "float *[3]"),
        ("half", "float *[3]"),
        ("axis", "float *[3][3]"),
        ("count", "size_t"),
        ("stride", "size_t"),
    ],
    "lbx_spheres_out": [
        ("center", "float *[3]"),
        ("radius", "float *"),
        ("count", "size_t"),
        ("stride", "size_t"),
    ],
    "lbx_pair": [
        ("a", "uint32_t"),
        ("b", "uint32_t"),
    ],
    "lbx_filter": [
        ("category", "const uint32_t *"),
        ("mask", "const uint32_t *"),
        ("stride", "size_t"),
    ],
    "lbx_cursor": [
        ("generation", "uint64_t[2]"),
        ("part", "uint32_t"),
        ("parts", "uint32_t"),
        ("next", "uint32_t[2]"),
        ("given", "uint32_t"),
        ("search", "uint32_t"),
    ],
    "lbx_tree_stats": [
        *((name, "uint64_t") for name in ("bytes", "items", "nodes", "leaves", "height")),
        *((name, "double") for name in ("leaf_items", "area_ratio", "leaf_area_ratio", "overlap")),
    ],
    "lbx_mesh": [
        ("position", "const float *[3]"),
        ("vertex_count", "size_t"),
        ("stride", "size_t"),
        ("indices", "const uint32_t *"),
        ("triangle_count", "size_t"),
    ],
    "lbx_part": [
        ("first", "size_t"),
        ("count", "size_t"),
    ],
    "lbx_rigid_pose": [
        ("position", "double[3]"),
        ("rotation", "double[4]"),
    ],
    "lbx_obb_tree_options": [
        ("leaf", "uint32_t"),
        ("progress", "int (*)(void *context, size_t done, size_t all)"),
        ("context", "void *"),
    ],
    "lbx_obb_tree_counts": [
        ("pairs", "uint64_t"),
        ("boxes", "uint64_t"),
        ("triangles", "uint64_t"),
        ("in_double", "uint64_t"),
    ],
    "lbx_aabb_tree_options": [
        ("masks", "const uint32_t *"),
        ("progress", "int (*)(void *context, size_t done, size_t all)"),
        ("context", "void *"),
    ],
    "lbx_tree_nodes": [
        ("count", "const uint32_t *"),
        ("first", "const uint32_t *"),
        ("child", "const uint32_t *"),
        ("node_count", "size_t"),
        ("stride", "size_t"),
        ("width", "uint32_t"),
        ("order", "const uint32_t *"),
    ],
    "lbx_ray_hits": [
        ("id", "uint32_t *"),
        ("t", "float *"),
        ("u", "float *"),
        ("v", "float *"),
    ],
    "lbx_ray_hit": [
        ("ray", "uint32_t"),
        ("triangle", "uint32_t"),
        ("t", "float"),
        ("u", "float"),
        ("v", "float"),
    ],
    "lbx_ray_cursor": [
        ("ray", "size_t"),
        ("given", "size_t"),
    ],
}

FUNCTIONS = {
    "lbx_error_text": ("const char *", ["ptrdiff_t"]),
    "lbx_version": ("int", []),
    "lbx_aabb_aabb": ("ptrdiff_t", [
        "const lbx_aabbs *", "const lbx_aabbs *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_ray_aabb": ("ptrdiff_t", [
        "const lbx_rays *", "const lbx_aabbs *", "size_t", "unsigned", "uint8_t *", "float *",
        "float *"]),
    "lbx_ray_aabb8": ("ptrdiff_t", [
        "const lbx_rays *", "const lbx_aabb8s *", "size_t", "unsigned", "uint8_t *", "float *"]),
    "lbx_ray_obb": ("ptrdiff_t", [
        "const lbx_rays *", "const lbx_obbs *", "size_t", "unsigned", "uint8_t *", "float *",
        "float *"]),
    "lbx_ray_triangle": ("ptrdiff_t", [
        "const lbx_rays *", "const lbx_triangles *", "size_t", "unsigned", "uint8_t *",
        "float *", "float *", "float *"]),
    "lbx_obb_obb": ("ptrdiff_t", [
        "const lbx_obbs *", "const lbx_obbs *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_aabb_obb": ("ptrdiff_t", [
        "const lbx_aabbs *", "const lbx_obbs *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_sphere_sphere": ("ptrdiff_t", [
        "const lbx_spheres *", "const lbx_spheres *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_sphere_aabb": ("ptrdiff_t", [
        "const lbx_spheres *", "const lbx_aabbs *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_sphere_obb": ("ptrdiff_t", [
        "const lbx_spheres *", "const lbx_obbs *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_segment_aabb": ("ptrdiff_t", [
        "const lbx_segments *", "const lbx_aabbs *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_segment_obb": ("ptrdiff_t", [
        "const lbx_segments *", "const lbx_obbs *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_triangle_aabb": ("ptrdiff_t", [
        "const lbx_triangles *", "const lbx_aabbs *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_triangle_obb": ("ptrdiff_t", [
        "const lbx_triangles *", "const lbx_obbs *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_triangle_triangle": ("ptrdiff_t", [
        "const lbx_triangles *", "const lbx_triangles *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_triangle_triangle_classify": ("ptrdiff_t", [
        "const lbx_triangles *", "const lbx_triangles *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_triangle_triangle_resolve": ("ptrdiff_t", [
        "const lbx_triangles *", "const lbx_triangles *", "size_t", "uint8_t *"]),
    "lbx_triangle_triangle_within": ("ptrdiff_t", [
        "const lbx_triangles *", "const lbx_triangles *", "float", "size_t", "unsigned",
        "uint8_t *"]),
    "lbx_obb_obb_prejudge": ("ptrdiff_t", [
        "const lbx_obbs *", "const lbx_obbs *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_plane_aabb": ("ptrdiff_t", [
        "const lbx_planes *", "const lbx_aabbs *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_plane_obb": ("ptrdiff_t", [
        "const lbx_planes *", "const lbx_obbs *", "size_t", "unsigned", "uint8_t *"]),
    "lbx_aabb_aabb_sweep": ("ptrdiff_t", [
        "const lbx_aabbs *", "const lbx_motions *", "const lbx_aabbs *", "const lbx_motions *",
        "size_t", "unsigned", "uint8_t *", "float *", "float *"]),
    "lbx_sphere_sphere_sweep": ("ptrdiff_t", [
        "const lbx_spheres *", "const lbx_motions *", "const lbx_spheres *",
        "const lbx_motions *", "size_t", "unsigned", "uint8_t *", "float *", "float *"]),
    "lbx_sphere_plane_sweep": ("ptrdiff_t", [
        "const lbx_spheres *", "const lbx_motions *", "const lbx_planes *", "size_t", "unsigned",
        "uint8_t *", "float *", "float *const[3]"]),
    "lbx_aabbs_from_obbs": ("ptrdiff_t", ["const lbx_obbs *", "size_t", "const lbx_aabbs_out *"]),
    "lbx_aabbs_from_doubles": ("ptrdiff_t", [
        "const lbx_aabbs_f64 *", "const double[3]", "size_t", "const lbx_aabbs_out *"]),
    "lbx_aabbs_from_triangles": ("ptrdiff_t", [
        "const lbx_triangles *", "size_t", "const lbx_aabbs_out *"]),
    "lbx_spheres_from_obbs": ("ptrdiff_t", [
        "const lbx_obbs *", "size_t", "const lbx_spheres_out *"]),
    "lbx_obbs_transform": ("ptrdiff_t", [
        "const lbx_obbs *", "const lbx_poses *", "size_t", "const lbx_obbs_out *"]),
    "lbx_aabbs_check": ("ptrdiff_t", ["const lbx_aabbs *", "size_t", "uint8_t *"]),
    "lbx_obbs_check": ("ptrdiff_t", ["const lbx_obbs *", "size_t", "uint8_t *"]),
    "lbx_rays_check": ("ptrdiff_t", ["const lbx_rays *", "size_t", "uint8_t *"]),
    "lbx_segments_check": ("ptrdiff_t", ["const lbx_segments *", "size_t", "uint8_t *"]),
    "lbx_triangles_check": ("ptrdiff_t", ["const lbx_triangles *", "size_t", "uint8_t *"]),
    "lbx_planes_check": ("ptrdiff_t", ["const lbx_planes *", "size_t", "uint8_t *"]),
    "lbx_spheres_check": ("ptrdiff_t", ["const lbx_spheres *", "size_t", "uint8_t *"]),
    "lbx_motions_check": ("ptrdiff_t", ["const lbx_motions *", "size_t", "uint8_t *"]),
    "lbx_poses_check": ("ptrdiff_t", ["const lbx_poses *", "size_t", "uint8_t *"]),
    "lbx_hit_indices": ("ptrdiff_t", ["const uint8_t *", "size_t", "uint32_t *"]),
    "lbx_hit_elements": ("ptrdiff_t", [
        "const uint8_t *", "size_t", "const lbx_pick *", "uint32_t *"]),
    "lbx_isa_active": ("lbx_isa", []),
    "lbx_isa_select": ("int", ["lbx_isa"]),
    "lbx_isa_available": ("int", ["lbx_isa"]),
    "lbx_isa_name": ("const char *", ["lbx_isa"]),
    "lbx_order_bytes": ("size_t", ["size_t"]),
    "lbx_order_sort": ("ptrdiff_t", ["const lbx_aabbs *", "size_t", "void *", "size_t"]),
    "lbx_order_refit": ("ptrdiff_t", ["const lbx_aabbs *", "size_t", "void *", "size_t"]),
    "lbx_order_check": ("int", ["const void *", "size_t"]),
    "lbx_order_stats": ("int", ["const void *", "lbx_tree_stats *"]),
    "lbx_pairs": ("ptrdiff_t", [
        "const void *", "const lbx_filter *", "lbx_cursor *", "lbx_pair *", "size_t"]),
    "lbx_pairs_between": ("ptrdiff_t", [
        "const void *", "const void *", "const lbx_filter *", "const lbx_filter *",
        "lbx_cursor *", "lbx_pair *", "size_t"]),
    "lbx_query_aabbs": ("ptrdiff_t", [
        "const void *", "const lbx_aabbs *", "size_t", "const lbx_filter *",
        "const lbx_filter *", "lbx_cursor *", "lbx_pair *", "size_t"]),
    "lbx_query_rays": ("ptrdiff_t", [
        "const void *", "const lbx_rays *", "size_t", "const lbx_filter *", "const lbx_filter *",
        "lbx_cursor *", "lbx_pair *", "size_t"]),
    "lbx_query_sweeps": ("ptrdiff_t", [
        "const void *", "const lbx_aabbs *", "const lbx_motions *", "size_t",
        "const lbx_filter *", "const lbx_filter *", "lbx_cursor *", "lbx_pair *", "size_t"]),
    "lbx_cursor_range": ("ptrdiff_t", ["lbx_cursor *", "size_t", "size_t"]),
    "lbx_pairs_sort": ("ptrdiff_t", ["lbx_pair *", "size_t", "lbx_pair *"]),
    "lbx_pair_changes": ("ptrdiff_t", [
        "const lbx_pair *", "size_t", "const lbx_pair *", "size_t", "lbx_pair *", "size_t *",
        "lbx_pair *", "size_t *"]),
    "lbx_aabb_fit": ("ptrdiff_t", [
        "const lbx_mesh *", "const lbx_part *", "size_t", "const lbx_aabbs_out *"]),
    "lbx_obb_fit_covariance": ("ptrdiff_t", [
        "const lbx_mesh *", "const lbx_part *", "size_t", "const lbx_obbs_out *"]),
    "lbx_obb_fit_hull": ("ptrdiff_t", [
        "const lbx_mesh *", "const lbx_part *", "size_t", "unsigned", "const lbx_obbs_out *"]),
    "lbx_obb_fit": ("ptrdiff_t", [
        "const lbx_mesh *", "const lbx_part *", "size_t", "const lbx_obbs_out *"]),
    "lbx_caabb_fit": ("ptrdiff_t", [
        "const lbx_mesh *", "const lbx_part *", "size_t", "const lbx_spheres_out *"]),
    "lbx_sphere_fit": ("ptrdiff_t", [
        "const lbx_mesh *", "const lbx_part *", "size_t", "const lbx_spheres_out *"]),
    "lbx_obb_tree_bytes": ("size_t", ["const lbx_mesh *"]),
    "lbx_obb_tree_scratch_bytes": ("size_t", ["const lbx_mesh *"]),
    "lbx_obb_tree_build": ("ptrdiff_t", [
        "const lbx_mesh *", "const lbx_obb_tree_options *", "void *", "size_t", "void *"]),
    "lbx_obb_tree_refit": ("int", ["const lbx_mesh *", "void *"]),
    "lbx_obb_tree_check": ("int", ["const void *", "size_t"]),
    "lbx_obb_tree_stats": ("int", ["const void *", "lbx_tree_stats *"]),
    "lbx_obb_tree_collide": ("ptrdiff_t", [
        "const void *", "const lbx_rigid_pose *", "const void *", "const lbx_rigid_pose *",
        "unsigned", "lbx_pair *", "size_t", "lbx_obb_tree_counts *"]),
    "lbx_obb_tree_within": ("ptrdiff_t", [
        "const void *", "const lbx_rigid_pose *", "const void *", "const lbx_rigid_pose *",
        "float", "unsigned", "lbx_pair *", "size_t", "lbx_obb_tree_counts *"]),
    "lbx_aabb_tree_bytes": ("size_t", ["const lbx_mesh *"]),
    "lbx_aabb_tree_scratch_bytes": ("size_t", ["const lbx_mesh *"]),
    "lbx_aabb_tree_build": ("ptrdiff_t", [
        "const lbx_mesh *", "const lbx_aabb_tree_options *", "void *", "size_t", "void *"]),
    "lbx_aabb_tree_convert_scratch_bytes": ("size_t", [
        "const lbx_mesh *", "const lbx_tree_nodes *"]),
    "lbx_aabb_tree_convert": ("ptrdiff_t", [
        "const lbx_mesh *", "const lbx_tree_nodes *", "const lbx_aabb_tree_options *", "void *",
        "size_t", "void *"]),
    "lbx_aabb_tree_refit": ("int", ["const lbx_mesh *", "void *"]),
    "lbx_aabb_tree_check": ("int", ["const void *", "size_t"]),
    "lbx_aabb_tree_stats": ("int", ["const void *", "lbx_tree_stats *"]),
    "lbx_aabb_tree_nearest": ("ptrdiff_t", [
        "const void *", "const lbx_rays *", "const uint32_t *", "size_t", "unsigned",
        "const lbx_ray_hits *", "void *", "size_t"]),
    "lbx_aabb_tree_any": ("ptrdiff_t", [
        "const void *", "const lbx_rays *", "const uint32_t *", "size_t", "unsigned",
        "uint8_t *", "void *", "size_t"]),
    "lbx_aabb_tree_all": ("ptrdiff_t", [
        "const void *", "const lbx_rays *", "const uint32_t *", "size_t", "unsigned",
        "lbx_ray_cursor *", "lbx_ray_hit *", "size_t"]),
}

# What is not called from here, and why.
LEFT_OUT = {
    "lbx_soa_alloc": "arrays are NumPy's",
    "lbx_soa_free": "arrays are NumPy's",
    "lbx_keep": "items[lanebox.unpack(mask, n)] says it in NumPy",
    "lbx_keep_arrays": "items[lanebox.unpack(mask, n)] says it in NumPy",
}

# The types of values. Every pointer is an address, which ctypes passes as it is; None is NULL.
_VALUES = {
    "int": ctypes.c_int, "lbx_isa": ctypes.c_int, "unsigned": ctypes.c_uint,
    "size_t": ctypes.c_size_t, "ptrdiff_t": ctypes.c_ssize_t, "float": ctypes.c_float,
    "double": ctypes.c_double, "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64,
    "const char *": ctypes.c_char_p,
}


def _value(text):
    """The type of a field or a result."""
    array = re.match(r"(.*?)((?:\[\d+\])+)$", text)
    if array:
        made = _value(array[1])
        for length in reversed(re.findall(r"\d+", array[2])):
            made = made * int(length)
        return made
    if text in _VALUES:
        return _VALUES[text]
    return ctypes.c_void_p if "*" in text else _CLASSES[text]


def _argument(text):
    """The type of an argument: arrays and structures are passed by their addresses."""
    return ctypes.c_void_p if "*" in text or "[" in text else _VALUES[text]


_CLASSES = {}
for _name, _fields in STRUCTURES.items():
    _CLASSES[_name] = type(_name, (ctypes.Structure,), {
        "_fields_": [(field, _value(text)) for field, text in _fields]})


def structure(name, **fields):
    """A C structure; fields that are not given are zero."""
    return _CLASSES[name](**fields)


def _load():
    library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                       "liblanebox.so"))
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = _value(result)
        function.argtypes = [_argument(text) for text in arguments]
    return library


_LIBRARY = _load()


class Error(Exception):
    """Raised for what the library refuses, with its text, and `code`, one of LBX_ERROR_*."""

    def __init__(self, code):
        super().__init__(_LIBRARY.lbx_error_text(code).decode())
        self.code = code


def plain(name, *arguments):
    """Calls a function, and returns what it does."""
    return getattr(_LIBRARY, name)(*(
        ctypes.addressof(argument) if isinstance(argument, ctypes.Structure) else argument
        for argument in arguments))


def call(name, *arguments):
    """Calls a function that returns a count or an error, which is raised."""
    result = plain(name, *arguments)
    if result < 0:
        raise Error(result)
    return result
