"""What is said to people, before it is in their language: a text and the facts that fill it."""

from __future__ import annotations

from dataclasses import dataclass


def msg(text: str) -> str:
    """Mark ``text`` as one that people read, so that it is collected for translation.

    Return ``text`` unchanged: the games speak English, and whoever shows the text translates it.
    """
    return text


@dataclass(frozen=True)
class Message:
    """A text to be translated, with the ``facts`` that fill its ``{names}``.

    Facts that are messages themselves are translated first.

    >>> str(Message.of("no {throw} is left to play", throw=4))
    'no 4 is left to play'
    """

    text: str
    facts: tuple[tuple[str, Fact], ...] = ()

    @classmethod
    def of(cls, text: str, /, **facts: Fact) -> Message:
        """Return ``text`` as a message, with its facts as keywords."""
        return cls(text, tuple(facts.items()))

    def __str__(self) -> str:
        """Return the message in English."""
        return self.text.format(**dict(self.facts))


Fact = str | int | Message
"""What fills a name in a message."""
