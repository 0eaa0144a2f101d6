# SPDX-License-Identifier: MIT
"""The shared library, and how its functions are called.

STRUCTURES and FUNCTIONS have the declarations of the C headers, word for word: signatures.py makes
the module of them when the wheel is built.
"""

import ctypes
import os
import re

from ._signatures import FUNCTIONS, STRUCTURES

# The types of values. Every pointer is an address, which ctypes passes as it is; None is NULL.
_VALUES = {
    "int": ctypes.c_int, "lbx_isa": ctypes.c_int, "unsigned": ctypes.c_uint,
    "size_t": ctypes.c_size_t, "ptrdiff_t": ctypes.c_ssize_t, "float": ctypes.c_float,
    "double": ctypes.c_double, "uint16_t": ctypes.c_uint16, "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64,
    "const char *": ctypes.c_char_p, "void": None,
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
