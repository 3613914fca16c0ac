"""The rules of a game that people may choose."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.text import quoted

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that people may choose: its ``default`` value and the ``others``.

    ``title`` is its name in a menu, ``meaning`` is the help: what each value means. ``labels`` are
    what people read for the values, in the order of :attr:`values`; records and the command line
    have the values themselves. Without labels, True and False are yes and no, and numbers stand for
    themselves. ``only_with`` is the name and the value of another option without which this one
    means nothing. ``seat`` is the colour of the one seat that it is about, as a handicap is.
    """

    name: str
    title: str
    default: OptionValue
    others: tuple[OptionValue, ...]
    meaning: str
    labels: tuple[str, ...] = ()
    only_with: tuple[str, OptionValue] | None = None
    seat: str = ""

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """Every value that it may have, the default first."""
        return (self.default, *self.others)

    def label(self, value: OptionValue) -> str | None:
        """Return what people read for ``value``; None if the game does not name its values.

        >>> Option("speed", "Speed", "v1", ("v2",), "How fast.", ("slow", "fast")).label("v2")
        'fast'
        """
        return self.labels[self.values.index(value)] if self.labels else None

    def matters(self, options: Mapping[str, OptionValue]) -> bool:
        """Return whether the option means something in a game with these ``options``.

        >>> option = Option("end", "End", "one", ("two",), "When.", only_with=("mode", "teams"))
        >>> option.matters({"mode": "free"})
        False
        """
        if self.only_with is None:
            return True
        name, value = self.only_with
        return options[name] == value

    def check(self, value: object) -> OptionValue:
        """Return ``value`` if it is one of :attr:`values`, also by type; else raise ValueError."""
        for allowed in self.values:
            if value == allowed and type(value) is type(allowed):
                return allowed
        choices = ", ".join(repr(each) for each in self.values)
        raise ValueError(
            f"option {self.name}: expected one of {choices}, not {quoted(repr(value))}"
        )


def checked(
    known: tuple[Option, ...], given: Mapping[str, object], game: str
) -> dict[str, OptionValue]:
    """Return the value of every option in ``known``: the one ``given``, else its default.

    ValueError if ``game`` has no such option, or the option no such value.
    """
    by_name = {option.name: option for option in known}
    for name in given:
        if name not in by_name:
            choices = ", ".join(by_name) or "none"
            raise ValueError(f"{game} has no option '{quoted(name)}'; its options are: {choices}")
    return {
        name: option.check(given[name]) if name in given else option.default
        for name, option in by_name.items()
    }
