"""The drawing of a position (`Game.draw_svg`) as TikZ: its rectangles, circles, lines and texts.

Paths are understood as far as straight lines go, which is all that our games use; what is curved
is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias
from xml.etree import ElementTree

Point: TypeAlias = tuple[float, float]
Escape: TypeAlias = Callable[[str], str]

_COMMAND: Final = re.compile(r"([MLHVZmlhvz])([^A-Za-z]*)")
_STRAIGHT: Final = re.compile(r"[MLHVZmlhvz\s,.\d+-]*")
_NUMBER: Final = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)")
ANCHORS: Final = {"start": "base west", "middle": "base", "end": "base east"}


def board_tikz(
    drawing: str, box: tuple[float, float, float, float], escape: Escape
) -> Iterator[str]:
    """The commands that draw a position into the box (left, top, width, height), in points."""
    root = ElementTree.fromstring(drawing)
    _left, _top, width, _height = map(float, root.attrib["viewBox"].split())
    unit = box[2] / width
    pen = _Pen(box[0], box[1], unit, escape)
    for part in root.iter():
        draw = getattr(pen, part.tag.rpartition("}")[2], None)
        if draw:
            yield from draw(part)


class _Pen:
    """One method for each tag that is drawn."""

    def __init__(self, left: float, top: float, unit: float, escape: Escape) -> None:
        self.left, self.top, self.unit, self.escape = left, top, unit, escape

    def at(self, x: float, y: float) -> str:
        return f"({self.left + x * self.unit:.2f},{self.top + y * self.unit:.2f})"

    def paint(self, part: ElementTree.Element, *more: str) -> str | None:
        """How an element is filled and stroked; None where nothing is to be seen."""
        options = [*more]
        for what, name in (("fill", "fill"), ("stroke", "draw")):
            colour = _colour(part.get(what))
            if colour:
                options.append(f"{name}={colour}")
        if part.get("stroke"):
            options.append(f"line width={float(part.get('stroke-width', '1')) * self.unit:.2f}pt")
        if part.get("stroke-linecap") == "round":
            options.append("line cap=round")
        return ",".join(options) if len(options) > len(more) else None

    def rect(self, part: ElementTree.Element) -> Iterator[str]:
        x, y, width, height = (float(part.get(n, "0")) for n in ("x", "y", "width", "height"))
        corner = float(part.get("rx", "0")) * self.unit
        paint = self.paint(part, *([f"rounded corners={corner:.2f}pt"] if corner else []))
        if paint:
            yield rf"\path[{paint}] {self.at(x, y)} rectangle {self.at(x + width, y + height)};"

    def circle(self, part: ElementTree.Element) -> Iterator[str]:
        middle = self.at(float(part.get("cx", "0")), float(part.get("cy", "0")))
        paint = self.paint(part)
        if paint:
            radius = float(part.get("r", "0")) * self.unit
            yield rf"\path[{paint}] {middle} circle [radius={radius:.2f}pt];"

    def ellipse(self, part: ElementTree.Element) -> Iterator[str]:
        middle = self.at(float(part.get("cx", "0")), float(part.get("cy", "0")))
        across, down = (float(part.get(name, "0")) * self.unit for name in ("rx", "ry"))
        paint = self.paint(part)
        if paint:
            radii = f"x radius={across:.2f}pt,y radius={down:.2f}pt"
            yield rf"\path[{paint}] {middle} ellipse [{radii}];"

    def line(self, part: ElementTree.Element) -> Iterator[str]:
        x1, y1, x2, y2 = (float(part.get(name, "0")) for name in ("x1", "y1", "x2", "y2"))
        paint = self.paint(part)
        if paint:
            yield rf"\path[{paint}] {self.at(x1, y1)} -- {self.at(x2, y2)};"

    def path(self, part: ElementTree.Element) -> Iterator[str]:
        text, paint = part.get("d", ""), self.paint(part)
        if paint and _STRAIGHT.fullmatch(text):
            ways = (
                " -- ".join(self.at(*point) for point in points) + (" -- cycle" if closed else "")
                for points, closed in polylines(text)
            )
            yield rf"\path[{paint}] {' '.join(ways)};"

    def text(self, part: ElementTree.Element) -> Iterator[str]:
        colour, size = _colour(part.get("fill")), float(part.get("font-size", "10")) * self.unit
        where = self.at(float(part.get("x", "0")), float(part.get("y", "0")))
        anchor = ANCHORS[part.get("text-anchor", "start")]
        family = "ttfamily" if part.get("font-family") == "monospace" else "sffamily"
        font = rf"\fontsize{{{size:.2f}}}{{{1.2 * size:.2f}}}\selectfont\{family}"
        options = f"anchor={anchor}" + (f",text={colour}" if colour else "")
        yield rf"\node[{options}] at {where} {{{font} {self.escape(part.text or '')}}};"


def polylines(text: str) -> list[tuple[list[Point], bool]]:
    """The corners of each line of a path of straight lines, and whether it is closed."""
    found: list[tuple[list[Point], bool]] = []
    x = y = 0.0
    for command, arguments in _COMMAND.findall(text):
        numbers = [float(number) for number in _NUMBER.findall(arguments)]
        base = (x, y) if command.islower() else (0.0, 0.0)
        if command in "Zz":
            points, _closed = found[-1]
            found[-1] = points, True
            x, y = points[0]
            continue
        step = 1 if command in "HhVv" else 2
        for at in range(0, len(numbers) - step + 1, step):
            if command in "Hh":
                x = numbers[at] + base[0]
            elif command in "Vv":
                y = numbers[at] + base[1]
            else:
                x, y = numbers[at] + base[0], numbers[at + 1] + base[1]
            if command in "Mm" and at == 0:
                found.append(([(x, y)], False))
            else:
                found[-1][0].append((x, y))
            base = (x, y) if command.islower() else base
    return found


def _colour(text: str | None) -> str:
    """A colour as xcolor takes it; none is no text."""
    if not text or not re.fullmatch("#[0-9a-fA-F]{6}", text):
        return ""
    red, green, blue = (int(text[at : at + 2], 16) for at in (1, 3, 5))
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"
