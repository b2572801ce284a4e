"""The notation of positions and moves, and the drawing in text."""

from __future__ import annotations

import re
from html import unescape
from typing import Final

from zermelo.check.broken import literal
from zermelo.check.questions import Questions
from zermelo.check.rules import Node
from zermelo.grid.forms import NoGrid, read, sizes
from zermelo.grid.study import declares, studied
from zermelo.language import _

CLICKABLE: Final = re.compile(r"""data-action=("[^"]*"|'[^']*')""")
READ: Final = 8  # so many of a state's actions are read back: to read one may take as long as all


def check_notation(ask: Questions, node: Node) -> None:
    """Checks whatever the game writes and reads at a state."""
    if not node.terminal:
        ask.attempt("format_action", check_action_texts, node)
        ask.attempt("parse_action", check_parse_action, node)
    ask.attempt("format_state", check_format_state, node)
    ask.attempt("parse_state", check_parse_state, node)
    ask.attempt("draw", check_draw, node)
    for rule, check in (("cells", check_cells), ("route", check_route)):
        if declares(ask.game, rule):
            ask.attempt(rule, check, node)


def check_cells(ask: Questions, node: Node) -> None:
    rule = _("cells gives a board, of one size")
    try:
        layout = read(ask.ask("cells", node.state), sizes(ask.game))[0]
        first = read(ask.ask("cells", ask.game.initial()), sizes(ask.game))[0]
    except NoGrid as error:
        ask.note(rule, node.state, str(error), grave=False)
        return
    if layout != first:
        words = _("{rows} rows of {columns}, and {first_rows} of {first_columns} at the beginning")
        sides = {"first_rows": first.rows, "first_columns": first.columns}
        detail = words.format(rows=layout.rows, columns=layout.columns, **sides)
        ask.note(rule, node.state, detail, grave=False)


def check_route(ask: Questions, node: Node) -> None:
    study = studied(ask.game)
    for action in node.actions or ():
        route = ask.ask("route", node.state, action)
        known = isinstance(route, tuple) and all(isinstance(name, str) for name in route)
        if not known or (study and not all(map(study.layout.find, route))):
            rule = _("route gives names of cells, such as ('e2', 'e4')")
            ask.note(rule, node.state, literal(route), grave=False)


def check_format_state(ask: Questions, node: Node) -> None:
    text = ask.ask("format_state", node.state)
    if not isinstance(text, str) or len(text.splitlines()) != 1:
        ask.note(_("format_state is one line of text"), node.state, literal(text), grave=False)


def check_parse_state(ask: Questions, node: Node) -> None:
    text = ask.ask("format_state", node.state)
    parsed = ask.ask("parse_state", text, at=node.state)
    if parsed != node.state:
        detail = _("'{text}' became {found}").format(text=text, found=literal(parsed))
        ask.note(_("parse_state reads what format_state writes"), node.state, detail, grave=False)


def check_action_texts(ask: Questions, node: Node) -> None:
    texts = [ask.ask("format_action", node.state, action) for action in node.actions or ()]
    for text in texts:
        if not isinstance(text, str) or text.split() != [text]:
            rule = _("format_action is a text without spaces")
            ask.note(rule, node.state, literal(text), grave=False)
    if len(set(texts)) != len(texts):
        rule = _("format_action tells the actions apart")
        ask.note(rule, node.state, literal(texts[:100]), grave=False)


def check_parse_action(ask: Questions, node: Node) -> None:
    actions = node.actions or []
    for action in actions[:: len(actions) // READ + 1]:
        text = ask.ask("notate", node.state, action)
        texts = {text: _("parse_action reads what notate writes")}
        text = ask.ask("format_action", node.state, action)
        texts[text] = _("parse_action reads what format_action writes")
        for text, rule in texts.items():
            parsed = ask.ask("parse_action", node.state, text)
            if parsed != action:
                detail = _("'{text}' became {found}, not {wanted}")
                detail = detail.format(text=text, found=literal(parsed), wanted=literal(action))
                ask.note(rule, node.state, detail, grave=False)


def check_draw_svg(ask: Questions, node: Node) -> None:
    drawing = ask.ask("draw_svg", node.state)
    if not isinstance(drawing, str) or not drawing.lstrip().startswith("<svg"):
        rule = _("draw_svg gives a picture, <svg ...>")
        ask.note(rule, node.state, literal(drawing), grave=False)
        return
    legal = [ask.ask("format_action", node.state, action) for action in node.actions or ()]
    for quoted in CLICKABLE.findall(drawing):
        text = unescape(quoted[1:-1])
        if text not in legal:
            rule = _("draw_svg makes only legal moves clickable, each a whole one (data-action)")
            detail = _("'{text}' is no legal move").format(text=text)
            ask.note(rule, node.state, detail, grave=False)


def check_draw(ask: Questions, node: Node) -> None:
    drawing = ask.ask("draw", node.state)
    if not isinstance(drawing, str):
        ask.note(_("draw gives a text"), node.state, literal(drawing), False, about="draw")
