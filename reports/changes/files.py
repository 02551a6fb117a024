"""A comparison as a document and as files: compare.html, compare.md, compare.csv and compare.json in the run's folder."""
from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.build import as_csv, put
from reports.changes.verdict import notes, sentences
from reports.compare import SCHEMA

if TYPE_CHECKING:
    from reports.compare import Comparison, Versus

FORMATS = ("html", "md", "csv", "json")
PAIRS = ("interval", "alone")


def document(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain data; shares are fractions, what is not known is None."""
    return {"schema": SCHEMA, "runs": list(comparison.folders), "game": comparison.facts.name, "paired": comparison.paired,
            "differences": [vars(difference) for difference in comparison.differences], "notes": list(comparison.notes),
            "comparisons": [_part(part, comparison) for part in comparison.parts]}


def _part(part: Versus, comparison: Comparison) -> dict[str, Any]:
    known = part.pairing == part.pairing
    return {"after": part.after, "against": part.before, "context": part.context, "seats": part.seats,
            "scenarios": list(part.scenarios), "blocks": list(part.blocks), "games": list(part.games),
            "left_out_blocks": part.left_out, "pairing": part.pairing if known else None,
            "differences": [vars(difference) for difference in part.differences],
            "notes": notes(part, comparison), "verdict": sentences(part, comparison),
            "changes": [record for group in part.groups for record in group.records()]}


def write(comparison: Comparison, formats: Iterable[str]) -> list[Path]:
    """Write the comparison into the folder of the (first) run; the places of the files, in the order of `formats`."""
    folder, name = Path(comparison.folders[0]), _name(comparison)
    return [put(folder / f"{name}.{kind}", _text(comparison, kind)) for kind in formats]


def _name(comparison: Comparison) -> str:
    """compare, or compare-OTHER if there is another run."""
    if len(comparison.folders) == 1:
        return "compare"
    return f"compare-{Path(comparison.folders[1]).name}"


def _text(comparison: Comparison, kind: str) -> str:
    if kind == "json":
        return json.dumps(document(comparison), indent=2, ensure_ascii=False) + "\n"
    if kind == "csv":
        return as_csv(comparison.records(), PAIRS)
    from reports.changes import page

    return page.html(comparison) if kind == "html" else page.markdown(comparison)
