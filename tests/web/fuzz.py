"""Everything that a client can send, made from the interface's own description.

    python -m tests.web.fuzz --requests 20000

Each operation gets requests that fit its description and requests that do not. What is random
hardly ever names a game or a match, so some of it is replaced by what there is. An answer of 500
and an answer that the description does not know are failures.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Err
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.patience import PATIENCE
from tests.web.process import Server
from zermelo.exercise import KINDS
from zermelo.games import GAMES
from zermelo.search import ALGORITHMS
from zermelo.web.levels import LEVELS

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
TREES = (
    "[[3 12 8] [2 4 6] [14 5 2]]",
    "max [chance [1/3: 1 2/3: 2] 1]",
    "[1",
    '{"tree": [1, [2, 3]]}',
)
BROKEN = (requests.ConnectionError, requests.exceptions.ChunkedEncodingError)
TIMED = ("/api/analysis", "/api/why", "/api/search", "/api/lab")
MOVES = ("a1", "b2", "1", "1:1", "roll", "3=2+1", "d3")
PEOPLE = {"max": {"kind": "person"}, "min": {"kind": "engine", "level": "beginner"}}


def plausible(value: Any, dice: random.Random, name: str = "") -> Any:
    """A value of a request, some of it replaced by what exists, and no long searches."""
    likely = dice.random() < 0.7
    if isinstance(value, dict):
        return {key: plausible(each, dice, key) for key, each in value.items()}
    if name == "time" and isinstance(value, int | float):
        return min(value, 0.02)
    if name == "nodes" and isinstance(value, int):
        return min(value, 2000)
    if name in ("depths", "games", "runs", "exercises", "compare") and isinstance(value, list):
        return [plausible(each, dice, "depth" if name == "depths" else "") for each in value[:2]]
    if name == "depth" and isinstance(value, int) and not isinstance(value, bool):
        return min(value, 4)
    if not likely or not isinstance(value, str | list):
        return value
    choices: dict[str, tuple[Any, ...]] = {
        "game": tuple(GAMES),
        "algorithm": (*ALGORITHMS, "engine"),
        "level": tuple(LEVELS),
        "kind": (*KINDS, "person", "engine"),
        "tree": TREES,
        "text": TREES,
        "move": MOVES,
        "moves": ([], [dice.choice(MOVES)], " ".join(dice.choices(MOVES, k=3))),
        "position": (".../.x./...", "7 5 3", "", "nonsense"),
        "order": ("left", "right", "fixed", "dynamic"),
        "window": (["-inf", "inf"], [0, 1], ["1/2", "3"]),
        "shape": ("", "depth=2", "depth=3 cuts=1", "cuts=99"),
    }
    return dice.choice(choices[name]) if name in choices else value


class Fuzzer:
    """Sends requests to a server and counts what comes back."""

    def __init__(
        self, address: str, excused: Callable[[float], bool] = lambda _began: False
    ) -> None:
        self.excused = excused  # whether a request that began then may fail: something was killed
        self.address, self.session = address, requests.Session()
        self.schema = schemathesis.openapi.from_url(f"{address}openapi.json", timeout=PATIENCE)
        self.statuses: Counter[int] = Counter()
        self.tried = 0
        self.ids: list[str] = []

    def operations(self) -> Iterator[Any]:
        """All that the server can be asked."""
        for result in self.schema.get_all_operations():
            assert not isinstance(result, Err), result.err()
            yield result.ok()

    def sweep(self, requests: int, share: int, enough: Callable[[], bool]) -> Iterator[str]:
        """All operations in turn, so many requests at a time; what failed is not asked again."""
        operations = list(self.operations())
        while operations and self.statuses.total() < requests:
            for operation in operations.copy():
                if enough():
                    return
                before = self.tried
                try:
                    self.run(operation, share)
                except (Exception, FailureGroup) as error:
                    operations.remove(operation)
                    yield "; ".join((operation.label, *map(str, _leaves(error))))
                if self.tried - before < share / 2 and operation in operations:
                    operations.remove(operation)  # there is no more that it can be asked

    def run(self, operation: Any, examples: int) -> None:
        """So many requests to one operation; the first failure is raised."""
        modes = schemathesis.GenerationMode
        good = operation.as_strategy(generation_mode=modes.POSITIVE)
        kinds = [good]
        if operation.body or operation.query or operation.path_parameters:
            kinds.append(operation.as_strategy(generation_mode=modes.NEGATIVE))

        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        )
        @given(case=st.one_of(*kinds), seed=st.integers(0, 2**32))
        def one(case: Any, seed: int) -> None:
            self.send(case, random.Random(seed))

        one()

    def send(self, case: Any, dice: random.Random) -> None:
        """One request, made plausible."""
        self.tried += 1
        if isinstance(case.body, dict):
            case.body = plausible(case.body, dice)
            if case.path in TIMED:
                case.body.setdefault("time", 0.02)
            if dice.random() < 0.8:  # most rules with other parameters would be compiled first
                case.body.pop("parameters", None)
        endless = case.path.endswith("/events")  # as long as there is such a match
        kept = "id" in case.path_parameters and "matches" in case.path and not endless
        if kept and dice.random() < 0.7:
            id, version = self.match(dice)
            case.path_parameters["id"] = id
            if isinstance(case.body, dict) and dice.random() < 0.8:
                case.body["version"] = version
        began = time.monotonic()
        try:
            response = case.call(base_url=self.address, session=self.session, timeout=PATIENCE)
        except BROKEN:
            if not self.excused(began):
                raise
            time.sleep(0.2)  # the server is coming back
            return
        self.statuses[response.status_code] += 1
        if response.status_code < 500 or not self.excused(began):
            case.validate_response(response, checks=CHECKS)

    def match(self, dice: random.Random) -> tuple[str, int]:
        """A match that is there, and its version; of no match where the server is not."""
        began = time.monotonic()
        try:
            if len(self.ids) < 20:
                body: Any = {"game": dice.choice(list(GAMES)), "sides": PEOPLE}
                made = self.session.post(f"{self.address}api/matches", json=body, timeout=PATIENCE)
                if made.ok:
                    self.ids.append(made.json()["id"])
            id = dice.choice(self.ids)
            found = self.session.get(f"{self.address}api/matches/{id}", timeout=PATIENCE)
        except IndexError:
            return "none", 1
        except BROKEN:
            if not self.excused(began):
                raise
            return "none", 1
        if found.status_code == 404:
            self.ids.remove(id)
        return id, found.json()["version"] if found.ok else 1


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """The errors in a group of groups; Hypothesis says only that one did not come back."""
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _leaves(one)
    else:
        yield error


def main() -> int:
    """Sends many requests to a server of its own."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--requests", type=int, default=20_000)
    options = parser.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        fuzzer = Fuzzer(server.address)
        share = -(-options.requests // len(list(fuzzer.operations())))
        for wrong in fuzzer.sweep(options.requests, share, lambda: False):
            failures += 1
            print(wrong, flush=True)
        print(server.errors.read_text()[-5000:])
    print(f"{fuzzer.statuses.total()} requests: {dict(sorted(fuzzer.statuses.items()))}")
    return int(bool(failures))


if __name__ == "__main__":
    sys.exit(main())
