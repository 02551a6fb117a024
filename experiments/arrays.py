"""Between numpy and Arrow by their buffers: nothing is copied that need not be, and pandas is not imported.

Arrow's own conversions import pandas where it is installed, which takes longer than a worker's whole start.
"""
from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

Values = npt.NDArray[Any]
_PLAIN: Final[dict[int, np.dtype[Any]]] = {type.id: np.dtype(str(type)) for type in (
    pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64())} | {
    pa.float32().id: np.dtype("float32"), pa.float64().id: np.dtype("float64")}
"""The numpy type of an Arrow number. (Arrow's own answer imports pandas up to its version 25.)"""


class ColumnOverflow(ValueError):
    """A number that its column cannot hold."""


def numbers(values: Values, type: pa.DataType, name: str = "", there: Values | None = None) -> pa.Array:
    """Numbers or flags as an Arrow array of a type, null where they are not `there`; ColumnOverflow, with the column's name, if
    one does not fit."""
    wanted = _PLAIN.get(type.id)
    if wanted is None:
        packed = np.packbits(np.asarray(values, dtype=bool), bitorder="little")
        return pa.Array.from_buffers(type, len(values), [None, pa.py_buffer(packed)])
    found = np.ascontiguousarray(values, dtype=wanted)
    if wanted.itemsize < values.dtype.itemsize and wanted.kind == "i" and not (found == values).all():
        low, high = int(values.min()), int(values.max())
        raise ColumnOverflow(f"column {name}: {low if low < np.iinfo(wanted).min else high} does not fit into {type}")
    mask = None if there is None or there.all() else pa.py_buffer(np.packbits(there, bitorder="little"))
    return pa.Array.from_buffers(type, len(values), [mask, pa.py_buffer(found)])


def texts(values: Sequence[str]) -> pa.Array:
    """Texts as an Arrow array."""
    encoded = [value.encode() for value in values]
    ends = np.cumsum([0, *(len(value) for value in encoded)], dtype=np.int32)
    return pa.Array.from_buffers(pa.string(), len(values), [None, pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))])


def codes(values: Values, labels: Sequence[str]) -> pa.Array:
    """Codes as a dictionary of their labels; -1 is null."""
    words, places = _dictionary(tuple(labels))
    narrow = np.ascontiguousarray(values, dtype=np.int16) if places is None else places[values]
    there = narrow >= 0
    mask = None if there.all() else pa.py_buffer(np.packbits(there, bitorder="little"))
    found = pa.Array.from_buffers(pa.int16(), len(narrow), [mask, pa.py_buffer(narrow)])
    return pa.DictionaryArray.from_arrays(found, words, safe=False)


@lru_cache(maxsize=256)
def _dictionary(labels: tuple[str, ...]) -> tuple[pa.Array, Values | None]:
    """The labels of a dictionary, and the place of each; None if they are all different.

    Labels that are alike become one: Arrow gives a dictionary with repeats up, and leaves a byte of chance in the file.
    """
    known = list(dict.fromkeys(labels))
    if len(known) == len(labels):
        return texts(known), None
    return texts(known), np.array([*(known.index(label) for label in labels), -1], dtype=np.int16)


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
        found = np.frombuffer(data, dtype=_PLAIN[array.type.id])[array.offset:array.offset + len(array)]
    if valid is None or not array.null_count:
        return found
    return np.where(_bits(valid, array), found.astype(np.int64), -1)


def _bits(buffer: pa.Buffer, array: pa.Array) -> Values:
    unpacked = np.unpackbits(np.frombuffer(buffer, dtype=np.uint8), bitorder="little", count=array.offset + len(array))
    return unpacked[array.offset:].astype(bool)
