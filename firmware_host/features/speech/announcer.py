"""Chooses what is said of each update: only the sentences that have changed, or all of them."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from firmware_host.features.speech.facts import Repeats, SpeechChosen
from firmware_host.table import keys
from firmware_host.table.observers import TableStep
from firmware_host.table.scene import TAKE
from firmware_host.text.aloud import Aloud
from firmware_host.text.translator import Language
from games.message import Message, msg

KEY_NAMES: Final[Mapping[str, Message]] = {**keys.titles(), "ok": Message.of(msg("okay"))}
"""How each key is called aloud."""


class Announcement(NamedTuple):
    """What is to be heard after an update: ``sentences``, in place of all others if it cuts in.

    It ``cuts_in`` when somebody has touched a key: what is being said stops at once, even if there
    is nothing new to say. It also does when the table goes on to offer something else to people who
    play with a switch: what they hear last is what a stroke takes.
    """

    sentences: tuple[str, ...] = ()
    cuts_in: bool = False


class Announcer:
    """Follows a table and says what each update deserves to have said.

    >>> from firmware_host.screens.notes import NoteView
    >>> announcer = Announcer()
    >>> shown = TableStep(0.0, NoteView(Message.of("Help"), Message.of("Throw.")))
    >>> announcer.follow(shown).sentences
    ('Help.', 'Throw.', 'Press okay to continue.')
    >>> announcer.follow(shown).sentences
    ()
    """

    def __init__(self) -> None:
        self._last: TableStep | None = None
        self._said: tuple[Message, ...] = ()
        self._aloud: dict[str, Aloud] = {}

    def follow(self, update: TableStep) -> Announcement:
        """Return what is to be said of ``update``."""
        before, self._last = self._last, update
        is_again = before is not None and update.facts.of(Repeats) != before.facts.of(Repeats)
        cuts_in = before is not None and update.touches != before.touches
        if update.shown.is_unattended or not update.preferences.of(SpeechChosen).speech:
            # the demonstration must not speak to an empty room
            self._said = ()
            return Announcement((), cuts_in=True)
        spoken = (*update.view.spoken, *_offered(update))
        known = () if is_again or _has_other_words(before, update) else self._said
        self._said = spoken
        new = [sentence for sentence in spoken if sentence not in known]
        notice = update.shown.notice
        # a notice that is shown again is another object: the person has tried again
        if notice is not None and (is_again or before is None or notice is not before.shown.notice):
            new.insert(0, notice)
        goes_on = bool(new) and update.stroke is not None and _shows_same(before, update)
        return Announcement(self._words(new, update.preferences.language), cuts_in or goes_on)

    def _words(self, messages: list[Message], language: str) -> tuple[str, ...]:
        if language not in self._aloud:
            self._aloud[language] = Aloud(Language(language), KEY_NAMES)
        return tuple(filter(None, map(self._aloud[language], messages)))


def _offered(update: TableStep) -> tuple[Message, ...]:
    """Return what a stroke of a switch does, unless it takes what the cursor stands on."""
    stroke = update.stroke
    return () if stroke is None or stroke.text == TAKE else (stroke,)


def _shows_same(before: TableStep | None, update: TableStep) -> bool:
    """Return whether the same kind of screen was shown before."""
    return before is not None and type(before.view) is type(update.view)


def _has_other_words(before: TableStep | None, update: TableStep) -> bool:
    """Return whether everything is to be said, as it is now heard for the first time like this."""
    if before is None:
        return True
    then, now = before.preferences, update.preferences
    was_on, is_on = then.of(SpeechChosen).speech, now.of(SpeechChosen).speech
    return (was_on, then.language) != (is_on, now.language)
