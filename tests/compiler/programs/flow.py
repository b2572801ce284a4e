"""Errors, matches, the order in which things happen."""

from __future__ import annotations

from typing import Any

from tests.compiler.programs import ANY, COUNT, PAIRS, ROWS, SMALL, TABLES, calls, over


class Illegal(Exception):
    pass


class VeryIllegal(Illegal):
    pass


class Another(ValueError):
    pass


def fails(n: int) -> int:
    if n == 0:
        raise Illegal("no")
    if n == 1:
        raise VeryIllegal
    if n == 2:
        raise Another("x")
    if n == 3:
        raise RuntimeError
    if n == 4:
        return [][n]
    if n == 5:
        return {}[n]
    if n == 6:
        return 1 // (n - 6)
    return n


@over(SMALL)
def uncaught(n: int) -> Any:
    return fails(n)


@over(SMALL)
def by_base(n: int) -> Any:
    try:
        return fails(n)
    except Illegal:
        return "illegal"
    except ValueError:
        return "value"
    except LookupError:
        return "lookup"


@over(SMALL)
def by_exception(n: int) -> Any:
    try:
        return fails(n)
    except Exception:
        return "any"


@over(SMALL)
def by_anything(n: int) -> Any:
    try:
        return fails(n)
    except:
        return "any"


@over(SMALL)
def by_several(n: int) -> Any:
    try:
        return fails(n)
    except (IndexError, ArithmeticError, VeryIllegal):
        return "several"
    except (RuntimeError, KeyError):
        return "others"


@over(SMALL)
def in_turn(n: int) -> Any:
    log = []
    try:
        log.append("try")
        fails(n)
        log.append("done")
    except Illegal:
        log.append("except")
    except IndexError:
        log.append("index")
    else:
        log.append("else")
    finally:
        log.append("finally")
    return log


@over(SMALL)
def raised_again(n: int) -> Any:
    log = []
    try:
        try:
            fails(n)
        except Illegal:
            log.append("inner")
            raise
        finally:
            log.append("finally")
    except Exception:
        log.append("outer")
    return log


@over(SMALL)
def raised_otherwise(n: int) -> Any:
    log = []
    try:
        try:
            fails(n)
        except Illegal as error:
            log.append("inner")
            raise KeyError(n) from error
        except IndexError:
            raise ValueError from None
        finally:
            log.append("finally")
    except (KeyError, ValueError):
        log.append("outer")
    return log


def with_finally(n: int, log: list[Any]) -> Any:
    for i in range(3):
        try:
            if i == n:
                return i
            if i == n - 1:
                continue
            if i == n - 5:
                break
            if n > 6:
                fails(0)
        finally:
            log.append(i)
    return None


@over(SMALL)
def left_through_finally(n: int) -> Any:
    log: list[Any] = []
    return with_finally(n, log), log


def finally_fails(log: list[Any], n: int) -> int:
    try:
        return 1
    finally:
        log.append("finally")
        fails(n)


@over(SMALL)
def finally_that_fails(n: int) -> Any:
    log: list[Any] = []
    try:
        finally_fails(log, n)
    except Illegal:
        log.append("caught")
    except (ValueError, RuntimeError, LookupError, ZeroDivisionError):
        log.append("other")
    return log


@over(SMALL)
def handler_fails(n: int) -> Any:
    log = []
    try:
        try:
            fails(n)
        except Illegal:
            log.append("first")
            [].pop()
        except IndexError:
            log.append("second")
            {}[1]
        else:
            log.append("else")
            fails(0)
        log.append("behind")
    except (LookupError, Illegal):
        log.append("outer")
    return log


@over(SMALL)
def finally_returns(n: int) -> Any:
    try:
        return fails(n)
    finally:
        return "finally"


@over(SMALL)
def nested_finally(n: int) -> Any:
    log = []
    for i in range(4):
        try:
            try:
                if i == n:
                    break
                if i == n + 1:
                    continue
                fails(n + 5 if i else 10)
            finally:
                log.append(("inner", i))
        except (IndexError, KeyError):
            log.append(("caught", i))
        finally:
            log.append(("outer", i))
    else:
        log.append("else")
    return log


@over(SMALL)
def value_kept_by_finally(n: int) -> Any:
    def inner() -> int:
        x = n
        try:
            return x
        finally:
            x += 100

    return inner()


@over(SMALL)
def error_itself(n: int) -> Any:
    try:
        if n > 0:
            raise Illegal("yes")
        return n
    except Illegal as error:
        return str(error)


@over(ROWS)
def asserted(items: list[int]) -> Any:
    assert items, "empty"
    assert len(items) < 6
    return items[0]


@over(SMALL)
def unbound(n: int) -> Any:
    if n > 0:
        x = n
    return x


@over(SMALL)
def unbound_in_loop(n: int) -> Any:
    for i in range(n):
        last = i
    return last, i


@over(SMALL)
def deleted_name(n: int) -> Any:
    x = n
    for i in range(3):
        if i == n:
            del x
    return x


@over(SMALL)
def deleted_in_try(n: int) -> Any:
    x = [n]
    try:
        if n > 0:
            del x
        fails(n)
    except (Illegal, ValueError, RuntimeError, LookupError, ZeroDivisionError):
        return x
    return n


class Late(Exception):
    pass


class LateOne(Late):
    pass


def fails_late(n: int) -> int:
    if n > 5:
        raise LateOne
    if n > 2:
        raise NotImplementedError
    return n


@over(SMALL)
def errors_met_later(n: int) -> Any:
    """What is raised is translated behind what catches it."""
    try:
        return fails_late(n)
    except Late:
        return "late"
    except Exception:
        return "any"


# --- matches ------------------------------------------------------------------------------------


@over(ANY)
def matched(a: Any) -> Any:
    match a:
        case None:
            return "none"
        case True | False:
            return "truth"
        case 0 | 1:
            return "small"
        case int() as x if x > 5:
            return "large", x
        case int() | float():
            return "number", a
        case "":
            return "no text"
        case str() as text:
            return "text", text
        case []:
            return "empty"
        case [x]:
            return "one", x
        case (x, y) if x == y:
            return "same", x
        case [first, *rest]:
            return first, rest
    return "nothing"


@over(ANY)
def values_matched(a: Any) -> Any:
    match a:
        case 1:
            return "one"
        case -1 | 2.5:
            return "other"
        case "a" | "b" as letter:
            return letter
        case (0, _) | (_, 0):
            return "zero"
        case _:
            return "rest"


@over(TABLES)
def mapping_matched(table: dict[int, int]) -> Any:
    match table:
        case {1: x, 2: y}:
            return "both", x, y
        case {1: x, **rest}:
            return "one", x, rest
        case {}:
            return "any", len(table)


@over(PAIRS)
def nested_match(pairs: list[Any]) -> Any:
    match pairs:
        case [(0, x), (y, 0), *_]:
            return "zeros", x, y
        case [(a, b)] if a < b:
            return "up", a, b
        case [*_, (a, b)]:
            return "last", a, b
        case []:
            return "none"


@over(ROWS)
def starred_match(items: list[int]) -> Any:
    match items:
        case [a, *middle, b] if len(middle) > 1:
            return a, middle, b
        case [a, b]:
            return a + b
        case [a]:
            return a
    return None


@over(ROWS)
def names_bound_by_failed_match(items: list[int]) -> Any:
    a = "before"
    match items:
        case [a, 100]:
            return "hundred"
        case [_, _, a] if a > 100:
            return "never"
    return a if len(items) not in (2, 3) else "either"


@over(ANY)
def command(a: Any) -> Any:
    match a, bool(a):
        case (int() as n, True):
            return n
        case (str() as text, True) if text.isupper():
            return text
        case ([*items], _):
            return items
        case (x, False):
            return x


@over(ANY)
def values_of_classes(a: Any) -> Any:
    match a:
        case int(x) | str(x):
            return x
    return None


# --- the order in which things happen ---------------------------------------------------------------


def note(log: list[Any], x: Any) -> Any:
    log.append(x)
    return x


@over(SMALL, SMALL)
def operands(a: int, b: int) -> Any:
    log: list[Any] = []
    total = note(log, a) + note(log, b) * note(log, 2) - note(log, 3)
    test = note(log, a) < note(log, b) < note(log, 5)
    either = note(log, a) or (note(log, b) and note(log, 7))
    return total, test, either, log


@over(SMALL)
def displays(a: int) -> Any:
    log: list[Any] = []
    items = [note(log, 1), note(log, 2)]
    table = {note(log, "k"): note(log, "v"), note(log, "l"): note(log, a)}
    pair = note(log, 3), note(log, 4)
    items[note(log, 0)] = note(log, 9)
    table[note(log, "k")] = note(log, "w")
    return items, table, pair, log


@over(SMALL)
def targets(a: int) -> Any:
    log: list[Any] = []
    items = [0, 0, 0]

    def these() -> list[int]:
        log.append("items")
        return items

    these()[note(log, 1)] = note(log, a)
    these()[note(log, 2)] += note(log, a)
    these()[note(log, 0)], these()[note(log, 1)] = note(log, 5), note(log, 6)
    x = these()[note(log, 0)] = note(log, 8)
    return items, x, log


def three(a: Any, b: Any, c: Any = 0) -> Any:
    return a, b, c


@over(SMALL)
def arguments(a: int) -> Any:
    log: list[Any] = []
    one = three(note(log, 1), c=note(log, 2), b=note(log, 3))
    two = three(*note(log, (1, 2)), note(log, 4))
    more = three(b=note(log, 5), a=note(log, a))
    return one, two, more, log


@over(SMALL, SMALL)
def arguments_of_builtins(a: int, b: int) -> Any:
    log: list[Any] = []
    x = max(note(log, a), note(log, b), key=lambda v: note(log, -v))
    y = sum(note(log, [1, 2]), note(log, 3))
    z = sorted(note(log, [b, a]), key=lambda v: note(log, v), reverse=note(log, True))
    w = min(note(log, [a]), default=note(log, "default"))
    v = next(iter(note(log, [1])), note(log, "never"))
    u = {}.get(note(log, a), note(log, b))
    return x, y, z, w, v, u, log


@over(SMALL, SMALL)
def choices(a: int, b: int) -> Any:
    log: list[Any] = []
    x = note(log, 1) if note(log, a > b) else note(log, 2)
    y = [note(log, i) for i in range(3) if note(log, i != a)]
    z = any(note(log, i) > a for i in range(4))
    w = all(note(log, i) < b for i in range(4))
    return x, y, z, w, log


@over(SMALL, SMALL)
def names_changed_meanwhile(a: int, b: int) -> Any:
    x = a
    y = x + (x := b) + x
    z = [x, (x := 5), x]
    items = [1, 2]
    w = items + (items := [3])
    return x, y, z, w, items


@over(SMALL, SMALL)
def cells_changed_meanwhile(a: int, b: int) -> Any:
    x = a

    def change() -> int:
        nonlocal x
        x = b
        return 1

    y = x + change() + x
    x = a
    z = (x, change(), x)
    x = a
    x += change()
    return x, y, z


@over(ROWS)
def changed_list_meanwhile(items: list[int]) -> Any:
    def more() -> int:
        items.append(1)
        return len(items)

    a = (len(items), more(), len(items))
    items[0] += more()
    items[more() - 1] = more()
    return a, items


@over(ROWS)
def walrus(items: list[int]) -> Any:
    found = []
    while (n := len(items)) > 2:
        items.pop()
        found.append(n)
    if (m := sum(items)) > 3:
        found.append(m)
    kept = [y for x in items if (y := x * 2) > 0]
    return found, kept, any((last := x) < 0 for x in items), (z := 5) + z


@over(COUNT)
def loops_with_else(n: int) -> Any:
    found = []
    for i in range(n):
        for j in range(i):
            if j == 3:
                break
        else:
            found.append(i)
            continue
        break
    k = n
    while k:
        k -= 1
        if k == 4:
            break
    else:
        found.append("else")
    return found, k


@calls(0, 1, 2, 3)
def many_returns(n: int) -> Any:
    while True:
        if n == 0:
            return "zero"
        for x in range(10):
            if x == n:
                return x
        n = 0
