# SPDX-License-Identifier: MIT
"""NumPy arrays as the library reads and writes them: where they lie, never a copy."""

import numpy as np

from ._library import structure


def _is_array(array, name, dtype, dimensions):
    if not isinstance(array, np.ndarray):
        raise TypeError(f"{name} is no NumPy array: {type(array).__name__}")
    if array.dtype != np.dtype(dtype):
        raise TypeError(f"{name} is of {array.dtype}, not {np.dtype(dtype)}; "
                        "nothing is converted, since that would be a copy")
    if array.ndim not in dimensions:
        raise ValueError(f"{name} has {array.ndim} dimensions")
    if array.__array_interface__["data"][0] % 4:
        raise ValueError(f"{name} is not aligned to 4 bytes")


def address(array):
    return array.__array_interface__["data"][0]


def dense(array, name, dtype, size, writable=False, dimensions=(1,)):
    """The address of an array whose elements lie next to each other; None for None."""
    if array is None:
        return None
    _is_array(array, name, dtype, dimensions)
    if not array.flags.c_contiguous:
        raise ValueError(f"{name} is not contiguous")
    if array.size < size:
        raise ValueError(f"{name} has {array.size} elements, {size} are needed")
    if writable and not array.flags.writeable:
        raise ValueError(f"{name} is read-only")
    return address(array)


def wanted(out, name, dtype, size):
    """An output: True makes an array, an array is written in place, None and False are not wanted."""
    if out is None or out is False:
        return None, None
    if out is True:
        out = np.empty(size, dtype)
    return out, dense(out, name, dtype, size, writable=True)


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
            if len(array) != width:
                raise ValueError(f"{name} has {len(array)} arrays, {width} are needed")
            for k, one in enumerate(array):
                self._take(one, f"{name}[{k}]", (1,))
            return [address(one) for one in array]
        self._take(array, name, (1,) if width == 1 else (2, 3))
        shape, strides = array.shape[1:], array.strides[1:]
        if int(np.prod(shape)) != width or width > 1 and shape[-1] not in (width, 3, 8):
            raise ValueError(f"{name} has the shape {array.shape}, not (count, {width})")
        start = address(array)
        return [start + sum(i * step for i, step in zip(index, strides))
                for index in np.ndindex(*shape)]

    def writable(self, name):
        for array in self.arrays:
            if not array.flags.writeable:
                raise ValueError(f"an array of {name} is read-only")

    @property
    def stride(self):
        """As the library takes it: 0 means dense, and a negative stride wraps around."""
        if self.step is None or self.step == self.dense:
            return 0
        return self.step % 2**64


def _array_of(type_, values):
    if isinstance(values[0], list):
        values = [_array_of(type_._type_, inner) for inner in values]
    return type_(*values)


class View:
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
        self._lay = Lay(self._dtype, self._eights)
        pointers = {}
        for name, *shape in self._fields:
            array = given.get(name)
            if array is None:
                if name in self._optional:
                    continue
                raise TypeError(f"{type(self).__name__} needs {name}")
            width = int(np.prod(shape))
            found = self._lay.floats(array, name, width)
            if self._eights:  # eight floats behind each pointer
                if any(b - a != 4 for k in range(0, width, 8)
                       for a, b in zip(found[k:k + 8], found[k + 1:k + 8])):
                    raise ValueError(f"eight floats of {name} are not next to each other")
                found = found[::8]
            elif len(shape) == 2:
                found = [found[shape[1] * k:shape[1] * (k + 1)] for k in range(shape[0])]
            pointers[name] = found[0] if width == 1 else found
            setattr(self, name, array)
        self.count = self._lay.count
        self._pointers = pointers
        self._pick = {"kind": 0, "first": 0, "list": None, "step": 0}
        self._listed = None

    def _with(self, listed=None, **pick):
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._pick = {"kind": 0, "first": 0, "list": None, "step": 0, **pick}
        other._listed = listed
        return other

    def from_(self, first):
        """The view with item i reading element first + i."""
        return self._with(first=_number(first, "first"))

    def one(self, k):
        """The view with every item reading element k."""
        return self._with(kind=1, first=_number(k, "k"))

    def indexed(self, indices):
        """The view with item i reading element indices[i]: uint32, of shape (n,), of any positive
        stride that is a multiple of 4, such as a column of a list of pairs."""
        _is_array(indices, "indices", np.uint32, (1,))
        step = indices.strides[0] if len(indices) > 1 else 4
        if step <= 0 or step % 4:
            raise ValueError(f"indices have a stride of {step} bytes, no positive multiple of 4")
        return self._with(indices, kind=2, first=len(indices), list=address(indices),
                          step=step)

    @property
    def items(self):
        """How many items the view has; None if one element serves any number of them."""
        if self._pick["kind"] == 0:
            return max(self.count - self._pick["first"], 0)
        return None if self._pick["kind"] == 1 else len(self._listed)

    def for_items(self, n):
        """The C structure, for n items."""
        if self._listed is not None and n > len(self._listed):
            raise ValueError(f"{n} items of a list of {len(self._listed)}")
        made = structure(self._structure, count=self.count, stride=self._lay.stride,
                         pick=structure("lbx_pick", **self._pick))
        self._point(made)
        return made

    def for_writing(self):
        """The C structure that conversions and fits write to."""
        if self._pick["kind"] or self._pick["first"]:
            raise ValueError("what is written has no pick")
        self._lay.writable(type(self).__name__)
        made = structure(self._structure + "_out", count=self.count, stride=self._lay.stride)
        self._point(made)
        return made

    def _point(self, made):
        types = dict(made._fields_)
        for name, found in self._pointers.items():
            setattr(made, name,
                    _array_of(types[name], found) if isinstance(found, list) else found)


def _number(value, name):
    value = int(value)
    if value < 0:
        raise ValueError(f"{name} is negative")
    return value


def items_of(n, *views):
    """The number of items of a call: n, or what its views agree on."""
    if n is not None:
        return _number(n, "n")
    counts = {view.items for view in views} - {None}
    if len(counts) > 1:
        raise ValueError(f"views of {' and '.join(map(str, sorted(counts)))} items; say n")
    return counts.pop() if counts else 1


def expect(view, kind, name):
    if not isinstance(view, kind):
        raise TypeError(f"{name} is {type(view).__name__}, not lanebox.{kind.__name__}")
    return view


class Block:
    """Memory aligned to 64 bytes."""

    def __init__(self, size):
        self._whole = np.empty(size + 64, np.uint8)
        skip = -address(self._whole) % 64
        self.bytes = self._whole[skip:skip + size]

    @property
    def address(self):
        return address(self.bytes)

    @property
    def size(self):
        return self.bytes.size
