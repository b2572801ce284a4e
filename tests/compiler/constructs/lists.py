"""Lists: built, indexed, cut, changed, and seen by two names."""

from __future__ import annotations

from tests.compiler.constructs.table import Line, Row, construct


@construct("list that grows")
class Grows(Row):
    def actions(self, state: Line) -> list[int]:
        moves = []
        for i in range(self.n):
            if state.cells[i] == 0:
                moves.append(i)
        return moves


@construct("list literal, indexed")
class Literal(Row):
    def utility(self, state: Line) -> int:
        score = [0, 0, 0]
        for i in range(self.n - 1):
            if state.cells[i] == state.cells[i + 1]:
                score[state.cells[i] + 1] += 1
        return score[2] - score[0]


@construct("list(t), item assignment, tuple(xs)")
class Item(Row):
    def result(self, state: Line, action: int) -> Line:
        cells = list(state.cells)
        cells[action] = state.player
        return Line(tuple(cells), -state.player)


@construct("list(range)")
class ListOfRange(Row):
    def actions(self, state: Line) -> list[int]:
        if 0 in state.cells:
            places = list(range(self.n))
            return [i for i in places if state.cells[i] == 0]
        return list(range(0))


@construct("[0] * n")
class Zeros(Row):
    def result(self, state: Line, action: int) -> Line:
        cells = [0] * self.n
        for i in range(self.n):
            cells[i] = state.player if i == action else state.cells[i]
        return Line(tuple(cells), -state.player)


@construct("(k,) * n")
class Repeated(Row):
    def is_terminal(self, state: Line) -> bool:
        blank = (0,) * self.n
        return state.cells != blank and 0 not in state.cells


@construct("slices joined")
class Slices(Row):
    def result(self, state: Line, action: int) -> Line:
        cells = state.cells[:action] + (state.player,) + state.cells[action + 1 :]
        return Line(cells, -state.player)


@construct("slice with a step")
class Step(Row):
    def is_terminal(self, state: Line) -> bool:
        return 0 not in state.cells[::2] and 0 not in state.cells[1::2]


@construct("slice that is negative")
class Negative(Row):
    def utility(self, state: Line) -> int:
        last, rest = state.cells[-1], state.cells[:-1]
        score = last if last == rest[-1] else 0
        for a, b in zip(rest[-3:-1], rest[-2:]):
            score += a if a == b else 0
        return score


@construct("slice backwards")
class Backwards(Row):
    def canonical(self, state: Line) -> Line:
        return Line(max(state.cells, state.cells[::-1]), state.player)


@construct("slice assignment")
class SliceAssignment(Row):
    def result(self, state: Line, action: int) -> Line:
        cells = list(state.cells)
        cells[action : action + 1] = [state.player]
        return Line(tuple(cells), -state.player)


@construct("nested lists")
class Nested(Row):
    def utility(self, state: Line) -> int:
        board = [[0, 0], [0, 0]]
        for i, cell in enumerate(state.cells):
            board[i // 2][i % 2] = cell
        first, second = board
        score = 0
        for a, b in ((first[0], first[1]), (first[1], second[0]), (second[0], second[1])):
            if a == b:
                score += a
        return score


@construct("rows of one list, shared")
class Shared(Row):
    def evaluate(self, state: Line) -> int:
        rows = [[0] * self.n] * 2
        rows[0][0] = state.cells[0]
        return rows[1][0]


@construct("alias of a list that is then changed")
class Alias(Row):
    def result(self, state: Line, action: int) -> Line:
        cells = list(state.cells)
        board = cells
        board[action] = state.player
        return Line(tuple(cells), -state.player)


@construct("list changed by a helper")
class ChangedByAHelper(Row):
    def mark(self, cells: list[int], place: int, player: int) -> None:
        cells[place] = player

    def result(self, state: Line, action: int) -> Line:
        cells = list(state.cells)
        self.mark(cells, action, state.player)
        return Line(tuple(cells), -state.player)


@construct("xs += ys")
class Extended(Row):
    def actions(self, state: Line) -> list[int]:
        moves: list[int] = []
        for i in range(self.n):
            moves += [i] if state.cells[i] == 0 else []
        return moves


@construct("xs + ys")
class Joined(Row):
    def result(self, state: Line, action: int) -> Line:
        cells = list(state.cells)
        return Line(tuple(cells[:action] + [state.player] + cells[action + 1 :]), -state.player)


@construct("return []")
class Empty(Row):
    def actions(self, state: Line) -> list[int]:
        if self.is_terminal(state):
            return []
        return [i for i in range(self.n) if state.cells[i] == 0]


@construct("not xs")
class NotEmpty(Row):
    def is_terminal(self, state: Line) -> bool:
        return not [i for i in range(self.n) if state.cells[i] == 0]


@construct("xs or ys")
class Otherwise(Row):
    def actions(self, state: Line) -> list[int]:
        left = [i for i in range(self.n // 2) if state.cells[i] == 0]
        right = [i for i in range(self.n // 2, self.n) if state.cells[i] == 0]
        return left + right if left else right or []


@construct("list.pop")
class Pop(Row):
    def is_terminal(self, state: Line) -> bool:
        cells = list(state.cells)
        while cells:
            if cells.pop() == 0:
                return False
        return True


@construct("list.insert")
class Insert(Row):
    def result(self, state: Line, action: int) -> Line:
        cells = [cell for i, cell in enumerate(state.cells) if i != action]
        cells.insert(action, state.player)
        return Line(tuple(cells), -state.player)


@construct("list.remove")
class Remove(Row):
    def is_terminal(self, state: Line) -> bool:
        cells = [*state.cells, 0]
        cells.remove(0)
        return 0 not in cells


@construct("list.index")
class Index(Row):
    def evaluate(self, state: Line) -> int:
        cells = list(state.cells)
        return cells.index(0)


@construct("tuple.count")
class Count(Row):
    def is_terminal(self, state: Line) -> bool:
        return state.cells.count(0) == 0


@construct("list.extend")
class Extend(Row):
    def actions(self, state: Line) -> list[int]:
        moves: list[int] = []
        for i in range(self.n):
            if state.cells[i] == 0:
                moves.extend([i])
        return moves


@construct("list.copy")
class Copy(Row):
    def result(self, state: Line, action: int) -> Line:
        before = list(state.cells)
        after = before.copy()
        after[action] = state.player
        assert before[action] == 0
        return Line(tuple(after), -state.player)


@construct("list.reverse")
class Reverse(Row):
    def canonical(self, state: Line) -> Line:
        mirror = list(state.cells)
        mirror.reverse()
        return Line(min(state.cells, tuple(mirror)), state.player)


@construct("list.sort")
class Sort(Row):
    def actions(self, state: Line) -> list[int]:
        moves = [i for i in range(self.n - 1, -1, -1) if state.cells[i] == 0]
        moves.sort()
        return moves


@construct("list.sort with a key")
class SortByKey(Row):
    def put_in_order(self, moves: list[int]) -> None:
        moves.sort(key=lambda i: -i)
        moves.sort(reverse=True, key=lambda i: -i)

    def actions(self, state: Line) -> list[int]:
        moves = [i for i in range(self.n) if state.cells[i] == 0]
        self.put_in_order(moves)
        return moves


@construct("del xs[i]")
class Delete(Row):
    def is_terminal(self, state: Line) -> bool:
        cells = list(state.cells)
        while cells and cells[0] != 0:
            del cells[0]
        return len(cells) == 0


@construct("two items swapped")
class Swap(Row):
    def canonical(self, state: Line) -> Line:
        cells = list(state.cells)
        for i in range(self.n // 2):
            cells[i], cells[-1 - i] = cells[-1 - i], cells[i]
        return Line(max(state.cells, tuple(cells)), state.player)


@construct("list as a stack of work")
class Stack(Row):
    def evaluate(self, state: Line) -> int:
        """The longest way from the first mark through cells that are not free."""
        stack, seen = [0], [False] * self.n
        while stack:
            i = stack.pop()
            if 0 <= i < self.n and not seen[i] and state.cells[i] != 0:
                seen[i] = True
                stack.append(i + 1)
                stack.append(i - 1)
        return sum(seen)


@construct("list indexed after append")
class Short(Row):
    def utility(self, state: Line) -> int:
        pairs = [a for a, b in zip(state.cells, state.cells[1:]) if a == b]
        pairs.append(0)
        return pairs[0] + sum(pairs[1:])


@construct("comparison of lists")
class Comparison(Row):
    def is_terminal(self, state: Line) -> bool:
        return [cell for cell in state.cells if cell != 0] == list(state.cells)
