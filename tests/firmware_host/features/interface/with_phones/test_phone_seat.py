"""A program chooses for a seat that is played on a phone, as the phone does."""

from pathlib import Path

from firmware_host.session.setup import Setup
from tests.firmware_host.features.interface.served import ROOT, ServedInterface
from tests.table import Begin


def test_a_program_chooses_in_the_place_of_a_phone(begin: Begin, tmp_path: Path) -> None:
    hands = begin(Setup("squadro", first=0, players=("phone", "person")))
    hands.follow()
    served = ServedInterface(hands, tmp_path)
    program = served.program()
    assert program.get(f"{ROOT}table").json()["awaits"] == "phone"
    move = program.get(f"{ROOT}moves").json()["moves"][0]["move"]
    answer = program.post(f"{ROOT}choose", json={"after": 0, "move": "nowhere"})
    assert answer.status_code == 409
    assert program.post(f"{ROOT}choose", json={"after": 0, "move": move}).is_success
    assert served.actions == [move]
