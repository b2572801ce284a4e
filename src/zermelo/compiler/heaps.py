"""`heapq` written out: a list is changed step by step as Python's own functions change it.

    heappush(queue, item)           queue.append(item), and the item rises
    item = heappop(queue)           the last one takes the place of the first, and sinks
    heapify(queue)                  each item sinks, from the last that has others below

What is used in another way stays as it is, and is refused later.
"""

from __future__ import annotations

import ast
import heapq
from collections.abc import Mapping
from typing import Any, Final

from zermelo.compiler.source import assign, name, parsed, placed
from zermelo.compiler.standard_library import Names

_RISE: Final = """
heap_item = row_owned(QUEUE[heap_at])
while heap_at > heap_top:
    heap_above = (heap_at - 1) // 2
    if not heap_item < QUEUE[heap_above]:
        break
    QUEUE[heap_at] = QUEUE[heap_above]
    heap_at = heap_above
QUEUE[heap_at] = heap_item
"""
_SINK: Final = """
heap_top = heap_at
heap_sunk = row_owned(QUEUE[heap_at])
while 2 * heap_at + 1 < len(QUEUE):
    heap_below = 2 * heap_at + 1
    if heap_below + 1 < len(QUEUE) and not QUEUE[heap_below] < QUEUE[heap_below + 1]:
        heap_below += 1
    QUEUE[heap_at] = QUEUE[heap_below]
    heap_at = heap_below
QUEUE[heap_at] = heap_sunk
"""
_PUSH: Final = f"""
QUEUE.append(heap_new)
heap_at, heap_top = len(QUEUE) - 1, 0
{_RISE}
"""
_POP: Final = """
heap_found = row_owned(QUEUE[0])
heap_last = QUEUE.pop()
if len(QUEUE) > 0:
    QUEUE[0] = heap_last
    heap_at = 0
    BODY
"""
_HEAPIFY: Final = """
for heap_first in range(len(QUEUE) // 2 - 1, -1, -1):
    heap_at = heap_first
    BODY
"""


def without_heaps(tree: ast.FunctionDef, names: Mapping[str, Any]) -> None:
    """Rewrites one function; `names` are those of its module."""
    if any(value is heapq or value in _FUNCTIONS for value in names.values() if _is_known(value)):
        tree.body = _Heaps(tree, names).block(tree.body)


_FUNCTIONS: Final = (heapq.heappush, heapq.heappop, heapq.heapify)


def _is_known(value: Any) -> bool:
    return value is heapq or type(value) is type(heapq.heappush)


class _Heaps(Names, ast.NodeTransformer):
    def __init__(self, tree: ast.FunctionDef, names: Mapping[str, Any]) -> None:
        super().__init__(tree, names)
        self.count = 0

    def visit_Expr(self, node: ast.Expr) -> Any:
        match node.value:
            case ast.Call(function, [ast.Name(queue), item], []):
                if self.meaning(function) is heapq.heappush:
                    return self.steps(_PUSH, queue, node, item)
            case ast.Call(function, [ast.Name(queue)], []):
                if self.meaning(function) is heapq.heapify:
                    return self.steps(_with_body(_HEAPIFY), queue, node)
                if self.meaning(function) is heapq.heappop:
                    return self.steps(_with_body(_POP), queue, node)
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> Any:
        match node.value:
            case ast.Call(function, [ast.Name(queue)], []):
                if self.meaning(function) is heapq.heappop:
                    found = self.steps(_with_body(_POP), queue, node)
                    taken = ast.Assign(node.targets, name(f"heap_{self.count}_found"))
                    return [*found, placed(taken, node)]
        return self.generic_visit(node)

    def steps(
        self, text: str, queue: str, node: ast.AST, item: ast.expr | None = None
    ) -> list[ast.stmt]:
        self.count += 1
        text = text.replace("heap_", f"heap_{self.count}_").replace("QUEUE", queue)
        first = [] if item is None else [assign(f"heap_{self.count}_new", item)]
        return [placed(each, node) for each in [*first, *parsed(text)]]


def _with_body(text: str) -> str:
    body = f"{_SINK}{_RISE}".strip().replace("\n", "\n    ")
    return text.replace("BODY", body)
