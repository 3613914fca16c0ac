"""The rules that people may choose: what may be chosen, and what was."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.text import told

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that people may choose: its ``default``, the ``others`` and what it means.

    ``title`` is what a menu calls it, ``meaning`` one sentence of help.
    """

    name: str
    title: str
    default: OptionValue
    others: tuple[OptionValue, ...]
    meaning: str

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """Every value it may take, the default first."""
        return (self.default, *self.others)

    def check(self, value: object) -> OptionValue:
        """Return ``value`` if it is one of :attr:`values`, type included; else ValueError."""
        for allowed in self.values:
            if value == allowed and type(value) is type(allowed):
                return allowed
        choices = ", ".join(repr(each) for each in self.values)
        raise ValueError(f"option {self.name}: expected one of {choices}, not {told(repr(value))}")


def checked(
    known: tuple[Option, ...], given: Mapping[str, object], game: str
) -> dict[str, OptionValue]:
    """The value of every option in ``known``: as ``given``, else its default.

    ValueError when ``game`` has no such option or the option no such value.
    """
    by_name = {option.name: option for option in known}
    for name in given:
        if name not in by_name:
            choices = ", ".join(by_name) or "none"
            raise ValueError(f"{game} has no option '{told(name)}'; its options are: {choices}")
    return {
        name: option.check(given[name]) if name in given else option.default
        for name, option in by_name.items()
    }
