"""A process that is confined: nobody outside is reached, nobody inside is left."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from zermelo import confined

# Inside: starts a process that leaves its session, tells what it sees, and does its deed.
CODE = """
import os, signal, sys, time
from zermelo import confined
if sys.argv[1] == "together":
    confined._unshare = lambda libc: False
apart = confined.confine()
if not os.fork():
    os.setsid()
    if os.fork():
        os._exit(0)
    time.sleep(1000)
os.wait()
server = int(sys.argv[3])
try:
    os.kill(server, 0)
    reached = True
except ProcessLookupError:
    reached = False
print(apart, reached, flush=True)
while sys.argv[2] == "halt":  # it is never too late to be halted
    os.kill(os.getppid(), signal.SIGSTOP)
if sys.argv[2] == "end":
    os._exit(7)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
while True:
    pass
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such processes")


@pytest.fixture(params=["apart", "together"])
def where(request: pytest.FixtureRequest) -> str:
    """With a namespace, where the system allows it; and where it does not."""
    return str(request.param)


@pytest.mark.parametrize("deed", ["loop", "halt", "end"])
def test_all_inside_end_together(where: str, deed: str) -> None:
    command = [sys.executable, "-c", CODE, where, deed, str(os.getpid())]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        apart, reached = process.stdout.readline().split()
        assert reached == str(apart == "False")
        if deed != "end":
            confined.end(process)
        # All inside have the pipe: it ends when the last of them does.
        rest, _none = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    assert rest == ""
    assert process.returncode == (7 if deed == "end" else 1)


def test_nobody_is_ended_for_one_who_was_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of a process that has ended may be given to another."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    try:
        monkeypatch.setattr(confined, "_descendants", lambda _number: [other.pid])
        confined.end(process)
        assert other.poll() is None
    finally:
        other.kill()
        other.wait()


# Inside: tries to change and read what is outside, by every way that comes to mind.
DEEDS = """
import os, sys
from pathlib import Path
from zermelo import confined
way, who, own, outside = sys.argv[1:]
if who == "other" and os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
if way == "mounts":
    confined._landlock = lambda *_: False
if way == "rules":
    confined._read_only = lambda *_: False
os.chdir(own)
system = os.__file__ if os.access(os.__file__, os.R_OK) else "/etc/passwd"
confined.confine()
kept = confined.restrict(own, None if way == "mounts" else [own])
victim = Path(outside) / "victim"
deeds = {
    "own": lambda: (Path("made").write_text("1"), os.remove("made"), os.mkdir("d"), os.rmdir("d")),
    "null": lambda: Path("/dev/null").write_text("1"),
    "system": lambda: Path(system).read_bytes(),
    "delete": lambda: os.remove(victim),
    "write": lambda: victim.write_text("1"),
    "empty": lambda: os.truncate(victim, 0),
    "rename": lambda: os.rename(victim, "mine"),
    "make": lambda: os.mkdir(Path(outside) / "folder"),
    "link": lambda: (os.symlink(victim, "link"), Path("link").write_text("1")),
    "mode": lambda: os.chmod(victim, 0),
    "start": lambda: os.system(f"rm {victim} 2>/dev/null") and 1 / 0,
    "read": lambda: victim.read_text(),
    "list": lambda: os.listdir(outside),
}
for name, deed in deeds.items():
    try:
        deed()
        print(name, end=" ")
    except (OSError, ZeroDivisionError):
        pass
print(kept.writes, kept.reads)
"""


@pytest.mark.parametrize("who", ["same", "other"])  # as root, where the tests are run so
@pytest.mark.parametrize("way", ["both", "mounts", "rules"])
def test_files_outside_are_kept(tmp_path: Path, way: str, who: str) -> None:
    own, outside = tmp_path / "own", tmp_path / "outside"
    for folder in (own, outside):
        folder.mkdir()
        folder.chmod(0o777)
    (outside / "victim").write_text("precious")
    (outside / "victim").chmod(0o666)
    for parent in (tmp_path, *tmp_path.parents):
        if parent.stat().st_mode & 0o755 != 0o755:  # another user passes through
            parent.chmod(0o755)
    command = [sys.executable, "-c", DEEDS, way, who, str(own), str(outside)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.stderr == ""
    *did, writes, reads = done.stdout.split()
    if writes == "False":
        pytest.skip(f"this system knows no {way}")
    expected = {"own", "null", "system"}
    if way == "mounts":
        expected |= {"read", "list"}
    if way == "rules" and (who == "same" or os.getuid()):  # its own file: only mounts keep that
        expected |= {"mode"}
    assert set(did) == expected
    assert reads == str(way != "mounts")
    assert (outside / "victim").read_text() == "precious"
