"""Pacman: against a twin that plays on coordinates, and mazes where the algorithms differ."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from tests.games.drawing import legal, offered, painted, read, texts, walk
from zermelo.check import check_game
from zermelo.engine.lanes import compare
from zermelo.game import CHANCE, MAX, MIN, NotationError, ZermeloError
from zermelo.games import Pacman
from zermelo.games.maze import MAZES
from zermelo.search import alphabeta, expectiminimax, minimax

Cell = tuple[int, int]


def twin(maze: str, kinds: str, limit: int) -> dict[str, Fraction]:
    """The value of each first move, by the rules as the lecture tells them."""
    found: dict[str, list[Cell]] = {sign: [] for sign in "PG. _"}
    for y, row in enumerate(maze.split("/")):
        for x, sign in enumerate(row):
            if sign != "%":
                found[sign].append((x, y))
    free = {cell for cells in found.values() for cell in cells}
    ways = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}

    def moves(cell: Cell) -> dict[str, Cell]:
        steps = {way: (cell[0] + x, cell[1] + y) for way, (x, y) in ways.items()}
        return {way: step for way, step in steps.items() if step in free} or {"-": cell}

    @cache
    def value(pacman: Cell, ghosts: tuple[Cell, ...], food: frozenset[Cell], made: int) -> Fraction:
        points = Fraction(10 * (len(found["."]) - len(food)) - made)
        return (
            max(after(cell, ghosts, food, made + 1) for cell in moves(pacman).values())
            if (made < limit)
            else points
        )

    @cache
    def after(
        pacman: Cell, ghosts: tuple[Cell, ...], food: frozenset[Cell], made: int, turn: int = 0
    ) -> Fraction:
        """Pacman has moved; the ghosts from `turn` on have not."""
        if pacman in ghosts:
            return Fraction(10 * (len(found["."]) - len(food)) - made - 500)
        food -= {pacman}
        if not food:
            return Fraction(10 * len(found["."]) - made + 500)
        if turn == len(ghosts):
            return value(pacman, ghosts, food, made)
        values = [
            after(pacman, (*ghosts[:turn], cell, *ghosts[turn + 1 :]), food, made, turn + 1)
            for cell in moves(ghosts[turn]).values()
        ]
        return min(values) if kinds[turn] == "m" else sum(values, Fraction(0)) / len(values)

    (start,), food = found["P"], frozenset(found["."])
    return {way: after(cell, tuple(found["G"]), food, 1) for way, cell in moves(start).items()}


@pytest.mark.parametrize("maze", ["trapped", "fork", "ring", "P.%G/%.%./_.._", ".P.G"])
@pytest.mark.parametrize("ghosts", ["min", "random"])
def test_the_twin_finds_the_same(maze: str, ghosts: str) -> None:
    game = Pacman(maze, ghosts, limit=4)
    algorithm = minimax if ghosts == "min" else expectiminimax
    found = algorithm(game, all_moves=True)
    names = {game.format_action(game.initial(), a): v for a, v in found.values.items()}
    assert names == twin(MAZES.get(maze, maze), ghosts[0] * len(game.start), 4)
    assert found.proven
    if ghosts == "min":
        assert alphabeta(game).value == found.value


def test_ghosts_of_both_kinds() -> None:
    game = Pacman(ghosts="random,min", limit=4)
    assert [game.to_move(game.initial()._replace(turn=turn)) for turn in (0, 1, 2)] == [
        MAX,
        CHANCE,
        MIN,
    ]
    found = expectiminimax(game, all_moves=True)
    names = {game.format_action(game.initial(), a): v for a, v in found.values.items()}
    assert names == twin(MAZES["trapped"], "rm", 4)


@pytest.mark.parametrize(
    ("maze", "hunted", "lucky"),
    [
        ("trapped", ("E", -501), ("W", Fraction(100409, 432))),
        ("fork", ("W", 14), ("N", Fraction(1432, 3))),
    ],
)
def test_minimax_and_expectiminimax_rightly_differ(
    maze: str, hunted: tuple[str, int], lucky: tuple[str, Fraction]
) -> None:
    for ghosts, (move, value) in (("min", hunted), ("random", lucky)):
        game = Pacman(maze, ghosts)
        found = (expectiminimax if game.has_chance else alphabeta)(game)
        assert found.action is not None
        assert (game.format_action(game.initial(), found.action), found.value) == (move, value)
        values = twin(MAZES[maze], ghosts[0] * 2, 6)
        assert max(values.values()) == value


@pytest.mark.parametrize("maze", MAZES)
@pytest.mark.parametrize("ghosts", ["min", "random"])
def test_it_keeps_the_rules_and_its_promises(maze: str, ghosts: str) -> None:
    assert check_game(Pacman(maze, ghosts, 4), games=10, states=500) == []


def test_it_compiles() -> None:
    assert compare(Pacman("fork", "random"), games=5) == []


def test_what_the_heuristic_counts() -> None:
    game = Pacman("fork", "random")
    points, food, ghosts = game.features(game.parse_state("P c2 G a2 F c3 e1 moves 3 P"))
    assert (points.worth, food.worth, ghosts.worth) == (7, -1, -20)
    assert (food.where, ghosts.where) == ((("c2", "c3"),), (("c2", "a2"),))


@pytest.mark.parametrize("maze", MAZES)
def test_positions_are_read_back_and_drawn(maze: str) -> None:
    game = Pacman(maze, "random")
    for seed in range(5):
        for state, last in walk(game, seed):
            assert game.parse_state(game.format_state(state)) == state
            drawing = game.draw_svg(state, last)
            read(drawing)
            assert set(offered(drawing)) == legal(game, state)
            assert len(painted(drawing, "piece")) == bin(state.food).count("1")
            assert str(game.points(state)) in texts(drawing)
            assert game.draw(state).count("R") + game.draw(state).count("X") >= 1


def test_the_picture_in_text() -> None:
    game = Pacman("fork")
    assert game.draw(game.initial()).splitlines() == [
        "%%%%%%%",
        "%G %%.%",
        "%  . P%",
        "%%%. %%",
        "%%%%%%%",
        "points 0, moves left 6",
    ]
    assert game.split_moves("w s,E n") == ["W", "S", "E", "N"]


@pytest.mark.parametrize(
    ("parameters", "wrong"),
    [
        ({"maze": "frok"}, "did you mean 'fork'"),
        ({"maze": ""}, "a maze has rows"),
        ({"maze": "%%%/%%%"}, "a maze has rows"),
        ({"maze": "P" + "." * 70 + "G"}, "at most 62"),
        ({"maze": "P.PG"}, "one P"),
        ({"maze": "P."}, "one P"),
        ({"maze": "P_G"}, "food"),
        ({"maze": "P.GGGGG"}, "from 1 to 4 G"),
        ({"maze": "PG%."}, "cannot reach"),
        ({"ghosts": "max"}, "min or random"),
        ({"ghosts": "min,min,min"}, "or 2 such words"),
        ({"limit": 0}, "from 1 to 1000"),
    ],
)
def test_bad_parameters(parameters: dict[str, str], wrong: str) -> None:
    with pytest.raises(ZermeloError, match=wrong):
        Pacman(**parameters)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "write it like P d2 G a2 f2 F b2 moves 0 P"),
        ("P b1 G a2 f2 F b2 moves 0 P", "b1 is a wall"),
        ("P z9 G a2 f2 F b2 moves 0 P", "or outside"),
        ("P d2 G a2 F b2 moves 0 P", "as many ghosts"),
        ("P d2 G a2 f2 F b2 moves 1 G3", "as many ghosts"),
        ("P d2 G a2 f2 F b2 moves 7 P", "no move"),
        ("P d2 G a2 f2 F b2 moves 0 G1", "no move"),
        ("P d2 G a2 f2 F c2 moves 1 P", "no move"),
    ],
)
def test_bad_positions(text: str, wrong: str) -> None:
    with pytest.raises(NotationError, match=wrong):
        Pacman().parse_state(text)
