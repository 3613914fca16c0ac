"""What is said to people, before it is in their language: a text and the facts that fill it.

What the rules refuse has such a reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self


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


class Refusal(ValueError):  # noqa: N818 - it names what was tried, as in the field
    """Something that the rules do not allow; ``message`` says why in one sentence.

    Arguments: ``text``, a sentence with ``{names}`` to fill in, and the facts that fill them.

    >>> refused = Refusal("no {throw} is left to play", throw=4)
    >>> str(refused)
    'no 4 is left to play'
    >>> refused.message.text
    'no {throw} is left to play'
    """

    def __init__(self, text: str, /, **facts: Fact) -> None:
        self.message = Message.of(text, **facts)
        super().__init__(str(self.message))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self)._again, (self.message,)

    @classmethod
    def _again(cls, message: Message) -> Self:
        return cls(message.text, **dict(message.facts))


class IllegalMove(Refusal):
    """An action that is not legal here."""


class WrongPieces(Refusal):
    """Pieces that cannot stand so in this game, or not now."""
