"""A file is written whole, or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from zermelo.files import check_writable, write_whole
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
    write = Path.write_bytes

    def fill(self: Path, content: bytes) -> int:
        write(self, content[:1])
        raise OSError(errno.ENOSPC, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_bytes", fill)
    with pytest.raises(ZermeloError, match=r"a\.svg: No space left on device"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
