"""Every view, and every text that may be a notice, is said in each language, for the ear."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

import games
from firmware_host.features.speech.voice import KEY_NAMES, Announcer
from firmware_host.remote.wire import Published
from firmware_host.screens.view import View
from firmware_host.table.device import Preferences
from firmware_host.table.observers import TableStep
from firmware_host.text import CATALOGUES
from firmware_host.text.translator import Aloud, Language
from games.message import Message
from tests.firmware_host.screens.gallery import gallery, kinds_of_view
from tests.languages import COMPLETE

FOR_EYES = re.compile(r"[◀▶▲▼↑↓←→…×`{}\[\]]|(?<![\w.])[a-z]\d")
"""Signs that only an eye understands, and squares as they are written."""

LATIN = re.compile(r"\b[a-z]{2,}\b")
NAMES = {"English", "tableside", "local", "en", "ru", "min"}
"""What is Latin in every language: names and addresses."""

ENGLISH_SCREENS = ("attract-rule", "attract-invitation", "rules")
"""The gallery makes its texts before the language is known."""


def shown(game: str) -> Iterator[tuple[str, TableStep]]:
    for name, frame in gallery(game).items():
        yield name, TableStep(0.0, frame.view, Published(notice=frame.notice))


def said(update: TableStep, language: str) -> tuple[str, ...]:
    chosen = Preferences(language=language)
    heard = TableStep(0.0, update.view, update.shown, preferences=chosen)
    return Announcer().follow(heard).sentences


def test_every_kind_of_view_says_for_itself_what_is_spoken() -> None:
    assert [kind for kind in kinds_of_view() if kind.spoken is View.spoken] == []


@pytest.mark.parametrize("language", COMPLETE)
def test_every_kind_of_view_has_spoken_text(language: str) -> None:
    spoken = {type(update.view) for name in games.names() for _, update in shown(name)}
    assert spoken >= {kind for kind in kinds_of_view() if kind.__module__.startswith("firmware")}
    for game in games.names():
        for name, update in shown(game):
            sentences = said(update, language)
            assert sentences, f"{game}, {name}: nothing is said"
            for sentence in sentences:
                assert not FOR_EYES.search(sentence), f"{game}, {name}: {sentence}"


def test_what_is_said_is_translated() -> None:
    for game in games.names():
        for name, update in shown(game):
            if name not in ENGLISH_SCREENS:
                words = {word for each in said(update, "ru") for word in LATIN.findall(each)}
                assert not words - NAMES, f"{game}, {name}: {words}"


@pytest.mark.parametrize("language", COMPLETE)
def test_every_text_of_the_catalogues_can_be_said(language: str) -> None:
    """A notice may be any of them, so that no notice is silent."""
    aloud = Aloud(Language(language), KEY_NAMES)
    for domain, folder in CATALOGUES:
        with (folder / "ru" / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
            texts = [str(message.id) for message in read_po(file) if message.id]
        for text in texts:
            facts = dict.fromkeys(re.findall(r"{(\w+)}", text), "7")
            words = aloud(Message.of(text, **facts))
            assert words, f"{text}: nothing is said"
            assert not re.search(r"[◀▶▲▼↑↓→`]", words), words


def test_a_line_under_the_cursor_is_said_with_its_place() -> None:
    words = said(dict(shown(games.names()[0]))["settings"], "en")
    assert any(re.search(r"line 1 of \d", each) for each in words)
