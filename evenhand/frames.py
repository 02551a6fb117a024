"""Tables as pandas frames: codes as categories in the order of the plan, whole numbers whole also where some are missing."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from experiments.arrays import values
from experiments.schemas import NULL

WHOLE = {pa.int8(): pd.Int8Dtype(), pa.int16(): pd.Int16Dtype(), pa.int32(): pd.Int32Dtype(), pa.int64(): pd.Int64Dtype()}
"""What holds whole numbers of which some are missing."""


def frame_of(table: pa.Table, orders: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """A table of a run. `orders` says for a column of codes in which order its categories stand; other labels follow."""
    columns = {field.name: _column(table.column(field.name), field, orders.get(field.name, ())) for field in table.schema}
    return pd.DataFrame(columns, copy=False)


def _column(column: pa.ChunkedArray, field: pa.Field, order: Sequence[str]) -> Any:
    if pa.types.is_dictionary(field.type):
        return _categories(column, order)
    if (field.metadata or {}).get(NULL) and field.type in WHOLE:
        return column.to_pandas(types_mapper=WHOLE.get)
    return column.to_pandas()


def _categories(column: pa.ChunkedArray, order: Sequence[str]) -> Any:
    """A column of codes, whose parts share their labels; only labels that occur are categories."""
    codes = values(column)
    labels = column.chunk(0).dictionary.to_pylist() if column.num_chunks else []
    there = {labels[code] for code in np.flatnonzero(np.bincount(codes[codes >= 0], minlength=len(labels)))}
    known = [label for label in dict.fromkeys([*order, *labels]) if label in there]
    places = np.array([known.index(label) if label in there else -1 for label in labels] + [-1], dtype=np.int16)
    return pd.Categorical.from_codes(places[codes], categories=pd.Index(known, dtype=str))


def frame_of_records(records: Iterable[Mapping[str, Any]], pairs: Iterable[str]) -> pd.DataFrame:
    """A table of the report: its rows, with `_low` and `_high` in place of a pair, as its CSV has them."""
    from reports.build import flat

    return pd.DataFrame.from_records([flat(record, set(pairs)) for record in records])
