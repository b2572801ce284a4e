"""A page for each module, from its docstrings; made by the build, so that none is forgotten."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import indent
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

SOURCE = Path(__file__).parents[2] / "src"
TO_BE_READ = ("games", "search")  # parts whose code is written to be read


def modules(folder: Path = SOURCE / "zermelo") -> list[tuple[str, ...]]:
    """The modules of a package by the parts of their names, the package itself first."""
    found = [folder.relative_to(SOURCE).parts]
    for entry in sorted(folder.iterdir()):
        if (entry / "__init__.py").exists():
            found += modules(entry)
        elif entry.suffix == ".py" and entry.stem != "__init__":
            found.append(entry.relative_to(SOURCE).with_suffix("").parts)
    return found


def page(parts: tuple[str, ...]) -> str:
    """Where the page of a module stands."""
    path = "/".join(("reference", *parts[1:]))
    return f"{path}/index.md" if SOURCE.joinpath(*parts).is_dir() else f"{path}.md"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Adds the pages to the navigation, those of a package together."""
    assert config.nav is not None
    config.nav.append({"Modules": _section(("zermelo",), modules())})
    return config


def _section(package: tuple[str, ...], known: list[tuple[str, ...]]) -> list[Any]:
    entries: list[Any] = [page(package)]
    for parts in known:
        if parts[:-1] == package:
            inside = any(other[:-1] == parts for other in known)
            entries.append({parts[-1]: _section(parts, known) if inside else page(parts)})
    return entries


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages."""
    known = modules()
    for parts in known:
        text = f"---\ntitle: {parts[-1]}\n---\n\n::: {'.'.join(parts)}\n"
        inside = [other for other in known if other[:-1] == parts]
        if inside:
            text += "\n## Modules\n\n" + "\n".join(map(entry, inside)) + "\n"
        elif parts[1] in TO_BE_READ:
            code = f"```python\n{source(parts).read_text(encoding='utf-8')}```"
            text += f'\n??? quote "Source"\n\n{indent(code, "    ")}\n'
        files.append(File.generated(config, page(parts), content=text))
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
