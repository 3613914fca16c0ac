"""The page about many tables: its access list holds at a real broker, its orders exist."""

import asyncio
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import aiomqtt
import pytest
from msgspec.structs import replace
from paho.mqtt.reasoncodes import ReasonCode

from docs.writer.manual import FOLDER
from firmware_host.features.fleet.connection import connection
from firmware_host.features.fleet.settings import Credentials, FleetSettings, read_settings
from firmware_host.web.orders import known_orders
from tests.firmware_host.features.fleet.broker import NEEDS_BROKER, Mosquitto, running

PAGE = (FOLDER / "museums" / "fleet.md").read_text(encoding="utf-8")
(ACCESS,) = re.findall(r"# acl\n(.*?)```", PAGE, re.DOTALL)
(SETTINGS,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
USERS = ("hall-2", "hall-3", "desk", "homeassistant")
OWN = ("state", "answer", "link")
ALLOWED = {
    "hall-2": {
        "tableside/1/hall-2/state",
        "tableside/1/hall-2/answer",
        "tableside/1/hall-2/link",
        "homeassistant/device/tableside-hall-2/config",
    },
    "desk": {
        "tableside/1/hall-2/order",
        "tableside/1/all/order",
        *(f"tableside/1/{table}/{what}" for table in ("hall-2", "hall-3") for what in OWN),
        *(f"homeassistant/device/tableside-{table}/config" for table in ("hall-2", "hall-3")),
    },
    "homeassistant": {"tableside/1/hall-2/order", "homeassistant/status"},
}
TOPICS = set[str]().union(*ALLOWED.values())


def guarded(folder: Path) -> str:
    """Return the settings of a broker with the users and the access list of the page."""
    for number, user in enumerate(USERS):
        words = ["-b", *(["-c"] if number == 0 else []), folder / "passwords", user, "secret"]
        subprocess.run(["mosquitto_passwd", *map(str, words)], check=True, capture_output=True)
    access = folder / "access"
    access.write_text(ACCESS, encoding="utf-8")
    access.chmod(0o600)
    return f"allow_anonymous false\npassword_file {folder}/passwords\nacl_file {access}\n"


def as_user(broker: Mosquitto, user: str) -> FleetSettings:
    settings = read_settings(None, broker.url, "hall-2")
    return replace(settings, credentials=Credentials(user, "secret"))


async def may_write(settings: FleetSettings, topic: str) -> bool:
    async with connection(settings, is_desk=True) as client:
        refused: list[ReasonCode] = []
        inner: Any = client._client
        before = inner.on_publish

        def published(*words: Any) -> None:
            refused.append(words[3])
            before(*words)

        inner.on_publish = published
        await client.publish(topic, b"{}", qos=1)
        return not any(code.is_failure for code in refused)


@NEEDS_BROKER
@pytest.mark.skipif(shutil.which("mosquitto_passwd") is None, reason="needs mosquitto_passwd")
def test_the_access_list_lets_everybody_do_their_own_and_no_more(tmp_path: Path) -> None:
    with running(tmp_path, guarded(tmp_path)) as broker:
        for user, allowed in ALLOWED.items():
            found = {
                topic for topic in TOPICS if asyncio.run(may_write(as_user(broker, user), topic))
            }
            assert found == allowed, user
        with pytest.raises(aiomqtt.MqttError):
            asyncio.run(may_write(read_settings(None, broker.url, "hall-2"), "x"))


def test_the_page_has_the_access_rules_that_an_enrolment_makes() -> None:
    made = files("firmware_host.features.fleet") / "broker" / "access"
    assert made.read_text("utf-8") == ACCESS


def test_the_page_lists_every_order() -> None:
    listed = PAGE.partition("<!-- orders -->")[2].partition("<!-- end of the orders -->")[0]
    assert dict(re.findall(r"^\| `([\w-]+)` \| (.*) \|$", listed, re.MULTILINE)) == {
        kind.name: kind.help for kind in known_orders().values()
    }


def test_the_settings_of_the_page_are_read(tmp_path: Path) -> None:
    path = tmp_path / "fleet.toml"
    key = "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE="
    pem = f"-----BEGIN PUBLIC KEY-----\n{key}\n-----END PUBLIC KEY-----\n"
    (tmp_path / "orders.pem").write_text(pem, encoding="utf-8")
    path.write_text(SETTINGS, encoding="utf-8")
    path.chmod(0o600)
    found = read_settings(path, None, "pi")
    assert found.broker.url == "mqtts://broker.museum.example:8883"
    assert found.allowed == {"message", "hours", "new-game", "restart"}
