"""Writes LLVM's language as text: one function at a time, one instruction a line.

With the pen up (`writing` is False) nothing is written: that is how types are inferred. `dead` is
true behind a return, a jump or a certain fault: nothing is written there either.
"""

from __future__ import annotations

from typing import Final

UNLIKELY: Final = "!prof !0"
LIKELY: Final = "!prof !1"
METADATA: Final = (
    '!0 = !{!"branch_weights", i32 1, i32 100000}',
    '!1 = !{!"branch_weights", i32 100000, i32 1}',
    '!2 = !{!"zermelo"}',
    '!3 = !{!"header", !2, i64 0}',
    "!4 = !{!3, !3, i64 0}",
    '!5 = !{!"item", !2, i64 0}',
    "!6 = !{!5, !5, i64 0}",
    '!7 = !{!"context", !2, i64 0}',
    "!8 = !{!7, !7, i64 0}",
    "!9 = !{}",
)
IN_HEADER: Final = "!tbaa !4"
IN_ITEMS: Final = "!tbaa !6"
IN_CONTEXT: Final = "!tbaa !8"
PREFIX: Final = "%"


class Builder:
    """The body of one LLVM function."""

    def __init__(self, writing: bool) -> None:
        self.writing, self.dead = writing, False
        self.lines: list[str] = []
        self.stack: list[str] = []  # allocations in the entry block
        self.count = 0
        self.parts: dict[str, list[str]] = {}  # of structures that were made here
        self.targets: set[str] = set()  # of jumps: other blocks are never reached

    def emit(self, text: str) -> None:
        if self.writing and not self.dead:
            self.lines.append("  " + text)

    def op(self, text: str) -> str:
        """An instruction with a result: the name of that."""
        self.count += 1
        name = f"%t{self.count}"
        if self.writing and not self.dead:
            self.lines.append(f"  {name} = {text}")
        return name

    def label(self, hint: str = "block") -> str:
        self.count += 1
        return f"{hint}{self.count}"

    def jump(self, label: str) -> None:
        self.emit(f"br label %{label}")
        self.leave(label)

    def leave(self, *labels: str) -> None:
        """Notes where the end of a block leads."""
        if not self.dead:
            self.targets.update(labels)
        self.dead = True

    def branch(self, test: str, yes: str, no: str, weight: str = "") -> None:
        self.emit(f"br i1 {test}, label %{yes}, label %{no}{', ' + weight if weight else ''}")
        self.leave(yes, no)

    def switch(self, llvm: str, value: str, default: str, cases: list[tuple[int, str]]) -> None:
        text = " ".join(f"{llvm} {number}, label %{label}" for number, label in cases)
        self.emit(f"switch {llvm} {value}, label %{default} [{text}]")
        self.leave(default, *(label for _number, label in cases))

    def start(self, label: str) -> None:
        """Begins a block that only jumps lead to; it is dead if none does."""
        self.dead = label not in self.targets
        if self.writing and not self.dead:
            self.lines.append(label + ":")

    def fall(self, label: str) -> None:
        """Begins a block that follows what was written last."""
        self.jump(label)
        self.start(label)

    def go_on(self, test: str, other: str) -> None:
        """Goes on where the test is true, and to another block where it is not."""
        on = self.label("on")
        self.branch(test, on, other)
        self.start(on)

    def unreachable(self) -> None:
        self.emit("unreachable")
        self.dead = True

    def alloca(self, llvm: str) -> str:
        """A place on the stack, for the whole call."""
        self.count += 1
        name = f"%v{self.count}"
        if self.writing:
            self.stack.append(f"  {name} = alloca {llvm}")
        return name

    def variable(self, llvm: str, value: str) -> str:
        """A place on the stack with a first value."""
        place = self.alloca(llvm)
        self.store(llvm, value, place)
        return place

    def counted(self, place: str) -> str:
        """The number at a place, which is one more from now on."""
        number = self.load("i64", place)
        self.store("i64", self.op(f"add i64 {number}, 1"), place)
        return number

    # --- what is often written -------------------------------------------------------------------

    def load(self, llvm: str, place: str, note: str = "") -> str:
        return self.op(f"load {llvm}, ptr {place}{', ' + note if note else ''}")

    def store(self, llvm: str, value: str, place: str, note: str = "") -> None:
        self.emit(f"store {llvm} {value}, ptr {place}{', ' + note if note else ''}")

    def offset(self, place: str, size: int) -> str:
        return self.op(f"getelementptr i8, ptr {place}, i64 {size}")

    def item(self, llvm: str, place: str, index: str) -> str:
        return self.op(f"getelementptr {llvm}, ptr {place}, i64 {index}")

    def field(self, llvm: str, place: str, index: int) -> str:
        return self.op(f"getelementptr {llvm}, ptr {place}, i32 0, i32 {index}")

    def extract(self, llvm: str, value: str, index: int) -> str:
        if value in self.parts:
            return self.parts[value][index]
        return self.op(f"extractvalue {llvm} {value}, {index}")

    def select(self, test: str, llvm: str, yes: str, no: str) -> str:
        return self.op(f"select i1 {test}, {llvm} {yes}, {llvm} {no}")

    def aggregate(self, llvm: str, parts: list[tuple[str, str]]) -> str:
        """A structure of parts, each with its type: as a constant if all are."""
        if not any(PREFIX in value for _kind, value in parts):
            value = "{" + ", ".join(f"{kind} {value}" for kind, value in parts) + "}"
        else:
            value = "undef"
            for place, (kind, part) in enumerate(parts):
                value = self.op(f"insertvalue {llvm} {value}, {kind} {part}, {place}")
        if self.writing:
            self.parts[value] = [part for _kind, part in parts]
        return value
