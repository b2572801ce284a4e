"""Charts as SVG, PNG and PDF: series on axes, the panels of a figure over one legend.

Markers differ in shape as well as in colour; the colours are those of Okabe and Ito.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from zermelo.board import element
from zermelo.explain.beside import Sheet
from zermelo.explain.measure import FONT, one_line, width
from zermelo.explain.style import COLOURS
from zermelo.language import local
from zermelo.numbers import percent

WIDTH, HEIGHT = 600.0, 380.0  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 70.0, 14.0, 38.0, 46.0  # around its axes
INNER: Final = 40.0  # between the axes and the first and last marker
ROW: Final = 24.0  # of the legend
SIZE: Final = 13.0  # of letters
LONGEST_NAME: Final = 75  # letters in the legend

PALETTE: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
SHAPES: Final = (
    "M-4.5 0a4.5 4.5 0 109 0a4.5 4.5 0 10-9 0z",
    "M0-5.5L5 4.5H-5z",
    "M-4.2-4.2H4.2V4.2H-4.2z",
    "M0-6L6 0 0 6-6 0z",
    "M0 5.5L5-4.5H-5z",
    "M-5-1.6h3.4V-5h3.2v3.4H5v3.2H1.6V5h-3.2V1.6H-5z",
)
DASHES: Final = ("8 4", "5 3 1 3", "2 3")

_INK, _QUIET = (COLOURS[name][0] for name in ("ink", "quiet"))
STYLE: Final = (
    f"text{{font-family:{FONT};font-size:{SIZE:g}px;fill:{_INK}}}"
    f".quiet{{fill:{_QUIET}}}.head{{font-weight:bold;font-size:15px}}"
    f".grid{{stroke:#e3e6ea;fill:none}}.axis{{stroke:{_QUIET};fill:none}}"
    ".line{fill:none;stroke-width:2}"
    f".formula{{fill:none;stroke:{_QUIET};stroke-width:1.5}}.span{{stroke:{_INK};fill:none}}"
)


@dataclass(frozen=True)
class Series:
    """Points (x, y), with a marker each.

    `power`: they become a dashed line, of a formula that is b to this power where there is one.
    `span`: the interval of each y.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    power: str | None = None
    span: tuple[float, float] | None = None


@dataclass(frozen=True)
class Chart:
    """A panel: what its axes show, and the series.

    The y axis is logarithmic, or of shares up to 100 %. An x axis without a title has no numbers.
    """

    title: str
    x: str
    y: str
    series: tuple[Series, ...]
    note: str = ""
    percent: bool = False


def render(title: str, charts: Sequence[Chart], ending: str) -> bytes:
    """The panels, two in a row, and a legend, as a file of this ending: .svg, .png or .pdf."""
    figure = _Figure(charts)
    across, down = figure.width, figure.height
    page = element(
        "svg",
        *(element("title", escape(title)), element("desc", escape(figure.summary))),
        *(element("style", STYLE), element("rect", width=across, height=down, fill="#ffffff")),
        *figure.parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {across:g} {down:g}",
        width=across,
        height=down,
        role="img",
    )
    if ending == ".svg":
        return f"{page}\n".encode()
    from zermelo.explain import pdf, png  # here, as they need an extra

    sheet = Sheet(page, across, down, title, figure.summary)
    return png.raster(sheet) if ending == ".png" else pdf.document(sheet)


class _Figure:
    """The panels and the legend; equal names are one entry of it, and look the same everywhere."""

    def __init__(self, charts: Sequence[Chart]) -> None:
        powers = {each.name: each.power for chart in charts for each in chart.series}
        self.marked = [name for name, power in powers.items() if power is None]
        self.formulas = [name for name, power in powers.items() if power is not None]
        panels = "; ".join(f"{each.title}: {each.y}" for each in charts)
        self.summary = f"{panels}. {', '.join(self.marked)}."  # for whoever cannot see it
        self.width, self.height = min(len(charts), 2) * WIDTH, -(-len(charts) // 2) * HEIGHT + 10
        self.parts = [
            _moved(i % 2 * WIDTH, i // 2 * HEIGHT, *_Panel(chart, self).parts())
            for i, chart in enumerate(charts)
        ]
        x = LEFT
        for name in (*self.marked, *self.formulas):
            power, shown = powers[name], one_line(name, LONGEST_NAME)
            wide = 52 + width(shown, SIZE) + (width(power, 9) + 14 if power else 0)
            if x > LEFT and x + wide > self.width - RIGHT:
                x, self.height = LEFT, self.height + ROW
            words = _power("b", power, f" {shown}") if power else escape(shown)
            key = [self.line(name, "M0 0H28"), element("text", words, x=35, y=4.5)]
            key += [self.marker(name, 14, 0)] if power is None else []
            self.parts.append(_moved(x, self.height, *key))
            x += wide
        self.height += ROW

    def line(self, name: str, path: str) -> str:
        """The line of a series: dashed where it is a formula's."""
        if name in self.marked:
            return element("path", **{"class": "line"}, d=path, stroke=self.colour(name))
        place = self.formulas.index(name) % len(DASHES)
        return element("path", **{"class": "formula"}, d=path, stroke_dasharray=DASHES[place])

    def colour(self, name: str) -> str:
        """The colour of a series."""
        return PALETTE[self.marked.index(name) % len(PALETTE)]

    def marker(self, name: str, x: float, y: float, words: str = "") -> str:
        """The marker of a series, with what it says when it is pointed at."""
        shape = SHAPES[self.marked.index(name) % len(SHAPES)]
        tip = [element("title", escape(words))] if words else []
        place = f"translate({x:.1f} {y:.1f})"
        return element("path", *tip, d=shape, transform=place, fill=self.colour(name))


class _Panel:
    def __init__(self, chart: Chart, figure: _Figure) -> None:
        self.chart, self.figure = chart, figure
        shown = {x for each in chart.series if each.power is None for x, _y in each.points}
        self.xs = sorted(shown) or [0.0]
        self.bottom, self.top = 0.0, 1.0
        if not chart.percent:
            logs = [math.log10(y) for each in chart.series for _x, y in self.inside(each)]
            self.bottom = float(math.floor(min(logs, default=0)))
            self.top = max(math.ceil(max(logs, default=1) + 0.05), self.bottom + 1)

    def inside(self, series: Series) -> list[tuple[float, float]]:
        """The points that the axes can show."""
        low, high = self.xs[0], self.xs[-1]
        return [(x, y) for x, y in series.points if low <= x <= high and (self.chart.percent or y)]

    def x(self, value: float) -> float:
        low, high = self.xs[0], self.xs[-1]
        share = 0.5 if high == low else (value - low) / (high - low)
        return LEFT + INNER + (WIDTH - LEFT - RIGHT - 2 * INNER) * share

    def y(self, value: float) -> float:
        level = value if self.chart.percent else math.log10(value)
        share = (level - self.bottom) / (self.top - self.bottom)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def parts(self) -> list[str]:
        """The elements of the panel, the last ones on top."""
        chart, end, foot = self.chart, WIDTH - RIGHT, HEIGHT - BOTTOM
        turned = f"translate(16 {(TOP + foot) / 2:g}) rotate(-90)"
        return [
            _text(escape(one_line(chart.title, 50)), LEFT, 22, "head", "start"),
            _text(escape(chart.note), end, 22, "quiet", "end"),
            _text(escape(chart.x), (LEFT + end) / 2, HEIGHT - 8),
            element("text", escape(chart.y), transform=turned, text_anchor="middle"),
            *self._ticks(),
            element("path", **{"class": "axis"}, d=f"M{LEFT:g} {TOP:g}V{foot:g}H{end:g}"),
            *(part for each in chart.series if self.inside(each) for part in self._series(each)),
        ]

    def _ticks(self) -> list[str]:
        parts, ticks = [], [i / 5 for i in range(6)]
        if not self.chart.percent:
            ticks = [10.0**power for power in range(int(self.bottom), int(self.top) + 1)]
        every = -(-len(ticks) // 8)
        for i, tick in enumerate(ticks):
            y = self.y(tick)
            line = f"M{LEFT:g} {y:.1f}H{WIDTH - RIGHT:g}"
            parts.append(element("path", **{"class": "grid"}, d=line))
            if i % every == 0:
                number = percent(tick) if self.chart.percent else _count(tick)
                parts.append(_text(number, LEFT - 7, y + 4.5, "quiet", "end"))
        every = -(-len(self.xs) // 12)
        for x in self.xs[::every] if self.chart.x else ():
            parts.append(_text(f"{x:g}", self.x(x), HEIGHT - BOTTOM + 18, "quiet"))
        return parts

    def _said(self, series: Series, x: float, y: float) -> str:
        shown = f"{y:.1%}" if self.chart.percent else f"{y:,.4g}" if y < 1000 else f"{y:,.0f}"
        place = f", {self.chart.x} {x:g}" if self.chart.x else ""
        return f"{series.name}{place}: {local(shown)}"

    def _series(self, series: Series) -> list[str]:
        figure, points = self.figure, self.inside(series)
        places = "L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in points)
        parts = [figure.line(series.name, f"M{places}")]
        if series.span:
            x, y, low, high = self.x(points[0][0]), *map(self.y, (points[0][1], *series.span))
            ends = f"M{x - 6:.1f} {low:.1f}h12M{x - 6:.1f} {high:.1f}h12"
            bar = element("path", **{"class": "span"}, d=f"M{x:.1f} {low:.1f}V{high:.1f}{ends}")
            parts += [bar, _text(percent(points[0][1]), x + 10, y - 5, "", "start")]
        if series.power is None:
            parts += [
                figure.marker(series.name, self.x(x), self.y(y), self._said(series, x, y))
                for x, y in points
            ]
        return parts


def _text(markup: str, x: float, y: float, kind: str = "", anchor: str = "middle") -> str:
    return element("text", markup, **{"class": kind}, x=x, y=y, text_anchor=anchor)


def _moved(x: float, y: float, *parts: str) -> str:
    return element("g", *parts, transform=f"translate({x:.1f} {y:.1f})")


def _count(value: float) -> str:
    """A power of ten on the y axis."""
    power = round(math.log10(value))
    return local(f"{value:,.{max(-power, 0)}f}") if power < 6 else _power("10", str(power))


def _power(base: str, power: str, after: str = "") -> str:
    """The base with the power above it, and what follows on the line."""
    rest = f'<tspan dy="5">{escape(after)}</tspan>' if after else ""
    return f'{base}<tspan dy="-5" font-size="9px">{power}</tspan>{rest}'
