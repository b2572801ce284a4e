"""Running the program as a user does, without a new process each time."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from zermelo.cli import main


class Done(NamedTuple):
    """What a run of the program left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The object printed with --json."""
        return json.loads(self.out)


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `zermelo ARGUMENTS`, with a text on standard input if wanted."""

    def call(*arguments: str, stdin: str = "") -> Done:
        monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        status = main(arguments)
        out, err = capsys.readouterr()
        return Done(status, out, err)

    return call
