"""Figure: how much of the spread of scores and wins is skill, seat and luck."""
from __future__ import annotations

from reports import formats
from reports.figures.bars import Bar, Parts, bars
from reports.figures.style import Looks
from reports.figures.svg import Figure
from reports.findings import Findings
from reports.tables.skill import LUCK, SUBJECT, share_of

GROUPS = {"skill": ("strategy",), "seat": ("seat",), "strategy by seat": ("strategy_by_seat",), "luck": LUCK}


def figure(found: Findings, looks: Looks, key: str) -> Figure | None:
    """The figure, or None where the causes cannot be told apart."""
    if found.skill is None:
        return None
    rows, said = [], []
    for name, components in (("scores", found.skill.score), ("win shares", found.skill.win)):
        if components is not None:
            shares = [100 * share_of(components, parts) for parts in GROUPS.values()]
            rows.append(Bar(f"spread of {name}", shares, f"skill {formats.decimal(shares[0])} %"))
            interval = formats.bracket((components.skill.low, components.skill.high), 100)
            said.append(f"{formats.decimal(shares[0])} % {interval}".rstrip() + f" of the spread of {name}")
    games = formats.plural(found.skill.games, "game")
    numbers = formats.listed([f"{row.label.removeprefix('spread of ')}, skill {row.sizes[0]:.0f} %" for row in rows])
    return Figure(key, "Skill, seat and luck", bars(key, rows, Parts(list(GROUPS), "% of the variance", 100)),
                  f"Who plays makes {formats.listed(said)} ({games}).",
                  f"Bars of 100 % of the variance of {numbers}: skill, seat, strategy by seat, luck.", SUBJECT)
