"""The position that people make: what a table publishes and keeps of it, and what is asked.

Kept positions are files ``position-NAME.txt`` in the state folder. Each is the record of a game in
which nothing has been played yet, so whatever reads a record reads it: ``tableside replay`` too. A
record of a whole game that is put there is read as its end.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, NamedTuple, Self

from msgspec import Meta, Struct

from firmware_host.base.registry import Fact
from firmware_host.remote.requests import REQUEST_KINDS, RemoteRequest
from firmware_host.remote.wire import PUBLISHED
from firmware_host.storage.filesystem import OS_STORAGE, Storage, replace_file
from games.message import Message
from games.options import OptionValue

if TYPE_CHECKING:
    from firmware_host.session.board_check import MadePosition
    from games.core import Catalogue, Game, State

LONGEST_TEXT: Final = 1000
"""The most characters of a position text."""

log = logging.getLogger(__name__)

Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]


class PositionHere(Fact, frozen=True):
    """The position that people make: of which ``game``, under which ``options``; empty: none.

    It is ``pieces`` in the place of those of ``base``, with ``seat`` to act, then ``throws``. Its
    ``text`` is empty as long as the game does not allow it: ``problem`` says why. ``kept`` is the
    name of the file that has it.
    """

    game: str = ""
    options: Mapping[str, OptionValue] = {}
    base: str = ""
    pieces: str = ""
    throws: tuple[str, ...] = ()
    seat: int = 0
    text: str = ""
    problem: Message | None = None
    kept: str = ""

    @classmethod
    def of(cls, made: "MadePosition", kept: str = "") -> Self:
        """Describe the position that people have ``made``."""
        from firmware_host.session import names
        from firmware_host.session.hand_steps import pieces_text

        refused, game = made.refusal(), made.base.game
        return cls(
            game.name,
            chosen_options(game),
            str(made.base),
            pieces_text(made.pieces),
            made.throws,
            made.base.turn or 0,
            "" if refused else str(made.reached()),
            None if refused is None else names.refusal(refused),
            kept,
        )

    def arrangement(self, catalogue: "Catalogue") -> "MadePosition":
        """Return what people have made; asked only while there is something."""
        from firmware_host.session.board_check import MadePosition
        from firmware_host.session.hand_steps import parse_pieces

        base = catalogue.load(self.game, **self.options).state(self.base)
        return MadePosition(base, parse_pieces(self.pieces), self.throws)


def chosen_options(game: "Game") -> Mapping[str, OptionValue]:
    """Return the options of ``game`` that are not as usual."""
    usual = {option.name: option.default for option in game.OPTIONS}
    return {name: value for name, value in game.options.items() if value != usual[name]}


BEFORE, AFTER = "position-", ".txt"
MOST_KEPT: Final = 100
"""So many are read and kept: more than people find in a list."""


class KeptPosition(NamedTuple):
    """A position by the ``name`` of its file."""

    name: str
    state: "State"


class KeptPositions(Struct, frozen=True):
    """The positions of games of ``catalogue`` that are kept in ``folder``."""

    catalogue: "Catalogue"
    folder: Path
    storage: Storage = OS_STORAGE

    def all(self) -> tuple[KeptPosition, ...]:
        """Return all that can be read, by name; log what cannot."""
        return tuple(self._read())

    def keep(self, state: "State") -> str:
        """Keep the position of ``state`` and return its name; OSError if it cannot be written.

        One that is kept already stays as it is. ValueError if too many are kept.
        """
        kept = self.all()
        known = next((each.name for each in kept if each.state == state), None)
        if known is not None:
            return known
        names = set(self._names())
        if len(names) >= MOST_KEPT:
            raise ValueError(f"expected at most {MOST_KEPT} positions: delete some")
        name = next(f"{number}" for number in range(1, MOST_KEPT + 1) if f"{number}" not in names)
        from games.record import write
        from games.replay import record_of

        record = write(record_of((state,), ()))
        replace_file(self.storage, self.folder, f"{BEFORE}{name}{AFTER}", record.encode())
        return name

    def delete(self, name: str) -> None:
        """Delete the position called ``name``; OSError if that is not possible."""
        if name in self._names():
            self.storage.remove(self.folder / f"{BEFORE}{name}{AFTER}")

    def _names(self) -> list[str]:
        with suppress(FileNotFoundError):
            files = self.storage.names(self.folder)
            found = (each for each in files if each.startswith(BEFORE) and each.endswith(AFTER))
            names = (each.removeprefix(BEFORE).removesuffix(AFTER) for each in found)
            return sorted(names, key=lambda name: (len(name), name))[:MOST_KEPT]
        return []

    def _read(self) -> Iterator[KeptPosition]:
        from games.record import LONGEST, read
        from games.replay import replay

        for name in self._names():
            file_name = f"{BEFORE}{name}{AFTER}"
            try:
                with self.storage.read(self.folder / file_name) as file:
                    record = read(file.read(LONGEST + 1).decode("utf-8"))
                *_, last = replay(record, self.catalogue)
            except (OSError, ValueError) as error:
                log.warning("%s: %s", file_name, error)
                continue
            if not last.state.is_terminal:
                yield KeptPosition(name, last.state)


class PositionShelf(Fact, frozen=True):
    """The positions that are ``kept``; None where nothing is.

    They are files: only what is done beside the loop reads and writes them.
    """

    kept: KeptPositions | None = None


class OpenPosition(RemoteRequest, frozen=True):
    """Show the position written ``text``, to be changed or played; empty: the start of ``game``.

    A game on the table is left for it only with ``leaves_game``; it can be gone on with.
    """

    game: str
    text: Text = ""
    options: Mapping[str, OptionValue] = {}
    leaves_game: bool = False


class OpenMoment(RemoteRequest, frozen=True):
    """Show the position of the game on the table as it was ``after`` so many actions."""

    after: int
    leaves_game: bool = False


Change = Literal["put", "clear", "start", "seat", "throw", "text", "play", "keep", "leave"]


class ChangePosition(RemoteRequest, frozen=True):
    """Change the position that is shown, or do something with it: ``act`` with ``value``.

    The value of ``put`` is two places, as :meth:`MadePosition.put` has them, with a line between;
    that of ``throw`` all throws, with lines between; that of ``play`` who plays the other seats.
    """

    act: Change
    value: Text = ""


OFFERS: Final = (
    PUBLISHED.offer(PositionHere),
    REQUEST_KINDS.offer(OpenPosition, OpenMoment, ChangePosition),
)
