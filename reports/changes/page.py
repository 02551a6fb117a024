"""The page of a comparison: what was compared, what the tests say, the forests and tables of each pair. One file."""
from __future__ import annotations

from typing import TYPE_CHECKING

from reports import formats
from reports.changes.text import told
from reports.changes.verdict import notes, sentences
from reports.figures.style import looks
from reports.methods import methods
from reports.text import escaped

if TYPE_CHECKING:
    from reports.compare import Comparison

MOST = 8
"""Sentences in the box."""
METHODS = ("Blocks", "Win share", "Changes")


def html(comparison: Comparison) -> str:
    """The whole page; the same bytes for the same runs."""
    from reports import html as pages

    palette = looks(list(dict.fromkeys(name for part in comparison.parts for name in part.strategies)))
    return pages.render("compare.html.j2", {
        "title": title(comparison), "lead": lead(comparison), "verdict": box(comparison), "card": card(comparison),
        "methods": [(name, pages.typeset(text)) for name, text in methods(comparison.settings) if name in METHODS],
        **pages.compared(comparison, palette, again=len(comparison.parts) > 1)})


def markdown(comparison: Comparison) -> str:
    """The same without figures."""
    from reports.markdown import compared_parts

    facts = "\n".join(f"- {escaped(name)}: {escaped(value)}" for name, value in card(comparison))
    said = "\n".join(f"- {escaped(sentence)}" for sentence in box(comparison))
    parts = [f"# {escaped(title(comparison))}", escaped(lead(comparison)), "## What the games say", said,
             "## What was compared", facts, *compared_parts(comparison)]
    return "\n\n".join(parts) + "\n"


def title(comparison: Comparison) -> str:
    """harbor 9 against base"""
    parts = comparison.parts
    if len({(part.before, part.after) for part in parts}) == 1:
        return f"{parts[0].after} against {parts[0].before}"
    befores = list(dict.fromkeys(part.before for part in parts))
    return f"{formats.plural(len(parts), 'comparison')} with {befores[0]}" if len(befores) == 1 else f"{len(parts)} comparisons"


def lead(comparison: Comparison) -> str:
    """Puerto Rico, 4 seats, 1,000 blocks on the same luck, 4,000 games on each side"""
    seats = sorted({part.seats for part in comparison.parts})
    blocks = sorted({number for part in comparison.parts for number in part.blocks})
    many = formats.plural(blocks[0], "block") if len(blocks) == 1 else f"{blocks[0]:,} to {blocks[-1]:,} blocks"
    parts = [comparison.facts.title, f"{formats.listed([str(number) for number in seats], 'and')} seats",
             f"{many} on the same luck" if comparison.paired else f"{many}, unpaired"]
    return ", ".join(parts)


def box(comparison: Comparison) -> list[str]:
    """The verdict: of a single comparison all sentences, of several the first that says something of each."""
    if len(comparison.parts) == 1:
        part = comparison.parts[0]
        return [*comparison.notes, *notes(part, comparison), *sentences(part, comparison)]
    said = [f"{part.title}: {sentences(part, comparison)[0]}" for part in comparison.parts]
    more = [f"The table below has all {len(said)} comparisons."] if len(said) > MOST else []
    return [*comparison.notes, *said[:MOST], *more]


def card(comparison: Comparison) -> list[tuple[str, str]]:
    """The facts of the comparison."""
    names = [folder.rpartition("/")[2] for folder in comparison.folders]
    facts = [("Game", f"{comparison.facts.title} ({comparison.facts.name})"), ("Runs", formats.listed(names)),
             ("Pairing", "block by block on the same luck" if comparison.paired else "none: blocks of different luck")]
    if len(comparison.folders) == 2:
        facts.append(("Difference", told(comparison)))
    strategies = list(dict.fromkeys(name for part in comparison.parts for name in part.strategies))
    return [*facts, ("Strategies", ", ".join(strategies))]
