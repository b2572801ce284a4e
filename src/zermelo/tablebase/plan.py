"""The plan of a tablebase: the game, how its states become keys, and what its tiers are.

It is the first file that is written, and tells whoever goes on with the work, in this process or in
another, how to do it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.rules import CompiledGame, with_room
from zermelo.door import admit
from zermelo.game import Game, ZermeloError, provides
from zermelo.language import _
from zermelo.tablebase.identity import recipe_of, remake, rules_digest
from zermelo.tablebase.keys import Fields, fields_for, has_own_key, sample_moves
from zermelo.tablebase.machine import Machine
from zermelo.tablebase.tiers import Tiers, WithWords, Words, find_tiers

FORMAT: Final = 3
PART: Final = 1 << 18  # keys of a part, about: several tasks a level, for several threads
TOLERANCE: Final = 1e-9

Report = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """What is to be solved, from where, and how."""

    recipe: dict[str, Any]  # of the game
    digest: str  # of its rules
    position: str  # the root, as the game writes it
    root: int  # its key
    first: int  # its tier, which counts as 0
    symmetric: bool
    fields: Fields | None  # None: the game has keys of its own
    tiers: Tiers
    real: bool  # whether values are any numbers, as where chance moves, or whole ones
    room: int  # how often compiled code needed more of it
    part: int = PART
    tolerance: float = TOLERANCE
    refused: tuple[Tiers, ...] = ()  # which moves of the game have broken

    def as_json(self) -> dict[str, Any]:
        """For a file."""
        return {"format": FORMAT, **asdict(self)}

    @staticmethod
    def of_json(found: dict[str, Any]) -> Plan:
        """The plan that a file tells of."""
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ZermeloError(_("the tablebase is of another version: build it again"))
        given = {name: value for name, value in found.items() if name != "format"}
        try:
            fields = given["fields"]
            given["fields"] = fields and Fields(
                tuple(tuple(each) for each in fields["fields"]), tuple(fields.get("planes", ()))
            )
            given["tiers"] = _tiers(given["tiers"])
            given["refused"] = tuple(map(_tiers, given["refused"]))
            return Plan(**given)
        except (KeyError, TypeError):
            raise ZermeloError(_("the tablebase is of another version: build it again")) from None

    def same_work(self, other: Plan) -> bool:
        """Whether both are about the same game from the same position, done the same way."""
        return all(
            getattr(self, name) == getattr(other, name)
            for name in ("digest", "position", "symmetric", "part", "tolerance")
        )

    def machine(
        self,
        game: Game[Any, Any] | None = None,
        report: Report | None = None,
        compiled: CompiledGame | None = None,
    ) -> Machine:
        """The kernels for it; a worker of a cluster, told the plan by its client, has no game.

        `compiled`: the game, where somebody has compiled it already.
        """
        if compiled is None or compiled.room != self.room:
            compiled = CompiledGame(game or remake(self.recipe, run=True), report, self.room)
        return Machine(compiled, self.symmetric, self.fields, self.tiers, self.real)


def _tiers(found: dict[str, Any]) -> Tiers:
    return Tiers(**{**found, "terms": tuple(tuple(term) for term in found["terms"])})


def make_plan(game: Game[Any, Any], state: Any = None, **settings: Any) -> Plan:
    """The plan for a game; `CannotCompile` or another line for people where there can be none."""
    return plan_and_machine(game, state, **settings)[0]


def plan_and_machine(
    game: Game[Any, Any],
    state: Any = None,
    *,
    symmetry: bool = True,
    part: int = PART,
    tolerance: float = TOLERANCE,
    room: int = 0,
    real: bool = False,
    refused: tuple[Tiers, ...] = (),
    report: Report | None = None,
    check: Callable[[], None] | None = None,
    compiled: CompiledGame | None = None,
) -> tuple[Plan, Machine]:
    """The plan for a game, and what `Plan.machine` would make again; `check` may end it.

    `compiled`: the game, where somebody has compiled it already.
    """
    check = check or (lambda: None)
    admit(game)
    if not game.compilable:
        words = _("{game} cannot be compiled, and only what is compiled has a tablebase")
        raise CannotCompile(words.format(game=game.name))
    symmetric = symmetry and provides(game, "canonical")
    root = game.initial() if state is None else state
    moves = sample_moves(game, root, symmetric, check)

    def with_words(compiled: CompiledGame) -> Any:
        words: dict[int, Words] = {}  # by id: what a move leads to is where the next begins
        for state in itertools.chain.from_iterable(moves):
            if id(state) not in words:
                check()
                words[id(state)] = compiled.state.key(state)
        return compiled, [tuple((state, words[id(state)]) for state in move) for move in moves]

    both: list[tuple[WithWords, WithWords]]
    compiled, both = with_room(compiled or CompiledGame(game, report, room), with_words)
    check()
    fields = None
    if not has_own_key(game):
        fields = fields_for(compiled, [after[1] for _before, after in both])
    tiers = find_tiers(game, both[1:], refused)
    check()
    ends = (game.utility(after) for _before, after in moves if game.is_terminal(after))
    real = real or game.has_chance or any(end != int(end) for end in ends)
    machine = Machine(compiled, symmetric, fields, tiers, real)
    first = machine.canonical(root)
    plan = Plan(
        recipe=recipe_of(game),
        digest=rules_digest(game),
        position=game.format_state(root),
        root=machine.key(first),
        first=machine.tier(first),
        symmetric=symmetric,
        fields=fields,
        tiers=tiers,
        real=real,
        room=compiled.room,
        part=part,
        tolerance=tolerance,
        refused=refused,
    )
    return plan, machine


def wider(plan: Plan, game: Game[Any, Any], word: int) -> Plan:
    """The plan with more room in keys for one of the words of a state."""
    assert plan.fields
    fields = plan.fields.wider(word, game)
    root = fields.key(plan.fields.words(plan.root))
    return replace(plan, fields=fields, root=root)
