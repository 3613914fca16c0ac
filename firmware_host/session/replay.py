"""Replay a game moment by moment: a game that was saved at this table, or any game record.

Records come from files that people give, one as text or many as lines of JSON. Saved games also
become records that other programs can read.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from sys import intern
from typing import Final, NamedTuple, Self

from msgspec import Struct, structs

from firmware_host.base.errors import HostError, UsageError, reason
from firmware_host.session import names
from firmware_host.session.hand_steps import Correction, pieces_text
from firmware_host.session.seats import FAR, PLAYERS, Player
from firmware_host.session.session import BY_PROGRAM, DICE, Session
from firmware_host.session.shared_record import is_shared, shared_record, with_names
from firmware_host.storage.history import SavedGame, saved_games
from firmware_host.storage.journal import Journal
from firmware_host.storage.records import JournalRecord
from games import record as recording
from games.core import Catalogue, Game, Outcome
from games.message import Message, msg
from games.record import Record, from_json
from games.replay import Moment, ended, record_of, replay
from hardware.untrusted_input import open_untrusted_text

MAX_RECORDS: Final = 100_000
"""Records that are read from one file: more than a table plays in its life."""


NOT_TEXT: Final = "this is not a text file: expected a record of a game"


class ReplayError(HostError, ValueError):
    """A file that is not a record, or a record that cannot have been played: where, and why."""


class LocatedRecord(NamedTuple):
    """A ``record``, and ``where`` it was found: the file and, among many, the line."""

    where: str
    record: Record


def load(path: Path) -> Record:
    """Return the record in the file at ``path``, or in the link or the codes that it is itself.

    Raise ReplayError if it is not a record, UsageError if the file cannot be read.
    """
    if is_shared(f"{path}"):
        with errors_named(Path("this game")):
            return shared_record(f"{path}")
    with _readable(path), open_untrusted_text(path, "utf-8-sig") as file:
        text = _checked(file.read(recording.LONGEST + 1))
        return shared_record(text) if is_shared(text) else recording.read(text)


def load_all(path: Path) -> Iterator[LocatedRecord]:
    """Yield the records in the file at ``path``: one as text, or one for each line of JSON.

    Raise errors as :func:`load` does; that of a line has its number.
    """
    with _readable(path), open_untrusted_text(path, "utf-8-sig") as file:
        if file.read(1) != "{":
            yield LocatedRecord(f"{path}", load(path))
            return
        file.seek(0)
        for number in range(1, MAX_RECORDS + 1):
            line = _checked(file.readline(recording.LONGEST + 1))
            if not line:
                return
            yield LocatedRecord(f"{path}: line {number}", _read_line(number, line))
        if file.read(1):
            raise ValueError(f"expected at most {MAX_RECORDS} records in a file: split it")


def _checked(text: str) -> str:
    """Return ``text``; raise ValueError if it holds what only binary files do."""
    if "\0" in text:
        raise ValueError(NOT_TEXT)
    return text


def _read_line(number: int, line: str) -> Record:
    try:
        return from_json(line)
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from None


@contextmanager
def errors_named(path: Path) -> Iterator[None]:
    """Turn a ValueError into a ReplayError that begins with the name of the file."""
    try:
        yield
    except ReplayError:
        raise
    except UnicodeDecodeError:
        raise ReplayError(f"{path}: {NOT_TEXT}") from None
    except ValueError as error:
        raise ReplayError(f"{path}: {error}") from None


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        with errors_named(path):
            yield
    except OSError as error:
        raise UsageError(f"{path}: cannot be read as a record: {reason(error)}") from None


log = logging.getLogger(__name__)


class ExportError(HostError):
    """Games that cannot be exported: why, and what to do."""


def record(game: SavedGame, catalogue: Catalogue) -> Record:
    """Return the record of a saved ``game``; raise ValueError if it cannot have been played."""
    return record_of_session(Session.resume(game.records, catalogue), game.date)


def record_of_session(session: Session, date: str = "") -> Record:
    """Return the record of the game in ``session``, which was played on that ``date``."""
    colours = [seat.colour for seat in session.game.seats]
    found = record_of(
        session.states,
        [None if isinstance(action, Correction) else action for action in session.actions],
        date=date,
        players=dict(zip(colours, session.seats.players, strict=True)),
        outcome=session.seats.agreed,
    )
    return with_names(found, dict(zip(colours, session.setup.persons, strict=False)))


class KeptPart(Struct, frozen=True):
    """Records of saved games, the oldest first, and ``notices`` of what cannot be read.

    ``dice`` are all throws that a tray has read in them, as the journal has them: also those that
    were taken back, and those of games that cannot be read to their end.
    """

    records: tuple[Record, ...]
    notices: tuple[str, ...]
    dice: tuple[str, ...]

    @classmethod
    def read(cls, folder: Path, catalogue: Catalogue, names: Sequence[str] | None = None) -> Self:
        """Read the games in the files of ``folder``, or only in ``names``; change nothing there."""
        journal = Journal(folder)
        games = saved_games(journal.sessions(names))
        games = games[::-1]
        dice = (str(each[DICE]) for game in games for each in game.records if DICE in each)
        found = tuple(_sound(games, catalogue))
        # the same few words again and again: kept once, and handed on once
        return cls(found, tuple(journal.notices), tuple(map(intern, dice)))


def checked(parts: Iterable[KeptPart], folder: Path) -> Iterator[Record]:
    """Yield the records of ``parts``, all that is kept in ``folder``; log what cannot be read.

    Raise ExportError if there is no game, or none that can be read.
    """
    is_empty = True
    for part in parts:
        for notice in part.notices:
            log.warning(notice)
        is_empty = is_empty and not part.records
        yield from part.records
    if is_empty:
        raise ExportError(
            f"expected saved games in {folder}, found none: choose another folder with --state-dir"
        )


def records(folder: Path, catalogue: Catalogue) -> tuple[Record, ...]:
    """Return the records of all games saved in ``folder``, the oldest first; change nothing there.

    Log what cannot be read. Raise ExportError if there is no game, or none that can be read.
    """
    return tuple(checked([KeptPart.read(folder, catalogue)], folder))


def _sound(games: tuple[SavedGame, ...], catalogue: Catalogue) -> Iterator[Record]:
    for game in games:
        try:
            yield record(game, catalogue)
        except ValueError:
            continue


def branch(
    records: Sequence[JournalRecord], number: int, catalogue: Catalogue
) -> tuple[tuple[JournalRecord, ...], Session]:
    """Return the records and the session of a new game: the first ``number`` actions of another.

    That one has ``records``. Seats are played as they were then, those of another table by people
    here. Hands have done all steps. Raise ValueError if the records do not fit together.
    """
    old = Session.begin(records[0], catalogue)
    sitting = [old.seats.players]
    """Who played when so many actions had been done."""
    for record in records[1:]:
        old.apply(record)
        del sitting[len(old.actions) :]
        sitting += [old.seats.players] * (len(old.actions) + 1 - len(sitting))
    players = tuple(map(_here, old.setup.players))
    new = Session(old.game, structs.replace(old.setup, players=players, link=""))
    written = [new.setup.record()]
    for count in range(number + 1):
        _note(new, written, _changes(new, sitting[count]))
        if count < number:
            _note(new, written, [_done(old, count)])
            steps = len(new.hand_steps.steps)
            _note(new, written, [{"act": steps}] if new.hand_steps.due else [])
    return tuple(written), new


def _note(session: Session, written: list[JournalRecord], records: Iterable[JournalRecord]) -> None:
    for record in records:
        session.apply(record)
        written.append(record)


def _changes(session: Session, players: Sequence[Player]) -> Iterator[JournalRecord]:
    """Yield what lets ``players`` sit at the seats of ``session``."""
    for seat, player in enumerate(map(_here, players)):
        if session.player(seat) != player:
            yield {"seat": seat, "player": player}


def _done(session: Session, index: int) -> JournalRecord:
    """Return the record of the action ``index`` of ``session``."""
    action = session.actions[index]
    if isinstance(action, Correction):
        return {"set": pieces_text(action.pieces)}
    return {"do": str(action), **(BY_PROGRAM if session.is_by_program(index) else {})}


def _here(player: Player) -> Player:
    return PLAYERS[0] if player == FAR else player


UNFINISHED = Message.of(msg("not finished"))


def outcome_text(outcome: Outcome | None, game: Game) -> Message:
    """Return how ``game`` ended, in words."""
    return UNFINISHED if outcome is None else names.result(outcome, game.seats)


class GameReplay(Struct, frozen=True):
    """The ``moments`` of a ``game`` from its beginning to its end, and its ``result`` in words."""

    game: Game
    moments: tuple[Moment, ...]
    result: Message

    @classmethod
    def of_session(cls, session: Session) -> Self:
        """Replay what was played in ``session``."""
        moments = (Moment(0, None, None, session.states[0]), *_played(session))
        return cls(session.game, moments, outcome_text(session.outcome, session.game))

    @classmethod
    def of_record(cls, record: Record, catalogue: Catalogue) -> Self:
        """Replay ``record``; raise RecordError if it cannot have been played."""
        moments = tuple(_join_skipped(replay(record, catalogue)))
        game = moments[0].state.game
        return cls(game, moments, outcome_text(ended(record, moments[-1].state), game))


def load_replay(path: Path, catalogue: Catalogue) -> GameReplay:
    """Return the replay of the game record in the file at ``path``.

    Raise the errors of :func:`~firmware_host.session.replay.load`, and ReplayError if the
    record cannot have been played.
    """
    record = load(path)
    with errors_named(path):
        return GameReplay.of_record(record, catalogue)


def _played(session: Session) -> Iterator[Moment]:
    seats = session.game.seats
    for (before, after), action in zip(pairwise(session.states), session.actions, strict=True):
        if isinstance(action, Correction):
            yield Moment(0, None, None, after)
        else:
            yield Moment(0, None if before.turn is None else seats[before.turn], action, after)


def _join_skipped(moments: Iterable[Moment]) -> Iterator[Moment]:
    """Yield ``moments``, but join each skipped turn to the moment before it."""
    last: Moment | None = None
    for moment in moments:
        is_skipped = moment.seat is not None and moment.action is None
        if last is not None and is_skipped:
            last = replace(last, state=moment.state)
            continue
        if last is not None:
            yield last
        last = moment
    if last is not None:
        yield last
