"""`zermelo play`: a game in the terminal, against the search or with a friend."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from zermelo.algorithms import algorithm_named
from zermelo.cli import options, running, source
from zermelo.engine.algorithm import ENGINE
from zermelo.game import (
    CHANCE,
    MAX,
    MIN,
    PLAYER_NAMES,
    Game,
    NotationError,
    ZermeloError,
    last_player,
    provides,
)
from zermelo.games import Tree
from zermelo.language import _, mark
from zermelo.names import check_name, instead
from zermelo.numbers import short
from zermelo.report.outcome import outcome_text, repetition_text
from zermelo.report.rows import away, value_text
from zermelo.search import NothingFound, Settings
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding
from zermelo.search.sighted import sighted_search
from zermelo.solver.lookup import Lookup, finding, small_table

SIDES: Final = {"max": (MAX,), "min": (MIN,), "both": (MAX, MIN), "none": ()}
HELP: Final = {
    mark("MOVE"): mark("play it, as the list of legal moves writes it"),
    mark("hint"): mark("the move the search would play, and its line"),
    mark("moves"): mark("all legal moves with their values for MAX"),
    mark("undo"): mark("take back to your last turn"),
    mark("board"): mark("show the position again"),
    mark("help"): mark("this list"),
    mark("quit"): mark("leave"),
}


def play(
    game_source: options.Source,
    side: Annotated[
        str, typer.Option(metavar="max|min|both|none", help="Which side is yours.")
    ] = "max",
    algorithm: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="How the other side thinks. [default: by the game]"),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="How strong it is instead, from beginner to full, or perfect."
        ),
    ] = None,
    depth: options.Depth = None,
    time: options.Seconds = None,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    tablebase: options.Tablebase = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Of the dice.")] = None,
) -> None:
    """Play in the terminal. At your turn type a move, or: hint, moves, undo, board, help, quit."""
    game = source.load(game_source, set_ or ())
    state, history = source.start(game, position, moves)
    check_name(side.lower(), SIDES, _("no side '{name}'"))
    if level is None:
        thinker = Thinker(game, algorithm, depth, time, tablebase)
    else:
        if algorithm is not None or depth is not None or time is not None:
            words = _("--level says how it thinks: leave out --algorithm, --depth, --time")
            raise ZermeloError(words)
        thinker = of_level(game, state, level, tablebase)
    thinker.dice = random.Random(seed)
    Match(game, state, SIDES[side.lower()], thinker, thinker.dice, history).play()


def of_level(game: Game[Any, Any], state: Any, name: str, tablebase: Path | None) -> Thinker:
    """A level of the web app as a player."""
    from zermelo.web.levels import PERFECT, algorithm_for, level_named

    level = level_named(name)
    if level.name != PERFECT:
        algorithm = algorithm_for(level.algorithm, game)
        return Thinker(game, algorithm, level.depth, level.time, tablebase)
    thinker = Thinker(game, None, None, None, tablebase, perfect=True)
    if thinker.table is None:
        thinker.table = small_table(game, state)
    if thinker.table is None:
        words = _("{game} is too large to be solved at once: give --tablebase FOLDER")
        raise ZermeloError(words.format(game=game.name))
    thinker.table[state]  # complains of a position that it does not have
    return thinker


class Thinker:
    """The search as a player: told how to think, or thinking as suits the game."""

    def __init__(
        self,
        game: Game[Any, Any],
        name: str | None,
        depth: int | None,
        time: float | None,
        tablebase: Path | None = None,
        perfect: bool = False,
    ) -> None:
        self.game, self.perfect, self.dice = game, perfect, random.Random()
        self.table: Lookup[Any, Any] | None = None
        if tablebase is not None:
            from zermelo.tablebase import Tablebase

            self.table = Tablebase.open(tablebase, game)
        self.settings = Settings()
        if name is None:
            name = self._by_the_game(depth, time)
        self.algorithm = algorithm_named(name)
        if depth is not None:
            self.settings["depth"] = depth
        if time is not None:
            self.settings["time"] = time
        self.algorithm.check(game, self.settings)

    def _by_the_game(self, depth: int | None, time: float | None) -> str:
        tree, limited = isinstance(self.game, Tree), depth is not None or time is not None
        deepens = time is not None and depth is None  # only the engine does, ply by ply
        if self.game.has_chance and (tree or not deepens):
            self.settings["table"] = True
            if not limited and not tree:
                self.settings["depth"] = 2
            return "expectiminimax"
        if tree:
            return "alphabeta"
        if not limited:
            self.settings["time"] = 1.0 if provides(self.game, "evaluate") else 5.0
        return ENGINE.name

    def think(
        self, state: Any, history: tuple[Any, ...], all_moves: bool = False, leave: bool = False
    ) -> Finding[Any, Any] | None:
        """What the search finds; None when it could not see the end of a game it cannot judge.

        A position that the tablebase has is looked up, and who is perfect does nothing else.
        """
        if self.table and (self.perfect or state in self.table):
            return finding(self.table, state, history)
        settings = Settings(**self.settings)
        settings["history"] = history
        if all_moves:
            settings["all_moves"] = True
        try:
            return sighted_search(
                lambda game, given: running.search(self.algorithm, game, state, given, leave=leave),
                *(self.game, settings, self.dice),
            )
        except (NothingFound, NotSolved):
            return None


class Match:
    """A game being played: the states so far, and whose sides are people's."""

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any,
        people: tuple[int, ...],
        thinker: Thinker,
        dice: random.Random,
        before: tuple[Any, ...] = (),
    ) -> None:
        self.game, self.people, self.thinker, self.dice = game, people, thinker, dice
        self.before, self.states = before, [state]
        self._thought: tuple[list[Any], Finding[Any, Any] | None] = [], None  # after these states

    @property
    def state(self) -> Any:
        """The position on the board."""
        return self.states[-1]

    @property
    def history(self) -> tuple[Any, ...]:
        """The positions before it."""
        return (*self.before, *self.states[:-1])

    @property
    def mover(self) -> str:
        """Who is to move, for people."""
        return _(PLAYER_NAMES[self.game.to_move(self.state)])

    @property
    def is_over(self) -> bool:
        """Whether the rules, or a position that came back, have ended it."""
        came_back = self.game.ends_by_repetition and self.state in self.history
        return came_back or self.game.is_terminal(self.state)

    def play(self) -> None:
        """Plays to the end, or until somebody quits."""
        game = self.game
        self.show()
        if self.people:
            print(_("type a move, or help"))
        while not self.is_over:
            mover = game.to_move(self.state)
            if mover == CHANCE:
                actions, weights = zip(*game.outcomes(self.state), strict=True)
                self.move(self.dice.choices(actions, weights)[0])
            elif mover not in self.people:
                self.answer()
            elif not self.ask():
                return
        if not game.is_terminal(self.state):
            value = game.repeated(last_player(game, self.history))
            print(repetition_text(value))
        else:
            value = game.utility(self.state)
            if not isinstance(game, Tree):  # whose leaves are worth something, and nobody's victory
                print(outcome_text(game, self.state))
        print(_("over: the value for MAX is {value}").format(value=value))

    def show(self) -> None:
        """The board, and who is to move."""
        print(self.game.draw(self.state))
        if not self.is_over:
            print(_("{player} to move").format(player=self.mover))

    def move(self, action: Any, remark: str = "") -> None:
        """Plays an action and shows what it led to."""
        move = self.game.format_action(self.state, action)
        print(_("{player} plays {move}").format(player=self.mover, move=move) + remark)
        self.states.append(self.game.result(self.state, action))
        self.show()

    def answer(self) -> None:
        """The search's move; Ctrl-C hastens it, and where nobody else plays ends the match."""
        result = self.thinker.think(self.state, self.history, leave=not self.people)
        if result is None or result.action is None:
            remark = _("too far from the end to see")
            self.move(next(iter(self.game.actions(self.state))), f" ({remark})")
        else:
            remark = _("value {value}").format(value=value_text(result))
            self.move(result.action, f" ({remark})")

    def ask(self) -> bool:
        """One line from the person to move; False: no more."""
        try:
            text = input(f"{self.mover}> ").strip()
        except EOFError:
            print()
            return False
        except RuntimeError:  # there is no standard input
            raise ZermeloError(_("there is no standard input to play from")) from None
        commands = {_(word): word for word in list(HELP)[1:]}
        match commands.get(text.lower(), text.lower()):
            case "":
                pass
            case "quit" | "q" | "exit":
                return False
            case "help" | "?":
                width = max(6, *(len(_(word)) for word in HELP))
                for word, what in HELP.items():
                    print(f"  {_(word):{width}} {_(what)}")
            case "board":
                self.show()
            case "hint":
                self.hint()
            case "moves":
                self.list_moves()
            case "undo":
                self.undo()
            case _:
                try:
                    action = self.game.parse_action(self.state, text)
                except NotationError as error:
                    print(error)
                    if len(text) > 2:
                        print(f"({_('no command either')}{instead(text.lower(), commands)})")
                else:
                    self.move(action)
        return True

    def think(self) -> Finding[Any, Any] | None:
        """All moves of this position, searched once: what is said of it stays."""
        if self._thought[0] != self.states:
            found = self.thinker.think(self.state, self.history, all_moves=True)
            self._thought = [*self.states], found
        return self._thought[1]

    def hint(self) -> None:
        """What the search would play here."""
        result = self.think()
        if result is None or result.action is None:
            print(_("no hint: the end of the game is too far away to see"))
            return
        line = self.game.format_line(self.state, result.line)
        words = _("{move}, value {value}; expected: {line}")
        value = value_text(result)
        print(words.format(move=line[0], value=value, line=" ".join(line)))

    def list_moves(self) -> None:
        """All legal moves with their values."""
        result = self.think()
        moves = {move.action: move for move in result.moves} if result else {}
        for action in self.game.actions(self.state):
            value = short(moves[action].value) + away(moves[action]) if action in moves else ""
            print(f"  {self.game.format_action(self.state, action):6} {value}")

    def undo(self) -> None:
        """Back to the last position at which a person was to move."""
        for place in range(len(self.states) - 2, -1, -1):
            if self.game.to_move(self.states[place]) in self.people:
                del self.states[place + 1 :]
                self.show()
                return
        print(_("nothing to take back"))
