"""The page and the document in it, taken apart again; `tests/browser` has a browser show it."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import random
import re
from html.parser import HTMLParser
from importlib import resources
from typing import Any

import pytest

from tests import oracle
from tests.explain.searches import AIMA, DICE, searches
from tests.explain.stories import told
from tests.long import some
from zermelo.explain.beside import SWITCHES
from zermelo.explain.cuts import Cuts
from zermelo.explain.features import with_marks
from zermelo.explain.html import document, render
from zermelo.explain.labels import labels
from zermelo.explain.narrator import Narrator
from zermelo.explain.place import FRESH
from zermelo.explain.player import MODULES, css, module, texts
from zermelo.explain.pseudocode import Code
from zermelo.explain.story import Story
from zermelo.explain.svg import drawing
from zermelo.explain.view import View
from zermelo.game import Game
from zermelo.games import MNK, Nim, Tree, read_tree
from zermelo.games.nim import Matches
from zermelo.language import LANGUAGES, SIGNS, speaking

FOLDER = resources.files("zermelo.explain.player")
HOSTILE = "<script>alert(1)</script> ]]> \" ' & -- > \u202e abc \u2028 </style></svg>"


class Page(HTMLParser):
    """What a page has in it: elements with their attributes, and the texts of some."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self._inside = ""
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.elements.append((tag, attributes))
        self._inside = {"script": attributes.get("type") or "", "style": "style"}.get(tag, tag)

    def handle_data(self, data: str) -> None:
        self.texts[self._inside] = self.texts.get(self._inside, "") + data

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    @property
    def document(self) -> dict[str, Any]:
        (script,) = (a for t, a in self.elements if a.get("type") == "application/json")
        text = self.texts["application/json"]
        if "data-packed" in script:
            text = gzip.decompress(base64.b64decode(text)).decode()
        return dict(json.loads(text))


def replayed(run: dict[str, Any]) -> Any:
    """The looks and texts of all places after each step, by the rules of the document."""
    fresh = [{**as_json(FRESH), "parts": place.get("parts", {})} for place in run["places"]]
    looks = [dict(look) for look in fresh]
    for step in run["steps"]:
        for first, last, *change in step["changes"]:
            for place in range(first, last + 1):
                if not change:
                    looks[place] = {**fresh[place], "visits": looks[place]["visits"]}
                    continue
                parts = {**looks[place]["parts"], **(change[1] if change[1:] else {})}
                looks[place] = {**looks[place], **change[0], "parts": parts}
        yield looks


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("name", some(searches(), 10))
def test_the_changes_lead_to_every_look(name: str) -> None:
    story = searches()[name]
    run = as_json(document(View(story, 0)))["runs"][0]
    for number, looks in enumerate(replayed(run)):
        right = story.after(number)
        assert [{k: v for k, v in look.items() if k != "parts"} for look in looks] == as_json(right)
        for place, look, mine in zip(story.places, right, looks, strict=True):
            shown = {part: text for part, text in mine["parts"].items() if text}
            assert shown == labels(place, look)


@pytest.mark.parametrize("name", some(searches(), 10))
def test_every_step_is_told(name: str) -> None:
    story = searches()[name]
    run = document(View(story, 0))["runs"][0]
    narrator, cuts, code = Narrator(story), Cuts(story), Code(story)
    for number, (step, mine) in enumerate(zip(story.steps, run["steps"], strict=True)):
        assert mine["words"] == narrator.sentences()[number]
        assert mine.get("card") == cuts.card(number)
        assert mine.get("line") == code.line_of(number)
        for count in ("name", "place", "nodes", "leaves", "cutoffs"):
            assert mine[count] == getattr(step, count)
    assert run.get("code", []) == list(code.lines)
    assert [place.get("up") for place in run["places"]] == [p.parent for p in story.places]


def test_a_page_needs_nothing_else() -> None:
    page = Page(render(View(told(AIMA, "alphabeta"), 5)))
    assert ("html", {"lang": "en"}) in page.elements
    assert page.texts["title"].startswith("AIMA 5.2")
    for _tag, attributes in page.elements:
        assert not {"src", "href", "onload", "onclick", "style"} & attributes.keys()
    (policy,) = (a["content"] or "" for t, a in page.elements if a.get("http-equiv"))
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for name, text in (("script", page.texts["module"]), ("style", page.texts["style"])):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert "url(" not in page.texts["style"]
    assert "@import" not in page.texts["style"]
    whole = "".join(page.texts.values())
    assert set(re.findall(r"https?://[\w./]+", whole)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(fetch|XMLHttpRequest|eval|importScripts|innerHTML)\b", whole)


def test_without_scripts_there_is_the_drawing_of_the_step() -> None:
    view = View(told(AIMA, "alphabeta"), 12, even=True)
    page = render(view).decode()
    assert drawing(view, still=False) in page
    assert "<noscript>" in page


def test_the_document_survives_the_page() -> None:
    for name in ("alphabeta", "table", "star1"):
        view = View(searches()[name], 0)
        whole = as_json(document(view))
        del whole["runs"][0]["svg"]  # is in the page itself
        assert Page(render(view)).document == whole


class Hostile(Nim):
    """Nim that writes positions and moves in a way that no page must believe."""

    def format_state(self, state: Matches) -> str:
        return f"{super().format_state(state)}{HOSTILE}"

    def format_action(self, state: Matches, action: tuple[int, int]) -> str:
        return f"{super().format_action(state, action)}</script><script>alert(2)</script>"


QUOTED = HOSTILE.replace('"', '\\"')
NAMED = read_tree(f'title: "{QUOTED}"\nmax "{QUOTED}" [ "x{QUOTED}" = 1 min [2] ]')


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("game", [NAMED, Hostile(rows=(2, 1))], ids=["names", "moves"])
def test_texts_are_only_ever_text(
    game: Game[Any, Any], packed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.explain.html.PACKED", 0 if packed else 10**9)
    story = told(game, "alphabeta")
    page = Page(render(View(story, 0)))
    plain = Page(render(View(told(Nim(rows=(2, 1)), "alphabeta"), 0)))
    assert {tag for tag, _ in page.elements} <= {tag for tag, _ in plain.elements}
    for tag, number in (("script", 2), ("style", 1), ("zermelo-player", 1), ("body", 1)):
        assert sum(tag == name for name, _ in page.elements) == number
    whole = as_json(document(View(story, 0)))
    assert page.document["title"] == whole["title"]
    assert page.document["runs"][0]["places"] == whole["runs"][0]["places"]
    if game is NAMED:
        assert whole["title"].startswith(HOSTILE[:30])
        assert page.texts["title"].startswith(HOSTILE[:30])


def test_small_trees_bring_the_other_conventions_along() -> None:
    runs = document(View(told(AIMA, "alphabeta"), 0))["runs"]
    assert [run["algorithm"] for run in runs] == ["alphabeta"] * 24 + ["minimax"]
    made = {tuple(run["settings"][n] for n in SWITCHES) for run in runs[:-1]}
    assert len(made) == 24
    assert runs[0]["settings"] == {"cut": "ge", "test": "last", "returns": "soft", "order": "left"}
    (right,) = (r for r in runs if tuple(r["settings"].values()) == ("ge", "last", "soft", "right"))
    assert right["steps"][-1]["nodes"] == oracle.worked_trees()["aima-5.2"][1]["right"]["nodes"]
    assert len({run["label"] for run in runs}) == len(runs)
    (warned,) = (r for r in runs if tuple(r["settings"].values()) == ("gt", "last", "hard", "left"))
    assert warned["note"]  # fail-hard with > loses cutoffs: never silently
    assert "note" not in runs[0]


def test_a_run_given_is_not_brought_twice() -> None:
    story, beside = told(AIMA, "alphabeta"), told(AIMA, "minimax")
    runs = document(View(story, 0, others=(beside,)))["runs"]
    assert [run["algorithm"] for run in runs] == ["alphabeta", "minimax"] + ["alphabeta"] * 23


def test_large_trees_do_not_bring_them() -> None:
    assert len(document(View(told(MNK(), "alphabeta", depth=2), 0))["runs"]) == 1


def test_the_leaves_of_this_very_tree() -> None:
    tree = read_tree("[[[[1 2] [3 4]] [[5 6] [7 8]]] [[[9 1] [2 3]] [[4 5] [6 7]]]]")
    size = document(View(told(tree, "alphabeta"), 0))["runs"][0]["size"]
    assert [size[name][1] for name in ("worst", "best")] == ["16", "7"]  # 2^2 + 2^2 - 1
    folded = document(View(told(MNK(), "alphabeta", depth=3), 0))["runs"][0]["size"]
    assert folded["worst"][1] == "504"  # 9 * 8 * 7
    for story in (told(DICE), told(read_tree("7"))):
        assert "size" not in document(View(story, 0))["runs"][0]


def test_the_worst_case_stands_only_beside_searches_that_cannot_pass_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("zermelo.explain.player.document.alternatives", lambda story: ())
    beside = 0
    for story in searches().values():
        (run,) = document(View(story, 0))["runs"]
        if "size" in run:
            worst = int("".join(filter(str.isdigit, run["size"]["worst"][1])))
            assert story.steps[-1].leaves <= worst
            assert not any(step.name in ("iteration", "window") for step in story.steps)
            beside += 1
    assert beside > 2


def test_a_search_that_deepens_has_no_worst_case() -> None:
    deeper = told(MNK(), "iterative", depth=2)
    assert "size" not in document(View(deeper, 0))["runs"][0]


def test_the_table_of_iterations() -> None:
    story = told(MNK(), "iterative", depth=3)
    rows = document(View(story, 0))["runs"][0]["iterations"]
    assert [row["depth"] for row in rows] == [1, 2, 3]
    assert sum(row["nodes"] for row in rows) == story.steps[-1].nodes
    for row in rows:
        event = story.steps[row["step"]].event
        assert (event["event"], event["value"]) == ("answer", row["value"])
        assert row["line"] == ", ".join(event["line"])


def test_boards_are_there_once_each() -> None:
    story = told(MNK(), "alphabeta", depth=2)
    run = document(View(story, 0))["runs"][0]
    assert len(set(run["boards"])) == len(run["boards"])
    for place, mine in zip(story.places, run["places"], strict=True):
        assert run["boards"][mine["board"]] == with_marks(
            story.game.draw_svg(place.state), place.marks
        )
    assert "boards" not in document(View(story, 0, boards=False))["runs"][0]
    assert "boards" not in document(View(told(AIMA, "alphabeta"), 0))["runs"][0]


def test_the_player_starts_at_the_step_asked_for() -> None:
    story = told(AIMA, "alphabeta")
    assert document(View(story, 7))["start"] == 7
    assert document(View(story, len(story.steps) - 1))["start"] == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks(language: str) -> None:
    with speaking(language):
        page = Page(render(View(told(AIMA, "alphabeta"), 0)))
        assert ("html", {"lang": language}) in page.elements
        assert page.document["texts"] == as_json(texts())
        assert page.document["signs"] == as_json(SIGNS[language])
        assert (
            page.document["runs"][0]["steps"][1]["words"]
            == Narrator(told(AIMA, "alphabeta")).sentences()[1]
        )


def test_one_module_of_modest_weight() -> None:
    source = module()
    assert not re.search(r"^(import|export)\b", source, flags=re.MULTILINE)
    assert "</script" not in source
    assert "</style" not in css()
    sheet = (FOLDER / "player.css").read_text()
    assert len(source.encode()) + len(sheet.encode()) < 95_000  # English texts among them
    for name in MODULES:
        text = (FOLDER / f"{name}.js").read_text()
        assert len(text.splitlines()) <= 300
        assert all(line.count("`") % 2 == 0 for line in text.splitlines())  # indents mean nothing
        imported = re.findall(r'from "\./(\w+)\.js"', text)
        assert set(imported) <= set(MODULES[: MODULES.index(name)])
    assert {file.name[:-3] for file in FOLDER.iterdir() if file.name[-3:] == ".js"} == set(MODULES)


def large(places: int) -> Story:
    """A tree of 111,111 nodes."""
    chosen = random.Random(1)

    def nested(depth: int) -> Any:
        return [nested(depth - 1) for _ in range(10)] if depth else chosen.randint(-99, 99)

    return told(Tree.from_nested(nested(5)), "alphabeta", max_places=places)


def test_the_page_of_a_large_tree() -> None:
    story = large(2_000)
    assert sum(p.hidden + (p.kind != "MORE") for p in story.places) == 111_111
    page = render(View(story, 0))
    assert len(page) < 3_000_000
    assert len(Page(page).document["runs"][0]["places"]) == len(story.places)
