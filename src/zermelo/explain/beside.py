"""Several searches of one tree in one drawing, side by side; each under its name and counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from zermelo.board import element, escape
from zermelo.explain.conventions import unusual_settings
from zermelo.explain.measure import FONT, width
from zermelo.explain.naming import title
from zermelo.explain.numbers import format_value
from zermelo.explain.story import Story
from zermelo.explain.style import palette
from zermelo.explain.svg import drawing, summary
from zermelo.explain.svg import title as subject
from zermelo.explain.view import View
from zermelo.language import _, mark
from zermelo.numbers import counted
from zermelo.search import CONVENTIONS
from zermelo.search.settings import CHOICES

SWITCHES: Final[dict[str, tuple[str, ...]]] = {
    **{name: CHOICES[name] for name in ("cut", "test", "returns")},
    "order": ("left", "right"),
}
UNUSUAL: Final = {
    "gt": "α > β",
    "first": mark("before the update"),
    "hard": mark("fail-hard"),
    "bound": mark("the bound itself"),
    "right": mark("right to left"),
}
TOLD: Final = (  # in a label, too
    *("window", "delta", "guess", "extension", "symmetry", "table"),
    *("simulations", "exploration", "seed"),
)
WIDEST: Final = 1_800.0  # of drawings in a row; wider ones stand one below the other
APART: Final = 28.0
HEAD, LINE, SIZE = 44.0, 18.0, 13.0  # of the two lines above each


@dataclass(frozen=True)
class Sheet:
    """A whole drawing as SVG, its size, and what it shows in words."""

    svg: str
    width: float
    height: float
    title: str
    summary: str


def render(view: View) -> bytes:
    """The drawing after the view's step."""
    return sheet(view).svg.encode()


def run_label(story: Story) -> str:
    """What tells a run from others over the same tree."""
    given = story.steps[0].event["settings"]
    usual: dict[str, Any] = dict(CONVENTIONS.get(given.get("convention", ""), {}))
    parts = [
        _(UNUSUAL.get(given[name], given[name]))
        for name, (first, *_others) in SWITCHES.items()
        if given.get(name, usual.get(name, first)) != usual.get(name, first)
    ]
    if usual:
        parts.insert(0, _("convention {name}").format(name=given["convention"]))
    if given.get("depth") is not None:
        parts.insert(0, _("depth {depth}").format(depth=given["depth"]))
    more = unusual_settings({name: given[name] for name in TOLD if name in given})
    return ", ".join([title(story.algorithm), *parts, *more])


def run_counts(view: View) -> str:
    """The value at the root, if it is known, and what was looked at up to the view's step."""
    done = view.story.steps[max(view.step, 0)]
    value = view.looks[0]["returned"] if view.looks else None
    known = [_("value {value}").format(value=format_value(value))] if value is not None else []
    return ", ".join([*known, *counted(done.nodes, done.leaves, done.cutoffs)])


def views(view: View) -> Iterator[View]:
    """The view, and the same of the runs beside it, each after the same step or its last."""
    last = view.step == len(view.story.steps) - 1
    for story in (view.story, *view.others):
        end = len(story.steps) - 1
        step = end if last else min(view.step, end)
        yield replace(view, story=story, step=step, others=())


def sheet(view: View) -> Sheet:
    """The drawing of a view, with those beside it."""
    if not view.others:
        picture, words = view.picture, summary(view.story, view.step)
        return Sheet(drawing(view), picture.width, picture.height, subject(view.story), words)
    view, scale = view.on_paper(), view.form.scale
    head, apart, size = (scale * length for length in (HEAD, APART, SIZE))
    colours = palette(view.theme)
    panels = list(views(view))
    heads = [(run_label(panel.story), run_counts(panel)) for panel in panels]
    wide = [
        max(panel.picture.width, *(width(text, size) + 2 * size for text in texts_))
        for panel, texts_ in zip(panels, heads, strict=True)
    ]
    row = sum(wide) + apart * (len(wide) - 1) <= WIDEST * scale
    x = y = across = down = 0.0
    parts = []
    for panel, (label, counts), own in zip(panels, heads, wide, strict=True):
        for line, (text, weight, fill) in enumerate(
            ((label, "bold", colours["ink"]), (counts, "normal", colours["quiet"]))
        ):
            place = {"x": x + size, "y": y + scale * LINE * (line + 1), "font_size": size}
            parts.append(element("text", escape(text), fill=fill, font_weight=weight, **place))
        left = x + (own - panel.picture.width) / 2
        at = f'<svg x="{left:g}" y="{y + head:g}" '
        parts.append(drawing(panel).replace("<svg ", at, 1))
        across, down = max(across, x + own), max(down, y + head + panel.picture.height)
        x, y = (x + own + apart, y) if row else (x, down + apart)
    words = " ".join(f"{label}: {counts}." for label, counts in heads)
    svg = element(
        "svg",
        element("title", escape(subject(view.story))),
        element("desc", escape(words)),
        element("rect", width=across, height=down, fill=colours["ground"]),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        **{"class": "zermelo-beside"},
        viewBox=f"0 0 {across:g} {down:g}",
        width=across,
        height=down,
        role="img",
        font_family=FONT,
    )
    return Sheet(svg, across, down, subject(view.story), words)
