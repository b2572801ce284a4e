"""A server that others can reach: who is let in, by which names, and whose things are whose."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browser import Browser, kind_of
from tests.web.conftest import Fresh
from tests.web.process import Server
from zermelo.cli import main
from zermelo.web.access import _network

TOKEN = "open sesame"
PAGE = {"Accept": "text/html"}
BEARER = {"Authorization": f"Bearer {TOKEN}"}
NEW = {"game": "nim", "sides": {"max": {"kind": "person"}, "min": {"kind": "person"}}}


@pytest.fixture
def network(fresh: Fresh) -> Browser:
    return fresh(loopback=False, token=TOKEN, hosts=frozenset({"school.example"}))


@pytest.mark.parametrize("path", ["/", "/api/status", "/api/matches", "/app.js", "/openapi.json"])
def test_without_the_token_nobody_is_let_in(network: Browser, path: str) -> None:
    assert kind_of(network.get(path)) == "token"
    assert kind_of(network.get(f"{path}?token=guess")) == "token"
    assert kind_of(network.get(path, headers={"Authorization": "Bearer guess"})) == "token"
    assert network.get(path, headers=BEARER).status_code == 200


def test_a_person_without_it_reads_a_sentence(network: Browser) -> None:
    response = network.get("/", headers=PAGE)
    assert response.status_code == 401
    assert "open the address that it printed" in response.text


def test_the_address_with_the_token_becomes_a_cookie(network: Browser) -> None:
    response = network.get("/explain?token=open+sesame&game=nim", headers=PAGE)
    assert (response.status_code, response.headers["location"]) == (303, "/explain?game=nim")
    assert TOKEN not in str(response.headers)
    assert network.get("/api/status").status_code == 200  # the browser has kept the cookie
    for path in ("//evil.example/", "/%2Fevil.example/"):
        response = network.get(f"http://localhost{path}?token=open+sesame", headers=PAGE)
        assert response.headers["location"] == "/evil.example/"


def test_a_cookie_that_is_none(network: Browser) -> None:
    for cookie in ("zermelo-token-80=\xff", "=;=", '"', "zermelo-token-80", "\\101"):
        response = network.get("/api/status", headers={"Cookie": cookie.encode("latin-1")})
        assert kind_of(response) == "token"


@pytest.mark.parametrize(
    ("host", "kind"),
    [
        ("school.example", None),
        ("school.example:8137", None),
        ("192.0.2.7:8137", None),
        ("[2001:db8::1]:8137", None),
        ("localhost:8137", None),
        ("evil.example", "forbidden"),
        ("school.example.evil.example", "forbidden"),
        ("", "forbidden"),
    ],
)
def test_names_of_the_server(network: Browser, host: str, kind: str | None) -> None:
    response = network.get("/api/status", headers={**BEARER, "Host": host})
    assert (None if response.status_code == 200 else kind_of(response)) == kind


def test_matches_belong_to_whoever_made_them(network: Browser) -> None:
    ada, bob = ({**BEARER, "Cookie": f"zermelo-visitor={name}"} for name in ("ada", "bob"))
    match = network.post("/api/matches", json=NEW, headers=ada).json()
    path = f"/api/matches/{match['id']}"
    move = {"version": 1, "move": "1:1"}
    assert kind_of(network.post(f"{path}/moves", json=move, headers=bob)) == "forbidden"
    assert kind_of(network.delete(path, headers=bob)) == "forbidden"
    assert network.get("/api/matches", headers=bob).json()["matches"] == []
    assert network.get(path, headers=bob).status_code == 200  # who has its address may look
    assert network.post(f"{path}/moves", json=move, headers=ada).status_code == 200
    assert len(network.get("/api/matches", headers=ada).json()["matches"]) == 1
    assert network.delete(path, headers=ada).status_code == 204


def test_what_was_made_on_the_machine_itself_is_not_the_visitors(fresh: Fresh) -> None:
    match = fresh().post("/api/matches", json=NEW).json()
    visitor = fresh(loopback=False)
    assert kind_of(visitor.delete(f"/api/matches/{match['id']}")) == "forbidden"
    assert visitor.get("/api/matches").json()["matches"] == []
    assert fresh().delete(f"/api/matches/{match['id']}").status_code == 204


def test_a_machine_is_one_address_however_many_it_has() -> None:
    assert _network("2001:db8::1") == _network("2001:db8::ffff:1") != _network("2001:db8:0:1::1")
    assert (_network("192.0.2.1"), _network("a:b")) == ("192.0.2.1", "a:b")


def test_each_browser_is_known_again(fresh: Fresh) -> None:
    network = fresh(loopback=False)
    cookie = network.get("/", headers=PAGE).headers["set-cookie"]
    assert cookie.startswith("zermelo-visitor=")
    assert "HttpOnly" in cookie
    assert "set-cookie" not in network.get("/", headers=PAGE).headers


def test_who_listens_to_all_is_warned_and_given_a_token(tmp_path: Path) -> None:
    with Server(tmp_path, "--host", "0.0.0.0") as server, server.client() as client:
        assert "?token=" in server.address
        assert "knows the token may use this server" in server.errors.read_text()
        base = server.address.partition("?")[0]
        assert kind_of(client.get(f"{base}api/status")) == "token"
        assert client.get(server.address, headers=PAGE).status_code == 303
        assert client.get(f"{base}api/status").status_code == 200


def test_a_token_that_can_be_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-browser", "--token", "abc"]) == 2
    assert "can be guessed" in capsys.readouterr().err
