"""What of the corpus is refused, and why: `python -m tests.llvm.refusals` writes the tables again.

A refusal that is new, or that is gone, must be noticed.
"""

from __future__ import annotations

import json
from pathlib import Path

TABLES = Path(__file__).with_name("refusals.json")
FUNCTIONS: dict[str, str]
GAMES: dict[str, str]
FUNCTIONS, GAMES = json.loads(TABLES.read_text())


def write() -> None:
    """Compiles everything, and writes down what is refused."""
    from tests.compiler.constructs import PROGRAMS
    from tests.llvm import test_constructs, test_programs
    from tests.llvm.agreement import refused

    functions, games = {}, {}
    for case in test_programs.CASES:
        functions[str(case)] = refused(lambda case=case: test_programs.disagreements(case))[1]  # type: ignore[misc]
    for program in PROGRAMS:
        game = program.game
        games[str(program)] = refused(lambda game=game: test_constructs.disagreements(game))[1]  # type: ignore[misc]
    tables = [{name: why for name, why in each.items() if why} for each in (functions, games)]
    TABLES.write_text(json.dumps(tables, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    write()
