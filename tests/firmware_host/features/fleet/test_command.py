"""``tableside fleet`` at a real broker, and what goes wrong with it: one line, and an exit code."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from firmware_host.cli.main import main
from firmware_host.features.fleet import terminal
from firmware_host.features.fleet.connection import connection
from firmware_host.features.fleet.settings import read_settings
from tests.firmware_host.features.fleet.broker import NEEDS_BROKER, Mosquitto, running
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL, make_keys

STATE = {"program": "0.2.0", "connected": True, "unattended": True, "game": None}
DAY = {"day": "2026-11-22", "begun": 3}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["fleet"], "expected --broker URL, or --settings FILE with a broker in it"),
        (["fleet", "--broker", "http://x"], "expected mqtts://HOST[:PORT] or mqtt://HOST[:PORT]"),
        (["fleet", "agent", "--broker", "mqtt://x"], "agent: expected --table SOCKET"),
        (["fleet", "order", "--broker", "mqtt://x"], "order: expected one of these: message:"),
        (["fleet", "order", "dance", "--broker", "mqtt://x"], "got 'dance'"),
        (["fleet", "order", "restart", "--broker", "mqtt://x"], "expected --tables NAME,NAME"),
        (
            ["fleet", "order", "restart", "--broker", "mqtt://x", "--tables", "Hall 2"],
            "no table can be called 'Hall 2'",
        ),
        (
            ["fleet", "order", "restart", "--broker", "mqtt://x", "--tables", "all"],
            "expected --key FILE",
        ),
        (["play", "--fleet", "here"], "expected mqtts://HOST"),
        (["play", "--fleet-settings", "none.toml"], "none.toml cannot be read"),
    ],
)
def test_wrong_words_are_one_line_and_exit_code_2(
    words: Sequence[str],
    expected: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("firmware_host.app.splash.show_splash", lambda *words: None)
    code = main(words)
    (line,) = capsys.readouterr().err.splitlines()
    assert (code, expected in line) == (2, True), line


@pytest.mark.parametrize("place", ["mqtt://127.0.0.1:9", "mqtt://no..name:1883"])
def test_a_broker_that_is_not_there_is_one_line_and_exit_code_1(
    place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fleet", "--broker", place]) == 1
    assert f"no broker at {place}: " in capsys.readouterr().err


def tell(broker: Mosquitto, **payloads: Any) -> None:
    """Let a table called hall-2 say ``payloads``, by topic."""

    async def say() -> None:
        async with connection(read_settings(None, broker.url, "pi"), is_desk=True) as client:
            for what, payload in payloads.items():
                topic = f"tableside/1/hall-2/{what}"
                await client.publish(topic, json.dumps(payload), qos=1, retain=True)

    asyncio.run(say())


@NEEDS_BROKER
def test_tables_are_listed_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(tmp_path) as broker:
        at = ["--broker", broker.url]
        assert main(["fleet", *at]) == 0
        assert capsys.readouterr().out == f"{terminal.NOBODY}\n"
        tell(broker, online={"online": True}, state=STATE, counters={"days": [DAY]})
        assert main(["fleet", "list", *at]) == 0
        assert capsys.readouterr().out.splitlines()[1].split() == [
            "hall-2",
            "free",
            "-",
            "-",
            "0.2.0",
        ]
        assert main(["fleet", "counters", *at]) == 0
        assert capsys.readouterr().out == "table,day,begun\nhall-2,2026-11-22,3\n"
        tell(broker, online={"online": False})
        assert main(["fleet", *at]) == 1
        assert "cannot be reached" in capsys.readouterr().out


@NEEDS_BROKER
@NEEDS_OPENSSL
def test_an_order_without_an_answer_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "patience", lambda what: 0.2)
    private, _ = make_keys(tmp_path)
    with running(tmp_path) as broker:
        words = ["--tables", "hall-2", "--key", str(private), "--broker", broker.url]
        assert main(["fleet", "order", "restart", *words]) == 1
    assert capsys.readouterr().out == "no answer from hall-2\n"


@pytest.mark.parametrize("minutes", ["0", "1441"])
def test_an_order_counts_for_a_day_at_most(
    minutes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    private, _ = make_keys(tmp_path)
    words = ["--tables", "hall-2", "--key", str(private), "--broker", "mqtt://127.0.0.1:9"]
    assert main(["fleet", "order", "restart", *words, "--minutes", minutes]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"--minutes: expected 1 to 1440, got {minutes}" in line
