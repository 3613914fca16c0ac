"""The Russian texts: one word for one thing, plain words, and always the polite form."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

import games
from firmware_host.text import CATALOGUES, rule_sheets

RUSSIAN = "ru"
GAP = re.compile(r"\{\w+}")
WORD = re.compile(r"\w+")

FORBIDDEN = {
    r"\bконч\w+": "завершать, остановить: «кончает» is colloquial",
    r"\bсолдат\w*": "пешка, as the rules of the seed have it",
    r"\bклавиш\w*": "кнопка, as everywhere",
    r"\bнамёк\w*|\bсовет(ы|ом|а)?\b": "подсказка, as everywhere",
    r"\bтрек\w*|\bтрасс\w*|внутренн\w+ (круг|кольц)\w*": "дорожка, as everywhere",
    r"\bполовин\w+ хода": "части хода",
    r"насколько он использ\w+": "насколько возможно",
    r"под матом": "армия заматованного",
    r"двусторонн\w+": "двухцветные кубики",
    r"\bсуд(ят|ить)\b": "проверяют",
    r"бросают жребий": "разыгрывают по жребию, решает жребий",
    r"(?<!`)\bOK\b": "ОК, in Russian letters",
    r"\bдиспле\w*": "экран, as everywhere",
}
"""What is not said, and what is said instead."""

SAME_WORDS = {
    r"\bhints?\b": r"\bподск",
    r"\bkeys?\b": r"\bкноп",
    r"\btracks?\b": r"\bдорож",
    r"\bsoldiers?\b": r"\bпеш",
    r"\bcaptures?\b": r"\b(взят|бь?ё?[тюи]|поби|побе)",
    r"\bgenerals?\b": r"\bгенерал",
    r"\breserve\b": r"\bрезерв",
    r"\bpalaces?\b": r"\bдвор",
}
"""A word in English, and how its only translation begins."""

FAMILIAR = re.compile(
    r"\b(?:ты|теб[яе]|тобой|тво(?:й|я|ё|и|его|ей|их|им|ими|ему|ю)|(?!лишь\b)\w+(?:[её]шь|ишь)(?:ся)?)\b",
    re.IGNORECASE,
)
POLITE = re.compile(r"\b(\w+(?:й|и|ь))те(сь)?\b", re.IGNORECASE)


def translations() -> Iterator[tuple[str, str]]:
    """Yield every text of the catalogues, with its translation."""
    for name, folder in CATALOGUES:
        path = folder / RUSSIAN / "LC_MESSAGES" / f"{name}.po"
        with path.open("rb") as file:
            yield from ((str(each.id), str(each.string)) for each in read_po(file) if each.id)


def sheets() -> Iterator[str]:
    return (rule_sheets.read(name, RUSSIAN) for name in games.names())


def texts() -> Iterator[str]:
    yield from (words for _, words in translations())
    yield from (" ".join(sheet.split()) for sheet in sheets())


@pytest.mark.parametrize("pattern", FORBIDDEN)
def test_words_that_are_not_said(pattern: str) -> None:
    found = [each[0] for text in texts() for each in re.finditer(pattern, text, re.IGNORECASE)]
    assert not found, f"say {FORBIDDEN[pattern]}"


@pytest.mark.parametrize("word", SAME_WORDS)
def test_one_thing_has_one_word(word: str) -> None:
    other = [
        (text, words)
        for text, words in translations()
        if re.search(word, GAP.sub("", text), re.IGNORECASE)
        and not re.search(SAME_WORDS[word], words, re.IGNORECASE)
    ]
    assert not other


def test_what_back_does_has_words_of_its_own() -> None:
    places: dict[str, set[str]] = {}
    for text, words in translations():
        if text.startswith("Back: "):
            places.setdefault(words, set()).add(text)
    assert [texts for texts in places.values() if len(texts) > 1] == []


def test_people_are_addressed_politely() -> None:
    assert not [each[0] for text in texts() for each in FAMILIAR.finditer(text)]


def test_no_imperative_is_familiar() -> None:
    """The familiar form of every imperative that is used politely is no word of any text."""
    words = {word.lower() for text in texts() for word in WORD.findall(text)}
    familiar = {"".join(found).lower() for text in texts() for found in POLITE.findall(text)}
    assert len(familiar) > 10
    assert not familiar & words
