"""A file is written whole, or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
from importlib import util
from pathlib import Path
from typing import Any

import pytest

from zermelo.files import FromText, check_writable, read_limited, write_whole
from zermelo.game import ZermeloError


def test_a_file_is_made_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    write_whole(path, b"one")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]
    other = tmp_path / "b"
    other.write_bytes(b"")
    assert path.stat().st_mode == other.stat().st_mode  # as any new file


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "a.svg", tmp_path / "link.svg"
    path.write_bytes(b"old")
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"


def test_a_device_is_written_to() -> None:
    write_whole(Path(os.devnull), b"x")
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize(
    ("name", "reason"),
    [("", "Is a directory"), ("no/a.svg", "No such file"), ("file/a.svg", "No such file")],
)
def test_what_cannot_be_written_is_told_before(tmp_path: Path, name: str, reason: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    path = tmp_path / name
    with pytest.raises(ZermeloError, match=f"cannot write .*: {reason}"):
        check_writable(path)
    with pytest.raises(ZermeloError, match=f"cannot write .*: {reason}"):
        write_whole(path, b"x")
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_a_disk_that_fills_up_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.svg"
    path.write_bytes(b"old")

    def fill(self: Path, target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(self))

    monkeypatch.setattr(Path, "replace", fill)
    with pytest.raises(ZermeloError, match=r"a\.svg: No space left on device"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "secret.csv"
    path.write_bytes(b"old")
    for mode in (0o600, 0o640):
        path.chmod(mode)
        write_whole(path, b"new")
        assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_name_that_was_guessed_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    (tmp_path / f".zermelo-{os.getpid()}.part").symlink_to(victim)
    write_whole(tmp_path / "a.svg", b"new")
    assert victim.read_bytes() == b"precious"
    assert (tmp_path / "a.svg").read_bytes() == b"new"


def test_somebody_else_s_link_in_a_shared_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim, shared = tmp_path / "victim", tmp_path / "shared"
    victim.write_bytes(b"precious")
    shared.mkdir()
    shared.chmod(0o1777)
    (shared / "a.svg").symlink_to(victim)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    lstat = Path.lstat
    monkeypatch.setattr(Path, "lstat", lambda self: _owned(lstat(self), os.getuid() + 2))
    with pytest.raises(ZermeloError, match="somebody else's link"):
        write_whole(shared / "a.svg", b"new")
    assert victim.read_bytes() == b"precious"


def _owned(about: os.stat_result, owner: int) -> os.stat_result:
    return os.stat_result((*about[:4], owner, *about[5:]))


def test_a_file_without_an_end_is_refused() -> None:
    with pytest.raises(ZermeloError, match="larger than"):
        read_limited(Path("/dev/zero"))


def test_a_module_is_loaded_by_its_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though there is bytecode of a file as large and as old."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    file = tmp_path / "rules.py"

    def prize(loader: Any = None) -> int:
        spec = util.spec_from_file_location("rules", file, loader=loader)
        assert spec is not None
        assert spec.loader is not None
        module = util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return int(module.prize)

    for text in ("prize = 5", "prize = 6"):
        file.write_text(text)
        os.utime(file, (1, 1))
        assert prize() == 5
    assert prize(FromText("rules", str(file))) == 6
