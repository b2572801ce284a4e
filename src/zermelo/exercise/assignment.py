"""A whole sheet as a file: which exercises, and what each is worth.

    title = "First exam"
    convention = "001"           # of a lecture, for the exercises that say none themselves
    symmetry = true              # of symmetric moves in a game the first alone
    weights = "values 40, bounds 25, pruning 35"    # of the marks of alpha-beta

    [[exercise]]                 # a tree of the teacher's own
    tree = "pruning.tree"
    kind = "alphabeta"
    marks = 4

    [[exercise]]                 # by seed and shape
    kind = "minimax"
    seed = 7
    shape = "depth=2 branching=3"
    marks = 2

    [[exercise]]                 # a position of a game
    game = "tictactoe"
    position = "XOX/OXO/..."
    depth = 2
    kind = "minimax"
    marks = 2

Every student can have a variant: other numbers in the same tree, or the tree of another seed. It
depends on the title and on who it is for, so that nothing needs to be kept to mark it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from zermelo.exercise.document import read_paper
from zermelo.exercise.exercise import MAX_SEED, Exercise, make, own_exercise
from zermelo.exercise.items import AnswerError
from zermelo.exercise.kinds import kind_named
from zermelo.exercise.shape import with_convention
from zermelo.exercise.trees import tree_of_game
from zermelo.exercise.weights import USUAL, read_weights
from zermelo.files import read_text, readable
from zermelo.game import ZermeloError, provides
from zermelo.games import GAMES, read_tree
from zermelo.language import _
from zermelo.names import check_name
from zermelo.search.conventions import convention as convention_named
from zermelo.tomlfile import NUMBER, Key, Page

OF_EACH: Final = {  # unless an exercise says otherwise itself
    "convention": Key(),
    "symmetry": Key((bool,)),
    "weights": Key(),
}
OF_SHEET: Final = {"title": Key(), **OF_EACH}
OF_ANY: Final = {
    **dict.fromkeys(("kind", "shape", "convention", "title", "weights"), Key()),
    "marks": Key(NUMBER, most=1000),
}
KEYS: Final = {
    "tree": {"tree": Key(), **OF_ANY},
    "game": {
        **dict.fromkeys(("game", "position"), Key()),
        **{"set": Key((dict,)), "depth": Key((int,)), "symmetry": Key((bool,))},
        **OF_ANY,
    },
    "seed": {"seed": Key((int,)), **OF_ANY},
}


@dataclass(frozen=True)
class Part:
    """One exercise of a sheet, its points, if they are said, and whether it has variants.

    `follows`: whether the convention of a lecture has anything to say about it.
    """

    exercise: Exercise
    follows: bool
    varies: bool = True
    points: Fraction | None = None


@dataclass(frozen=True)
class Assignment:
    """A sheet of exercises."""

    title: str
    parts: tuple[Part, ...]

    def exercises(self, student: str = "") -> list[Exercise]:
        """The exercises for a student; without one, as they stand in the file."""
        variant = 0
        if student:
            text = f"{self.title}\n{student}".encode()
            variant = 1 + int.from_bytes(hashlib.sha256(text).digest()[:4]) % MAX_SEED
        return [part.exercise.variant(part.varies * variant) for part in self.parts]

    def points(self, exercises: Sequence[Exercise]) -> tuple[Fraction, ...]:
        """What each exercise is worth: what the file says, or else the marks of its items."""
        return tuple(
            part.points or Fraction(sum(each.task.marks.values()))
            for part, each in zip(self.parts, exercises, strict=True)
        )


def read_assignment(
    text: str,
    name: str,
    folder: Path,
    kind: str = "alphabeta",
    shape: str = "",
    convention: str | None = None,
) -> Assignment:
    """The sheet that a file describes: .toml as above, .json a form, .tree a tree for the kind.

    Trees are looked for in `folder`. A `convention` counts depth whatever the sheet says. What is
    wrong is an error in one line, which names the line of the sheet.
    """
    if name.endswith(".tree"):
        tree = read_tree(text, name)
        made = own_exercise(tree, kind, shape)
        return Assignment(tree.title or name, (Part(made, bool(made.task.conventional)),))
    if name.endswith(".json"):
        answered = (made for made, _answers in read_paper(text).answered)
        parts = (Part(made, bool(made.task.conventional), varies=False) for made in answered)
        return Assignment("", tuple(parts))
    page = Page(text, name, "exercise")
    page.check(page.head, OF_SHEET)
    page.check_parts()
    _check_values(page, page.head)
    of_all: dict[str, Any] = {key: page.head[key] for key in OF_EACH if key in page.head}
    said = page.parts
    if convention:
        of_all["convention"] = convention
        said = [{key: part[key] for key in part if key != "convention"} for part in said]
    found = tuple(_part(part, of_all, page, number, folder) for number, part in enumerate(said, 1))
    return Assignment(str(page.head.get("title", Path(name).stem)), found)


def _check_values(page: Page, given: Mapping[str, Any], number: int = 0) -> None:
    for key, read in (("convention", convention_named), ("weights", read_weights)):
        try:
            if key in given:
                read(given[key])
        except ZermeloError as error:
            raise page.wrong(str(error), number, key) from None


def _part(
    part: Mapping[str, Any], of_all: Mapping[str, Any], page: Page, number: int, folder: Path
) -> Part:
    """An exercise; what it says itself goes before what the sheet says of all."""
    which = next((key for key in ("tree", "game") if key in part), "seed")
    page.check(part, KEYS[which], number)
    _check_values(page, part, number)
    marks = part.get("marks")
    if marks is not None and marks <= 0:
        raise page.wrong(_("marks must be more than 0"), number, "marks")
    title = part.get("title", "")
    try:
        kind = part.get("kind", "minimax" if which == "game" else "alphabeta")
        follows = bool(kind_named(kind).conventional) or which == "game"
        if "convention" in part and not follows:
            raise AnswerError(says_nothing(part["convention"], kind))
        part = {**of_all, **part, "kind": kind}
        shares = read_weights(part["weights"]) if "weights" in part else USUAL
        made = replace(_made(which, part, folder), heading=title, shares=shares)
    except ZermeloError as error:
        raise page.wrong(str(error), number) from None
    points = None if marks is None else Fraction(str(marks))
    return Part(made, follows, which != "game", points)  # the numbers of a game are its own


def says_nothing(convention: str, kind: str) -> str:
    """What to say of a convention that changes nothing."""
    told = _("convention {name} changes nothing in an exercise of the kind {kind}")
    return told.format(name=convention, kind=kind)


def _shape(part: Mapping[str, Any]) -> str:
    """The shape of an exercise, with the convention that it is under."""
    shape: str = part.get("shape", "")
    if "convention" not in part:
        return shape
    keys = set(kind_named(part["kind"]).conventional)
    if "game" in part:  # which has the lecture's heuristic already
        keys.discard("heuristic")
    return with_convention(shape, part["convention"], keys)


def _made(which: str, part: Mapping[str, Any], folder: Path) -> Exercise:
    """The exercise as it stands in the sheet."""
    if which == "seed":
        return make(part["kind"], part.get("seed", 1), _shape(part))
    if which == "game":
        return _from_game(part)
    file = folder / part["tree"]
    with readable(file):
        text = read_text(file, plain=True)
    return own_exercise(read_tree(text, str(file)), part["kind"], _shape(part))


def _from_game(part: Mapping[str, Any]) -> Exercise:
    name = part["game"]
    check_name(name, GAMES, _("no game '{name}'"), AnswerError)
    chosen = {key: str(value) for key, value in part.get("set", {}).items()}
    game = GAMES[name].build(chosen, part.get("convention"))
    position = part.get("position")
    state = game.initial() if position is None else game.parse_state(position)
    counting = convention_named(part.get("convention", "002"))  # 002 counts moves
    first, of_chance = counting["root_depth"], counting["chance_depth"]
    depth = part.get("depth", 2 + first) - first
    merged = part.get("symmetry", False)
    if merged and not provides(game, "canonical"):
        raise AnswerError(_("symmetry needs a rule that {game} lacks: canonical").format(game=name))
    tree = tree_of_game(game, state, depth, of_chance, merged)
    exercise = own_exercise(tree, part["kind"], _shape(part))
    branches = zip(exercise.tree.nodes[0].labels, tree.nodes[0].labels, strict=True)
    moves = ", ".join(f"{branch} = {move}" for branch, move in branches)
    words = _("{game} from {position}: {moves}")
    note = words.format(game=name, position=game.format_state(state), moves=moves)
    if merged:
        note += " " + _("(of symmetric moves the first)")
    return replace(exercise, note=note)
