# SPDX-License-Identifier: MIT
"""The shared library, and how its functions are called.

STRUCTURES and FUNCTIONS have the declarations of the C headers, word for word: signatures.py makes
the module of them when the wheel is built.
"""

import concurrent.futures
import contextlib
import ctypes
import itertools
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
    return ctypes.c_void_p if "*" in text else _class(text)


def _argument(text):
    """The type of an argument: arrays and structures are passed by their addresses."""
    return ctypes.c_void_p if "*" in text or "[" in text else _VALUES[text]


_CLASSES, _TYPES = {}, {name: dict(fields) for name, fields in STRUCTURES.items()}


def _class(name):
    """The class of a structure; those of the structures in it are made first."""
    if name not in _CLASSES:
        fields = STRUCTURES[name]
        _CLASSES[name] = type(name, (ctypes.Structure,), {
            "_fields_": [(field, _value(text)) for field, text in fields], "arrays": (), "relied": (),
            "written": any(re.match(r"(float|uint32_t) \*", text) for _, text in fields)})
    return _CLASSES[name]


for _name in STRUCTURES:
    _class(_name)


def whole(value, owner, name, most):
    """An integer of the user's. ctypes would take it modulo 2**32 or 2**64."""
    if type(value) is int and 0 <= value <= most:
        return value
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
    try:
        return ctypes.addressof(ctypes.c_char.from_buffer(array))  # a fifth of the other's time
    except (TypeError, ValueError):  # it is read-only, has gaps, or is empty
        return array.__array_interface__["data"][0]


def _as_c(value, type_, owner, name):
    """An argument or a field as ctypes takes it."""
    if type_ in _MOST:
        return whole(value, owner, name, _MOST[type_])
    if type_ in ("float", "double") and not isinstance(value, numbers.Real):
        raise TypeError(f"{owner}: {name} is no number: {value!r}")
    if value is None:
        return None
    if isinstance(value, np.ndarray):
        return address(value)
    if isinstance(value, (Block, Workers)):
        return value.at
    if isinstance(value, ctypes.Structure) and "*" in type_:
        return ctypes.addressof(value)
    if isinstance(value, list):
        return (ctypes.c_void_p * len(value))(*map(address, value))
    return value


def structure(name, arrays=(), **fields):
    """A C structure, which keeps the arrays that it names: `arrays` and those that are fields.
    Fields that are not given are zero."""
    made = _CLASSES[name]()
    made.at = ctypes.addressof(made)
    types = _TYPES[name]
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


def ray_hits(id, t, u, v):
    """What one search writes: arrays, or None for what is not wanted."""
    return _CLASSES["lbx_ray_hits"](
        None if id is None else address(id), None if t is None else address(t),
        None if u is None else address(u), None if v is None else address(v))


_TASK = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_size_t)
_RUN = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


def _share(pool, threads, task, data, tasks):
    """Runs task(data, k) for each k below `tasks`, on threads of the pool and this one. Nothing may
    be raised here: C would go on with what tasks have not written."""
    call, take = _TASK(task), itertools.count().__next__

    def work():
        while (k := take()) < tasks:
            call(data, k)  # without the GIL

    helpers = []
    with contextlib.suppress(Exception):  # a pool that closes, or no thread: this one does all
        for _ in range(min(threads, tasks) - 1):
            helpers.append(pool.submit(work))
    work()
    for helper in helpers:
        if not helper.cancel():
            helper.exception()  # waits


class Workers:
    """Threads that share the work of sorts, builds, refits and checks, which take them as
    `workers`: as many as `threads` says, or one for each processor. Use them in a `with` statement,
    or close them. Several threads may pass the same workers at once."""

    def __init__(self, threads=None):
        if threads is None:
            threads = os.cpu_count() or 1
        self._threads = whole(threads, "Workers", "threads", 4096)
        if self._threads == 0:
            raise ValueError("Workers: threads is 0")
        self._pool = pool = concurrent.futures.ThreadPoolExecutor(self._threads, "lanebox")
        self._process = os.getpid()
        count = self._threads  # and not self, which would never be freed
        self._run = _RUN(lambda _, task, data, tasks: _share(pool, count, task, data, tasks))
        self._made = _CLASSES["lbx_workers"](ctypes.cast(self._run, ctypes.c_void_p), None)
        self.at = ctypes.addressof(self._made)

    @property
    def threads(self):
        """How many threads there are."""
        return self._threads

    def apply(self, function, *arguments):
        """Calls a function from a thread of the pool. Only the main thread is interrupted by
        Ctrl-C, so that no task is."""
        if os.getpid() != self._process:
            raise RuntimeError("lanebox.Workers: they are those of the process that forked")
        try:
            called = self._pool.submit(self._keep, function, *arguments)
        except RuntimeError:
            raise RuntimeError("lanebox.Workers: they are closed") from None
        try:
            return called.result()
        finally:
            concurrent.futures.wait([called])  # what it reads and writes is the caller's

    def _keep(self, function, *arguments):  # the workers, for as long as the call runs
        return function(*arguments)

    def close(self):
        """Waits for calls that run, and ends the threads."""
        self._pool.shutdown()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Block:
    """Memory aligned to 64 bytes. Calls of several threads may read it at once; one that writes it
    waits for them, and they for it."""

    def __init__(self, size):
        if size == SIZE_MAX:
            raise Error(-2)  # LBX_ERROR_COUNT
        room = np.empty(size + 64, np.uint8)
        skip = -address(room) % 64
        self.bytes = room[skip:skip + size]
        self.at = address(self.bytes)
        self._lock = threading.RLock()
        self._turn = threading.Condition(self._lock)
        self._readers = self._writers = 0  # that read, that wait

    @classmethod
    def of(cls, data):
        made = cls(data.size)
        made.bytes[:] = data
        return made

    def __reduce__(self):
        with self:
            return Block.of, (self.bytes.copy(),)

    @property
    def size(self):
        return self.bytes.size

    def __enter__(self):  # of one that reads
        with self._lock:
            self._readers += 1

    def __exit__(self, *_):
        with self._lock:
            self._readers -= 1
            if self._writers:
                self._turn.notify_all()

    @contextlib.contextmanager
    def written(self):
        with self._turn:
            self._writers += 1
            try:
                self._turn.wait_for(lambda: not self._readers)
            finally:
                self._writers -= 1
            yield


_LIBRARY = ctypes.CDLL(os.path.join(os.path.dirname(os.path.abspath(__file__)), "liblanebox.so"))
# Each function, and of each of its arguments the type, the name, and whether it is written.
_CALLED = {}
for _name, (_result, _arguments) in FUNCTIONS.items():
    _function = getattr(_LIBRARY, _name)
    _function.restype = _value(_result)
    _function.argtypes = [_argument(text) for text, _ in _arguments]
    _CALLED[_name] = _function, [(text, argument, not text.startswith("const"))
                                 for text, argument in _arguments]


class Error(Exception):
    """Raised for what the library refuses, with its text, and `code`, one of LBX_ERROR_*."""

    def __init__(self, code, function=""):
        text = _LIBRARY.lbx_error_text(code).decode()
        super().__init__(f"{function}: {text}" if function else text)
        self.code = code


def apart(name, written, read):
    """Refuses outputs, or None, that overlap arrays which C checks before it reads them again."""
    if read and any(np.shares_memory(one, other) for one in written if one is not None
                    for other in read):
        raise ValueError(f"{name}: an output overlaps an array that it reads")


def plain(name, *arguments):
    """Calls a function, and returns what it does. Blocks, arrays and structures are passed by their
    addresses, and are kept until it returns."""
    function, declared = _CALLED[name]
    given, read, written, lent = [], [], [], []
    for value, (type_, argument, writes) in zip(arguments, declared):
        if isinstance(value, ctypes.Structure):
            if value.written:
                written += value.arrays
            else:
                read += value.relied
        elif isinstance(value, np.ndarray):
            (written if writes else read).append(value)
        elif isinstance(value, Block):
            lent.append(value.written() if writes else value)
            if writes:
                written.append(value.bytes)
        elif isinstance(value, list):
            written += value
        given.append(_as_c(value, type_, name, argument))
    apart(name, written, read)
    if not lent:
        return function(*given)
    if len(lent) == 1:
        with lent[0]:
            return function(*given)
    with contextlib.ExitStack() as stack:
        for block in lent:
            stack.enter_context(block)
        return function(*given)


def bare(name, block, *given):
    """As `call`, of arguments that ctypes takes as they are, after a block that is read."""
    with block:
        result = _CALLED[name][0](block.at, *given)
    if result < 0:
        raise Error(result, name)
    return result


def call(name, *arguments, workers=None):
    """Calls a function that returns a count or an error, which is raised. With workers it is called
    from one of their threads."""
    if workers is not None:
        return workers.apply(call, name, *arguments)
    result = plain(name, *arguments)
    if result < 0:
        raise Error(result, name)
    return result
