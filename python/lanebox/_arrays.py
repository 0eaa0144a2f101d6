# SPDX-License-Identifier: MIT
"""NumPy arrays as the library reads and writes them: where they lie, never a copy."""

import sys

import numpy as np

from ._library import SIZE_MAX, address, structure, whole


def _is_array(array, name, dtype, dimensions):
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} is no NumPy array: {type(array).__name__}")
    if array.dtype != np.dtype(dtype):
        raise TypeError(f"{name} is of {array.dtype}, not {np.dtype(dtype)}; "
                        "nothing is converted, since that would be a copy")
    if array.ndim not in dimensions:
        raise ValueError(f"{name} has {array.ndim} dimensions")
    aligned(name, np.dtype(dtype), address(array))


def aligned(name, dtype, *addresses):
    least = min(dtype.alignment, 4) if dtype.kind == "f" else dtype.alignment
    if any(at % least for at in addresses):
        raise ValueError(f"{name} is not aligned to {least} bytes")


def dense(array, name, dtype, size, writable=False, dimensions=(1,)):
    """The array, if its elements lie next to each other."""
    _is_array(array, name, dtype, dimensions)
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} is not contiguous")
    if array.size < size:
        raise ValueError(f"{name} has {array.size} elements, {size} are needed")
    if writable and not array.flags.writeable:
        raise ValueError(f"{name} is read-only")
    return array


def rows(array, name, dtype, width, writable=False):
    """The array, if it has rows of so many elements."""
    dense(array, name, dtype, 0, writable, dimensions=(2,))
    if array.shape[1] != width:
        raise ValueError(f"{name} has the shape {array.shape}, not (count, {width})")
    return array


def wanted(out, name, dtype, size):
    """An output: True makes an array, an array is written in place, None and False are not wanted."""
    if out is None or out is False:
        return None
    if out is True:
        return np.empty(size, dtype)
    return dense(out, name, dtype, size, writable=True)


class Lay:
    """The layout of a view's arrays: all have the same number of elements and the same stride."""

    def __init__(self, dtype=np.float32, eights=False):
        self.dtype = np.dtype(dtype)
        self.dense = 32 if eights else self.dtype.itemsize
        self.count = self.step = self.named = None
        self.arrays = []

    def _take(self, array, name, dimensions):
        _is_array(array, name, self.dtype, dimensions)
        count = array.shape[0]
        if self.count is None:
            self.count, self.named = count, name
        elif count != self.count:
            raise ValueError(f"{name} has {count} elements, {self.named} has {self.count}")
        if count > 1:  # with one element the step means nothing
            step = array.strides[0]
            if step == 0:
                raise ValueError(f"{name} repeats one element; give that one, and .one(0)")
            if step % 4:
                raise ValueError(f"{name} has a stride of {step} bytes, no multiple of 4")
            if self.step is None:
                self.step, self.named = step, name
            elif step != self.step:
                raise ValueError(
                    f"{name} has a stride of {step} bytes, {self.named} one of {self.step}: the "
                    "arrays of a view are equally far apart, such as fields of one structured array")
        self.arrays.append(array)

    def floats(self, array, name, width):
        """The addresses of the first element's floats. `array` is of shape (count, width), or of
        any shape with as many floats an element, or a tuple of `width` arrays of shape (count,)."""
        if isinstance(array, (tuple, list)):
            array = tuple(array)
            if len(array) != width:
                raise ValueError(f"{name} has {len(array)} arrays, {width} are needed")
            for k, one in enumerate(array):
                self._take(one, f"{name}[{k}]", (1,))
            return tuple(address(one) for one in array)
        self._take(array, name, (1,) if width == 1 else (2, 3))
        shape, strides = array.shape[1:], array.strides[1:]
        if int(np.prod(shape)) != width or width > 1 and shape[-1] not in (width, 3, 8):
            raise ValueError(f"{name} has the shape {array.shape}, not (count, {width})")
        start = address(array)
        found = tuple(start + sum(i * step for i, step in zip(index, strides))
                      for index in np.ndindex(*shape))
        aligned(name, self.dtype, *found)
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
    _eights = False

    def __init__(self, *arrays, **named):
        names = [name for name, *_ in self._fields]
        if len(arrays) > len(names):
            raise TypeError(f"{type(self).__name__} takes {', '.join(names)}")
        given = dict(zip(names, arrays))
        for name, array in named.items():
            if name not in names or name in given:
                raise TypeError(f"{type(self).__name__} takes {', '.join(names)}, once each")
            given[name] = array
        lay = Lay(self._dtype, self._eights)
        pointers = {}
        for name, *shape in self._fields:
            array = given.get(name)
            if array is None:
                if name in self._optional:
                    continue
                raise TypeError(f"{type(self).__name__} needs {name}")
            width = int(np.prod(shape))
            found = lay.floats(array, name, width)
            if self._eights:  # eight floats behind each pointer
                if any(b - a != 4 for k in range(0, width, 8)
                       for a, b in zip(found[k:k + 8], found[k + 1:k + 8])):
                    raise ValueError(f"eight floats of {name} are not next to each other")
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
        other.__dict__.update(self.__dict__, _made=made,
                              _length=None if listed is None else len(listed))
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
        _is_array(indices, "indices", np.uint32, (1,))
        step = indices.strides[0] if len(indices) > 1 else 4
        if step <= 0 or step % 4:
            raise ValueError(f"indices have a stride of {step} bytes, no positive multiple of 4")
        return self._with(2, len(indices), indices, step)

    @property
    def items(self):
        """How many items the view has; None if one element serves any number of them."""
        if self._made.pick.kind == 0:
            return max(self.count - self._made.pick.first, 0)
        return self._length

    def _for(self, n):
        """The C structure, for n items."""
        if self._length is not None and n > self._length:
            raise ValueError(f"{n} items of a list of {self._length}")
        return self._made

    def _for_writing(self):
        """The C structure that conversions and fits write to."""
        if self._made.pick.kind or self._made.pick.first:
            raise ValueError("what is written has no pick")
        if not all(array.flags.writeable for array in self._lay.arrays):
            raise ValueError(f"an array of {type(self).__name__} is read-only")
        return structure(self._structure + "_out", self._lay.arrays, count=self.count,
                         stride=self._lay.stride, **self._pointers)


def fixed(arrays):
    """Arrays as an attribute has them: a list of the user's may change."""
    return tuple(arrays) if isinstance(arrays, list) else arrays


def items_of(function, n, *views):
    """The number of items of a call: n, or what its views agree on."""
    if n is not None:
        return whole(n, function, "n", sys.maxsize)
    counts = {view.items for view in views} - {None}
    if len(counts) > 1:
        raise ValueError(f"views of {' and '.join(map(str, sorted(counts)))} items; say n")
    return counts.pop() if counts else 1


def expect(view, kind, name):
    if not isinstance(view, kind):
        raise TypeError(f"{name} is {type(view).__name__}, not lanebox.{kind.__name__}")
    return view
