"""Drawings as inline SVG: made by matplotlib, in the colours of the page (dark or light), with the same bytes every time."""
from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from reports.formats import cut

WIDTH = 4.9
"""Inches: one column of the page on a desk, the whole width of a phone."""
WIDE = 10.1

INK, FAINT, RULE, PAGE, BAND = "#010101", "#020202", "#030303", "#040404", "#050505"
"""Colours that the page decides: they leave as `var(--ink)` and so on."""
_PAGE_COLOURS = {INK: "ink", FAINT: "faint", RULE: "rule", PAGE: "page", BAND: "band"}

STYLE: dict[str, Any] = {
    "svg.fonttype": "none", "svg.hashsalt": "evenhand", "svg.image_inline": True, "path.simplify": True,
    "font.family": ["DejaVu Sans"], "font.size": 9.0, "text.color": INK, "text.parse_math": False,
    "axes.edgecolor": RULE, "axes.labelcolor": FAINT, "axes.labelsize": 8.5, "axes.facecolor": "none", "axes.linewidth": 0.8,
    "axes.spines.top": False, "axes.spines.right": False, "axes.titlesize": 9.0, "axes.unicode_minus": False,
    "axes.axisbelow": True, "axes.titlecolor": INK, "axes.titlelocation": "left",
    "grid.color": RULE, "grid.linewidth": 0.6, "xtick.color": RULE, "ytick.color": RULE,
    "xtick.labelcolor": FAINT, "ytick.labelcolor": FAINT, "xtick.labelsize": 8.5, "ytick.labelsize": 8.5,
    "xtick.major.size": 3.0, "ytick.major.size": 3.0, "hatch.color": INK, "hatch.linewidth": 0.5,
    "legend.frameon": False, "legend.fontsize": 8.5, "legend.labelcolor": INK, "lines.linewidth": 1.6, "lines.markersize": 5.5,
}


@dataclass(frozen=True)
class Figure:
    """A figure of the report. `sentence` says what its numbers say, `alt` what it shows to those who cannot see it."""

    key: str
    title: str
    svg: str
    sentence: str
    alt: str
    note: str = ""
    wide: bool = False


def text_width(text: str, size: float) -> float:
    """Inches that a line of text takes in the widest of the fonts that a page is shown in."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=STYLE["font.family"], size=size)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / 72


def fitted(text: str, size: float, width: float) -> str:
    """A text cut in the middle until it fits into `width` inches."""
    letters = len(text)
    while letters > 4 and text_width(cut(text, letters), size) > width:
        letters -= 1
    return cut(text, letters)


def sketch(key: str, height: float, paint: Callable[[Any], None], width: float = WIDTH) -> str:
    """The SVG of a drawing of `width` x `height` inches; `paint` draws on a matplotlib figure."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Canvas

    with matplotlib.rc_context(cast(Any, STYLE)):
        canvas = Canvas(figsize=(width, height))
        FigureCanvasSVG(canvas)
        paint(canvas)
        out = io.StringIO()
        canvas.savefig(out, format="svg", transparent=True, metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    return clean(out.getvalue(), key)


def clean(svg: str, key: str) -> str:
    """The drawing as a part of a page: page colours, ids of its own, short numbers, nothing that names a place outside."""
    svg = svg[svg.index("<svg"):]
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<defs>\s*<style[^>]*>.*?</style>\s*</defs>\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r' (xmlns(:xlink)?|version)="[^"]*"', "", svg)
    svg = re.sub(r"font-family: 'DejaVu Sans'(; )?", "", svg.replace("xlink:href=", "href="))
    svg = re.sub(r' transform="rotate\(-?0 [^"]*\)"', "", svg)
    svg = re.sub(r"<!--.*?-->\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"(?<![\w#])-?\d+\.\d{3,}", lambda number: _short(number.group()), svg)
    for colour, name in _PAGE_COLOURS.items():
        svg = svg.replace(colour, f"var(--{name})")
    svg = _own_ids(svg, key)
    svg = re.sub(r'\s*\n\s*(?=[LCQzMHV"])', " ", svg)
    svg = re.sub(r">\s+<", ">\n<", svg)
    return svg.strip()


def _short(number: str) -> str:
    text = f"{float(number):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _own_ids(svg: str, key: str) -> str:
    """Ids with the figure's key before them, and only those that something refers to."""
    used = set(re.findall(r'url\(#([^)]+)\)', svg)) | set(re.findall(r'href="#([^"]+)"', svg))
    svg = re.sub(r' id="([^"]*)"', lambda match: f' id="{key}-{match.group(1)}"' if match.group(1) in used else "", svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{key}-\1)", svg)
    return re.sub(r'href="#([^"]+)"', rf'href="#{key}-\1"', svg)
