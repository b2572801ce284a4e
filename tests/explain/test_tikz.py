"""A drawing as LaTeX: it compiles, and texts are only ever texts."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.explain.searches import AIMA, odd_trees, searches
from tests.explain.stories import told
from zermelo.explain import tikz
from zermelo.explain.story import Story
from zermelo.explain.tikz import escape
from zermelo.explain.view import View
from zermelo.game import ZermeloError
from zermelo.games import MNK, Tree, read_tree
from zermelo.language import speaking

HOSTILE = r"""
title: "\\input{/etc/passwd} $x^2_3$ <script> 漢字 ñç#%&~"
max "a\\b{c}$" [
  chance "Ñandú 漢字 «»" [min "\\end{document}" [1 2] 4]
  chance [0 min "%x&y#~^_" [7 "--``\"": 8]]
]
"""


def source(story: Story, step: int = -1, **view: Any) -> str:
    return tikz.render(View(story, range(len(story.steps))[step], **view)).decode("ascii")


def test_a_whole_document_with_our_coordinates() -> None:
    story = told(AIMA)
    text = source(story, 12)
    assert text.startswith("\\documentclass[tikz]{standalone}\n")
    assert text.endswith("\\end{document}\n")
    picture = View(story, 12, boards=False).picture
    root = picture.spots[0]
    tip = f"({root.x * 0.75:.2f},{(root.y - root.height / 2) * 0.75:.2f})"
    assert f"\\path[draw=zmax,fill=zmax-fill,line width=1.20pt] {tip} --" in text
    assert text.count("\\path[draw=z") == 13 + 1  # and the halo of the current place
    assert text.count("zpruned,fill=zground") == 2
    assert len(re.findall(r"\\draw\[zink,line width=1.50pt\]", text)) == 4  # two cuts, two bars
    assert r"\zold{$-$$\infty$}" in text


def test_the_line_is_strong_and_the_theme_is_followed() -> None:
    assert source(told(AIMA)).count("\\draw[zink,line width=3.00pt]") == 2
    assert r"\definecolor{zground}{HTML}{FFFFFF}" in source(told(AIMA), theme="auto")
    assert r"\definecolor{zground}{HTML}{15181D}" in source(told(AIMA), theme="dark")


def test_a_wide_drawing_stays_within_what_tex_can_count() -> None:
    story = told(MNK(), "alphabeta", depth=4)
    assert View(story, 0, boards=False).picture.width > 30_000
    numbers = re.findall(r"[(,](-?[\d.]+)[,)]", source(story).partition("tikzpicture")[2])
    assert 13_000 < max(map(float, numbers)) <= 14_000


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("plain A1", "plain A1"),
        (r"\x{1}$&#_%", r"\textbackslash{}x\{1\}\$\&\#\_\%"),
        ("a^b~c", r"a\textasciicircum{}b\textasciitilde{}c"),
        ("--", "-{}-{}"),
        ("−3 ≤ ∞", r"$-$3 $\leq$ $\infty$"),
        ("àÉñçİ", r"\`{a}\'{E}\~{n}\c{c}\.{I}"),
        ("“漢”", r"``{}\zsign{6F22}''{}"),
        ("a\nb\x00", r"a b\zsign{0000}"),
    ],
)
def test_texts(text: str, tex: str) -> None:
    assert escape(text) == tex


@given(st.text())
def test_any_text_is_harmless(text: str) -> None:
    tex = escape(text)
    assert tex.isascii()
    bare = re.sub(r"\\[{}$&#_%~\"'^.=`,]|\\[a-zA-Z]+", "", tex)
    assert not re.search(r"[\\#&%^_]", bare)
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0


@given(tree=odd_trees())
def test_any_tree_is_balanced(tree: Tree) -> None:
    text = source(told(tree))
    bare = re.sub(r"\\[{}]", "", text)
    assert bare.count("{") == bare.count("}")
    assert text.count("\\begin{document}") == text.count("\\end{document}") == 1


def test_slides() -> None:
    story = told(AIMA)
    with speaking("es"):
        text = source(story, frames=True)
    assert text.startswith("\\documentclass[aspectratio=169]{beamer}\n")
    assert text.count("\\begin{frame}") == text.count("\\end{frame}") == len(story.steps)
    assert text.count("\\begin{tikzpicture}") == len(story.steps)
    assert "Paso 12 de 23. Corte en C (MIN): 2 $\\leq$ $\\alpha$ = 3." in text


def test_too_many_slides_are_refused() -> None:
    story = told(MNK(), "alphabeta", depth=4)
    with pytest.raises(ZermeloError, match=r"slides with .* nodes each are too many"):
        source(story, frames=True)


pdflatex = pytest.mark.skipif(
    not shutil.which("pdflatex"), reason="pdflatex is not here: that LaTeX compiles is NOT TESTED"
)


def compiled(text: str, folder: Path, program: str = "pdflatex") -> int:
    """How many pages a document has."""
    (folder / "x.tex").write_text(text, encoding="ascii")
    done = subprocess.run(
        [program, "-interaction=nonstopmode", "-halt-on-error", "x.tex"],
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    said = re.search(r"Output written on x.pdf \((\d+) page", done.stdout)
    assert said
    return int(said[1])


@pdflatex
@pytest.mark.parametrize(
    ("story", "view"),
    [
        (told(AIMA), {}),
        (told(read_tree(HOSTILE), "star1"), {"theme": "dark"}),
        (searches()["folded"], {}),
    ],
)
def test_it_compiles(story: Story, view: dict[str, Any], tmp_path: Path) -> None:
    assert compiled(source(story, **view), tmp_path) == 1


@pytest.mark.parametrize("program", ["pdflatex", "lualatex"])
def test_slides_compile(tmp_path: Path, program: str) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not here: that its slides compile is NOT TESTED")
    story = told(read_tree(r'max "\\end{frame} 漢 ñ%" [1 "}›«»ą": min [2 0]]'), "alphabeta")
    assert compiled(source(story, frames=True), tmp_path, program) == len(story.steps)


@pdflatex
def test_the_signs_of_all_labels_compile(tmp_path: Path) -> None:
    """Every sign below U+0500, and all that labels use: as one paragraph each."""
    signs = [chr(n) for n in range(1, 0x500)] + list(tikz.SIGNS)
    body = "\n\n".join(escape(f"x{sign}x") for sign in signs)
    text = f"\\documentclass{{article}}{tikz.PREAMBLE}\\begin{{document}}{body}\\end{{document}}"
    assert compiled(text, tmp_path) > 5
