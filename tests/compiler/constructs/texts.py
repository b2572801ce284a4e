"""Boards and actions that are texts, and texts that rules make of others."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.compiler.constructs.table import construct
from zermelo import MAX, MIN, Game


class Strip(NamedTuple):
    cells: str
    turn: str


class OnText(Game[Any, Any]):
    """The row, as a text beside the sign of who is to move."""

    n = 4

    def initial(self) -> Any:
        return Strip("." * self.n, "x")

    def to_move(self, state: Any) -> int:
        return MAX if state.turn == "x" else MIN

    def actions(self, state: Any) -> list[Any]:
        return [i for i, cell in enumerate(state.cells) if cell == "."]

    def result(self, state: Any, action: Any) -> Any:
        cells = state.cells[:action] + state.turn + state.cells[action + 1 :]
        return Strip(cells, "o" if state.turn == "x" else "x")

    def is_terminal(self, state: Any) -> bool:
        return "." not in state.cells

    def utility(self, state: Any) -> int:
        pairs = [state.cells[i : i + 2] for i in range(self.n - 1)]
        return pairs.count("xx") - pairs.count("oo")


@construct("text beside a word in a record")
class TextInRecord(OnText):
    pass


@construct("text beside a number in a tuple")
class TextInTuple(OnText):
    def initial(self) -> Any:
        return "." * self.n, MAX

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> list[Any]:
        return [i for i in range(self.n) if state[0][i] == "."]

    def result(self, state: Any, action: Any) -> Any:
        text, player = state
        cells = list(text)
        cells[action] = "x" if player == MAX else "o"
        return "".join(cells), -player

    def is_terminal(self, state: Any) -> bool:
        return bool(state[0].count(".") == 0)

    def utility(self, state: Any) -> int:
        text: str = state[0]
        return sum(text[i : i + 2] == "xx" for i in range(self.n - 1)) - sum(
            text[i : i + 2] == "oo" for i in range(self.n - 1)
        )


@construct("f-string as an action")
class FormattedAction(OnText):
    def actions(self, state: Any) -> list[Any]:
        return [f"{'abcd'[i]}{i + 1}" for i in range(self.n) if state.cells[i] == "."]

    def result(self, state: Any, action: Any) -> Any:
        return super().result(state, int(action[1:]) - 1)


@construct("str, chr, ord and int of a text")
class Spelled(OnText):
    def actions(self, state: Any) -> Any:
        for i, cell in enumerate(state.cells):
            if cell == ".":
                yield chr(ord("a") + i) + str(i)

    def result(self, state: Any, action: Any) -> Any:
        letter, digit = action
        assert ord(letter) - ord("a") == int(digit)
        return super().result(state, int(digit))


@construct("text that grows beside an action that is a word")
class Growing(Game[Any, Any]):
    """Four words are said in turn; the letters of those said are kept."""

    words = ("alpha", "beta", "gamma", "delta")

    def initial(self) -> Any:
        return "", MAX

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> list[Any]:
        return [word for word in self.words if word[0] not in state[0]]

    def result(self, state: Any, action: Any) -> Any:
        said, player = state
        said += action[0]
        return said, -player

    def is_terminal(self, state: Any) -> bool:
        return len(state[0]) == len(self.words)

    def utility(self, state: Any) -> int:
        return 0


@construct("set of texts")
class SetOfTexts(OnText):
    def is_terminal(self, state: Any) -> bool:
        return "." not in {state.cells[i : i + 1] for i in range(self.n)}

    def evaluate(self, state: Any) -> int:
        pairs = {state.cells[i : i + 2] for i in range(3)} | {"xx", state.turn}
        seen = set()
        for i in range(self.n):
            seen.add(state.cells[:i])
        return len(pairs) + len(seen) + (".." in pairs)


@construct("methods of texts")
class TextMethods(OnText):
    def evaluate(self, state: Any) -> int:
        words = state.cells.replace(".", " ").split()
        ends = state.cells.strip(".").lstrip("x"), state.cells.rstrip("o").zfill(6)
        before, _, after = state.cells.partition("x")
        other = state.cells.translate(str.maketrans("xo", "ox"))
        sides = len(state.cells.center(7, "-")) + len(f"{state.turn}:{len(words)}")
        total = sum(map(len, words)) + len(ends[0]) + len(ends[1]) + len(before) - len(after)
        total += state.cells.find("x", 1) + state.cells.rfind("o") + other.count("x") + sides
        return int(total + state.cells.isalpha() + state.cells.startswith(("x", "o")))


@construct("f-string of a float")
class FormattedFloat(OnText):
    def evaluate(self, state: Any) -> int:
        return len(f"{len(state.cells) / 3}")
