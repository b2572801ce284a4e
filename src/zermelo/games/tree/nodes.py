"""The nodes of a literal tree, and the builder that checks them as they are written."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from zermelo.game import CHANCE, MAX, PLAYER_NAMES, Payoffs, Value, ZermeloError
from zermelo.language import _

Item = TypeVar("Item")


class Node(NamedTuple):
    """One node of a tree: an inner node has a kind and children, a leaf has a value instead."""

    kind: int | None = None
    name: str | None = None
    value: Any = None  # a number; of several players a tuple of them (see `players`)
    static: Value | None = None
    children: tuple[int, ...] = ()
    labels: tuple[str | None, ...] = ()
    weights: tuple[int, ...] = ()  # of a CHANCE node: positive whole numbers, no common factor
    quiet: bool = True  # whether the static value may be trusted

    @property
    def probabilities(self) -> tuple[Fraction, ...]:
        """The exact probability of each child of a CHANCE node."""
        total = sum(self.weights)
        return tuple(Fraction(weight, total) for weight in self.weights)


@dataclass(slots=True)
class _Open:
    """An inner node whose children are still being written."""

    number: int
    node: Node  # as far as it is known
    kind_below: int
    who: str  # what the kind is called
    children: list[int] = field(default_factory=list)
    labels: list[str | None] = field(default_factory=list)
    probabilities: list[Fraction | None] = field(default_factory=list)
    known_labels: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        if not self.node.name:
            return _("the {kind} node").format(kind=self.who)
        return _("the {kind} node '{name}'").format(kind=self.who, name=self.node.name)


class TreeBuilder:
    """Takes a tree node by node in the order written, and refuses what makes no sense.

    A node without a kind of its own takes turns with the nearest decision node above it; with none
    above, it is of the kind `root`. Every refusal is a `ZermeloError` that says what is wrong with
    the node just given; the caller knows where that is.
    """

    def __init__(self, root: int = MAX) -> None:
        self._root = root
        self.decimal: set[int] = set()  # nodes with a probability that was written as a decimal
        self._nodes: list[Node] = []
        self._open: list[_Open] = []

    @property
    def kind(self) -> int | None:
        """The kind of the node that is open now; None outside every node."""
        return self._open[-1].node.kind if self._open else None

    @property
    def is_complete(self) -> bool:
        """Whether the tree is whole."""
        return bool(self._nodes) and not self._open

    def open(
        self,
        kind: int | None = None,
        name: str | None = None,
        static: Value | None = None,
        *,
        quiet: bool = True,
        label: str | None = None,
        probability: Fraction | None = None,
    ) -> None:
        """Begins an inner node; what follows are its children, until `close`."""
        default = self._open[-1].kind_below if self._open else self._root
        kind = default if kind is None else kind
        static = None if static is None else exact(static)
        node = Node(kind, name, static=static, quiet=quiet)
        number = self._add(node, label, probability)
        self._open.append(_Open(number, node, self._kind_below(kind, default), self._who(kind)))

    def leaf(
        self,
        value: Value,
        name: str | None = None,
        *,
        label: str | None = None,
        probability: Fraction | None = None,
    ) -> None:
        """Adds a leaf."""
        self._add(Node(name=name, value=self._exact(value)), label, probability)

    def written(self, probability: str) -> None:
        """Notes how the probability of the next branch was written."""
        if "." in probability and self._open:
            self.decimal.add(self._open[-1].number)

    def close(self) -> None:
        """Ends the innermost open node."""
        open_node = self._open[-1]
        if not open_node.children:
            raise ZermeloError(
                _("an empty list [] is neither a leaf nor a choice: give it children")
            )
        has_odds = self._has_chance and open_node.node.kind == CHANCE
        self._nodes[open_node.number] = open_node.node._replace(
            children=tuple(open_node.children),
            labels=tuple(open_node.labels),
            weights=_weights(open_node) if has_odds else (),
        )
        self._open.pop()

    # What another set of players does otherwise.
    _has_chance = True

    def _kind_below(self, kind: int, default: int) -> int:
        return kind_below(kind, default)

    def _who(self, kind: int) -> str:
        return _(PLAYER_NAMES[kind])

    def _exact(self, value: Any) -> Any:
        return exact(value)

    def build(self, root: Item, enter: Callable[[Item], Iterable[Item] | None]) -> tuple[Node, ...]:
        """The nodes of a whole tree, of which `enter` adds one, and gives those below it, if any.

        `way` is where that is: the branches from the root, from 1, after the 1 of the root itself.
        """
        stack, self.way = [iter([root])], [0]
        while stack:
            for item in stack[-1]:
                self.way[-1] += 1
                below = enter(item)
                if below is not None:
                    stack.append(iter(below))
                    self.way.append(0)
                    break
            else:
                stack.pop()
                self.way.pop()
                if stack:
                    self.close()
        return self.nodes()

    def nodes(self) -> tuple[Node, ...]:
        """The nodes of the whole tree."""
        if not self.is_complete:
            raise ZermeloError(_("the tree is not finished"))
        return tuple(self._nodes)

    def _add(self, node: Node, label: str | None, probability: Fraction | None) -> int:
        if self.is_complete:
            raise ZermeloError(_("the tree has ended already: put everything below one root"))
        if "" in (node.name, label):
            raise ZermeloError(_("an empty text names nothing: leave it out"))
        number = len(self._nodes)
        if self._open:
            parent = self._open[-1]
            if label in parent.known_labels:
                words = _("{parent} has two branches '{label}': rename one of them")
                raise ZermeloError(words.format(parent=parent, label=label))
            if probability is not None:
                _check_probability(parent, probability)
            if label is not None:
                parent.known_labels.add(label)
            parent.children.append(number)
            parent.labels.append(label)
            parent.probabilities.append(probability)
        elif label is not None or probability is not None:
            raise ZermeloError(
                _("no branch leads to the root: leave out its label and probability")
            )
        self._nodes.append(node)
        return number


def last_below(nodes: Sequence[Node], number: int) -> int:
    """The last node of a subtree: in preorder a subtree is a run of numbers."""
    while nodes[number].children:
        number = nodes[number].children[-1]
    return number


def kind_below(kind: int, default: int) -> int:
    """The default kind of a child of a node of `kind`, whose own default would be `default`."""
    if kind != CHANCE:
        return -kind
    return MAX if default == CHANCE else default


def decimal_text(value: Fraction) -> str:
    """The fraction as a decimal, 0.25; as it is, 1/3, where none is exact."""
    most = value.denominator.bit_length()
    places = next((n for n in range(1, most) if 10**n % value.denominator == 0), 0)
    if not places:
        return str(value)
    digits = str(value.numerator * 10**places // value.denominator).zfill(places + 1)
    return f"{digits[:-places]}.{digits[-places:]}"


def value_text(value: Value | Payoffs) -> str:
    """A value as it is written in a tree: 3, -0.5 or 7/2; payoffs as (1, 2, 6)."""
    if isinstance(value, tuple):
        return f"({', '.join(map(value_text, value))})"
    return repr(value) if isinstance(value, float) else str(value)


def static_text(node: Node) -> str:
    """The static value of a node as it is written in a tree: (h=5), (h=5 unquiet); or nothing."""
    if node.static is None:
        return ""
    return f"(h={value_text(node.static)}{'' if node.quiet else ' unquiet'})"


def exact(value: Value) -> Value:
    """The value, with a whole fraction made an int."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        raise ZermeloError(_("a value must be a number, not {value!r}").format(value=value))
    if isinstance(value, float) and not math.isfinite(value):
        raise ZermeloError(_("a value must be finite, not {value}").format(value=value))
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else value


def _check_probability(parent: _Open, probability: Fraction) -> None:
    if parent.node.kind != CHANCE:
        words = _(
            "{parent} decides, so the branch has no probability {probability}: write "
            'chance before its list, or "{probability}": for a label'
        )
        raise ZermeloError(words.format(parent=parent, probability=probability))
    if probability <= 0:
        words = _("the probability {probability} is not positive: leave the branch out")
        raise ZermeloError(words.format(probability=probability))


def _weights(node: _Open) -> tuple[int, ...]:
    """The probabilities over their least common denominator; all left out, they are uniform."""
    given = [p for p in node.probabilities if p is not None]
    if not given:
        return (1,) * len(node.children)
    if len(given) < len(node.children):
        words = _(
            "{node} has a probability on {given} of {branches} branches: write it on all "
            "of them, or on none if they are equal"
        )
        raise ZermeloError(words.format(node=node, given=len(given), branches=len(node.children)))
    if sum(given) != 1:
        words = _("the probabilities of {node} add up to {total}: make it 1")
        raise ZermeloError(words.format(node=node, total=sum(given)))
    whole = math.lcm(*(p.denominator for p in given))
    return tuple(int(p * whole) for p in given)
