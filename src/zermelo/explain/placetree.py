"""The tree of places: all that a search has come to, and those of them that are shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any, Final

from zermelo.explain.place import Place
from zermelo.game import Game, MultiplayerGame, choices
from zermelo.games.tree import Tree
from zermelo.names import letters
from zermelo.numbers import plain
from zermelo.search.coalition import original
from zermelo.search.record import Event, kind_of, player_of

MOST_LETTERED: Final = 500  # inner nodes of a written tree: more, and letters help nobody


class PlaceTree:
    """Every place there is, before any is hidden: `places` in the order in which they came up.

    `merge`: symmetric moves that the search has left out are no places.
    """

    def __init__(
        self, game: Game[Any, Any], events: list[Event], states: list[Any], merge: bool = False
    ) -> None:
        self.game, self.events = game, events
        self.places: list[Place] = []
        self.visits: list[int] = []  # the place of each visit
        self._at: dict[tuple[int | None, str], int] = {}
        self._actions: dict[int, dict[str, Any]] = {}
        root = states[0] if states else None
        tree = original(game)
        self.written = isinstance(tree, Tree)
        if isinstance(tree, Tree) and root is not None:
            self._write_out(tree, root)
            if not isinstance(tree, MultiplayerGame):  # whose players have these names
                self._give_letters()
        for event in self.events:
            if event["event"] == "enter":
                up = None if event["parent"] is None else self.visits[event["parent"]]
                state = states[event["node"]]
                self.visits.append(self._place(up, event["action"] or "", state))
            elif event["event"] in ("cutoff", "look", "drop", *(() if merge else ("merge",))):
                up = self.visits[event["node"]]
                paired = [action for action, *_other in event.get("pairs", ())]
                for action in event.get("skipped") or event.get("actions") or paired:
                    self._place(up, action)
        self.children = [self._in_order(place) for place in range(len(self.places))]

    def at(self, parent: int | None, action: str) -> int | None:
        """The place by `action` from `parent`, if there is one."""
        return self._at.get((parent, action))

    def principal_variation(self) -> set[int]:
        """The places on the line of play that the search answered with."""
        answers = [event for event in self.events if event["event"] == "answer"]
        return self.way(answers[-1]["line"] if answers else ())

    def way(self, actions: Iterable[str]) -> set[int]:
        """The places from the root along some moves, as far as the search has come."""
        found: set[int] = set()
        place: int | None = None
        for action in ["", *actions]:
            place = self._at.get((place, action))
            if place is None:
                break
            found.add(place)
        return found

    def _place(self, parent: int | None, action: str, state: Any = None) -> int:
        """The place by `action` from `parent`, made if it is not there yet."""
        number = self._at.get((parent, action))
        if number is not None:
            return number
        game = self.game
        if state is None:
            assert parent is not None
            above = self.places[parent].state
            state = game.result(above, self._named(parent)[action])
        kind = kind_of(game, state)
        share = self._shares(parent).get(action, "") if parent is not None else ""
        place = Place(parent, action, state, kind, game.format_state(state), share=share)
        place.player = player_of(game, state)
        several = original(game)
        if kind == "LEAF" and isinstance(several, MultiplayerGame):
            place.written = plain(several.utility(state))
        return self._add(place)

    def _add(self, place: Place) -> int:
        number = self._at[place.parent, place.action] = len(self.places)
        self.places.append(place)
        if place.parent is not None:
            self.places[place.parent].children.append(number)
        return number

    def _write_out(self, tree: Tree, root: int) -> None:
        stack: list[tuple[int, int | None, str, str, str]] = [(root, None, "", "", "")]
        while stack:
            state, parent, action, share, label = stack.pop()
            node = tree.nodes[state]
            kind = kind_of(self.game, state)
            text, name = tree.format_state(state), node.name or ""
            written, static = plain(node.value), plain(node.static)
            number = self._add(
                Place(parent, action, state, kind, text, name, share, written, static, label)
            )
            self.places[number].player = player_of(self.game, state)
            self.places[number].quiet = node.quiet
            odds = tree.odds(state) or [""] * len(node.children)
            for place in reversed(range(len(node.children))):
                action, label = tree.format_action(state, place), node.labels[place] or ""
                stack.append((node.children[place], number, action, odds[place], label))

    def _give_letters(self) -> None:
        """Names the inner nodes that have no name: A, B, C, level by level."""
        level, inner = [0] if self.places else [], []
        while level:
            inner += [place for place in level if self.places[place].children]
            level = [child for place in level for child in self.places[place].children]
        if len(inner) > MOST_LETTERED:
            return
        taken = {text for place in self.places for text in (place.name, place.label)}
        free = (name for name in map(letters, count()) if name not in taken)
        for place in inner:
            self.places[place].name = self.places[place].name or next(free)

    def _named(self, place: int) -> dict[str, Any]:
        """The legal actions at a place by their texts, in the game's order."""
        if place not in self._actions:
            game, state = self.game, self.places[place].state
            self._actions[place] = {game.format_action(state, a): a for a in choices(game, state)}
        return self._actions[place]

    def _shares(self, place: int) -> dict[str, str]:
        game, state = self.game, self.places[place].state
        if self.places[place].kind != "CHANCE":
            return {}
        outcomes = list(game.outcomes(state))
        total = sum(weight for _, weight in outcomes)
        return {game.format_action(state, a): str(Fraction(w, total)) for a, w in outcomes}

    def _in_order(self, place: int) -> list[int]:
        children = self.places[place].children
        if len(children) < 2 or self.written:
            return children
        rank = {action: i for i, action in enumerate(self._named(place))}
        return sorted(children, key=lambda child: rank[self.places[child].action])


def visible_places(
    tree: PlaceTree, visible: set[int], hidden: dict[int, int]
) -> tuple[tuple[Place, ...], dict[int, int]]:
    """The visible places, in preorder, and which number each of them has now.

    `hidden` says how many nodes below a visible place are not visible. Where only some of its
    children are, one place more stands for the others.
    """
    places: list[Place] = []
    number: dict[int, int] = {}
    stack: list[tuple[int, int | None]] = [(0, None)] if tree.places else []
    while stack:
        old, parent = stack.pop()
        if parent is not None:
            places[parent].children.append(len(places))
        if old < 0:  # the rest of a parent's children
            places.append(Place(parent, "", None, "MORE", "", hidden=hidden[~old]))
            continue
        place = tree.places[old]
        number[old] = len(places)
        children = [child for child in tree.children[old] if child in visible]
        more = bool(children) and old in hidden
        places.append(
            replace(place, parent=parent, children=[], hidden=0 if more else hidden.get(old, 0))
        )
        below = [(child, number[old]) for child in children]
        stack += reversed([*below, (~old, number[old])] if more else below)
    return tuple(places), number
