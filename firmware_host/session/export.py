"""Turn saved games into records that other programs can read."""

import logging
from collections.abc import Iterator
from pathlib import Path

from firmware_host.base.errors import HostError
from firmware_host.session.hand_steps import Correction
from firmware_host.session.session import Session
from firmware_host.storage.history import SavedGame, saved_games
from firmware_host.storage.journal import Journal
from games.record import Record
from games.replay import Catalogue, record_of

log = logging.getLogger(__name__)


class ExportError(HostError):
    """Games that cannot be exported: why, and what to do."""


def record(game: SavedGame, catalogue: Catalogue) -> Record:
    """Return the record of a saved ``game``; raise ValueError if it cannot have been played."""
    return record_of_session(Session.resume(game.records, catalogue), game.date)


def record_of_session(session: Session, date: str = "") -> Record:
    """Return the record of the game in ``session``, which was played on that ``date``."""
    colours = [seat.colour for seat in session.game.seats]
    return record_of(
        session.states,
        [None if isinstance(action, Correction) else action for action in session.actions],
        date=date,
        players=dict(zip(colours, session.seats.players, strict=True)),
        outcome=session.seats.agreed,
    )


def records(folder: Path, catalogue: Catalogue) -> tuple[Record, ...]:
    """Return the records of all games saved in ``folder``, the oldest first; change nothing there.

    Log what cannot be read. Raise ExportError if there is no game, or none that can be read.
    """
    journal = Journal(folder)
    games = saved_games(journal.sessions())
    for notice in journal.notices:
        log.warning(notice)
    found = tuple(_readable(games[::-1], catalogue))
    if not found:
        raise ExportError(
            f"expected saved games in {folder}, found none: choose another folder with --state-dir"
        )
    return found


def _readable(games: tuple[SavedGame, ...], catalogue: Catalogue) -> Iterator[Record]:
    for game in games:
        try:
            yield record(game, catalogue)
        except ValueError:
            continue
