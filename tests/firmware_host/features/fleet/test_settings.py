"""The settings of a fleet: every mistake is one line."""

from pathlib import Path

import pytest

from firmware_host.base.errors import UsageError
from firmware_host.features.fleet.settings import Broker, read_settings
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL, make_keys

FULL = """
broker = "mqtts://broker.example:8884"
table = "hall-2"
title = "Squadro in hall 2"
user = "hall-2"
password = "secret"
metrics = "tableside.prom"
discovery = ""
[orders]
key = "orders.pem"
allow = ["message", "hours"]
buttons = ["restart"]
"""


def written(folder: Path, text: str, mode: int = 0o600) -> Path:
    path = folder / "fleet.toml"
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


@NEEDS_OPENSSL
def test_every_setting_is_read(tmp_path: Path) -> None:
    _, public = make_keys(tmp_path)
    found = read_settings(written(tmp_path, FULL), None, "pi")
    assert found.broker == Broker("broker.example", 8884, is_encrypted=True)
    assert (found.table, found.title, found.discovery) == ("hall-2", "Squadro in hall 2", "")
    assert (found.credentials.user, found.credentials.password) == ("hall-2", "secret")
    assert {*found.allowed} == {"message", "hours"}
    assert {*found.buttons} == {"restart"}
    assert (found.order_key, found.metrics) == (public, tmp_path / "tableside.prom")
    assert "secret" not in repr(found)


def test_an_address_is_enough() -> None:
    found = read_settings(None, "mqtt://[::1]", "Hall_2.museum.example")
    assert (found.broker.url, found.table, found.title) == ("mqtt://[::1]:1883", "hall-2", "hall-2")
    assert not found.allowed
    assert not found.buttons


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "expected mqtts://HOST"),
        ('broker = "http://x"', "expected mqtts://HOST"),
        ('broker = "mqtt://x:0"', "expected mqtts://HOST"),
        ('broker = "mqtt://x"\ntable = "Hall 2"', "small letters"),
        ('broker = "mqtt://x"\ntable = "all"', "small letters"),
        ('broker = "mqtt://x"\nports = 1', "ports: there is no such setting"),
        ('broker = "mqtt://x"\nuser = 1', "user: expected a name, got 1"),
        ('broker = "mqtt://x"\n[orders]\nallow = ["dance"]', "expected some of message, language"),
        ('broker = "mqtt://x"\n[orders]\nallow = ["hours"]', "expected orders.key too"),
        ('broker = "mqtt://x"\n[orders]\nkey = "none.pem"', "key: expected a file with PEM at"),
        ('broker = "mqtt://x"\n"\\u001b[31m" = 1', r"\\x1b\[31m: there is no such setting"),
        ("broker", "is no TOML file"),
        ("broker = " + "[" * 5000, "is no TOML file: it is nested too deep"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, text: str, line: str) -> None:
    with pytest.raises(UsageError, match=line) as error:
        read_settings(written(tmp_path, text), None, "pi")
    assert "\n" not in str(error.value)
    assert "fleet.toml" in str(error.value)


def test_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^\S+ can be read by others: chmod 600"):
        read_settings(written(tmp_path, FULL, 0o644), None, "pi")


def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        read_settings(tmp_path / "none.toml", None, "pi")
