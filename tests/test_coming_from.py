"""The games of docs/coming-from.md are those of easyAI and OpenSpiel: same counts, same values."""

from __future__ import annotations

import importlib.util
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.test_documents import BLOCK, FILE, ROOT
from zermelo.game import MAX
from zermelo.solver import values

PAGE = ROOT / "docs" / "coming-from.md"


def game(folder: Path, file: str, name: str, page: Path = PAGE, **parameters: Any) -> Any:
    """A game that a page writes."""
    texts = [text for _kind, text in BLOCK.findall(page.read_text("utf-8"))]
    path = folder / file
    path.write_text(next(t for t in texts if (f := FILE.match(t)) and f[1] == file), "utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)(**parameters)


def counts(game: Any, depth: int) -> list[int]:
    """How many sequences of moves there are, by their length."""
    states, found = [game.initial()], [1]
    for _ply in range(depth):
        states = [game.result(s, a) for s in states for a in game.actions(s)]
        found.append(len(states))
    return found


@pytest.mark.parametrize(
    ("file", "name", "parameters", "theirs", "depth", "value"),
    [
        ("noughts.py", "Noughts", {}, "tic_tac_toe", 6, 0),
        ("noughts.py", "Noughts", {}, "python_tic_tac_toe", 4, 0),
        ("hexes.py", "Hex", {"size": 3}, "hex(board_size=3)", 6, 1),
        ("hexes.py", "Hex", {"size": 2}, "hex(board_size=2)", 4, 1),
    ],
)
def test_the_games_of_openspiel_are_the_same(
    tmp_path: Path,
    file: str,
    name: str,
    parameters: dict[str, Any],
    theirs: str,
    depth: int,
    value: int,
) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import minimax
    from open_spiel.python.games import tic_tac_toe  # noqa: F401 (registers a game)

    other, ours = pyspiel.load_game(theirs), game(tmp_path, file, name, **parameters)
    states, found = [other.new_initial_state()], [1]
    for _ply in range(depth):
        states = [state.child(a) for state in states for a in state.legal_actions()]
        found.append(len(states))
    assert counts(ours, depth) == found
    assert values(ours)[ours.initial()] == value
    if not theirs.startswith("python"):
        assert minimax.alpha_beta_search(other)[0] == value


def test_the_bones_of_easyai_are_the_same(tmp_path: Path) -> None:
    pytest.importorskip("easyAI")
    from easyAI import solve_with_iterative_deepening
    from easyAI.AI import TranspositionTable
    from easyAI.games.GameOfBones import GameOfBones

    class Theirs(GameOfBones):  # type: ignore[misc]
        def ttentry(self) -> int:
            return int(self.pile)

    result, plies, move = solve_with_iterative_deepening(
        Theirs(), range(2, 20), win_score=100, tt=TranspositionTable(), verbose=False
    )
    ours = game(tmp_path, "bones.py", "Bones")
    value = values(ours)
    first = ours.initial()
    best = [a for a in ours.actions(first) if value[ours.result(first, a)] == MAX]
    assert (result, plies, [int(move)]) == (value[first], 10, best)

    states, found = [Theirs()], [1]
    for _ply in range(8):
        after = []
        for state in states:
            for each in [] if state.is_over() else state.possible_moves():
                child = deepcopy(state)
                child.make_move(each)
                after.append(child)
        states = after
        found.append(len(states))
    assert counts(ours, 8) == found
