"""A user's mistake is exit status 2 and one clear line, never a traceback."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("search tictacto", "no game 'tictacto'; did you mean 'tictactoe'?"),
        ("search shogi", "no game 'shogi'; there is tictactoe, mnk, nim"),
        ("serch nim", "Did you mean 'search'?"),
        ("search", "Missing argument 'SOURCE'"),
        ("search nim --algorithm alphabet", "no algorithm 'alphabet'; did you mean 'alphabeta'?"),
        ("search nim --dept 3", "--depth"),
        ("search nim --depth three", "--depth"),
        ("search nim --depth -1", "depth must be a whole number, 0 or more, not -1"),
        ("search nim --nodes 0", "nodes must be 1 or more"),
        ("search nim --time 0", "time must be more than 0"),
        ("search nim --window 3 1", "the low end 3 must be below the high end 1"),
        ("search nim --window x 1", "'x' is no number"),
        ("search nim --order up", "no order 'up'"),
        ("search nim --cut eq", "cut must be one of ge, gt, not 'eq'"),
        ("search nim --returns firm", "returns must be one of soft, hard, bound, not 'firm'"),
        ("search nim --set row=3", "no parameter 'row'; did you mean 'rows'?"),
        ("search nim --set rows", "--set takes name=value, not 'rows'"),
        ("search nim --set rows=a", "parameter rows must be whole numbers such as 7,5,3"),
        ("search nim --set misere=perhaps", "parameter misere must be true or false"),
        ("search mnk --set columns=0", "columns must be from 1 to 26"),
        ("search tictactoe --set columns=4", "no parameter 'columns'"),
        ("search mnk --set heuristic=luck", "heuristic must be one of lines, begun, pieces"),
        ("search nim --position 9-9-9", "'9-9-9' has a row of 9"),
        ("search tictactoe --position xxx", "'xxx' is no position"),
        ("search tictactoe --position xx./xx./...", "write max or min after it"),
        ("search tictactoe --position xxx/ooo/...", "both have a line"),
        ("search nim --moves 1:1,9:9", "move 2: '9:9' is no legal move at 6-5-3 min"),
        ("search pig --algorithm minimax", "minimax cannot search pig, where chance has a say"),
        ("search pig", "set a depth limit"),
        ("search grundy --depth 2", "grundy has no heuristic"),
        ("search grundy --algorithm two-successor", "needs a rule that grundy lacks: evaluate"),
        ("search nim --algorithm minimax --window 0 1", "minimax takes no 'window'"),
        ("search nim --algorithm table --no-table", "table without its table is alphabeta"),
        ("search missing.tree", "cannot read missing.tree: No such file"),
        ("search /", "no game '/'"),
        ("search game.py", "cannot read game.py: no such file"),
        ("search missing.py:Game", "cannot read missing.py: no such file"),
        ("play nim --side left", "no side 'left'"),
        ("play nim --algorithm best", "no algorithm 'best'"),
        ("play pig --algorithm alphabeta", "alphabeta cannot search pig"),
        ("strategy nim --player me", "no player 'me'"),
        ("strategy nim --time nan", "time must be more than 0, not nan"),
        ("strategy connect4 --time 0.05", "connect4 was not solved before the time was over"),
        ("check nim --games 0", "--games"),
        ("games --colour", "No such option"),
        ("search nim --all --window 0 1", "leave the window out"),
        ("search nim --set rows=1 --set rows=2", "--set rows is given twice"),
    ],
)
def test_mistakes(run: Run, arguments: str, message: str) -> None:
    done = run(*arguments.split())
    assert done.status == 2
    assert message in done.err
    assert done.err.startswith("zermelo: ")
    assert done.err.count("\n") == 1
    assert done.out == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[3 [1 2]", "standard input:1:1: "),
        ("[3 4]]", "standard input:1:6: "),
        ("[[3 4]\n [1 x]]", "standard input:2:"),
        ("max [chance [1/2: 1 1/3: 2] 3]", "5/6"),
        ("", "standard input:1:1: "),
        ('{"tree": [1, 2', "standard input:1:"),
    ],
)
def test_malformed_trees_are_told_by_line_and_column(run: Run, text: str, message: str) -> None:
    done = run("search", "-", stdin=text)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err


NIM = "from zermelo.games import Nim\nclass Mine(Nim):\n "


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import nothing_like_this", "does not import: ModuleNotFoundError"),
        ("def (", "does not import: SyntaxError"),
        ("raise SystemExit(3)", "does not import: SystemExit"),
        ("1 / 0", "does not import: ZeroDivisionError: division by zero; in my.py"),
        ("x = 1", "has no class 'Mine'; there is none"),
        ("class Mine: pass", "Mine is no game; derive it from zermelo.Game"),
        ("from zermelo import Game\nclass Mine(Game): pass", "mine has no rule initial"),
        ("from zermelo.games import *\nclass Mine(Nim):\n def result(*_): return _[9]", "(line 3)"),
        ("from zermelo.games import Nim\nclass Mines(Nim): pass", "did you mean 'Mines'?"),
        (NIM + "def utility(self, s): return None", "utility is a number"),
        (NIM + "def utility(self, s): return float('nan')", "no finite value"),
        (NIM + "def actions(self, s): return []", "no finite value"),
        (NIM + "def actions(self, s): return None", "actions"),
        (NIM + "def to_move(self, s): return 'max'", "to_move must give MAX, MIN or CHANCE"),
        (NIM + "def utility(self, s): raise SystemExit(3)", "SystemExit"),
        (NIM + "def __init__(self, n): pass", "give --set n="),
    ],
)  # fmt: skip
def test_a_users_file(run: Run, tmp_path: Path, code: str, message: str) -> None:
    file = tmp_path / "my.py"
    file.write_text(code)
    small = ("--set", "rows=2,1") if NIM in code and "__init__" not in code else ()
    done = run("search", f"{file}:Mine", *small)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert message in done.err


@pytest.mark.parametrize(
    ("code", "message"),
    [
        (NIM + "pass", ""),
        ("from zermelo.games import Nim", "has no game; derive a class from zermelo.Game"),
        (NIM + "pass\nclass Other(Mine): pass", "has several games; name one: "),
    ],
)
def test_the_only_game_of_a_file_needs_no_name(
    run: Run, tmp_path: Path, code: str, message: str
) -> None:
    file = tmp_path / "my.py"
    file.write_text(code)
    done = run("search", str(file), "--set", "rows=2,1")
    assert done.status == (2 if message else 0)
    assert message in done.err
    if "several" in message:
        assert f"{file}:Mine, {file}:Other" in done.err


def test_the_users_file_hides_nothing_of_pythons(run: Run, tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("ROWS = (2, 1)\n")
    file = tmp_path / "random.py"
    file.write_text(
        "import helper\nfrom zermelo.games import Nim\n"
        "class Mine(Nim):\n    def __init__(self): super().__init__(rows=helper.ROWS)\n"
    )
    assert run("search", f"{file}:Mine", "--json").json["value"] == 50
    assert run("check", "pig", "--games", "2", "--no-compiled").status == 0


def test_not_utf8(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "bad.tree"
    file.write_bytes(b"\xff\xfe[1 2]")
    done = run("search", str(file))
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "no UTF-8 text" in done.err


@pytest.mark.parametrize(
    ("parameter", "text", "value"),
    [
        ("n=12", "5", 5),
        ("n: int | None = None", "5", 5),
        ("n: 'Optional[int]' = None", "5", "5"),
        ("n: list[int] = ()", "1,2", (1, 2)),
        ("n: float = 1", "0.5", 0.5),
        ("n=True", "no", False),
        ("n: str = ''", "x", "x"),
        ("n=None", "x", "x"),
    ],
)
def test_parameters_are_read_by_type(
    run: Run, tmp_path: Path, parameter: str, text: str, value: object
) -> None:
    file = tmp_path / "taken.py"
    file.write_text(
        "from zermelo.games import Nim\n"
        "class Taken(Nim):\n"
        f"    def __init__(self, {parameter}):\n"
        f"        assert n == {value!r}, repr(n)\n"
        "        super().__init__(rows=(1,))\n"
    )
    assert run("search", f"{file}:Taken", "--set", f"n={text}").err == ""


def test_parameters_of_other_types_are_refused(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    file.write_text(
        "from zermelo.games import Nim\nclass Odd(Nim):\n"
        "    def __init__(self, n: dict = {}): super().__init__(rows=(1,))\n"
    )
    assert "cannot be read from text" in run("search", f"{file}:Odd", "--set", "n=5").err


def test_text_of_users_is_only_text(run: Run) -> None:
    tree = 'max ["[red]a": 1 ":smile:": 2]'
    done = run("search", "-", "--all", stdin=tree)
    assert "[red]a" in done.out
    assert ":smile:" in done.out


def test_the_program_without_arguments_starts_the_web_app(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    module = import_module("zermelo.cli.serve")
    monkeypatch.setattr(module, "run", lambda settings, *rest: print(settings.loopback))
    done = run()
    assert (done.out, done.err) == ("True\n", "")
