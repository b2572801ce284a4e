"""The Universal Chess Interface: `zermelo uci`, for chess programs such as Cute Chess or Arena.

What the protocol has no answer for is told as `info string`, which programs show or log.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from zermelo import __version__
from zermelo.engine import Engine
from zermelo.engine.block import Control
from zermelo.engine.limits import MOST_THREADS
from zermelo.engine.plain import divide
from zermelo.engine.pvs import PVSEngine
from zermelo.game import Game, ZermeloError
from zermelo.games.chess import Chess
from zermelo.language import _
from zermelo.protocols.dialogue import Dialogue
from zermelo.protocols.search import NO_MOVE, Search
from zermelo.search import perft

FLAGS: Final = ("ponder", "infinite")
NUMBERS: Final = (
    *("wtime", "btime", "winc", "binc", "movestogo"),
    *("depth", "nodes", "mate", "movetime", "perft"),
)
AT_LEAST: Final = {"depth": 1, "nodes": 1, "mate": 1}
MOST: Final = 1 << 62
# A scale, and no measurement: what Elo these nodes are worth depends on the engine's evaluation.
LEAST_ELO: Final = 600
MOST_ELO: Final = 2000
FEWEST_NODES: Final = 250  # a move, at the least Elo
DOUBLED: Final = 100  # the Elo that twice the nodes are said to bring

Maker = Callable[[Game[Any, Any], int, int], Engine[Any, Any]]


class Option(NamedTuple):
    """What a chess program may set, and how."""

    kind: str
    default: Any = None
    least: int = 0
    most: int = 0

    def __str__(self) -> str:
        if self.kind == "button":
            return "type button"
        if self.kind == "check":
            return f"type check default {str(self.default).lower()}"
        return f"type spin default {self.default} min {self.least} max {self.most}"

    def read(self, text: str) -> Any:
        """The value that a text gives, or `ValueError`."""
        if self.kind == "check":
            return {"true": True, "false": False}[text.lower()]
        number = int(text)
        if not self.least <= number <= self.most:
            raise ValueError
        return number


class Uci(Dialogue):
    """What a chess program says, line by line, and the answers."""

    def __init__(
        self,
        game: Game[Any, Any],
        make: Maker,
        most_memory: int,
        write: Callable[[str], object],
    ) -> None:
        """`make` gives the engine for a game, so many threads and megabytes of memory."""
        self.game, self._make = game, make
        self._engine: Engine[Any, Any] | None = None
        self._search: Search | None = None  # until its answer is told
        self._control: Control | None = None  # of a perft
        self._known: dict[str, Option] = {
            "Hash": Option("spin", min(64, most_memory), 1, most_memory),
            "Threads": Option("spin", 1, 1, MOST_THREADS),
            "MultiPV": Option("spin", 1, 1, 500),
            "Ponder": Option("check", False),
            "Move Overhead": Option("spin", 50, 0, 10_000),
            "Clear Hash": Option("button"),
        }
        if isinstance(game, Chess) and not game.small:
            self._known |= {
                "UCI_Chess960": Option("check", game.variant == "chess960"),
                "UCI_LimitStrength": Option("check", False),
                "UCI_Elo": Option("spin", MOST_ELO, LEAST_ELO, MOST_ELO),
            }
        self.options = {name: option.default for name, option in self._known.items()}
        self._begin("startpos")
        super().__init__(write)

    def hear(self, line: str) -> bool:
        words = line.split()
        command, rest = (words[0], words[1:]) if words else ("", [])
        if command == "quit":
            return False
        answers: dict[str, Callable[[], object]] = {
            "uci": self._introduce,
            "isready": self._ready,
            "setoption": lambda: self._set(" ".join(rest)),
            "ucinewgame": self._clear,
            "position": lambda: self._place(rest),
            "go": lambda: self._go(rest),
            "stop": self.stop_all,
            "ponderhit": self._ponderhit,
            **dict.fromkeys(("", "debug", "register"), lambda: None),
        }
        try:
            if command not in answers:
                raise ZermeloError(_("no command '{text}'").format(text=command[:100]))
            answers[command]()
        except ZermeloError as error:
            self.complain(error)
        return True

    def stop_all(self) -> None:
        if self._search:
            self._search.stop()
        if self._control:
            self._control.stop()

    def complain(self, error: Exception) -> None:
        told = str(error) if isinstance(error, ZermeloError) else f"{type(error).__name__}: {error}"
        self.tell(f"info string {' '.join(told.split())}")

    # --- commands --------------------------------------------------------------------------------

    def _introduce(self) -> None:
        options = [f"option name {name} {option}" for name, option in self._known.items()]
        names = [f"id name Zermelo {__version__}", "id author Zermelo's authors"]
        self.tell(*names, *options, "uciok")

    def _ready(self) -> None:
        """Answers at once during a search, else when the engine is compiled."""
        if self._search or self._control:
            self.tell("readyok")
        else:
            self.later(self._prepare)

    def _prepare(self) -> None:
        try:
            self._made()
        except Exception as error:
            self.complain(error)
        self.tell("readyok")

    def _set(self, text: str) -> None:
        found = re.fullmatch(r"name (.+?)(?: value(?: (.*))?)?", text)
        names = {name.lower(): name for name in self._known}
        name = names.get(found[1].lower()) if found else None
        if found is None or name is None:
            raise ZermeloError(_("no option: '{text}'").format(text=text[:100]))
        self._check_idle()
        if name == "Clear Hash":
            self._clear()
            return
        option = self._known[name]
        try:
            value = option.read(found[2] or "")
        except (ValueError, KeyError):
            words = _("{option} is of {kind}, not '{text}'")
            told = words.format(option=name, kind=option, text=(found[2] or "")[:100])
            raise ZermeloError(told) from None
        if value == self.options[name]:
            return
        self.options[name] = value
        if name == "UCI_Chess960":
            assert isinstance(self.game, Chess)
            variant = "chess960" if value else "chess"
            self.game = Chess(variant, heuristic=self.game.heuristic)
            self._begin("startpos")
        if name in ("UCI_Chess960", "Hash", "Threads"):
            self._clear()

    def _clear(self) -> None:
        """The next search begins with a new engine, which knows nothing."""
        self._check_idle()
        self.later(lambda: setattr(self, "_engine", None))

    def _check_idle(self) -> None:
        if self._search or self._control:
            raise ZermeloError(_("a search is under way: send stop first"))

    def _ponderhit(self) -> None:
        if self._search is None or not self._search.ponders:
            raise ZermeloError(_("ponderhit, but nothing is pondered on"))
        self._search.hit()

    # --- the position ----------------------------------------------------------------------------

    def _begin(self, start: str) -> None:
        """Takes the first position of a game: "startpos", or "fen" and its text."""
        self._start, self._moves, self._states = start, list[str](), list[Any]()
        if start == "startpos":
            self._states = [self.game.initial()]
        elif start.startswith("fen "):
            self._states = [self.game.parse_state(start.removeprefix("fen "))]
        else:
            raise ZermeloError(_("write position startpos, or position fen and a FEN"))

    def _place(self, words: list[str]) -> None:
        """Takes a position; of one that goes on from the last only what is new."""
        split = words.index("moves") if "moves" in words else len(words)
        start, moves = " ".join(words[:split]), words[split + 1 :]
        known = len(self._moves)
        if start != self._start or moves[:known] != self._moves or not self._states:
            self._begin(start)
            known = 0
        try:
            for text in moves[known:]:
                self._states = [*self._states[:-1], *moved(self.game, self._states[-1], text)]
                self._moves.append(text)
        except ZermeloError:
            self._states = []  # rather no position than one that nobody has asked about
            raise

    # --- searches --------------------------------------------------------------------------------

    def _go(self, words: list[str]) -> None:
        self._check_idle()
        asked = self._limits(words)
        if not self._states:
            self.tell(f"bestmove {NO_MOVE}")
            raise ZermeloError(_("there is no position: the last one was refused"))
        states = [*self._states[:-1], playable(self.game, self._states[-1])]
        if "perft" in asked:
            self._control = Control()
            self.later(partial(self._count, states[-1], asked["perft"], self._control))
            return
        self._search = Search(self.game, states, asked, dict(self.options), self.tell)
        self.later(partial(self._think, self._search))

    def _limits(self, words: list[str]) -> dict[str, Any]:
        """What `go` says; what it says wrongly is told, and left out.

        Where nothing is left of what was to end the search, it is refused: it would not end.
        """
        asked: dict[str, Any] = {}
        wrong = []
        names, rest = [*FLAGS, *NUMBERS, "searchmoves"], list(words)
        while rest:
            word = rest.pop(0)
            if word in FLAGS:
                asked[word] = True
            elif word in NUMBERS and rest and re.fullmatch(r"-?[0-9]{1,18}", rest[0]):
                asked[word] = max(int(rest.pop(0)), AT_LEAST.get(word, -MOST))
            elif word == "searchmoves" and self._states:
                state = playable(self.game, self._states[-1])
                asked[word] = []
                while rest and rest[0] not in names:
                    asked[word].append(self.game.parse_action(state, rest.pop(0)))
            else:
                wrong.append(word)
        if wrong:
            words_ = _("go: not understood: {text}").format(text=" ".join(wrong)[:100])
            if not asked:
                raise ZermeloError(words_)
            self.complain(ZermeloError(words_))
        return asked

    def _made(self) -> Engine[Any, Any]:
        if self._engine is None or self._engine.game is not self.game:
            self._engine = self._make(self.game, self.options["Threads"], self.options["Hash"])
        return self._engine

    def _think(self, search: Search) -> None:
        answer = f"bestmove {NO_MOVE}"
        try:
            answer = search.run(self._made(), self._nodes())
        except Exception as error:
            self.complain(error)
        self._search = None  # first: to the answer a program says `go`
        self.tell(answer)

    def _nodes(self) -> int | None:
        """The nodes of a move at the strength that is wanted."""
        if not self.options.get("UCI_LimitStrength"):
            return None
        nodes: float = FEWEST_NODES * 2 ** ((self.options["UCI_Elo"] - LEAST_ELO) / DOUBLED)
        return round(nodes)

    def _count(self, state: Any, depth: int, control: Control) -> None:
        """`go perft`: as others print it."""
        try:
            engine = self._made()
            if isinstance(engine, PVSEngine):
                counts = divide(engine.compiled, depth, state, control=control)
            else:
                counts = perft.divide(self.game, depth, state)
        finally:
            self._control = None
        rows = [f"{self.game.format_action(state, each)}: {nodes}" for each, nodes in counts]
        self.tell(*rows, f"Nodes searched: {sum(nodes for _action, nodes in counts)}")


def playable(game: Game[Any, Any], state: Any) -> Any:
    """The state; where only a count of moves has ended the game, without that count.

    A chess program may go on after fifty moves until somebody claims the draw.
    """
    return game.uncounted(state) if game.is_terminal(state) else state


def moved(game: Game[Any, Any], state: Any, text: str) -> list[Any]:
    """The state and the one after a move that is given as a text."""
    state = playable(game, state)
    return [state, game.result(state, game.parse_action(state, text))]
