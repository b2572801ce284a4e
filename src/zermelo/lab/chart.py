"""Charts as SVG, PNG and PDF: lines or bars on axes, the panels of a figure over one legend.

Markers differ in shape as well as in colour; the colours are those of Okabe and Ito.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from zermelo.explain.beside import Sheet
from zermelo.explain.measure import FONT, one_line, width
from zermelo.explain.style import COLOURS
from zermelo.language import local

WIDTH, HEIGHT = 600.0, 380.0  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 70.0, 14.0, 38.0, 46.0  # around its axes
INNER: Final = 16.0  # between the axes and the first and last marker
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
    `spans`: the interval of each y.
    """

    name: str
    points: tuple[tuple[float, float], ...]
    power: str | None = None
    spans: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Chart:
    """A panel: what its axes show, and the series.

    `ends`: of the y axis, which is logarithmic without them. `labels`: of the x axis, where they
    are not the numbers themselves. With `bars` every series is one bar.
    """

    title: str
    x: str
    y: str
    series: tuple[Series, ...]
    note: str = ""
    ends: tuple[float, float] | None = None
    labels: tuple[str, ...] = ()
    bars: bool = False
    percent: bool = False


def figure(title: str, charts: Sequence[Chart]) -> bytes:
    """The panels, two in a row, and a legend, as SVG."""
    return _Figure(title, charts).text().encode()


def render(title: str, charts: Sequence[Chart], ending: str) -> bytes:
    """The figure as a file of this ending: .svg, .png or .pdf."""
    if ending == ".svg":
        return figure(title, charts)
    from zermelo.explain import pdf, png  # here, as they need an extra

    drawn = _Figure(title, charts)
    page = Sheet(drawn.text(), drawn.width, drawn.height, title, drawn.summary)
    return png.raster(page) if ending == ".png" else pdf.document(page)


class _Figure:
    def __init__(self, title: str, charts: Sequence[Chart]) -> None:
        self.title, self.charts = title, charts
        # Equal names are one entry of the legend, and look the same in every panel.
        named = {each.name: each for chart in charts for each in chart.series}
        self.marked = [name for name, each in named.items() if each.power is None]
        self.formulas = [each for each in named.values() if each.power is not None]
        across = min(len(charts), 2)
        self.width = across * WIDTH
        rows = -(-len(charts) // across)
        self.legend = self._legend(rows * HEIGHT + 10)
        self.height = rows * HEIGHT + 10 + self.rows_of_legend * ROW

    @property
    def summary(self) -> str:
        """What the figure shows, for whoever cannot see it."""
        panels = "; ".join(f"{each.title}: {each.y}" for each in self.charts)
        return f"{panels}. {', '.join(self.marked)}."

    def text(self) -> str:
        """The figure as one SVG element."""
        size = f'viewBox="0 0 {self.width:g} {self.height:g}"'
        panels = (
            f'<g transform="translate({i % 2 * WIDTH:g} {i // 2 * HEIGHT:g})">'
            f"{''.join(_Panel(chart, self).parts())}</g>"
            for i, chart in enumerate(self.charts)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} width="{self.width:g}" '
            f'height="{self.height:g}" role="img"><title>{escape(self.title)}</title>'
            f"<desc>{escape(self.summary)}</desc><style>{STYLE}</style>"
            f'<rect width="{self.width:g}" height="{self.height:g}" fill="#ffffff"/>'
            f"{''.join(panels)}{self.legend}</svg>\n"
        )

    def _legend(self, top: float) -> str:
        parts, x, row = [], LEFT, 0
        for name, power in [
            *((name, None) for name in self.marked),
            *((each.name, each.power) for each in self.formulas),
        ]:
            shown = one_line(name, LONGEST_NAME)
            wide = 44 + width(shown, SIZE) + (width(power, 9) + 14 if power else 0)
            if x > LEFT and x + wide > self.width - RIGHT:
                x, row = LEFT, row + 1
            if power is not None:
                key = f'<path class="formula" d="M0 0H28" {self.dash(name)}/>'
                shown = _power("b", power, f" {shown}") if power else escape(shown)
            else:
                key = f'<path class="line" d="M0 0H28" stroke="{self.colour(name)}"/>'
                key += self.marker(name, 14, 0)
                shown = escape(shown)
            place = f"translate({x:.1f} {top + row * ROW:.1f})"
            parts.append(f'<g transform="{place}">{key}<text x="35" y="4.5">{shown}</text></g>')
            x += wide + 8
        self.rows_of_legend = row + 1
        return "".join(parts)

    def colour(self, name: str) -> str:
        """The colour of a series."""
        return PALETTE[self.marked.index(name) % len(PALETTE)]

    def dash(self, name: str) -> str:
        """The dashes of a formula."""
        place = [each.name for each in self.formulas].index(name)
        return f'stroke-dasharray="{DASHES[place % len(DASHES)]}"'

    def marker(self, name: str, x: float, y: float, words: str = "") -> str:
        """The marker of a series, with what it says when it is pointed at."""
        shape = SHAPES[self.marked.index(name) % len(SHAPES)]
        tip = f"<title>{escape(words)}</title>" if words else ""
        return (
            f'<path d="{shape}" transform="translate({x:.1f} {y:.1f})" '
            f'fill="{self.colour(name)}">{tip}</path>'
        )


class _Panel:
    def __init__(self, chart: Chart, figure: _Figure) -> None:
        self.chart, self.figure = chart, figure
        series = chart.series
        if chart.bars:
            self.xs = [float(i) for i in range(len(series))]
        else:
            shown = {x for each in series if each.power is None for x, _y in each.points}
            self.xs = sorted(shown) or [0.0]
        self.low, self.high = self.xs[0], self.xs[-1]
        if chart.ends:
            self.bottom, self.top = chart.ends
        else:
            logs = [math.log10(y) for each in series for _x, y in self.inside(each)]
            self.bottom = float(math.floor(min(logs, default=0)))
            self.top = max(math.ceil(max(logs, default=1) + 0.05), self.bottom + 1)

    def inside(self, series: Series) -> list[tuple[float, float]]:
        """The points that the axes can show."""
        return [
            (x, y)
            for x, y in series.points
            if self.low <= x <= self.high and (self.chart.ends or y > 0)
        ]

    def x(self, value: float) -> float:
        room = WIDTH - LEFT - RIGHT
        if self.chart.bars:
            return LEFT + room * (value + 0.5) / len(self.xs)
        share = 0.5 if self.high == self.low else (value - self.low) / (self.high - self.low)
        return LEFT + INNER + (room - 2 * INNER) * share

    def y(self, value: float) -> float:
        level = value if self.chart.ends else math.log10(value)
        share = (level - self.bottom) / (self.top - self.bottom)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def parts(self) -> list[str]:
        """The elements of the panel, the last ones on top."""
        chart = self.chart
        middle = f"{(LEFT + WIDTH - RIGHT) / 2:g}"
        side = f"translate(16 {(TOP + HEIGHT - BOTTOM) / 2:g}) rotate(-90)"
        return [
            f'<text class="head" x="{LEFT:g}" y="22">{escape(one_line(chart.title, 50))}</text>',
            f'<text class="quiet" x="{WIDTH - RIGHT:g}" y="22" text-anchor="end">'
            f"{escape(chart.note)}</text>",
            f'<text x="{middle}" y="{HEIGHT - 8:g}" text-anchor="middle">{escape(chart.x)}</text>',
            f'<text transform="{side}" text-anchor="middle">{escape(chart.y)}</text>',
            *self._ticks(),
            f'<path class="axis" d="M{LEFT:g} {TOP:g}V{HEIGHT - BOTTOM:g}H{WIDTH - RIGHT:g}"/>',
            *(self._formula(each) for each in chart.series if each.power is not None),
            *(
                self._bar(i, each) if chart.bars else self._line(each)
                for i, each in enumerate(each for each in chart.series if each.power is None)
            ),
        ]

    def _ticks(self) -> list[str]:
        parts = []
        if self.chart.ends:
            steps = 5 if self.bottom == 0 else 4  # so that 0 is a step
            ticks = [self.bottom + (self.top - self.bottom) * i / steps for i in range(steps + 1)]
        else:
            ticks = [10.0**power for power in range(int(self.bottom), int(self.top) + 1)]
        every = -(-len(ticks) // 8)
        for i, tick in enumerate(ticks):
            y = self.y(tick)
            parts.append(f'<path class="grid" d="M{LEFT:g} {y:.1f}H{WIDTH - RIGHT:g}"/>')
            if i % every == 0:
                parts.append(
                    f'<text class="quiet" x="{LEFT - 7:g}" y="{y + 4.5:.1f}" text-anchor="end">'
                    f"{self._number(tick)}</text>"
                )
        xs = [] if self.chart.bars else self.xs
        every = -(-len(xs) // 12)
        for x in xs[:: every or 1]:
            label = self.chart.labels[int(x)] if self.chart.labels else f"{x:g}"
            parts.append(
                f'<text class="quiet" x="{self.x(x):.1f}" y="{HEIGHT - BOTTOM + 18:g}" '
                f'text-anchor="middle">{escape(label)}</text>'
            )
        return parts

    def _number(self, value: float) -> str:
        """A number of the y axis."""
        if self.chart.percent:
            return f"{value:.0%}".replace("%", "\xa0%")
        if self.chart.ends:
            return local(f"{value:.1f}").replace("-", "−")
        power = round(math.log10(value))
        return local(f"{value:,.{max(-power, 0)}f}") if power < 6 else _power("10", str(power))

    def _said(self, series: Series, x: float, y: float) -> str:
        shown = f"{y:.1%}" if self.chart.percent else f"{y:,.4g}" if y < 1000 else f"{y:,.0f}"
        if self.chart.bars:
            return f"{series.name}: {local(shown)}"
        label = self.chart.labels[int(x)] if self.chart.labels else f"{x:g}"
        return f"{series.name}, {self.chart.x} {label}: {local(shown)}"

    def _path(self, points: list[tuple[float, float]]) -> str:
        places = (f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in points)
        return f"M{'L'.join(places)}"

    def _formula(self, series: Series) -> str:
        points = self.inside(series)
        dash = self.figure.dash(series.name)
        return f'<path class="formula" d="{self._path(points)}" {dash}/>' if points else ""

    def _line(self, series: Series) -> str:
        points, figure = self.inside(series), self.figure
        if not points:
            return ""
        colour = figure.colour(series.name)
        line = f'<path class="line" stroke="{colour}" d="{self._path(points)}"/>'
        return line + "".join(
            figure.marker(series.name, self.x(x), self.y(y), self._said(series, x, y))
            for x, y in points
        )

    def _bar(self, place: int, series: Series) -> str:
        x, zero = self.x(place), self.y(max(self.bottom, 0))
        if not series.points:
            return self.figure.marker(series.name, x, zero) + (
                f'<text x="{x + 10:.1f}" y="{zero - 7:.1f}">–</text>'
            )
        value = series.points[0][1]
        y = self.y(value)
        half = min((WIDTH - LEFT - RIGHT) / len(self.xs) * 0.32, 40)
        bar = (
            f'<rect x="{x - half:.1f}" y="{min(y, zero):.1f}" width="{2 * half:.1f}" '
            f'height="{abs(y - zero):.1f}" fill="{self.figure.colour(series.name)}" '
            'fill-opacity="0.35"/>'
        )
        spans = "".join(
            f'<path class="span" d="M{x:.1f} {self.y(low):.1f}V{self.y(high):.1f}'
            f'M{x - 6:.1f} {self.y(low):.1f}h12M{x - 6:.1f} {self.y(high):.1f}h12"/>'
            for low, high in series.spans[:1]
        )
        words = self._said(series, 0, value)
        shown = f"{value:.0%}".replace("%", " %") if self.chart.percent else f"{value:.2f}"
        above = y + 17 if value < 0 else y - 7
        label = f'<text x="{x + 10:.1f}" y="{above:.1f}">{local(shown).replace("-", "−")}</text>'
        return bar + spans + self.figure.marker(series.name, x, y, words) + label


def _power(base: str, power: str, after: str = "") -> str:
    """The base with the power above it, and what follows on the line."""
    rest = f'<tspan dy="5">{escape(after)}</tspan>' if after else ""
    return f'{base}<tspan dy="-5" font-size="9px">{power}</tspan>{rest}'
