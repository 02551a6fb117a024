"""Tables as pandas frames: codes as categories in the order of the plan, whole numbers whole also where some are missing."""
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pandas as pd
import pyarrow as pa

from experiments.schemas import NULL

WHOLE = {pa.int8(): pd.Int8Dtype(), pa.int16(): pd.Int16Dtype(), pa.int32(): pd.Int32Dtype(), pa.int64(): pd.Int64Dtype()}
"""What holds whole numbers of which some are missing."""


def frame_of(table: pa.Table, orders: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """A table of a run. `orders` says for a column of codes in which order its categories stand; other labels follow."""
    columns = {field.name: _column(table.column(field.name), field, orders.get(field.name, ())) for field in table.schema}
    return pd.DataFrame(columns, copy=False)


def _column(column: pa.ChunkedArray, field: pa.Field, order: Sequence[str]) -> Any:
    if pa.types.is_dictionary(field.type):
        values = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
        found = pd.Series(values.to_pandas())
        there = set(found.cat.remove_unused_categories().cat.categories)
        known = [label for label in dict.fromkeys([*order, *found.cat.categories]) if label in there]
        return found.cat.set_categories(known)
    if (field.metadata or {}).get(NULL) and field.type in WHOLE:
        return column.to_pandas(types_mapper=WHOLE.get)
    return column.to_pandas()


def frame_of_records(records: Iterable[Mapping[str, Any]], pairs: Iterable[str]) -> pd.DataFrame:
    """A table of the report: its rows, with `_low` and `_high` in place of a pair, as its CSV has them."""
    from reports.build import flat

    return pd.DataFrame.from_records([flat(record, set(pairs)) for record in records])
