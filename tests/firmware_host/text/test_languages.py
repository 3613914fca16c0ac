"""Languages are found by their catalogues, and the environment chooses one of them."""

from pathlib import Path

from firmware_host.text import LANGUAGES, find_languages, preferred
from tests.languages import COMPLETE


def test_the_complete_languages_exist() -> None:
    assert set(COMPLETE) <= set(LANGUAGES)


def test_languages_are_found_by_their_catalogues(tmp_path: Path) -> None:
    for code in ("tlh", "de", "half"):
        (tmp_path / code / "LC_MESSAGES").mkdir(parents=True)
    for code in ("tlh", "de"):
        (tmp_path / code / "LC_MESSAGES" / "toy.mo").touch()
    assert find_languages(tmp_path, "toy") == ["en", "de", "tlh"]


def test_the_environment_chooses_a_language_that_exists() -> None:
    assert preferred({"LANG": "ru_RU.UTF-8"}) == "ru"
    assert preferred({"LANGUAGE": "ru:en", "LANG": "en_GB"}) == "ru"
    assert preferred({"LANGUAGE": "tlh:ru", "LANG": "en_GB"}) == "ru"
    assert preferred({"LANG": "tlh_KX"}) == "en"
    assert preferred({"LC_ALL": "C", "LANG": "ru_RU.UTF-8"}) == "en"
    assert preferred({"LANGUAGE": "", "LANG": "ru_RU.UTF-8"}) == "ru"
    assert preferred({}) == "en"
