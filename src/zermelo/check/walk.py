"""The ways to the states that are checked: every state of a small game, and random games."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from typing import Any, Final

from zermelo.check.clock import OutOfTime
from zermelo.check.notation import check_draw_svg, check_notation
from zermelo.check.promises import check_promises
from zermelo.check.questions import NoAnswer, Questions
from zermelo.check.rules import Node, check_hash, look
from zermelo.check.values import ANYTHING, back_up_all, check_value, look_ahead
from zermelo.game import CHANCE
from zermelo.language import _

WRITTEN: Final = 500  # so many states of a walk are also written, read and drawn as text
DRAWN: Final = 100  # ... and as a picture, which takes longer
TRIES: Final = 5  # to take moves back
TAIL: Final = 8  # so many states before the end of a game have ends near enough to look ahead to


class Walk:
    """Goes through a game, and checks every state on the way once."""

    def __init__(self, ask: Questions) -> None:
        self.ask = ask
        self.keys: dict[int, Any] = {}
        self.nodes: dict[Hashable, Node] = {}
        self.whole = False  # every state that can be reached is among the nodes
        self.circle: Any = None  # a state that players have come back to

    def go(self, way: Callable[..., None], *arguments: Any) -> None:
        """Goes one way, as far as the states can be kept and the game answers."""
        try:
            way(*arguments)
        except NoAnswer:
            pass
        except OutOfTime:
            raise
        except Exception as error:  # from inside a state: all that is asked is asked with care
            detail = f"{type(error).__name__}: {error}"
            self.ask.note(_("states can be hashed and compared"), None, detail)

    def visit(self, state: Any, written: bool = True) -> Node:
        """Checks a state, if it was not yet; raises `NoAnswer` where there is no going on."""
        hashable = check_hash(self.ask, state, wholly=not self.nodes)
        if hashable and state in self.nodes:
            return self.nodes[state]
        node = look(self.ask, state)
        check_promises(self.ask, node, self.keys)
        if written:
            check_notation(self.ask, node)
            if len(self.nodes) < DRAWN:
                self.ask.attempt("draw_svg", check_draw_svg, node)
        if not hashable:
            raise NoAnswer
        self.nodes[state] = node
        return node

    # --- every state ---------------------------------------------------------------------------

    def through_all(self, most: int) -> None:
        """Visits all states from the beginning on, as long as there are at most so many.

        Canonical states are among them, whether they can be reached or not.
        """
        graph: dict[Hashable, Node] = {}
        try:
            queue = deque([self.ask.ask("initial")])
            reached = set(queue)
            while queue and len(reached) <= most:
                state = queue.popleft()
                try:
                    graph[state] = node = self.visit(state, len(graph) < WRITTEN)
                except NoAnswer:
                    continue
                twin = () if node.canonical is None else (node.canonical,)
                for child in (*(node.children or ()), *twin):
                    if child not in reached:
                        reached.add(child)
                        queue.append(child)
            self.whole = not queue and len(graph) == len(reached)
        finally:
            self.circle = circle(graph) if self.circle is None else self.circle
        values = back_up_all(self.ask, graph, self.whole)
        for node in graph.values():
            check_value(self.ask, node, lambda state: values.get(state, ANYTHING))

    # --- random games --------------------------------------------------------------------------

    def through_game(self, generator: random.Random, max_plies: int) -> None:
        """Plays one random game; `OutOfTime` ends it anywhere."""
        path: list[Node] = []
        since: set[Any] = set()  # the states since chance has last decided
        try:
            state = self.ask.ask("initial")
            for _ply in range(max_plies):
                node = self.visit(state)
                path.append(node)
                if node.terminal:
                    break
                if state in since and self.circle is None:
                    self.circle = state
                if node.player == CHANCE:
                    since.clear()
                else:
                    since.add(state)
                state = self.ask.ask("result", state, choose(node, generator))
        except NoAnswer:
            pass
        for node in path[-TAIL:]:
            check_value(self.ask, node, lambda state: look_ahead(self.ask, state))

    def there_and_back(self, generator: random.Random) -> None:
        """Two moves from the beginning, and all that may take them back: games seldom repeat."""
        ask, start = self.ask, self.ask.ask("initial")
        for _try in range(TRIES):
            first = self.visit(start)
            second = self.visit(ask.ask("result", start, choose(first, generator)))
            if CHANCE in (first.player, second.player):
                return
            third = self.visit(ask.ask("result", second.state, choose(second, generator)))
            for state in third.children or ():
                ask.clock.look()
                with suppress(Exception):  # what is wrong with it, others will say
                    over = ask.answer("is_terminal", state)
                    actions = () if over else ask.answer("actions", state)
                    if any(ask.answer("result", state, each) == start for each in actions):
                        self.circle = start
                        return


def choose(node: Node, generator: random.Random) -> Any:
    """A random action, at CHANCE by the weights of the outcomes."""
    if not node.actions:
        raise NoAnswer
    if node.weights:
        return generator.choices(node.actions, node.weights)[0]
    return generator.choice(node.actions)


def circle(graph: dict[Hashable, Node]) -> Any:
    """A state that players can come back to with no chance between; None where there is none."""
    ahead = {state: node.children or () for state, node in graph.items() if node.player != CHANCE}
    try:
        TopologicalSorter(ahead).prepare()
    except CycleError as error:
        return error.args[1][0]
    return None
