"""The pseudo-code: a line for every step, the right one, in every language."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.explain.searches import AIMA, searches
from tests.explain.stories import told
from tests.strategies import trees
from zermelo.explain.lectures import printed
from zermelo.explain.pseudocode import Code
from zermelo.explain.steps import Step
from zermelo.explain.story import Story
from zermelo.games import Tree, read_tree
from zermelo.language import LANGUAGES, speaking
from zermelo.search import ALGORITHMS, Settings

# What stands in the line that runs at a step of each kind.
LINES = {
    "begin": r"result ←|for p|first guess|times:",
    "iteration": r"for p",
    "enter": r"function|n ← root|add n to the tree",
    "leaf": r"utility|heuristic",
    "select": r"largest UCB1",
    "simulate": r"random game",
    "backpropagate": r"visits\(n\) \+ 1",
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
    "answer": r"result ←|return v|most visits",
    "give_up": r"an estimate was missing",
}


# The same in the words of the lectures.
LECTURES = {
    "begin": r"minimax\(|poda_ab\(|cerca_minimax|busqueda_alfa_beta|s0|estado, |raíz|inicial",
    "enter": r"función |def |mm\(n|α-β\(n|esMax|alfa ← −∞; beta|max ← −∞",
    "leaf": r"utili|heur",
    "leave": r"devuelve|devolver|return|retornar",
    "best": r"max|min|v2|máx|mín|mejorJugada|valor",
    "cutoff": r"alfa < beta|>= beta|<= alfa|corte",
    "weigh": r"probabilidad",
    "drop": r"obtener_sucesores",
    "look": r"obtener_sucesores",
    "answer": r"devolver|return|s0|estado, |raíz|inicial",
}


def of_lecture(story: Story) -> bool:
    return bool(printed(story.steps[0].event["settings"].get("convention", "")))


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
            lines = LECTURES if of_lecture(story) else LINES
            assert re.search(lines[step.name], code.lines[line - 1]), step


@given(tree=trees(repeated_kinds=True, chance=True, statics=True), data=st.data())
def test_every_step_of_a_random_tree_has_a_line(tree: Tree, data: st.DataObject) -> None:
    fit = [n for n, a in ALGORITHMS.items() if a.chance or not tree.has_chance]
    name = data.draw(st.sampled_from([n for n in fit if n != "quiescence"]))
    depth, functions = data.draw(st.none() | st.integers(0, 3)), data.draw(st.integers(1, 2))
    limit: Any = {"depth": depth, "functions": functions}
    story = told(tree, name, **({"simulations": 9} if name == "mcts" else limit))
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


def test_the_lines_of_monte_carlo() -> None:
    story = told(AIMA, "mcts", simulations=4)
    code = Code(story)
    assert list(enumerate(code.lines, 1)) == [
        (1, "repeat 4 times:"),
        (2, "    n ← root"),
        (3, "    while n is in the tree, not terminal:  // selection"),
        (4, "        n ← the s with the largest UCB1(s)"),
        (5, "    add n to the tree  // expansion"),
        (6, "    v ← a random game from n  // simulation"),
        (7, "    for n and each node above it:  // backpropagation"),
        (8, "        visits(n) ← visits(n) + 1"),
        (9, "        total(n) ← total(n) + v"),
        (10, "return the s of the root with most visits"),
        (11, "function UCB1(s):"),
        (12, "    if visits(s) = 0: return ∞"),
        (13, "    return mean(s) + c · √(ln visits(n) / visits(s))"),
    ]
    run = [code.line_of(number) for number in range(len(story.steps))]
    first = [4, 5, 6, 8, 8]  # of each of the three children of the root
    assert run == [1, 2, *first, *first, *first, 4, 4, 5, 6, 8, 8, 8, 10, 10]


def test_the_two_functions_of_the_first_lecture() -> None:
    """MAX hands alpha back, MIN beta; LIMITE is reached where p is 1."""
    settings: Settings = {"returns": "bound", "root_depth": 1, "functions": 2}
    story = told(read_tree("[[5] [[3 4] 9]]"), **settings)
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
    story = told(AIMA, test="first", functions=2)
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


@pytest.mark.parametrize(
    ("convention", "algorithm", "words"),
    [
        ("000", "minimax", ("función valorMin(nodo, jugador, prof)", "prof = LIMITE", "esValida")),
        ("000", "alphabeta", ("función poda_ab(nodo, jugador)", "alfa < beta", "prof+1")),
        ("001", "alphabeta", ("def valor_maxim_ab(", "        beta = min(beta, v)", "profunditat")),
        ("002", "alphabeta", ("α-β(n, p, α, β, max)", "si β ≤ α: break // corte α")),
        ("003", "alphabeta", ("mejorUtilidad", "profundidad+1", "            alfa = max(")),
        ("004", "alphabeta", ("def minimo(", "if valor <= alfa: return beta", "jugadas[0]")),
    ],
)
def test_each_lecture_has_its_own_words(
    convention: str, algorithm: str, words: tuple[str, ...]
) -> None:
    limited = read_tree("max (h=1) [min (h=2) [3 12 8] min (h=0) [2 4 6]]")
    story = told(limited, algorithm, convention=convention, depth=2)
    code = Code(story)
    assert all(word in "\n".join(code.lines) for word in words)
    assert all(code.line_of(number) for number in range(len(story.steps)))


def test_the_running_lines_of_000() -> None:
    """The root is searched by poda_ab itself; a cut ends the loop of valorMin_ab."""
    story = told(AIMA, convention="000")
    code = Code(story)
    cut = next(at for at, step in enumerate(story.steps) if step.name == "cutoff")
    assert (
        code.lines[(code.line_of(cut) or 0) - 1].strip()
        == "mientras jugada ≤ N Y alfa < beta hacer"
    )
    at_root = [at for at, step in enumerate(story.steps) if (step.name, step.place) == ("best", 0)]
    numbers = [code.line_of(at) for at in at_root]
    assert [code.lines[number - 1].strip() for number in numbers if number] == [
        "alfa ← v; mejorJugada ← jugada"
    ]


def test_what_a_lecture_does_not_say_is_said_in_our_words() -> None:
    for other in ({"cut": "gt"}, {"window": (-5, 9)}, {"functions": 1}):
        settings: Any = {"convention": "000", "returns": "soft", **other}
        assert Code(told(AIMA, **settings)).lines[0].startswith("result ←")
    from_min = read_tree("min [[3 12] [2 4]]")
    assert Code(told(from_min, convention="001")).lines[0].startswith("result ←")
    assert Code(told(AIMA, convention="aima")).lines[0].startswith("result ←")


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
            if of_lecture(searches()[name]):
                assert a == b  # the lecture's own words
                continue
            words = re.findall(r"[a-z]{3,}", a.replace("min(", "").replace("max(", ""))
            assert a != b or not set(words) & {"function", "for", "return", "else", "break"}


def indent(line: str) -> int:
    return len(line) - len(line.lstrip())
