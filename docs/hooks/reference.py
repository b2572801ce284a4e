"""A page for each module that users import, from its docstrings; the build makes them all.

The pages are there in English, once; the other languages lead to them.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path
from textwrap import indent
from types import SimpleNamespace
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link, Navigation
from mkdocs.structure.pages import Page

SOURCE = Path(__file__).parents[2] / "src"
TO_BE_READ = ("games", "search")  # parts whose code is written to be read
INTERNAL = (  # a page each, no more
    *("bench", "cli", "compiler", "course", "engine.kernels", "exercise", "explain", "gpu"),
    *("report", "students", "tablebase", "templates", "web"),
)


def modules(folder: Path = SOURCE / "zermelo") -> list[tuple[str, ...]]:
    """The modules of a package by the parts of their names, the package itself first."""
    found = [folder.relative_to(SOURCE).parts]
    for entry in sorted(folder.iterdir()):
        if (entry / "__init__.py").exists():
            parts = entry.relative_to(SOURCE).parts
            found += [parts] if ".".join(parts[1:]) in INTERNAL else modules(entry)
        elif entry.suffix == ".py" and entry.stem != "__init__":
            found.append(entry.relative_to(SOURCE).with_suffix("").parts)
    return found


def page(parts: tuple[str, ...]) -> str:
    """Where the page of a module stands."""
    path = "/".join(("reference", *parts[1:]))
    return f"{path}/index.md" if SOURCE.joinpath(*parts).is_dir() else f"{path}.md"


def english(config: MkDocsConfig) -> bool:
    """Whether it is the English site that is built."""
    return config.plugins["i18n"].current_language in (None, "en")  # type: ignore[attr-defined]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Adds the pages to the navigation, those of a package together."""
    assert config.nav is not None
    config.nav = [entry for entry in config.nav if "Modules" not in entry]
    if english(config):
        config.nav.append({"Modules": _section(("zermelo",), modules())})
    return config


def on_nav(nav: Navigation, config: MkDocsConfig, files: Files) -> Navigation:
    """Leads to the pages from the other languages."""
    if not english(config):
        nav.items.append(Link("Modules", "reference/index.html"))
    return nav


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Leads to the pages from a text in another language."""
    if english(config):
        return markdown
    link = re.compile(r"\[([^]]+)\]\((reference/[^)]*)\.md([^)]*)\)")
    return link.sub(r'<a href="../\2.html\3">\1</a>', markdown)


def _section(package: tuple[str, ...], known: list[tuple[str, ...]]) -> list[Any]:
    entries: list[Any] = [page(package)]
    for parts in known:
        if parts[:-1] == package:
            inside = any(other[:-1] == parts for other in known)
            entries.append({parts[-1]: _section(parts, known) if inside else page(parts)})
    return entries


@event_priority(-200)  # after the languages have been told apart
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages; the menu of languages leads from them to the first page of each."""
    if not english(config):
        return files
    known = modules()
    first = {name: SimpleNamespace(url=f"{name}/index.html") for name in ("es", "ca")}
    for parts in known:
        text = f"---\ntitle: {parts[-1]}\n---\n\n::: {'.'.join(parts)}\n"
        inside = [other for other in known if other[:-1] == parts]
        if inside:
            text += "\n## Modules\n\n" + "\n".join(map(entry, inside)) + "\n"
        elif parts[1] in TO_BE_READ:
            code = f"```python\n{source(parts).read_text(encoding='utf-8')}```"
            text += f'\n??? quote "Source"\n\n{indent(code, "    ")}\n'
        made: Any = File.generated(config, page(parts), content=text)
        made.locale = made.locale_alternate_of = "en"
        made.alternates = {"en": made, **first}
        files.append(made)
    return files


def entry(parts: tuple[str, ...]) -> str:
    """A module in the list of its package: its name, and what it is."""
    what = ast.get_docstring(ast.parse(source(parts).read_text(encoding="utf-8"))) or ""
    folder = SOURCE.joinpath(*parts).is_dir()
    first = what.partition("\n")[0].replace("<", "&lt;")
    return f"- [`{parts[-1]}`]({parts[-1]}{'/index' if folder else ''}.md): {first}"


def source(parts: tuple[str, ...]) -> Path:
    """The file of a module."""
    path = SOURCE.joinpath(*parts)
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
