"""A search in words: the whole step table of a textbook, and sense in every sentence."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.explain.searches import AIMA, DICE, Restless, odd_trees, searches
from tests.explain.stories import told
from tests.golden_files import golden
from tests.strategies import trees
from zermelo.explain.cuts import Cuts
from zermelo.explain.naming import Names, enumeration
from zermelo.explain.narrator import Narrator
from zermelo.explain.narrators import narrator_of, sentence
from zermelo.explain.numbers import at_most, format_value, weighted
from zermelo.explain.story import Story
from zermelo.game import Value
from zermelo.games import MNK, Grundy, Nim, Pig, Tree, read_tree
from zermelo.language import LANGUAGES, speaking
from zermelo.numbers import plain
from zermelo.search import ALGORITHMS

# --- the step table of the textbook ------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_step_table_of_aima_5_2(language: str) -> None:
    """Checked by hand against figure 5.5 of the book and lecture 001."""
    with speaking(language):
        text = step_table(told(AIMA))
    assert text == golden(f"aima-5.2-steps.{language}.txt", text)


def step_table(story: Story) -> str:
    """Step, node, and the alpha, beta and value held there after the step; what happens."""
    rows = [("#", "n", "α", "β", "v", "")]
    sentences = Narrator(story).sentences()
    for number, step in enumerate(story.steps):
        look: dict[str, Any] = {}
        if step.place is not None:
            look = story.after(number)[step.place]
        inner = step.name != "leaf"
        alpha, beta = (
            format_value(look.get(bound)) if inner else "" for bound in ("alpha", "beta")
        )
        name, value = Names(story).of(step.place) if look else "", format_value(look.get("value"))
        rows.append((str(number), name, alpha, beta, value, sentences[number]))
    return "".join(
        f"{n:>2}  {node:2}  {alpha:>2}  {beta:>2}  {value:>2}  {words}".rstrip() + "\n"
        for n, node, alpha, beta, value, words in rows
    )


def test_the_table_says_what_the_book_says() -> None:
    """The values that figure 5.5 of the book gives B, C, D and A, one after the other."""
    sentences = Narrator(told(AIMA)).sentences()
    bounds = [re.findall(r"[αβ] goes from (\S+) to (\S+)\.", text) for text in sentences]
    assert [pair for pairs in bounds for pair in pairs] == [
        ("∞", "3"),  # B <= 3
        ("−∞", "3"),  # A >= 3
        ("∞", "2"),  # C <= 2, and its other leaves do not matter
        ("∞", "14"),  # D <= 14
        ("14", "5"),
        ("5", "2"),  # D = 2
    ]
    assert sentences[12].startswith("Cut at C (MIN): 2 ≤ α = 3. MAX is already sure of 3 at A")
    assert sentences[12].endswith("c2 and c3 are pruned.")
    assert sentences[-2:] == [
        "The value of A is 3.",
        "The answer: value 3. The expected line: a1, b1.",
    ]


# --- every kind of step ------------------------------------------------------------------------


def test_the_searches_show_every_kind_of_step() -> None:
    steps = [step for story in searches().values() for step in story.steps]
    assert {story.algorithm for story in searches().values()} == set(ALGORITHMS)
    assert {step.name for step in steps} == {
        *("begin", "iteration", "enter", "leaf", "leave", "best", "cutoff", "weigh", "hit"),
        *("window", "extend", "look", "drop", "merge", "answer", "give_up"),
        *("select", "simulate", "backpropagate"),
    }
    seen = {step.event["why"] for step in steps if step.name == "window"}
    assert seen == {"test", "again", "guess", "share"}
    cuts = {(s.event["reach"], s.event["side"]) for s in steps if s.name == "cutoff"}
    assert {reach for reach, side in cuts} == {"shallow", "deep", "window", "test", "share"}
    assert {step.event["exact"] for step in steps if step.name == "leaf"} == {True, False}
    assert any(step.hidden for step in steps)


@pytest.mark.parametrize("name", searches())
def test_sentences_make_sense_in_every_language(name: str) -> None:
    story = searches()[name]
    spoken = {}
    for language in LANGUAGES:
        with speaking(language):
            spoken[language] = checked(story)
    for other in ("es", "ca"):
        same = [a for a, b in zip(spoken["en"], spoken[other], strict=True) if a == b]
        assert not same


@given(tree=trees(repeated_kinds=True, chance=True, statics=True, max_depth=4), data=st.data())
@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_of_random_trees(language: str, tree: Tree, data: st.DataObject) -> None:
    fit = [n for n, a in ALGORITHMS.items() if a.chance or not tree.has_chance]
    name = data.draw(st.sampled_from([n for n in fit if n != "quiescence"]))
    depth = data.draw(st.none() | st.integers(0, 4))
    limit: Any = {"simulations": 10} if name == "mcts" else {"depth": depth}
    places = data.draw(st.sampled_from([3, 10, 2000]))
    with speaking(language):
        checked(told(tree, name, max_places=places, **limit))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "game", [MNK(), Nim(rows=(3, 2)), Grundy(7), Pig(goal=6), Restless((2, 2))]
)
def test_sentences_of_games(language: str, game: Any) -> None:
    fit = [n for n, a in ALGORITHMS.items() if a.chance or not game.has_chance]
    for name in fit:
        if name == "quiescence" and not isinstance(game, Restless):
            continue
        if name.startswith("two-successor") and isinstance(game, Grundy):
            continue
        depth = None if isinstance(game, Grundy) else 2
        limit: Any = {"simulations": 20} if name == "mcts" else {"depth": depth}
        with speaking(language):
            checked(told(game, name, max_places=60, **limit))


def checked(story: Story) -> list[str]:
    """The sentences of a story: whole, ended, and with nothing left to be filled in."""
    narrator = narrator_of(story)
    sentences = narrator.sentences()
    assert len(sentences) == len(story.steps)
    texts = [*sentences, *(t for c in Cuts(narrator.story).cards() if c for t in c.values())]
    for text in texts:
        assert text == " ".join(text.split()) != ""
        assert not re.search(r"[{}]|None|\bnan\b|\binf\b|\d-\d|  ", text.replace("inf,", "")), text
    assert all(text.endswith((".", "?")) for text in sentences)
    return sentences


@given(tree=odd_trees())
def test_names_can_hold_anything(tree: Tree) -> None:
    name = "expectiminimax" if tree.has_chance else "alphabeta"
    for text in Narrator(told(tree, name)).sentences():
        assert not {unicodedata.category(sign) for sign in text} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
        assert len(text) < 1000


def test_one_sentence_is_that_of_all() -> None:
    story = searches()["pvs"]
    assert [sentence(story, n) for n in range(len(story.steps))] == Narrator(story).sentences()


# --- what single sentences say -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("minimax", "Enter B (MIN)."),
        ("minimax", "3 is the best so far at B (MIN)."),
        ("minimax", "Leaf b2 is worth 12. That is no better for MIN: 3 stays the best at B."),
        ("strict", "Settings: cuts only when α > β."),
        ("strict", "Cut at C (MIN): 2 < α = 3."),
        ("right", "Settings: right to left."),
        ("hard", "The value 3 lies outside (4, 9): fail-hard clips it. Return 4 from B to A."),
        ("hard", "The search fails low: 4 ≤ α = 4; the true value is not above."),
        ("hard", "The answer: value 4 or less."),
        ("window", "Cut at A (MAX): 3 ≥ β = 3. The window of the search asks for no more."),
        ("deep", "Cut at D (MIN): 5 ≤ α = 8. MAX is already sure of 8 at A, so play will not"),
        ("leaf", "The search begins at a leaf, worth 7."),
        ("table", "It was found for the symmetric position “xxo/x.o/o.x”."),
        ("iterative", "A new iteration: depth limit 2."),
        ("iterative", "The search goes no deeper at X: the heuristic gives 4."),
        ("given up", "This iteration is given up: node 'C' has no static value"),
        ("stopped", "The search is stopped; the nodes still open are left."),
        ("stopped", "The best found before the stop: value "),
        ("aspiration", "Try the narrow window (3, 5) around the value of the iteration before."),
        ("aspiration", "1 lies outside the window (3, 5): search again with (−∞, 5)."),
        ("aspiration", "6 lies outside the window (0, 2): search again with (0, ∞)."),
        ("pvs", "Test B with (5, 6): is it better for MAX than 5?"),
        ("pvs", "Cut at C (MAX): 7 ≥ β = 6. That answers the test at A. C›2 is pruned."),
        ("pvs", "The test says that B is better: search it again with (5, ∞)."),
        ("mtdf", "A pass with the window (8, 9): is the value 9 or more?"),
        ("quiescence", "At the depth limit 1:1 is not quiet (static value −45): search on."),
        ("mcts", "UCB1 of a child = mean + 1.41 · √(ln N / n), with N visits of the node"),
        ("mcts", "Selection at A (MAX): C was never tried, so its UCB1 is ∞."),
        ("mcts", "Expansion: C (MIN) is added to the tree."),
        ("mcts", "Simulation: a random game from B (b2) ends with 12."),
        ("mcts", "Backpropagation: 12 is counted at B: 1 visit, mean 12."),
        ("mcts", "D has the largest UCB1. D: 1.00 + 1.48 = 2.48; B: 0.83 + 1.48 = 2.32; C: 0.17"),
        ("mcts", "Expansion: d1 is added to the tree; the game is over there."),
        ("mcts", "Simulation: the game is over at d1, with 14."),
        ("mcts", "Backpropagation: 14 is counted at A: 4 visits, mean 11."),
        ("mcts", "It is an estimate, which more simulations bring closer to the value."),
        ("mcts with chance", "Settings: 15 simulations; exploration 0.5; seed 2."),
        ("mcts with chance", "chance draws "),
        ("expectiminimax", "Outcome D adds 7/10 · 9."),
        ("expectiminimax", "All outcomes of B are in: 7/10 · 9 + 3/10 · 7 = 42/5."),
        ("star1", "For C to stay inside its window, outcome F must lie inside (54/7, ∞)."),
        ("star1", "Outcome F adds 7/10 · 2. So C is worth from 0 to 22/5."),
        ("star1", "Cut at C (CHANCE), whatever its other outcomes are worth: 22/5 ≤ α = 42/5."),
        ("001", "5 is the best so far at D (MIN). The test comes first, and succeeds: β stays ∞."),
        ("000", "That is no better for MAX: α stays 8 at C."),
        ("symmetric", "At the root symmetric moves are searched once: a1 for b1, a2 and b2 too."),
        ("two-successor", "At the root only the moves that look best and worst are kept;"),
        ("folded", " are not shown."),
    ],
)  # fmt: skip
def test_what_is_said(name: str, text: str) -> None:
    assert text in "\n".join(narrator_of(searches()[name]).sentences())


def test_a_tie_keeps_the_first_move() -> None:
    texts = Narrator(told(read_tree("[4 4]"), "minimax")).sentences()
    assert "That is no better than 4: the first best move at A stays." in " ".join(texts)


def test_values_are_told_for_whoever_moves() -> None:
    """What a value changes, said by the twin that only compares numbers."""
    for story in islice(searches().values(), 4):
        texts = Narrator(story).sentences()
        for number, step in enumerate(story.steps):
            if step.name not in ("leaf", "leave") or not step.place:
                continue
            parent = story.places[step.place].parent
            assert parent is not None
            best, value = story.after(number)[parent]["value"], step.event["value"]
            better = best is None or (
                value > best if story.places[parent].kind == "MAX" else value < best
            )
            assert ("no better" in texts[number]) == (not better)


# --- cards -------------------------------------------------------------------------------------


def test_the_card_of_a_shallow_cut() -> None:
    cards = [found for found in Cuts(told(AIMA)).cards() if found]
    assert cards == [
        {
            "title": "Cut at C",
            "where": "at MIN",
            "name": "alpha cut",
            "kind": "shallow",
            "because": "2 ≤ α = 3",
            "set_by": "A",
            "why": "MAX is already sure of 3 at A, so play will not come here.",
            "skipped": "c2 and c3",
        }
    ]


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("deep", ("at MIN", "alpha cut", "deep", "5 ≤ α = 8", "A")),
        ("window", ("at MAX", "beta cut", "window", "3 ≥ β = 3", "the window of the search")),
        ("pvs", ("at MAX", "beta cut", "test", "7 ≥ β = 6", "A")),
        ("star1", ("at MIN", "alpha cut", "chance bound", "2 ≤ α = 54/7", "C")),
    ],
)
def test_cards_of_other_cuts(name: str, facts: tuple[str, ...]) -> None:
    found = next(found for found in Cuts(searches()[name]).cards() if found)
    assert tuple(found[key] for key in ("where", "name", "kind", "because", "set_by")) == facts


def test_a_cut_at_a_chance_node_has_a_card() -> None:
    found = [found for found in Cuts(told(DICE, "star1")).cards() if found]
    assert (found[1]["where"], found[1]["because"]) == ("at CHANCE", "22/5 ≤ α = 42/5")


@pytest.mark.parametrize(("language", "name"), [("en", "alpha cut"), ("es", "corte alfa")])
def test_each_language_names_the_cut(language: str, name: str) -> None:
    with speaking(language):
        (found,) = [found for found in Cuts(told(AIMA)).cards() if found]
        assert found["name"] == name


# --- names and numbers -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("max A [b: 1 c: 2]", ["A", "b", "c"]),
        ("[[1 2] 3]", ["A", "B", "B›1", "B›2", "#2"]),
        ("max A [B [l: 1 r: 2] C [l: 3 r: 4]]", ["A", "B", "B›l", "B›r", "C", "C›l", "C›r"]),
        ("[A: [1 2] max B [3 [4]]]", ["C", "D", "D›1", "D›2", "B", "B›1", "E", "E›1"]),
        ("max [l: min X [1] r: min X [2]]", ["A", "l", "l›1", "r", "r›1"]),
    ],
)  # fmt: skip
def test_what_places_are_called(text: str, names: list[str]) -> None:
    story = told(read_tree(text), "minimax")
    assert [Names(story).of(number) for number in range(len(story.places))] == names


def test_a_long_way_is_shortened() -> None:
    story = told(MNK(columns=3, rows=2, in_row=3), "alphabeta")
    place = 0
    while story.places[place].children:
        place = story.places[place].children[0]
    assert Names(story).of(place) == "a1›…›a2›b2›c2"


def test_things_in_a_row() -> None:
    assert enumeration([]) == ""
    assert enumeration(["a"]) == "a"
    assert enumeration(["a", "b", "c"]) == "a, b and c"
    assert enumeration(list("abcdefgh")) == "a, b, c, d, e and 3 more"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (-3, "−3"),
        (2.5, "2.5"),
        (-0.0, "0"),
        (0.1 + 0.2, "0.3"),
        (Fraction(-23, 3), "−23/3"),
        ("-23/3", "−23/3"),
        ("inf", "∞"),
        ("-inf", "−∞"),
        (None, ""),
        ("about 1.5e+300", "≈1.5e+300"),
    ],
)
def test_numbers_for_people(value: Any, text: str) -> None:
    assert format_value(value) == text


@given(
    st.lists(
        st.tuples(st.fractions(0, 1, max_denominator=9), st.fractions(-9, 9, max_denominator=9)),
        min_size=1,
    )
)
def test_a_weighted_sum_is_exact(terms: list[tuple[Fraction, Fraction]]) -> None:
    text = weighted([(str(share), plain(_whole(value)) or 0) for share, value in terms])
    total = text.partition(" = ")[2].replace("−", "-")
    assert Fraction(total) == sum(share * value for share, value in terms)


def _whole(value: Fraction) -> Value:
    return value.numerator if value.denominator == 1 else value


def test_sums_are_written_out() -> None:
    assert weighted([("1/2", 3), ("1/2", 7)]) == "1/2 · 3 + 1/2 · 7 = 5"
    assert weighted([("1/3", -2)], total=False) == "1/3 · (−2)"
    assert weighted([("1/2", 0.5), ("1/2", 1)]) == "1/2 · 0.5 + 1/2 · 1 = 0.75"
    assert weighted([("1/9", 1)] * 9) == " + ".join(["1/9 · 1"] * 4) + " + … + 1/9 · 1 = 1"
    assert weighted([("1/2", "about 1e+999"), ("1/2", 1)]) == "1/2 · ≈1e+999 + 1/2 · 1"


def test_what_is_not_known_is_not_compared() -> None:
    assert at_most("-inf", "7/2")
    assert at_most(3, 3)
    assert not at_most("about 1e+999", 3)
    assert not at_most(None, 3)
