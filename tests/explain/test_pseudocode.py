"""The pseudo-code: a line for every step, the right one, in every language."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.explain.searches import AIMA, searches
from tests.explain.stories import told
from tests.strategies import trees
from zermelo.explain.pseudocode import Code
from zermelo.explain.steps import Step
from zermelo.games import Tree, read_tree
from zermelo.language import LANGUAGES, speaking
from zermelo.search import ALGORITHMS

# What stands in the line that runs at a step of each kind.
LINES = {
    "begin": r"result ←|for p|first guess",
    "iteration": r"for p",
    "enter": r"function",
    "leaf": r"utility|heuristic",
    "leave": r"return",
    "best": r"← (max|min)\(|v ← alphabeta",
    "cutoff": r"cut|if (high ≤ α|low ≥ β): return",
    "weigh": r"P\(s\)|now that s is worth",
    "hit": r"if the table",
    "window": r"α \+ 1|β − 1|δ|open the window|what s must be worth",
    "extend": r"search on",
    "look": r"best and worst",
    "drop": r"best and worst",
    "merge": r"of symmetric ones the first",
    "answer": r"result ←|return v",
    "give_up": r"an estimate was missing",
}


def is_stop(step: Step) -> bool:
    return step.event.get("reason") == "stopped"


@pytest.mark.parametrize("name", searches())
def test_every_step_has_its_line(name: str) -> None:
    story = searches()[name]
    code = Code(story)
    for number, step in enumerate(story.steps):
        line = code.line_of(number)
        if line is None:
            assert is_stop(step)
        else:
            assert re.search(LINES[step.name], code.lines[line - 1]), step


@given(tree=trees(repeated_kinds=True, chance=True, statics=True), data=st.data())
def test_every_step_of_a_random_tree_has_a_line(tree: Tree, data: st.DataObject) -> None:
    fit = [n for n, a in ALGORITHMS.items() if a.chance or not tree.has_chance]
    name = data.draw(st.sampled_from([n for n in fit if n != "quiescence"]))
    depth, functions = data.draw(st.none() | st.integers(0, 3)), data.draw(st.integers(1, 2))
    story = told(tree, name, depth=depth, functions=functions)
    code = Code(story)
    assert all(code.line_of(number) for number in range(len(story.steps)))


def test_the_lines_of_alpha_beta() -> None:
    story = told(AIMA)
    code = Code(story)
    assert list(enumerate(code.lines, 1)) == [
        (1, "result ← alphabeta(root, p, −∞, ∞)"),
        (2, "function alphabeta(n, p, α, β):"),
        (3, "    if n is terminal: return utility(n)"),
        (4, "    if p = 0: return heuristic(n)"),
        (5, "    if n is MAX:"),
        (6, "        v ← −∞"),
        (7, "        for each s in successors(n):"),
        (8, "            v ← max(v, alphabeta(s, p − 1, α, β))"),
        (9, "            α ← max(α, v)"),
        (10, "            if α ≥ β: break    // beta cut"),
        (11, "    else:"),
        (12, "        v ← ∞"),
        (13, "        for each s in successors(n):"),
        (14, "            v ← min(v, alphabeta(s, p − 1, α, β))"),
        (15, "            β ← min(β, v)"),
        (16, "            if α ≥ β: break    // alpha cut"),
        (17, "    return v"),
    ]
    run = [code.line_of(number) for number in range(len(story.steps))]
    assert run == [1, 2, 2, 3, 15, 3, 3, 17, 9, 2, 3, 15, 16, 17, 2, 3, 15, 3, 15, 3, 15, 17, 17, 1]


def test_the_two_functions_of_the_first_lecture() -> None:
    """MAX hands alpha back, MIN beta; LIMITE is reached where p is 1."""
    story = told(read_tree("[[5] [[3 4] 9]]"), convention="000")
    code = Code(story)
    assert list(enumerate(code.lines, 1)) == [
        (1, "result ← maxValue(root, p, −∞, ∞)"),
        (2, "function maxValue(n, p, α, β):"),
        (3, "    if n is terminal: return utility(n)"),
        (4, "    if p = 1: return heuristic(n)"),
        (5, "    for each s in successors(n):"),
        (6, "        α ← max(α, minValue(s, p − 1, α, β))"),
        (7, "        if α ≥ β: break    // beta cut"),
        (8, "    return α"),
        (9, "function minValue(n, p, α, β):"),
        (10, "    if n is terminal: return utility(n)"),
        (11, "    if p = 1: return heuristic(n)"),
        (12, "    for each s in successors(n):"),
        (13, "        β ← min(β, maxValue(s, p − 1, α, β))"),
        (14, "        if α ≥ β: break    // alpha cut"),
        (15, "    return β"),
    ]
    run = [code.line_of(number) for number in range(len(story.steps))]
    assert run == [1, 2, 9, 3, 13, 15, 6, 9, 2, 10, 10, 8, 13, 14, 15, 8, 1]


def test_the_test_comes_first_in_001() -> None:
    story = told(AIMA, convention="001")
    code = Code(story)
    assert code.lines[14:18] == (
        "    for each s in successors(n):",
        "        v ← min(v, maxValue(s, p − 1, α, β))",
        "        if v ≤ α: break    // alpha cut",
        "        β ← min(β, v)",
    )
    run = [code.line_of(number) for number in range(len(story.steps))]
    assert run[9:14] == [11, 3, 16, 17, 19]  # C: it is entered, 2 comes back, cuts, is returned
    both = Code(told(AIMA, returns="bound", test="first")).lines
    assert "            if v ≤ α: return v    // alpha cut" in both


def test_settings_change_the_code() -> None:
    strict = "\n".join(Code(told(AIMA, "alphabeta", cut="gt", returns="soft")).lines)
    assert "if α > β: break" in strict
    hard = "\n".join(Code(told(AIMA, "alphabeta", returns="hard", window=(-5, 9))).lines)
    assert "clipped" in hard
    assert "alphabeta(root, p, −5, 9)" in hard
    assert "table" in "\n".join(Code(told(AIMA, "pvs")).lines)
    assert "table" not in "\n".join(Code(told(AIMA, "pvs", table=False)).lines)


@pytest.mark.parametrize("name", searches())
def test_every_language_has_the_same_lines(name: str) -> None:
    spoken = []
    for language in LANGUAGES:
        with speaking(language):
            spoken.append(Code(searches()[name]).lines)
    english, *others = spoken
    for other in others:
        for a, b in zip(english, other, strict=True):
            assert indent(a) == indent(b)
            words = re.findall(r"[a-z]{3,}", a.replace("min(", "").replace("max(", ""))
            assert a != b or not set(words) & {"function", "for", "return", "else", "break"}


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())
