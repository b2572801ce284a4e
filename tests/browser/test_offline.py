"""The page from disk, with the network off, without scripts, with hostile texts, and large."""

from __future__ import annotations

import pytest

from tests.browser.pages import Opener, drawn, read
from tests.explain.searches import AIMA
from tests.explain.stories import told
from tests.explain.test_html import HOSTILE, NAMED, Hostile, large
from zermelo.explain.html import document, render
from zermelo.explain.view import View

STORY = told(AIMA, "alphabeta")


def test_from_disk_with_the_network_off(opener: Opener) -> None:
    page = opener.open(View(STORY, 0))
    page.keyboard.press("End")
    page.get_by_role("button", name="Fold all but").click()
    page.keyboard.press("p")
    assert page.url.startswith("file://")
    assert opener.requests == [page.url.partition("#")[0]]
    refused = page.evaluate("fetch('data:text/plain,x').then(() => 'fetched', () => 'refused')")
    assert refused == "refused"
    opener.complaints.clear()  # of that very refusal


def test_without_scripts(opener: Opener) -> None:
    file = opener.folder / "still.html"
    file.write_bytes(render(View(STORY, 12)))
    page = opener.visit(file.as_uri(), java_script_enabled=False)
    assert page.locator("svg.zermelo").is_visible()
    assert page.locator('.place[data-current="true"] .halo').is_visible()
    assert page.locator('.edge[data-place="7"] .bars').is_visible()
    assert page.locator('.edge[data-place="6"] .bars').is_hidden()
    assert page.locator("noscript p").is_visible()


def test_hostile_texts_stay_texts(opener: Opener) -> None:
    for story in (told(NAMED, "alphabeta"), told(Hostile(rows=(2, 1)), "alphabeta")):
        page = opener.open(View(story, 0))
        for key in ("End", "Shift+ArrowLeft", "p", "1", "?", "Escape"):
            page.keyboard.press(key)
        page.locator('.place[data-place="1"]').focus()
        assert page.locator("script").count() == 1  # the module; the data have been read
        assert page.locator("h2").text_content() == document(View(story, 0))["title"]
        if story.game is NAMED:
            assert page.title().startswith(HOSTILE[:30])
        assert read(page)["parts"] == drawn(story, read(page)["step"])["parts"]


@pytest.mark.long
def test_a_large_tree_opens_and_steps_smoothly(opener: Opener) -> None:
    story = large(2_000)
    page = opener.open(View(story, 0))
    times = page.locator("zermelo-player").evaluate(
        """async (player) => {
          const frame = () => new Promise((done) => requestAnimationFrame(done));
          const times = [];
          for (let i = 0; i < 40; i++) {
            const began = performance.now();
            player.step += 1;
            times.push(performance.now() - began);
            await frame();
          }
          return times.sort((a, b) => a - b);
        }"""
    )
    assert times[len(times) // 2] < 50  # milliseconds; some 3 where nothing else runs
    page.keyboard.press("End")
    last = len(story.steps) - 1
    assert read(page)["step"] == last
    assert read(page)["places"] == drawn(story, last)["places"]
    page.keyboard.press("Home")
    assert read(page)["places"] == drawn(story, 0)["places"]
