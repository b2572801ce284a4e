"""Othello: rules, who gets the empty squares, the estimate, symmetries, notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.games.drawing import offered, painted, places, texts, walk
from tests.long import some
from zermelo.bits import cells, popcount, signed
from zermelo.check import check_game
from zermelo.game import MAX, MIN, NotationError, ZermeloError
from zermelo.games.othello import PASS, Othello, Squares
from zermelo.search import table

DIRECTIONS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]


def problems() -> list[tuple[str, dict[str, int]]]:
    """The FFO's endgames: a position, and the score of moves for the player to move."""
    found = []
    for line in (oracle.FOLDER / "othello-ffo-1-19.txt").read_text().splitlines():
        position, *moves = (part.strip() for part in line.split(";") if part.strip())
        scores = (move.split(":") for move in moves)
        found.append((position, {move.lower(): int(score) for move, score in scores}))
    return found


def sequences(game: Othello, state: Squares, depth: int) -> int:
    """How many sequences of `depth` moves there are; a pass is a move."""
    if depth == 0:
        return 1
    return sum(sequences(game, game.result(state, a), depth - 1) for a in game.actions(state))


@st.composite
def games_under_way(draw: st.DrawFn) -> tuple[Othello, list[Squares]]:
    """A game, and the states that it has come through, the last of them perhaps its end."""
    game = Othello(draw(st.sampled_from([4, 6, 8])))
    states = [game.initial()]
    for choice in draw(st.lists(st.integers(0, 30), max_size=game.area + 10)):
        actions = list(game.actions(states[-1]))
        if not actions:
            break
        states.append(game.result(states[-1], actions[choice % len(actions)]))
    return game, states


def slow_turned(text: str, size: int, side: str, place: int) -> set[int]:
    """The places of the discs that a disc turns, found by walking from it."""
    turned: set[int] = set()
    for down, right in DIRECTIONS:
        row, column = divmod(place, size)
        line: set[int] = set()
        while 0 <= (row := row + down) < size and 0 <= (column := column + right) < size:
            sign = text[row * size + column]
            if sign == "-":
                break
            if sign == side:
                turned |= line
                break
            line.add(row * size + column)
    return turned


# --- rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "empties", "games"),
    some(
        [(4, "usual", 5), (8, "usual", 1), (4, "winner", 5), (6, "usual", 1), (8, "nobody", 1)], 2
    ),
)
def test_it_keeps_the_rules_of_the_interface(size: int, empties: str, games: int) -> None:
    assert check_game(Othello(size, empties), games=games) == []


@pytest.mark.parametrize("depth", range(1, 8))
def test_numbers_of_move_sequences(depth: int) -> None:
    counts = oracle.load("perft.json")["othello"]["counts"]
    assert sequences(Othello(), Othello().initial(), depth) == counts[depth - 1]


@given(games_under_way())
def test_moves_as_by_walking_over_the_board(drawn: tuple[Othello, list[Squares]]) -> None:
    game, states = drawn
    for state in states[-3:]:
        text, side = game.format_state(state).split()
        turned = {
            place: slow_turned(text, game.size, side, place)
            for place in range(game.area)
            if text[place] == "-"
        }
        legal = [place for place, discs in turned.items() if discs]
        actions = [action for action in game.actions(state) if action != PASS]
        assert actions == [signed(1 << place) for place in legal]
        for place, action in zip(legal, actions, strict=True):
            child, _ = game.format_state(game.result(state, action)).split()
            expected = list(text)
            for disc in {place} | turned[place]:
                expected[disc] = side
            assert child == "".join(expected)


def test_a_pass_is_the_only_move_of_a_player_who_has_no_other() -> None:
    game = Othello(4)
    state = game.parse_state("XO--/-OX-/-XO-/---- O")
    assert PASS not in game.actions(state)
    blocked = game.parse_state("XXXX/XXX-/XXXO/XXXX O")
    assert list(game.actions(blocked)) == [PASS]
    assert game.format_action(blocked, PASS) == "pass"
    assert game.parse_action(blocked, "PASS") == PASS
    after = game.result(blocked, PASS)
    assert game.to_move(after) == MAX
    assert game.format_state(after) == game.format_state(blocked)[:-1] + "X"
    assert list(game.actions(after)) == [1 << 7]


def test_it_is_over_when_neither_can_move() -> None:
    game = Othello(4)
    for side in "XO":
        state = game.parse_state(f"XXXX/XXXX/XXXX/XX-- {side}")
        assert game.is_terminal(state)
        assert list(game.actions(state)) == []


# --- values ------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", "XO")
@pytest.mark.parametrize(
    ("board", "discs", "with_empties"),
    [
        ("XXXX/XXXX/XXXX/XX--", 14, 16),
        ("OOOO/OOOO/OOOO/O---", -13, -16),
        ("XXXX/XXXX/OOOO/OOOO", 0, 0),
        ("--XX/-XXX/OOOO/OO--", -1, -6),
    ],
)
def test_who_gets_the_empty_squares(board: str, discs: int, with_empties: int, side: str) -> None:
    for empties, value in (("nobody", discs), ("usual", discs), ("winner", with_empties)):
        game = Othello(4, empties)
        assert game.utility(game.parse_state(f"{board} {side}")) == value


def test_the_small_board_is_lost_for_the_first_player() -> None:
    assert table(Othello(4)).value == oracle.solved(
        "othello 4x4", "final disc difference for the first player"
    )


def test_problems_list_the_legal_moves() -> None:
    game = Othello()
    for position, scores in problems():
        state = game.parse_state(position)
        assert {game.format_action(state, a) for a in game.actions(state)} == set(scores)


def test_a_problem_whose_score_counts_empty_squares_for_the_winner() -> None:
    game = Othello()
    position, scores = problems()[4]
    state = game.parse_state(position)
    assert scores["g8"] == 32
    found = table(game, state, order="fixed", window=(31, 33))
    assert found.value == 32
    assert found.action is not None
    assert game.format_action(state, found.action) == "g8"
    nobody = Othello(empties="nobody")
    assert table(nobody, state, order="fixed", window=(30, 32)).value == 31


# --- knowledge ---------------------------------------------------------------------------------


@given(games_under_way())
def test_eight_symmetric_positions_are_one(drawn: tuple[Othello, list[Squares]]) -> None:
    game, states = drawn
    state, size = states[-1], game.size
    text, side = game.format_state(state).split()
    rows = [text[i : i + size] for i in range(0, game.area, size)]
    images = set()
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows, strict=True)]  # transposed
        images.add(game.parse_state(f"{'/'.join(rows)} {side}"))
        rows = [row[::-1] for row in rows]
        images.add(game.parse_state(f"{'/'.join(rows)} {side}"))
    assert state in images
    assert {game.canonical(image) for image in images} == {min(images)}
    if not game.is_terminal(state):
        assert len({game.evaluate(image) for image in images}) == 1


@given(games_under_way())
def test_the_estimate_changes_sign_when_the_colours_change(
    drawn: tuple[Othello, list[Squares]],
) -> None:
    game, states = drawn
    swapped = game.format_state(states[-1]).translate(str.maketrans("XO", "OX"))
    image = game.parse_state(swapped)
    assert game.to_move(image) == -game.to_move(states[-1])
    if game.is_terminal(image):
        assert game.utility(image) == -game.utility(states[-1])
    else:
        assert game.evaluate(image) == -game.evaluate(states[-1])
        assert abs(game.evaluate(image)) < game.area


def test_discs_on_an_edge_held_from_a_corner_stay() -> None:
    game = Othello()
    x = game.parse_state(f"XXX-X--X{'-' * 16}---XO------OX---{'X-------' * 2}X------- X").own
    anchored = [0, 1, 2, 7, 40, 48, 56]
    assert sorted({*cells(game.anchored(x)), *cells(x & game.corners)}) == anchored


def test_the_estimate_loves_a_corner_and_not_the_square_before_it() -> None:
    game = Othello()
    corner = game.parse_state(f"X{'-' * 26}OX------XO{'-' * 27} X")
    cross = game.parse_state(f"{'-' * 9}X{'-' * 17}OX------XO{'-' * 27} X")
    start = game.evaluate(game.initial())
    assert game.evaluate(cross) < start < game.evaluate(corner)


def test_the_order_finds_good_moves() -> None:
    game = Othello()
    gain = 0.0
    for position, scores in problems():
        state = game.parse_state(position)
        first = max(game.actions(state), key=lambda action: game.order(state, action))
        gain += scores[game.format_action(state, first)] - sum(scores.values()) / len(scores)
    assert gain > 19 * 5  # on the average five discs better than the mean of all moves


# --- notation ----------------------------------------------------------------------------------


@given(games_under_way())
def test_positions_are_read_as_they_are_written(drawn: tuple[Othello, list[Squares]]) -> None:
    game, states = drawn
    for state in states:
        assert game.parse_state(game.format_state(state)) == state


def test_positions_and_moves() -> None:
    game = Othello()
    start = game.initial()
    assert game.format_state(start) == f"{'-' * 27}OX------XO{'-' * 27} X"
    rows = "/".join(["........"] * 3 + ["...ox...", "...xo..."] + ["........"] * 3)
    assert game.parse_state(f"{rows} x") == start
    assert game.to_move(game.parse_state(f"{rows} o")) == MIN
    assert [game.format_action(start, a) for a in game.actions(start)] == ["d3", "c4", "f5", "e6"]
    assert game.parse_action(start, "D3") == 1 << 19
    assert game.split_moves("f5d6C3") == game.split_moves("f5 d6,c3") == ["f5", "d6", "c3"]
    assert game.split_moves("f5passc3") == ["f5", "pass", "c3"]
    assert game.split_moves("f5 zz9") == ["f5", "zz9"]


def test_the_last_square_is_the_sign() -> None:
    game = Othello()
    state = game.parse_state(f"{'-' * 18}X{'-' * 8}OX------XO{'-' * 8}O{'-' * 8}O{'-' * 9} X")
    assert -(1 << 63) in game.actions(state)
    child = game.result(state, game.parse_action(state, "h8"))
    assert popcount(game.other(child)) == 8
    assert child.taken < 0


def test_drawing() -> None:
    game = Othello(4)
    assert game.draw(game.initial()).splitlines() == [
        "   a b c d",
        " 1 · * · ·",
        " 2 * O X ·",
        " 3 · X O *",
        " 4 · · * ·",
        "X 2, O 2",
    ]
    assert game.draw(game.parse_state("XXXX/XXXX/XXXX/XX-- O")).endswith("X 14, O 0")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "write the 64 squares"),
        ("-" * 64, "who is to move"),
        (f"{'-' * 27}OX------XO{'-' * 27} -", "who is to move"),
        (f"{'-' * 27}OX------XO{'-' * 26} X", "write the 64 squares"),
        (f"{'z' * 64} X", "write the 64 squares"),
        (f"{'-' * 64} X", "the middle four are never empty"),
        (f"{'-' * 27}O-------XO{'-' * 27} O", "the middle four are never empty"),
    ],
)
def test_texts_that_are_no_position(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        Othello().parse_state(text)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("text", ["a1", "pass", "i9", "", "d"])
def test_texts_that_are_no_move(text: str) -> None:
    with pytest.raises(NotationError, match="is no legal move at") as caught:
        Othello().parse_action(Othello().initial(), text)
    assert len(str(caught.value).splitlines()) == 1


def test_parameters_that_are_refused() -> None:
    for size in (0, 2, 5, 10, -8):
        with pytest.raises(ZermeloError, match=f"size must be 4, 6 or 8, not {size}"):
            Othello(size)
    with pytest.raises(ZermeloError, match="empties must be usual, winner or nobody"):
        Othello(empties="loser")


# --- drawing -----------------------------------------------------------------------------------


def cell_at(x: str | float, y: str | float) -> tuple[int, int]:
    """The row and the column of a place in a drawing."""
    return int((float(y) - 10) // 24), int((float(x) - 10) // 24)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_a_drawing_shows_the_position(size: int) -> None:
    game = Othello(size)
    for state, last in walk(game, seed=size):
        drawing = game.draw_svg(state, last)
        text, signs = game.format_state(state), ["-"] * game.area
        for sign, paint in (("X", "dark"), ("O", "light")):
            for place in places(drawing, paint, least=5):
                row, column = cell_at(*place)
                signs[row * size + column] = sign
        assert "".join(signs) == text[: game.area]
        hints = [
            f"{'abcdefgh'[column]}{row + 1}"
            for row, column in (
                cell_at(float(area["x"]) + 12, float(area["y"]) + 12)
                for area in painted(drawing, "hit")
            )
        ]
        assert offered(drawing) == (hints if "pass" not in texts(drawing) else ["pass"])
        counts = [sign for sign in texts(drawing)[2 * size :] if sign != "pass"]
        assert counts == [str(signs.count("X")), str(signs.count("O"))]
        marks = [cell_at(mark["x"], mark["y"]) for mark in painted(drawing, "mark-last")]
        assert marks == ([divmod(place, size) for place in cells(last)] if last else [])


def test_moves_are_shown_as_small_discs_of_the_player_to_move() -> None:
    game = Othello()
    start = game.initial()
    assert len(places(game.draw_svg(start), "dark")) == 2 + 4 + 1  # with that beside the count
    assert len(places(game.draw_svg(start), "light")) == 2 + 1
    reply = game.draw_svg(game.result(start, next(iter(game.actions(start)))))
    assert len(places(reply, "dark")) == 4 + 1
    assert len(places(reply, "light")) == 1 + 3 + 1
