"""The choices for the service: a file of systemd, written and read back."""

import pytest

from firmware_host.base.errors import UsageError
from firmware_host.setup.choices import Choices
from firmware_host.text import preferred


def test_the_program_starts_in_the_chosen_language() -> None:
    lines = (line.partition("=") for line in Choices(language="ru").text().splitlines())
    assert preferred({name: value for name, _, value in lines}) == "ru"


@pytest.mark.parametrize("web", ["", "0.0.0.0:8080", "[::1]:8080 --name games.example"])
def test_written_choices_are_read_back(web: str) -> None:
    choices = Choices("/etc/tableside/wiring.toml", "ru", ("thaayam", "--option", "seats=2"), web)
    assert Choices.read(choices.text()) == choices
    assert ("TABLESIDE_WEB" in choices.text()) == (web != "")


@pytest.mark.parametrize("word", ["a b", "$HOME", "a%n", 'a"b', "a'b", "a\\b", "a\nb", "a;b", ""])
def test_a_word_that_systemd_would_change_is_refused(word: str) -> None:
    with pytest.raises(UsageError):
        Choices(more=(word,))
