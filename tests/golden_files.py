"""Golden files: texts that were read once and found right."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "golden"


def golden(name: str, text: str) -> str:
    """The golden file of that name, which should be the text.

    ZERMELO_GOLDEN=write makes the files anew; look at the difference before you keep it.
    """
    file = FOLDER / name
    if os.environ.get("ZERMELO_GOLDEN") == "write":
        file.write_text(text, encoding="utf-8")
    return file.read_text(encoding="utf-8")
