"""A game that is being played in the terminal: the board, the commands of a person, the replies."""

from __future__ import annotations

import random
from typing import Any, Final

from zermelo.cli.roles import Roles
from zermelo.cli.thinker import Thinker
from zermelo.door import checked_mover, checked_utility
from zermelo.explain.several import enumerate_payoffs
from zermelo.game import (
    Game,
    MultiplayerGame,
    NotationError,
    ZermeloError,
    decided_by_chance,
    last_player,
)
from zermelo.games import Tree
from zermelo.history import came_back
from zermelo.language import _, mark
from zermelo.names import instead, is_for_two
from zermelo.numbers import short
from zermelo.report.outcome import outcome_text, repetition_text
from zermelo.report.rows import away, value_text
from zermelo.search.finding import Finding

HELP: Final = {
    mark("MOVE"): mark("play it, as the list of legal moves writes it"),
    mark("hint"): mark("the move the search would play, and its line"),
    mark("moves"): mark("all legal moves with their values for MAX"),
    mark("undo"): mark("take back to your last turn"),
    mark("board"): mark("show the position again"),
    mark("help"): mark("this list"),
    mark("quit"): mark("leave"),
}
FOR_SEVERAL: Final = {"moves": mark("all legal moves with their values")}


class Match:
    """A game being played: the states so far, and who is who."""

    def __init__(
        self,
        game: Game[Any, Any],
        state: Any,
        roles: Roles,
        thinker: Thinker,
        dice: random.Random,
        before: tuple[Any, ...] = (),
    ) -> None:
        self.game, self.roles, self.thinker, self.dice = game, roles, thinker, dice
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
        return self.roles.name(checked_mover(self.game, self.state))

    @property
    def is_over(self) -> bool:
        """Whether the rules, or a position that came back, have ended it."""
        game, state = self.game, self.state
        back = game.ends_by_repetition and came_back(game, state, self.history)
        return back or game.is_terminal(state)

    def play(self) -> None:
        """Plays to the end, or until somebody quits."""
        game, roles = self.game, self.roles
        for introduction in (roles.introduction(self.state), self.thinker.introduction):
            if introduction:
                print(introduction)
        self.show()
        if self.roles.people:
            print(_("type a move, or help"))
        while not self.is_over:
            if decided_by_chance(game, self.state):
                actions, weights = zip(*game.outcomes(self.state), strict=True)
                self.move(self.dice.choices(actions, weights)[0])
            elif game.to_move(self.state) not in roles.people:
                self.answer()
            elif not self.ask():
                return
        if not game.is_terminal(self.state):
            value = roles.value(game.repeated(last_player(game, self.history)))
            print(repetition_text(game, value))
        else:
            value = roles.value(checked_utility(game, self.state))
            if not isinstance(game, Tree) and is_for_two(game):  # else worth something, no victory
                print(roles.text(outcome_text(game, self.state)))
        if isinstance(game, MultiplayerGame) and isinstance(value, tuple):
            payoffs = enumerate_payoffs(game.players, value)
            print(_("over: {payoffs}").format(payoffs=payoffs))
        else:
            print(_("over: the value for MAX is {value}").format(value=value))

    def show(self) -> None:
        """The board, and who is to move."""
        print(self.roles.text(self.game.draw(self.state)))
        if not self.is_over:
            print(_("{player} to move").format(player=self.mover))

    def move(self, action: Any, remark: str = "") -> None:
        """Plays an action and shows what it led to."""
        move = self.game.notate(self.state, action)
        print(_("{player} plays {move}").format(player=self.mover, move=move) + remark)
        self.states.append(self.game.result(self.state, action))
        self.show()

    def answer(self) -> None:
        """The search's move; Ctrl-C hastens it, and where nobody else plays ends the match."""
        result = self.thinker.think(self.state, self.history, leave=not self.roles.people)
        if result is None or result.action is None:
            remark = _("too far from the end to see")
            self.move(next(iter(self.game.actions(self.state))), f" ({remark})")
        else:
            remark = _("value {value}").format(value=value_text(self.roles.finding(result)))
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
                several = isinstance(self.game, MultiplayerGame)
                for word, what in {**HELP, **(FOR_SEVERAL if several else {})}.items():
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
                    print(self.roles.text(str(error)))
                    if len(text) > 2:
                        print(f"({_('no command either')}{instead(text.lower(), commands)})")
                else:
                    self.move(action)
        return True

    def think(self) -> Finding[Any, Any] | None:
        """All moves of this position, searched once: what is said of it stays."""
        if self._thought[0] != self.states:
            found = self.thinker.think(self.state, self.history, all_moves=True)
            self._thought = [*self.states], found and self.roles.finding(found)
        return self._thought[1]

    def hint(self) -> None:
        """What the search would play here."""
        result = self.think()
        if result is None or result.action is None:
            print(_("no hint: the end of the game is too far away to see"))
            return
        line = self.game.format_line(self.state, result.line, people=True)
        words = _("{move}, value {value}; expected: {line}")
        value = value_text(result)
        print(words.format(move=line[0], value=value, line=" ".join(line)))

    def list_moves(self) -> None:
        """All legal moves with their values."""
        result = self.think()
        moves = {move.action: move for move in result.moves} if result else {}
        for action in self.game.actions(self.state):
            value = short(moves[action].value) + away(moves[action]) if action in moves else ""
            print(f"  {self.game.notate(self.state, action):6} {value}")

    def undo(self) -> None:
        """Back to the last position at which a person was to move."""
        for place in range(len(self.states) - 2, -1, -1):
            if self.game.to_move(self.states[place]) in self.roles.people:
                del self.states[place + 1 :]
                self.show()
                return
        print(_("nothing to take back"))
