"""What Pixels say, connected and to everybody, in old and new firmware."""

import pytest

from hardware.dice.bluetooth.news import Charge, Motion
from hardware.dice.bluetooth.pixels import (
    BAD_NORMALS,
    BAD_NORMALS_UNTIL,
    IDENTITY,
    LEGACY_SERVICE,
    SERVICE,
    PixelFacts,
    PixelReader,
    advertised,
)
from hardware.dice.bluetooth.radio import Advertisement, Describes, recognised
from hardware.simulated.virtual_dice import identity, legacy_identity

NEW, OLD = BAD_NORMALS_UNTIL + 1, BAD_NORMALS_UNTIL


def reader(sides: int = 6, built: int = NEW) -> PixelReader:
    found = PixelReader()
    assert found.read(identity(PixelFacts(sides, built))) is None
    return found


def test_nothing_counts_before_the_die_has_said_what_it_is() -> None:
    stranger = PixelReader()
    assert not stranger.is_ready
    assert stranger.read(bytes((3, 1, 2))) is None


@pytest.mark.parametrize("say", [identity, legacy_identity])
@pytest.mark.parametrize("sides", [4, 6])
def test_old_and_new_firmware_say_what_the_die_is(say: object, sides: int) -> None:
    found = PixelReader()
    found.read(say(PixelFacts(sides, NEW)))  # type: ignore[operator]
    assert found.facts == PixelFacts(sides, NEW)


@pytest.mark.parametrize("size", range(40))
def test_an_identity_that_breaks_off_is_no_reason_to_fail(size: int) -> None:
    found = PixelReader()
    found.read(identity(PixelFacts(6, NEW))[:size])
    assert found.facts in (None, PixelFacts(6, NEW))


def test_roll_states_are_read_as_published() -> None:
    die = reader()
    said = [die.read(bytes((3, state, 4))) for state in range(7)]
    assert said == [
        None,
        Motion("settled", 5),
        Motion("handled"),
        Motion("rolling"),
        Motion("cocked"),
        Motion("moved", 5),
        None,
    ]


def test_faces_count_from_zero() -> None:
    assert [reader().read(bytes((3, 1, index))) for index in range(7)] == [
        *(Motion("settled", face) for face in range(1, 7)),
        Motion("cocked"),
    ]


@pytest.mark.parametrize("sides", [4, 6])
def test_firmware_of_2023_has_other_indices(sides: int) -> None:
    die = reader(sides, OLD)
    for index in range(7):
        face = BAD_NORMALS[sides].get(index)
        expected = Motion("cocked") if face is None else Motion("settled", face)
        assert die.read(bytes((3, 1, index))) == expected
    assert sorted(BAD_NORMALS[sides].values()) == list(range(1, sides + 1))


def test_the_battery_is_read() -> None:
    assert reader().read(bytes((34, 42, 1))) == Charge(42, is_charging=False)
    assert reader().read(bytes((34, 42, 5))) == Charge(42, is_charging=True)


def test_a_die_is_read_from_what_it_tells_everybody() -> None:
    data, service = bytes((6, 0x21, 3, 2, 15)), IDENTITY.pack(0xBEEF, NEW)
    heard = Advertisement("AA:01", "Lucky", (SERVICE.upper(),), data, service, -50)
    found = recognised(heard)
    assert found is not None
    assert found.says is not None
    assert found.describes == Describes("pixels", "Lucky", 6)
    assert (found.says.pixel, found.says.motion) == (0xBEEF, Motion("rolling"))
    assert found.says.charge == Charge(15, is_charging=False)


def test_the_sides_follow_from_the_lights_where_no_type_is_told() -> None:
    found = advertised(bytes((21, 0x01, 1, 2, 15)), IDENTITY.pack(1, NEW))
    assert found is not None
    assert found.facts.sides == 6


@pytest.mark.parametrize(
    "heard",
    [
        Advertisement("AA:02", "Heart rate"),
        Advertisement("AA:03", "Lucky", (LEGACY_SERVICE,), b"\x06", b""),
        Advertisement("AA:04", "Lucky", (SERVICE,), bytes((10, 0x41, 1, 2, 9)), bytes(8)),
    ],
)
def test_what_is_no_die_that_can_be_used_is_not_recognised(heard: Advertisement) -> None:
    assert recognised(heard) is None


def test_the_name_of_a_stranger_cannot_harm_the_screen() -> None:
    found = recognised(Advertisement("AA:05", "GoDice_\x1b[2J" + "x" * 90))
    assert found is not None
    assert found.describes.name.isprintable()
    assert len(found.describes.name) <= 24
