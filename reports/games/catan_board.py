"""A picture of the island: terrain, tokens, harbours, roads, buildings, robber, as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from reports.figures.style import OKABE_ITO
from sim.catan.tables import HARBOURS, TERRAINS
from sim.catan.topology import EDGE_ENDS, FRAME_AT, FRAME_VERTICES, HEX_AT, VERTEX_AT

if TYPE_CHECKING:
    from sim.catan.board import Board
    from sim.catan.state import CatanState

COLOURS = {
    "forest": "#3f7d4e",
    "hills": "#c2703d",
    "pasture": "#a5cf7a",
    "field": "#ecc94b",
    "mountain": "#9aa3ad",
    "desert": "#e6d8b0",
    "jungle": "#2f9e8f",
}
SHORT = {"any": "3:1", "lumber": "lumber", "brick": "brick", "wool": "wool", "grain": "grain", "ore": "ore"}
SCALE_X, SCALE_Y = 26.0, 15.0
WIDTH, HEIGHT = 420.0, 400.0
ROAD_GAP = 0.18
"""The part of an edge that a road leaves free at each end."""


@dataclass(frozen=True)
class Table:
    """What lies on the board, by number: the terrain and token of each hex, the harbour of each frame place (-1: sea) and the
    vertices that have it, buildings as (vertex, seat, whether a city), roads as (edge, seat), the robber's hex (-1: none)."""

    terrain: Sequence[int]
    tokens: Sequence[int]
    frame: Sequence[int]
    reach: Sequence[Sequence[int]]
    buildings: Sequence[tuple[int, int, bool]] = field(default=())
    roads: Sequence[tuple[int, int]] = field(default=())
    robber: int = -1


def of_state(state: CatanState) -> Table:
    """The table of a position."""
    buildings = [(vertex, (int(b) - 1) & 7, int(b) > 8) for vertex, b in enumerate(state.building) if b]
    roads = [(edge, int(owner)) for edge, owner in enumerate(state.road_owner) if owner >= 0]
    return replace(of_board(state.board), buildings=buildings, roads=roads, robber=int(state.robber))


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
    """The picture; seats have the colours and the numbers 0 to 3."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" width="{WIDTH:.0f}" '
        f'height="{HEIGHT:.0f}" role="img" font-family="sans-serif"><title>{title}</title>'
    ]
    parts += [_hex(table, number) for number in range(len(HEX_AT))]
    parts += [_harbour(table, place) for place in range(len(FRAME_AT)) if table.frame[place] >= 0]
    parts += [_road(edge, seat) for edge, seat in table.roads]
    parts += [_building(vertex, seat, city) for vertex, seat, city in table.buildings]
    return "\n".join([*parts, "</svg>"])


def _point(y: float, x: float) -> tuple[float, float]:
    """A point of the integer plane (CA-BOARD-03) on the paper."""
    return WIDTH / 2 + SCALE_X * x, HEIGHT / 2 + SCALE_Y * y


def _vertex(number: int) -> tuple[float, float]:
    return _point(*VERTEX_AT[number])


def _middle(q: int, r: int) -> tuple[float, float]:
    return _point(3 * r, 2 * q + r)


def _text(x: float, y: float, words: object, size: int, fill: str, bold: bool = False) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="middle" fill="{fill}"{weight}>{words}</text>'


def _line(a: tuple[float, float], b: tuple[float, float], style: str) -> str:
    return f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" y2="{b[1]:.1f}" {style}/>'


def _hex(table: Table, number: int) -> str:
    q, r = HEX_AT[number]
    corners = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
    points = " ".join("{:.1f},{:.1f}".format(*_point(3 * r + dy, 2 * q + r + dx)) for dx, dy in corners)
    name = TERRAINS[table.terrain[number]]
    x, y = _middle(q, r)
    out = (f'<polygon points="{points}" fill="{COLOURS[name]}" stroke="#f7f3e8" stroke-width="2">'
           f'<title>H{number}: {name}</title></polygon>')
    token = table.tokens[number]
    if token:
        red = token in (6, 8)
        out += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="11" fill="#fbf7ea" stroke="#8a7f68"/>'
        out += _text(x, y + 4, token, 12, "#b3261e" if red else "#222222", bold=red)
    if number == table.robber:
        out += f'<circle cx="{x + 15:.1f}" cy="{y:.1f}" r="6" fill="#222222" stroke="#ffffff"><title>robber</title></circle>'
    return out


def _harbour(table: Table, place: int) -> str:
    x, y = _middle(*FRAME_AT[place])
    style = 'stroke="#8a7f68" stroke-width="1.5" stroke-dasharray="3 2"'
    lines = "".join(_line((x, y), _vertex(vertex), style) for vertex in table.reach[place])
    box = f'<rect x="{x - 20:.1f}" y="{y - 9:.1f}" width="40" height="16" rx="8" fill="#dbe9f4" stroke="#6b8299"/>'
    return lines + box + _text(x, y + 3, SHORT[HARBOURS[table.frame[place]]], 10, "#1c2a38")


def _road(edge: int, seat: int) -> str:
    (ax, ay), (bx, by) = (_vertex(end) for end in EDGE_ENDS[edge])
    dx, dy = ROAD_GAP * (bx - ax), ROAD_GAP * (by - ay)
    ends = (ax + dx, ay + dy), (bx - dx, by - dy)
    return (_line(*ends, 'stroke="#222222" stroke-width="7" stroke-linecap="round"')
            + _line(*ends, f'stroke="{OKABE_ITO[seat]}" stroke-width="5" stroke-linecap="round"'))


def _building(vertex: int, seat: int, city: bool) -> str:
    x, y = _vertex(vertex)
    kind = "rect" if city else "circle"
    shape = f'x="{x - 8:.1f}" y="{y - 8:.1f}" width="16" height="16" rx="2"' if city else f'cx="{x:.1f}" cy="{y:.1f}" r="7.5"'
    title = f"<title>{'city' if city else 'settlement'} of seat {seat} on {vertex}</title>"
    return (f'<{kind} {shape} fill="{OKABE_ITO[seat]}" stroke="#222222" stroke-width="1.5">{title}</{kind}>'
            + _text(x, y + 3.5, seat, 10, "#ffffff", bold=True))
