"""What is published and asked survives the wire, and nothing else passes it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware_host.base.registry import Fact
from firmware_host.remote.requests import (
    ChooseMove,
    PressKey,
    Report,
    ReportQuestion,
    RequestAnswer,
    SetOpen,
    ShowText,
    request_kinds,
)
from firmware_host.remote.wire import (
    LONGEST_REQUEST,
    Asked,
    PanelPicture,
    Published,
    PublishedDecoder,
    PublishedEncoder,
    PublishedLine,
    SharedSetting,
    TableControls,
    answer_line,
    named,
    read_line,
    read_request,
    request_line,
)
from games.message import Message

BEGUN = Published(
    number=1,
    awaited="choice",
    actor=0,
    prompt=Message.of("{seat} moves", seat=Message.of("white"), count=3),
    marked=(
        Message.of("Menu"),
        Message.of("{label}: {value}", label=Message.of("Sound"), value="on"),
    ),
    problem="board",
    notice=Message.of("Card full"),
    words="White\nmoves",
    panel=PanelPicture(10, 2, b"\xff\x80\x00\x40"),
    records=({"begin": "squadro", "first": 0, "players": ""}, {"do": "d1-d3"}),
    is_unattended=True,
    is_last=True,
)


class Way:
    """What is published on its way from a table to somebody who reads it."""

    def __init__(self) -> None:
        self.line = b""
        self._encoder, self._decoder = PublishedEncoder(), PublishedDecoder()

    def send(self, shown: Published) -> Published:
        self.line = self._encoder.line(shown)
        found = read_line(self.line)
        assert isinstance(found, PublishedLine)
        return self._decoder.shown(found)


@pytest.fixture
def way() -> Way:
    return Way()


def test_what_is_published_arrives_as_it_was(way: Way) -> None:
    assert way.send(BEGUN) == BEGUN


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
    out_of_reach=(Message.of("no broker there: {why}", why="refused"),),
)


@pytest.mark.parametrize(("fact", "word"), [(CONTROLS, b"Beeps")])
def test_a_fact_arrives_once_and_stays_until_it_changes(way: Way, fact: Fact, word: bytes) -> None:
    first = replace(BEGUN, facts=named(fact))
    assert way.send(first) == first
    assert word in way.line
    second = replace(first, number=2)
    assert way.send(second) == second
    assert word not in way.line
    assert way.send(BEGUN).fact(type(fact)) == type(fact)()


def test_a_fact_that_the_reader_does_not_know_is_left_out(way: Way) -> None:
    class NewFact(Fact, frozen=True):
        """A fact of a feature that the reader does not have."""

        is_so: bool = False

    assert way.send(replace(BEGUN, facts=named(NewFact(is_so=True)))) == BEGUN


def test_an_answer_arrives_as_it_was() -> None:
    report = Report("log", 'one\n"two"', "2026-11-22 12:00")
    refused = RequestAnswer(3, "refused", Message.of("{seat} moves", seat=Message.of("white")))
    for answer in (report, refused):
        assert read_line(answer_line(answer)) == answer


def test_records_that_the_reader_has_are_not_sent_again(way: Way) -> None:
    way.send(BEGUN)
    later = replace(BEGUN, number=2, records=(*BEGUN.records, {"act": 1}))
    assert way.send(later) == later
    assert b"d1-d3" not in way.line


@pytest.mark.parametrize("records", [(), ({"begin": "thaayam", "first": 1, "players": ""},)])
def test_another_game_replaces_the_records(
    way: Way, records: tuple[dict[str, str | int], ...]
) -> None:
    way.send(BEGUN)
    other = replace(BEGUN, records=records)
    assert way.send(other) == other


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
