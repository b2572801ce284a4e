"""A translator that knows how the states and actions of a game lie in words."""

from __future__ import annotations

import types as python_types
from collections.abc import Sequence
from typing import Any, Final

from zermelo.compiler import layout_code
from zermelo.compiler.board_sums import board_fields
from zermelo.compiler.chance_actions import Sides
from zermelo.compiler.layout import Layout
from zermelo.compiler.layout_code import boards, helpers, optional_fields, type_of
from zermelo.compiler.records import enums_near, records_near
from zermelo.compiler.rule_table import Rules
from zermelo.compiler.translate import Translator
from zermelo.compiler.widths import Room
from zermelo.game import Game

NUMBERS: Final = ("to_move", "utility", "evaluate", "order", "tier")  # what gives one


def translator_for(
    game: Game[Any, Any], room: Room | None, layouts: tuple[Layout, Layout, Layout]
) -> Translator:
    """One for the rules of a game: the layouts of states, of actions, and of CHANCE's actions."""
    state, action, roll = layouts
    classes = [kind for layout in layouts for kind in layout.classes()]
    several = state.atoms.several if state.atoms else None
    near = [k for k in records_near(type(game)) if not (several and k in several.kinds)]
    near += enums_near(type(game))
    made = Translator(classes, room is not None, state.atoms, near)
    made.helpers = helpers(state) | helpers(action) | helpers(roll)
    if not room:
        return made
    made.given = type_of(state), type_of(action)
    made.numbers = set(_functions(game, NUMBERS))
    made.states = set(_functions(game, ["result"]))
    made.either = any(layout.has_either for layout in layouts)
    made.words = any(layout.has_words for layout in layouts)
    made.boards = boards(state) | boards(action) | boards(roll)
    made.optional = {each for layout in layouts for each in optional_fields(layout)}
    made.board_fields = board_fields(state, action, roll)
    fits = [layout_code.fitter_of_actions(state, each) for each in (action, roll)]
    rules = zip(_functions(game, ("actions", "outcomes")), fits, strict=True)
    made.actions = {rule: fit for rule, fit in rules if fit}
    fit = layout_code.fit_text(state)
    if fit:
        made.fitted = {_functions(game, ["result"])[0]: made.text(fit, {})}
    return made


def split(game: Game[Any, Any], rules: Rules, players: Translator, chance: Translator) -> None:
    """Has either translator leave out what is the other's (see `chance_actions`).

    The players' `actions` is known by another function: what a rule asks for by that name itself
    may be CHANCE's.
    """
    sides, (actions,) = Sides(game), _functions(game, ["actions"])
    own = sides.copy_of(actions)
    players.leave_out, chance.leave_out = sides.leave_out(0, but=actions), sides.leave_out(1)
    if actions in players.actions:
        players.actions[own] = players.actions[actions]
    rules.actions = python_types.MethodType(own, game)
    rules.has_rolls = True


def _functions(game: Game[Any, Any], rules: Sequence[str]) -> list[Any]:
    """The plain functions of some rules."""
    return [getattr(getattr(game, rule), "__func__", None) for rule in rules]
