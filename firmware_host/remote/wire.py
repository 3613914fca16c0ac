"""Snapshots and requests as lines of JSON, for the socket between a table and its web server.

Both ends are of one installation, so lines have no version. The server may have been attacked, so
the table checks every request: a line that makes no sense is a ValueError that says what was
expected.

>>> from firmware_host.remote.requests import ChooseMove
>>> request_line(ChooseMove(1, "c3-c5", after=12))
b'{"request":"ChooseMove","seat":1,"move":"c3-c5","after":12}\\n'
>>> read_request(request_line(ChooseMove(1, "c3-c5", after=12)))
ChooseMove(seat=1, move='c3-c5', after=12)
"""

import base64
import json
from collections.abc import Mapping
from functools import cache
from inspect import get_annotations
from typing import Any, Final

from msgspec.structs import asdict, astuple

from firmware_host.remote.access import AccessWish, PairingWish
from firmware_host.remote.controls import NO_CONTROLS, SharedSetting, TableControls
from firmware_host.remote.history import HistoryAnswer, KeptGame
from firmware_host.remote.reports import Report, ReportQuestion
from firmware_host.remote.requests import HistoryQuestion, RemoteRequest, request_kinds
from firmware_host.remote.reviewed import SharedReview, SharedSums, SharedTurn
from firmware_host.remote.snapshot import PanelPicture, Snapshot
from firmware_host.remote.untrusted_json import read_json
from firmware_host.storage.records import JournalRecord
from games.message import Message
from hardware.untrusted_text import written

LONGEST_REQUEST: Final = 64 * 1024
"""The most bytes of a request as a line."""

BUSY: Final = b'{"busy":true}\n'
"""What a second web server reads; then its connection is closed."""

Question = HistoryQuestion | ReportQuestion
Asked = RemoteRequest | Question

HISTORY: Final = "history"
HISTORY_START: Final = b'{"history":'
REPORT: Final = "report"
REPORT_START: Final = b'{"report":'
"""How the lines of answers begin, and no other line."""

PLAIN: Final = ("number", "words", "awaited", "actor", "problem", "is_unattended", "is_last")
"""The fields of a snapshot that are JSON as they are."""


class SnapshotEncoder:
    """Encodes the snapshots for one reader; what it has of a game is not repeated."""

    def __init__(self) -> None:
        self._sent: tuple[JournalRecord, ...] = ()
        self._controls = NO_CONTROLS
        self._review: SharedReview | None = None

    def line(self, snapshot: Snapshot) -> bytes:
        """Return ``snapshot`` as a line."""
        known = len(self._sent) if snapshot.records[: len(self._sent)] == self._sent else 0
        self._sent = snapshot.records
        is_new = snapshot.controls != self._controls
        self._controls = snapshot.controls
        is_reviewed = snapshot.review != self._review
        self._review = snapshot.review
        return _line(
            {
                **{name: getattr(snapshot, name) for name in PLAIN},
                "prompt": _packed(snapshot.prompt),
                "marked": [_packed(each) for each in snapshot.marked],
                "notice": _packed(snapshot.notice),
                "panel": _packed_panel(snapshot.panel),
                "access": _packed_access(snapshot.access),
                "controls": _packed_controls(snapshot.controls) if is_new else None,
                **({"review": _packed_review(snapshot.review)} if is_reviewed else {}),
                "known": known,
                "records": [dict(record) for record in snapshot.records[known:]],
            }
        )


class SnapshotDecoder:
    """Decodes what a :class:`SnapshotEncoder` wrote, line after line."""

    def __init__(self) -> None:
        self._records: tuple[JournalRecord, ...] = ()
        self._controls = NO_CONTROLS
        self._review: SharedReview | None = None

    def snapshot(self, line: bytes) -> Snapshot:
        """Return the snapshot of the next ``line``; ValueError if it is none."""
        found = json.loads(line)
        self._records = (*self._records[: found["known"]], *found["records"])
        if found["controls"] is not None:
            self._controls = _controls(found["controls"])
        if "review" in found:
            self._review = _review(found["review"])
        return Snapshot(
            **{name: found[name] for name in PLAIN},
            prompt=_message(found["prompt"]),
            marked=tuple(map(_unpacked, found["marked"])),
            notice=_message(found["notice"]),
            panel=_panel(found["panel"]),
            access=_access(found["access"]),
            controls=self._controls,
            review=self._review,
            records=self._records,
        )


def history_line(answer: HistoryAnswer) -> bytes:
    """Return ``answer`` as a line."""
    games = [[game.key, game.date, [dict(each) for each in game.records]] for game in answer.games]
    return _line({HISTORY: answer.key, "games": games})


def read_history(line: bytes) -> HistoryAnswer | None:
    """Return the answer that :func:`history_line` wrote; None if ``line`` is something else."""
    if not line.startswith(HISTORY_START):
        return None
    found = json.loads(line)
    games = (KeptGame(key, date, tuple(records)) for key, date, records in found["games"])
    return HistoryAnswer(found[HISTORY], tuple(games))


def report_line(report: Report) -> bytes:
    """Return ``report`` as a line."""
    return _line(asdict(report))


def read_report(line: bytes) -> Report | None:
    """Return the report that :func:`report_line` wrote; None if ``line`` is something else."""
    return Report(**json.loads(line)) if line.startswith(REPORT_START) else None


def request_line(request: Asked) -> bytes:
    """Return ``request`` as a line."""
    return _line({"request": type(request).__name__, **asdict(request)})


def read_request(line: bytes) -> Asked:
    """Return the request of ``line``; ValueError says what is wrong with it."""
    try:
        found = read_json(line) if len(line) <= LONGEST_REQUEST else None
    except ValueError:
        found = None
    match found:
        case {"request": str(name), **values} if name in _by_name():
            return _checked(_by_name()[name], {str(key): value for key, value in values.items()})
    raise ValueError(f"expected a request of {LONGEST_REQUEST} bytes at most, got {written(line)}")


@cache
def _by_name() -> Mapping[str, type[Asked]]:
    kinds: tuple[type[Asked], ...] = (*request_kinds(), HistoryQuestion, ReportQuestion)
    return {kind.__name__: kind for kind in kinds}


def _checked(kind: type[Asked], values: Mapping[str, Any]) -> Asked:
    expected = get_annotations(kind)
    if values.keys() != expected.keys():
        raise ValueError(
            f"expected {', '.join(expected)} for {kind.__name__}, got {written(values)}"
        )
    for name, value in values.items():
        if type(value) is not expected[name]:
            raise ValueError(f"{name}: expected {expected[name]}, got {written(value)}")
    return kind(**values)


def _line(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _packed(message: Message | None) -> object:
    if message is None:
        return None
    facts = {
        name: _packed(fact) if isinstance(fact, Message) else fact for name, fact in message.facts
    }
    return [message.text, facts]


def _message(packed: Any) -> Message | None:
    return None if packed is None else _unpacked(packed)


def _unpacked(packed: Any) -> Message:
    text, facts = packed
    filled = {
        name: _unpacked(fact) if isinstance(fact, list) else fact for name, fact in facts.items()
    }
    return Message.of(text, **filled)


def _packed_panel(panel: PanelPicture | None) -> object:
    if panel is None:
        return None
    return [panel.width, panel.height, base64.b64encode(panel.rows).decode()]


def _panel(packed: Any) -> PanelPicture | None:
    if packed is None:
        return None
    width, height, rows = packed
    return PanelPicture(width, height, base64.b64decode(rows))


def _packed_controls(controls: TableControls) -> object:
    settings = [
        [
            each.field,
            _packed(each.label),
            _packed(each.help),
            each.value,
            [[value, _packed(name)] for value, name in each.choices],
        ]
        for each in controls.settings
    ]
    keys = [[name, _packed(title)] for name, title in controls.keys]
    return [settings, keys, controls.are_saved, controls.refused, controls.without_broker]


def _controls(packed: Any) -> TableControls:
    settings, keys, are_saved, refused, without_broker = packed
    return TableControls(
        tuple(
            SharedSetting(
                field,
                _unpacked(label),
                _unpacked(text),
                value,
                tuple((each, _unpacked(name)) for each, name in choices),
            )
            for field, label, text, value, choices in settings
        ),
        tuple((name, _unpacked(title)) for name, title in keys),
        are_saved,
        refused,
        without_broker,
    )


def _packed_review(review: SharedReview | None) -> object:
    if review is None:
        return None
    sums = [astuple(each) for each in review.sums]
    return [review.scores, sums, [_packed_turn(each) for each in review.turns]]


def _packed_turn(turn: SharedTurn) -> object:
    numbers = turn.turn, turn.seat, turn.after, turn.luck, turn.error, turn.score
    return [numbers, _packed(turn.what), turn.is_turning_point, turn.better]


def _review(packed: Any) -> SharedReview | None:
    if packed is None:
        return None
    scores, sums, turns = packed
    return SharedReview(
        tuple(map(tuple, scores)),
        tuple(SharedSums(*each) for each in sums),
        tuple(map(_turn, turns)),
    )


def _turn(packed: Any) -> SharedTurn:
    (turn, seat, after, luck, error, score), what, is_turning_point, better = packed
    told = _unpacked(what)
    ways = tuple(map(tuple, better))
    return SharedTurn(turn, seat, after, luck, error, score, told, is_turning_point, ways)


def _packed_access(access: AccessWish) -> object:
    pairing = None if access.pairing is None else astuple(access.pairing)
    return [access.is_public, pairing, access.revoked]


def _access(packed: Any) -> AccessWish:
    is_public, pairing, revoked = packed
    wish = None if pairing is None else PairingWish(*pairing)
    return AccessWish(is_public, wish, tuple(revoked))
