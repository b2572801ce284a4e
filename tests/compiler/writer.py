"""Random programs, written from the rules in `grammar.txt`."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path
from typing import Any, Final

HOLE: Final = re.compile(r"\{\{|\}\}|\{(=?)([^{}]*)\}")
LETTERS: Final = ("S", "T", "K", "V")
HIDDEN: Final = ("fn", "fn1", "gen[int]")
FOLDER: Final = Path(__file__).parent
HEADER: Final = (FOLDER / "header.txt").read_text(encoding="utf-8")
Scope = dict[str, str]


def _grammar() -> dict[str, list[str]]:
    """The rules, by the titles above them."""
    found: dict[str, list[str]] = {}
    title = ""
    for line in (FOLDER / "grammar.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            title = line[3:]
        elif line and line[0] != "#":
            found.setdefault(title, []).append(line.replace("\\n", "\n"))
    return found


GRAMMAR: Final = _grammar()
LEAVES: Final = {t[7:]: rules for t, rules in GRAMMAR.items() if t.startswith("leaves ")}
EXPRESSIONS: Final = {t[12:]: rules for t, rules in GRAMMAR.items() if t.startswith("expressions ")}
SHOWN: Final = dict(line.split(" ", 1) for line in GRAMMAR["shown"])


class Missing(Exception):
    """There is no variable for a hole."""


def parts_of(type: str) -> tuple[str, list[str]]:
    """list[int] as ("list", ["int"]); a union is a name."""
    depth, cuts, names = 0, [], type.find("[")
    for place, letter in enumerate(type):
        depth += (letter == "[") - (letter == "]")
        if letter == "|" and not depth:
            return type, []
        if letter == "," and depth == 1:
            cuts.append(place)
    if names < 0:
        return type, []
    edges = [names, *cuts, len(type) - 1]
    return type[:names], [type[a + 1 : b] for a, b in itertools.pairwise(edges)]


def bind(pattern: str, type: str) -> dict[str, str] | None:
    """What the letters of a pattern stand for in a type."""
    if pattern in LETTERS:
        return None if type == "..." or type in HIDDEN else {pattern: type}
    (head, inside), (other, items) = parts_of(pattern), parts_of(type)
    if head != other or len(inside) != len(items):
        return None
    found: dict[str, str] = {}
    for each, item in zip(inside, items, strict=True):
        bound = bind(each, item)
        if bound is None:
            return None
        found |= bound
    return found


def substituted(text: str, letters: dict[str, str]) -> str:
    return re.sub(r"\b[STKV]\b", lambda m: letters.get(m[0], m[0]), text)


def indented(text: str) -> str:
    return "    " + text.replace("\n", "\n    ")


class Writer:
    """Writes one program."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = 0
        self.extra: dict[str, list[str]] = {}  # rules of the program's own functions and classes
        self.fields: dict[str, dict[str, str]] = {}
        self.mutable: set[str] = set()
        self.hashable: list[str] = []
        self.calls: list[str] = []
        self.result, self.is_generator, self.in_loop = "int", False, False

    def new(self) -> str:
        self.names += 1
        return f"v{self.names}"

    def type(self) -> str:
        if self.fields and self.random.random() < 0.2:
            cls = self.random.choice(list(self.fields))
            shape = self.random.choice(("{}", "{}", "list[{}]", "{}|None", "dict[int,{}]"))
            return shape.format(cls)
        return self.random.choice(GRAMMAR["types"])

    def variables(self, pattern: str, scope: Scope) -> list[tuple[str, str]]:
        found = []
        for name, type in scope.items():
            if bind(pattern, type) is not None:
                found.append((name, type))
            if type in self.mutable:
                for field, inner in self.fields[type].items():
                    if bind(pattern, inner) is not None:
                        found.append((f"{name}.{field}", inner))
        return found

    # --- expressions -----------------------------------------------------------------------------

    def expression(self, type: str, scope: Scope, depth: int) -> str:
        known = [name for name, _type in self.variables(type, scope)]
        if known and self.random.random() < (0.8 if depth <= 0 else 0.4):
            return self.random.choice(known)
        if depth > 0:
            rules = [(r, b) for p, rs in EXPRESSIONS.items() if (b := bind(p, type)) is not None
                     for r in rs if p != "T" or self.random.random() < 0.2]  # fmt: skip
            rules += [(rule, {}) for rule in self.extra.get(type, ()) for _ in range(4)]
            for _ in range(6):
                if rules:
                    rule, bound = self.random.choice(rules)
                    try:
                        return self.fill(substituted(rule, bound), dict(scope), depth - 1)
                    except Missing:
                        pass
        return self.leaf(type, scope)

    def leaf(self, type: str, scope: Scope) -> str:
        if type in self.fields or type == "gen[int]":
            rules = self.extra.get(type) or self.missing()
            return self.fill(rules[0], scope, 0)
        if "|" in type and parts_of(type)[0] == type:
            return self.expression(self.random.choice(type.split("|")), scope, 0)
        for pattern, rules_ in LEAVES.items():
            bound = bind(pattern, type)
            if bound is not None:
                return self.fill(substituted(self.random.choice(rules_), bound), scope, 0)
        raise Missing

    def fill(self, rule: str, scope: Scope, depth: int) -> str:
        """The text of a rule, with its holes filled."""
        for number in sorted(set(re.findall(r"\$\d", rule))):
            rule = rule.replace(number, self.new())

        def one(match: re.Match[str]) -> str:
            if match[0] in ("{{", "}}"):
                return match[0][0]
            type, *added = match[2].split(";")
            inner = dict(scope)
            for each in added:
                name, its = each.split(":")
                inner[name] = its
            if match[1]:
                chosen: str = self.random.choice(self.variables(type, inner) or [self.missing()])[0]
                return chosen
            match type:
                case "block":
                    return self.block(
                        {n: t.lstrip("!") if t != "!int" else "count" for n, t in inner.items()},
                        depth,
                    )
                case "exc":
                    return self.random.choice(GRAMMAR["errors"])
                case "raise":
                    text = self.random.choice(("{exc}", "{exc}('no')"))
                    return self.fill(f"if {{bool}}:\n    raise {text}", inner, depth)
                case "leave":
                    word = self.random.choice(("break", "continue", "return {R}"))
                    return self.fill(
                        f"if {{bool}}:\n    {word}".replace("{R}", self.returned()), inner, depth
                    )
                case "return":
                    return self.fill("if {bool}:\n    return " + self.returned(), inner, depth)
                case "call":
                    return self.fill(
                        self.random.choice(self.calls or [self.missing()]), inner, depth
                    )
            return self.expression(type, inner, depth)

        return HOLE.sub(one, rule)

    def missing(self) -> Any:
        raise Missing

    def returned(self) -> str:
        return "" if self.is_generator else f"{{{self.result}}}"

    # --- statements ------------------------------------------------------------------------------

    def block(self, scope: Scope, depth: int) -> str:
        lines = [self.statement(scope, depth) for _ in range(self.random.randint(1, 3))]
        return "\n".join(lines)

    def statement(self, scope: Scope, depth: int) -> str:
        """A statement; what it leaves behind is put into the scope."""
        for _ in range(20):
            rule, _arrow, left = self.random.choice(GRAMMAR["statements"]).partition(" -> ")
            if self.is_generator and self.random.random() < 0.3:
                rule, left = (
                    self.random.choice(
                        (
                            "yield {int}",
                            "yield {int}",
                            "yield from {list[int]}",
                            "if {bool}:\n    yield {int}",
                        )
                    ),
                    "",
                )
            if depth <= 0 and "{block" in rule:
                continue
            try:
                return self.written(rule, left, scope, depth)
            except Missing:
                continue
        return "pass"

    def written(self, rule: str, left: str, scope: Scope, depth: int) -> str:
        letters: dict[str, str] = {}
        wanted = re.search(r"\{=([^{};]*\b[STKV]\b[^{};]*)\}", rule)
        if wanted:
            _name, type = self.random.choice(self.variables(wanted[1], scope) or [self.missing()])
            letters = bind(wanted[1], type) or {}
        letters = {"T": self.type()} | letters
        for number in sorted(set(re.findall(r"\$\d", rule + left))):
            name = self.new()
            rule, left = rule.replace(number, name), left.replace(number, name)
        rule, left = substituted(rule, letters), substituted(left, letters)
        lines = []
        for line in rule.rstrip().split("\n"):
            text = self.fill(
                line.lstrip(), dict(scope), min(depth, 2) if "{block" not in line else depth - 1
            )
            indent = line[: len(line) - len(line.lstrip())]
            lines.append(indent + text.replace("\n", "\n" + indent))
        for each in filter(None, left.strip().split(";")):
            name, type = each.split(":")
            scope[name] = type
        return "\n".join(lines)

    # --- functions, classes, modules -------------------------------------------------------------

    def function(
        self, name: str, parameters: Scope, result: str, size: int, generator: bool = False
    ) -> str:
        self.result, self.is_generator = result, generator
        scope = dict(parameters)
        body = [self.statement(scope, 2) for _ in range(self.random.randint(1, size))]
        if generator:
            body.append(self.fill("yield {int}", scope, 1))
        else:
            body.append(self.fill(f"return {{{result}}}", scope, 2))
        self.is_generator = False
        text = "\n".join(body).replace("\n", "\n    ")
        return f"def {name}({', '.join(parameters)}):\n    {text}\n"

    def class_(self, name: str) -> str:
        kind = self.random.choice(
            ("plain", "dataclass", "frozen", "NamedTuple", "Enum", "IntEnum", "plain")
        )
        if "Enum" in kind:
            items = ["RED", "BLUE", "GREEN"][: self.random.randint(2, 3)]
            self.fields[name] = {}
            self.extra[name] = [
                f"{name}.RED",
                f"{name}.BLUE",
                f"{name}({{int}} % 4)",
                f"list({name})[{{int}} % 2]",
            ]
            self.extra.setdefault("int", []).append(f"{{{name}}}.value")
            self.extra.setdefault("bool", []).append(f"({{{name}}} is {name}.RED)")
            self.extra.setdefault("str", []).append(f"{{{name}}}.name")
            if kind == "IntEnum":
                self.extra["int"].append(f"({{{name}}} + {{int}})")
            lines = [f"    {item} = {place + 1}" for place, item in enumerate(items)]
            return f"class {name}({kind}):\n" + "\n".join(lines) + "\n"
        pool = GRAMMAR["fields"] if kind in ("plain", "dataclass") else GRAMMAR["frozen"]
        fields = {f"f{i}": self.random.choice(pool) for i in range(self.random.randint(1, 3))}
        inside = {f"self.{field}": type for field, type in fields.items()}
        methods = []
        for number in range(self.random.randint(0, 2)):
            parameters = {"q": self.random.choice(GRAMMAR["types"])}
            result = self.random.choice(("int", "int", "str", "bool"))
            if pool is GRAMMAR["fields"]:
                text = self.function(f"m{number}", parameters | inside, result, 3)
            else:
                scope = parameters | inside
                text = f"def m{number}(self, q):\n    return {self.expression(result, scope, 2)}\n"
            text = re.sub(r"def (m\d)\([^)]*\):", r"def \1(self, q):", text, count=1)
            methods.append("    " + text.replace("\n", "\n    ").rstrip())
            self.extra.setdefault(result, []).append(f"{{{name}}}.m{number}({{{parameters['q']}}})")
        self.fields[name] = fields
        if pool is GRAMMAR["fields"]:
            self.mutable.add(name)
        self.extra[name] = [f"{name}({', '.join(f'{{{type}}}' for type in fields.values())})"]
        if kind == "NamedTuple":
            self.extra[name].append(f"{{={name}}}._replace(f0={{{fields['f0']}}})")
        if kind != "plain":
            self.extra.setdefault("bool", []).append(f"({{{name}}} == {{{name}}})")
        for field, type in fields.items():
            self.extra.setdefault(type, []).append(f"{{={name}}}.{field}")
        self.extra.setdefault("bool", []).append(f"({{={name}}} is {{={name}}})")
        head = {
            "plain": f"class {name}:",
            "dataclass": f"@dataclass\nclass {name}:",
            "NamedTuple": f"class {name}(NamedTuple):",
            "frozen": f"@dataclass(frozen=True)\nclass {name}:",
        }[kind]
        if kind == "plain":
            sets = "\n".join(f"        self.{field} = {field}" for field in fields)
            lines = [f"    def __init__(self, {', '.join(fields)}):\n{sets}"]
        else:
            lines = [f"    {field}: {type.replace('|', ' | ')}" for field, type in fields.items()]
        return "\n".join([head, *lines, *methods]) + "\n"

    def program(self) -> str:
        texts = [HEADER]
        texts += [self.class_(f"C{i}") for i in range(self.random.choice((0, 0, 1, 1, 2)))]
        for number in range(self.random.randint(0, 3)):
            parameters = {f"p{i}": self.type() for i in range(self.random.randint(0, 3))}
            generator = self.random.random() < 0.3
            result = "gen[int]" if generator else self.type()
            name = f"function{number}"
            texts.append(self.function(name, parameters, result, 4, generator))
            call = f"{name}({', '.join(f'{{{type}}}' for type in parameters.values())})"
            self.extra.setdefault(result, []).append(call)
            self.calls += [] if generator else [call]
        self.result = "int"
        scope = {"a": "int", "b": "list[int]", "c": "str"}
        body = []
        for name, type in (("a", "int"), ("b", "list[int]"), ("c", "str")):
            if self.random.random() < 0.3:  # of a union, of which the values are of one type
                other = self.leaf(self.random.choice(("None", "int", "str", "tuple[int,int]")), {})
                body.append(f"u{name} = {name} if len(c) < 99 else {other}")
                scope[f"u{name}"] = type
        body += [self.guarded(scope) for _ in range(self.random.randint(3, 9))]
        body.append(
            f"return ({', '.join(filter(None, (self.shown(*each) for each in scope.items())))},)"
        )
        return "\n".join(
            [*texts, "def main(a, b, c):\n    " + "\n".join(body).replace("\n", "\n    "), ""]
        )

    def guarded(self, scope: Scope) -> str:
        """A statement; often one whose exceptions do not end the program."""
        before = set(scope)
        text = self.statement(scope, 2)
        made = {name: type for name, type in scope.items() if name not in before}
        if any(type in HIDDEN for type in made.values()) or self.random.random() < 0.1:
            return text
        other = [f"{name} = {self.leaf(type, {})}" for name, type in made.items()]
        lines = "\n".join(["a += 1", *other])
        return f"try:\n{indented(text)}\nexcept Exception:\n{indented(lines)}"

    def shown(self, name: str, type: str) -> str:
        """A variable as a plain value."""
        if type in SHOWN:
            return SHOWN[type].replace("{}", name)
        if type in HIDDEN:
            return f"list({name})" if type == "gen[int]" else ""
        if type in self.fields:
            fields = [
                self.shown(f"{name}.{field}", its) for field, its in self.fields[type].items()
            ]
            return f"({''.join(f'{field}, ' for field in fields)})" if fields else f"{name}.name"
        if any(cls in type for cls in self.fields):
            if type.endswith("|None"):
                return f"({name} is None)"
            inner = parts_of(type)[1][-1]
            return (
                f"[{self.shown('x', inner)} for x in {name}{'.values()' if type[0] == 'd' else ''}]"
            )
        return f"list({name})" if "set[" in type else name
