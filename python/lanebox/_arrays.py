# SPDX-License-Identifier: MIT
"""NumPy arrays as the library reads and writes them: where they lie, never a copy."""

import math
import sys

import numpy as np

from ._library import SIZE_MAX, address, structure, whole


def _is_array(array, owner, name, dtype, dimensions):
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{owner}: {name} is no NumPy array: {type(array).__name__}")
    if array.dtype != dtype:
        raise TypeError(f"{owner}: {name} is of {array.dtype}, not {np.dtype(dtype)}; "
                        "nothing is converted, since that would be a copy")
    if array.ndim not in dimensions:
        raise ValueError(f"{owner}: {name} has {array.ndim} dimensions")
    if not array.flags.aligned:
        aligned(owner, name, array.dtype, address(array))


def aligned(owner, name, dtype, *addresses):
    least = min(dtype.alignment, 4) if dtype.kind == "f" else dtype.alignment
    for at in addresses:
        if at % least:
            raise ValueError(f"{owner}: {name} is not aligned to {least} bytes")


def dense(array, owner, name, dtype, size, writable=False, dimensions=(1,)):
    """The array, if its elements lie next to each other."""
    _is_array(array, owner, name, dtype, dimensions)
    if not array.flags.c_contiguous:
        raise ValueError(f"{owner}: {name} is not contiguous")
    if array.size < size:
        raise ValueError(f"{owner}: {name} has {array.size} elements, {size} are needed")
    if writable and not array.flags.writeable:
        raise ValueError(f"{owner}: {name} is read-only")
    return array


def rows(array, owner, name, dtype, width, writable=False):
    """The array, if it has rows of so many elements."""
    dense(array, owner, name, dtype, 0, writable, dimensions=(2,))
    if array.shape[1] != width:
        raise ValueError(f"{owner}: {name} has the shape {array.shape}, not (count, {width})")
    return array


def wanted(out, owner, name, dtype, size):
    """An output: True makes an array, an array is written in place, None and False are not wanted."""
    if out is True:
        return np.empty(size, dtype)
    if out is None or out is False:
        return None
    return dense(out, owner, name, dtype, size, writable=True)


class Lay:
    """The layout of a view's arrays: all have the same number of elements and the same stride."""

    def __init__(self, owner, dtype=np.float32, eights=False):
        self.owner = owner
        self.dtype = np.dtype(dtype)
        self.dense = 32 if eights else self.dtype.itemsize
        self.count = self.step = self.named = None
        self.arrays = []

    def _take(self, array, name, dimensions):
        _is_array(array, self.owner, name, self.dtype, dimensions)
        count = array.shape[0]
        if self.count is None:
            self.count, self.named = count, name
        elif count != self.count:
            raise ValueError(
                f"{self.owner}: {name} has {count} elements, {self.named} has {self.count}")
        if count > 1:  # with one element the step means nothing
            step = array.strides[0]
            if step == 0:
                raise ValueError(
                    f"{self.owner}: {name} repeats one element; give that one, and .one(0)")
            if step % 4:
                raise ValueError(
                    f"{self.owner}: {name} has a stride of {step} bytes, no multiple of 4")
            if self.step is None:
                self.step, self.named = step, name
            elif step != self.step:
                raise ValueError(
                    f"{self.owner}: {name} has a stride of {step} bytes, {self.named} one of "
                    f"{self.step}: the arrays of a view are equally far apart, such as fields of "
                    "one structured array")
        self.arrays.append(array)

    def floats(self, array, name, width):
        """The addresses of the first element's floats. `array` is of shape (count, width), or of
        any shape with as many floats an element, or a tuple of `width` arrays of shape (count,)."""
        if isinstance(array, (tuple, list)):
            array = tuple(array)
            if len(array) != width:
                raise ValueError(
                    f"{self.owner}: {name} has {len(array)} arrays, {width} are needed")
            for k, one in enumerate(array):
                self._take(one, f"{name}[{k}]", (1,))
            return tuple(address(one) for one in array)
        self._take(array, name, (1,) if width == 1 else (2, 3))
        shape, strides = array.shape[1:], array.strides[1:]
        if math.prod(shape) != width or width > 1 and shape[-1] not in (width, 3, 8):
            raise ValueError(
                f"{self.owner}: {name} has the shape {array.shape}, not (count, {width})")
        found = (address(array),)
        for length, step in zip(shape, strides):
            found = tuple(at + i * step for at in found for i in range(length))
        aligned(self.owner, name, self.dtype, *found)
        return found

    @property
    def stride(self):
        """As the library takes it: 0 means dense, and a negative stride wraps around."""
        if self.step is None or self.step == self.dense:
            return 0
        return self.step & SIZE_MAX


class Held:
    """What names arrays by their addresses. Its attributes cannot be assigned, as these would keep
    naming the old arrays, and a copy would not keep its own."""

    def __setattr__(self, name, value):
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed; make another")

    def __delattr__(self, name):
        self.__setattr__(name, None)

    def __reduce__(self):
        raise TypeError(f"{type(self).__name__} holds addresses and cannot be copied or pickled")


class View(Held):
    """Elements in arrays of the caller's, `count` of them. Item i of a call reads element i, unless
    from_, one or indexed said otherwise."""

    _structure = ""
    _dtype = np.float32
    # For each field: its name, and how many floats of it an element has, in rows for axes and
    # vertices. Fields that may be left out are in _optional.
    _fields = ()
    _optional = ()
    # Fields of which one element may be given for all.
    _shared = ()
    _eights = False

    def __init__(self, *arrays, **named):
        owner = type(self).__name__
        names = [name for name, *_ in self._fields]
        if len(arrays) > len(names):
            raise TypeError(f"{owner} takes {', '.join(names)}")
        given = dict(zip(names, arrays))
        for name, array in named.items():
            if name not in names or name in given:
                raise TypeError(f"{owner} takes {', '.join(names)}, once each")
            given[name] = array
        for name in self._shared:
            if isinstance(given.get(name), np.ndarray) and given[name].ndim == 1:
                others = [given[other] for other in self._shared
                          if other != name and given.get(other) is not None]
                given[name] = repeated(given[name], owner, name, self._dtype,
                                       others[0] if others else None)
        lay = Lay(owner, self._dtype, self._eights)
        pointers = {}
        for name, *shape in self._fields:
            array = given.get(name)
            if array is None:
                if name in self._optional:
                    continue
                raise TypeError(f"{owner} needs {name}")
            width = math.prod(shape)
            found = lay.floats(array, name, width)
            if self._eights:  # eight floats behind each pointer
                if any(b - a != 4 for k in range(0, width, 8)
                       for a, b in zip(found[k:k + 8], found[k + 1:k + 8])):
                    raise ValueError(
                        f"{owner}: eight floats of {name} are not next to each other")
                found = found[::8]
            elif len(shape) == 2:
                found = tuple(found[shape[1] * k:shape[1] * (k + 1)] for k in range(shape[0]))
            pointers[name] = found[0] if width == 1 else found
            given[name] = fixed(array)
        self.__dict__.update(given, count=lay.count, _lay=lay, _pointers=pointers)
        self.__dict__.update(self._with().__dict__)

    def _with(self, kind=0, first=0, listed=None, step=0):
        arrays = self._lay.arrays if listed is None else (*self._lay.arrays, listed)
        made = structure(self._structure, arrays, count=self.count, stride=self._lay.stride,
                         pick=structure("lbx_pick", kind=kind, first=first, list=listed, step=step),
                         **self._pointers)
        other = object.__new__(type(self))
        # items: how many the view has; None if one element serves any number of them.
        items = (max(self.count - first, 0), None, None if listed is None else len(listed))[kind]
        other.__dict__.update(self.__dict__, _made=made, items=items,
                              _length=None if listed is None else items)
        return other

    def from_(self, first):
        """The view with item i reading element first + i."""
        return self._with(first=whole(first, f"{type(self).__name__}.from_", "first", SIZE_MAX))

    def one(self, k):
        """The view with every item reading element k."""
        return self._with(1, whole(k, f"{type(self).__name__}.one", "k", SIZE_MAX))

    def indexed(self, indices):
        """The view with item i reading element indices[i]: uint32, of shape (n,), of any positive
        stride that is a multiple of 4, such as a column of a list of pairs."""
        owner = f"{type(self).__name__}.indexed"
        _is_array(indices, owner, "indices", np.uint32, (1,))
        step = indices.strides[0] if len(indices) > 1 else 4
        if step <= 0 or step % 4:
            raise ValueError(
                f"{owner}: indices have a stride of {step} bytes, no positive multiple of 4")
        return self._with(2, len(indices), indices, step)

    def _for(self, n, owner):
        """The C structure, for n items."""
        if self._length is not None and n > self._length:
            raise ValueError(f"{owner}: {n} items of a list of {self._length}")
        return self._made

    def _for_writing(self, owner):
        """The C structure that conversions and fits write to."""
        if self._made.pick.kind or self._made.pick.first:
            raise ValueError(f"{owner}: out is written and has no pick")
        if not all(array.flags.writeable for array in self._lay.arrays):
            raise ValueError(f"{owner}: out has an array that is read-only")
        return structure(self._structure + "_out", self._lay.arrays, count=self.count,
                         stride=self._lay.stride, **self._written(owner))

    def _written(self, owner):
        """The pointers of what is written."""
        return self._pointers


def repeated(one, owner, name, dtype, others):
    """One element as often as the others have one, at their stride: a copy."""
    _is_array(one, owner, name, dtype, (1,))
    first = others[0] if isinstance(others, (tuple, list)) and others else others
    if len(one) != 3 or not isinstance(first, np.ndarray) or first is others and first.ndim != 2:
        raise ValueError(f"{owner}: {name} has the shape {one.shape}, not (count, 3); one for all "
                         "is of shape (3,), beside others of (count, 3)")
    words = max(abs(first.strides[0]) // 4, 1) if len(first) > 1 else 3
    if words >= 3:
        room = np.empty((len(first), words), dtype)[:, :3]
    else:  # coordinates apart
        room = np.empty((3, len(first) * words), dtype).T[::words]
    room[:] = one
    return room[::-1] if first.strides[0] < 0 else room


def fixed(arrays):
    """Arrays as an attribute has them: a list of the user's may change."""
    return tuple(arrays) if isinstance(arrays, list) else arrays


def items_of(function, n, views):
    """The number of items of a call: n, or what its views agree on."""
    if n is not None:
        return whole(n, function, "n", sys.maxsize)
    for view in views:
        if view.items is None or view.items == n:
            continue
        if n is not None:
            raise ValueError(f"{function}: views of {n} and {view.items} items; say n")
        n = view.items
    return 1 if n is None else n


def expect(view, kind, owner, name):
    if not isinstance(view, kind):
        raise TypeError(f"{owner}: {name} is {type(view).__name__}, not lanebox.{kind.__name__}")
    return view
