"""Programs as students write them: the right ones pass, the wrong ones are caught and named."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

from zermelo import child, confined
from zermelo.students.examine import examine
from zermelo.students.process import Limits, Unusable
from zermelo.students.program import Verdict, is_program, read_program

PROGRAMS = Path(__file__).parent / "programs"
LIMITS = Limits(seconds=2, megabytes=400)

# Of each wrong program words of what it must look like; None: only that it is wrong.
LOOKS_LIKE = {
    "alpha_never_raised": "at MAX alpha is raised outside the loop, or not at all",
    "alpha_not_passed": "alpha is not passed down",
    "beta_not_passed": "beta is not passed down",
    "bounds_of_the_file": "shared by the whole tree",
    "both_maximise": "MIN takes the largest, too",
    "cut_on_greater": "only where alpha > beta",
    "cut_on_greater_at_max": "at MAX it cuts only on >",
    "depth_is_one": "where the depth is 1, not 0",
    "divided_mean": "divided by the number of branches",
    "last_branch_missing": "the loop ends one too early",
    "last_move": "the last one looked at",
    "later_tie": "use > and not >=",
    "maximum_from_zero": "the maximum starts at 0",
    "min_maximises": "MIN takes the largest, too",
    "minimum_from_zero": "the minimum starts at 0",
    "move_for_value": "the move where the value is wanted",
    "negamax_window_kept": "negamax negates and swaps it",
    "no_cut": "it never cuts: this is minimax",
    "no_cut_at_min": "it never cuts at MIN",
    "no_negation": "valued for whoever moves",
    "no_terminal_test": "no leaf is ever valued: test for the end of the game",
    "plain_mean": "does not weigh by probability",
    "return_in_loop": "a return stands inside the loop",
    "shared_bounds": "shared by the whole tree",
    "small_infinity": "its infinity is too small",
    "stops_early": "one ply too early",
    "swapped": "MAX and MIN are swapped",
    "turns_by_depth": "taken from the depth",
    "two_branches": None,
    "update_outside_loop": "alpha is raised outside the loop",
    "window_swapped": "alpha and beta are handed on the wrong way round",
    "wrong_bound": "the wrong bound",
}


def first_name(file: Path) -> str:
    """The first function or class in a file."""
    body = ast.parse(file.read_text()).body
    return next(part.name for part in body if isinstance(part, ast.FunctionDef | ast.ClassDef))


@cache
def verdict(folder: str, name: str) -> Verdict:
    file = PROGRAMS / folder / f"{name}.py"
    return examine(read_program(str(file), first_name(file), None), 80, 0, LIMITS)


def names(folder: str) -> list[str]:
    return sorted(file.stem for file in (PROGRAMS / folder).glob("*.py"))


@pytest.mark.parametrize("name", names("right"))
def test_right_ones_pass(name: str) -> None:
    found = verdict("right", name)
    assert (found.status, found.wrong, found.unusable) == (0, (), "")
    assert found.marks == 100
    assert found.tried >= 80


def test_what_a_file_holds_besides_does_not_matter() -> None:
    """Depth is counted as the function that is checked counts it, not as its neighbour does."""
    file = PROGRAMS / "several" / "counts.py"
    for name in ("minimax", "alfaBeta", "minimax_limitado", "expectiminimax"):
        program = read_program(str(file), name, None)
        found = examine(program, 48, 0, LIMITS)
        assert (name, found.status, found.wrong[:1]) == (name, 0, ())
        assert program.limits_depth == (name != "alfaBeta")


def all_names(file: str) -> list[tuple[str, str]]:
    """Every function and class of a file in the folder of files that hold several."""
    body = ast.parse((PROGRAMS / "several" / f"{file}.py").read_text()).body
    defined = [part for part in body if isinstance(part, ast.FunctionDef | ast.ClassDef)]
    return [(file, part.name) for part in defined]


STYLES = [*all_names("styles"), *all_names("textbook"), *all_names("depths")]


@pytest.mark.parametrize(("file", "name"), [style for style in STYLES if style[1] != "up"])
def test_every_style_is_taken(file: str, name: str) -> None:
    """What a lone leaf is worth does not matter to who gives moves."""
    path = str(PROGRAMS / "several" / f"{file}.py")
    assert is_program(path, name)
    found = examine(read_program(path, name, None), 30, 0, LIMITS)
    assert (found.status, found.wrong[:1], found.unusable) == (0, (), "")
    assert found.tried >= 30


@pytest.mark.parametrize(("name", "kept"), [("minimax", "known"), ("minimax_by_default", "memory")])
def test_what_outlives_a_search_is_named(name: str, kept: str) -> None:
    """Each tree alone is right: that is one thing to say, and not a mistake in every tree."""
    program = read_program(str(PROGRAMS / "several" / "remembers.py"), name, None)
    found = examine(program, 40, 0, LIMITS)
    assert (found.status, found.marks, len(found.wrong)) == (1, 98, 1)
    assert found.mistake is not None
    assert f"what it keeps in {kept} from one search spoils the next" in found.mistake
    assert found.wrong[0].told.endswith("asked about this case alone it is right")


def test_there_are_as_many_as_promised() -> None:
    assert len(names("wrong")) >= 20
    assert len([words for words in LOOKS_LIKE.values() if words]) >= 15
    assert len(names("right")) >= 5


@pytest.mark.parametrize("name", names("wrong"))
def test_wrong_ones_are_caught_and_named(name: str) -> None:
    found = verdict("wrong", name)
    assert found.status == 1
    assert found.marks < 100
    words = LOOKS_LIKE[name]
    if words is None:
        assert found.mistake is None
    else:
        assert found.mistake is not None
        assert words in found.mistake


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("no_cut", "at C: should have cut here, 2 ≤ alpha = 3; it goes on to c2"),
        ("alpha_not_passed", "at C: alpha = −∞ is passed in; it should be 3"),
        ("wrong_bound", "at B: b3 is left out, but nothing is cut here: 3 > alpha = −∞"),
        ("last_move", "the move is a2, not a3"),
        ("swapped", "at A: 3 is given back; it should be 12"),
        ("two_branches", "ValueError: too many values to unpack (expected 2) (line 7)"),
    ],
)
def test_the_first_difference_in_words(name: str, told: str) -> None:
    assert verdict("wrong", name).wrong[0].told == told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("loop", "no answer after 1 second: does it loop for ever?"),
        ("memory", "it takes more than 400 megabytes of memory"),
        ("recursion", "it calls itself without an end (line 4)"),
        ("leaves", "the program ended Python itself"),
        ("orphan", "the program ended Python itself"),
        ("broken", "No module named 'a_module_that_is_not_there' (line 3)"),
        ("parameter", "nobody knows what the parameter 'wisdom' is for"),
        ("no_end", "no leaf is ever valued: test for the end of the game"),
        ("nothing", "alphabeta gives None: give the value, or (value, action)"),
    ],
)
def test_what_cannot_be_used_ends_in_a_line(name: str, told: str) -> None:
    file = PROGRAMS / "unusable" / f"{name}.py"
    seconds = 1 if "1 second:" in told else 60
    found = examine(read_program(str(file), "alphabeta", None), 40, 0, Limits(seconds, 400))
    assert found.status == 2
    assert told in found.unusable
    assert "\n" not in found.unusable


def test_who_plays_while_loading_is_told_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    text = (PROGRAMS / "right" / "plain.py").read_text()
    file.write_text(f"{text}\n\nwhile True:\n    row = input('row? ')\n")
    found = examine(read_program(str(file), "alphabeta", None), 5, 0, LIMITS)
    assert found.status == 2
    assert found.unusable.endswith('; put what plays the game under if __name__ == "__main__":')
    assert "EOFError" in found.unusable
    file.write_text(f"{text}\n\nif __name__ == '__main__':\n    input('row? ')\n")
    assert examine(read_program(str(file), "alphabeta", None), 5, 0, LIMITS).status == 0


def test_which_depth_was_asked_for() -> None:
    wrong = verdict("wrong", "stops_early").wrong
    assert wrong
    for one in wrong:
        assert one.told.endswith(f"(asked with p = {one.case.depth})")


def test_what_is_right_depends_on_the_convention() -> None:
    file = str(PROGRAMS / "wrong" / "cut_on_greater.py")
    strict = read_program(file, "alphabeta", None, cut="gt")
    assert examine(strict, 80, 0, LIMITS).status == 0
    plain = read_program(str(PROGRAMS / "right" / "plain.py"), "alphabeta", None, cut="gt")
    assert examine(plain, 80, 0, LIMITS).status == 1
    pruning = read_program(str(PROGRAMS / "right" / "plain.py"), "alphabeta", "minimax")
    assert examine(pruning, 80, 0, LIMITS).status == 0


def test_nothing_is_run_to_tell_programs_from_games(tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    file.write_text("raise SystemExit\ndef alphabeta(game, state): ...\nclass Nim(Game): ...\n")
    assert is_program(str(file), "alphabeta")
    assert not is_program(str(file), "Nim")
    with pytest.raises(Unusable, match="has no function 'alphabet'; did you mean 'alphabeta'"):
        read_program(str(file), "alphabet", None)
    file.write_text("def alphabeta(:\n")
    with pytest.raises(Unusable, match="line 1"):
        read_program(str(file), "alphabeta", None)
    file.write_text(
        "class Mine(Nim):\n def play(self): ...\nclass Me(Agent):\n def move(self): ..."
    )
    assert (is_program(str(file), "Mine"), is_program(str(file), "Me")) == (False, True)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("return 0", "the game is over, worth"),
        ("return 'good'", "'good' is no number"),
        ("return -game.evaluate(state)", "worth 100 for MAX, but it gives -100"),
    ],
)
def test_wrong_heuristics(tmp_path: Path, body: str, told: str) -> None:
    file = tmp_path / "student.py"
    file.write_text(f"def heuristic(game, state):\n    {body}\n")
    found = examine(read_program(str(file), "heuristic", None), 1, 0, LIMITS)
    assert found.status == 1
    assert any(told in one.told for one in found.wrong)


def test_a_constant_is_no_heuristic() -> None:
    """It is worth nothing; the piece count of 001 runs as it is printed, for whoever moves."""
    file = str(PROGRAMS / "several" / "evaluations.py")
    found = examine(read_program(file, "avalua_res", None), 1, 0, LIMITS)
    assert (found.status, found.marks) == (1, 0)
    assert found.mistake == "it gives 0 everywhere: it tells no position from another"
    assert "worth 0 for MAX, but it gives 0" not in found.wrong[0].told
    found = examine(read_program(file, "avalua_tres_en_ratlla", None), 1, 0, LIMITS)
    assert 80 < found.marks < 100
    assert found.mistake is None
    assert all("worth 0 for MAX, but it gives -1" in one.told for one in found.wrong)
    assert examine(read_program(file, "avalua_be", None), 1, 0, LIMITS).marks == 100


def test_a_player_that_loses(tmp_path: Path) -> None:
    file = tmp_path / "student.py"
    file.write_text("def choose_move(game, state):\n    return game.actions(state)[0]\n")
    found = examine(read_program(str(file), "choose_move", None), 80, 0, LIMITS)
    assert found.status == 1
    assert "the move is" in found.wrong[0].told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("    if len(game.actions(state)) == 1: return None\n", "gives None"),
        ("    helper([state]); helper(10**9); helper(None)\n", None),
    ],
)
def test_odd_ways(tmp_path: Path, text: str, told: str | None) -> None:
    """A program that sometimes gives nothing is wrong; one with helpers of any kind is not."""
    file = tmp_path / "student.py"
    file.write_text(
        "def minimax(game, state):\n"
        f"{text}"
        "    if game.is_terminal(state): return game.utility(state)\n"
        "    best = max if game.to_move(state) == 1 else min\n"
        "    values = [minimax(game, game.result(state, a)) for a in game.actions(state)]\n"
        "    return best(value or 0 for value in values)\n\n"
        "def helper(state):\n    return 5\n"
    )
    found = examine(read_program(str(file), "minimax", None), 60, 0, LIMITS)
    assert found.status == (0 if told is None else 1)
    assert told is None or any(told in one.told for one in found.wrong)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps files from a program")
def test_no_file_outside_is_changed_or_read(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whoever runs it, root too; files beside the program can be read."""
    for folder in ("mine", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "data.txt").write_text("0")
    other = tmp_path / "other" / "data.txt"
    text = (PROGRAMS / "right" / "plain.py").read_text()
    text += (
        "import os\nfrom pathlib import Path\n"
        "assert (Path(__file__).parent / 'data.txt').read_text() == '0'\n"
        "for deed in (os.remove, os.unlink, os.rmdir, open, Path.touch):\n"
        f"    try: deed(Path({str(other)!r}))\n"
        "    except OSError: continue\n"
        "    raise RuntimeError(deed.__name__)\n"
    )
    file = tmp_path / "mine" / "student.py"
    file.write_text(text)
    found = examine(read_program(str(file), "alphabeta", None), 5, 0, LIMITS)
    assert (found.status, found.unusable) == (0, "")
    assert other.read_text() == "0"
    assert capfd.readouterr().err == ""


def test_where_files_are_not_safe_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = child.Child.hear
    monkeypatch.setattr(child.Child, "hear", lambda *given: {**real(*given), "kept": False})
    confined.warn.cache_clear()
    for _twice in range(2):
        file = str(PROGRAMS / "right" / "plain.py")
        assert examine(read_program(file, "alphabeta", None), 2, 0, LIMITS).status == 0
    assert capsys.readouterr().err.count("WARNING: this system cannot keep a program") == 1
