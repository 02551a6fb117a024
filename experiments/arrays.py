"""Between numpy and Arrow by their buffers: nothing is copied that need not be, and pandas is not imported.

Arrow's own conversions import pandas where it is installed, which takes longer than a worker's whole start.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

Values = npt.NDArray[Any]


class ColumnOverflow(ValueError):
    """A number that its column cannot hold."""


def numbers(values: Values, type: pa.DataType, name: str = "", there: Values | None = None) -> pa.Array:
    """Numbers or flags as an Arrow array of a type, null where they are not `there`; ColumnOverflow, with the column's name, if
    one does not fit."""
    if pa.types.is_boolean(type):
        packed = np.packbits(np.asarray(values, dtype=bool), bitorder="little")
        return pa.Array.from_buffers(type, len(values), [None, pa.py_buffer(packed)])
    wanted = _plain(type)
    if wanted.kind == "i" and wanted.itemsize < values.dtype.itemsize and len(values):
        low, high, bounds = int(values.min()), int(values.max()), np.iinfo(wanted)
        if low < bounds.min or high > bounds.max:
            raise ColumnOverflow(f"column {name}: {low if low < bounds.min else high} does not fit into {type}")
    mask = None if there is None or there.all() else pa.py_buffer(np.packbits(there, bitorder="little"))
    return pa.Array.from_buffers(type, len(values), [mask, pa.py_buffer(np.ascontiguousarray(values, dtype=wanted))])


def texts(values: Sequence[str]) -> pa.Array:
    """Texts as an Arrow array."""
    encoded = [value.encode() for value in values]
    ends = np.cumsum([0, *(len(value) for value in encoded)], dtype=np.int32)
    return pa.Array.from_buffers(pa.string(), len(values), [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))])


def codes(values: Values, labels: Sequence[str]) -> pa.Array:
    """Codes as a dictionary of their labels; -1 is null.

    Labels that are alike become one: Arrow gives a dictionary with repeats up, and leaves a byte of chance in the file.
    """
    known = list(dict.fromkeys(labels))
    if len(known) < len(labels):
        values, labels = np.array([known.index(label) for label in labels] + [-1])[values], known
    narrow = np.ascontiguousarray(values, dtype=np.int16)
    there = narrow >= 0
    mask = None if there.all() else pa.py_buffer(np.packbits(there, bitorder="little"))
    places = pa.Array.from_buffers(pa.int16(), len(narrow), [mask, pa.py_buffer(narrow)])
    return pa.DictionaryArray.from_arrays(places, texts(labels))


def values(column: pa.Array | pa.ChunkedArray) -> Values:
    """An Arrow column of numbers, flags or codes (the places of its dictionary) as numpy; null is -1."""
    array = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    if isinstance(array, pa.ChunkedArray):      # of no chunk
        array = pa.Array.from_buffers(array.type, 0, [None, pa.py_buffer(b"")])
    if pa.types.is_dictionary(array.type):
        array = array.indices
    valid, data = array.buffers()[:2]
    if pa.types.is_boolean(array.type):
        found: Values = _bits(data, array)
    else:
        found = np.frombuffer(data, dtype=_plain(array.type))[array.offset:array.offset + len(array)]
    if valid is None or not array.null_count:
        return found
    return np.where(_bits(valid, array), found.astype(np.int64), -1)


def _plain(type: pa.DataType) -> np.dtype[Any]:
    """The numpy type of an Arrow number. (Arrow's own answer imports pandas up to its version 25.)"""
    return np.dtype(f"{'f' if pa.types.is_floating(type) else 'i'}{type.bit_width // 8}")


def _bits(buffer: pa.Buffer, array: pa.Array) -> Values:
    unpacked = np.unpackbits(np.frombuffer(buffer, dtype=np.uint8), bitorder="little", count=array.offset + len(array))
    return unpacked[array.offset:].astype(bool)
