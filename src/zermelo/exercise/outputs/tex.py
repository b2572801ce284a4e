"""Sheets as LaTeX, with the drawings in plain TikZ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from zermelo.exercise.outputs.drawing import Layout, Paper, layout_of
from zermelo.exercise.outputs.pdf import paged
from zermelo.exercise.sheet import Sheet
from zermelo.explain import tikz
from zermelo.explain.tikz import escape

A4: Final = Paper(
    width={False: 505.0, True: 750.0},
    height={False: 640.0, True: 395.0},
    letters={False: 88, True: 132},
    line=18.0,
    single=18.0,
    across={False: 2, True: 3},
    row={False: 18.0, True: 16.0},
    gap=18.0,
)
ACROSS: Final = {False: 142.0, True: 230.0}  # millimetres for the columns of a table
WIDEST: Final = 30.0  # millimetres of a column
BEGIN: Final = r"\begin{document}"
END: Final = r"\end{document}"


def render(sheets: Sequence[Sheet]) -> bytes:
    """The sheets as one document, each beginning a new page; all are turned if one must be."""
    layouts = [layout_of(sheet, A4, turned=False) for sheet in sheets]
    turned = not all(layout.whole for layout in layouts)
    if turned:
        layouts = [layout_of(sheet, A4, turned=True) for sheet in sheets]
    drawn = [_parts(layout) for layout in layouts]
    lines = [
        r"\documentclass[a4paper,11pt]{article}",
        rf"\usepackage[a4paper,margin=15mm{',landscape' * turned}]{{geometry}}",
        drawn[0][0],
        r"\setlength{\parindent}{0pt}\setlength{\parskip}{4pt}\pagestyle{plain}",
        BEGIN,
    ]
    for sheet, layout, (_, picture), page in zip(
        sheets, layouts, drawn, paged(sheets), strict=True
    ):
        lines += [r"\setcounter{page}{1}"] if page["first"] else []
        lines += [*_page(sheet, layout, picture), r"\newpage"]
    return "\n".join([*lines[:-1], END, ""]).encode("ascii")


def _parts(layout: Layout) -> tuple[str, str]:
    """Of the document that a drawing alone would be, the preamble and the picture."""
    head, _begin, rest = tikz.render(layout.view).decode("ascii").partition(BEGIN)
    return head.partition("\n")[2].strip(), rest.partition(END)[0].strip()


def _field(name: str, known: str, wide: str) -> str:
    """A name and a line to write on, or what is known."""
    text = escape(known) if known else rf"\rule{{{wide}}}{{0.4pt}}"
    return rf"{escape(name)} {text}\quad{{}}"


def _page(sheet: Sheet, layout: Layout, picture: str) -> Iterable[str]:
    if sheet.exam:
        yield rf"{{\large\bfseries {escape(sheet.exam)}}}\par\medskip"
        fields = " ".join(_field(*field, "4cm") for field in sheet.fields)
        yield rf"{{\raggedright {fields}\par}}\medskip"
    yield rf"{{\Large\bfseries {escape(sheet.title)}}}"
    if not sheet.exam:
        yield from (rf"\hfill {_field(*field, '6cm')}" for field in sheet.fields)
    yield r"\begin{itemize}\setlength{\itemsep}{0pt}"
    yield from (rf"\item {escape(text)}" for text in sheet.instructions)
    yield r"\end{itemize}"
    yield rf"\begin{{center}}\resizebox{{{layout.width:.0f}pt}}{{!}}{{%"
    yield picture
    yield r"}\end{center}"
    across = A4.across[layout.turned]
    for number, cell in enumerate(sheet.single, 1):
        text = r"\rule{3cm}{0.4pt}" if cell.text is None else rf"\textbf{{{escape(cell.text)}}}"
        end = r"\par" if number in (len(sheet.single), number // across * across) else "%"
        text = f"{escape(cell.item.label)}: {text}"
        yield rf"\makebox[{0.99 / across:.2f}\linewidth][l]{{{text}}}{end}"
    for grid in layout.tables:
        columns = len(grid[0]) - 1
        wide = f"{min(WIDEST, ACROSS[layout.turned] / columns - 1.5):.1f}mm"
        strut = "" if sheet.solved else r"\rule[-5pt]{0pt}{17.5pt}"  # room for a hand
        yield r"{\small\setlength{\tabcolsep}{2pt}"
        yield rf"\begin{{tabular}}{{|l|{'c|' * columns}}}\hline"
        for row in grid:
            box = rf"\makebox[{wide}]" if row is not grid[0] else rf"\parbox{{{wide}}}"
            cells = (rf"{box}{{\centering\strut {escape(text)}\strut}}" for text in row[1:])
            yield strut + " & ".join([escape(row[0]), *cells]) + r" \\ \hline"
        yield r"\end{tabular}\par}"
    yield r"\vfill{\footnotesize\ttfamily " + escape(sheet.footer) + r"\par}"
