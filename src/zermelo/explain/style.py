"""How a drawing is painted: a style sheet that reads the attributes of its elements.

The sheet keeps to what browsers, resvg and typst all understand: colours are written out, once
for a light ground and once for a dark one. Shapes, lines and signs repeat what colours say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from zermelo import board
from zermelo.game import MOST_PLAYERS

# Colour by name: on a light ground, on a dark one. Of Okabe and Ito those of MAX, MIN, CHANCE,
# the current place and what is pruned.
COLOURS: Final = {
    "ground": ("#ffffff", "#15181d"),
    "ink": ("#1f2328", "#e8eaed"),
    "quiet": ("#5f666e", "#a4abb5"),  # texts that matter less
    "faint": ("#aab0b8", "#5b636e"),  # branches not searched yet
    "branch": ("#4d545c", "#b4bac4"),
    "max": ("#0072b2", "#56b4e9"),
    "max-fill": ("#deedf7", "#123449"),
    "min": ("#d55e00", "#ff9452"),
    "min-fill": ("#fce8db", "#4a2810"),
    "chance": ("#009e73", "#3ec79f"),
    "chance-fill": ("#dcf2ea", "#0f3d30"),
    # Of several players each; their names stand beside the nodes.
    "p1": ("#0072b2", "#56b4e9"),
    "p1-fill": ("#deedf7", "#123449"),
    "p2": ("#d55e00", "#ff9452"),
    "p2-fill": ("#fce8db", "#4a2810"),
    "p3": ("#009e73", "#3ec79f"),
    "p3-fill": ("#dcf2ea", "#0f3d30"),
    "p4": ("#a0527f", "#e08fbb"),
    "p4-fill": ("#f6e6ef", "#442438"),
    "p5": ("#8a6d00", "#d8b73a"),
    "p5-fill": ("#f6efd2", "#3e3410"),
    "p6": ("#4b5563", "#aab4c2"),
    "p6-fill": ("#e8eaee", "#2f353e"),
    "leaf-fill": ("#f1f1ee", "#2b3038"),
    "current": ("#e69f00", "#e69f00"),
    "pruned": ("#999999", "#8a8f96"),
    "pruned-ink": ("#6b6b6b", "#a0a5ac"),
    "passed": ("#00609a", "#7cc3f0"),
    "returned": ("#7d5a00", "#f0c14b"),
}

# The root, maybe a branch or place with its attributes, and what is painted; a rule that has to
# win over another comes later and says no less.
SHEET = """
.zermelo .ground { fill: {ground}; }
.zermelo .place > text { fill: {ink}; }
.zermelo .branch { fill: none; stroke: {faint}; stroke-width: 1.2; }
.zermelo .bars { fill: none; stroke: {ink}; stroke-width: 2; display: none; }
.zermelo .halo { fill: none; stroke: {current}; stroke-width: 3; display: none; }
.zermelo .shape { fill: {ground}; stroke: {branch}; stroke-width: 1.6; stroke-linejoin: round; }
.zermelo .dots { fill: {quiet}; }
.zermelo .edge[data-visits] .branch { stroke: {branch}; stroke-width: 1.5; }
.zermelo .edge[data-line="true"] .branch { stroke: {ink}; stroke-width: 4; }
.zermelo .edge[data-trail="selected"] .branch { stroke: {current}; stroke-width: 4; }
.zermelo .edge[data-trail="sampled"] .branch {
  stroke: {current}; stroke-width: 2.5; stroke-dasharray: 3 4; }
.zermelo .edge[data-status="cut"] .branch, .zermelo .edge[data-status="dropped"] .branch {
  stroke: {pruned}; stroke-width: 1.2; stroke-dasharray: 4 3; }
.zermelo .edge[data-barred="true"] .bars { display: inline; }
.zermelo .place[data-kind="MAX"] .shape { stroke: {max}; }
.zermelo .place[data-kind="MIN"] .shape { stroke: {min}; }
.zermelo .place[data-kind="CHANCE"] .shape { stroke: {chance}; }
{players}.zermelo .place[data-kind="MORE"] .shape { stroke: {faint}; stroke-dasharray: 3 3; }
.zermelo .place[data-kind="MAX"][data-visits] .shape { fill: {max-fill}; }
.zermelo .place[data-kind="MIN"][data-visits] .shape { fill: {min-fill}; }
.zermelo .place[data-kind="CHANCE"][data-visits] .shape { fill: {chance-fill}; }
.zermelo .place[data-kind="LEAF"][data-visits] .shape { fill: {leaf-fill}; }
.zermelo .place[data-line="true"] .shape { stroke-width: 3.2; }
.zermelo .place[data-kind][data-status="cut"] .shape,
.zermelo .place[data-kind][data-status="dropped"] .shape {
  fill: {ground}; stroke: {pruned}; stroke-dasharray: 4 3; }
.zermelo .place[data-current="true"] .halo { display: inline; }
.zermelo .place[data-sets] .halo { display: inline; stroke-dasharray: 2 4; }
.zermelo .place[data-status="cut"] .game-board, .zermelo .place[data-status="dropped"] .game-board {
  opacity: 0.5; }
.zermelo .features { display: none; }
.zermelo .place[data-estimate] .features, .zermelo .place[data-static] .features {
  display: inline; }
.zermelo .place .ordinal, .zermelo .place [data-part="static"],
.zermelo .place [data-part="payoffs"],
.zermelo .place [data-part="ucb"],
.zermelo .place [data-part="visits"], .zermelo .place [data-part="hidden"],
.zermelo .place [data-part="sum"], .zermelo .place [data-part="range"],
.zermelo .place [data-part="hit"], .zermelo .place [data-part="cut"],
.zermelo .place [data-part="repeat"], .zermelo .place [data-part="same"] { fill: {quiet}; }
.zermelo .place [data-part="passed"] { fill: {passed}; font-style: italic; }
.zermelo .place [data-part="returned"] { fill: {returned}; font-weight: bold; }
.zermelo .place [data-part="value"], .zermelo .place [data-part="player"] { font-weight: bold; }
.zermelo .place[data-trail="selected"] [data-part="ucb"] { font-weight: bold; }
.zermelo .place [data-part="old_value"], .zermelo .place [data-part="old_simulations"],
.zermelo .place [data-part="old_alpha"], .zermelo .place [data-part="old_beta"] {
  fill: {quiet}; text-decoration: line-through; }
.zermelo .place[data-kind="LEAF"][data-status=""] [data-part] { fill: {quiet}; }
.zermelo .place[data-status="cut"] [data-part], .zermelo .place[data-status="dropped"] [data-part] {
  fill: {pruned-ink}; }
.zermelo .place[data-sets~="alpha"] [data-part="alpha"],
.zermelo .place[data-sets~="beta"] [data-part="beta"] {
  font-weight: bold; text-decoration: underline; }
"""

SHEET = SHEET.replace(
    "{players}",
    "".join(
        f"""\
.zermelo .place[data-kind="P{n}"] .shape {{ stroke: {{p{n}}}; }}
.zermelo .place[data-kind="P{n}"][data-visits] .shape {{ fill: {{p{n}-fill}}; }}
.zermelo .place[data-kind="P{n}"] [data-part="player"] {{ fill: {{p{n}}}; }}
"""
        for n in range(1, MOST_PLAYERS + 1)
    ),
)

Attributes: TypeAlias = Mapping[str, str]
# What rules ask of a group and of what is painted in it.
OWN: Final = ("class", "data-part")
SELECTORS: Final = ("class", *sorted({*re.findall(r"\[(data-\w+)", SHEET)} - {*OWN}))


def style_sheet(theme: str) -> str:
    """The sheet for a theme: "light", "dark", or "auto" for as the reader's screen is set."""
    light, dark = _sheet(palette("light")), f"{_sheet(palette('dark'))}{board.DARK}\n"
    if theme == "auto":
        return f"{light}@media (prefers-color-scheme: dark) {{{dark}}}\n"
    return dark if theme == "dark" else light


def shared_sheet() -> str:
    """The sheet for all themes of a page, which says by `colours` what they are."""
    return _sheet({name: f"var(--draw-{name})" for name in COLOURS})


def palette(theme: str) -> dict[str, str]:
    """The colours of a theme by name; of "tex" what LaTeX calls them."""
    if theme == "tex":
        return {name: f"z{name}" for name in COLOURS}
    return {name: both[theme == "dark"] for name, both in COLOURS.items()}


def colours(theme: str) -> str:
    """The colours of a theme, "light" or "dark", for the shared sheet."""
    return "".join(f"--draw-{name}: {colour}; " for name, colour in palette(theme).items())


def _sheet(colours: Mapping[str, str]) -> str:
    return re.sub(r"{([\w-]+)}", lambda name: colours[name[1]], SHEET)


def paint(theme: str, group: Attributes, tag: str, attributes: Attributes) -> dict[str, str]:
    """What the sheet says of an element in a group, for programs that cannot read the sheet."""
    chosen = frozenset((name, group[name]) for name in SELECTORS if name in group)
    own = frozenset((name, attributes[name]) for name in OWN if name in attributes)
    return _paint(theme, chosen, tag, own)


class _Rule(NamedTuple):
    weight: int  # a heavier one wins
    group: _Compound | None
    target: _Compound
    declarations: dict[str, str]


class _Compound(NamedTuple):
    """What an element must be to be chosen: its tag, and (attribute, sign, value) each."""

    tag: str
    tests: tuple[tuple[str, str, str], ...]

    def chooses(self, tag: str, attributes: dict[str, str]) -> bool:
        return self.tag in ("", tag) and all(
            name in attributes
            and (
                not sign
                or (sign == "=" and attributes[name] == value)
                or (sign == "~=" and value in attributes[name].split())
            )
            for name, sign, value in self.tests
        )


@lru_cache(maxsize=10_000)
def _paint(
    theme: str, group: frozenset[tuple[str, str]], tag: str, own: frozenset[tuple[str, str]]
) -> dict[str, str]:
    found: dict[str, str] = {}
    for rule in _rules(theme):
        if (rule.group is None or rule.group.chooses("g", dict(group))) and rule.target.chooses(
            tag, dict(own)
        ):
            found |= rule.declarations
    return found


@cache
def _rules(theme: str) -> list[_Rule]:
    """The rules of the sheet, those that win last."""
    found = []
    for selectors, body in re.findall(r"([^{}]+){([^{}]*)}", _sheet(palette(theme))):
        pairs = (line.split(":") for line in body.split(";") if ":" in line)
        declarations = {name.strip(): value.strip() for name, value in pairs}
        for selector in selectors.split(","):
            _root, *group, target = map(_compound, selector.replace(">", " ").split())
            weight = sum(len(part.tests) for part in (*group, target))
            found.append(_Rule(weight, group[0] if group else None, target, declarations))
    return sorted(found, key=lambda rule: rule.weight)


def _compound(text: str) -> _Compound:
    tests = [("class", "~=", name) for name in re.findall(r"\.([\w-]+)", text)]
    tests += re.findall(r'\[([\w-]+)(~?=)?"?([^"\]]*)"?\]', text)
    tag = re.match(r"\w*", text)
    return _Compound(tag[0] if tag else "", tuple(tests))
