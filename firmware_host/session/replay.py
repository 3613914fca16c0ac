"""A game once more, moment by moment: one that this table has kept, or the record of any."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Self

from firmware_host.session import names
from firmware_host.session.hand_steps import Correction
from firmware_host.session.session import Session
from firmware_host.storage.record_files import errors_named, load
from games.core import Game, Outcome
from games.message import Message, msg
from games.record import Record
from games.replay import Catalogue, Moment, ended, replay

UNFINISHED = Message.of(msg("not finished"))


def outcome_text(outcome: Outcome | None, game: Game) -> Message:
    """How ``game`` ended, in words."""
    return UNFINISHED if outcome is None else names.result(outcome, game.seats)


@dataclass(frozen=True)
class GameReplay:
    """The ``moments`` of a ``game`` from its beginning on, and its ``result`` in words."""

    game: Game
    moments: tuple[Moment, ...]
    result: Message

    @classmethod
    def of_session(cls, session: Session) -> Self:
        """Show what was played at this table."""
        moments = (Moment(0, None, None, session.states[0]), *_played(session))
        return cls(session.game, moments, outcome_text(session.outcome, session.game))

    @classmethod
    def of_record(cls, record: Record, catalogue: Catalogue) -> Self:
        """Show what ``record`` tells; RecordError if it cannot have been played so."""
        moments = tuple(_with_passed(replay(record, catalogue)))
        game = moments[0].state.game
        return cls(game, moments, outcome_text(ended(record, moments[-1].state), game))


def load_replay(path: Path, catalogue: Catalogue) -> GameReplay:
    """Return the game of the record in the file at ``path``, to be shown.

    Raise errors as :func:`~firmware_host.storage.record_files.load` does; ReplayError also if the
    record cannot have been played.
    """
    record = load(path)
    with errors_named(path):
        return GameReplay.of_record(record, catalogue)


def _played(session: Session) -> Iterator[Moment]:
    sides = [seat.side for seat in session.game.seats]
    for (before, after), action in zip(pairwise(session.states), session.actions, strict=True):
        if isinstance(action, Correction):
            yield Moment(0, None, None, after)
        else:
            yield Moment(0, None if before.turn is None else sides[before.turn], action, after)


def _with_passed(moments: Iterable[Moment]) -> Iterator[Moment]:
    """Yield ``moments``, each with the seats passed over after it: nobody did anything there."""
    waiting: Moment | None = None
    for moment in moments:
        is_passed = moment.side is not None and moment.action is None
        if waiting is not None and is_passed:
            waiting = replace(waiting, state=moment.state)
            continue
        if waiting is not None:
            yield waiting
        waiting = moment
    if waiting is not None:
        yield waiting
