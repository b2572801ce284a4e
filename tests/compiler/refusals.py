"""What of the corpus is refused, and why; `python -m tests.compiler.refusals` writes it again.

A refusal that is new, or that is gone, must be noticed. What differs from Python, or ends the
process, is printed: it is a bug.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

TABLES = Path(__file__).with_name("refusals.json")
FUNCTIONS: dict[str, str]
GAMES: dict[str, str]
FUNCTIONS, GAMES = json.loads(TABLES.read_text())


def write() -> int:
    """Compiles everything, and writes down what is refused; the number of bugs."""
    from tests.compiler import test_constructs, test_programs
    from tests.compiler.agreement import LIMITS, refused
    from tests.compiler.constructs import PROGRAMS
    from tests.compiler.fuzz import in_child

    def kind(run: Callable[[], list[Any]]) -> tuple[str, str]:
        found, why = refused(run)
        return ("refused", why) if why else ("differs", repr(found)) if found else ("agrees", "")

    tables: list[dict[str, str]] = [{}, {}]
    counts, bugs = [Counter[str](), Counter[str]()], 0
    runs = [(0, str(c), lambda c=c: test_programs.disagreements(c)) for c in test_programs.CASES]
    runs += [(1, str(p), lambda p=p: test_constructs.disagreements(p.game)) for p in PROGRAMS]
    for which, name, run in runs:
        said, how = in_child(lambda run=run: kind(run))  # type: ignore[misc]
        counts[which]["limits" if how == LIMITS else said] += 1
        if said == "refused":
            tables[which][name] = how
        elif said != "agrees":
            bugs += 1
            print(f"--- {name}: {said}: {how[:2000]}", flush=True)
    TABLES.write_text(json.dumps(tables, indent=1, ensure_ascii=False) + "\n")
    print("functions:", dict(counts[0]), "games:", dict(counts[1]))
    return bugs


if __name__ == "__main__":
    sys.exit(write() > 0)
