"""The rules of users' games: whatever they do, the server and the other games do not notice."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import resource
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.web import hostile, samples
from tests.web.browser import Browser, kind_of
from zermelo.language import _, speaking
from zermelo.web.app import create_app
from zermelo.web.positions import Positions
from zermelo.web.problems import Problem
from zermelo.web.rules import AT_ONCE, ATTEMPTS, Rules, _grey
from zermelo.web.settings import ServerSettings, Setup
from zermelo.web.workers.messages import read
from zermelo.web.workers.pool import Pool

PEOPLE = {"max": {"kind": "person"}, "min": {"kind": "person"}}


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Somebody who asks an app with hostile games; nothing here needs a process that searches."""
    setup = Setup(games=hostile.LOADERS, rules_space=1 << 30)
    address = f"sqlite:///{tmp_path_factory.mktemp('rules') / 'zermelo.db'}"
    settings = ServerSettings(database=address, setup=setup, quick=0, steady=0, rules_seconds=4)
    with Browser(create_app(settings)) as asking:
        yield asking


def position(visitor: Browser, *moves: str, game: str = "Hostile") -> Any:
    return visitor.post("/api/positions", json={"game": game, "moves": list(moves)})


def test_rules_neither_halt_others_nor_leave_any_behind(visitor: Browser) -> None:
    """Before there was a process between, this halted the one that runs the tests."""
    assert position(visitor, "halt", "one").json()["played"] == ["halt", "one"]
    assert position(visitor, "linger", "one").status_code == 200
    assert lingering()
    (worker,) = visitor.app.state.services.rules.pools["Hostile"].workers
    worker.end()
    until = time.monotonic() + PATIENCE
    while lingering() or not worker.ended:
        assert time.monotonic() < until
        time.sleep(0.01)
    assert position(visitor, "one").status_code == 200


def lingering() -> list[str]:
    """The processes that rules have left behind."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if path.read_text() == f"sleep\0{hostile.LINGERS}\0":
                found.append(path.parent.name)
    return found


@pytest.mark.parametrize(
    ("deed", "kind", "words"),
    [
        ("exit", "server", "the rules of Hostile have ended their process"),
        ("leave", "server", "the game made a mistake: SystemExit"),
        ("raise", "server", "boom <script>; in hostile.py, _raise"),
        ("eat", "too-long", "more memory than there is"),
    ],
)
def test_what_rules_do_is_told_and_the_next_request_is_answered(
    visitor: Browser, deed: str, kind: str, words: str
) -> None:
    response = position(visitor, deed)
    assert kind_of(response) == kind
    assert words in response.json()["detail"]
    assert position(visitor, "one").json()["played"] == ["one"]


def test_rules_that_never_answer_hold_up_nobody_else(visitor: Browser) -> None:
    position(visitor, "one")  # its process is there
    answers: list[Any] = []
    hanging = threading.Thread(target=lambda: answers.append(position(visitor, "loop")))
    hanging.start()
    time.sleep(0.2)
    assert position(visitor, game="nim").status_code == 200
    assert position(visitor, game="Undrawn").status_code == 500
    assert hanging.is_alive()  # both came before it was ended
    hanging.join()
    assert "the rules of Hostile take too long" in answers[0].json()["detail"]


def test_a_game_that_fails_is_one_card_with_a_sentence(visitor: Browser) -> None:
    late, until = True, time.monotonic() + PATIENCE
    while late and time.monotonic() < until:  # a machine with much else to do
        cards = {card["name"]: card for card in visitor.get("/api/games").json()["games"]}
        late = any("not answered yet" in (card["problem"] or "") for card in cards.values())
    assert cards["nim"]["board"]
    assert cards["nim"]["problem"] is None
    assert cards["Hostile"]["problem"] is None
    assert cards["Endless"]["problem"] == "the rules of Endless take too long"
    assert cards["Fatal"]["problem"] == "the rules of Fatal have ended their process"
    assert "no drawing" in cards["Undrawn"]["problem"]
    assert "something that cannot be shown" in cards["Wordless"]["problem"]
    assert "ended their process" in cards["Vast"]["problem"]
    assert "draw_svg must give a text" in position(visitor, game="Wordless").json()["detail"]
    began = time.perf_counter()
    assert visitor.get("/api/games").status_code == 200
    assert time.perf_counter() - began < 1  # that they fail is known now


def test_a_game_that_breaks_a_rule_says_which_and_nobody_waits_for_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown, check = threading.Event(), Rules._check

    async def after_it_was_shown(rules: Rules, name: str, card: dict[str, Any]) -> None:
        while not shown.is_set():
            await asyncio.sleep(0.01)
        await check(rules, name, card)

    monkeypatch.setattr(Rules, "_check", after_it_was_shown)
    games = {name: samples.LOADERS[name] for name in ("Countdown", "Lopsided")}
    settings = ServerSettings(
        f"sqlite:///{tmp_path / 'zermelo.db'}", Setup(games=games), quick=0, steady=0
    )
    with Browser(create_app(settings)) as asking:
        until = time.monotonic() + PATIENCE
        seen: list[list[dict[str, Any]]] = []
        while not seen or not all(card["checked"] for card in seen[-1]):
            assert time.monotonic() < until
            seen.append(asking.get("/api/games?lang=es").json()["games"][-2:])
            shown.set()
            time.sleep(0.05)
        assert [card["checked"] for card in seen[0]] == [False, False]  # shown before
        assert [card["problem"] for card in seen[-1]] == [None, None]
        healthy, (wrong, *_more) = (card["broken"] for card in seen[-1])
        assert healthy == []
        with speaking("es"):
            assert wrong.startswith(_("to_move is MAX, MIN or CHANCE"))
        assert all(card["checked"] for card in asking.get("/api/games").json()["games"][:-2])


def test_a_match_of_a_user_s_game_is_played_by_its_process(visitor: Browser) -> None:
    body = {"game": "Hostile", "sides": PEOPLE}
    match = visitor.post("/api/matches", json=body).json()
    path = f"/api/matches/{match['id']}"
    response = visitor.post(f"{path}/moves", json={"version": 1, "move": "raise"})
    assert kind_of(response) == "server"
    match = visitor.post(f"{path}/moves", json={"version": 1, "move": "one"}).json()
    assert match["record"] == ["one"]  # a text, although the rules gave one of a class of theirs
    assert visitor.post(f"{path}/undo", json={"version": 2}).json()["at"] == 0
    assert visitor.get("/api/matches").json()["matches"][0]["playable"]
    assert kind_of(visitor.post("/api/matches", json={**body, "game": "Undrawn"})) == "server"


def test_a_move_is_kept_and_shown_where_the_board_cannot_be_drawn(visitor: Browser) -> None:
    match = visitor.post("/api/matches", json={"game": "Faded", "sides": PEOPLE}).json()
    path = f"/api/matches/{match['id']}"
    for version, words in enumerate(("RuntimeError: no drawing", "have ended their process"), 1):
        moved = visitor.post(f"{path}/moves", json={"version": version, "move": "one"})
        assert moved.status_code == 200
        match = moved.json()
        assert match["record"] == ["one"] * version
        assert match["position"]["text"].startswith("the board cannot be drawn: ")
        assert words in match["position"]["text"]
        assert match["position"]["board"].startswith("<svg ")
        assert match["position"]["moves"]
        assert visitor.get(path).json() == match
    third = visitor.post(f"{path}/moves", json={"version": 3, "move": "one"}).json()
    assert "cannot be drawn" not in third["position"]["text"]


def test_the_server_s_process_runs_no_rules_of_users(visitor: Browser) -> None:
    positions: Positions = visitor.app.state.services.rules.positions
    with pytest.raises(RuntimeError, match="do not belong in this process"):
        positions.registry.game("Hostile", {})


def test_a_message_of_a_process_runs_nothing(tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> Any:
            return os.mkdir, (str(tmp_path / "made"),)

    with pytest.raises(pickle.UnpicklingError, match="no part of a message"):
        read(pickle.dumps(Evil()))
    assert not (tmp_path / "made").exists()


def test_a_process_starts_whatever_stack_the_server_has_asked_for(visitor: Browser) -> None:
    assert position(visitor, "one").status_code == 200  # there is a process
    before = resource.getrlimit(resource.RLIMIT_STACK)
    (worker,) = visitor.app.state.services.rules.pools["Hostile"].workers
    worker.process.kill()
    try:
        resource.setrlimit(resource.RLIMIT_STACK, (4 << 30, before[1]))
        while not worker.ended:
            time.sleep(0.01)
        assert position(visitor, "one").status_code == 200
    finally:
        resource.setrlimit(resource.RLIMIT_STACK, before)


def test_a_game_whose_process_has_not_begun_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine with much else to do it is slow, not bad."""
    asked = 0

    async def ask(self: Rules, name: str, *_question: Any) -> dict[str, Any]:
        nonlocal asked
        asked += 1
        if asked < ATTEMPTS:
            raise Problem("busy", "later")
        return _grey(name, "")

    async def check(self: Rules, *_given: Any) -> None:
        return None  # that takes a process

    monkeypatch.setattr(Rules, "ask", ask)
    monkeypatch.setattr(Rules, "_check", check)
    rules = Rules(ServerSettings(setup=Setup(games=hostile.LOADERS)))
    asyncio.run(rules._look("Hostile"))
    assert rules._cards["Hostile", "en"][1]["problem"] is None


def test_many_games_are_looked_at_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty processes that start at once all take too long, and again later."""
    now, most = 0, 0

    async def run(_pool: Pool, *_question: Any) -> dict[str, Any]:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await asyncio.sleep(0.001)
        now -= 1
        raise Problem("too-long", "Hostile")

    monkeypatch.setattr(Pool, "run", run)
    rules = Rules(ServerSettings(setup=Setup(games=hostile.LOADERS)))

    async def look() -> None:
        await asyncio.gather(*(rules._look(name) for name in rules.pools))

    asyncio.run(look())
    assert len(rules._cards) == len(hostile.LOADERS) > AT_ONCE
    assert most == AT_ONCE
