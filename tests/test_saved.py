"""Whether somebody has saved a user's file, or what it imports from its own folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from zermelo.saved import Saved


def told(saved: Saved) -> list[bool]:
    """What three looks tell."""
    return [saved.changed() for _look in range(3)]


def test_a_save_is_told_once_and_the_same_text_is_none(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text("size = 3\n")
    saved = Saved(file)
    first = saved.digest
    assert told(saved) == [False] * 3
    file.write_text("size = 4\n")
    assert told(saved) == [False, True, False]  # it is believed when it is seen twice
    assert saved.digest != first
    file.touch()
    assert told(saved) == [False] * 3
    file.write_text("size = 3\n")
    assert told(saved).count(True) == 1
    assert saved.digest == first


def test_two_saves_of_the_same_size_at_the_same_moment_are_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text("size = 3\n")
    saved, moment = Saved(file), file.stat().st_mtime_ns
    file.write_text("size = 4\n")
    os.utime(file, ns=(moment, moment))
    assert told(saved).count(True) == 1


@pytest.mark.parametrize("text", ["", "size ="])
def test_what_an_editor_writes_in_two_steps_is_one_save(tmp_path: Path, text: str) -> None:
    file = tmp_path / "game.py"
    file.write_text("size = 3\n")
    saved = Saved(file)
    file.write_text(text)
    assert not saved.changed()
    file.write_text("size = 5\n")
    assert told(saved) == [False, True, False]


def test_a_file_that_is_replaced_is_the_same_file(tmp_path: Path) -> None:
    file, other = tmp_path / "game.py", tmp_path / ".game.py.part"
    file.write_text("size = 3\n")
    saved = Saved(file)
    other.write_text("size = 6\n")
    file.unlink()
    assert not saved.changed()
    other.rename(file)
    assert told(saved).count(True) == 1
    file.unlink()
    assert told(saved).count(True) == 1  # it is gone


@pytest.mark.parametrize(
    ("line", "imported"),
    [
        ("import pieces", "pieces.py"),
        ("import os, pieces as p", "pieces.py"),
        ("from pieces import King", "pieces.py"),
        ("    from pieces import King", "pieces.py"),
        ("from pieces import (\n    King,\n    Queen,\n)", "pieces.py"),
        ("from chess import \\\n    pieces", "chess/pieces.py"),
        ("from chess import (\n    moves,\n    pieces)", "chess/pieces.py"),
        ("import chess.pieces", "chess/pieces.py"),
        ("import chess", "chess/__init__.py"),
        ("import rules", "pieces.py"),  # which imports them
        ("def broken(:\n    pass\nimport pieces", "pieces.py"),
    ],
)
def test_what_is_imported_from_the_folder_belongs_to_it(
    tmp_path: Path, line: str, imported: str
) -> None:
    (tmp_path / "chess").mkdir()
    (tmp_path / "rules.py").write_text("from pieces import King\n")
    file, other, apart = tmp_path / "game.py", tmp_path / imported, tmp_path / "apart.py"
    file.write_text(f"import zermelo\n{line}\n")
    other.write_text("King = 1\n")
    saved = Saved(file)
    apart.write_text("King = 2\n")
    assert told(saved) == [False] * 3
    other.write_text("King = 3\n")
    assert told(saved).count(True) == 1


def test_what_is_imported_may_come_later_and_go_round(tmp_path: Path) -> None:
    file, other = tmp_path / "game.py", tmp_path / "pieces.py"
    file.write_text("import pieces\n")
    saved = Saved(file)
    other.write_text("import game\n")
    assert told(saved).count(True) == 1


def test_a_pipe_in_the_folder_holds_up_nobody(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pieces.py")
    file = tmp_path / "game.py"
    file.write_text("import pieces\n")
    assert told(Saved(file)) == [False] * 3
