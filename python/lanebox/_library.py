# SPDX-License-Identifier: MIT
"""The shared library, and how its functions are called.

STRUCTURES and FUNCTIONS have the declarations of the C headers, word for word: signatures.py makes
the module of them when the wheel is built.
"""

import contextlib
import ctypes
import numbers
import operator
import os
import re
import threading
import weakref

import numpy as np

from ._signatures import FUNCTIONS, STRUCTURES

# The types of values. Every pointer is an address, which ctypes passes as it is; None is NULL.
_VALUES = {
    "int": ctypes.c_int, "lbx_isa": ctypes.c_int, "unsigned": ctypes.c_uint,
    "size_t": ctypes.c_size_t, "ptrdiff_t": ctypes.c_ssize_t, "float": ctypes.c_float,
    "double": ctypes.c_double, "uint16_t": ctypes.c_uint16, "uint32_t": ctypes.c_uint32, "uint64_t": ctypes.c_uint64,
    "const char *": ctypes.c_char_p, "void": None,
}
_MOST = {name: _VALUES[name](-1).value for name in ("unsigned", "size_t", "uint32_t", "uint64_t")}
SIZE_MAX = _MOST["size_t"]


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
        "_fields_": [(field, _value(text)) for field, text in _fields], "arrays": (), "relied": (),
        "written": any(re.match(r"(float|uint32_t) \*", text) for _, text in _fields)})


def whole(value, owner, name, most):
    """An integer of the user's. ctypes would take it modulo 2**32 or 2**64."""
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        value = operator.index(value)
    except TypeError:
        raise TypeError(f"{owner}: {name} is no integer: {value!r}") from None
    if not 0 <= value <= most:
        raise ValueError(f"{owner}: {name} is {value}, not from 0 to {most}")
    return value


def address(array):
    return array.__array_interface__["data"][0]


def _as_c(value, type_, owner, name):
    """An argument or a field as ctypes takes it."""
    if type_ in _MOST:
        return whole(value, owner, name, _MOST[type_])
    if type_ in ("float", "double") and not isinstance(value, numbers.Real):
        raise TypeError(f"{owner}: {name} is no number: {value!r}")
    if isinstance(value, np.ndarray):
        return address(value)
    if isinstance(value, Block):
        return address(value.bytes)
    if isinstance(value, ctypes.Structure) and "*" in type_:
        return ctypes.addressof(value)
    if isinstance(value, list):
        return (ctypes.c_void_p * len(value))(*map(address, value))
    return value


def structure(name, arrays=(), **fields):
    """A C structure, which keeps the arrays that it names: `arrays` and those that are fields.
    Fields that are not given are zero."""
    made = _CLASSES[name]()
    types = dict(STRUCTURES[name])
    for field, value in fields.items():
        setattr(made, field, _as_c(value, types[field], name, field))
    made.arrays = (*arrays, *(array for array in fields.values() if isinstance(array, np.ndarray)))
    # What C checks before it reads it again: the numbers of elements, and the whole of a mesh.
    made.relied = [array for array in made.arrays
                   if array.dtype.kind == "u" or name == "lbx_mesh"]
    made.owners = []
    for array in made.arrays:
        while isinstance(array.base, np.ndarray):
            array = array.base
        made.owners.append(weakref.ref(array))  # NumPy resizes no array that has one
    return made


class Block:
    """Memory aligned to 64 bytes. Calls of several threads may read it at once; one that writes it
    waits for them, and they for it."""

    def __init__(self, size):
        if size == SIZE_MAX:
            raise Error(-2)  # LBX_ERROR_COUNT
        room = np.empty(size + 64, np.uint8)
        skip = -address(room) % 64
        self.bytes = room[skip:skip + size]
        self._turn, self._readers = threading.Condition(), 0

    @classmethod
    def of(cls, data):
        made = cls(data.size)
        made.bytes[:] = data
        return made

    def __reduce__(self):
        with self.lent(False):
            return Block.of, (self.bytes.copy(),)

    @property
    def size(self):
        return self.bytes.size

    @contextlib.contextmanager
    def lent(self, written):
        with self._turn:
            if written:
                self._turn.wait_for(lambda: not self._readers)
                yield
                return
            self._readers += 1
        try:
            yield
        finally:
            with self._turn:
                self._readers -= 1
                self._turn.notify_all()


def _load():
    library = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)),
                                       "liblanebox.so"))
    for name, (result, arguments) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = _value(result)
        function.argtypes = [_argument(text) for text, _ in arguments]
    return library


_LIBRARY = _load()


class Error(Exception):
    """Raised for what the library refuses, with its text, and `code`, one of LBX_ERROR_*."""

    def __init__(self, code):
        super().__init__(_LIBRARY.lbx_error_text(code).decode())
        self.code = code


def plain(name, *arguments):
    """Calls a function, and returns what it does. Blocks, arrays and structures are passed by their
    addresses, and are kept until it returns."""
    declared = FUNCTIONS[name][1]
    read, written = [], []
    with contextlib.ExitStack() as lent:
        for (type_, _), value in zip(declared, arguments):
            writes = not type_.startswith("const")
            if isinstance(value, Block):
                lent.enter_context(value.lent(writes))
                written += [value.bytes] if writes else ()
            elif isinstance(value, ctypes.Structure):
                written += value.arrays if value.written else ()
                read += () if value.written else value.relied
            elif isinstance(value, np.ndarray):
                (written if writes else read).append(value)
            elif isinstance(value, list):
                written += value
        if any(np.shares_memory(one, other) for one in written for other in read):
            raise ValueError(f"{name}: an output overlaps an array that it reads")
        return getattr(_LIBRARY, name)(*(
            _as_c(value, type_, name, argument)
            for value, (type_, argument) in zip(arguments, declared)))


def call(name, *arguments):
    """Calls a function that returns a count or an error, which is raised."""
    result = plain(name, *arguments)
    if result < 0:
        raise Error(result)
    return result
