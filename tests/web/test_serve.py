"""`zermelo serve`: where it listens, what it says, and how it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import time
import webbrowser
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.patience import PATIENCE
from tests.web.browser import kind_of
from tests.web.process import Server
from zermelo import confined
from zermelo.cli import main, usergame
from zermelo.cli.serve import PORT, listen
from zermelo.game import ZermeloError

IMPATIENT = httpx.Timeout(PATIENCE, read=0.5)
GAME = '''
from zermelo import MAX, MIN, Game

class Countdown(Game):
    """Take one or two; who takes the last one wins."""
    def __init__(self, start: int = 4): self.start = start
    def initial(self): return self.start
    def to_move(self, state): return MAX if (self.start - state) % 2 == 0 else MIN
    def actions(self, state): return range(1, min(2, state) + 1)
    def result(self, state, action): return state - action
    def is_terminal(self, state): return state <= 0
    def utility(self, state): return -self.to_move(state)
'''


def test_it_starts_and_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.client() as client:
        assert server.address.startswith("http://127.0.0.1:")
        assert client.get("/api/status").status_code == 200
        while client.get("/api/status").json()["engine"] == "loading":
            time.sleep(0.1)
        assert server.interrupt() == (0, "")
    assert (tmp_path / "zermelo" / "zermelo.db").exists()


def test_ctrl_c_ends_it_in_the_middle_of_an_analysis(tmp_path: Path) -> None:
    with Server(tmp_path) as server, server.client() as client:
        with client.stream("POST", "/api/analysis", json={"game": "othello"}) as stream:
            lines = stream.iter_lines()
            while "iteration" not in next(lines):
                pass
            status, err = server.interrupt()
        assert status == 0
        assert "Traceback" not in err


def test_a_user_s_game_comes_from_the_command_line_and_only_from_there(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.py", tmp_path / "other.py"
    mine.write_text(GAME)
    other.write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n{GAME}")
    searched = {"kind": "engine", "algorithm": "alphabeta", "depth": 4}  # nothing is compiled
    sides = dict.fromkeys(("max", "min"), searched)
    with Server(tmp_path, "--game", f"{mine}:Countdown") as server, server.client() as client:
        games = {game["name"]: game for game in client.get("/api/games").json()["games"]}
        assert games["Countdown"]["user"]
        assert games["Countdown"]["summary"] == "Take one or two; who takes the last one wins."
        body: dict[str, Any] = {"game": "Countdown", "parameters": {"start": 4}, "sides": sides}
        match = client.post("/api/matches", json=body).json()
        path = f"/api/matches/{match['id']}/reply"
        match = client.post(path, json={"version": 1}).json()
        assert match["record"] == ["1"]
        for name in (f"{other}:Countdown", f"{mine}:Countdown", "other.py:Countdown", "../other"):
            response = client.post("/api/positions", json={"game": name})
            assert kind_of(response) in ("unknown", "invalid")
        for text in (str(mine), f"file://{mine}", "/etc/passwd", "@/etc/passwd"):
            response = client.post("/api/tree", json={"text": text})
            assert kind_of(response) == "tree"
            assert "root:x:0" not in response.text
    assert not (tmp_path / "ran").exists()
    # The match stays when its game is not there any more.
    with Server(tmp_path) as server, server.client() as client:
        saved = client.get("/api/matches").json()["matches"]
        assert [(one["id"], one["playable"]) for one in saved] == [(match["id"], False)]
        assert kind_of(client.get(f"/api/matches/{match['id']}")) == "unknown"


def test_what_nobody_listens_to_any_more_is_stopped(server: Server) -> None:
    with server.client() as client:
        for path, body in (
            ("/api/analysis", {"game": "othello"}),
            ("/api/lab", {"games": [{"game": "othello"}], "runs": [{}], "depths": [9]}),
        ):
            with client.stream("POST", path, json=body) as stream:
                lines = stream.iter_lines()
                while not next(lines).startswith(("event: iteration", "event: progress")):
                    pass
                assert client.get("/api/status").json()["busy"] == 1
            _becomes_idle(client)
        body = {"game": "othello", "algorithm": "minimax", "depth": 20}
        with pytest.raises(httpx.ReadTimeout):
            client.post("/api/search", json=body, timeout=IMPATIENT)
        _becomes_idle(client)


def test_who_leaves_while_the_engine_thinks_finds_the_match_as_it_was(server: Server) -> None:
    slow = {"kind": "engine", "algorithm": "engine", "time": 10}
    with server.client() as client:
        body = {"game": "othello", "sides": {"max": slow, "min": slow}}
        match = client.post("/api/matches", json=body).json()
        path = f"/api/matches/{match['id']}"
        with pytest.raises(httpx.ReadTimeout):
            client.post(f"{path}/reply", json={"version": 1}, timeout=IMPATIENT)
        _becomes_idle(client)
        assert client.get(path).json() == match


def _is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _becomes_idle(client: httpx.Client) -> None:
    until = time.monotonic() + PATIENCE
    while client.get("/api/status").json()["busy"]:
        assert time.monotonic() < until
        time.sleep(0.02)


def test_half_a_request_is_no_trouble(server: Server) -> None:
    with server.client() as client:
        address = (client.base_url.host, client.base_url.port or 80)
        for text in (
            b"",
            b"\x00\xff",
            b"GET",
            b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\n",
        ):
            with socket.create_connection(address) as half:
                half.sendall(text)
        assert client.get("/api/status").status_code == 200


@pytest.mark.parametrize(
    ("kind", "opened"),
    [(webbrowser.BackgroundBrowser, 1), (webbrowser.GenericBrowser, 0), (None, 0)],
)
def test_the_browser_is_opened_unless_it_would_take_the_terminal(
    monkeypatch: pytest.MonkeyPatch, kind: Any, opened: int
) -> None:
    seen: list[str] = []

    def get() -> Any:
        if kind is None:
            raise webbrowser.Error("there is none")
        browser = kind("browser")
        monkeypatch.setattr(browser, "open", seen.append)
        return browser

    monkeypatch.setattr(webbrowser, "get", get)
    import_module("zermelo.cli.serve")._show("http://127.0.0.1/")
    assert len(seen) == opened


# --- where it listens ----------------------------------------------------------------------------


def test_the_next_port_where_the_usual_one_is_taken() -> None:
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        assert PORT <= first.getsockname()[1] < second.getsockname()[1]
        with pytest.raises(ZermeloError, match="is taken"):
            listen("127.0.0.1", second.getsockname()[1])


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--port", "99999"], "port must be from 0 to 65535"),
        (["--port", "-1"], "port must be from 0 to 65535"),
        (["--port", "http"], "integer"),
        (["--host", "no.such.host.invalid"], "cannot listen"),
        (["--host", "203.0.113.7"], "cannot listen"),
        (["--host", "a..b"], "cannot listen"),
        (["--game", "nim"], "FILE.py:Class"),
        (["--game", "missing.py:Game"], "cannot read"),
        (["--database", "nonsense"], "no database there"),
        (["--database", "sqlite:////no/such/folder/x.db"], "no database there"),
        (["--database", "mysql://localhost/x"], "MySQLdb"),
    ],
)
def test_bad_arguments_are_one_line(
    arguments: list[str],
    reason: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    status = main(["serve", "--no-browser", *arguments])
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1


def test_a_game_of_a_name_that_is_taken(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = tmp_path / "mine.py"
    file.write_text(GAME.replace("Countdown", "nim"))
    assert main(["serve", "--no-browser", "--port", "0", "--game", f"{file}:nim"]) == 2
    assert "there is a game 'nim' already" in capsys.readouterr().err


def test_the_searching_processes_outlive_ctrl_c_but_not_the_server(tmp_path: Path) -> None:
    """A terminal sends Ctrl-C to all processes: the searching ones leave it to the server."""
    with Server(tmp_path) as server, server.client() as client:
        while client.get("/api/status").json()["engine"] == "loading":
            time.sleep(0.1)
        children = _children(server.process.pid)
        assert len(children) >= 2
        for child in children:
            if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
                os.kill(child, signal.SIGINT)
        body = {"tree": "[[3 12 8] [2 4 6] [14 5 2]]"}
        assert client.post("/api/search", json=body).json()["value"] == 3
        server.kill()
        until = time.monotonic() + PATIENCE
        while any(_is_running(child) for child in children):
            assert time.monotonic() < until
            time.sleep(0.05)


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task")
    if not tasks.exists():
        pytest.skip("this system does not tell of processes")
    return [int(one) for task in tasks.iterdir() for one in (task / "children").read_text().split()]


CHATTY = """
import os
import sys

def chat():
    print("chat")
    print("chat", file=sys.__stderr__)
    os.write(1, b"chat")
    os.write(2, b"chat")
    os.system("echo chat; echo chat >&2")

chat()
"""


def test_what_rules_print_is_not_the_server_s_output(tmp_path: Path) -> None:
    file = tmp_path / "chatty.py"
    rules = "def actions(self, state): "
    file.write_text(CHATTY + GAME.replace(rules, f"{rules}chat(); "))
    with Server(tmp_path, "--game", f"{file}:Countdown") as server, server.client() as client:
        assert client.post("/api/positions", json={"game": "Countdown"}).status_code == 200
        body = {"game": "Countdown", "algorithm": "minimax"}
        assert client.post("/api/search", json=body).status_code == 200
        server.process.send_signal(signal.SIGINT)
        said, _none = server.process.communicate(timeout=PATIENCE)
        assert (said, server.errors.read_text()) == ("", "")


FATAL = """
import multiprocessing
import os
os._exit(3)
"""


def test_a_file_that_ends_its_process_is_a_card_that_says_so_and_sigterm_ends_the_server(
    tmp_path: Path,
) -> None:
    fatal, looping = tmp_path / "fatal.py", tmp_path / "looping.py"
    fatal.write_text(FATAL)
    looping.write_text(GAME.replace("return state - action", "return sum(range(10**12))"))
    arguments = ("--game", f"{fatal}:Fatal", "--game", f"{looping}:Countdown")
    with Server(tmp_path, *arguments) as server, server.client() as client:
        cards = {card["name"]: card for card in client.get("/api/games").json()["games"]}
        assert cards["Fatal"]["problem"] == "the rules of Fatal have ended their process"
        assert cards["Countdown"]["problem"] is None
        body = {"game": "Countdown", "moves": ["1"]}
        with pytest.raises(httpx.ReadTimeout):
            client.post("/api/positions", json=body, timeout=IMPATIENT)
        server.process.send_signal(signal.SIGTERM)
        server.process.communicate(timeout=PATIENCE)
        assert "Traceback" not in server.errors.read_text()


def test_a_file_that_ends_its_process_must_name_its_class(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "fatal.py"
    file.write_text(FATAL)
    assert main(["serve", "--no-browser", "--port", "0", "--game", str(file)]) == 2
    assert "fatal.py does not load" in capsys.readouterr().err


def test_a_game_that_is_tried_when_the_server_ends_says_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(confined, "confine", lambda: True)  # this very process is the child
    monkeypatch.setattr(confined, "silence", lambda: None)
    ours, theirs = multiprocessing.Pipe(duplex=False)
    ours.close()
    usergame._try(theirs, str(tmp_path / "none.py"), "", "en")
