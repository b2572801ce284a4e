"""How a game is written and drawn: from its cells where it has some, else as plain text."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from zermelo.board import SEATS, card
from zermelo.errors import MissingRule, NotationError
from zermelo.grid.drawing import Drawing
from zermelo.grid.study import Study, declares, studied
from zermelo.grid.text import drawn
from zermelo.language import _

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)


class Notation(Generic[State, Action]):
    """The texts and drawings of a game, all of which follow from its `cells`."""

    if TYPE_CHECKING:  # the rules, which `zermelo.game.Game` has

        def actions(self, state: State) -> Iterable[Action]: ...
        def result(self, state: State, action: Action) -> State: ...
        def is_terminal(self, state: State) -> bool: ...

    @property
    def name(self) -> str:
        """What the game is called in messages."""
        return str(vars(self).get("name") or type(self).__name__.lower())

    if not TYPE_CHECKING:  # or games that only read it would be none

        @name.setter
        def name(self, name: str) -> None:
            vars(self)["name"] = name

    def _missing(self, rule: str) -> MissingRule:
        message = _("{game} has no rule {rule}; see zermelo.Game for what it must say")
        return MissingRule(message.format(game=self.name, rule=rule))

    def _owner(self, mover: int) -> int:
        """Whose the pieces are that a player moves: MAX's, MIN's or nobody's."""
        return mover

    def _colours(self) -> tuple[str, ...]:
        """The colours of several players' pieces, in their order."""
        return (*SEATS,)

    if not TYPE_CHECKING:  # or an attribute of that name, which many games have, would be wrong

        def cells(self, state: State) -> Any:
            """What stands where, in any usual form; by default what is found in the state itself.

            Rows (tuples or strings), a flat sequence whose width an attribute `columns` says, a
            dict from (row, column), or a `zermelo.grid.Board`. Notation and drawing follow from it.
            """
            raise self._missing("cells")

    def route(self, state: State, action: Action) -> tuple[str, ...]:
        """The names of the cells that an action goes through, the first to the last.

        One where something is put, two where it moves, more for several jumps; none for what is
        not on the board. By these a page lets moves be pointed at.
        """
        study = self._study(state)
        return tuple(map(study.layout.name, study.route(state, action))) if study else ()

    def _study(self, state: State) -> Study | None:
        """What is known of the board; None where there is none, or this state has another."""
        study = studied(self)
        with suppress(Exception):
            if study is not None and study.cells(state):
                return study
        return None

    def format_state(self, state: State) -> str:
        """The state as one line of text."""
        study = studied(self)
        with suppress(Exception):  # of a state unlike all that were seen
            if study is not None and study.text is not None:
                return study.text.format(state)
        return str(state)

    def parse_state(self, text: str) -> State:
        """The state that `format_state` wrote, or `NotationError`."""
        study = studied(self)
        if study is None or study.text is None or declares(self, "format_state"):
            message = _("{game} has no notation for positions; give the moves instead")
            if study is not None and study.text is not None:
                message = _(
                    "{game} has a format_state of its own: write parse_state, which reads what it "
                    "writes, or give the moves instead"
                )
            raise NotationError(message.format(game=self.name))
        try:
            state: State = study.text.parse(text)
        except Exception:  # or whatever an author's classes say of such parts
            message = _("'{text}' is no position of {game}; write it like {example}")
            example = study.text.format(study.states[0])
            words = message.format(text=text, game=self.name, example=example)
            raise NotationError(words) from None
        return state

    def format_action(self, state: State, action: Action) -> str:
        """The action at `state` as a short text without spaces."""
        study = studied(self)
        reading = study.reading(state, action) if study else None
        if study and reading:
            cells = "-".join(map(study.layout.name, reading.route))
            after = (f"={word}" for word in reading.after)
            return "".join((*(f"{word}:" for word in reading.before), cells, *after))
        if declares(self, "route") and (names := self.route(state, action)):
            return "-".join(names)
        parts = action if isinstance(action, tuple) else (action,)
        return ":".join(str(part) for part in parts).replace(" ", "")

    def notate(self, state: State, action: Action) -> str:
        """The action as people write it in a record; where nothing else is usual, `format_action`.

        `parse_action` reads both.
        """
        return self.format_action(state, action)

    def parse_action(self, state: State, text: str) -> Action:
        """The legal action at `state` that is written `text`, or `NotationError`."""
        choices: dict[str, Action] = {}
        if not self.is_terminal(state):
            choices = {self.format_action(state, a): a for a in self.actions(state)}
        if text not in choices:
            choices = {self.notate(state, a): a for a in choices.values()}
        if text not in choices:
            legal = " ".join(choices) or _("none, the game is over")
            message = _("'{text}' is no legal move at {position}; legal: {legal}")
            raise NotationError(
                message.format(text=text, position=self.format_state(state), legal=legal)
            )
        return choices[text]

    def split_moves(self, text: str) -> list[str]:
        """Cuts the text of several moves into the texts of single ones."""
        return text.replace(",", " ").split()

    def format_line(self, state: State, line: Iterable[Action], people: bool = False) -> list[str]:
        """The texts of the actions of a line of play that begins at `state`.

        For `people`, as `notate` writes them.
        """
        texts, write = [], self.notate if people else self.format_action
        for action in line:
            texts.append(write(state, action))
            state = self.result(state, action)
        return texts

    def draw(self, state: State) -> str:
        """The state as a picture made of text; who is to move is told by whoever shows it."""
        study = self._study(state)
        if study is None:
            return self.format_state(state)
        return "\n".join(
            filter(None, (drawn(study.layout, study.pieces(state)), study.besides(state)))
        )

    def draw_svg(self, state: State, last: Action | None = None) -> str:
        """The state as a picture in SVG, with `last`, the action that led to it, marked.

        The picture is one element that begins with "<svg " and has a viewBox, but neither place
        nor size: whoever shows it adds them. It needs nothing from outside (no script, reference
        or font of its own), and no element has an id, for other pictures may stand on the page. A
        <title> names it; all text is escaped. Elements have a class of `zermelo.board.PAINTS` and
        its light colour, so that the style sheet `zermelo.board.DARK` can paint them anew. What
        stands for a legal action bears its text as data-action, for a page to make it clickable;
        or a cell bears its name as data-cell, and `route` says which cells an action goes through.
        A game that does not override this shows its board, or else the text of `draw`.
        """
        return self._board_svg(state, last)

    def _board_svg(
        self, state: State, last: Action | None, *, whole: bool = False, over: str = ""
    ) -> str:
        """The board as SVG, with something `over` it.

        `whole`: cells stand for whole moves, as in drawings that games make themselves.
        """
        name, study = f"{self.name}: {self.format_state(state)}", self._study(state)
        if study is None:
            return card(name, self.draw(state))
        drawing = Drawing(study.layout, study.is_checkered, self._colours())
        route = () if last is None else study.marked(state, last)
        moves: dict[str, str] | None = None
        if whole:
            actions = () if self.is_terminal(state) else self.actions(state)
            moves = {
                self.route(state, each)[-1]: self.format_action(state, each) for each in actions
            }
        return drawing.svg(name, study.pieces(state), route, moves, study.besides(state), over)

    def locate(self, place: str) -> tuple[float, float]:
        """Where a place that `features` names is in the picture of `draw_svg`: its middle."""
        study = studied(self)
        cell = study.layout.find(place) if study else None
        if study is None or cell is None:
            raise self._missing("locate")
        x, y = study.layout.centre(cell)
        return x, y
