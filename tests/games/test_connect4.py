"""Connect four: rules, the scale of its values, what it knows of threats, notation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.games.drawing import painted, places, walk
from tests.long import some
from zermelo.bits import bits, popcount
from zermelo.check import STATES, check_game
from zermelo.game import MAX, MIN, NotationError, ZermeloError
from zermelo.games.connect4 import Connect4, Discs
from zermelo.search import alphabeta, table

SIZES = [(7, 6), (4, 4), (5, 4), (4, 5), (2, 2), (2, 19), (19, 2), (3, 19), (10, 5), (8, 6)]


def reachable(game: Connect4, start: Discs) -> set[Discs]:
    found, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        for action in game.actions(state):
            child = game.result(state, action)
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found


def sequences(game: Connect4, state: Discs, depth: int) -> int:
    """How many sequences of `depth` moves there are."""
    if depth == 0:
        return 1
    return sum(sequences(game, game.result(state, a), depth - 1) for a in game.actions(state))


@st.composite
def games_under_way(draw: st.DrawFn) -> tuple[Connect4, list[Discs]]:
    """A game, and the states that it has come through, the last of them perhaps its end."""
    game = Connect4(*draw(st.sampled_from(SIZES)), sooner=draw(st.booleans()))
    states = [game.initial()]
    for choice in draw(st.lists(st.integers(0, 18), max_size=42)):
        actions = list(game.actions(states[-1]))
        if not actions:
            break
        states.append(game.result(states[-1], actions[choice % len(actions)]))
    return game, states


# --- rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize("sooner", [True, False])
@pytest.mark.parametrize(("width", "height"), some(SIZES, 2))
def test_it_keeps_the_rules_of_the_interface(width: int, height: int, sooner: bool) -> None:
    states = STATES if sooner else 500
    assert check_game(Connect4(width, height, sooner=sooner), games=5, states=states) == []


def test_numbers_of_move_sequences() -> None:
    """Seven to the power of the depth, less one for each way to overfill a column."""
    counts = [sequences(Connect4(), Connect4().initial(), depth) for depth in range(1, 7)]
    assert counts == [7**depth for depth in range(1, 7)]
    assert sum(sequences(Connect4(3, 2), Connect4(3, 2).initial(), d) for d in (2, 3)) == 9 + 24


def test_number_of_positions() -> None:
    game = Connect4(4, 4)
    positions = reachable(game, game.initial())
    known = oracle.solved("connect four width x height", "different legal positions")
    assert len(positions) == known["4x4"]
    assert len({game.key(state) for state in positions}) == known["4x4"]


def slow_lines(game: Connect4) -> Iterator[int]:
    """Every line of four cells, as a set of bits."""
    for column in range(game.width):
        for row in range(game.height):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(column + i * right, row + i * up) for i in range(4)]
                if all(0 <= c < game.width and 0 <= r < game.height for c, r in cells):
                    yield sum(1 << (c * game.stride + r) for c, r in cells)


def slow_threats(game: Connect4, discs: int, taken: int) -> int:
    found = 0
    for line in slow_lines(game):
        missing = line & ~discs
        if popcount(missing) == 1 and not missing & taken:
            found |= missing
    return found


@given(games_under_way())
def test_lines_and_threats_as_by_looking_at_each_line(
    drawn: tuple[Connect4, list[Discs]],
) -> None:
    game, states = drawn
    for own, taken, _, line in states:
        other = own ^ taken
        assert line == any(four & other == four for four in slow_lines(game))
        assert game.count_lines(game.board ^ own) == sum(
            not four & own for four in slow_lines(game)
        )
        if not line:
            assert game.threats(own, taken) == slow_threats(game, own, taken)
            assert game.threats(other, taken) == slow_threats(game, other, taken)


def test_actions_are_the_columns_from_left_to_right() -> None:
    game = Connect4()
    state = game.parse_state("444444")
    assert [game.format_action(state, a) for a in game.actions(state)] == list("123567")
    assert list(game.actions(game.initial())) == [1 << (7 * column) for column in range(7)]


def test_nobody_moves_after_the_end() -> None:
    game = Connect4()
    state = game.parse_state("1212121")
    assert game.is_terminal(state)
    assert list(game.actions(state)) == []
    full = Connect4(2, 2).parse_state("1122")
    assert Connect4(2, 2).is_terminal(full)
    assert Connect4(2, 2).utility(full) == 0


# --- values ------------------------------------------------------------------------------------


def test_a_win_is_worth_the_more_the_sooner() -> None:
    game = Connect4()
    assert game.utility(game.parse_state("1212121")) == 18  # 22 - 4
    assert game.utility(game.parse_state("71212121")) == -18
    assert game.utility(game.parse_state("121212771")) == 17
    assert game.bounds(game.initial()) == (-18, 18)
    odd = Connect4(5, 5)
    assert odd.utility(odd.parse_state("1212121")) == 10
    assert odd.utility(odd.parse_state("51212121")) == -9
    assert odd.worth(24) == odd.worth(25) == 1
    for moves, value in (("1212121", 100), ("71212121", -100), ("121212771", 100)):
        state = game.parse_state(moves)
        assert Connect4(sooner=False).utility(state) == value


@pytest.mark.parametrize(("width", "height"), some([(4, 4), (4, 5)], 1))
def test_winners_of_small_boards(width: int, height: int) -> None:
    winners = oracle.solved(
        "connect four width x height",
        "winner (+ first, - second, = draw) for widths 4.. at each height",
    )
    expected = {"+": 100, "=": 0, "-": -100}[winners[str(height)][width - 4]]
    game = Connect4(width, height, sooner=False)
    assert table(game, order="fixed", symmetry=True).value == expected


def test_late_positions_of_the_oracle() -> None:
    game = Connect4()
    lines = (oracle.FOLDER / "connect4" / "ply30.txt").read_text().splitlines()
    for line in lines[::50]:
        moves, score = line.split()
        state = game.parse_state(moves)
        assert table(game, state, order="fixed").value == int(score) * game.to_move(state)


def test_published_scores() -> None:
    """The bounds alone see the end of some, and a shallow search that of others."""
    game = Connect4()
    scores = oracle.solved("connect four 7x6", "score of a position")
    state = game.parse_state("4455")
    assert scores["4455"] == 18
    assert alphabeta(game, state, depth=5).value == 18
    for moves, score in scores.items():
        low, high = game.bounds(game.parse_state(moves) if moves else game.initial())
        sign = MIN if len(moves) % 2 else MAX
        assert low <= sign * score <= high


def test_bounds_hold_the_value_at_thousands_of_positions() -> None:
    game = Connect4(4, 4)

    @cache
    def value(state: Discs) -> int:
        if game.is_terminal(state):
            return game.utility(state)
        choice = max if game.to_move(state) == MAX else min
        return choice(value(game.result(state, action)) for action in game.actions(state))

    start = game.parse_state("2332")
    for state in reachable(game, start):
        low, high = game.bounds(state)
        assert low <= value(state) <= high
    assert value(start) == table(game, start).value


@pytest.mark.parametrize(
    ("moves", "bounds"),
    [
        ("444", (-18, 18)),  # nothing is certain yet
        ("12345671234567", (-13, 13)),  # only that it takes three more moves
        ("112233", (18, 18)),  # X makes a line now
        ("44553", (18, 18)),  # O cannot stop a line that is open at both ends
        ("245646275221", (14, 14)),  # X threatens two cells, one on top of the other
        ("55656436447", (-15, -15)),  # O does
        ("1212121", (18, 18)),  # the end
    ],
)
def test_what_is_certain(moves: str, bounds: tuple[int, int]) -> None:
    game = Connect4()
    assert game.bounds(game.parse_state(moves)) == bounds


# --- knowledge ---------------------------------------------------------------------------------


@given(games_under_way())
def test_the_mirror_image(drawn: tuple[Connect4, list[Discs]]) -> None:
    game, states = drawn
    text = game.format_state(states[-1])
    image = game.parse_state("/".join(row[::-1] for row in text.split("/")))
    assert game.mirror(states[-1].taken) == image.taken
    assert game.mirror(image.own) == states[-1].own
    assert game.canonical(states[-1]) == game.canonical(image)
    assert game.canonical(image) in (image, states[-1])
    assert game.bounds(states[-1]) == game.bounds(image)
    if not game.is_terminal(image):
        assert game.evaluate(states[-1]) == game.evaluate(image)


def test_threats_come_first_and_then_the_middle() -> None:
    game = Connect4()
    start = game.initial()
    ranked = sorted(game.actions(start), key=lambda a: -game.order(start, a))
    assert [game.format_action(start, a) for a in ranked] == list("4352617")
    state = game.parse_state("2233")  # 4 would threaten 1 and 5
    ranked = sorted(game.actions(state), key=lambda a: -game.order(state, a))
    assert [game.format_action(state, a) for a in ranked[:3]] == ["4", "5", "1"]


def test_a_position_is_quiet_until_somebody_threatens_to_win_at_once() -> None:
    game = Connect4()
    assert game.is_quiet(game.parse_state("44"))
    assert not game.is_quiet(game.parse_state("414141"))  # X can win
    assert not game.is_quiet(game.parse_state("41414"))  # O must stop X


def test_estimates_prefer_the_middle_and_the_right_rows() -> None:
    game = Connect4()
    assert game.evaluate(game.parse_state("41")) > game.evaluate(game.parse_state("14"))
    assert Connect4(6, 5).rows_of_x & 1 == 0  # with a column of five left, O moves first in it
    assert Connect4(7, 5).rows_of_x & 1 == 1


# --- notation ----------------------------------------------------------------------------------


@given(games_under_way())
def test_positions_are_read_as_they_are_written(drawn: tuple[Connect4, list[Discs]]) -> None:
    game, states = drawn
    for state in states:
        assert game.parse_state(game.format_state(state)) == state


def test_moves_and_positions() -> None:
    game = Connect4()
    assert game.split_moves("4455") == game.split_moves("44 5,5") == ["4", "4", "5", "5"]
    assert Connect4(10, 4).split_moves("10 1,2") == ["10", "1", "2"]
    state = game.parse_state("4455")
    text = "......./......./......./......./...oo../...xx.."
    assert game.format_state(state) == text
    assert game.parse_state(text.upper().replace(".", "-").replace("/", "\n")) == state
    assert state == game.parse_state("4 4 5 5")
    assert Connect4(10, 4).parse_state("10 10").taken == 3 << 45


def test_drawing() -> None:
    game = Connect4(5, 4)
    assert game.draw(game.parse_state("3342")).splitlines() == [
        " ·  ·  ·  ·  ·",
        " ·  ·  ·  ·  ·",
        " ·  ·  O  ·  ·",
        " ·  O  X  X  ·",
        " 1  2  3  4  5",
    ]
    assert game.draw(game.parse_state("1212121")).endswith("MAX wins")
    assert Connect4(2, 2).draw(Connect4(2, 2).parse_state("1122")).endswith("a draw")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "write 42 cells as x, o or . with / between the 6 rows"),
        ("", "write 42 cells"),
        ("z" * 42, "write 42 cells"),
        ("x......" + "." * 35, "a disc hangs in the air"),
        ("." * 35 + "xx.....", "players take turns"),
        ("." * 35 + "o......", "the first has as many discs as the second, or one more"),
        ("." * 28 + "ooo...." + "xxxxo..", "no move can have led to it"),  # O, after X had won
        ("48", "'8' is no legal move"),
        ("4444444", "'4' is no legal move"),
        ("12121211", "the game is over"),
    ],
)
def test_texts_that_are_no_position(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Connect4().parse_state(text)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_one_move_may_make_two_lines_that_share_its_cell() -> None:
    game = Connect4()
    state = game.parse_state("." * 28 + "ooo.ooo" + "xxxxxxx")
    assert game.utility(state) == 22 - 7
    apart = "......./......./......x/....o.x/ooo.o.x/xxxxoox"
    with pytest.raises(NotationError, match="no move can have led to it"):
        game.parse_state(apart)


@pytest.mark.parametrize("size", [(1, 6), (7, 1), (9, 6), (8, 7), (20, 2), (2, 20), (-7, 6)])
def test_sizes_that_do_not_fit(size: tuple[int, int]) -> None:
    with pytest.raises(ZermeloError, match=f"{size[0]} columns of {size[1]} do not fit"):
        Connect4(*size)


def test_bits_are_used_as_drawn() -> None:
    game = Connect4()
    assert [cell.bit_length() - 1 for cell in bits(game.floor)] == [0, 7, 14, 21, 28, 35, 42]
    assert game.board.bit_length() == 48
    assert popcount(game.board) == 42


# --- drawing -----------------------------------------------------------------------------------


def cell_at(x: str | float, y: str | float) -> tuple[int, int]:
    """The row and the column of a place in a drawing."""
    return int((float(y) - 10) // 24), int((float(x) - 10) // 24)


@pytest.mark.parametrize("size", SIZES)
def test_a_drawing_shows_the_position(size: tuple[int, int]) -> None:
    game = Connect4(*size)
    for state, last in walk(game, seed=sum(size)):
        drawing = game.draw_svg(state, last)
        signs = [["."] * game.width for _ in range(game.height)]
        for sign, paint in (("x", "piece-max"), ("o", "piece-min")):
            for place in places(drawing, paint):
                row, column = cell_at(*place)
                signs[row][column] = sign
        assert "/".join("".join(row) for row in signs) == game.format_state(state)
        assert len(places(drawing, "ring")) == len(places(drawing, "piece-min"))
        marked = [cell_at(*place) for place in places(drawing, "mark-last")]
        if last is None:
            assert marked == []
        else:
            (row, column), fallen = marked[0], game.format_action(state, last)
            assert (len(marked), str(column + 1)) == (1, fallen)
            assert row == 0 or signs[row - 1][column] == "."


@pytest.mark.parametrize(
    ("moves", "lines"),
    [
        ("1212121", {((2, 0), (5, 0))}),
        ("1122334", {((5, 0), (5, 3))}),
        ("......./......./...x.../..xo.../.xoo.../xoox..x", {((2, 3), (5, 0))}),
        ("......./......./...x.../...ox../...oox./x..xoox", {((2, 3), (5, 6))}),
        ("112233554", {((5, 0), (5, 3)), ((5, 1), (5, 4))}),
        ("112233", set()),
    ],
)
def test_a_line_is_struck_through(
    moves: str, lines: set[tuple[tuple[int, int], tuple[int, int]]]
) -> None:
    game = Connect4()
    struck = painted(game.draw_svg(game.parse_state(moves)), "mark-win")
    ends = {(cell_at(s["x1"], s["y1"]), cell_at(s["x2"], s["y2"])) for s in struck}
    assert {tuple(sorted(line)) for line in ends} == lines


def test_a_column_stands_for_its_move_down_to_the_floor() -> None:
    game = Connect4()
    areas = painted(game.draw_svg(game.parse_state("444444")), "hit")
    assert [cell_at(area["x"], area["y"]) for area in areas] == [(0, c) for c in (0, 1, 2, 4, 5, 6)]
    assert {area["height"] for area in areas} == {"144"}
