"""What is said of each update, and what is not said again."""

from msgspec import structs
from msgspec.structs import replace

from firmware_host.base.registry import KnownFacts
from firmware_host.features.speech.facts import Repeats
from firmware_host.features.speech.voice import Announcer
from firmware_host.remote.wire import Published
from firmware_host.screens.lists import ListView, Row
from firmware_host.table.device import Preferences
from firmware_host.table.observers import TableStep
from firmware_host.table.scene import OFFER, TAKE
from games.message import Message

LIST = ListView(
    Message.of("Settings"), (Row(Message.of("Sound")), Row(Message.of("Speech"))), cursor=0
)
SHOWN = TableStep(0.0, LIST)
MOVED = structs.replace(SHOWN, view=replace(LIST, cursor=1), touches=1)
WHOLE = (
    "Settings.",
    "Speech, line 2 of 2.",
    "Up or down: choose a line; okay: open it.",
)


def test_moving_the_cursor_says_the_line_and_nothing_else() -> None:
    announcer = Announcer()
    announcer.follow(SHOWN)
    assert announcer.follow(MOVED) == (("Speech, line 2 of 2.",), True)


def test_a_key_that_changes_nothing_stops_the_speech() -> None:
    announcer = Announcer()
    announcer.follow(SHOWN)
    assert announcer.follow(structs.replace(SHOWN, touches=1)) == ((), True)


def test_what_comes_by_itself_does_not_cut_in() -> None:
    announcer = Announcer()
    announcer.follow(SHOWN)
    assert not announcer.follow(structs.replace(MOVED, touches=0)).cuts_in


def test_the_repeat_key_says_everything_again() -> None:
    announcer = Announcer()
    announcer.follow(MOVED)
    assert (
        announcer.follow(
            structs.replace(MOVED, touches=2, facts=KnownFacts().with_fact(Repeats(1)))
        ).sentences
        == WHOLE
    )


def test_a_notice_comes_first_and_again_only_if_it_is_shown_again() -> None:
    announcer, wrong = Announcer(), Message.of("Nothing to take back")
    announcer.follow(MOVED)
    warned = structs.replace(MOVED, shown=Published(notice=wrong))
    assert announcer.follow(warned).sentences == ("Nothing to take back.",)
    assert announcer.follow(warned).sentences == ()
    again = structs.replace(warned, shown=Published(notice=Message.of(wrong.text)))
    assert announcer.follow(again).sentences == ("Nothing to take back.",)


def test_nothing_is_said_while_speech_is_off_and_everything_when_it_comes_on() -> None:
    announcer, off = (
        Announcer(),
        structs.replace(MOVED, preferences=Preferences().but({"speech": False})),
    )
    assert announcer.follow(off) == ((), True)
    assert announcer.follow(MOVED).sentences == WHOLE


def test_nothing_is_said_to_an_empty_room() -> None:
    assert (
        Announcer().follow(structs.replace(SHOWN, shown=Published(is_unattended=True))).sentences
        == ()
    )


def test_another_language_says_everything_again() -> None:
    announcer = Announcer()
    announcer.follow(MOVED)
    words = announcer.follow(
        structs.replace(MOVED, preferences=Preferences(language="ru"))
    ).sentences
    assert words[1:] == ("Речь, строка 2 из 2.", "Вверх или вниз: выбрать строку; окей: открыть.")


def offered(text: str) -> TableStep:
    return structs.replace(SHOWN, stroke=Message.of(text, key=Message.of("back")))


def test_what_a_switch_does_is_said_unless_the_cursor_says_it() -> None:
    announcer = Announcer()
    announcer.follow(offered(TAKE))
    assert announcer.follow(offered(OFFER)) == (("Switch: back.",), True)
    assert announcer.follow(offered(OFFER)).sentences == ()
    assert announcer.follow(offered(TAKE)).sentences == ()


def test_the_next_offer_cuts_in_so_that_the_last_words_are_what_a_stroke_takes() -> None:
    announcer = Announcer()
    announcer.follow(offered(TAKE))
    moved = structs.replace(offered(TAKE), view=replace(LIST, cursor=1))
    assert announcer.follow(moved) == (("Speech, line 2 of 2.",), True)
