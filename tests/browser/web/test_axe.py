"""What axe-core finds wrong with the pages for whoever cannot see or point: nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.web.visits import DESKTOP, PHONE, Visits, Way
from tests.patience import COMPILING

axe = pytest.importorskip("axe_playwright_python.sync_playwright")


@pytest.mark.parametrize(
    ("way", "scheme"), [(Way("en", DESKTOP), "light"), (Way("es", PHONE), "dark")], ids=str
)
def test_pages_of_games_can_be_used_by_everybody(visits: Visits, way: Way, scheme: str) -> None:
    visit = visits.open("/", way, color_scheme=scheme, bypass_csp=True)
    for path in ("/", visits.match("tictactoe", "b2 b1 c1"), "/play", "/nothing"):
        visits.go(visit, path)
        if path.startswith("/play/"):
            visit.one(".analysis input").click()
            expect(visit.one(".playboard .worth")).to_have_count(6, timeout=1000 * COMPILING)
            visit.button("share.title").click()
        found = axe.Axe().run(visit.page)
        assert found.violations_count == 0, found.generate_report()
    visits.complaints.clear()  # the browser's own, of the status 404
