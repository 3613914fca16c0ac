"""Reads the shared acts of a game: whose turn it is after them, and where the game stands."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from firmware_host.session.linked.acts import TABLES, Act, record_of, shared_record
from firmware_host.session.session import Session
from games.digest import digest
from games.replay import Catalogue
from hardware.untrusted_text import written

DIGITS: Final = 16

LONGEST_GAME: Final = 20_000
"""More acts than this are no game."""


@dataclass(frozen=True)
class Reading:
    """What the acts of a game mean: which table is the ``writer`` of the next one.

    None means that either table may begin a game. In a game that is over, the writer is the table
    that ended it: it may take that back. ``position`` is a short digest of where the game stands.
    """

    writer: str | None = None
    is_over: bool = False
    position: str = ""


class ActReader:
    """Reads acts with the games of ``catalogue``: one game at a time, on from what it has read."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._acts: tuple[Act, ...] = ()
        self._session: Session | None = None
        self._tables: tuple[str, ...] = ()
        self.read = lru_cache(maxsize=256)(self._read)

    def session(self, acts: tuple[Act, ...]) -> Session:
        """Return the game after ``acts``; it is valid until the next call of any method.

        ValueError if ``acts`` are not those of a game.
        """
        if not acts or len(acts) > LONGEST_GAME:
            raise ValueError(f"expected 1 to {LONGEST_GAME} acts of a game, got {len(acts)}")
        if self._session is None or acts[: len(self._acts)] != self._acts:
            self._begin(acts[0])
        session = self._session
        assert session is not None, "begun above"
        self._session = None  # what cannot be read leaves nothing behind
        for number, act in enumerate(acts[len(self._acts) :], start=len(self._acts) + 1):
            try:
                _carry_out(session, act)
            except (KeyError, TypeError, ValueError) as error:
                raise ValueError(f"act {number}: {error}") from error
        self._session, self._acts = session, acts
        return session

    def _read(self, acts: tuple[Act, ...]) -> Reading:
        if not acts:
            return Reading()
        session = self.session(acts)
        return Reading(self._writer(session, acts), session.is_over, _position(session))

    def _begin(self, act: Act) -> None:
        record = record_of(act)
        self._tables = tuple(str(record.pop(TABLES, "")).split())
        session = Session.begin(record, self._catalogue)
        if len(self._tables) != len(session.game.seats):
            raise ValueError(f"expected a table for each seat, got {written(act)}")
        self._session, self._acts = session, (act,)

    def _writer(self, session: Session, acts: tuple[Act, ...]) -> str:
        if not session.is_over:
            return self._tables[session.seat_to_act.index]
        return self._tables[_last_turn(session)]


def _last_turn(session: Session) -> int:
    turn = session.states[-2].turn if len(session.states) > 1 else session.state.turn
    return 0 if turn is None else turn


def _carry_out(session: Session, act: Act) -> None:
    """Let ``act`` happen, with all its hand steps: on no board."""
    session.apply(shared_record(act))
    if session.hand_steps.remaining:
        session.apply({"act": len(session.hand_steps.steps)})


def _position(session: Session) -> str:
    agreed = "" if session.seats.agreed is None else session.seats.agreed.reason
    return digest(f"{session.state} {agreed}".encode(), DIGITS)
