"""A user's game whose file is saved while the server runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.web.browser import Browser, kind_of
from zermelo.cli.source import load_class
from zermelo.web.app import create_app
from zermelo.web.settings import ServerSettings, Setup

GAME = '''
from zermelo import MAX, MIN, Game
from most import MOST

class {name}(Game):
    """Take some; who takes the last one wins."""
    def __init__(self, start: int = 9): self.start = start
    def initial(self): return (self.start, MAX)
    def to_move(self, state): return state[1]
    def actions(self, state): return range(1, min(MOST, state[0]) + 1)
    def result(self, state, action): return (state[0] - action, -state[1])
    def is_terminal(self, state): return state[0] <= 0
    def utility(self, state): return -state[1]
    def evaluate(self, state): return 0
'''
PEOPLE = {"max": {"kind": "person"}, "min": {"kind": "person"}}
SEARCH = {"game": "Coins", "algorithm": "minimax", "depth": 3}


class Author:
    """Somebody who writes two games that share a module, and looks at them in the app."""

    def __init__(self, folder: Path) -> None:
        self.files = {name: folder / f"{name.lower()}.py" for name in ("Coins", "Sticks")}
        self.most = folder / "most.py"
        self.most.write_text("MOST = 3\n")
        for name, file in self.files.items():
            file.write_text(GAME.format(name=name))
        loaders = {name: partial(load_class, str(file), name) for name, file in self.files.items()}
        self.browser = Browser(
            create_app(
                ServerSettings(
                    f"sqlite:///{folder / 'zermelo.db'}",
                    Setup(games=loaders),
                    files={name: str(file) for name, file in self.files.items()},
                    quick=1,
                    steady=0,
                    patience=300,
                )
            )
        )

    def rules(self) -> Any:
        return self.browser.get("/api/status").json()["rules"]

    def save(self, text: str, file: Path | None = None) -> None:
        """Saves the file of the coins, or another, and waits until the server has noticed."""
        before = self.rules()
        (file or self.files["Coins"]).write_text(text)
        eventually(lambda: self.rules() != before)

    def position(self, *moves: str, game: str = "Coins") -> Any:
        return self.browser.post("/api/positions", json={"game": game, "moves": list(moves)})

    def moves(self, game: str = "Coins") -> list[str]:
        return [each["move"] for each in self.position(game=game).json()["moves"]]


def eventually(condition: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Author]:
    author = Author(tmp_path_factory.mktemp("author"))
    with author.browser:
        eventually(author.rules)
        yield author


@pytest.fixture(autouse=True)
def _as_at_first(author: Author) -> Iterator[None]:
    yield
    for file, text in (
        (author.files["Coins"], GAME.format(name="Coins")),
        (author.most, "MOST = 3\n"),
    ):
        if file.read_text() != text:
            author.save(text, file)


def test_the_rules_and_the_search_are_the_new_ones(author: Author) -> None:
    assert author.moves() == ["1", "2", "3"]
    assert author.browser.post("/api/search", json=SEARCH).json()["nodes"] == 40
    sticks = author.rules()["Sticks"]
    author.save(GAME.format(name="Coins").replace("MOST, ", "2, "))
    assert author.moves() == ["1", "2"]
    assert author.browser.post("/api/search", json=SEARCH).json()["nodes"] == 15
    cards = {card["name"]: card for card in author.browser.get("/api/games").json()["games"]}
    assert cards["Coins"]["problem"] is None
    assert author.rules()["Sticks"] == sticks
    assert author.moves("Sticks") == ["1", "2", "3"]


def test_a_module_that_two_games_import_is_theirs(author: Author) -> None:
    before = author.rules()
    author.save("MOST = 4\n", author.most)
    eventually(lambda: all(now != before[name] for name, now in author.rules().items()))
    assert author.moves() == author.moves("Sticks") == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "def initial(self)",
            "def initial(self",
            "does not import: SyntaxError: invalid syntax (line 8)",
        ),
        ("from most", "from least", "No module named 'least'; in coins.py, <module> (line 3)"),
        ("return range", "return 1 // 0, range", "in coins.py, actions (line 10)"),
        ("class Coins", "class Money", "has no class 'Coins'"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_goes_away(
    author: Author, old: str, new: str, told: str
) -> None:
    text = GAME.format(name="Coins")
    author.save(text.replace(old, new))
    response = author.position()
    assert response.status_code >= 400
    assert told in response.json()["detail"]
    cards = {card["name"]: card for card in author.browser.get("/api/games").json()["games"]}
    assert told in cards["Coins"]["problem"]
    assert author.moves("Sticks") == ["1", "2", "3"]
    author.save(text)
    assert author.moves() == ["1", "2", "3"]
    cards = {card["name"]: card for card in author.browser.get("/api/games").json()["games"]}
    assert cards["Coins"]["problem"] is None


def test_a_match_is_replayed_as_far_as_its_moves_are_legal(author: Author) -> None:
    body = {"game": "Coins", "sides": PEOPLE, "moves": "1 2 3 1"}
    match = author.browser.post("/api/matches", json=body).json()
    path = f"/api/matches/{match['id']}"
    text = GAME.format(name="Coins")
    author.save(text.replace("start: int = 9", "start: int = 12"))
    moved = author.browser.get(path).json()  # the parameter was the default
    assert (moved["record"], moved["lost"], moved["at"]) == (["1", "2", "3", "1"], 0, 4)
    known = author.browser.get(path)
    same = {"If-None-Match": known.headers["ETag"]}
    assert author.browser.get(path, headers=same).status_code == 304
    author.save(text.replace("MOST, ", "2, "))
    cut = author.browser.get(path, headers=same).json()
    assert (cut["record"], cut["lost"], cut["at"], cut["version"]) == (["1", "2"], 2, 2, 1)
    assert cut["position"]["position"] == author.position("1", "2").json()["position"]
    listed = author.browser.get("/api/matches").json()["matches"][0]
    assert (listed["id"], listed["playable"], listed["over"]) == (match["id"], True, False)
    author.save(text)  # nothing of it was lost, as nobody has moved
    assert author.browser.get(path).json() == match
    author.save(text.replace("MOST, ", "2, "))
    moved = author.browser.post(f"{path}/moves", json={"version": 1, "move": "1"}).json()
    assert (moved["record"], moved["lost"], moved["version"]) == (["1", "2", "1"], 0, 2)


def test_the_engine_plays_on_where_the_moves_are_legal(author: Author) -> None:
    engine = {"kind": "engine", "algorithm": "minimax", "depth": 2}
    body = {"game": "Coins", "sides": {"max": PEOPLE["max"], "min": engine}, "moves": "1 3 3"}
    match = author.browser.post("/api/matches", json=body).json()
    author.save(GAME.format(name="Coins").replace("MOST, ", "3 - state[0] % 2, "))  # 3, or 2
    cut = author.browser.get(f"/api/matches/{match['id']}").json()
    assert (cut["record"], cut["turn"]["side"]) == (["1", "3"], "max")
    moved = author.browser.post(
        f"/api/matches/{match['id']}/moves", json={"version": 1, "move": "2"}
    ).json()
    path = f"/api/matches/{match['id']}/reply"
    moved = author.browser.post(path, json={"version": moved["version"]}).json()
    assert moved["record"][:3] == ["1", "3", "2"]
    assert len(moved["record"]) == 4


def test_rules_without_end_are_given_up_when_they_are_mended(author: Author) -> None:
    """Who waits for an answer of the old rules has one of the new ones."""
    text = GAME.format(name="Coins")
    author.save(text.replace("return range", "while True: pass\n        return range"))
    answers: list[Any] = []
    asking = threading.Thread(target=lambda: answers.append(author.position()))
    asking.start()
    author.save(text)
    asking.join(PATIENCE)
    assert answers[0].status_code == 200 or kind_of(answers[0]) == "too-long"  # on a slow machine
    assert author.moves() == ["1", "2", "3"]
