"""A server that others can reach: who is let in, by which names, and whose things are whose."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from tests.web.browser import Browser, kind_of
from tests.web.conftest import Fresh
from tests.web.process import Server
from tests.web.visitors import attack
from zermelo.cli import main
from zermelo.web.access import _network

TOKEN = "open sesame"
PAGE = {"Accept": "text/html"}
BEARER = {"Authorization": f"Bearer {TOKEN}"}
NEW = {"game": "nim", "sides": {"max": {"kind": "person"}, "min": {"kind": "person"}}}


def showing(cookie: str) -> dict[str, str]:
    """The headers of a visitor with that cookie."""
    return {**BEARER, "Cookie": f'zermelo-visitor="{cookie}"'}


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


def test_who_is_let_in_can_let_others_in(network: Browser, fresh: Fresh) -> None:
    assert network.get("/api/status", headers=BEARER).json()["token"] == TOKEN
    assert fresh().get("/api/status").json()["token"] is None


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
    ada, bob = (showing(digit * 64) for digit in "ab")
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


@pytest.mark.parametrize("cookie", ["address 127.0.0.1", "\\141ddress 127.0.0.1", "ada", ""])
def test_a_cookie_that_was_not_given_out_makes_nobody_somebody_else(
    network: Browser, cookie: str
) -> None:
    elsewhere = Browser(network.app, address="192.0.2.9")
    match = network.post("/api/matches", json={**NEW, "moves": ["1:1"]}, headers=BEARER).json()
    for who in (showing(cookie), BEARER):
        gone = elsewhere.delete(f"/api/matches/{match['id']}", headers=who)
        assert kind_of(gone) == "forbidden"
        assert elsewhere.get("/api/matches", headers=who).json()["matches"] == []
    page = elsewhere.get("/", headers={**showing(cookie), **PAGE})
    assert page.headers["set-cookie"].startswith("zermelo-visitor=")
    # Who has no cookie that counts is known by the address, which is now the same.
    assert network.delete(f"/api/matches/{match['id']}", headers=showing(cookie)).status_code == 204
    elsewhere.close()


def test_what_visitors_made_before_is_still_theirs(network: Browser) -> None:
    known = {"a" * 64: showing("a" * 64), "address 127.0.0.1": BEARER}
    for text, headers in known.items():
        match = network.post("/api/matches", json=NEW, headers=headers).json()
        kept = network.app.state.services.matches.get(match["id"])
        assert kept.owner == sha256(text.encode()).hexdigest()


def test_behind_a_proxy_on_this_machine_visitors_are_told_apart_too(fresh: Fresh) -> None:
    proxied = fresh(token=TOKEN, hosts=frozenset({"school.example"}))
    ada, bob = ({**showing(digit * 64), "Host": "school.example"} for digit in "ab")
    match = proxied.post("/api/matches", json={**NEW, "moves": ["1:1"]}, headers=ada).json()
    assert kind_of(proxied.delete(f"/api/matches/{match['id']}", headers=bob)) == "forbidden"
    assert proxied.get("/api/matches", headers=bob).json()["matches"] == []
    assert len(proxied.get("/api/matches", headers=ada).json()["matches"]) == 1
    page = proxied.get("/", headers={**BEARER, **PAGE})
    assert page.headers["set-cookie"].startswith("zermelo-visitor=")
    stranger = {**BEARER, "Host": "evil.example"}
    assert kind_of(proxied.get("/api/status", headers=stranger)) == "forbidden"
    alone = fresh(hosts=frozenset({"school.example"}))  # without a token: for this machine only
    named = alone.get("/api/status", headers={"Host": "school.example"})
    assert kind_of(named) == "forbidden"


@pytest.mark.parametrize("loopback", [True, False])
def test_no_visitor_becomes_another(fresh: Fresh, loopback: bool) -> None:
    app = fresh(loopback=loopback, token=TOKEN).app
    addresses = ("192.0.2.1", "2001:db8::1", "127.0.0.1", "192.0.2.8", "192.0.2.9")
    clients = {each: Browser(app, address=each) for each in addresses}
    victims = {address: clients[address] for address in addresses[:3]}
    strangers = [clients[address] for address in addresses[3:]]
    assert list(attack(victims, strangers, TOKEN, 400, 1)) == []
    for client in clients.values():
        client.close()


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
