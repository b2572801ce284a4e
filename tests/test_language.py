"""Every text is translated, and the language is the one asked for."""

from __future__ import annotations

import ast
import contextvars
import importlib
import pkgutil
import re
import string
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import zermelo
from tests import catalogues
from tests.catalogues import PACKAGE, TRANSLATED, as_tuple
from zermelo import language
from zermelo.cli import main
from zermelo.game import ZermeloError
from zermelo.language import (
    _,
    current,
    local,
    ngettext,
    of_environment,
    speaking,
    texts_in_script,
    use,
)

# Templates become files of their authors, who write in their own language.
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent.name != "templates")
TREE = "[[3 12 8] [2 4 6] [14 5 2]]"


# --- the catalogues ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", TRANSLATED)
def test_every_text_is_translated_and_nothing_else(name: str) -> None:
    catalogue = catalogues.read_catalogue(name)
    known = {message.id: message for message in catalogue if message.id}
    wanted = {message.id for message in catalogues.all_texts() if message.id}
    missing = [text for text in wanted if not (text in known and all(as_tuple(known[text].string)))]
    assert not missing, "run scripts/translate, then translate"
    assert not known.keys() - wanted, "run scripts/translate"
    assert not catalogue.obsolete
    assert not [text for text, message in known.items() if message.fuzzy]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("es", r"\barchivo|\bhondo|^bien:|(subida|bajada) por|menos hojas posibles|cumplidas?\b"),
        ("ca", r"per omissió|^nota:|\bendins\b|vertader|(apujada|abaixada) per"),
    ],
)
def test_words_that_readers_corrected_stay_away(name: str, wrong: str) -> None:
    texts = [
        text for message in catalogues.read_catalogue(name) for text in as_tuple(message.string)
    ]
    pages = sorted((PACKAGE.parents[1] / "docs").glob(f"*.{name}.md"))
    texts += [line for page in pages for line in page.read_text(encoding="utf-8").splitlines()]
    assert not [text for text in texts if re.search(wrong, text)]


@pytest.mark.parametrize("name", TRANSLATED)
def test_translations_hold_the_same_values(name: str) -> None:
    for message in catalogues.read_catalogue(name):
        if message.id:
            for translation in filter(None, as_tuple(message.string)):
                assert fields(translation) == fields(as_tuple(message.id)[-1]), message.id


@pytest.mark.parametrize("name", TRANSLATED)
def test_spaces_and_ends_are_kept(name: str) -> None:
    for message in catalogues.read_catalogue(name):
        for english, translation in zip(
            as_tuple(message.id), as_tuple(message.string), strict=True
        ):
            if english and translation:
                assert edges(translation) == edges(english), (english, translation)


@pytest.mark.parametrize("name", TRANSLATED)
def test_plural_forms_are_complete(name: str) -> None:
    catalogue = catalogues.read_catalogue(name)
    assert (catalogue.num_plurals, catalogue.plural_expr) == (2, "(n != 1)")
    for message in catalogue:
        if isinstance(message.id, tuple):
            assert len(as_tuple(message.string)) == 2, message.id


def test_an_update_keeps_what_is_translated_and_drops_what_is_gone() -> None:
    head = '# Words chosen.\nmsgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"'
    before = (
        f'{head}\n\nmsgid "gone"\nmsgstr "x"\n\nmsgid "{{player}} wins"\nmsgstr "gana {{player}}"\n'
    )
    after = catalogues.updated("es", before)
    assert after.startswith(f"{head}\n\n")
    assert 'msgid "{player} wins"\nmsgstr "gana {player}"\n' in after
    assert 'msgid "gone"' not in after
    assert 'msgid "a draw"\nmsgstr ""\n' in after
    assert not re.search(r"^#: .*:\d|^#: /|Date", after, re.MULTILINE)
    files = re.findall(r"\n\n#: (\S+)", after)
    assert files == sorted(files)
    assert catalogues.updated("es", after) == after


@pytest.mark.parametrize("name", TRANSLATED)
def test_the_program_reads_what_babel_reads(name: str) -> None:
    with speaking(name):
        for message in catalogues.read_catalogue(name):
            english, translations = as_tuple(message.id), as_tuple(message.string)
            if not all(translations):
                continue
            if len(english) == 2:
                for number, form in {0: 1, 1: 0, 2: 1, 21: 1}.items():
                    assert ngettext(english[0], english[1], number) == translations[form]
            elif message.id:
                assert _(english[0]) == translations[0]


def fields(text: str) -> set[tuple[str | None, str | None, str | None]]:
    """The values that a text has room for, and how they are written."""
    return {(name, spec, how) for _text, name, spec, how in string.Formatter().parse(text) if name}


def edges(text: str) -> tuple[bool, bool, str]:
    """How a text begins and ends: with a space, with a colon or a full stop."""
    last = text[-1]
    return text.startswith(" "), text.startswith(";"), last if last in " :.…?" else ""


# --- the code ----------------------------------------------------------------------------------


def nodes() -> Iterator[tuple[Path, Any]]:
    """Every node of every file's syntax tree."""
    for file in FILES:
        for node in ast.walk(_tree(file)):
            yield file, node


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def test_texts_are_looked_up_whole() -> None:
    """Values are put in after a text is looked up, or it would not be found."""
    for file, node in nodes():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            for argument in node.args if node.func.id in ("_", "mark", "ngettext") else ():
                made = isinstance(argument, ast.JoinedStr | ast.BinOp) or (
                    isinstance(argument, ast.Call)
                    and isinstance(argument.func, ast.Attribute)
                    and argument.func.attr == "format"
                )
                assert not made, f"{file}:{node.lineno}"


def test_nothing_hides_the_function_that_looks_up() -> None:
    for file, function in nodes():
        if isinstance(function, ast.FunctionDef):
            inside = list(ast.walk(function))
            own = {id(name) for part in inside if isinstance(part, ast.comprehension)
                   for name in ast.walk(part.target)}  # fmt: skip
            names = [n for n in inside if isinstance(n, ast.Name) and n.id == "_"]
            asks = any(isinstance(n, ast.Call) and n.func in names for n in inside)
            hides = any(isinstance(n.ctx, ast.Store) and id(n) not in own for n in names)
            assert not (asks and hides), f"{file}:{function.lineno}"


def test_errors_and_answers_are_looked_up(errors_for_people: set[str]) -> None:
    """No error for people, and nothing that the program prints, is written out in English."""
    for file, node in nodes():
        match node:
            case ast.Raise(ast.Call(ast.Name(name), [argument, *_rest])):
                if name in errors_for_people:
                    assert not english(argument), f"{file}:{node.lineno}"
            case ast.Call(ast.Name("print"), arguments) if "cli" in file.parts:
                assert not any(map(english, arguments)), f"{file}:{node.lineno}"


def english(argument: ast.expr) -> bool:
    """Whether a text, its values apart, has words in it other than the program's name."""
    parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
    texts = [str(part.value) for part in parts if isinstance(part, ast.Constant)]
    return any(sign.isalpha() for sign in "".join(texts).replace("zermelo", ""))


@pytest.fixture(scope="module")
def errors_for_people() -> set[str]:
    for module in pkgutil.walk_packages(zermelo.__path__, "zermelo."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found: list[type[ZermeloError]] = [ZermeloError]
    for error in found:
        found += error.__subclasses__()
    return {error.__name__ for error in found}


def test_scripts_look_texts_up_whole() -> None:
    for file in PACKAGE.rglob("*.js"):
        source = file.read_text(encoding="utf-8")
        source = re.sub(r"^ *(//|/\*\*).*", "", source, flags=re.MULTILINE)
        calls = re.findall(r"(?<![\w.$])(?<!function )t\(", source)
        assert len(calls) == len(texts_in_script(source)), file


def test_all_help_is_in_the_catalogues() -> None:
    from zermelo.cli import all_commands, build

    known = {message.id for message in catalogues.all_texts()}
    program = build()
    for command in (program, *all_commands(program).values()):
        assert command.help in known
        for option in command.params:
            if option.help:
                assert option.help in known, (command.name, option.name)


# --- which language ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "ca_ES.UTF-8"}, "ca"),
        ({"LANG": "ca_ES@valencia"}, "ca"),
        ({"LANG": "es-MX"}, "es"),
        ({"LANG": "est_EE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ca", "LC_MESSAGES": "es"}, "es"),
        ({"LANG": "ca", "LC_MESSAGES": "en_GB", "LC_ALL": "es"}, "es"),
        ({"LANG": "es", "LC_ALL": ""}, "es"),
        ({"LANG": "es", "LC_ALL": "de_DE"}, "en"),
        ({"LANG": "es", "LC_ALL": "C"}, "en"),
        ({"LANG": "es", "LC_MESSAGES": "POSIX"}, "en"),
        ({"LANG": "es", "LANGUAGE": "ca"}, "ca"),
        ({"LANG": "en_US", "LANGUAGE": "fr:ca:es"}, "ca"),
        ({"LANG": "es", "LANGUAGE": "fr:de"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "es"}, "en"),
        ({"LANGUAGE": "es"}, "es"),
    ],
)
def test_the_environment(environment: dict[str, str], expected: str) -> None:
    assert of_environment(environment) == expected


@pytest.mark.parametrize(
    ("arguments", "environment", "words"),
    [
        ("search tree", "", "pruned"),
        ("search tree", "es_ES.UTF-8", "podado"),
        ("search tree --lang ca", "es_ES.UTF-8", "podat"),
        ("--lang es search tree", "", "podado"),
        ("search --lang=es tree", "", "podado"),
        ("--lang ca search tree --lang es", "", "podado"),
        ("--lang en search tree", "ca_ES", "pruned"),
        ("--lang es --help", "", "Uso: zermelo [OPCIONES]"),
        ("search --help --lang ca", "", "Ús: zermelo search [OPCIONS]"),
        ("--lang es", "", "Falta el comando"),
        ("search --lang es", "", "Falta el argumento 'ORIGEN'"),
        ("search tree --lang", "es", "La opción '--lang' necesita un argumento"),
        ("search tree --lang ca --depth x", "", "Valor no vàlid per a '--depth'"),
        ("serch --lang es", "", "¿Quizá 'search'"),
        ("games --colour --lang ca", "", "No existeix l'opció --colour"),
    ],
)
def test_the_command_line_speaks(
    arguments: str,
    environment: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tree = tmp_path / "t.tree"
    tree.write_text(TREE)
    monkeypatch.setenv("LANG", environment)
    main(arguments.replace("tree", str(tree)).split())
    out, err = capsys.readouterr()
    assert words in out + err
    assert current() == "en"


def test_an_unknown_language_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["games", "--lang", "fr"]) == 2
    assert capsys.readouterr().err == "zermelo: no language 'fr'; there is en, es, ca\n"
    monkeypatch.setenv("LANG", "es")
    assert main(["games", "--lang=e"]) == 2
    assert capsys.readouterr().err == "zermelo: no hay ningún idioma 'e'; ¿quizá 'es'?\n"
    with pytest.raises(ValueError, match="no language 'fr'"):
        use("fr")


def test_what_machines_read_is_the_same_in_every_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = tmp_path / "t.tree"
    tree.write_text(TREE)
    printed = set()
    for name in language.LANGUAGES:
        main(["search", str(tree), "--json", "--trace", "--lang", name])
        main(["strategy", "grundy", "--json", "--lang", name])
        printed.add(re.sub(r'"seconds": [^,]*', "", capsys.readouterr().out))
    assert len(printed) == 1


# --- several at once ---------------------------------------------------------------------------


def test_threads_speak_different_languages() -> None:
    both = threading.Barrier(2)
    heard: dict[str, str] = {}

    def speak(name: str) -> None:
        with speaking(name):
            both.wait()
            heard[name] = _("{player} wins")
            both.wait()

    threads = [threading.Thread(target=speak, args=(name,)) for name in TRANSLATED]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == {"es": "gana {player}", "ca": "guanya {player}"}
    assert current() == "en"


def test_a_context_keeps_its_language() -> None:
    with speaking("es"):
        context = contextvars.copy_context()
        with speaking("ca"):
            assert current() == "ca"
        assert current() == "es"
    assert (current(), context.run(current)) == ("en", "es")


def test_the_program_speaks_to_every_thread() -> None:
    use("ca")
    try:
        heard: list[str] = []
        thread = threading.Thread(target=lambda: heard.append(current()))
        thread.start()
        thread.join()
        assert heard == ["ca"]
    finally:
        use("en")


def test_no_language_needs_babel() -> None:
    code = "import sys, zermelo.language as l; l.use('es'); l._('x'); print('babel' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_unknown_texts_pass_unchanged() -> None:
    odd: Any = "a text of a user's"
    with speaking("es"):
        assert _(odd) == odd
        assert _("") == ""
        assert [ngettext("{n} such", "{n} such ones", n) for n in (1, 2)] == [
            "{n} such",
            "{n} such ones",
        ]


# --- numbers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("python", "spanish", "catalan"),
    [
        ("7", "7", "7"),
        ("999", "999", "999"),
        ("4,757", "4757", "4.757"),
        ("10,000", "10\xa0000", "10.000"),
        ("39,861,780", "39\xa0861\xa0780", "39.861.780"),
        ("0.5", "0,5", "0,5"),
        ("-1,234.50", "-1234,50", "-1.234,50"),
        ("        4,757", "         4757", "        4.757"),
        ("1.5e-07", "1,5e-07", "1,5e-07"),
        ("inf", "inf", "inf"),
    ],
)
def test_numbers_as_the_language_writes_them(python: str, spanish: str, catalan: str) -> None:
    assert local(python) == python
    for name, text in {"es": spanish, "ca": catalan}.items():
        with speaking(name):
            assert local(python) == text


@pytest.mark.parametrize(
    ("name", "counts", "rate"),
    [("en", "12,345 MB", "0.25"), ("es", "12\xa0345 MB", "0,25"), ("ca", "12.345 MB", "0,25")],
)
def test_a_text_writes_the_numbers_put_into_it(name: str, counts: str, rate: str) -> None:
    with speaking(name):
        words = _("level {level}: {positions} found, {rate:.2f} M/s, {disk:,} MB on disk")
        found = words.format(level=12_345, positions="", rate=0.25, disk=12_345)
    assert counts in found
    assert "12345" in found  # a level has no thousands
    assert rate in found


@pytest.mark.parametrize("name", TRANSLATED)
def test_values_for_people_have_a_decimal_comma_and_files_do_not(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.tree").write_text("max A [ a: min B [2.5 3.25] b: min C [1 4] ]", encoding="utf-8")
    main(["search", "x.tree", "--trace", "--lang", name])
    shown = capsys.readouterr().out
    assert "2.5" not in shown
    assert "[2,5; inf]" in shown
    main(["search", "x.tree", "--json", "--lang", name])
    assert '"value": 2.5' in capsys.readouterr().out
    for file, found in {"x.svg": ">2,5<", "x.txt": "2,5", "x.json": "2.5"}.items():
        main(["explain", "x.tree", "-o", file, "--lang", name])
        assert found in Path(file).read_text(encoding="utf-8"), file
    main(["explain", "x.tree", "--algorithm", "minimax", "-o", "y.tree", "--lang", name])
    assert "2.5" in Path("y.tree").read_text(encoding="utf-8")


def test_a_number_is_read_with_a_comma_or_a_point() -> None:
    from zermelo.exercise.shape import read_shape
    from zermelo.numbers import read_number

    assert read_number("-2,5") == read_number("-2.5") == -2.5
    assert read_shape("step=0,5") == read_shape("step=0.5")
