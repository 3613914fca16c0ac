"""What is to be said to people, before it is in their language."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Label:
    """A text in need of translation, with the facts that fill its ``{names}``.

    Facts that are labels themselves are translated first.
    """

    text: str
    facts: tuple[tuple[str, "str | int | Label"], ...] = ()

    @classmethod
    def of(cls, text: str, **facts: "str | int | Label") -> "Label":
        """Make the label of ``text`` with ``facts`` as keywords."""
        return cls(text, tuple(facts.items()))
