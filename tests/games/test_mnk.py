"""The m,n,k games: rules, the heuristics of the lectures, symmetries, notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import oracle
from tests.games.drawing import offered, painted, places, walk
from tests.long import some
from zermelo.check import STATES, check_game
from zermelo.game import MAX, MIN, NotationError, NotationWarning, ZermeloError
from zermelo.games import MNK
from zermelo.games.mnk import Board
from zermelo.search import alphabeta, quiescence, table

BOARDS = [(3, 3, 3), (4, 3, 3), (1, 2, 2), (2, 5, 4), (5, 5, 4), (9, 7, 5)]


def sequences(game: MNK, state: Board, depth: int) -> int:
    """How many sequences of `depth` moves there are."""
    if depth == 0:
        return 1
    return sum(sequences(game, game.result(state, a), depth - 1) for a in game.actions(state))


@pytest.mark.parametrize("depth", range(1, 7))
def test_numbers_of_move_sequences(depth: int) -> None:
    counts = oracle.load("perft.json")["tictactoe"]["counts"]
    assert sequences(MNK(), MNK().initial(), depth) == counts[depth - 1]


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heuristic", ["lines", "pieces"])
@pytest.mark.parametrize(("columns", "rows", "line"), some(BOARDS, 2))
def test_it_keeps_the_rules_of_the_interface(
    columns: int, rows: int, line: int, heuristic: str, misere: bool
) -> None:
    game = MNK(columns, rows, line, misere=misere, heuristic=heuristic)
    first = heuristic == "lines" and not misere  # of which more is seen than of its variants
    assert check_game(game, games=5, states=STATES if first else 500) == []


def slow_has_line(game: MNK, stones: int) -> bool:
    return any(stones & line == line for line in game.lines)


@st.composite
def boards_and_stones(draw: st.DrawFn) -> tuple[MNK, int]:
    columns, rows = draw(st.integers(1, 9)), draw(st.integers(2, 9))
    game = MNK(columns, rows, draw(st.integers(2, max(columns, rows))))
    return game, sum(draw(st.sets(st.sampled_from(game.bits))))


@given(boards_and_stones())
def test_lines_are_found_by_shifts_as_by_looking_at_each(drawn: tuple[MNK, int]) -> None:
    game, stones = drawn
    assert game.has_line(stones) == slow_has_line(game, stones)


def test_numbers_of_lines() -> None:
    assert len(MNK().lines) == 8
    assert len(MNK(5, 5, 4).lines) == 28
    assert len(MNK(15, 15, 5).lines) == 572


def test_the_lecture_board_is_worth_three_minus_two() -> None:
    game = MNK()
    board = game.parse_state("XO_/_O_/_XX")
    assert (board.player, game.evaluate(board)) == (MIN, 1)
    assert MNK(heuristic="pieces").evaluate(board) == 1


def test_begun_lines_are_those_with_a_stone_and_none_of_the_other() -> None:
    """As the lecture counts them: empty lines, open for both, count for nobody."""
    lines = ["012", "345", "678", "036", "147", "258", "048", "246"]
    game, open_lines = MNK(heuristic="begun"), MNK()
    for text in ("xo./.o./.xx", "x../.../...", "x.o/.../...", ".../.x./..o", ".../.../..."):
        cells = text.replace("/", "")
        sets = [{cells[int(i)] for i in line} for line in lines]
        state = game.parse_state(text)
        counts = [part.count for part in game.features(state)]
        assert counts == [
            sum(own in s and other not in s for s in sets) for own, other in ("xo", "ox")
        ]
        assert counts[0] - counts[1] == game.evaluate(state) == open_lines.evaluate(state)


@pytest.mark.parametrize("heuristic", ["lines", "begun", "pieces"])
@pytest.mark.parametrize(("win", "tie", "loss"), [(1, 0, -1), (2, 1, 0), (5, 0, -5), (1, 1, 0)])
def test_estimates_keep_their_order_between_close_utilities(
    heuristic: str, win: int, tie: int, loss: int
) -> None:
    """With utilities -1, 0 and 1 they would all be 0."""
    game = MNK(win=win, tie=tie, loss=loss, heuristic=heuristic)
    wide = MNK(heuristic=heuristic)
    texts = (
        "xo./.o./.xx",
        "x../.o./...",
        ".../.x./...",
        "o../.x./...",
        "xx./.o./o..",
        "x../.../.o.",
    )
    pairs = []
    for state in map(game.parse_state, texts):
        estimate = game.evaluate(state)
        assert loss < estimate < win
        assert sum(part.worth for part in game.features(state)) == estimate
        pairs.append((wide.evaluate(state), estimate))
    assert len({estimate for _wide, estimate in pairs}) == len({lead for lead, _ in pairs}) > 1
    assert [estimate for _lead, estimate in sorted(pairs)] == sorted(e for _lead, e in pairs)
    assert check_game(game, games=3, states=100) == []


def test_a_depth_limit_with_utilities_of_one_plays_the_centre() -> None:
    """As with 100, where all estimates were 0 it took the first cell."""
    for heuristic in ("lines", "begun"):
        game = MNK(win=1, tie=0, loss=-1, heuristic=heuristic)
        found = alphabeta(game, depth=2)
        assert game.format_line(game.initial(), found.line) == ["b2", "a1"]
        assert found.value == 1 / 16


def test_open_lines_after_the_first_move() -> None:
    game = MNK()
    values = [game.evaluate(game.result(game.initial(), a)) for a in game.actions(game.initial())]
    assert values == [3, 2, 3, 2, 4, 2, 3, 2, 3]


def test_an_estimate_never_claims_a_win() -> None:
    game = MNK(win=3, loss=-3)
    assert game.evaluate(game.parse_state("x../.../...")) == 3 / 4
    game = MNK(9, 7, 5, win=51, loss=-51)  # so far apart that few estimates reach them
    assert game.evaluate(Board(sum(game.bits[::3]), 0, MIN, False)) == 50


@pytest.mark.parametrize(
    ("misere", "position", "winner"),
    [
        (False, "xxx/oo./...", MAX),
        (False, "xx./ooo/x..", MIN),
        (True, "xxx/oo./...", MIN),
        (True, "xx./ooo/x..", MAX),
        (False, "xox/xxo/oxo", 0),
    ],
)
@pytest.mark.parametrize("tie", [-1, 0, 1])
def test_who_has_won_whatever_that_is_worth(
    misere: bool, position: str, winner: int, tie: int
) -> None:
    game = MNK(misere=misere, win=1, tie=tie, loss=-1)
    assert game.outcome(game.parse_state(position)) == winner


def test_utilities() -> None:
    won = "xxx/oo./..."
    assert MNK().utility(MNK().parse_state(won)) == 100
    other = MNK(win=1, tie=0, loss=-1, misere=True)
    assert other.utility(other.parse_state(won)) == -1
    tied = MNK(tie=5)
    assert tied.utility(tied.parse_state("xox/xxo/oxo")) == 5


@pytest.mark.parametrize(
    ("text", "misere", "winner"),
    [
        ("xxx/oo./...", False, MAX),
        ("xxx/oo./...", True, MIN),
        ("xx./ooo/x..", False, MIN),
        ("xox/xxo/oxo", False, 0),
    ],
)
def test_who_wins_does_not_depend_on_what_it_is_worth(text: str, misere: bool, winner: int) -> None:
    for game in (MNK(misere=misere), MNK(misere=misere, win=9, tie=5, loss=-9)):
        assert game.outcome(game.parse_state(text)) == winner


@given(st.lists(st.integers(0, 8), max_size=9), st.sampled_from([(3, 3, 3), (4, 3, 3)]))
def test_all_symmetric_boards_have_one_canonical_form(
    moves: list[int], size: tuple[int, int, int]
) -> None:
    game = MNK(*size)
    state = game.initial()
    for move in moves:
        actions = list(game.actions(state))
        if actions:
            state = game.result(state, actions[move % len(actions)])
    assert len(game.symmetries) == (7 if size[0] == size[1] else 3)
    for symmetry in game.symmetries:
        image = dict(zip(game.bits, symmetry, strict=True))
        x, o = (sum(image[c] for c in game.bits if stones & c) for stones in state[:2])
        assert game.canonical(Board(x, o, state.player, state.line)) == game.canonical(state)


def test_notation() -> None:
    game = MNK()
    board = game.parse_state("xo. .o. .xx")
    assert game.format_state(board) == "xo./.o./.xx"
    assert game.parse_action(board, "c1") == game.parse_action(board, "3") == game.bits[2]
    assert game.format_action(board, game.bits[2]) == "c1"
    assert game.draw(board) == "    a b c\n  1 X O ·\n  2 · O ·\n  3 · X X"
    assert game.name == "tictactoe"
    assert MNK(4, 4, 4).name == "mnk"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("xo", "write 9 cells"),
        ("xoz/.../...", "write 9 cells"),
        ("oo./.../...", "write max or min after it"),
        ("xxx/ooo/...", "both have a line"),
    ],
)
def test_no_positions(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        MNK().parse_state(text)


def test_no_moves() -> None:
    game = MNK()
    board = game.parse_state("x../.../...")
    for text in ("a1", "1", "d4", "0", "10", ""):
        with pytest.raises(NotationError, match="no legal move"):
            game.parse_action(board, text)
    assert game.to_move(board) == MIN
    assert game.to_move(game.initial()) == MAX


@pytest.mark.parametrize(
    "parameters",
    [
        {"columns": 0},
        {"columns": 27},
        {"rows": 100},
        {"in_row": 1},
        {"in_row": 4},
        {"heuristic": "luck"},
        {"win": -100},
        {"tie": 101},
    ],
)
def test_parameters_that_make_no_sense(parameters: dict[str, int]) -> None:
    with pytest.raises(ZermeloError):
        MNK(**parameters)  # type: ignore[arg-type]


# --- drawing -----------------------------------------------------------------------------------


def cell_at(x: str | float, y: str | float) -> tuple[int, int]:
    """The row and the column of a place in a drawing."""
    return int((float(y) - 10) // 24), int((float(x) - 10) // 24)


@pytest.mark.parametrize("board", BOARDS)
def test_a_drawing_shows_the_position(board: tuple[int, int, int]) -> None:
    game = MNK(*board)
    for state, last in walk(game, seed=sum(board)):
        drawing = game.draw_svg(state, last)
        signs = [["."] * game.columns for _ in range(game.rows)]
        for cross in painted(drawing, "sign-max"):
            x, y = cross["d"][1:].split("l")[0].split()
            row, column = cell_at(x, y)
            signs[row][column] = "x"
        for place in places(drawing, "sign-min"):
            row, column = cell_at(*place)
            signs[row][column] = "o"
        assert "/".join("".join(row) for row in signs) == game.format_state(state)
        marks = [cell_at(mark["x"], mark["y"]) for mark in painted(drawing, "mark-last")]
        assert marks == ([] if last is None else [divmod(game.bits.index(last), game.columns)])


def test_a_cell_stands_for_its_move() -> None:
    game = MNK()
    drawing = game.draw_svg(game.parse_state("xo./.../..."))
    areas = [cell_at(area["x"], area["y"]) for area in painted(drawing, "hit")]
    assert offered(drawing) == ["c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert areas == [(0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]


@pytest.mark.parametrize(
    ("position", "lines"),
    [
        ("xxx/oo./...", [((0, 0), (0, 2))]),
        ("xx./ooo/..x", [((1, 0), (1, 2))]),
        ("xo./xo./x..", [((0, 0), (2, 0))]),
        ("oox/.x./x..", [((0, 2), (2, 0))]),
        ("xxx/xoo/xoo", [((0, 0), (0, 2)), ((0, 0), (2, 0))]),
        ("xox/xox/oxo", []),
    ],
)
@pytest.mark.parametrize("misere", [False, True])
def test_a_line_is_struck_through(
    position: str, lines: list[tuple[tuple[int, int], tuple[int, int]]], misere: bool
) -> None:
    game = MNK(misere=misere)
    struck = painted(game.draw_svg(game.parse_state(position)), "mark-win")
    ends = [(cell_at(s["x1"], s["y1"]), cell_at(s["x2"], s["y2"])) for s in struck]
    assert ends == lines


@pytest.mark.parametrize(
    ("text", "note", "player", "line"),
    [
        ("XOO/OX_/__X", "MIN began", MIN, True),  # the board that opens the lecture
        ("o../.../...", "MIN began", MAX, False),
        ("xo./.../... min", "MIN began", MIN, False),
        ("oo./.../... max", "no game comes to", MAX, False),
        ("xxx/o../...", "no game comes to", MIN, True),
    ],
)
def test_what_no_game_of_ours_comes_to_is_taken_with_a_note(
    text: str, note: str, player: int, line: bool
) -> None:
    game = MNK()
    with pytest.warns(NotationWarning, match=note):
        state = game.parse_state(text)
    assert (state.player, state.line) == (player, line)
    with pytest.warns(NotationWarning, match=note):
        assert game.parse_state(game.format_state(state)) == state


def test_where_min_began_the_search_is_the_mirror_image() -> None:
    game = MNK()
    with pytest.warns(NotationWarning):
        began = game.parse_state("oxo/.../... max")
    twin = game.parse_state("xox/.../...")
    assert table(game, began).value == -table(game, twin).value
    assert game.key(began) != game.key(began._replace(player=MIN))


def test_quiet_is_where_nobody_threatens() -> None:
    game = MNK()
    quiet = {"x../.o./...": True, "xx./o../...": False, "x.x/.o./o..": False, "xox/.o./.x.": True}
    for text, wanted in quiet.items():
        assert game.is_quiet(game.parse_state(text)) == wanted, text
    with_threat = game.parse_state("xx./oo./...")
    for each in (MNK(misere=True), MNK(4, 3, 3)):
        state = with_threat if each.misere else each.parse_state("xx../oo../....")
        assert each.is_quiet(state)


def test_the_secondary_search_sees_the_line_beyond_the_horizon() -> None:
    game = MNK()
    state = game.parse_state("xo./.o./..x")  # MAX to move: b3 must be taken
    assert alphabeta(game, state, depth=1).value == 1
    found = quiescence(game, state, depth=1)
    assert found.action is not None
    assert game.format_action(state, found.action) == "b3"
