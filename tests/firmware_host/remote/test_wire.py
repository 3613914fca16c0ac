"""Snapshots and requests survive the wire, and nothing else passes it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware_host.remote.controls import SharedSetting, TableControls
from firmware_host.remote.reports import Report, ReportQuestion
from firmware_host.remote.requests import (
    ChooseMove,
    PressKey,
    SetOpen,
    ShowText,
    request_kinds,
)
from firmware_host.remote.reviewed import SharedReview, SharedSums, SharedTurn
from firmware_host.remote.snapshot import PanelPicture, Snapshot
from firmware_host.remote.wire import (
    LONGEST_REQUEST,
    Asked,
    SnapshotDecoder,
    SnapshotEncoder,
    answer_line,
    read_answer,
    read_request,
    request_line,
)
from games.message import Message

BEGUN = Snapshot(
    1,
    "choice",
    0,
    Message.of("{seat} moves", seat=Message.of("white"), count=3),
    (Message.of("Menu"), Message.of("{label}: {value}", label=Message.of("Sound"), value="on")),
    "board",
    Message.of("Card full"),
    "White\nmoves",
    PanelPicture(10, 2, b"\xff\x80\x00\x40"),
    ({"begin": "squadro", "first": 0, "players": ""}, {"do": "d1-d3"}),
    is_unattended=True,
    is_last=True,
)


def test_a_snapshot_arrives_as_it_was() -> None:
    assert SnapshotDecoder().snapshot(SnapshotEncoder().line(BEGUN)) == BEGUN


CONTROLS = TableControls(
    (
        SharedSetting(
            "sound",
            Message.of("Sound"),
            Message.of("Beeps."),
            "true",
            (("true", Message.of("yes")), ("false", Message.of("no"))),
        ),
    ),
    (("ok", Message.of("OK")),),
    are_saved=False,
    refused="sound=loud",
    without_broker="no broker there: refused",
)


def test_controls_arrive_once_and_stay() -> None:
    encoder, decoder = SnapshotEncoder(), SnapshotDecoder()
    first = replace(BEGUN, controls=CONTROLS)
    assert decoder.snapshot(encoder.line(first)) == first
    line = encoder.line(replace(first, number=2))
    assert b"Beeps" not in line
    assert decoder.snapshot(line).controls == CONTROLS


REVIEW = SharedReview(
    ((500, 500), (0, 1000)),
    (SharedSums(50.0, 0.0, -50.0, 0.0), SharedSums(50.0, 0.0, 50.0, 100.0)),
    (
        SharedTurn(
            *(3, 0, 2, 180, -40, 640),
            Message.of("{throw} was thrown", throw="4"),
            is_turning_point=True,
            better=(("b4", "b6"), ("c1",)),
        ),
    ),
)


def test_a_review_arrives_once_and_stays_until_it_goes() -> None:
    encoder, decoder = SnapshotEncoder(), SnapshotDecoder()
    first = replace(BEGUN, review=REVIEW)
    assert decoder.snapshot(encoder.line(first)) == first
    line = encoder.line(replace(first, number=2))
    assert b"thrown" not in line
    assert decoder.snapshot(line).review == REVIEW
    assert decoder.snapshot(encoder.line(BEGUN)).review is None


def test_a_report_arrives_as_it_was() -> None:
    report = Report("log", 'one\n"two"', "2026-11-22 12:00")
    assert read_answer(answer_line(report)) == report
    assert read_answer(SnapshotEncoder().line(BEGUN)) is None


def test_records_that_the_reader_has_are_not_sent_again() -> None:
    encoder, decoder = SnapshotEncoder(), SnapshotDecoder()
    decoder.snapshot(encoder.line(BEGUN))
    later = replace(BEGUN, number=2, records=(*BEGUN.records, {"act": 1}))
    line = encoder.line(later)
    assert b"d1-d3" not in line
    assert decoder.snapshot(line) == later


@pytest.mark.parametrize("records", [(), ({"begin": "thaayam", "first": 1, "players": ""},)])
def test_another_game_replaces_the_records(records: tuple[dict[str, str | int], ...]) -> None:
    encoder, decoder = SnapshotEncoder(), SnapshotDecoder()
    decoder.snapshot(encoder.line(BEGUN))
    other = replace(BEGUN, records=records)
    assert decoder.snapshot(encoder.line(other)) == other


@pytest.mark.parametrize(
    "request_sent",
    [
        PressKey("ok"),
        ChooseMove(1, "a1-a2", 7),
        SetOpen(is_open=True, opens="10:00"),
        ShowText("Привет"),
        ReportQuestion("log", again=True),
    ],
)
def test_a_request_arrives_as_it_was(request_sent: Asked) -> None:
    assert read_request(request_line(request_sent)) == request_sent


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"nonsense",
        b'{"request":"Nobody"}',
        b'{"request":"ShowText"}',
        b'{"request":"ShowText","text":0}',
        b'{"request":"ChooseMove","seat":true,"move":"","after":0}',
        rb'{"request":"ShowText","text":"\ud800"}',
        b'{"request":"ShowText","text":"","more":1}',
        b'{"request":"ShowText","text":"' + b"x" * LONGEST_REQUEST + b'"}',
        b"[" * 1000,
    ],
)
def test_anything_else_is_refused_in_one_line(line: bytes) -> None:
    with pytest.raises(ValueError, match="expected") as refused:
        read_request(line)
    assert "\n" not in str(refused.value)


@given(st.binary(max_size=200))
def test_no_bytes_lead_to_another_error(line: bytes) -> None:
    try:
        found = read_request(line)
    except ValueError:
        return
    assert isinstance(found, request_kinds())
