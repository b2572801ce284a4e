"""`zermelo explain`: what it writes, and what it says to a mistake."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.explain.stories import places, texts
from tests.explain.test_html import Page
from zermelo.explain.outputs import OUTPUTS
from zermelo.explain.view import View
from zermelo.language import LANGUAGES

AIMA = """title: "AIMA 5.2"
max A [a1: min B [b1: 3 b2: 12 b3: 8] a2: min C [c1: 2 c2: 4 c3: 6] a3: min D [d1: 14 d2: 5 d3: 2]]
"""
STARTS = {
    ".svg": b"<svg ",
    ".png": b"\x89PNG\r\n",
    ".pdf": b"%PDF-",
    ".tex": b"",
    ".dot": b"digraph",
    ".txt": b"",
    ".html": b"<!doctype html>",
    ".json": b'{"version": 1, "game": ',
    ".tree": b'title: "AIMA 5.2"',
}


@pytest.fixture
def aima(tmp_path: Path) -> Path:
    file = tmp_path / "aima.tree"
    file.write_text(AIMA)
    return file


@pytest.mark.parametrize("ending", OUTPUTS)
def test_every_ending_gives_its_kind_of_file(run: Run, aima: Path, ending: str) -> None:
    file = aima.with_name(f"shown{ending.upper() if ending == '.svg' else ending}")
    done = run("explain", str(aima), "-o", str(file))
    assert done == (0, "", "")
    content = file.read_bytes()
    assert content.lower().startswith(STARTS[ending].lower())
    assert len(content) > (100 if ending == ".tree" else 200)


@pytest.mark.parametrize("ending", OUTPUTS)
def test_every_ending_shows_monte_carlo_tree_search(run: Run, aima: Path, ending: str) -> None:
    file = aima.with_name(f"shown{ending}")
    asked = ("explain", str(aima), "--algorithm", "mcts", "--simulations", "6", "-o", str(file))
    assert run(*asked) == (0, "", "")
    assert file.read_bytes().lower().startswith(STARTS[ending].lower())
    if ending in (".svg", ".txt", ".dot"):
        assert "n=6" in file.read_text()
    if ending == ".tree":  # whose leaves have the values written
        assert run("search", str(file)).out.startswith("value     3\n")


def test_what_monte_carlo_tree_search_cannot_show_is_one_line(run: Run, aima: Path) -> None:
    asked = ("explain", str(aima), "--algorithm", "mcts")
    words = "mcts searches all moves, symmetric ones too; leave --merge out"
    assert run(*asked, "--merge") == (2, "", f"zermelo: {words}\n")
    done = run(*asked, "--depth", "2")
    assert done.status == 2
    assert done.err.startswith("zermelo: mcts takes no 'depth'; it takes ")
    assert "pruned" not in run("search", str(aima), "--algorithm", "mcts").out


@pytest.mark.parametrize("language", LANGUAGES)
def test_symmetric_moves_are_left_out_of_a_slide(run: Run, tmp_path: Path, language: str) -> None:
    """Three moves and twelve replies, with their boards and sums, in letters that can be read."""
    file, page = tmp_path / "slide.svg", tmp_path / "slide.html"
    asked = ("explain", "tictactoe", "--algorithm", "minimax", "--depth", "2", "--lang", language)
    assert run(*asked, "--merge", "-o", str(file)) == (0, "", "")
    svg = ET.fromstring(file.read_text())
    found = places(svg)
    assert len(found) == 1 + 3 + 12
    assert "h = 6 − 5 = 1" in {texts(svg, place).get("static") for place in found}
    assert {place["data-status"] for place in found.values()} == {"done"}
    boards = [each for each in svg.iter() if each.get("class") == "game-board"]
    assert len(boards) == len(found)
    wide, high = (float(svg.attrib[name]) for name in ("width", "height"))
    assert 11 * min(1920 / wide, 1080 / high) > 16  # points of the smallest letters, on 1080 lines
    assert run(*asked, "--merge", "-o", str(page)).status == 0
    runs = Page(page.read_bytes()).document["runs"]
    assert {len(each["places"]) for each in runs} == {16}
    assert run(*asked, "--symmetry").out.count(" = ") > run(*asked, "--merge").out.count(" = ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pacman_among_ghosts_that_go_any_way_fits_a_slide(
    run: Run, tmp_path: Path, language: str
) -> None:
    file = tmp_path / "pacman.svg"
    asked = ("explain", "pacman", "--set", "ghosts=random", "--depth", "2", "--lang", language)
    assert run(*asked, "--compact", "-o", str(file)) == (0, "", "")
    svg = ET.fromstring(file.read_text())
    kinds = [place["data-kind"] for place in places(svg).values()]
    boards = [each for each in svg.iter() if each.get("class") == "game-board"]
    assert len(boards) == len(kinds) - kinds.count("CHANCE") > 15  # none in the middle of a move
    wide, high = (float(svg.attrib[name]) for name in ("width", "height"))
    assert 11 * min(1920 / wide, 1080 / high) > 16


def test_intervals_are_asked_for(run: Run, aima: Path, tmp_path: Path) -> None:
    asked = ("explain", str(aima))
    assert "≤ 2" not in run(*asked).out.replace("2 ≤ α", "")
    assert "▽ C = 2  ≤ 2" in run(*asked, "--labels", "values,leaves,intervals").out.replace(
        " ╫", ""
    )
    for ending, sign in ((".svg", "≤ 2"), (".tex", r"$\leq$ 2"), (".dot", "≤ 2")):
        for label, there in (("usual", False), ("usual,intervals", True)):
            file = tmp_path / f"shown{ending}"
            assert run(*asked, "--labels", label, "-o", str(file)) == (0, "", "")
            drawing = file.read_text().replace("2 ≤ ", "").replace(r"2 $\leq$", "")
            assert (sign in drawing) == there
    for label, there in (("usual", False), ("usual,intervals", True)):
        file = tmp_path / "shown.html"
        run(*asked, "--labels", label, "-o", str(file))
        assert ('data-part="interval"' in file.read_text()) == there


def test_the_tree_of_a_game_becomes_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "corner.tree"
    asked = ("explain", "tictactoe", "--symmetry", "--depth", "2", "-o", str(file))
    done = run(*asked)
    assert (done.status, done.out, file.exists()) == (2, "", False)
    assert "what was cut off has no value" in done.err
    assert run(*asked, "--algorithm", "minimax").status == 0
    assert file.read_text() == (
        'title: "tictactoe"\n[\n'
        "  a1: [b1: 1, c1: 0, b2: -1, c2: 1, c3: 0]\n"
        "  b1: [a1: -1, a2: 0, b2: -2, a3: -1, b3: 0]\n"
        "  b2: [a1: 1, b1: 2]\n]\n"
    )
    assert run("search", str(file), "--json").json["move"] == "b2"
    dice = ("explain", "pig", "--set", "goal=3", "--set", "faces=2", "--depth", "2")
    assert run(*dice, "-o", str(tmp_path / "pig.tree")).status == 0
    values = [
        run("search", source, *more, "--json").json["value"]
        for source, *more in ([str(tmp_path / "pig.tree")], [*dice[1:]])
    ]
    assert values[0] == values[1]
    done = run(*asked, "--algorithm", "minimax", "--max-nodes", "5")
    assert "some nodes are not shown" in done.err


def test_the_log_is_that_of_the_search(run: Run, aima: Path) -> None:
    file = aima.with_suffix(".json")
    run("explain", str(aima), "--order", "right", "-o", str(file))
    log = json.loads(file.read_text())
    traced = run("search", str(aima), "--order", "right", "--trace", "--json").json["trace"]
    assert log["version"] == 1
    assert log["events"] == traced
    assert log["events"][0]["settings"]["order"] == "right"


def test_the_png_is_twice_as_large_as_the_drawing(run: Run, aima: Path) -> None:
    svg, png = aima.with_suffix(".svg"), aima.with_suffix(".png")
    run("explain", str(aima), "-o", str(svg))
    run("explain", str(aima), "-o", str(png))
    root = ET.fromstring(svg.read_text())
    wide, high = struct.unpack(">II", png.read_bytes()[16:24])
    assert (wide, high) == (2 * int(root.attrib["width"]), 2 * int(root.attrib["height"]))


def test_a_step_a_theme_and_a_size_can_be_asked_for(run: Run, aima: Path) -> None:
    file = aima.with_suffix(".svg")
    assert run("explain", str(aima), "-o", str(file), "--step", "0", "--theme", "dark").status == 0
    root = ET.fromstring(file.read_text())
    assert (root.get("data-step"), root.get("data-theme")) == ("0", "dark")
    assert "data-visits" not in file.read_text()
    assert run("explain", "nim", "-o", str(file), "--depth", "3", "--max-nodes", "12").status == 0
    assert "► " in file.read_text()
    assert file.read_text().count('class="place"') < 20
    run("explain", "tictactoe", "-o", str(file), "--depth", "1", "--no-boards")
    assert 'class="game-board"' not in file.read_text()
    run("explain", "tictactoe", "-o", str(file), "--depth", "1", "--moves", "b2")
    assert file.read_text().count('class="game-board"') == 9


def test_without_a_file_it_is_drawn_on_the_terminal(run: Run, aima: Path) -> None:
    done = run("explain", str(aima))
    assert done.status == 0
    assert done.err == ""
    assert "14" in done.out


def test_runs_can_be_compared(run: Run, aima: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[View] = []

    def render(view: View) -> bytes:
        seen.append(view)
        return b"page"

    monkeypatch.setattr("zermelo.explain.html.render", render)
    file = aima.with_suffix(".html")
    others = ("algorithm=minimax", "order=right window=-5,5 cut=gt", "algorithm=iterative table=no")
    asked = [word for other in others for word in ("--compare", other)]
    assert run("explain", str(aima), "-o", str(file), "--returns", "soft", *asked).status == 0
    assert file.read_bytes() == b"page"
    settings = [other.events[0] for other in seen[0].others]
    assert [event["algorithm"] for event in settings] == ["minimax", "alphabeta", "iterative"]
    assert settings[1]["settings"] == {
        "returns": "soft",
        "order": "right",
        "window": [-5, 5],
        "cut": "gt",
    }
    assert settings[2]["settings"]["table"] is False


def test_searches_stand_side_by_side_in_a_drawing(run: Run, aima: Path) -> None:
    file = aima.with_suffix(".svg")
    others = ("minimax", "convention=003 order=right")
    beside = [word for other in others for word in ("--compare", other)]
    asked = ("explain", str(aima), "--convention", "000", *beside, "-o")
    assert run(*asked, str(file)) == (0, "", "")
    root = ET.fromstring(file.read_text())
    heads = [element.text for element in root if element.tag.endswith("}text")]
    assert heads == [
        *("Alpha-beta pruning, convention 000", "value 3, 11 nodes, 7 leaves, 1 cutoff"),
        *("Minimax, convention 000", "value 3, 13 nodes, 9 leaves, 0 cutoffs"),
        "Alpha-beta pruning, convention 003, right to left",
        "value 3, 13 nodes, 9 leaves, 0 cutoffs",
    ]
    panels = [element for element in root if element.tag.endswith("}svg")]
    ends = [float(each.attrib["x"]) + float(each.attrib["width"]) for each in panels]
    starts = [float(each.attrib["x"]) for each in panels]
    assert all(end < start for end, start in zip(ends, starts[1:], strict=False))
    png = aima.with_suffix(".png")
    assert run(*asked, str(png)).status == 0
    wide, high = struct.unpack(">II", png.read_bytes()[16:24])
    size = [round(2 * float(root.attrib[side])) for side in ("width", "height")]
    assert [wide, high] == size
    assert run(*asked, str(aima.with_suffix(".pdf"))).status == 0
    assert aima.with_suffix(".pdf").read_bytes().startswith(b"%PDF-")


def test_searches_too_wide_for_a_row_stand_one_below_the_other(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "wide.svg"
    (tmp_path / "wide.tree").write_text(" ".join(["[", *(f"[{n} {n}]" for n in range(20)), "]"]))
    assert (
        run("explain", str(tmp_path / "wide.tree"), "--compare", "minimax", "-o", str(file))[0] == 0
    )
    panels = [each for each in ET.fromstring(file.read_text()) if each.tag.endswith("}svg")]
    first, second = ([float(each.attrib[name]) for name in ("y", "height")] for each in panels)
    assert sum(first) < second[0]


def test_the_terminal_shows_one_search_below_the_other(run: Run, aima: Path) -> None:
    done = run("explain", str(aima), "--compare", "order=right")
    heads = [line for line in done.out.splitlines() if line.startswith("AIMA 5.2")]
    assert heads == [
        "AIMA 5.2 — Alpha-beta pruning",
        "AIMA 5.2 — Alpha-beta pruning, right to left",
    ]
    file = aima.with_suffix(".txt")
    assert run("explain", str(aima), "--compare", "order=right", "-o", str(file)).status == 0
    assert file.read_text() == done.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("-o a.gif", "no output '.gif'"),
        ("-o a.sgv", "no output '.sgv'; did you mean '.svg'?"),
        ("-o a", "no output ''"),
        ("-o a.svg --theme drak", "no theme 'drak'; did you mean 'dark'?"),
        ("-o a.svg --lang fr", "no language 'fr'"),
        ("-o a.svg --step 24", "there is no step 24; the steps are 0 to 23"),
        ("-o a.svg --step -1", "there is no step -1; the steps are 0 to 23"),
        ("-o a.svg --max-nodes 0", "--max-nodes"),
        ("-o no/a.svg", "cannot write no/a.svg: No such file or directory"),
        ("-o folder.svg", "cannot write folder.svg: Is a directory"),
        ("-o a.html --frames", "--frames needs -o with a file that ends in .tex"),
        (
            "-o a.dot --compare order=right",
            "--compare needs -o with a file that ends in .html .svg",
        ),
        ("-o a.pdf --frames --compare minimax", "--frames and --player show one search"),
        ("-o a.svg --player", "--player is for the terminal, without -o"),
        ("-o a.html --compare right", "--compare takes name=value, not 'right'"),
        ("-o a.html --compare ordr=right", "--compare knows no 'ordr'; did you mean 'order'?"),
        ("-o a.html --compare depth=deep", "--compare: 'deep' makes no sense for depth"),
        ("-o a.html --compare window=3", "--compare: '3' makes no sense for window"),
        ("-o a.html --compare table=maybe", "--compare: 'maybe' makes no sense for table"),
        ("-o a.html --compare 'x", "--compare takes name=value, not ''x'"),
        ("-o a.svg --algorithm engine", "engine does not tell its steps"),
        ("-o a.svg --algorithm alphabet", "did you mean 'alphabeta'?"),
        ("-o a.svg --order up", "no order 'up'"),
        ("-o a.svg --window 3 1", "the low end 3 must be below the high end 1"),
    ],
)
def test_a_mistake_is_one_line_and_leaves_no_file(
    run: Run, aima: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, message: str
) -> None:
    monkeypatch.chdir(aima.parent)
    Path("folder.svg").mkdir()
    done = run("explain", str(aima), *arguments.split())
    assert done.status == 2
    assert message in done.err
    assert done.err.count("\n") == 1
    assert sorted(file.name for file in Path().iterdir()) == ["aima.tree", "folder.svg"]


def test_a_search_too_long_to_show_says_what_to_do(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("zermelo.explain.story.MOST_EVENTS", 5_000)
    file = tmp_path / "a.svg"
    done = run("explain", "tictactoe", "-o", str(file))
    assert done.status == 2
    assert "more than 5,000 events" in done.err
    assert "look less far ahead, or stop sooner (depth, nodes)" in done.err
    assert not list(tmp_path.iterdir())


def test_an_old_file_survives_a_mistake(run: Run, aima: Path) -> None:
    file = aima.with_suffix(".svg")
    file.write_text("old")
    assert run("explain", str(aima), "-o", str(file), "--step", "99").status == 2
    assert file.read_text() == "old"


NO_FONTS = """
import sys, typst
fonts = typst.Fonts
typst.Fonts = lambda **more: fonts(**{**more, "include_system_fonts": False})
compile_ = typst.compile
typst.compile = lambda *a, **more: compile_(*a, **{**more, "ignore_system_fonts": True})
from zermelo.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_machine_without_fonts_still_shows_text(aima: Path) -> None:
    svg, png = aima.with_suffix(".svg"), aima.with_suffix(".png")
    for file in (svg, png):
        call = [sys.executable, "-c", NO_FONTS, "explain", str(aima), "-o", str(file)]
        subprocess.run(call, check=True)
    import resvg_py

    bare = resvg_py.svg_to_bytes(svg_string=svg.read_text(), skip_system_fonts=True, zoom=2)
    assert bare[16:24] == png.read_bytes()[16:24]  # of one size
    assert len(png.read_bytes()) > 1.5 * len(bare)  # but not without texts
