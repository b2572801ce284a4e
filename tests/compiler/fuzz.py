"""Random programs, compiled and in Python: `python -m tests.compiler.fuzz --count 100 --seed 1`.

A program is written from the rules of `grammar.txt`; Python and machine code run its `main`
on several arguments. Both must give the same value (by its repr) or an exception of one class.
A program that is refused, or that meets a limit of machine code, gives no verdict.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.util
import json
import os
import signal
import sys
import tempfile
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from tests.compiler.writer import Writer

ARGUMENTS: Final[tuple[Any, ...]] = (
    (3, [1, 2, 3], "abc"),
    (0, [], ""),
    (-7, [5, -2, 5, 9, 40], "a b a"),
    (100, [0], "12"),
)


# --- both ways -----------------------------------------------------------------------------------


def verdict(source: str, folder: str, level: int, guard: bool) -> tuple[str, str]:
    """What became of a program: equal, refused, limit, or a kind of failure; and how."""
    from tests.compiler.agreement import compiled
    from zermelo.compiler.errors import CannotCompile, Limit, RuleFault

    file = Path(folder) / f"program_{abs(hash(source))}.py"
    file.write_text(source)
    warnings.simplefilter("ignore")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        return "syntax", str(error)
    signal.alarm(5)
    expected = [_outcome(module.main, each) for each in ARGUMENTS]
    signal.alarm(100)
    try:
        machine = compiled([(module.main, list(ARGUMENTS))], level=level, guard=guard)
    except CannotCompile as error:
        said = str(error).partition("): ")[2] or str(error)
        return ("mistake" if "a mistake of Zermelo's" in said else "refused"), said
    limits = 0
    for arguments, right in zip(ARGUMENTS, expected, strict=True):
        try:
            found = repr(machine.call(0, *copy.deepcopy(arguments)))
        except RuleFault as error:
            if issubclass(error.cause, Limit):
                limits += 1
                continue
            found = f"!{error.cause.__name__}"
        if found != right and right not in ("!RecursionError", "!MemoryError"):
            return "wrong", f"{arguments}: {found} instead of {right}"
    if limits == len(ARGUMENTS):
        return "limit", ""
    return ("raises" if all(each[0] == "!" for each in expected) else "equal"), ""


def _outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
    try:
        return repr(function(*copy.deepcopy(arguments)))
    except Exception as error:
        return f"!{type(error).__name__}"


def forked(source: str, level: int = 2, guard: bool = False) -> tuple[str, str]:
    """The verdict, of a child that may crash; `level` is that of LLVM's work."""
    with tempfile.TemporaryDirectory() as folder:
        return in_child(lambda: verdict(source, folder, level, guard))


def in_child(run: Callable[[], tuple[str, str]]) -> tuple[str, str]:
    """What a child process finds, or how it ended: a kind, and how."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        signal.alarm(100)
        try:
            found = run()
        except BaseException as error:
            lines = traceback.format_exc().splitlines()[-14:]
            found = f"internal {type(error).__name__}", "\n".join(lines)
        os.write(writer, json.dumps(found).encode()[:60000])
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        data = stream.read()
    _pid, status = os.waitpid(child, 0)
    if data:
        kind, how = json.loads(data)
        return kind, how[:60000]
    if os.WTERMSIG(status) == signal.SIGALRM:
        return "slow", ""
    return f"crash {os.WTERMSIG(status)}", ""


GOOD: Final = ("equal", "refused", "limit", "raises", "syntax", "slow")


def shrunk(source: str, kind: str, level: int, guard: bool) -> str:
    """The program with as few statements as show the same failure."""
    again = True
    while again:
        again = False
        for smaller in _smaller(source):
            if forked(smaller, level, guard)[0] == kind:
                source, again = smaller, True
                break
    return source


def _smaller(source: str) -> Iterator[str]:
    tree = ast.parse(source)
    places = [(node, name) for node in ast.walk(tree) for name in ("body", "orelse", "finalbody")
              if isinstance(getattr(node, name, None), list) and getattr(node, name)]  # fmt: skip
    for node, name in places:
        whole = list(getattr(node, name))
        for at, each in enumerate(whole):
            inside = (
                getattr(each, "body", [])
                if not isinstance(each, ast.FunctionDef | ast.ClassDef)
                else []
            )
            for instead in ([], inside, getattr(each, "orelse", [])):
                if instead == [] and isinstance(each, ast.Pass | ast.Return):
                    continue
                if isinstance(instead, list):
                    setattr(node, name, whole[:at] + instead + whole[at + 1 :] or [ast.Pass()])
                    yield ast.unparse(tree)
        setattr(node, name, whole)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shrink", action="store_true")
    parser.add_argument("--guard", action="store_true", help="in an arena of guarded pages")
    options = parser.parse_args(arguments)
    return programs(options.count, options.seed, options.shrink, options.guard)


def programs(count: int, first: int, shrink: bool = False, guard: bool = False) -> int:
    """Runs programs and prints the failures; how many there were."""
    import tests.compiler.agreement  # noqa: F401  (so that each child need not)

    kinds, reasons = Counter[str](), Counter[str]()
    for seed in range(first, first + count):
        source = Writer(seed).program()
        level = (2, 0, 1, 0)[seed % 4]
        kind, how = forked(source, level, guard)
        kinds[kind] += 1
        if kind == "refused":
            reasons[how] += 1
        if kind not in GOOD:
            if shrink:
                source = shrunk(source, kind, level, guard)
            print(f"--- seed {seed}: {kind}: {how}\n{source}", flush=True)
    print(
        f"programs {first} to {first + count - 1}:",
        ", ".join(f"{n} {k}" for k, n in kinds.most_common()),
    )
    for reason, number in reasons.most_common(12):
        print(f"    refused {number}: {reason}")
    return sum(number for kind, number in kinds.items() if kind not in GOOD)


if __name__ == "__main__":
    sys.exit(main() > 0)
