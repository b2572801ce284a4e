"""Agents: students' files that play, each in a confined process of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zermelo.game import MAX, ZermeloError
from zermelo.games import MNK, Nim
from zermelo.match import play_match
from zermelo.match.agent import Agent, AgentFault, GameSource
from zermelo.match.players import Named, deepening_player
from zermelo.search import alphabeta

SOURCE = GameSource(MNK)
FIRST = "def move(game, state):\n    return list(game.actions(state))[0]\n"


def moved(tmp_path: Path, text: str, state: Any = None, **given: Any) -> Any:
    """What an agent of that text moves, at the beginning or at another state."""
    file = tmp_path / "agent.py"
    file.write_text(text)
    state = SOURCE.game.initial() if state is None else state
    with Agent(file, SOURCE, seconds=2, **given) as agent:
        return agent.move(state)


def test_a_function_moves_and_may_be_warned_of(tmp_path: Path) -> None:
    warned = "import warnings\nwarnings.warn('old')\n"
    assert moved(tmp_path, warned + FIRST) == next(iter(MNK().actions(MNK().initial())))


def test_a_class_moves_and_is_told_the_history_and_the_time(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(
        "class Player:\n"
        "    def __init__(self): self.asked = 0\n"
        "    def move(self, game, state, seconds, history):\n"
        "        self.asked += 1\n"
        "        assert (seconds, len(history)) == (3, self.asked - 1), (seconds, history)\n"
        "        return game.format_action(state, list(game.actions(state))[self.asked])\n"
    )
    game = SOURCE.game
    state, actions = game.initial(), list(game.actions(game.initial()))
    with Agent(file, SOURCE) as agent:
        assert agent.move(state, (), 3) == actions[1]
        assert agent.move(state, (state,), 3) == actions[2]


def test_an_evaluation_plays_by_its_order_alone(tmp_path: Path) -> None:
    """It never looks better than a win, however large it is."""
    game = SOURCE.game
    win = game.parse_state("XX./OO./...")
    found = moved(tmp_path, "def evaluate(game, state):\n    return 1000\n", win)
    assert game.is_terminal(game.result(win, found))


def test_an_evaluation_tells_its_estimates(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(FIRST + "def evaluate(game, state):\n    return game.evaluate(state) / 4\n")
    game = SOURCE.game
    state = game.parse_state("XO./.X./...")
    with Agent(file, SOURCE) as agent:
        assert agent.evaluate(state) == game.evaluate(state) / 4
    file.write_text(FIRST)
    with Agent(file, SOURCE) as agent, pytest.raises(AgentFault, match="nor evaluate"):
        agent.evaluate(state)


FAULTS = {
    "1 / 0": ("crash", "ZeroDivisionError: division by zero (line 1)"),
    "'z9'": ("illegal", "'z9' is no legal move at .../.../..."),
    "[0] * 10**11": ("memory", "it takes more than 512 megabytes of memory"),
    "print('hm')": ("output-limit", "it prints, which is not allowed: 'hm\\n'"),
    "open('x', 'w').write('x')": ("crash", "it writes files, which is not allowed"),
    "__import__('os')._exit(0)": ("crash", "the program ended Python itself"),
}
BROKEN = {
    "def move(game, state)": "SyntaxError: expected ':' (line 1)",
    "x = 1": "it has neither move(game, state) nor evaluate(game, state)",
    "def evaluate(game, state):\n    return 'good'": "evaluate gives 'good', which is no number",
}


def test_a_fault_has_a_kind_and_a_reason(tmp_path: Path) -> None:
    file, game = tmp_path / "agent.py", SOURCE.game
    deeds = ", ".join(f"lambda: {deed}" for deed in FAULTS)
    file.write_text(f"deeds = [{deeds}]\ndef move(game, state): return deeds.pop(0)()\n")
    with Agent(file, SOURCE, seconds=2) as agent:
        for kind, reason in FAULTS.values():
            with pytest.raises(AgentFault) as fault:
                agent.move(game.initial())
            assert (fault.value.kind, fault.value.agent) == (kind, "agent")
            assert reason in fault.value.reason


@pytest.mark.parametrize("text", BROKEN)
def test_a_file_that_cannot_play_says_why(tmp_path: Path, text: str) -> None:
    with pytest.raises(AgentFault) as fault:
        moved(tmp_path, text)
    assert fault.value.kind == ("crash" if "evaluate(" in text else "loading")
    assert BROKEN[text] in fault.value.reason


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import zermelo\n", "zermelo"),
        ("from zermelo import MAX, Game\n", None),
        ("from zermelo import MAX, best_move\n", "zermelo.api"),
        ("from zermelo import search\n", "zermelo.search"),
        ("import zermelo.engine\n", "zermelo.engine"),
        ("from zermelo.games.tree import Tree\nimport math\n", None),
        ("from importlib import import_module\nimport_module('zermelo.api')\n", "zermelo.api"),
        ("import importlib\nimportlib.import_module('zermelo.games.nim')\n", None),
        ("api = __import__('zermelo.api')\n", "zermelo.api"),
        ("__file__ = '/'\nimport zermelo.engine\n", "zermelo.engine"),
        ("if __name__ == '__main__':\n    from zermelo.match import play_match\n", None),
        ("try:\n    import zermelo\nexcept ImportError:\n    pass\n", None),
    ],
)
def test_a_search_of_ours_is_not_borrowed(tmp_path: Path, text: str, found: str | None) -> None:
    if found is None:
        moved(tmp_path, text + FIRST)
        return
    with pytest.raises(AgentFault, match=f"line [12]: {found} is Zermelo's search"):
        moved(tmp_path, text + FIRST)


def test_who_never_answers_is_ended(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text("def move(game, state):\n    while True: pass\n")
    with Agent(tmp_path / "agent.py", SOURCE) as agent, pytest.raises(AgentFault) as fault:
        agent.move(SOURCE.game.initial(), (), 0.1)
    assert (fault.value.kind, fault.value.reason) == ("time", "no move after 0.1 s")


def test_the_files_of_others_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("secret = 1\n")
    text = (
        "from pathlib import Path\n"
        "def move(game, state):\n"
        "    return (Path(__file__).parent / 'other.py').read_text()\n"
    )
    with pytest.raises(AgentFault) as fault:
        moved(tmp_path, text)
    assert "PermissionError" in fault.value.reason


def test_an_agent_plays_a_match(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(FIRST)
    with Agent(tmp_path / "agent.py", SOURCE) as agent, Agent("alphabeta:depth=9", SOURCE) as ours:
        match = play_match(SOURCE.game, ours, agent)
    assert match.winner == MAX


# --- our own, by name ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("alfabeta", "no algorithm 'alfabeta'; did you mean"),
        ("alphabeta:depth", "a player is written NAME:setting=value"),
        ("alphabeta:width=3", "alphabeta takes no 'width'"),
        ("random:depth=3", "the player random takes no settings"),
    ],
)
def test_a_name_that_is_none(text: str, wrong: str) -> None:
    with pytest.raises(ZermeloError, match=wrong):
        Named.read(text).check(MNK())


@pytest.mark.parametrize("text", ["alphabeta", "pvs:order=dynamic"])
def test_without_a_depth_a_search_goes_deeper_until_the_time_is_over(text: str) -> None:
    game = Nim(rows=(1, 2, 4))
    action = Named.read(text).player(game, 2.0)(game, game.initial())
    assert alphabeta(game, game.result(game.initial(), action)).value > 0


def test_a_game_without_estimates_is_searched_to_a_depth_too() -> None:
    class Blind(MNK):
        has_heuristic = False

        def evaluate(self, state: Any) -> Any:
            return super(MNK, self).evaluate(state)

    game = Blind()
    win = game.parse_state("XX./OO./...")
    assert game.is_terminal(game.result(win, deepening_player(alphabeta, 1.0)(game, win)))
    assert game.is_terminal(
        game.result(win, Named.read("minimax:depth=1").player(game, 1)(game, win))
    )
