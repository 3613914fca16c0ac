"""What the rules refuse, with a reason that people can read in their own language."""

from __future__ import annotations


class Refusal(ValueError):  # noqa: N818 - it names what was tried, as in the field
    """Something that the rules do not allow, with the reason as one sentence.

    Arguments: ``reason``, a sentence with ``{names}`` to fill in, and the facts that fill them.
    A reader may translate :attr:`reason` and fill in :attr:`facts` again.

    >>> str(Refusal("no {throw} is left to play", throw=4))
    'no 4 is left to play'
    """

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason.format(**facts))
        self.reason = reason
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.reason, self.facts)


class IllegalMove(Refusal):
    """An action that is not legal here."""


class WrongPieces(Refusal):
    """Pieces that cannot stand so in this game, or not now."""


def _again(kind: type[Refusal], reason: str, facts: dict[str, object]) -> Refusal:
    return kind(reason, **facts)
