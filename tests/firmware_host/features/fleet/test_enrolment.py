"""New tables: each has a card of its own, and the broker lets each do its own and no more."""

import asyncio
import re
import socket
import ssl
import stat
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from errno import ENOSPC
from pathlib import Path
from typing import Final

import aiomqtt
import pytest

from docs.writer.manual import FOLDER
from firmware_host.cli.main import main
from firmware_host.features.fleet.connection import PICTURE, STATES, Topics, connection
from firmware_host.features.fleet.enrolment import Enrolment, hashed
from firmware_host.features.fleet.settings import FleetSettings, read_settings
from firmware_host.setup.card import CardRecipe
from tests.firmware_host.features.fleet.broker import NEEDS_BROKER, Mosquitto, running
from tests.firmware_host.features.fleet.keys import NEEDS_OPENSSL
from tests.firmware_host.features.fleet.test_manual import may_write
from tests.overlay import NEEDS_OVERLAY

pytestmark = NEEDS_OPENSSL

BROKER: Final = "mqtts://broker.museum.example"
KEY: Final = f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{'A' * 43} ann@museum"
INTERRUPTED: Final = 130
TOLD: Final = (*STATES, PICTURE, "link")


def enrol(folder: Path, *words: str, broker: str = BROKER, count: int = 3) -> int:
    at = ("--into", str(folder), "--broker", broker)
    return main(["fleet", "enrol", *at, "--called", "hall-{}", "--count", str(count), *words])


def change(folder: Path, option: str, tables: str) -> int:
    return main(["fleet", "enrol", "--into", str(folder), option, tables])


def card(folder: Path, name: str) -> Path:
    return folder / "cards" / name


def settings_of(folder: Path, name: str) -> FleetSettings:
    return read_settings(card(folder, name) / "fleet.toml", None, "pi")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "fleet"


def test_each_table_has_a_card_with_its_own_name_and_password(folder: Path) -> None:
    words = ("--title", "Table {}", "--area", "Hall", "--play", "--kiosk squadro")
    assert enrol(folder, *words, "--language", "ru", "--wiring", "waveshare-oled-hat") == 0
    found = {name: settings_of(folder, name) for name in ("hall-1", "hall-2", "hall-3")}
    assert [each.table for each in found.values()] == list(found)
    assert [each.title for each in found.values()] == ["Table 1", "Table 2", "Table 3"]
    assert len({each.credentials.password for each in found.values()}) == 3
    second = found["hall-2"]
    assert (second.credentials.user, second.area) == ("hall-2", "Hall")
    assert second.broker.url == "mqtts://broker.museum.example:8883"
    assert second.allowed == {"message", "hours", "new-game", "restart"}
    recipe = CardRecipe.read((card(folder, "hall-2") / "table.txt").read_text("utf-8"))
    assert recipe.name == "hall-2"
    assert recipe.wanted[:6] == (
        *("--wiring", "waveshare-oled-hat"),
        *("--language", "ru"),
        "--fleet",
        "/run/tableside-card-fleet/fleet.toml",
    )
    assert recipe.wanted[6:] == ("--", "--kiosk", "squadro")


def test_nobody_else_may_read_what_has_passwords_or_keys(folder: Path) -> None:
    enrol(folder)
    secrets = ("desk.toml", "homeassistant.txt", "orders-private.pem", "broker/passwords")
    modes = {name: stat.S_IMODE((folder / name).stat().st_mode) for name in secrets}
    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not [*card(folder, "hall-1").glob("*private*")]


def test_the_same_command_with_more_tables_leaves_the_first_ones_as_they_are(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    enrol(folder)
    before = settings_of(folder, "hall-3"), (folder / "orders.pem").read_bytes()
    capsys.readouterr()
    assert enrol(folder, count=5) == 0
    assert capsys.readouterr().out.startswith("Enrolled: hall-4,hall-5\n")
    assert (settings_of(folder, "hall-3"), (folder / "orders.pem").read_bytes()) == before
    assert enrol(folder, count=5) == 0
    assert "nothing is new" in capsys.readouterr().out


def test_a_run_that_was_cut_off_is_made_good_by_the_next_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(self: Enrolment) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as cut:
        cut.setattr(Enrolment, "_write_users", stop)
        assert enrol(folder, count=2) == INTERRUPTED
    assert card(folder, "hall-2").is_dir()
    assert not Enrolment(folder).is_whole("hall-1")
    assert enrol(folder) == 0
    assert all(map(Enrolment(folder).is_whole, ("hall-1", "hall-2", "hall-3")))
    assert {"desk", "homeassistant"} < {*Enrolment(folder).users}


def test_what_is_put_into_user_data_is_what_was_named(folder: Path, tmp_path: Path) -> None:
    key = tmp_path / "id.pub"
    key.write_text(f"{KEY}\n", encoding="utf-8")
    words = ("--login", str(key), "--timezone", "Europe/Berlin", "--time-server", "ntp.example")
    assert enrol(folder, *words) == 0
    made = (card(folder, "hall-1") / "user-data").read_text("utf-8").splitlines()
    usual = (FOLDER / "builders" / "user-data").read_text("utf-8").splitlines()
    assert [line for line in made if line not in usual] == [
        f"      - {KEY}",
        "  - path: /etc/systemd/timesyncd.conf.d/tableside.conf",
        "      [Time]",
        "      NTP=ntp.example",
        "  - systemctl restart systemd-timesyncd || true",
        "timezone: Europe/Berlin",
    ]
    assert [line for line in usual if line not in made] == ["      - PUBLIC-KEY"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--called", "Hall {}"], "--called: expected a name of small letters"),
        (["--called", "hall"], "got 'hall'"),
        (["--called", "hall-{}", "--count", "0"], "--count: expected 1 to 4000, got 0"),
        (["--called", "hall-{}"], "expected --broker URL, the address of the broker"),
        (["--called", "h-{}", "--broker", "here"], "expected mqtts://HOST"),
        (["--called", "h-{}", "--broker", BROKER, "--wiring", "none"], "--wiring: expected one of"),
        (["--called", "h-{}", "--broker", BROKER, "--language", "xx"], "expected one of en, ru"),
        (["--called", "h-{}", "--broker", BROKER, "--allow", "dance"], "--allow: expected some of"),
        (["--called", "h-{}", "--broker", BROKER, "--timezone", "x"], "--timezone: expected one"),
        (["--called", "h-{}", "--broker", BROKER, "--time-server", "a b"], "expected a host"),
        (
            ["--called", "h-{}", "--broker", BROKER, "--login", "none"],
            "--login: none cannot be read",
        ),
        (
            ["--called", "h-{}", "--broker", BROKER, "--authority", "none"],
            "--authority: expected a",
        ),
        (["--called", "h-{}", "--broker", BROKER, "--package", "none"], "--package: there is no"),
        (["--revoke", "hall-1"], "no table called 'hall-1'"),
        (["--replace", "Hall"], "--replace: no table can be called 'Hall'"),
    ],
)
def test_wrong_words_are_one_line_and_nothing_is_made(
    words: Sequence[str], expected: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fleet", "enrol", "--into", str(folder), *words]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert expected in line
    assert not folder.exists()


def test_a_full_disk_is_one_line(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(*words: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("firmware_host.features.fleet.enrolment.replace_file", fill)
    assert enrol(folder) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith(f"enrol: {folder} cannot be written: No space left on device")


def test_a_login_with_more_than_a_key_is_refused(folder: Path, tmp_path: Path) -> None:
    key = tmp_path / "id.pub"
    key.write_text(f"{KEY}\nruncmd: [reboot]\n", encoding="utf-8")
    assert enrol(folder, "--login", str(key)) == 2
    assert not folder.exists()


def test_the_tables_of_a_folder_have_one_broker(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    enrol(folder)
    assert enrol(folder, broker="mqtts://other.example", count=4) == 2
    assert "report to mqtts://broker.museum.example:8883" in capsys.readouterr().err


def test_a_hash_has_the_form_that_mosquitto_reads() -> None:
    rounds, salt, digest = hashed("secret", bytes(range(12))).removeprefix("$7$").split("$")
    assert (rounds, salt, len(digest)) == ("101", "AAECAwQFBgcICQoL", 88)


@contextmanager
def guarded(folder: Path, more: str = "") -> Iterator[Mosquitto]:
    """Run a broker with the made passwords and access rules, and ``more`` settings."""
    made = folder / "broker"
    for name in ("passwords", "access"):
        (made / name).touch(mode=0o600)
        (made / name).chmod(0o600)
    more += f"allow_anonymous false\npassword_file {made}/passwords\nacl_file {made}/access\n"
    with running(folder, more) as broker:
        yield broker


def at(broker: Mosquitto, folder: Path, name: str) -> FleetSettings:
    path = folder / "desk.toml" if name == "desk" else card(folder, name) / "fleet.toml"
    return read_settings(path, broker.url, "pi")


async def hears(settings: FleetSettings, topic: str, desk: FleetSettings) -> bool:
    """Return whether the user of ``settings`` gets what ``desk`` says in ``topic``."""
    async with connection(settings, is_desk=True) as client, connection(desk, is_desk=True) as at:
        await client.subscribe(topic, qos=1)
        await at.publish(topic, b"{}", qos=1)
        try:
            async with asyncio.timeout(0.3):
                await anext(aiter(client.messages))
        except TimeoutError:
            return False
        return True


async def is_let_in(settings: FleetSettings) -> bool:
    try:
        async with connection(settings, is_desk=True):
            return True
    except aiomqtt.MqttError:
        return False


@NEEDS_BROKER
def test_each_table_does_its_own_and_nothing_in_the_topics_of_another(folder: Path) -> None:
    enrol(folder)
    with guarded(folder) as broker:
        own = at(broker, folder, "hall-1")
        topics = [
            Topics(name).of(what)
            for name in ("hall-1", "hall-2", "hall-3")
            for what in (*TOLD, "order")
        ]
        written = {topic for topic in topics if asyncio.run(may_write(own, topic))}
        assert written == {Topics("hall-1").of(what) for what in TOLD}
        desk = at(broker, folder, "desk")
        heard = {topic for topic in topics if asyncio.run(hears(own, topic, desk))}
        assert heard == {Topics("hall-1").of("order")}
        assert asyncio.run(hears(own, Topics("all").of("order"), desk))


@NEEDS_BROKER
def test_replaced_and_revoked_tables_are_refused_and_cut_off(folder: Path) -> None:
    enrol(folder)

    async def stay(old: FleetSettings, broker: Mosquitto, option: str) -> None:
        async with asyncio.timeout(5), connection(old) as client:
            assert change(folder, option, old.table) == 0
            broker.reload()
            await anext(aiter(client.messages))

    def cut_off(broker: Mosquitto, name: str, option: str) -> FleetSettings:
        old = at(broker, folder, name)
        with pytest.raises(aiomqtt.MqttError):
            asyncio.run(stay(old, broker, option))
        return old

    with guarded(folder) as broker:
        replaced = cut_off(broker, "hall-1", "--replace")
        revoked = cut_off(broker, "hall-2", "--revoke")
        assert not asyncio.run(is_let_in(replaced))
        assert not asyncio.run(is_let_in(revoked))
        assert asyncio.run(is_let_in(at(broker, folder, "hall-1")))
        assert asyncio.run(is_let_in(at(broker, folder, "hall-3")))
        assert not card(folder, "hall-2").exists()


def knows(broker: Mosquitto, folder: Path) -> bool:
    """Return whether the tables in ``folder`` take ``broker`` for theirs, with any Python."""
    context = ssl.create_default_context(cafile=folder / "authority.pem")
    context.verify_flags |= ssl.VERIFY_X509_STRICT  # usual from Python 3.13 on
    with socket.create_connection(("127.0.0.1", broker.port), 5) as line:
        try:
            context.wrap_socket(line, server_hostname="127.0.0.1").close()
        except ssl.SSLCertVerificationError:
            return False
        return True


@NEEDS_BROKER
def test_a_certificate_that_is_made_lets_tables_know_their_broker(
    folder: Path, tmp_path: Path
) -> None:
    assert enrol(folder, "--make-certificate", broker="mqtts://127.0.0.1") == 0
    made = {name: (folder / "broker" / f"broker.{name}") for name in ("crt", "key")}
    assert stat.S_IMODE(made["key"].stat().st_mode) == 0o600
    before = made["crt"].read_bytes()
    encrypted = f"certfile {made['crt']}\nkeyfile {made['key']}\n"
    with guarded(folder, encrypted) as broker:
        address = broker.url.replace("mqtt:", "mqtts:")
        mine = read_settings(card(folder, "hall-1") / "fleet.toml", address, "pi")
        assert asyncio.run(is_let_in(mine))
        other = tmp_path / "other"
        enrol(other, "--make-certificate", broker="mqtts://127.0.0.1")
        assert knows(broker, folder)
        assert not knows(broker, other)
    # more tables get the certificate that the broker has
    assert enrol(folder, "--make-certificate", broker="mqtts://127.0.0.1", count=4) == 0
    assert made["crt"].read_bytes() == before
    trusted = [(card(folder, f"hall-{number}") / "authority.pem") for number in (1, 4)]
    assert {path.read_bytes() for path in trusted} == {before}


SET_UP: Final = """\
mount -t overlay overlay -o lowerdir=/etc,upperdir={new}/etc,workdir={new}/work /etc
mkdir -p /etc/mosquitto/conf.d /etc/mosquitto/certs
PATH={new}:$PATH sh {folder}/broker/set-up
"""


@NEEDS_BROKER
@NEEDS_OVERLAY
def test_one_command_sets_the_broker_up_and_tells_it_what_is_new(
    folder: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new"
    (new / "etc").mkdir(parents=True)
    (new / "work").mkdir()
    (new / "systemctl").write_text(f'#!/bin/sh\necho "$@" >> {new}/told\n')
    (new / "systemctl").chmod(0o755)

    def set_up(made: Path) -> "subprocess.CompletedProcess[str]":
        command = ("unshare", "--mount", "sh", "-ec", SET_UP.format(new=new, folder=made))
        return subprocess.run(command, capture_output=True, text=True, check=False)

    enrol(tmp_path / "without")
    assert enrol(tmp_path / "without", "--make-certificate") == 2  # three would not trust it
    done = set_up(tmp_path / "without")
    assert (done.returncode, "Put the certificate of this" in done.stderr) == (1, True), done.stderr
    enrol(folder, "--make-certificate")
    assert set_up(folder).returncode == 0
    enrol(folder, "--make-certificate", count=4)
    assert set_up(folder).returncode == 0
    told = (new / "told").read_text().splitlines()
    assert [line for line in told if "enable" not in line] == [
        "restart mosquitto",
        "reload mosquitto",
    ]
    conf = (new / "etc/mosquitto/conf.d/tableside.conf").read_text()
    named = re.findall(r"^\w+ /etc/(\S+)$", conf, re.MULTILINE)
    modes = {name: stat.S_IMODE((new / "etc" / name).stat().st_mode) for name in named}
    assert len(modes) == 4
    assert set(modes.values()) == {0o640}
    assert "hall-4:" in (new / "etc/mosquitto/tableside-passwords").read_text()


@NEEDS_BROKER
def test_a_replaced_card_is_as_before_but_for_its_password(folder: Path) -> None:
    enrol(folder, "--title", "Table {}", "--play=--kiosk")
    before = settings_of(folder, "hall-2")
    recipe = (card(folder, "hall-2") / "table.txt").read_bytes()
    assert change(folder, "--replace", "hall-2") == 0
    after = settings_of(folder, "hall-2")
    assert after.credentials.password != before.credentials.password
    assert (after.title, after.table, after.allowed) == ("Table 2", "hall-2", before.allowed)
    assert (card(folder, "hall-2") / "table.txt").read_bytes() == recipe


@NEEDS_BROKER
def test_the_broker_forgets_a_table_that_is_gone(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    enrol(folder)

    async def tell(settings: FleetSettings) -> None:
        async with connection(settings, is_desk=True) as client:
            topics = [Topics(settings.table).of(what) for what in TOLD]
            for topic in (*topics, f"homeassistant/device/tableside-{settings.table}/config"):
                await client.publish(topic, b'{"online": false}', qos=1, retain=True)

    async def kept(settings: FleetSettings) -> set[str]:
        found = set[str]()
        async with connection(settings, is_desk=True) as client:
            await client.subscribe("#", qos=1)
            try:
                while True:
                    async with asyncio.timeout(0.3):
                        found.add((await anext(aiter(client.messages))).topic.value)
            except TimeoutError:
                return found

    with guarded(folder) as broker:
        for name in ("hall-1", "hall-2"):
            asyncio.run(tell(at(broker, folder, name)))
        desk = ["--settings", str(folder / "desk.toml"), "--broker", broker.url]
        assert main(["fleet", "forget", *desk, "--tables", "hall-2"]) == 0
        left = asyncio.run(kept(at(broker, folder, "desk")))
        assert left == {Topics("hall-1").of(what) for what in TOLD}
        capsys.readouterr()
        main(["fleet", "list", *desk])
        assert "hall-2" not in capsys.readouterr().out
