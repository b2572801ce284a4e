r"""A drawing as LaTeX: plain TikZ with our own coordinates, or a slide for each step.

The document needs nothing but the classes standalone or beamer, and TikZ. It is all ASCII: texts
keep their letters where LaTeX has them, and every other sign becomes \zsign{its number}.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from zermelo.explain import style
from zermelo.explain.legend import SIZE, Item
from zermelo.explain.measure import width
from zermelo.explain.naming import title
from zermelo.explain.narrators import narrator_of
from zermelo.explain.picture import BESIDE, Slot, Spot
from zermelo.explain.style import Attributes, palette
from zermelo.explain.svg import edge_of, group_of, groups_of
from zermelo.explain.svg import title as subject
from zermelo.explain.tikz_board import ANCHORS, board_tikz
from zermelo.explain.view import View, check_frames
from zermelo.language import _

POINT: Final = 0.75  # of a TeX point to a unit of the drawing
LARGEST: Final = 14_000.0  # points; TeX counts no further than 16,383
SLIDE: Final = (430.0, 185.0)  # points that a drawing has on a slide

BLANK: Final = "_____"  # to be filled in by hand
FONTS: Final = {"bold": r"\bfseries ", "italic": r"\itshape "}

PREAMBLE: Final = r"""\usepackage{tikz}
% T1 with Latin Modern alone: without it, its letters would be bitmaps, not to be had at all sizes.
\IfFileExists{lmodern.sty}{\ifdefined\Uchar\else\usepackage[T1]{fontenc}\fi\usepackage{lmodern}}{\usepackage{fix-cm}}
% Signs that LuaLaTeX's slides, in an encoding of long ago, have no letters for.
\ProvideTextCommandDefault{\guilsinglright}{\ensuremath{\rangle}}
\ProvideTextCommandDefault{\guillemotleft}{\ensuremath{\ll}}
\ProvideTextCommandDefault{\guillemotright}{\ensuremath{\gg}}
\ProvideTextCommandDefault{\k}[1]{#1}
% A sign that this TeX may have no letter for, by its number in Unicode.
\newcommand\zsign[1]{\ifdefined\Uchar\symbol{"#1}\else\scalebox{0.6}{U+#1}\fi}
% What no longer holds, struck through.
\newcommand\zold[1]{\leavevmode\setbox0\hbox{#1}\rlap{\rule[0.85ex]{\wd0}{0.4pt}}\box0}
"""

SIGNS: Final = {
    **{sign: f"\\{sign}" for sign in "{}$&#_%"},
    **{"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"},
    **{sign: f"{sign}{{}}" for sign in "-`',<>?!\""},  # lest two become one
    **{"−": "$-$", "∞": r"$\infty$", "α": r"$\alpha$", "β": r"$\beta$", "′": "$'$"},
    **{"≤": r"$\leq$", "≥": r"$\geq$", "≈": r"$\approx$", "·": r"$\cdot$", "×": r"$\times$"},
    **{"↑": r"$\uparrow$", "→": r"$\to$", "←": r"$\leftarrow$", "►": r"$\triangleright$"},
    "↺": r"$\hookleftarrow$",
    **{"…": r"\dots{}", "›": r"\guilsinglright{}", "«": r"\guillemotleft{}"},
    **{"»": r"\guillemotright{}", "“": "``{}", "”": "''{}", "—": "---{}", "–": "--{}"},
    **{"¿": r"\textquestiondown{}", "¡": r"\textexclamdown{}", "ß": r"\ss{}", "æ": r"\ae{}"},
    **{"Æ": r"\AE{}", "ø": r"\o{}", "Ø": r"\O{}", "œ": r"\oe{}", "Œ": r"\OE{}", "ł": r"\l{}"},
    **{"Ł": r"\L{}", "ı": r"\i{}", "\u202f": r"\,", "\u00a0": "~"},
}
ACCENTS: Final = {
    **{"\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u"},
    **{"\u0307": ".", "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v"},
    **{"\u0327": "c", "\u0328": "k"},
}


def render(view: View) -> bytes:
    """The drawing after the view's step as a document; a slide for each step if asked for."""
    if view.frames:
        return frames(view)
    view = view.on_paper()
    unit = min(POINT, LARGEST / max(view.picture.width, view.picture.height))
    lines = [
        r"\documentclass[tikz]{standalone}",
        PREAMBLE,
        *_colours(view.theme),
        r"\begin{document}",
        *_drawing(view, unit),
        r"\end{document}",
        "",
    ]
    return "\n".join(lines).encode("ascii")


def frames(view: View) -> bytes:
    """Slides (beamer), one a step, each with its sentence."""
    view = view.on_paper()
    story = view.story
    check_frames(view)
    unit = min(POINT, SLIDE[0] / view.picture.width, SLIDE[1] / view.picture.height)
    lines = [
        r"\documentclass[aspectratio=169]{beamer}",
        PREAMBLE,
        *_colours(view.theme),
        r"\setbeamercolor{background canvas}{bg=zground}",
        r"\setbeamercolor{normal text}{fg=zink}\setbeamercolor{frametitle}{fg=zink}",
        r"\setbeamertemplate{navigation symbols}{}",
        r"\begin{document}\usebeamercolor[fg]{normal text}",
    ]
    heading = f"{subject(story)} — {title(story.algorithm)}"
    for number, sentence in enumerate(narrator_of(story).sentences()):
        count = _("Step {step} of {last}.").format(step=number, last=len(story.steps) - 1)
        lines += [
            rf"\begin{{frame}}[t]{{{escape(heading)}}}",
            rf"\small {escape(count)} {escape(sentence)}\par\vfill\centering",
            *_drawing(view.at(number), unit),
            r"\par\vfill\end{frame}",
        ]
    return "\n".join([*lines, r"\end{document}", ""]).encode("ascii")


def escape(text: str) -> str:
    """The text as LaTeX that means just these letters, in ASCII."""
    return "".join(_sign(sign) for sign in " ".join(text.split()))


def _sign(sign: str) -> str:
    if sign in SIGNS:
        return SIGNS[sign]
    if " " <= sign <= "~":
        return sign
    parts = unicodedata.normalize("NFD", sign)
    if len(parts) == 2 and parts[0].isascii() and parts[1] in ACCENTS:
        return f"\\{ACCENTS[parts[1]]}{{{parts[0]}}}"
    return rf"\zsign{{{ord(sign):04X}}}"


def _colours(theme: str) -> Iterable[str]:
    for name, colour in palette(theme).items():
        yield rf"\definecolor{{z{name}}}{{HTML}}{{{colour.lstrip('#').upper()}}}"


def _styled(group: Attributes, part: str, text: str) -> tuple[str, str]:
    """The colour of a text at a place, and the text, as the style sheet says."""
    paint = style.paint("tex", group, "text", {"data-part": part})
    font = FONTS.get(paint.get("font-weight") or paint.get("font-style", ""), "")
    lines = {"line-through": _zold(text), "underline": rf"\underline{{{escape(text)}}}"}
    return paint["fill"], font + lines.get(paint.get("text-decoration", ""), escape(text))


def _zold(text: str) -> str:
    return rf"\zold{{{escape(text)}}}"


def _drawing(view: View, unit: float) -> Iterable[str]:
    """The picture after the view's step."""
    story, picture, pen = view.story, view.picture, _Pen(unit)
    groups = groups_of(view)
    yield r"\begin{tikzpicture}[x=1pt,y=-1pt,inner sep=0,line join=round]"
    yield rf"\fill[zground] (0,0) rectangle {pen.at(picture.width, picture.height)};"
    for number, place in enumerate(story.places):
        if place.parent is not None:
            above, spot = picture.spots[place.parent], picture.spots[number]
            yield from pen.branch(above, spot, edge_of(groups[number]))
    for number, place in enumerate(story.places):
        spot, group = picture.spots[number], groups[number]
        if "data-current" in group:
            yield pen.shape(place.kind, spot, f"draw=zcurrent,{pen.wide(3.5)}", 5.0)
        yield pen.shape(place.kind, spot, pen.outline(group), 0.0)
        if number in picture.boards and spot.board:
            x, y, across, down = (length * unit for length in spot.board)
            yield from board_tikz(picture.boards[number], (x, y, across, down), escape)
        if place.kind == "MORE":
            slot = Slot(spot.x, spot.y + 3, "middle", 11.0, spot.width)
            yield pen.text(slot, "zquiet", r"$\cdots$")
        yield from pen.texts(group, spot, view.texts(number, view.looks[number]))
    for item in view.legend:
        yield from pen.legend(item)
    yield r"\end{tikzpicture}"


class _Pen:
    """Writes the commands, with all lengths in points: `unit` of them to one of the drawing."""

    def __init__(self, unit: float) -> None:
        self.unit = unit

    def at(self, x: float, y: float) -> str:
        return f"({x * self.unit:.2f},{y * self.unit:.2f})"

    def wide(self, width: float) -> str:
        return f"line width={width * self.unit:.2f}pt"

    def stroke(self, group: Attributes, name: str) -> str:
        """How a line of a group is drawn, as the style sheet says."""
        paint = style.paint("tex", group, "path", {"class": name})
        dashes = [float(length) * self.unit for length in paint.get("stroke-dasharray", "").split()]
        pattern = ",dash pattern=on {:.2f}pt off {:.2f}pt".format(*dashes) if dashes else ""
        return f"{paint['stroke']},{self.wide(float(paint['stroke-width']))}{pattern}"

    def outline(self, group: Attributes) -> str:
        """How the shape of a place is drawn and filled."""
        colour, _comma, line = self.stroke(group, "shape").partition(",")
        fill = style.paint("tex", group, "path", {"class": "shape"})["fill"]
        return f"draw={colour},fill={fill},{line}"

    def branch(self, above: Spot, spot: Spot, group: Attributes) -> Iterable[str]:
        """The branch into a place, and the bars across it where it is cut."""
        corners = (
            self.at(above.x, above.y + above.height / 2),
            self.at(above.x, above.foot),
            self.at(spot.x, spot.top),
            self.at(spot.x, spot.head),
        )
        yield rf"\draw[{self.stroke(group, 'branch')}] {' -- '.join(corners)};"
        for y in (5.0, 9.0) if "data-barred" in group else ():
            start, end = (
                self.at(spot.x - 6, spot.top + y + 2),
                self.at(spot.x + 6, spot.top + y - 2),
            )
            yield rf"\draw[{self.stroke(group, 'bars')}] {start} -- {end};"

    def shape(self, kind: str, spot: Spot, paint: str, more: float) -> str:
        """The outline of a place, larger by `more` on all sides."""
        half, down = spot.width / 2 + more, spot.height / 2 + more
        if kind in ("MAX", "MIN"):
            half, up = half + 0.6 * more, -1 if kind == "MAX" else 1
            tip = self.at(spot.x, spot.y + up * (down + 0.3 * more))
            base = [self.at(spot.x + side * half, spot.y - up * down) for side in (1, -1)]
            return rf"\path[{paint}] {tip} -- {base[0]} -- {base[1]} -- cycle;"
        if kind == "CHANCE":
            radii = f"[x radius={half * self.unit:.2f},y radius={down * self.unit:.2f}]"
            return rf"\path[{paint}] {self.at(spot.x, spot.y)} circle {radii};"
        corners = self.at(spot.x - half, spot.y - down), self.at(spot.x + half, spot.y + down)
        if kind not in ("LEAF", "MORE"):  # one of several players
            paint += f",rounded corners={down * self.unit:.2f}pt"
        return rf"\path[{paint}] {corners[0]} rectangle {corners[1]};"

    def legend(self, item: Item) -> Iterable[str]:
        """A sign with its meaning."""
        scale, y = item.size / SIZE, item.y
        spot = Spot(item.x + 11 * scale, y, 18 * scale, 15 * scale)
        ends = self.at(item.x, y), self.at(item.x + 20 * scale, y)
        group = group_of(item)
        if item.sample:
            slot = Slot(item.x, y + 4 * scale, "start", item.size, item.room)
            yield self.text(slot, *_styled(group, item.sign, item.sample))
        elif item.sign == "current":
            yield self.shape("LEAF", spot, f"draw=zcurrent,{self.wide(3)}", -2.0)
        elif item.sign in ("cut", "line"):
            yield rf"\draw[{self.stroke(group, 'branch')}] {ends[0]} -- {ends[1]};"
            for x in (8 * scale, 12 * scale) if item.sign == "cut" else ():
                bar = self.at(item.x + x, y + 6), self.at(item.x + x + 4, y - 6)
                yield rf"\draw[{self.stroke(group, 'bars')}] {bar[0]} -- {bar[1]};"
        else:
            yield self.shape(item.sign, spot, self.outline(group), 0.0)
        slot = Slot(item.x + item.room, y + 4 * scale, "start", item.size, 0.0)
        yield self.text(slot, "zink", escape(item.words))

    def texts(self, group: Attributes, spot: Spot, texts: dict[str, str]) -> Iterable[str]:
        """The texts at a place; an old one stands behind the one that took its place."""
        for part, slot in spot.slots.items():
            if part not in texts or part in BESIDE.values():
                continue
            ink, text = _styled(group, part, texts[part])
            before = BESIDE.get(part, "")
            if before in texts:
                colour, _rest = _styled(group, before, "")
                struck = r"\ ".join(_zold(old) for old in texts[before].split())
                text += rf"\ \textcolor{{{colour}}}{{\mdseries {struck}}}"
            yield self.text(slot, ink, text)

    def text(self, slot: Slot, ink: str, text: str) -> str:
        size = slot.size * self.unit
        # A line to write on is as long as was measured, whatever the font's own is.
        blank = rf"\rule[-1pt]{{{width(BLANK, size) - 1:.2f}pt}}{{0.4pt}}"
        text = text.replace(escape(BLANK), blank)
        font = rf"\fontsize{{{size:.2f}}}{{{1.2 * size:.2f}}}\selectfont\sffamily"
        where = self.at(slot.x, slot.y)
        return rf"\node[{ink},anchor={ANCHORS[slot.anchor]}] at {where} {{{font} {text}}};"
