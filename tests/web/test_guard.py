"""Who may ask, how much, and in which language."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from starlette.datastructures import Headers

from tests.web.browser import kind_of
from tests.web.conftest import Fresh
from zermelo.web.access import is_local
from zermelo.web.guard import Guard, language_of
from zermelo.web.problems import Problem
from zermelo.web.settings import Limits, ServerSettings, Setup
from zermelo.web.store.news import News
from zermelo.web.visitor import Visitor

BODY = {"game": "tictactoe"}


@pytest.mark.parametrize("path", ["/api/status", "/api/nothing", "/nothing", "/openapi.json"])
def test_every_answer_has_the_headers_that_keep_browsers_careful(fresh: Fresh, path: str) -> None:
    headers = fresh().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "set-cookie" not in headers


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost", True),
        ("localhost:8137", True),
        ("LOCALHOST.", True),
        ("app.localhost:80", True),
        ("127.0.0.1:8137", True),
        ("127.1.2.3", True),
        ("[::1]:8137", True),
        ("[::1]", True),
        ("evil.example", False),
        ("evil.example:8137", False),
        ("localhost.evil.example", False),
        ("10.0.0.1", False),
        ("", False),
    ],
)
def test_hosts_of_this_machine(host: str, ours: bool) -> None:
    assert is_local(host) is ours


def test_a_name_that_is_not_this_machine_s_is_refused(fresh: Fresh) -> None:
    foreign = {"Host": "evil.example"}
    assert kind_of(fresh().get("/", headers=foreign)) == "forbidden"
    assert kind_of(fresh().get("/api/status", headers=foreign)) == "forbidden"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://localhost"}, 200),
        ({"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "http://localhost:3000"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_requests_from_other_sites_are_refused(
    fresh: Fresh, headers: dict[str, str], status: int
) -> None:
    browser = fresh()
    assert browser.post("/api/positions", json=BODY, headers=headers).status_code == status
    assert browser.get("/api/games", headers=headers).status_code == status


def test_a_link_from_another_site_leads_to_a_page(fresh: Fresh) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert fresh().get("/player/player.js", headers=headers).status_code == 200


def test_what_is_sent_must_be_json(fresh: Fresh) -> None:
    browser = fresh()
    text = '{"game": "tictactoe"}'
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        headers = {"Content-Type": kind}
        response = browser.post("/api/positions", content=text, headers=headers)
        assert kind_of(response) == "media-type"
    headers = {"Content-Type": "application/json; charset=utf-8"}
    assert browser.post("/api/positions", content=text, headers=headers).status_code == 200


def test_bodies_have_a_limit_declared_or_not(fresh: Fresh) -> None:
    browser = fresh(setup=Setup(limits=Limits(body=1000)))
    headers = {"Content-Type": "application/json"}
    large = b'"' + b"x" * 1000 + b'"'
    assert kind_of(browser.post("/api/positions", content=large, headers=headers)) == "too-large"

    async def pieces() -> AsyncIterator[bytes]:
        for start in range(0, len(large), 100):
            yield large[start : start + 100]

    assert kind_of(browser.post("/api/positions", content=pieces(), headers=headers)) == "too-large"


@pytest.mark.parametrize(
    ("query", "accept", "language"),
    [
        (b"", "", "en"),
        (b"", "ca", "ca"),
        (b"", "de, es-AR;q=0.5, ca;q=0.8", "ca"),
        (b"", "en-GB,en;q=0.9,es;q=0.8", "en"),
        (b"", "es;q=0, de", "en"),
        (b"", "es;q=x, *, ;;", "en"),
        (b"lang=es", "ca", "es"),
        (b"lang=xx", "ca", "ca"),
        (b"lang=%ff", "", "en"),
    ],
)
def test_the_language_of_a_request(query: bytes, accept: str, language: str) -> None:
    headers = Headers({"accept-language": accept} if accept else {})
    assert language_of({"query_string": query}, headers) == language


def test_problems_speak_the_visitor_s_language(fresh: Fresh) -> None:
    browser = fresh()
    told = set()
    for language in ("en", "es", "ca"):
        response = browser.get(f"/api/nothing?lang={language}")
        assert response.headers["content-language"] == language
        told.add(response.json()["detail"])
    assert len(told) == 3


def test_a_slow_request_that_is_being_given_up_harms_no_other() -> None:
    """Its time is over, but it has not left yet when another needs its place."""

    async def answer() -> bytes:
        app: Any = None  # is not asked
        guard = Guard(app, ServerSettings(setup=Setup(limits=Limits(arriving=1))))
        with suppress(TimeoutError):
            async with asyncio.timeout(0) as over:
                await asyncio.sleep(1)
        guard.arriving[over] = None

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"{}"}

        return await guard._body(Headers({}), receive)

    assert asyncio.run(answer()) == b"{}"


def test_one_address_is_not_as_many_visitors_as_it_has_cookies() -> None:
    app: Any = None  # is not asked
    guard = Guard(app, ServerSettings(setup=Setup(limits=Limits(requests=4))))
    with ExitStack() as under_way:
        for cookie in "ab":
            under_way.enter_context(guard._counted(Visitor("192.0.2.1", cookie)))
        with pytest.raises(Problem, match="too many"), guard._counted(Visitor("192.0.2.1", "c")):
            pass
        with guard._counted(Visitor("192.0.2.2", "d")):
            pass
    assert not guard.under_way


def test_who_waits_for_news_takes_nobody_s_place(fresh: Fresh) -> None:
    """However many there are; of too many the one who has waited longest goes."""
    browser = fresh(setup=Setup(limits=Limits(requests=0)))
    assert kind_of(browser.get("/api/matches")) == "busy"
    assert kind_of(browser.get("/api/matches/abc/events")) == "unknown"

    async def wait() -> list[bool]:
        news = News(most=1)
        with news.of("a") as first, news.of("b") as second:
            news.tell("b")
            return [await first(), await second()]

    assert asyncio.run(wait()) == [False, True]
