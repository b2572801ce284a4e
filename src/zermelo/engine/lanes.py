"""Whether the compiled rules and the interpreted ones are the same game."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from time import thread_time
from typing import Any, Final

from zermelo.bits import signed
from zermelo.check import Broken
from zermelo.compiler import LEVEL
from zermelo.compiler.errors import Beyond64Bits, CannotCompile, Limit, RuleFault
from zermelo.compiler.intrinsics import WORD, load, store, store_float
from zermelo.compiler.kernels import SPARED, Number, Rules, Words
from zermelo.compiler.native.code import Context
from zermelo.compiler.rules import CompiledGame, compile, with_room
from zermelo.compiler.state_layout import NarrowValue
from zermelo.engine.memory import address_of
from zermelo.game import CHANCE, MOST_PLAYERS, Game, NoEstimate
from zermelo.language import _, mark

# What `probe` writes about a state, and then about each of its actions; `probe_outcomes` writes
# the weight of each outcome where the rank would be.
#
#   word   0         1       2       3        4         5    6 and 7  8      9        10
#          terminal  player  quiet   utility  evaluate  key  bounds   check  forcing  pass
#
#   word   11 ...               ...
#          the canonical state  the state after a pass
#
#   word   0                     1 ...        ...
#          rank, by `order`      the action   the state that it leads to
TERMINAL: Final = 0 * WORD
PLAYER: Final = 1 * WORD
QUIET: Final = 2 * WORD
UTILITY: Final = 3 * WORD
EVALUATE: Final = 4 * WORD
KEY: Final = 5 * WORD
LOW: Final = 6 * WORD
HIGH: Final = 7 * WORD
CHECK: Final = 8 * WORD
FORCING: Final = 9 * WORD  # a number made of those actions
PASS: Final = 10 * WORD  # whether there is one
CANONICAL: Final = 11 * WORD
FOLD: Final = 1_000_003


def compare(
    game: Game[Any, Any], *, games: int = 100, seed: int = 0, max_plies: int = 500
) -> list[Broken]:
    """Plays so many random games and returns each rule that differs when compiled, once.

    A rule that cannot be compiled at all is among them, with what to write instead. The rules
    themselves must be in order (see `check_game`): errors inside them are raised.
    """
    try:
        broken, refused = differences(compile(game), games, seed, max_plies)
    except CannotCompile as error:
        return [Broken(_("the rules can be compiled"), _("the beginning"), str(error))]
    beginning = _("the beginning")
    names = {rule: _("{rule} can be compiled").format(rule=rule) for rule in refused}
    return [*(Broken(names[rule], beginning, why) for rule, why in refused.items()), *broken]


def differences(
    compiled: CompiledGame,
    games: int,
    seed: int,
    max_plies: int,
    states: Iterable[Any] = (),
    seconds: float = math.inf,
    level: int = LEVEL,
) -> tuple[list[Broken], dict[str, str]]:
    """Each rule that differs when compiled; and why those optional ones cannot be that are not.

    It is looked for in random games, and at these `states` too, as far as the time goes, with as
    much room in boards as it takes.
    """

    def play(compiled: CompiledGame) -> _Comparison:
        comparison = _Comparison(compiled, level)
        end = thread_time() + seconds
        comparison.play(games, seed, max_plies, end)
        for state in states:
            if thread_time() > end + seconds:
                break
            comparison.visit(state)
        return comparison

    try:
        comparison = with_room(compiled, play)
    except (NarrowValue, RuleFault) as reason:
        words = _("cannot compile {name}: {what}").format(name=compiled.game.name, what=reason)
        raise CannotCompile(words) from None
    refused = {r: why for r, why in compiled.refused.items() if r not in comparison.spared}
    return list(comparison.broken.values()), refused


# --- the kernels ---------------------------------------------------------------------------------


def probe(game: Rules, out: int, state: Words, room: int) -> int:
    """Writes all the answers of the rules at a state; the number of actions, which may not fit."""
    over = bool(game.is_terminal(state))
    store(out + TERMINAL, int(over))
    if game.has_key:
        store(out + KEY, game.key(state))
    if game.has_bounds:
        low, high = game.bounds(state)
        put_number(game, out + LOW, low)
        put_number(game, out + HIGH, high)
    if game.has_canonical:
        game.put_state(out + CANONICAL, game.canonical(state))
    if over:
        worth = game.utility(state)
        if game.several:
            for player in range(min(len(worth), MOST_PLAYERS)):
                store_float(out + CANONICAL + WORD * (2 * game.state_words + player), worth[player])
            store(out + UTILITY, len(worth))
        else:
            put_number(game, out + UTILITY, worth)
        return 0
    store(out + PLAYER, game.to_move(state))
    if game.has_is_quiet:
        store(out + QUIET, int(bool(game.is_quiet(state))))
    if game.has_evaluate and not game.several:  # where it stays in Python
        put_number(game, out + EVALUATE, game.evaluate(state))
    if game.has_in_check:
        store(out + CHECK, int(bool(game.in_check(state))))
    if game.has_forcing:
        store(out + FORCING, 0)
        for action in game.forcing(state):
            for word in game.pack_action(action):
                store(out + FORCING, signed((load(out + FORCING) + word) * FOLD))
    at = out + CANONICAL + WORD * game.state_words
    if game.has_null_move:
        after = game.null_move(state)
        if after is not None:
            store(out + PASS, 1)
            game.put_state(at, after)
    at += WORD * game.state_words
    count = 0
    for action in game.actions(state):
        if count < room:
            if game.has_order:
                store(at, game.order(state, action))
            game.put_action(at + WORD, action)
            game.put_state(at + WORD + WORD * game.action_words, game.result(state, action))
        at += WORD + WORD * game.action_words + WORD * game.state_words
        count += 1
    return count


def probe_outcomes(game: Rules, out: int, state: Words, room: int) -> int:
    """Writes the outcomes at a state of CHANCE; returns their number, which may not fit."""
    at = out + CANONICAL + 2 * WORD * game.state_words
    count = 0
    for action, weight in game.outcomes(state):
        if count < room:
            store(at, weight)
            game.put_action(at + WORD, action)
        at += WORD + WORD * game.action_words + WORD * game.state_words
        count += 1
    return count


def put_number(game: Rules, address: int, number: Number) -> None:
    """Stores a value of the game's."""
    if game.is_float:
        store_float(address, number)
    else:
        store(address, int(number))


# --- both lanes ----------------------------------------------------------------------------------


class _Comparison:
    """Asks both lanes the same, and notes what differs."""

    def __init__(self, compiled: CompiledGame, level: int) -> None:
        self.compiled, self.game, self.level = compiled, compiled.game, level
        self.broken: dict[str, Broken] = {}  # rules that differ
        self.seen: set[Any] = set()
        self.spared: set[str] = set()  # rules without which all is well
        self.rules = compiled.rules
        self.probe = compiled.kernel(probe, self.rules, level)
        if self.has("outcomes"):
            self.outcomes = compiled.kernel(probe_outcomes, self.rules, level)

    def play(self, games: int, seed: int, max_plies: int, end: float) -> None:
        """Visits the states of random games, until the time is over."""
        game, generator = self.game, random.Random(seed)
        for _game in range(games):
            state = game.initial()
            for _ply in range(max_plies):
                self.visit(state)
                if game.is_terminal(state) or thread_time() > end:
                    break
                state = game.result(state, generator.choice(list(game.actions(state))))

    def has(self, rule: str) -> bool:
        return bool(getattr(self.rules, f"has_{rule}"))

    def note(self, method: str, state: Any, interpreted: Any, compiled: Any) -> None:
        if interpreted == compiled:
            return
        rule = _("{what} is the same compiled").format(what=_(method))
        if rule not in self.broken:
            detail = _("{interpreted!r}, compiled {compiled!r}")
            detail = detail.format(interpreted=interpreted, compiled=compiled)
            self.broken[rule] = Broken(rule, self.game.format_state(state), detail)

    def note_fault(self, state: Any, fault: RuleFault) -> None:
        """What Python does without an error, and machine code does not; a key may be of any size.

        A limit of machine code is no difference: the game runs in Python.
        """
        rule = fault.rule.rpartition(".")[2]
        if rule not in SPARED:
            if issubclass(fault.cause, Limit):
                raise fault
            name = _("{rule} raises no error when compiled").format(rule=fault.rule)
            self.broken.setdefault(name, Broken(name, self.game.format_state(state), str(fault)))
            return
        self.compiled.leave_out(rule, str(fault))
        if rule == "key" and fault.cause is Beyond64Bits:  # it may be of any size
            self.spared.add(rule)
        self.rules = self.compiled.rules
        self.probe = self.compiled.kernel(probe, self.rules, self.level)
        self.seen.discard(state)
        self.visit(state)

    def visit(self, state: Any) -> None:
        """Compares every rule at a state that was not seen before."""
        if state in self.seen:
            return
        self.seen.add(state)
        try:
            words = self.compiled.state.words(state)
        except NarrowValue:
            raise
        except CannotCompile as error:
            self.note("the state", state, state, error)
            return
        game, over = self.game, bool(self.game.is_terminal(state))
        actions = [] if over else list(game.actions(state))
        try:
            found = _Answers(self.compiled, self.probe, words, len(actions))
        except RuleFault as fault:
            if fault.cause is not NoEstimate:  # a game may have estimates for some states only
                self.note_fault(state, fault)
            return
        self.note("is_terminal", state, over, bool(found[TERMINAL]))
        if over != bool(found[TERMINAL]):
            return
        if self.has("key"):
            self.note("key", state, signed(game.key(state)), found[KEY])
        if self.has("bounds"):
            bounds = found.number(LOW), found.number(HIGH)
            self.note("bounds", state, tuple(game.bounds(state)), bounds)
        if self.has("canonical"):
            self.note("canonical", state, game.canonical(state), found.state(CANONICAL))
        if over:
            worth = found.payoffs() if self.rules.several else found.number(UTILITY)
            self.note("utility", state, game.utility(state), worth)
        else:
            self.visit_inner(state, words, actions, found)

    def visit_inner(self, state: Any, words: Words, actions: list[Any], found: _Answers) -> None:
        game = self.game
        self.note("to_move", state, game.to_move(state), found[PLAYER])
        if self.has("is_quiet"):
            self.note("is_quiet", state, bool(game.is_quiet(state)), bool(found[QUIET]))
        if self.has("evaluate") and not self.rules.several:
            self.note("evaluate", state, game.evaluate(state), found.number(EVALUATE))
        if self.has("in_check"):
            self.note("in_check", state, bool(game.in_check(state)), bool(found[CHECK]))
        if self.has("forcing"):
            self.note("forcing", state, self.folded(game.forcing(state)), found[FORCING])
        if self.has("null_move"):
            at = CANONICAL + WORD * self.compiled.state.size
            after = found.state(at) if found[PASS] else None
            self.note("null_move", state, game.null_move(state), after)
        chance = self.has("outcomes") and game.to_move(state) == CHANCE
        edges = found.edges(actions)
        self.note("actions", state, actions, [action for _, action, _ in edges])
        if found.count != len(actions):
            self.note(mark("the number of actions"), state, len(actions), found.count)
        for action, (rank, same, child) in zip(actions, edges, strict=False):
            if action == same:
                self.note("result", state, game.result(state, action), child)
                if self.has("order"):
                    self.note("order", state, game.order(state, action), rank)
        if chance:
            outcomes = [(action, weight) for action, weight in game.outcomes(state)]
            found = _Answers(self.compiled, self.outcomes, words, len(outcomes))
            edges = found.edges([action for action, _ in outcomes])
            compiled = [(action, weight) for weight, action, _ in edges]
            self.note("outcomes", state, outcomes, compiled)

    def folded(self, actions: Iterable[Any]) -> int:
        """A number made of actions in their order, as the probe makes it."""
        number = 0
        for action in actions:
            for word in self.compiled.action.key(action):
                number = signed((number + word) * FOLD)
        return number


class _Answers:
    """What a probe has written."""

    def __init__(
        self, compiled: CompiledGame, ask: Callable[..., Any], words: Words, room: int
    ) -> None:
        self.compiled, self.room = compiled, room
        self.first = CANONICAL // WORD + 2 * compiled.state.size
        self.step = 1 + compiled.rules.action_words + compiled.state.size
        size = WORD * (self.first + self.step * room + MOST_PLAYERS)
        self.words = memoryview(bytearray(size)).cast("q")
        self.context = Context()  # what was made points into it
        self.count = int(ask(address_of(self.words), words, room, context=self.context))

    def __getitem__(self, address: int) -> int:
        return self.words[address // WORD]

    def number(self, address: int) -> int | float:
        """A value of the game's."""
        if self.compiled.number is float:
            return self.words.cast("B").cast("d")[address // WORD]
        return self[address]

    def payoffs(self) -> tuple[float, ...]:
        """What each of several players gets."""
        count = min(self[UTILITY], MOST_PLAYERS)
        return tuple(self.words.cast("B").cast("d")[self.first : self.first + count])

    def state(self, address: int) -> Any:
        """The state whose words begin there."""
        return self.compiled.state.value(iter(self.words[address // WORD :]))

    def edges(self, actions: list[Any]) -> list[tuple[int, Any, Any]]:
        """For each action its rank or weight, the action, and the state that it leads to.

        Where Python leaves the order open, they come in that of these actions.
        """
        layout, found = self.compiled.action, []
        for i in range(min(self.count, self.room)):
            first = self.first + i * self.step
            action = layout.value(iter(self.words[first + 1 :]))
            after = first + 1 + self.compiled.rules.action_words
            child = self.compiled.state.value(iter(self.words[after:]))
            found.append((self.words[first], action, child))
        if self.compiled.any_order:
            found.sort(key=lambda edge: actions.index(edge[1]) if edge[1] in actions else -1)
        return found
