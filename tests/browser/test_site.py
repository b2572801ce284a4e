"""The documentation site read from disk, with the network off: search, and the languages."""

from __future__ import annotations

import shutil
import warnings
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Opener

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of one page with the settings of ours, but without what takes long to make."""
    folder = tmp_path_factory.mktemp("site")
    docs, made = folder / "docs", folder / "made"
    shutil.copytree(ROOT / "docs" / "assets", docs / "assets")
    (docs / "index.md").write_text("# Home\n\nBeyond the horizon.\n", encoding="utf-8")
    (docs / "index.es.md").write_text("# Inicio\n\nEl efecto horizonte.\n", encoding="utf-8")
    (docs / "index.ca.md").write_text("# Inici\n\nMés enllà de l'horitzó.\n", encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the machinery, not of the site
        from mkdocs.commands.build import build
        from mkdocs.config import load_config

        config = load_config(
            str(ROOT / "mkdocs.yml"),
            docs_dir=str(docs),
            site_dir=str(made),
            nav=[{"Home": "index.md"}],
            hooks=[],
        )
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
    return made


@pytest.mark.parametrize(
    ("page", "word", "found"),
    [
        ("index.html", "horizon", "index.html"),
        ("es/index.html", "efecto", "es/index.html"),
        ("ca/index.html", "horitzó", "ca/index.html"),
    ],
)
def test_search_finds_a_word(site: Path, opener: Opener, page: str, word: str, found: str) -> None:
    opened = opener.visit((site / page).as_uri())
    opened.locator(".md-search__input").click()
    opened.locator(".md-search__input").press_sequentially(word)
    link = opened.locator(".md-search-result__link").first
    link.wait_for()
    assert (link.get_attribute("href") or "").startswith((site / found).as_uri())
    assert all(address.startswith("file:") for address in opener.requests)


def test_the_menu_leads_to_the_other_languages(site: Path, opener: Opener) -> None:
    page = opener.visit((site / "index.html").as_uri())
    page.locator(".md-select__link[hreflang=ca]").dispatch_event("click")
    expect(page.locator("h1")).to_have_text("Inici¶")
    page.locator(".md-select__link[hreflang=es]").dispatch_event("click")
    expect(page.locator("h1")).to_have_text("Inicio¶")
