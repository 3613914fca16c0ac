"""What the rules refuse, with a reason that people can read in their own language."""

from __future__ import annotations

from typing import Self

from games.message import Fact, Message


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
