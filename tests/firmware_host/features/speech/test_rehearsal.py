from firmware_host.features.speech.cli import sentences
from firmware_host.session.setup import Setup
from tests import toy


def test_every_sentence_of_the_games_is_listed_once() -> None:
    found = list(sentences(toy, Setup("tongs", {"goal": 1}), "en", 1))
    assert len(set(found)) == len(found)
    assert {"Then press okay.", "Red."} <= set(found)
