"""The pages: known files and no others."""

from __future__ import annotations

import pytest

from tests.web.browser import kind_of
from tests.web.conftest import Fresh
from zermelo.web.files import PAGES, STATIC, Files, drawings_css


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/player/player.js", "text/javascript"),
        ("/player/stage.js", "text/javascript"),
        ("/player/player.css", "text/css"),
        ("/drawings.css", "text/css"),
    ],
)
def test_files_come_with_their_type_and_a_tag(fresh: Fresh, path: str, kind: str) -> None:
    browser = fresh()
    first = browser.get(path)
    assert first.status_code == 200
    assert first.headers["content-type"].startswith(kind)
    assert first.headers["cache-control"] == "no-cache"
    tag = first.headers["etag"]
    again = browser.get(path, headers={"If-None-Match": f'"other", W/{tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert browser.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/app.py",
        "/../app.py",
        "/%2e%2e/app.py",
        "/player/../document.py",
        "/player/document.py",
        "/player/%2e%2e/svg.py",
        "/etc/passwd",
        "//etc/passwd",
        "/static/index.html",
        "/nothing.js",
        "/api",
    ],
)
def test_nothing_else_can_be_read(fresh: Fresh, path: str) -> None:
    assert fresh().get(path).status_code == 404


def test_pages_are_the_one_page(fresh: Fresh) -> None:
    if not (STATIC / "index.html").exists():
        pytest.skip("there is no page yet")
    browser = fresh()
    page = browser.get("/").content
    for name in PAGES:
        assert browser.get(f"/{name}").content == page
        assert browser.get(f"/{name}/abc").content == page


def test_a_person_who_is_lost_gets_the_page(fresh: Fresh) -> None:
    browser, person = fresh(), {"Accept": "text/html,*/*;q=0.8"}
    page = browser.get("/").content
    for path in ("/nowhere", "/no/where", "/apix"):
        lost = browser.get(path, headers=person)
        assert (lost.status_code, lost.content) == (404, page)
        assert lost.headers["content-type"] == "text/html; charset=utf-8"
        assert "Accept" in lost.headers["vary"].split(", ")
        assert kind_of(browser.get(path)) == "unknown"
        assert kind_of(browser.post(path, headers=person, json={})) == "unknown"
    for path in ("/api", "/api/nowhere"):
        assert kind_of(browser.get(path, headers=person)) == "unknown"


def test_files_are_only_to_be_read(fresh: Fresh) -> None:
    response = fresh().post("/drawings.css", json={})
    assert kind_of(response) == "method"
    assert response.headers["allow"] == "GET, HEAD"


def test_every_static_file_has_a_type() -> None:
    served = Files().paths
    for path in STATIC.rglob("*"):
        if path.is_file():
            assert f"/{path.relative_to(STATIC).as_posix()}" in served


def test_drawings_are_dark_by_the_screen_or_by_the_page() -> None:
    sheet = drawings_css()
    assert sheet.count("{") == sheet.count("}")
    assert ":where(:root[data-theme=dark])" in sheet
    assert "prefers-color-scheme: dark" in sheet
