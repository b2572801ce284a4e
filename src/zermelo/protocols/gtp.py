"""The Go Text Protocol, version 2, for any game: `zermelo gtp`.

Of its commands those that mean something in every game. "black" is who moves first, MAX, and
"white" is MIN; the other way round where White moves first. Moves are written as the game does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from zermelo import __version__
from zermelo.engine import Engine, Stop
from zermelo.game import MAX, MIN, Game, NotationError, ZermeloError, last_player
from zermelo.games.chess import Chess
from zermelo.games.draughts import Draughts
from zermelo.history import came_back
from zermelo.protocols.dialogue import Dialogue

COLOURS: Final = {"b": "B", "black": "B", "w": "W", "white": "W"}
MOVES_LEFT: Final = 20  # of one player, as far as the clock is concerned
LEAST: Final = 0.01  # seconds for a move


class Refused(Exception):
    """What the protocol calls a failure: its words come after the `?`."""


class Gtp(Dialogue):
    """What a controller says, line by line, and the answers."""

    def __init__(
        self,
        game: Game[Any, Any],
        make: Callable[[Game[Any, Any]], Engine[Any, Any]],
        resize: Callable[[int], Game[Any, Any]] | None,
        seconds: float,
        write: Callable[[str], object],
    ) -> None:
        """`resize` gives the game on a board of another size, where there is one."""
        self.game, self._make, self._resize = game, make, resize
        self._seconds = seconds  # of a move, unless there is a clock
        self._engine: Engine[Any, Any] | None = None
        self._states = [game.initial()]
        self._stop = Stop()
        self._settings: tuple[int, int, int] | None = None  # main time, overtime, stones in it
        self._left: dict[str, tuple[int, int]] = {}  # by colour: seconds, and stones in overtime
        self.commands: dict[str, Callable[..., str]] = {
            "protocol_version": lambda: "2",
            "name": lambda: "Zermelo",
            "version": lambda: __version__,
            "known_command": lambda name: str(name in self.commands).lower(),
            "list_commands": lambda: "\n".join(self.commands),
            "quit": lambda: "",
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "play": self._play,
            "genmove": self._genmove,
            "undo": self._undo,
            "showboard": self._showboard,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "final_score": self._final_score,
        }
        super().__init__(write)

    def hear(self, line: str) -> bool:
        text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line).partition("#")[0]
        words = text.split()
        number = words.pop(0) if words and re.fullmatch("[0-9]+", words[0]) else ""
        if words or number:
            self.later(lambda: self._answer(number, words))
        return words[:1] != ["quit"]

    def stop_all(self) -> None:
        self._stop.set()

    def complain(self, error: Exception) -> None:
        self.tell(f"? {type(error).__name__}", "")

    def _answer(self, number: str, words: list[str]) -> None:
        try:
            if not words or words[0] not in self.commands:
                raise Refused("unknown command")
            sign, told = "=", self.commands[words[0]](*words[1:])
        except Refused as error:
            sign, told = "?", str(error)
        except TypeError as error:
            if error.__traceback__ and error.__traceback__.tb_next:  # not the wrong number of words
                raise
            sign, told = "?", "syntax error"
        except (ZermeloError, ValueError) as error:
            sign, told = "?", " ".join(str(error).split())
        space = " " if told.strip() == told != "" else ""  # a drawing begins on a line of its own
        self.tell(f"{sign}{number}{space}{told}", "")

    # --- the board -------------------------------------------------------------------------------

    @property
    def _state(self) -> Any:
        return self._states[-1]

    @property
    def _is_over(self) -> bool:
        return self._came_back or self.game.is_terminal(self._state)

    @property
    def _came_back(self) -> bool:
        back = came_back(self.game, self._state, self._states[:-1])
        return self.game.ends_by_repetition and back

    def _boardsize(self, text: str) -> str:
        size = whole(text)
        if size != getattr(self.game, "size", None):
            try:
                if self._resize is None:
                    raise Refused("unacceptable size")
                self.game, self._engine = self._resize(size), None
            except ZermeloError:
                raise Refused("unacceptable size") from None
        return self._clear_board()

    def _clear_board(self) -> str:
        self._states = [self.game.initial()]
        return ""

    def _play(self, colour: str, move: str) -> str:
        self._check_turn(colour, "illegal move")
        for text in (move, move.lower()):  # a controller may write either
            try:
                action = self.game.parse_action(self._state, text)
            except NotationError:
                continue
            self._states.append(self.game.result(self._state, action))
            return ""
        raise Refused("illegal move")

    def _genmove(self, colour: str) -> str:
        self._check_turn(colour, "cannot move")
        if self._engine is None:
            self._engine = self._make(self.game)
        found = self._engine.analyse(
            self._state,
            history=self._states[:-1],
            time=self._budget(self._colour(self.game.to_move(self._state))),
            stop=self._stop,
        )
        told = self.game.format_action(self._state, found.action)
        self._states.append(self.game.result(self._state, found.action))
        return told

    def _undo(self) -> str:
        if len(self._states) == 1:
            raise Refused("cannot undo")
        self._states.pop()
        return ""

    def _showboard(self) -> str:
        rows = [row for row in self.game.draw(self._state).splitlines() if row.strip()]
        return "\n" + "\n".join(rows)  # an empty line would end the answer

    def _final_score(self) -> str:
        """Who is ahead by how much, in the values of the game."""
        if not self._is_over:
            raise Refused("cannot score")
        if self._came_back:
            value = self.game.repeated(last_player(self.game, self._states[:-1]))
        else:
            value = self.game.utility(self._state)
        return f"{self._colour(MAX if value > 0 else MIN)}+{abs(value)}" if value else "0"

    def _colour(self, player: int) -> str:
        """The colour of a player."""
        game = self.game
        white = isinstance(game, Chess) or (isinstance(game, Draughts) and game.flying)
        return "W" if (player == MAX) == white else "B"

    def _check_turn(self, colour: str, words: str) -> None:
        if colour.lower() not in COLOURS:
            raise Refused("syntax error")
        mover = "" if self._is_over else self._colour(self.game.to_move(self._state))
        if COLOURS[colour.lower()] != mover:
            raise Refused(words)

    # --- the clock -------------------------------------------------------------------------------

    def _time_settings(self, main: str, over: str, stones: str) -> str:
        self._settings, self._left = (whole(main), whole(over), whole(stones)), {}
        return ""

    def _time_left(self, colour: str, seconds: str, stones: str) -> str:
        if colour.lower() not in COLOURS:
            raise Refused("syntax error")
        self._left[COLOURS[colour.lower()]] = whole(seconds), whole(stones)
        return ""

    def _budget(self, colour: str) -> float:
        """Seconds for a move: an equal part of what is left, or of the overtime."""
        main, over, stones = self._settings or (0, 1, 0)
        if over > 0 and stones == 0:  # which means no limit
            return self._seconds
        left, moves = self._left.get(colour, (main, 0) if main else (over, stones))
        return max(0.9 * left / (moves or MOVES_LEFT), LEAST)


def whole(text: str) -> int:
    """The number that a text is."""
    if not re.fullmatch("[0-9]{1,9}", text):
        raise Refused("syntax error")
    return int(text)
