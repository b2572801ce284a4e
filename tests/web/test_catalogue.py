"""What the gallery says can be chosen is what the rules take."""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.web.samples import LOADERS
from zermelo.game import ZermeloError
from zermelo.games.catalogue import ALL as GAMES
from zermelo.web.catalogue import PARAMETERS, describe
from zermelo.web.registry import GameRegistry, as_text
from zermelo.web.settings import Limits, Setup


def test_every_game_and_every_parameter_is_described() -> None:
    assert all(kind.heading for kind in GAMES.values())
    assert set(PARAMETERS) == {
        (name, key) for name, kind in GAMES.items() for key in kind.parameters()
    }


def test_only_what_is_solved_is_said_to_be() -> None:
    registry = GameRegistry(Setup())
    known = {name for name in GAMES if describe(registry, name).get("solved")}
    assert known == {"connect4", "grundy", "morris", "nim", "othello", "pig", "tictactoe"}


@pytest.mark.parametrize(("name", "key"), PARAMETERS)
def test_what_can_be_chosen_is_taken_and_the_rest_refused(name: str, key: str) -> None:
    registry, known = GameRegistry(Setup()), PARAMETERS[name, key]
    for choice in known.choices or ():
        registry.game(name, {key: as_text(key, choice)})
    if known.choices:
        with pytest.raises(ZermeloError):
            registry.game(name, {key: "nonsense"})
    if known.least is not None and known.most is not None:
        default = GAMES[name].parameters()[key]
        for value in default if isinstance(default, tuple) else (default,):
            assert known.least <= value <= known.most
        for extreme in (known.least, known.most):
            with suppress(ZermeloError):  # which may depend on the other parameters
                registry.game(name, {key: as_text(key, extreme)})


def test_a_user_s_game_is_described_by_its_class() -> None:
    registry = GameRegistry(Setup(games=LOADERS))
    page = describe(registry, "Countdown")
    assert (page["title"], page["user"]) == ("Countdown", True)
    assert page["summary"] == "Take one or two; who takes the last one wins."
    assert page["parameters"] == [
        {
            "name": "start",
            "label": "start",
            "kind": "integer",
            "default": 4,
            "required": False,
            "min": None,
            "max": None,
            "choices": None,
        }
    ]


def test_boards_that_are_too_large_are_refused() -> None:
    registry = GameRegistry(Setup(limits=Limits(choices=9)))
    registry.game("tictactoe", {})
    with pytest.raises(ZermeloError, match="too large"):
        registry.game("mnk", {"columns": "4", "rows": "3"})
