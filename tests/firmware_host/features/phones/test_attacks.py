"""No attack passes the real server, and every name that a home network gives it is let in."""

from collections.abc import Iterator

import pytest

from docs.writer.manual import FOLDER
from tests.firmware_host.features.phones.attacking import Attack
from tests.firmware_host.features.phones.attacks import ATTACKS, table
from tests.firmware_host.features.phones.target import Target

HOSTS = (
    "localhost",
    "table",
    "table.local",
    "TABLE.local",
    "table.local.",
    "table.lan",
    "table-2.local",
    "table-17.local",
    "table.fritz.box",
    "table.home.arpa",
    "table.internal",
    "games.example",
)


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    target = Target(tmp_path_factory.mktemp("web"))
    yield target
    target.close()


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    target = Target(tmp_path_factory.mktemp("web"), is_patient=False)
    yield target
    target.close()


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: f"{attack.kind}: {attack.what}")
def test_an_attack_does_not_pass(target: Target, impatient: Target, attack: Attack) -> None:
    attacked = impatient if attack.kind == "slow" else target
    attacked.now += 1000.0  # codes and pauses of the attack before have ended
    assert attack.act(attacked) == attack.answer


def test_there_are_sixty_attacks_and_more() -> None:
    assert len({(attack.kind, attack.what) for attack in ATTACKS}) == len(ATTACKS) >= 60


def test_the_manual_lists_them() -> None:
    page = (FOLDER / "developers" / "reliability.md").read_text("utf-8")
    assert table() in page, "python -m tests.firmware_host.features.phones.attacks"


@pytest.mark.parametrize("port", ["", ":80", ":{port}"])
@pytest.mark.parametrize("name", HOSTS)
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_every_name_of_this_computer_is_let_in(
    target: Target, scheme: str, name: str, port: str
) -> None:
    host = name + port.format(port=target.server.port)
    token = target.token()
    assert 'id="board"' in target.send(target.request(host=host, cookie=token))
    opening = target.opening(f"{scheme}://{host}", host, token)
    assert target.send(opening).startswith("HTTP/1.1 101 ")
