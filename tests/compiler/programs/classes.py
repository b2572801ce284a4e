"""Classes: inheritance, properties, objects with two names; their operators are in `operators`."""

from __future__ import annotations

import copy
from functools import cached_property
from typing import Any

from tests.compiler.programs import COUNT, ROWS, SMALL, over
from tests.compiler.programs.operators import Vector


class Animal:
    legs = 4
    made = ("a", "b")

    def __init__(self, name: str, age: int = 1) -> None:
        self.name = name
        self.age = age
        self.log: list[Any] = []

    def speak(self) -> str:
        return f"{self.name} {self.sound()}"

    def sound(self) -> str:
        return "?"

    def older(self, by: int = 1) -> Animal:
        self.age += by
        self.log.append(by)
        return self

    @property
    def is_old(self) -> bool:
        return self.age > 3

    @property
    def years(self) -> int:
        return self.age

    @years.setter
    def years(self, value: int) -> None:
        self.age = value * 2

    @classmethod
    def young(cls, name: str) -> Animal:
        return cls(name, 0)

    @staticmethod
    def twice(n: int) -> int:
        return n * 2


class Dog(Animal):
    legs = 3

    def __init__(self, name: str, age: int) -> None:
        super().__init__(name, age)
        self.tricks = 0

    def sound(self) -> str:
        return "wuff" if self.age > 1 else super().sound() + "!"

    @property
    def is_old(self) -> bool:
        return super().is_old or self.tricks > 2


class Puppy(Dog):
    def sound(self) -> str:
        return "w" + super().sound()


@over(SMALL)
def inherited(n: int) -> Any:
    found = []
    for animal in (Animal("a", n), Dog("d", n), Puppy("p", n)):
        found.append((animal.speak(), animal.legs, animal.is_old, isinstance(animal, Dog)))
    return found


@over(SMALL)
def chained(n: int) -> Any:
    dog = Dog("x", n)
    same = dog.older().older(3)
    dog.tricks += 5
    return dog.age, same is dog, dog.log, dog.is_old, Animal.twice(n), dog.twice(3)


@over(SMALL)
def by_setter(n: int) -> Any:
    animal = Animal("x")
    animal.years = n
    animal.years += 1
    return animal.age, animal.years


@over(SMALL)
def by_class(n: int) -> Any:
    young = Animal.young("y")
    return young.age, young.name, type(young) is Animal, Animal.legs, Dog.made


@over(SMALL)
def by_class_of_other(n: int) -> Any:
    young = Puppy.young("z")
    return young.age, type(young) is Puppy, young.speak()


def grow(animal: Animal) -> None:
    animal.age += 1
    animal = Animal("other")
    animal.age += 100


@over(SMALL)
def two_names(n: int) -> Any:
    a = Animal("a", n)
    b = a
    pets = [a, a, Animal("a", n)]
    b.age += 1
    grow(a)
    copied = copy.copy(a)
    copied.age = 0
    copied.log.append("shared")
    deep = copy.deepcopy(a)
    deep.log.append("own")
    return a.age, b.age, [p.age for p in pets], a is b, a == pets[2], a in pets[2:], a.log, deep.log


@over(SMALL)
def own_and_class_attributes(n: int) -> Any:
    a, b = Animal("a"), Animal("b")
    a.legs = n
    return a.legs, b.legs, Animal.legs


class Board:
    """Has lists, and is changed."""

    size = 3

    def __init__(self, cells: Any = None) -> None:
        self.cells = list(cells) if cells else [0] * self.size * self.size

    def __getitem__(self, place: tuple[int, int]) -> int:
        row, column = place
        return self.cells[row * self.size + column]

    def __setitem__(self, place: tuple[int, int], value: int) -> None:
        row, column = place
        self.cells[row * self.size + column] = value

    def __delitem__(self, at: int) -> None:
        self.cells[at] = -1

    def __len__(self) -> int:
        return sum(1 for c in self.cells if c)

    def __iter__(self) -> Any:
        return iter(self.cells)

    def rows(self) -> Any:
        for r in range(self.size):
            yield self.cells[r * self.size : (r + 1) * self.size]

    def copy(self) -> Board:
        return Board(self.cells)

    def with_move(self, r: int, c: int, player: int) -> Board:
        other = self.copy()
        other[r, c] = player
        return other


@over(COUNT, COUNT)
def board(r: int, c: int) -> Any:
    first = Board()
    second = first.with_move(r % 3, c % 3, 1)
    second[0, 0] += 5
    del second[8]
    return (
        first.cells,
        second.cells,
        list(second.rows()),
        len(first),
        len(second),
        bool(first),
        bool(second),
        list(first),
    )


@over(COUNT, COUNT)
def board_outside(r: int, c: int) -> Any:
    return Board()[r, c]


class Lazy:
    def __init__(self, items: list[int]) -> None:
        self.items = items
        self.count = 0

    @cached_property
    def total(self) -> int:
        self.count += 1
        return sum(self.items)

    @property
    def fresh(self) -> int:
        self.count += 1
        return sum(self.items)


@over(ROWS)
def cached(items: list[int]) -> Any:
    lazy = Lazy(items)
    a = lazy.total
    items.append(100)
    return a, lazy.total, lazy.fresh, lazy.fresh, lazy.count


class Node:
    __slots__ = ("left", "right", "value")

    def __init__(self, value: int) -> None:
        self.value = value
        self.left: Any = None
        self.right: Any = None

    def add(self, value: int) -> None:
        if value < self.value:
            if self.left is None:
                self.left = Node(value)
            else:
                self.left.add(value)
        elif self.right:
            self.right.add(value)
        else:
            self.right = Node(value)

    def __iter__(self) -> Any:
        if self.left:
            yield from self.left
        yield self.value
        if self.right:
            yield from self.right


@over(ROWS)
def tree(items: list[int]) -> Any:
    root = Node(0)
    for x in items:
        root.add(x)
    return list(root), sum(root), max(root), 3 in root, [x for x in root if x > 0]


class Shape:
    def area(self) -> int:
        raise NotImplementedError

    def describe(self) -> Any:
        return type(self) is Square, self.area()


class Square(Shape):
    def __init__(self, side: int) -> None:
        self.side = side

    def area(self) -> int:
        return self.side**2


@over(SMALL)
def abstract(n: int) -> Any:
    shape = Square(n) if n > 0 else Shape()
    return shape.describe()


@over(SMALL)
def missing_attribute(n: int) -> Any:
    square: Any = Square(n)
    return getattr(square, "corner", 4), square.corner


@over(SMALL)
def attributes_by_name(n: int) -> Any:
    square = Square(n)
    square.side = n + 1
    return square.side, square.__class__ is Square, square.side


class Mixin:
    def hello(self) -> str:
        return "mixin " + self.who()


class First:
    def who(self) -> str:
        return "first"

    def chain(self) -> list[str]:
        return ["first"]


class Second(First):
    def chain(self) -> list[str]:
        return ["second", *super().chain()]


class Third(First):
    def chain(self) -> list[str]:
        return ["third", *super().chain()]


class Both(Mixin, Second, Third):
    def chain(self) -> list[str]:
        return ["both", *super().chain()]


@over(COUNT)
def several_bases(n: int) -> Any:
    return (
        Both().hello(),
        Both().chain(),
        Second().chain(),
        isinstance(Both(), Mixin),
        isinstance(Both(), (Square, Third)),
    )


class Countdown:
    def __init__(self, n: int) -> None:
        self.n = n

    def __iter__(self) -> Countdown:
        return self

    def __next__(self) -> int:
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


@over(COUNT)
def own_iterator(n: int) -> Any:
    down = Countdown(n)
    first = next(down, "none")
    return first, list(down), [x for x in Countdown(n)], sum(Countdown(3))


class Sequence:
    def __init__(self, n: int) -> None:
        self.n = n

    def __getitem__(self, at: int) -> int:
        if at >= self.n:
            raise IndexError
        return at * at


@over(COUNT)
def by_getitem_alone(n: int) -> Any:
    return list(Sequence(n)), [x for x in Sequence(n)], 4 in Sequence(n)


class Log:
    """A context manager."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __enter__(self) -> Log:
        self.lines.append("enter")
        return self

    def __exit__(self, *error: Any) -> bool:
        self.lines.append("exit")
        return False


@over(SMALL)
def managed(n: int) -> Any:
    log = Log()
    with log as same:
        same.lines.append("inside")
        if n > 3:
            return log.lines
    return log.lines


@over(SMALL)
def returned_object(n: int) -> Any:
    return Vector(n, 1), [Square(n)], {n: Vector(0, n)}


@over(COUNT)
def in_each_other(n: int) -> Any:
    a = Node(n)
    b = Node(n + 1)
    a.left, a.right = b, b
    b.left = a
    a.right.value += 10
    return a.left.value, a.left.left.value, a.left is a.right, b.left.right.value


@over(SMALL)
def method_kept(n: int) -> Any:
    dog = Dog("x", n)
    older = dog.older
    older(2)
    speak = [dog.speak, Animal("y").speak]
    return dog.age, [f() for f in speak], Vector.__abs__(Vector(n, 1)), Dog.sound(dog)
