"""The words are those of the language asked for, and complete languages have every text."""

import ast
import gettext
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

from firmware_host.text import CATALOGUES, LANGUAGES
from firmware_host.text.translator import Language
from games.message import Message
from tests.languages import COMPLETE

ROOT = Path(__file__).parents[3]
TRANSLATED = [
    (domain, folder / code / "LC_MESSAGES", code)
    for domain, folder in CATALOGUES
    for code in LANGUAGES
    if code != "en"
]
FIELD = re.compile(r"\{(\w+)\}")
SAYING = re.compile(r"(\bMessage\.of|\bsay)\(\s*[\"'rf]")
"""What stands wherever words are put on a screen as they are written there."""
HIDING = re.compile(r"\{[^}]*\bmsg\(")
"""What stands wherever a text is marked within an f-string, and elsewhere too."""


def catalogue(domain: str, folder: Path, code: str) -> Catalog:
    with (folder / f"{domain}.po").open("rb") as file:
        return read_po(file, locale=code, domain=domain)


@cache
def in_the_sources(package: str) -> frozenset[str]:
    with (ROOT / "docs/writer/catalogues.cfg").open(encoding="utf-8") as file:
        methods, _ = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    found = extract_from_dir(ROOT / package, methods, keywords={"msg": None})
    return frozenset(message for _, _, message, _, _ in found if isinstance(message, str))


def _nodes(path: Path, sign: re.Pattern[str]) -> Iterator[ast.AST]:
    """Yield the nodes of a module in which there is a ``sign`` of what is looked for."""
    text = path.read_text(encoding="utf-8")
    if sign.search(text):
        yield from ast.walk(ast.parse(text))


def unmarked(path: Path) -> Iterator[str]:
    """Words that are put on a screen without ``msg``, so that no catalogue knows them."""
    for node in _nodes(path, SAYING):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name("Message"), attr="of") | ast.Name("say"),
                args=[ast.Constant(str(text)), *_],
            ) if re.search("[^\\W\\d_]", FIELD.sub("", text)):
                yield f"{path.name}:{node.lineno}: {text}"


def test_no_words_are_put_on_a_screen_that_cannot_be_translated() -> None:
    found = [words for path in (ROOT / "firmware_host").rglob("*.py") for words in unmarked(path)]
    assert found == []


def test_words_that_cannot_be_translated_are_found(tmp_path: Path) -> None:
    path = tmp_path / "scene.py"
    path.write_text('Message.of("{point}: {count}")\nMessage.of("{point} is wrong", point=1)\n')
    assert list(unmarked(path)) == ["scene.py:2: {point} is wrong"]


def test_no_text_is_hidden_from_the_catalogues_in_an_f_string() -> None:
    hidden = [
        f"{path.name}:{node.lineno}"
        for path in (ROOT / "firmware_host").rglob("*.py")
        for node in _nodes(path, HIDING)
        if isinstance(node, ast.JoinedStr)
        for each in ast.walk(node)
        if isinstance(each, ast.Call) and ast.unparse(each.func) == "msg"
    ]
    assert hidden == []


@pytest.mark.parametrize(("domain", "folder", "code"), TRANSLATED)
def test_a_catalogue_has_the_texts_of_the_sources(domain: str, folder: Path, code: str) -> None:
    known = {str(message.id) for message in catalogue(domain, folder, code) if message.id}
    assert known == in_the_sources(domain), "run make locale"


@pytest.mark.parametrize(("domain", "folder", "code"), TRANSLATED)
def test_a_translation_has_the_same_fields_and_a_complete_language_every_text(
    domain: str, folder: Path, code: str
) -> None:
    for message in catalogue(domain, folder, code):
        if message.id and not message.string:
            assert code not in COMPLETE, f"{message.id!r} is not translated"
        elif message.id:
            wanted, found = FIELD.findall(str(message.id)), FIELD.findall(str(message.string))
            assert sorted(wanted) == sorted(found), message.id


@pytest.mark.parametrize(("domain", "folder", "code"), TRANSLATED)
def test_compiled_catalogues_are_those_of_the_sources(domain: str, folder: Path, code: str) -> None:
    compiled = gettext.translation(domain, folder.parents[1], [code])
    for message in catalogue(domain, folder, code):
        if message.id:
            expected = message.string or message.id
            assert compiled.gettext(str(message.id)) == expected, "run make locale"


@pytest.mark.parametrize("code", sorted(set(LANGUAGES) - {"en"}))
def test_a_text_that_two_catalogues_have_says_the_same_in_both(code: str) -> None:
    first, *others = (
        {str(each.id): each.string for each in catalogue(domain, folder, of) if each.id}
        for domain, folder, of in TRANSLATED
        if of == code
    )
    for other in others:
        differing = {text for text in first.keys() & other if first[text] != other[text]}
        assert differing == set(), "only the first is shown: say it in other words"


def test_messages_within_messages_are_translated_too() -> None:
    say = Language("ru")
    assert say(Message.of("Turn: {seat}", seat=Message.of("red"))) == "Ход: красные"
    assert say.heading("red") == "Красные"


def test_a_text_without_a_translation_stays_english() -> None:
    assert Language("ru")("c1") == "c1"
    assert Language("ru")("") == ""


def test_an_unknown_language_is_refused_with_the_choices() -> None:
    expected = f"expected one of the languages {', '.join(LANGUAGES)}, got 'tlh'"
    with pytest.raises(ValueError, match=expected):
        Language("tlh")


def test_every_language_has_its_own_name() -> None:
    names = {code: Language(code).name for code in LANGUAGES}
    assert names["en"] == "English"
    assert names["ru"] == "Русский"
    assert len(set(names.values())) == len(LANGUAGES)
