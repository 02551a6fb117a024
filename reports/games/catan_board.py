"""A picture of the island: terrain, tokens, harbours, roads, buildings, robber, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from reports.figures.style import OKABE_ITO
from sim.catan.tables import HARBOURS, TERRAINS
from sim.catan.topology import EDGE_ENDS, FRAME_AT, FRAME_VERTICES, HEX_AT, VERTEX_AT

if TYPE_CHECKING:
    from sim.catan.board import Board
    from sim.catan.state import CatanState

COLOURS = {"forest": "#3f7d4e", "hills": "#c2703d", "pasture": "#a5cf7a", "field": "#ecc94b", "mountain": "#9aa3ad",
           "desert": "#e6d8b0", "jungle": "#2f9e8f"}
DARK = ("forest", "hills", "jungle")
"""Terrains on which words are white."""
SCALE_X, SCALE_Y = 26.0, 15.0
"""One unit of the rules' plane on the paper; with these a hex is regular."""
WIDTH, ISLAND, LEGEND = 400.0, 330.0, 20.0
"""The width of the picture, the height of the island and of a line of the legend."""
CORNERS = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
"""From the middle of a hex, as (x, y)."""
Point = tuple[float, float]


@dataclass(frozen=True)
class Table:
    """What lies on the board, by number: the terrain and token of each hex, the harbour of each frame place (-1: sea) and the
    vertices that have it, buildings as (vertex, seat, whether a city), roads as (edge, seat), the robber's hex (-1: none); and
    for the legend a line and a colour for each seat."""

    terrain: Sequence[int]
    tokens: Sequence[int]
    frame: Sequence[int]
    reach: Sequence[Sequence[int]]
    buildings: Sequence[tuple[int, int, bool]] = field(default=())
    roads: Sequence[tuple[int, int]] = field(default=())
    robber: int = -1
    seats: Sequence[str] = field(default=())
    colours: Sequence[str] = OKABE_ITO


def of_state(state: CatanState) -> Table:
    """The table of a position."""
    buildings = [(vertex, (int(b) - 1) & 7, int(b) > 8) for vertex, b in enumerate(state.building) if b]
    roads = [(edge, int(owner)) for edge, owner in enumerate(state.road_owner) if owner >= 0]
    seats = [f"seat {seat}: {int(state.standing(seat))} points" for seat in range(int(state.seats))]
    return replace(of_board(state.board), buildings=buildings, roads=roads, robber=int(state.robber), seats=seats)


def of_board(board: Board) -> Table:
    """The table before anything is built."""
    reach = [
        EDGE_ENDS[edge] if edge >= 0 else [int(vertex) for vertex in FRAME_VERTICES[place]]
        for place, edge in enumerate([int(edge) for edge in board.edges])
    ]
    return Table([int(n) for n in board.terrain], [int(n) for n in board.tokens], [int(n) for n in board.frame], reach)


def picture(state: CatanState) -> str:
    """The position as one SVG document."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{svg(of_state(state))}\n'


def svg(table: Table, title: str = "The board") -> str:
    """The picture; seats have their colours and numbers."""
    height = ISLAND + LEGEND * ((len(table.seats) + 1) // 2)
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {height:.0f}" width="{WIDTH:.0f}" '
            f'height="{height:.0f}" role="img" font-family="sans-serif"><title>{escape(title)}</title>')
    return "\n".join([
        head, *[_hex(table, number) for number in range(len(HEX_AT))],
        *[_harbour(table, place) for place in range(len(FRAME_AT)) if table.frame[place] >= 0],
        *[_road(edge, table.colours[seat]) for edge, seat in table.roads],
        *[_building(vertex, seat, city, table.colours[seat]) for vertex, seat, city in table.buildings],
        *[_seat(seat, words, table.colours[seat]) for seat, words in enumerate(table.seats)], "</svg>"])


def _point(y: float, x: float) -> Point:
    """A point of the integer plane (CA-BOARD-03) on the paper."""
    return WIDTH / 2 + SCALE_X * x, ISLAND / 2 + SCALE_Y * y


def _vertex(number: int) -> Point:
    return _point(*VERTEX_AT[number])


def _middle(q: int, r: int) -> Point:
    return _point(3 * r, 2 * q + r)


def _text(at: Point, words: str, size: float, colour: str, bold: bool = False, anchor: str = "middle") -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (f'<text x="{at[0]:.1f}" y="{at[1] + 0.36 * size:.1f}" font-size="{size:g}" text-anchor="{anchor}" fill="{colour}"'
            f'{weight}>{escape(words)}</text>')


def _circle(at: Point, radius: float, fill: str, stroke: str, title: str = "") -> str:
    told = f"<title>{title}</title>" if title else ""
    return f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:g}" fill="{fill}" stroke="{stroke}">{told}</circle>'


def _line(a: Point, b: Point, colour: str, width: float, more: str = ' stroke-linecap="round"') -> str:
    return (f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" stroke="{colour}" '
            f'stroke-width="{width:g}"{more}/>')


def _hex(table: Table, number: int) -> str:
    q, r = HEX_AT[number]
    name, token, middle = TERRAINS[table.terrain[number]], table.tokens[number], _middle(q, r)
    points = " ".join("{:.1f},{:.1f}".format(*_point(3 * r + dy, 2 * q + r + dx)) for dx, dy in CORNERS)
    out = (f'<polygon points="{points}" fill="{COLOURS[name]}" stroke="#f7f3e8" stroke-width="2"><title>H{number}: {name}'
           f'</title></polygon>{_text((middle[0], middle[1] + 17), name, 7, "#fff" if name in DARK else "#333")}')
    if token:
        red = token in (6, 8)
        out += _circle(middle, 11, "#fbf7ea", "#8a7f68") + _text(middle, str(token), 12, "#b3261e" if red else "#222", red)
    if number == table.robber:
        out += _circle((middle[0] + 15, middle[1] - 8), 6, "#222", "#fff", "robber")
    return out


def _harbour(table: Table, place: int) -> str:
    x, y = _middle(*FRAME_AT[place])
    lines = [_line((x, y), _vertex(vertex), "#8a7f68", 1.5, ' stroke-dasharray="3 2"') for vertex in table.reach[place]]
    name = HARBOURS[table.frame[place]]
    return "".join([*lines, f'<rect x="{x - 22:.1f}" y="{y - 8:.1f}" width="44" height="16" rx="8" fill="#dbe9f4" '
                            f'stroke="#6b8299"/>', _text((x, y), "3:1" if name == "any" else name, 10, "#1c2a38")])


def _road(edge: int, colour: str) -> str:
    (ax, ay), (bx, by) = (_vertex(end) for end in EDGE_ENDS[edge])
    a, b = (ax + 0.18 * (bx - ax), ay + 0.18 * (by - ay)), (bx - 0.18 * (bx - ax), by - 0.18 * (by - ay))
    return _line(a, b, "#222", 7) + _line(a, b, colour, 5)


def _building(vertex: int, seat: int, city: bool, colour: str) -> str:
    at = _vertex(vertex)
    title = f"{'city' if city else 'settlement'} of seat {seat} on {vertex}"
    if not city:
        return _circle(at, 7.5, colour, "#222", title) + _text(at, str(seat), 10, "#fff", True)
    return (f'<rect x="{at[0] - 8:.1f}" y="{at[1] - 8:.1f}" width="16" height="16" rx="2" fill="{colour}" stroke="#222">'
            f'<title>{title}</title></rect>{_text(at, str(seat), 10, "#fff", True)}')


def _seat(seat: int, words: str, colour: str) -> str:
    """A line of the legend; they stand in two columns."""
    at = (24 + WIDTH / 2 * (seat % 2), ISLAND + LEGEND * (seat // 2 + 0.5))
    return (_circle(at, 7.5, colour, "#222") + _text(at, str(seat), 10, "#fff", True)
            + f'<g class="legend">{_text((at[0] + 13, at[1]), words, 11, "currentColor", anchor="start")}</g>')
