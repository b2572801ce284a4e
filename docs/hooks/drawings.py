"""The drawings of the site: every `zermelo explain ... -o FILE` of a page is run by the build.

So is every `zermelo lab ... -o FILE`. What it writes is shown below the command: an .svg in the
colours of the site, an .html as the player, any other file as a link. A block that begins with
`# file: NAME` is that file, one with `# file: NAME, continued` more of it. A page in Spanish or
Catalan has drawings that speak it.
"""

from __future__ import annotations

import io
import re
import shlex
import tempfile
from contextlib import chdir, redirect_stdout
from html import escape
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from zermelo.cli import main

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^\$ (zermelo (?:explain|lab) .* -o (\S+).*)$", re.MULTILINE)
FILE = re.compile(r"# file: (\S+?)(, continued)?\n")
ALONE = {
    "en": "{file} in a window of its own",
    "es": "{file} en una ventana aparte",
    "ca": "{file} en una finestra a part",
}
LANGUAGE = re.compile(r"\.(es|ca)$")
# What was made for the English pages, which the other languages show where they have none.
made: dict[str, bytes] = {}


def on_pre_build(config: MkDocsConfig) -> None:
    """Forgets what an earlier build has made."""
    if not config.plugins["i18n"].building:  # type: ignore[attr-defined]
        made.clear()


@event_priority(-200)  # after the languages have been told apart
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Runs the commands of every page and adds what they write."""
    for page in list(files.documentation_pages()):
        if page.generated_by:
            continue
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            for _kind, text in BLOCK.findall(page.content_string):
                name = FILE.match(text)
                if name:
                    Path(name[1]).parent.mkdir(parents=True, exist_ok=True)
                    with Path(name[1]).open("a" if name[2] else "w", encoding="utf-8") as written:
                        written.write(text)
                for command, file in COMMAND.findall(text):
                    for output, theme in variants(page, file).items():
                        if output not in made:
                            made[output] = run(command, file, theme, language(page))
                        files.append(File.generated(config, output, content=made[output]))
    return files


def language(page: File) -> str:
    """The language that a page is written in, whichever site it stands in."""
    found = LANGUAGE.search(PurePosixPath(page.src_uri).stem)
    return found[1] if found else "en"


def variants(page: File, file: str) -> dict[str, str]:
    """What is kept of a file that a page's command writes, each with its theme."""
    folder = "" if language(page) == "en" else language(page)
    name = LANGUAGE.sub("", PurePosixPath(page.src_uri).stem)
    stem = PurePosixPath(folder, "drawings", name, file)
    if stem.suffix != ".svg":
        return {str(stem): "auto" if stem.suffix == ".html" else ""}
    return {str(stem.with_stem(f"{stem.stem}-{theme}")): theme for theme in ("light", "dark")}


def run(command: str, file: str, theme: str, language: str) -> bytes:
    """What the command writes."""
    words = shlex.split(command)[1:]
    if theme and "--theme" not in words and words[0] == "explain":  # a chart has one theme
        words += ["--theme", theme]
    if "--lang" not in words:
        words += ["--lang", language]
    with redirect_stdout(io.StringIO()):  # a lab prints its table, too
        status = main(words)
    if status != 0:
        raise PluginError(f"this command failed: {command}")
    return Path(file).read_bytes()


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Puts what the commands of a block write below the block."""

    def shown(block: re.Match[str]) -> str:
        written = [file for _command, file in COMMAND.findall(block[2])]
        if any(file.endswith(".html") for file in written):
            page.meta["hide"] = ["toc"]  # a player needs room
        return "\n\n".join([block[0], *(show(page, file) for file in written)])

    return BLOCK.sub(shown, markdown)


def show(page: Page, file: str) -> str:
    """A drawing, a player or a link."""
    outputs = list(variants(page.file, file))
    here = PurePosixPath(page.file.src_uri).parent
    links = [str(PurePosixPath(output).relative_to(here)) for output in outputs]
    if file.endswith(".svg"):
        themes = zip(links, ("light", "dark"), strict=True)
        return "".join(f"![{file}]({link}#only-{theme})" for link, theme in themes)
    if file.endswith(".html"):
        url = escape(get_relative_url(outputs[0], page.url))
        frame = (
            f'<iframe class="player" src="{url}" title="{escape(file)}" loading="lazy"></iframe>'
        )
        return f"{frame}\n\n[{ALONE[language(page.file)].format(file=file)}]({links[0]})"
    return f"[{file}]({links[0]})"
