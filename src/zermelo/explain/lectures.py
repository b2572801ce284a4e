"""The pseudo-code of the five lectures, in their own words: a file a convention, in `printed/`.

A line with # names the algorithms. Two spaces are a level. Behind @ stand the steps at which a line
runs (`pseudocode.Code`); `root` is what happens at the root itself. What stands in {braces} is
there only under a depth limit.

Slips of the slides are mended: 000 begins with the first move and tries the last one, 001 and 003
update the bound inside the loop, the mean of 003 is not divided again, and 004 keeps the best move.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from zermelo.search import CONVENTIONS


@cache
def printed(convention: str) -> dict[str, str]:
    """The code of a lecture by the names of the algorithms; none where there is no such lecture."""
    file = files("zermelo.explain").joinpath("printed", f"{convention}.txt")
    parts = re.split(r"^# (.+)\n", file.read_text("utf-8") if file.is_file() else "", flags=re.M)
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    return {name: code for names, code in pairs for name in names.split(", ")}


def lecture_code(
    algorithm: str, settings: dict[str, Any], limited: bool
) -> list[tuple[int, str, tuple[str, ...]]]:
    """The lines of the lecture whose convention is followed: level, text, steps.

    None of them where a setting is not the lecture's, or says what its code does not.
    """
    name = settings.get("convention", "")
    own: dict[str, Any] = dict(CONVENTIONS.get(name, {}))
    other = any(settings.get(key, value) != value for key, value in own.items())
    if other or settings["root"] == "MIN" or any(map(settings.get, ("table", "repetition"))):
        return []
    if "window" in settings:
        return []
    found = []
    code = re.sub(r"\{(.*?)\}", r"\1" if limited else "", printed(name).get(algorithm, ""))
    for line in code.splitlines():
        text, _at, tags = line.partition(" @ ")
        if text.strip():
            level = (len(text) - len(text.lstrip())) // 2
            found.append((level, text.strip(), tuple(tags.split(", ")) if tags else ()))
    return found
