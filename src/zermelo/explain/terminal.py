"""A search in the terminal: as plain text, in colour, and stepped through with the keyboard.

    △ A = 3 ★  [−∞, ∞]  α=3 (−∞)  β=∞  ↑3
    ├─ a1: ▽ B = 3 ★  [−∞, ∞]  α=−∞  β=3 (∞)  ↑3
    │  ├─ b1: □ 3 ★
    ...
    └─ a2: ▽ C = 2  [3, ∞]  α=3  β=2 (∞)  2 ≤ α=3, shallow  ↑2
       ├─ c1: □ 2
       └─╫ c2: □ 4 cut off

One node a line. Signs and words repeat all that colours say.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

from rich.console import Console, Group
from rich.control import Control
from rich.text import Text

from zermelo.explain.beside import run_label, views
from zermelo.explain.format import Format
from zermelo.explain.keyboard import Keyboard
from zermelo.explain.labels import labels, whole
from zermelo.explain.naming import brief
from zermelo.explain.narrators import narrator_of, sentence
from zermelo.explain.picture import DEFAULT
from zermelo.explain.place import Place
from zermelo.explain.story import Story
from zermelo.explain.svg import title as subject
from zermelo.explain.view import View
from zermelo.game import MultiplayerGame, ZermeloError
from zermelo.games.tree import Tree
from zermelo.language import _
from zermelo.numbers import counted
from zermelo.search.coalition import original

SIGNS: Final = {"MAX": "△", "MIN": "▽", "CHANCE": "○", "LEAF": "□", "MORE": "⋯"}
COLOURS: Final = {"MAX": "#0072b2", "MIN": "#d55e00", "CHANCE": "#009e73"}
CURRENT: Final = "bold #e69f00"
LEVELS: Final = 40  # deeper than this, the left end of the branches is not drawn
BESIDE: Final = (
    *("payoffs", "static", "simulations", "ucb", "interval"),
    *("passed", "alpha", "beta", "range", "sum"),
    *("hit", "repeat", "same", "cut", "returned", "visits", "hidden"),
)
LANDMARKS: Final = ("cutoff", "leave", "simulate")  # what Shift and an arrow go to


def render(view: View) -> bytes:
    """The tree after the view's step, as plain text; below it those of the runs beside it."""
    panels = ([f"{line.plain.rstrip()}\n" for line in _lines(each)] for each in views(view))
    return "\n".join(map("".join, panels)).encode()


def show(view: View) -> None:
    """Prints the tree after the view's step, in colour where the output is a terminal."""
    console = Console(highlight=False, soft_wrap=True, emoji=False, markup=False)
    for number, each in enumerate(views(view)):
        if number:
            console.print()
        for line in _lines(each):
            console.print(line)


def _lines(view: View) -> Iterator[Text]:
    story, step = view.story, view.step
    yield Text(_heading(story), style="bold")
    if step >= 0:
        yield Text(_step(story, step), style="bold")
        yield Text(sentence(story, step))
    yield Text()
    yield from _rows(view)
    yield Text()
    for line in _legend(story):
        yield Text(line, style="dim")
    yield Text(_counts(story, step))


def play(view: View) -> None:
    """Lets somebody step through the story with the keyboard."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ZermeloError(_("the player needs a terminal; without one, write a file with -o"))
    last = len(view.story.steps) - 1
    player = _Player(view.story, 0 if view.step == last else max(view.step, 0), view.form)
    # COLUMNS and LINES are what a shell once knew; the terminal knows its size now.
    environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    console = Console(highlight=False, emoji=False, markup=False, _environ=environment)
    with Keyboard() as keyboard, console.screen() as screen:
        size, key = None, ""
        while key not in ("q", "Q"):
            if key:
                player.press(key)
            if key or console.size != size:
                size = console.size
                console.control(Control.home())
                screen.update(player.picture(*size))
            key = keyboard.key(wait=0.25) or ""  # then look whether the terminal has another size


class _Player:
    """The step that is shown, the looks after it, and the number being typed."""

    def __init__(self, story: Story, step: int, form: Format = DEFAULT) -> None:
        self.story, self.form = story, form
        self.sentences = narrator_of(story).sentences()
        self.branches = list(_branches(story))
        self.row_of = {place: row for row, (place, before) in enumerate(self.branches)}
        self.place = 0
        self.typed: str | None = None
        self.go(step)

    def go(self, step: int) -> None:
        """Shows the state after a step, or after the nearest one that there is."""
        self.step = min(max(step, 0), len(self.story.steps) - 1)
        self.looks = self.story.after(self.step)
        place = self.story.steps[self.step].place
        self.place = self.place if place is None else place

    def press(self, key: str) -> None:
        """What a key does."""
        if key.isdecimal() or (self.typed is not None and key == "backspace"):
            self.typed = (self.typed or "") + key if key.isdecimal() else (self.typed or "")[:-1]
            self.typed = self.typed[:9]
            return
        typed, self.typed = self.typed, None
        moves: dict[str, Callable[[], int]] = {
            "right": lambda: self.step + 1,
            "left": lambda: self.step - 1,
            "shift-right": lambda: self.landmark(1),
            "shift-left": lambda: self.landmark(-1),
            "home": lambda: 0,
            "end": lambda: len(self.story.steps) - 1,
            "enter": lambda: int(typed) if typed else self.step,
        }
        same = {" ": "right", "n": "shift-right", "p": "shift-left"}
        if key == "g":
            self.typed = ""
        elif same.get(key, key) in moves:
            self.go(moves[same.get(key, key)]())

    def landmark(self, way: int) -> int:
        """The next cut, return or random game in one direction, else the end."""
        step, steps = self.step + way, self.story.steps
        while 0 < step < len(steps) and steps[step].name not in LANDMARKS:
            step += way
        return step

    def picture(self, width: int, height: int) -> Group:
        """The whole screen."""
        head = Text(f"{_heading(self.story)}\n", style="bold", no_wrap=True, overflow="ellipsis")
        head.append(f"{_step(self.story, self.step)}  {_counts(self.story, self.step)}")
        narration = Text(self.sentences[self.step])
        lines = list(narration.wrap(Console(width=width), width))[: max(height // 3, 1)]
        keys = _("←→ step   Shift+←→ or n p: cut or return   Home End   number Enter: go   q quit")
        if self.typed is not None:
            keys = _("go to step {number}▏ (Enter)").format(number=self.typed)
        foot = Text(keys, style="reverse", no_wrap=True, overflow="ellipsis")
        above = [head, *lines, *self.board(height // 3), *([Text("")] if height > 12 else [])]
        room = max(height - len(above) - 2, 1)  # the head has two lines
        return Group(*above, *self.rows(width, room), foot)

    def board(self, most: int) -> list[Text]:
        """The position of the current place, if a game draws it in at most so many lines."""
        if (
            isinstance(original(self.story.game), Tree)
            or self.story.places[self.place].kind == "MORE"
        ):
            return []
        lines = self.story.game.draw(self.story.places[self.place].state).splitlines()
        return [Text(line, no_wrap=True) for line in lines] if len(lines) <= most else []

    def rows(self, width: int, room: int) -> Iterator[Text]:
        """The part of the tree around the current place."""
        current = self.row_of.get(self.place, 0)
        first = max(min(current - room // 2, len(self.branches) - room), 0)
        shift = max(len(self.branches[current][1]) - width // 3, 0) if self.branches else 0
        now = self.story.steps[self.step].place
        part = self.branches[first : first + room]
        for place, before in part:
            spot, look = self.story.places[place], self.looks[place]
            row = _row(spot, look, before[shift:], place == now, self.form)
            row.no_wrap, row.overflow = True, "ellipsis"
            yield row
        for _empty in range(room - len(part)):
            yield Text("")


def _branches(story: Story) -> Iterator[tuple[int, str]]:
    """Every place with the lines that lead to it, from top to bottom."""
    stack = [(0, "", "")] if story.places else []
    while stack:
        number, before, below = stack.pop()
        yield number, before
        children = story.places[number].children
        below = below[-3 * LEVELS :]
        for child in reversed(children):
            elbow, bar = ("└─", "   ") if child == children[-1] else ("├─", "│  ")
            stack.append((child, below + elbow, below + bar))


def _rows(view: View) -> Iterator[Text]:
    story = view.story
    now = story.steps[view.step].place if view.step >= 0 else None
    for number, before in _branches(story):
        look = view.looks[number]
        yield _row(story.places[number], look, before, number == now, view.form)


def _row(place: Place, look: dict[str, Any], before: str, is_now: bool, form: Format) -> Text:
    """The line of one place, after the lines that lead to it."""
    texts = form.select(place, labels(place, look))
    pruned = look["status"] in ("cut", "dropped")
    ink = "dim" if pruned else ""
    row = Text(before, style=ink)
    row.append("╫ " if look["barred"] else " " if before else "")
    edge = f"{texts.get('share', '')} {brief(place.label or place.action)}".strip()
    row.append(f"{edge}: " if edge else "")
    row.append(SIGNS.get(place.kind, "○"), style="" if pruned else COLOURS.get(place.kind, ""))
    row.append(f" {brief(place.player)}" if place.player else "", style="bold")
    name, value = brief(place.name), texts.get("value", "")
    row.append(f" {name}" if name else "", style=CURRENT if is_now else "bold")
    if "old_value" in texts:
        value += f" ({texts['old_value']})"
    equals = " =" if name or place.kind != "LEAF" else ""
    row.append(f"{equals} {value}" if value else "", style=CURRENT if is_now else "bold")
    for mark in _marks(look, is_now):  # at the front: a narrow screen cuts the end off
        row.append(f" {mark}", style=CURRENT if is_now else "")
    for part in BESIDE:
        if part in texts:
            row.append(f"  {texts[part]}")
        if f"old_{part}" in texts:
            row.append(" (").append(texts[f"old_{part}"], style="strike").append(")")
    return row


def _marks(look: dict[str, Any], is_now: bool) -> list[str]:
    status = {"cut": _("cut off"), "dropped": _("left out"), "left": _("not finished")}
    marks = [status.get(look["status"], ""), "★" if look["line"] else "", "◀" if is_now else ""]
    return [mark for mark in marks if mark]


def _heading(story: Story) -> str:
    return f"{brief(subject(story))} — {run_label(story)}"


def _step(story: Story, step: int) -> str:
    last = len(story.steps) - 1
    return _("Step {step} of {last}.").format(step=whole(step), last=whole(last))


def _counts(story: Story, step: int) -> str:
    """What has been searched after a step."""
    if step < 0:
        return ""
    done = story.steps[step]
    return f"{', '.join(counted(done.nodes, done.leaves, done.cutoffs))}."


def _legend(story: Story) -> list[str]:
    kinds = _("△ MAX   ▽ MIN   ○ CHANCE   □ leaf")
    marks = _("╫ cut   ★ expected line   ◀ this step")
    several = isinstance(story.game, MultiplayerGame)
    if several:
        kinds = _("○ and a name: that player moves   □ leaf")
    if story.algorithm == "mcts":
        words = _("after = the mean (before)   n= visits (before)")
        return [f"{kinds}   {marks}", words]
    if several:
        return [f"{kinds}   {marks}", _("(1, 2, 6): what each player gets   ↑ returned")]
    bounds = _("[α, β] passed in   α= β= held inside (before)   ↑ returned")
    return [f"{kinds}   {marks}", bounds]
