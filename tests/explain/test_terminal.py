"""A search as text: every node a line, with nothing that only a colour says."""

from __future__ import annotations

import io
import re

import pytest
from hypothesis import given
from rich.console import Console

from tests.explain.searches import AIMA, odd_trees, searches
from tests.explain.stories import told
from zermelo.exercise import make
from zermelo.explain import terminal
from zermelo.explain.keyboard import SEQUENCES
from zermelo.explain.story import Story
from zermelo.explain.view import View
from zermelo.game import ZermeloError
from zermelo.games import Tree, read_tree
from zermelo.language import speaking
from zermelo.numbers import counted


def text(story: Story, step: int = -1) -> str:
    return terminal.render(View(story, range(len(story.steps))[step])).decode()


def test_the_tree_of_aima() -> None:
    assert text(told(AIMA), 12) == (
        """\
AIMA 5.2 — Alpha-beta pruning
Step 12 of 23.
Cut at C (MIN): 2 ≤ α = 3. MAX is already sure of 3 at A, so play will not come here. c2 and c3 are pruned.

△ A = 3  [−∞, ∞]  α=3 (−∞)  β=∞
├─ a1: ▽ B = 3  [−∞, ∞]  α=−∞  β=3 (∞)  ↑3
│  ├─ b1: □ 3
│  ├─ b2: □ 12
│  └─ b3: □ 8
├─ a2: ▽ C = 2 ◀  [3, ∞]  α=3  β=2 (∞)  2 ≤ α=3, shallow
│  ├─ c1: □ 2
│  ├─╫ c2: □ 4 cut off
│  └─╫ c3: □ 6 cut off
└─ a3: ▽ D
   ├─ d1: □ 14
   ├─ d2: □ 5
   └─ d3: □ 2

△ MAX   ▽ MIN   ○ CHANCE   □ leaf   ╫ cut   ★ expected line   ◀ this step
[α, β] passed in   α= β= held inside (before)   ↑ returned
7 nodes, 4 leaves, 1 cutoff.
"""  # noqa: E501
    )


@pytest.mark.parametrize(
    ("language", "counts", "levels"),
    [
        ("en", "1 node, 1 leaf, 1 cutoff", "of 1 level"),
        ("es", "1 nodo, 1 hoja, 1 corte", "el único nivel, 1"),
        ("ca", "1 node, 1 fulla, 1 poda", "l'únic nivell, 1"),
    ],
)
def test_of_one_thing_the_words_are_singular(language: str, counts: str, levels: str) -> None:
    with speaking(language):
        assert ", ".join(counted(1, 1, 1)) == counts
        with pytest.raises(ZermeloError, match=levels):
            make("alphabeta", 1, "depth=1 levels=max,min")


def test_the_expected_line_is_marked() -> None:
    marked = [line for line in text(told(AIMA)).splitlines() if " ★" in line][:-1]
    assert [line.split(":")[0].strip("│├└─ ") for line in marked[1:]] == ["a1", "b1"]


def test_chance_and_what_is_left_out() -> None:
    dice = text(searches()["expectiminimax"])
    assert re.search(r"├─ 1: ○ B = 42/5 ★  7/10·9 \+ 3/10·7 = 42/5  ↑42/5", dice)
    assert "├─ 7/10 1: ▽ D = 9" in dice
    assert "1:1: ▽ left out" in text(searches()["two-successor"])
    assert re.search(r"\d+ nodes$", text(searches()["folded"]), re.MULTILINE)


def test_other_languages() -> None:
    with speaking("es"):
        assert "□ 4 podado" in text(told(AIMA))


@given(tree=odd_trees())
def test_every_place_has_one_line(tree: Tree) -> None:
    story = told(tree)
    lines = text(story).split("\n")
    head, foot = lines.index(""), len(lines) - 1 - lines[::-1].index("", 1)
    rows = lines[head + 1 : foot]
    assert len(rows) == len(story.places)
    looks = story.after(len(story.steps) - 1)
    for row, place, look in zip(rows, story.places, looks, strict=True):
        assert terminal.SIGNS[place.kind] in row
        assert (" cut off" in row) == (look["status"] == "cut")
        assert not re.search(r"[\x00-\x1f\x7f\x9b]", row)


def test_a_deep_tree_stays_narrow() -> None:
    deep = read_tree("[" * 300 + "1" + "]" * 300)
    lines = text(told(deep)).splitlines()
    assert max(map(len, lines)) < 400
    assert sum(" ★" in line for line in lines) == 302  # and the legend


def test_no_colour_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    story = told(AIMA)
    terminal.show(View(story, 12))
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out.rstrip() == text(story, 12).rstrip()


@pytest.mark.parametrize(("no_colour", "escapes"), [("", True), ("1", False)])
def test_colour_on_a_terminal(
    no_colour: str,
    escapes: bool,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("NO_COLOR", no_colour)
    terminal.show(View(told(AIMA), 12))
    out = capsys.readouterr().out
    assert bool(re.search(r"\x1b\[[\d;]*38;", out)) == escapes
    assert "╫" in out


def test_the_player_needs_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(ZermeloError, match="needs a terminal"):
        terminal.play(View(told(AIMA), 0))


# --- the player without its terminal -----------------------------------------------------------


def test_there_and_back_again() -> None:
    """Whatever the way, the looks are those of the story."""
    story = searches()["pvs"]
    player = terminal._Player(story, 0)
    for step in (5, 35, 12, 0, 20, 19, 34):
        player.go(step)
        assert player.step == step
        assert player.looks == story.after(step)


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        ("right right left", 1),
        ("left left", 0),
        ("end right", 23),
        ("end home", 0),
        ("n", 7),
        ("n n", 12),
        ("n n shift-left", 7),
        ("shift-right shift-right shift-right", 13),
        ("p", 0),
        ("1 8 enter", 18),
        ("g 5 enter", 5),
        ("1 8 backspace enter", 1),
        ("9 9 9 enter", 23),
        ("1 x enter", 0),
        ("z enter", 0),
    ],
)
def test_keys(keys: str, step: int) -> None:
    player = terminal._Player(told(AIMA), 0)
    for key in keys.split():
        player.press(key)
    assert player.step == step


@pytest.mark.parametrize("size", [(20, 5), (80, 24), (200, 60)])
@pytest.mark.parametrize("name", ["alphabeta", "folded", "star1"])
def test_a_screen_fits(name: str, size: tuple[int, int]) -> None:
    width, height = size
    console = Console(width=width, height=height, file=None, force_terminal=False)
    player = terminal._Player(searches()[name], 0)
    for step in range(0, len(searches()[name].steps), 7):
        player.go(step)
        lines = console.render_lines(player.picture(width, height), console.options)
        assert len(lines) == height
        marked = ["◀" in "".join(segment.text for segment in line) for line in lines]
        assert width < 80 or any(marked) == (player.story.steps[step].place is not None)


def test_arrows_as_terminals_send_them() -> None:
    assert {SEQUENCES[s] for s in ("[C", "OC")} == {"right"}
    assert SEQUENCES["[1;2C"] == "shift-right"
    assert SEQUENCES["[1;2D"] == "shift-left"
