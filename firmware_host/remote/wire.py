"""Snapshots and requests as lines of JSON, for the socket between a table and its web server.

Both ends are of one installation, so lines have no version. The server may have been attacked, so
the table checks every request: a line that makes no sense is a ValueError that says what was
expected.

>>> from firmware_host.remote.requests import ChooseMove
>>> request_line(ChooseMove(1, "c3-c5", after=12))
b'{"request":"ChooseMove","seat":1,"move":"c3-c5","after":12,"ticket":0}\\n'
>>> read_request(request_line(ChooseMove(1, "c3-c5", after=12)))
ChooseMove(seat=1, move='c3-c5', after=12)
"""

import base64
import json
from functools import cache
from typing import Any, Final, Union

from msgspec import to_builtins
from msgspec.structs import astuple

from firmware_host.base.facts import KnownFacts
from firmware_host.base.values import converted, from_json, to_json
from firmware_host.remote.controls import NO_CONTROLS, SharedSetting, TableControls
from firmware_host.remote.history import HistoryAnswer
from firmware_host.remote.reports import Report, ReportQuestion
from firmware_host.remote.requests import (
    HistoryQuestion,
    OutcomeQuestion,
    RemoteRequest,
    RequestAnswer,
    request_kinds,
)
from firmware_host.remote.reviewed import SharedReview, SharedSums, SharedTurn
from firmware_host.remote.snapshot import SHARED_FACTS, PanelPicture, Snapshot
from firmware_host.storage.records import JournalRecord
from games.message import Message

LONGEST_REQUEST: Final = 64 * 1024
"""The most bytes of a request as a line."""

BUSY: Final = b'{"busy":true}\n'
"""What a second web server reads; then its connection is closed."""

LONGEST_LINE: Final = 4 * 1024 * 1024
"""The most bytes of a line from the table: fifty times as many as the longest games have needed."""

Question = HistoryQuestion | ReportQuestion
Asked = RemoteRequest | Question | OutcomeQuestion
AnyAnswer = HistoryAnswer | Report | RequestAnswer

ANSWER_START: Final = b'{"line":'
"""How the lines of answers begin, and no other line."""

PLAIN: Final = (
    "number",
    "words",
    "awaited",
    "actor",
    "problem",
    "is_public",
    "is_unattended",
    "is_last",
)
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
                "shared": _packed_facts(snapshot.shared),
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
            shared=_facts(found["shared"]),
            controls=self._controls,
            review=self._review,
            records=self._records,
        )


def answer_line(answer: AnyAnswer) -> bytes:
    """Return ``answer`` as a line."""
    return to_json(answer) + b"\n"


def read_answer(line: bytes) -> AnyAnswer | None:
    """Return the answer that :func:`answer_line` wrote; None if ``line`` is something else."""
    if not line.startswith(ANSWER_START):
        return None
    any_answer: Any = AnyAnswer
    answer: AnyAnswer = from_json(line, any_answer, LONGEST_LINE)
    return answer


def request_line(request: Asked) -> bytes:
    """Return ``request`` as a line."""
    return to_json(request) + b"\n"


def read_request(line: bytes) -> Asked:
    """Return the request of ``line``; ValueError says what is wrong with it."""
    found: Asked = from_json(line, _any_request(), LONGEST_REQUEST)
    return found


@cache
def _any_request() -> Any:
    """Return the type of all that may be asked."""
    return Union[(*request_kinds(), HistoryQuestion, ReportQuestion, OutcomeQuestion)]


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


def _packed_facts(facts: KnownFacts) -> object:
    return {kind.__name__: to_builtins(fact) for kind, fact in facts.known.items()}


def _facts(packed: Any) -> KnownFacts:
    kinds = {kind.__name__: kind for kind in SHARED_FACTS}
    return KnownFacts({kinds[name]: converted(raw, kinds[name]) for name, raw in packed.items()})
