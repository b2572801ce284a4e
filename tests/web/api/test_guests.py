"""Matches with guests: who was invited plays one seat, and nobody moves for anybody else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import kind_of
from tests.web.conftest import Fresh

PERSON = {"kind": "person"}
ENGINE = {"kind": "engine", "level": "club"}
THREE = dict.fromkeys(("p1", "p2", "p3"), PERSON)


class Club:
    """A server that tells its visitors apart, and a match there."""

    def __init__(self, fresh: Fresh, game: str, sides: Any) -> None:
        self.browser = fresh(loopback=False, hosts=frozenset({"localhost"}))
        self.path = ""
        self.host, self.stranger = ({"Cookie": f"zermelo-visitor={digit * 64}"} for digit in "ab")
        self.match = self.ask(self.host, "POST", "", game=game, sides=sides).json()
        self.path = f"/{self.match['id']}"

    def ask(self, who: dict[str, str], method: str, what: str = "", **body: Any) -> Any:
        path, more = f"/api/matches{self.path}{what}", {"json": body} if body else {}
        return self.browser.request(method, path, headers=who, **more)

    def change(self, who: dict[str, str], what: str, method: str = "POST", **body: Any) -> Any:
        """What a change is answered, which must be one that the visitor may make."""
        answer = self.ask(who, method, f"/{what}", version=self.match["version"], **body)
        assert answer.status_code == 200, answer.text
        self.match = answer.json()
        return self.match

    def invite(self, *seats: str) -> Any:
        return self.change(self.host, "invitations", "PUT", sides=seats)

    def guest(self, seat: str) -> dict[str, str]:
        """Who shows the token of a seat, in a browser of their own."""
        return {**self.stranger, "Zermelo-Seat": self.match["invites"][seat]}

    def refused(self, who: dict[str, str], what: str, method: str = "POST", **body: Any) -> str:
        return kind_of(self.ask(who, method, f"/{what}", version=self.match["version"], **body))

    def seen(self, who: dict[str, str]) -> tuple[Any, ...]:
        page = self.ask(who, "GET").json()
        return page["role"], page["seats"], page["guests"], page["invites"]


def test_who_was_invited_plays_one_side_and_others_look_on(fresh: Fresh) -> None:
    club = Club(fresh, "tictactoe", {"max": PERSON, "min": PERSON})
    club.invite("min")
    guest, host, stranger = club.guest("min"), club.host, club.stranger
    assert club.seen(host)[:3] == ("owner", ["max"], ["min"])
    assert club.seen(guest) == ("guest", ["min"], ["min"], {})
    assert club.seen(stranger) == ("watcher", [], ["min"], {})
    assert club.refused(guest, "moves", move="b2") == "not-your-turn"
    assert club.refused(stranger, "moves", move="b2") == "forbidden"
    club.change(host, "moves", move="b2")
    assert club.refused(host, "moves", move="a1") == "not-your-turn"
    assert club.change(guest, "moves", move="a1")["record"] == ["b2", "a1"]
    assert club.refused(guest, "undo") == "forbidden"
    assert kind_of(club.ask(guest, "DELETE")) == "forbidden"
    club.invite()
    assert club.seen(host) == ("owner", ["max", "min"], [], {})
    assert club.seen(guest) == ("watcher", [], [], {})


def test_who_sits_down_after_looking_on_is_not_shown_what_was_known(fresh: Fresh) -> None:
    club = Club(fresh, "lastmatch", THREE)
    club.invite("p2", "p3")
    known: set[str] = set()
    visitors = (club.host, club.stranger, club.guest("p2"), club.guest("p3"))
    for who in visitors:  # in one browser, which asks whether what it has is still right
        for tag in known:
            assert club.ask({**who, "If-None-Match": tag}, "GET").status_code == 200
        tag = club.ask(who, "GET").headers["etag"]
        assert club.ask({**who, "If-None-Match": tag}, "GET").status_code == 304
        known.add(tag)


def test_each_of_several_guests_moves_at_their_own_turn_alone(fresh: Fresh) -> None:
    club = Club(fresh, "lastmatch", {**THREE, "p3": ENGINE})
    club.invite("p2")
    second = club.guest("p2")
    club.invite("p2", "p3")  # to an engine's seat too; who was invited before stays
    assert club.guest("p2") == second
    third = club.guest("p3")
    assert len({*club.match["invites"].values()}) == 2
    assert club.seen(third) == ("guest", ["p3"], ["p2", "p3"], {})
    turns = [club.host, second, third, club.host, second]
    for mover in turns:
        others = [who for who in (club.host, second, third) if who is not mover]
        kinds = [club.refused(who, "moves", move="1") for who in (*others, club.stranger)]
        assert kinds == ["not-your-turn", "not-your-turn", "forbidden"]
        club.change(mover, "moves", move="1")
    assert club.match["at"] == len(turns)


def test_guests_follow_their_seats_and_leave_them_when_the_owner_says_so(fresh: Fresh) -> None:
    club = Club(fresh, "lastmatch", THREE)
    club.invite("p2", "p3")
    second, third = club.guest("p2"), club.guest("p3")
    club.change(club.host, "swap")  # everybody one seat on
    assert [club.seen(who)[1] for who in (club.host, second, third)] == [["p3"], ["p1"], ["p2"]]
    club.change(club.host, "sides", "PUT", sides={**THREE, "p1": ENGINE})
    assert club.seen(second) == ("watcher", [], ["p2"], {})
    assert club.seen(third)[:2] == ("guest", ["p2"])
    club.invite()
    club.invite("p2")  # anew, with another token
    assert club.seen(third)[0] == "watcher"
    assert club.seen(club.guest("p2"))[0] == "guest"


@pytest.mark.parametrize("sides", [["p4"], ["max"], ["p2", "p9"], "p2", ["p2"] * 10, [None], None])
def test_only_seats_of_the_match_are_given_away(fresh: Fresh, sides: Any) -> None:
    club = Club(fresh, "lastmatch", THREE)
    assert club.refused(club.host, "invitations", "PUT", sides=sides) == "invalid"
    for who in (club.stranger, {**club.stranger, "Zermelo-Seat": ""}):
        assert club.refused(who, "invitations", "PUT", sides=["p2"]) == "forbidden"
    assert club.seen(club.host)[1] == ["p1", "p2", "p3"]
