"""A log that cannot fill a disk."""

from __future__ import annotations

import io
import logging

import pytest

from zermelo.web import log


def test_what_is_said_too_often_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(log, "monotonic", lambda: now[0])
    stream = io.StringIO()
    logger = logging.Logger("test")
    logger.addHandler(logging.StreamHandler(stream))
    logger.addFilter(log.Brief())
    for _ in range(1000):
        logger.warning("%s went wrong", "it")
    assert len(stream.getvalue().splitlines()) == log.BURST
    logger.error("our own mistake")  # is not hidden by what any client can cause
    assert stream.getvalue().endswith("our own mistake\n")
    stream.truncate(stream.seek(0))
    now[0] += log.EVERY
    logger.warning("again")
    logger.warning("and again")
    assert stream.getvalue().splitlines() == ["again (and 980 more before)"]


def test_what_the_world_does_is_one_line() -> None:
    stream = io.StringIO()
    logger = logging.Logger("test")
    logger.addHandler(logging.StreamHandler(stream))
    logger.addFilter(log.Brief())
    no_thread = RuntimeError("can't start new thread")
    for error in (OSError(24, "Too many open files"), no_thread, ValueError("our own")):
        try:
            raise error
        except (OSError, RuntimeError, ValueError):
            logger.exception("it failed\nsomewhere")
    lines = stream.getvalue().splitlines()
    assert lines[0] == "it failed: [Errno 24] Too many open files"
    assert lines[1:3] == ["it failed: there is not enough memory for this", "it failed"]
    assert lines[-1] == "ValueError: our own"  # with all that leads to it
