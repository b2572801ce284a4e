r"""A drawing as LaTeX: plain TikZ with our own coordinates, or a slide for each step.

The document needs nothing but the classes standalone or beamer, and TikZ. It is all ASCII: texts
keep their letters where LaTeX has them, and every other sign becomes \zsign{its number}.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Any, Final

from zermelo.explain.legend import SIZE, Item
from zermelo.explain.measure import width
from zermelo.explain.naming import title
from zermelo.explain.narrators import narrator_of
from zermelo.explain.picture import BESIDE, Slot, Spot
from zermelo.explain.place import FRESH, Place
from zermelo.explain.style import COLOURS
from zermelo.explain.svg import marks
from zermelo.explain.svg import title as subject
from zermelo.explain.tikz_board import board_tikz
from zermelo.explain.view import View, check_frames
from zermelo.language import _

POINT: Final = 0.75  # of a TeX point to a unit of the drawing
LARGEST: Final = 14_000.0  # points; TeX counts no further than 16,383
SLIDE: Final = (430.0, 185.0)  # points that a drawing has on a slide

QUIET: Final = (
    "share",
    "payoffs",
    "static",
    "visits",
    "ucb",
    "hidden",
    "sum",
    "range",
    "hit",
    "cut",
    "repeat",
    "same",
)
BOLD: Final = r"\bfseries"
FONTS: Final = {"passed": r"\itshape", "returned": BOLD, "value": BOLD, "player": BOLD}
BLANK: Final = "_____"  # to be filled in by hand
ANCHORS: Final = {"start": "base west", "middle": "base", "end": "base east"}

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
        *_drawing(view, view.step, view.looks, unit),
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
    looks: list[dict[str, Any]] = [dict(FRESH) for place in story.places]
    sentences = narrator_of(story).sentences()
    heading = f"{subject(story)} — {title(story.algorithm)}"
    for number, step in enumerate(story.steps):
        for place, name, value in step.changes:
            looks[place][name] = value
        count = _("Step {step} of {last}.").format(step=number, last=len(story.steps) - 1)
        lines += [
            rf"\begin{{frame}}[t]{{{escape(heading)}}}",
            rf"\small {escape(count)} {escape(sentences[number])}\par\vfill\centering",
            *_drawing(view, number, looks, unit),
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
    for name, colours in COLOURS.items():
        colour = colours[theme == "dark"].lstrip("#").upper()
        yield rf"\definecolor{{z{name}}}{{HTML}}{{{colour}}}"


def _drawing(view: View, step: int, looks: list[dict[str, Any]], unit: float) -> Iterable[str]:
    """The picture after a step, whose places look like that."""
    story, picture, pen = view.story, view.picture, _Pen(unit)
    marked = marks(story, step, looks)
    yield r"\begin{tikzpicture}[x=1pt,y=-1pt,inner sep=0,line join=round]"
    yield rf"\fill[zground] (0,0) rectangle {pen.at(picture.width, picture.height)};"
    for number, place in enumerate(story.places):
        if place.parent is not None:
            above, spot = picture.spots[place.parent], picture.spots[number]
            yield from pen.branch(above, spot, looks[number])
    for number, place in enumerate(story.places):
        spot, mark, look = picture.spots[number], marked.get(number, {}), looks[number]
        if "data-current" in mark:
            yield pen.shape(place.kind, spot, f"draw=zcurrent,{pen.wide(3.5)}", 5.0)
        yield pen.shape(place.kind, spot, _paint(place, look, pen), 0.0)
        if number in picture.boards and spot.board:
            x, y, across, down = (length * unit for length in spot.board)
            yield from board_tikz(picture.boards[number], (x, y, across, down), escape)
        sets = mark.get("data-sets", "").split()
        yield from pen.texts(place, look, spot, view.texts(number, look), sets)
    for item in view.at(step).legend:
        yield from pen.legend(item)
    yield r"\end{tikzpicture}"


def _paint(place: Place, look: dict[str, Any], pen: _Pen) -> str:
    """How the shape of a place is drawn and filled."""
    if look["status"] in ("cut", "dropped"):
        return f"draw=zpruned,fill=zground,{pen.wide(1.6)},{pen.dash_pattern}"
    kind = place.kind.lower()
    ink = kind if kind in COLOURS else "faint" if kind == "more" else "branch"
    fill = f"{kind}-fill" if look["visits"] and f"{kind}-fill" in COLOURS else "ground"
    dashes = f",{pen.dash_pattern}" if kind == "more" else ""
    return f"draw=z{ink},fill=z{fill},{pen.wide(3.2 if look['line'] else 1.6)}{dashes}"


class _Pen:
    """Writes the commands, with all lengths in points: `unit` of them to one of the drawing."""

    def __init__(self, unit: float) -> None:
        self.unit = unit
        self.dash_pattern = f"dash pattern=on {4 * unit:.2f}pt off {3 * unit:.2f}pt"

    def at(self, x: float, y: float) -> str:
        return f"({x * self.unit:.2f},{y * self.unit:.2f})"

    def wide(self, width: float) -> str:
        return f"line width={width * self.unit:.2f}pt"

    def branch(self, above: Spot, spot: Spot, look: dict[str, Any]) -> Iterable[str]:
        """The branch into a place, and the bars across it where it is cut."""
        corners = (
            self.at(above.x, above.y + above.height / 2),
            self.at(above.x, above.foot),
            self.at(spot.x, spot.top),
            self.at(spot.x, spot.head),
        )
        if look["trail"]:
            dotted = "" if look["trail"] == "selected" else f",{self.dash_pattern}"
            paint = f"zcurrent,{self.wide(4)}{dotted}"
        elif look["line"]:
            paint = f"zink,{self.wide(4)}"
        elif look["status"] in ("cut", "dropped"):
            paint = f"zpruned,{self.wide(1.2)},{self.dash_pattern}"
        elif look["visits"]:
            paint = f"zbranch,{self.wide(1.5)}"
        else:
            paint = f"zfaint,{self.wide(1.2)}"
        yield rf"\draw[{paint}] {' -- '.join(corners)};"
        for y in (5.0, 9.0) if look["barred"] else ():
            start, end = (
                self.at(spot.x - 6, spot.top + y + 2),
                self.at(spot.x + 6, spot.top + y - 2),
            )
            yield rf"\draw[zink,{self.wide(2)}] {start} -- {end};"

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
        if item.sample:
            slot = Slot(item.x, y + 4 * scale, "start", item.size, item.room)
            ink = {"alpha": "ink"}.get(item.sign, item.sign)
            yield self.text(slot, ink, f"{FONTS.get(item.sign, '')} {escape(item.sample)}".strip())
        elif item.sign == "current":
            yield self.shape("LEAF", spot, f"draw=zcurrent,{self.wide(3)}", -2.0)
        elif item.sign == "line":
            yield rf"\draw[zink,{self.wide(4)}] {ends[0]} -- {ends[1]};"
        elif item.sign == "cut":
            yield rf"\draw[zpruned,{self.wide(1.2)},{self.dash_pattern}] {ends[0]} -- {ends[1]};"
            for x in (8 * scale, 12 * scale):
                bar = self.at(item.x + x, y + 6), self.at(item.x + x + 4, y - 6)
                yield rf"\draw[zink,{self.wide(2)}] {bar[0]} -- {bar[1]};"
        else:
            kind = item.sign.lower()
            paint = f"draw=z{kind if kind in COLOURS else 'branch'},fill=z{kind}-fill"
            yield self.shape(item.sign, spot, f"{paint},{self.wide(1.6)}", 0.0)
        slot = Slot(item.x + item.room, y + 4 * scale, "start", item.size, 0.0)
        yield self.text(slot, "ink", escape(item.words))

    def texts(
        self,
        place: Place,
        look: dict[str, Any],
        spot: Spot,
        texts: dict[str, str],
        sets: list[str],
    ) -> Iterable[str]:
        """The texts at a place; `sets`: the bounds that another place takes from here."""
        if place.kind == "MORE":
            yield self.text(
                Slot(spot.x, spot.y + 3, "middle", 11.0, spot.width), "quiet", r"$\cdots$"
            )
        pruned = look["status"] in ("cut", "dropped")
        plain = (
            "pruned-ink"
            if pruned
            else "quiet"
            if place.kind == "LEAF" and not look["visits"]
            else "ink"
        )
        for part, slot in spot.slots.items():
            if part not in texts or part in BESIDE.values():
                continue
            own = {"passed": "passed", "returned": "returned"}.get(part, plain)
            ink = "quiet" if part in QUIET else own
            text = FONTS.get(part, "") + " " + escape(texts[part])
            if part == "old_value":
                text = rf"\textcolor{{zquiet}}{{\zold{{{escape(texts[part])}}}}}"
            if part in sets:
                text = rf"\bfseries\underline{{{escape(texts[part])}}}"
            old = texts.get(BESIDE.get(part, ""))
            if old:
                struck = r"\ ".join(rf"\zold{{{escape(value)}}}" for value in old.split())
                text += rf"\ \textcolor{{zquiet}}{{\mdseries {struck}}}"
            yield self.text(slot, plain if pruned else ink, text.strip())

    def text(self, slot: Slot, ink: str, text: str) -> str:
        size = slot.size * self.unit
        # A line to write on is as long as was measured, whatever the font's own is.
        blank = rf"\rule[-1pt]{{{width(BLANK, size) - 1:.2f}pt}}{{0.4pt}}"
        text = text.replace(escape(BLANK), blank)
        font = rf"\fontsize{{{size:.2f}}}{{{1.2 * size:.2f}}}\selectfont\sffamily"
        where = self.at(slot.x, slot.y)
        return rf"\node[z{ink},anchor={ANCHORS[slot.anchor]}] at {where} {{{font} {text}}};"
