"""The link: peers connect, report lines, send malformed input, become silent and disconnect."""

import errno
import os
import termios

import pytest

from hardware.board import Meaning
from hardware.dice.codes import DieReport
from hardware.firmware.lamps import brightest
from hardware.input.edges import Edge
from tests.hardware.link.bench import KEYS, TRAY, Desk, Device, changes, desk_with, gone


def test_a_port_is_greeted_as_soon_as_it_is_found() -> None:
    device = Device()
    desk = Desk(usb0=device)
    desk.tick()
    assert device.heard == [["hello", "2", "tableside"]]
    assert [peer.state for peer in desk.link.peers] == ["greeting"]
    desk.go_on(2.5)
    assert device.heard == [["hello", "2", "tableside"]] * 3


def test_a_key_on_the_link_is_an_edge_with_its_time_of_arrival() -> None:
    desk, device = desk_with(KEYS)
    device.say("keys 00")
    assert desk.tick() == []
    device.say("keys 10")
    desk.now = 103.25
    assert desk.tick() == [Edge(103.25, "ok", False)]
    device.say("keys 10", "keys 00")
    assert desk.tick() == [Edge(103.25, "ok", True)]
    assert desk.link.levels() == dict.fromkeys(KEYS[5:].split(","), True)


def test_simultaneous_changes_come_in_the_order_of_the_bits() -> None:
    desk, device = desk_with(TRAY)
    device.say("tray 00")
    desk.tick()
    device.say("tray 1a")
    assert changes(desk.tick()) == [("D1", False), ("D3", False), ("cup", False)]


def test_a_press_and_its_release_in_one_read_are_two_edges() -> None:
    desk, device = desk_with(KEYS)
    device.say("keys 00", "keys 10", "keys 00")
    assert changes(desk.tick()) == [("ok", False), ("ok", True)]


def test_a_lost_line_is_recovered() -> None:
    desk, device = desk_with(KEYS)
    device.say("keys 00")
    desk.tick()
    device.lose()
    assert desk.tick() == []
    device.say("keys 01")
    assert changes(desk.tick()) == [("up", False)]
    assert [peer.missed for peer in desk.link.peers] == [1]


def test_a_peer_that_restarts_has_lost_no_frame() -> None:
    desk, device = desk_with(KEYS)
    device.lose(30)
    device.say("keys 00")
    desk.tick()
    again = Device()
    again.greet(KEYS)
    again.say("keys 00")
    device.send(again.read())
    desk.tick()
    assert [peer.missed for peer in desk.link.peers] == [30]


def test_a_peer_that_was_sending_before_has_lost_no_frame() -> None:
    device = Device()
    desk = Desk(usb0=device)
    desk.tick()
    device.lose(40_000)
    device.greet(KEYS)
    device.say("keys 00")
    desk.tick()
    device.lose(25_536 - 2)
    device.say("keys 00")
    desk.tick()
    assert [peer.missed for peer in desk.link.peers] == [0]


def test_a_partial_first_line_and_noise_are_dropped() -> None:
    device = Device()
    desk = Desk(usb0=device)
    device.send(b"ys 3f 00000000\n")
    desk.tick()
    device.greet(KEYS)
    device.send(b"\x00\xff\n\n 0001 keys 3f 0123abcd\r\n\x80keys")
    device.say("keys 3f")
    device.say("keys 00", "keys 02")
    assert changes(desk.tick()) == [("down", False)]
    [peer] = desk.link.peers
    assert (peer.good, peer.bad) == (3, 3)


def test_a_key_that_is_down_when_its_peer_connects_is_not_pressed_until_it_was_up() -> None:
    desk, device = desk_with(KEYS)
    device.say("keys 11")
    assert desk.tick() == []
    assert desk.link.levels()["ok"] is True
    device.say("keys 10", "keys 00", "keys 10")
    assert changes(desk.tick()) == [("ok", False)]


def test_an_offer_counts_when_its_state_has_arrived() -> None:
    desk, device = desk_with("board=2x1", TRAY)
    assert (desk.link.board, desk.link.reads_tray, desk.link.levels()) == (None, False, {})
    device.say("board 2", "tray 10")
    assert changes(desk.tick()) == [("cup", False)]
    assert (desk.link.board, desk.link.reads_tray) == ((2, 1), True)
    assert desk.link.levels() == {
        **dict.fromkeys(["D0", "D1", "D2", "D3"], True),
        "cup": False,
        "field 0,0": True,
        "field 1,0": False,
    }


def test_a_board_of_a_peer_counts_its_fields_row_by_row_from_the_lower_left() -> None:
    desk, device = desk_with("board=3x2")
    device.say("board 00")
    desk.tick()
    device.say("board 28")
    assert changes(desk.tick()) == [("field 0,1", False), ("field 2,1", False)]


@pytest.mark.parametrize("how", ["unplugged", "silent"])
def test_the_contacts_of_a_peer_that_is_lost_open_and_its_board_is_unknown(how: str) -> None:
    desk, device = desk_with(KEYS, TRAY, "board=2x1")
    device.say("keys 00", "tray 10", "board 3", "keys 10")
    desk.tick()
    if how == "unplugged":
        device.broken = gone()
    edges = desk.go_on(3.0)
    assert changes(edges) == [("ok", True), ("cup", True)]
    assert edges[0].time == (100.0 if how == "unplugged" else 103.0)
    assert (desk.link.board, desk.link.reads_tray, desk.link.levels()) == (None, False, {})
    assert "test/1 e661 is" in desk.fault()


def test_a_silent_peer_that_sends_again_is_connected_again() -> None:
    desk, device = desk_with(KEYS)
    device.say("keys 00")
    desk.tick()
    desk.go_on(5.0)
    assert desk.link.peers[0].state == "silent"
    device.say("keys 01")
    assert desk.tick() == []
    device.greet(KEYS)
    device.say("keys 00", "keys 01")
    assert changes(desk.tick()) == [("up", False)]
    assert desk.link.faults == ()


def test_a_board_that_returns_reports_what_changed_in_between() -> None:
    desk, device = desk_with("board=2x1")
    device.say("board 1")
    desk.tick()
    desk.go_on(4.0)
    device.greet("board=2x1")
    device.say("board 2")
    assert changes(desk.tick()) == [("field 0,0", True), ("field 1,0", False)]


def test_a_key_that_two_peers_bring_is_closed_while_any_closes_it() -> None:
    one, other = Device("one"), Device("other")
    desk = Desk(usb0=one, usb1=other)
    desk.tick()
    for device in (one, other):
        device.greet("keys=ok")
        device.say("keys 0")
    desk.tick()
    one.say("keys 1")
    assert changes(desk.tick()) == [("ok", False)]
    other.say("keys 1")
    assert desk.tick() == []
    one.broken = gone()
    assert desk.tick() == []
    assert desk.link.levels() == {"ok": False}
    other.say("keys 0")
    assert changes(desk.tick()) == [("ok", True)]


def test_of_two_boards_the_first_is_used_and_the_second_takes_over() -> None:
    one, other = Device("one"), Device("other")
    desk = Desk(usb0=other, usb1=one)
    desk.tick()
    one.greet("board=2x1")
    one.say("board 1")
    desk.tick()
    other.greet("board=3x1")
    other.say("board 4")
    assert desk.tick() == []
    assert desk.link.board == (2, 1)
    assert "usb0: a second sensing board" in desk.fault()
    one.broken = gone()
    assert changes(desk.tick()) == [("field 0,0", True)]
    assert desk.link.board == (3, 1)
    assert desk.link.levels() == {"field 0,0": True, "field 1,0": True, "field 2,0": False}
    other.say("board 3")
    assert changes(desk.tick()) == [("field 0,0", False), ("field 1,0", False), ("field 2,0", True)]


def test_another_version_is_a_fault_and_gets_nothing_but_hellos() -> None:
    device = Device()
    desk = Desk(usb0=device)
    desk.tick()
    device.greet("keys=newfangled", version=3)
    device.say("keys 1")
    desk.link.show("south", {(0, 0): "to"})
    assert desk.go_on(0.9) == []
    assert desk.link.peers[0].state == "other version"
    assert (
        "usb0: test/1 speaks version 3 of the protocol, this program 1 and 2: flash" in desk.fault()
    )
    device.greet(version=3)
    desk.go_on(1.5)
    assert {words[0] for words in device.heard} == {"hello"}


def test_a_device_without_the_firmware_is_distinguished_from_a_silent_one() -> None:
    device = Device()
    desk = Desk(usb0=device)
    desk.tick()
    desk.go_on(3.0)
    assert "usb0: nothing answers: plug it in again, or flash the firmware" in desk.fault()
    device.send(b">>> 0000 hello 1 tableside 78ae77e7\r\n")
    device.send(b">>> 0000 hello 1 tableside 78ae77e7\r\n")
    desk.tick()
    assert "usb0: sends lines that are no frames: flash the firmware for the link" in desk.fault()
    device.say("hello 1 tableside")
    desk.tick()
    assert "what it is sent comes back: the firmware for the link does not run" in desk.fault()


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        ("keys 100", "expected 6 bits"),
        ("keys 40", "expected 6 bits"),
        ("keys 3F", "expected 6 bits"),
        ("keys xx", "expected 6 bits"),
        ("keys", "does not offer: keys"),
        ("keys 01 01", "does not offer: keys 01 01"),
        ("tray 1", "does not offer: tray 1"),
        ("hello", "expected hello VERSION IDENTITY MODEL OFFER..., not hello"),
        ("hello one e661 test/1", "expected hello VERSION"),
        ("hello 1 e661 test/1 keys=", "expected different ones of up,down"),
        ("hello 1 e661 test/1 keys=up,up", "expected different ones of up,down"),
        ("hello 1 e661 test/1 keys=up,field", "keys=up,field: expected different ones of"),
        ("hello 1 e661 test/1 keys=up keys=ok", "expected each offer once, not keys twice"),
        ("hello 1 e661 test/1 board=21x20", "expected COLUMNSxROWS with at most 400 fields"),
        ("hello 1 e661 test/1 board=0x5", "expected COLUMNSxROWS"),
        ("hello 1 e661 test/1 board=5", "expected COLUMNSxROWS"),
        ("hello 1 e661 test/1 lights=99x99", "expected COLUMNSxROWS"),
        ("hello 1 e661 test/1 lights=up", "expected different ones of south"),
        ("hello 2 e661 test/1 lamps=5x5", "expected COLUMNSxROWS:LIGHTS:MILLIAMPERES"),
        ("hello 2 e661 test/1 lamps=5x5:25:0", "expected COLUMNSxROWS:LIGHTS:MILLIAMPERES"),
        ("dice 00=1", "does not offer: dice 00=1"),
        ("hello 2 e661 test/1 dice=", "expected a die as name:1-6"),
        ("hello 2 e661 test/1 dice=a", "expected a die as name:1-6"),
        ("hello 2 e661 test/1 dice=A:1-6", "expected a die as name:1-6"),
        ("hello 2 e661 test/1 dice=a:6-1", "expected a die as name:1-6"),
        ("hello 2 e661 test/1 dice=a:1/2", "expected a die as name:1-6"),
        ("hello 2 e661 test/1 dice=a:5", "expected a die as name:1-6"),
        ("hello 2 e661 test/1 dice=a:1-100", "expected a die as name:1-6"),
        ("hello 2 e661 test/1 dice=a:1-6,a:1-6", "each with a name of its own"),
    ],
)
def test_malformed_input_is_ignored_with_a_fault_that_ends_after_a_while(
    lie: str, reason: str
) -> None:
    desk, device = desk_with(KEYS)
    device.say("keys 00", lie, "keys 02")
    assert changes(desk.tick()) == [("down", False)]
    assert reason in desk.fault()
    assert desk.fault().count("\n") == 0
    for _ in range(6):
        device.say("keys 02")
        desk.go_on(2.0)
    assert desk.link.faults == ()


def test_a_peer_that_keeps_sending_malformed_input_has_one_fault() -> None:
    desk, device = desk_with(KEYS)
    device.say("keys 00")
    desk.tick()
    told = set()
    for number in range(50):
        device.say(f"keys {number}zz")
        desk.go_on(0.5)
        told.add(desk.link.faults)
    assert len(told) == 1


def test_older_firmware_is_greeted_again_in_its_version_and_works() -> None:
    device = Device()
    desk = Desk(usb0=device)
    desk.tick()
    device.greet(version=1)
    desk.tick()
    assert device.heard == [["hello", "2", "tableside"], ["hello", "1", "tableside"]]
    device.greet(KEYS, "lights=south", "dice=a:0-1", version=1)
    device.say("keys 00", "keys 10", "dice 00=1")
    assert changes(desk.tick()) == [("ok", False)]
    assert (desk.link.dice, desk.link.peers[0].offers.kinds) == ((), ("keys",))
    assert device.heard[-1] == ["lights", "0"]
    desk.go_on(2.0)
    assert [words[1] for words in device.heard if words[0] == "hello"] == ["2", "1", "1", "1"]


def test_after_a_silence_the_newest_version_is_tried_again() -> None:
    device = Device()
    desk = Desk(usb0=device)
    desk.tick()
    device.greet(version=1)
    desk.tick()
    device.greet(KEYS, version=1)
    desk.go_on(4.0)
    assert desk.link.peers[0].state == "silent"
    desk.go_on(1.0)
    assert device.heard[-1] == ["hello", "2", "tableside"]
    device.greet(KEYS)
    device.say("keys 00", "keys 01")
    assert changes(desk.tick()) == [("up", False)]


def test_a_peer_that_changes_its_version_all_the_time_is_ignored() -> None:
    desk, device = desk_with(KEYS)
    for number in range(200):
        device.greet(KEYS, version=1 + number % 2)
        desk.go_on(0.01)
    assert len(device.heard) < 40
    assert "more than 2000 changes a second" in desk.fault()


DICE = "dice=a:0-1,b:1/3-4/6"


def test_dice_are_as_they_were_reported_last() -> None:
    desk, device = desk_with(DICE)
    assert not desk.link.dice
    device.say("dice 07=1 ff~4")
    desk.tick()
    assert desk.link.dice == (
        DieReport("a", (0, 1), 7, "rests", 1, since=100.0),
        DieReport("b", (1, 3, 4, 6), 255, "rolls", 4, since=100.0),
    )
    device.say("dice 07/ 00-")
    desk.tick()
    assert [die.does for die in desk.link.dice] == ["cocked", "away"]
    device.broken = gone()
    desk.tick()
    assert not desk.link.dice


@pytest.mark.parametrize(
    "lie",
    ["", "00=1", "00=1 00=1 00=1", "00=2 00=1", "0=1 00=1", "00=01 00=1", "00=1 00=", "00=1 00/1",
     "00=1 00-1", "00=1 00~2", "00=1 00?", "G0=1 00=1", "0A=1 00=1", "00=1 =1", "00=1 00==1"],
)  # fmt: skip
def test_malformed_dice_are_ignored(lie: str) -> None:
    desk, device = desk_with(DICE)
    device.say("dice 00=0 00=1", f"dice {lie}".strip())
    desk.tick()
    assert [die.face for die in desk.link.dice] == [0, 1]
    assert "what it sends is ignored" in desk.fault()


def test_a_waiting_loop_is_woken_when_dice_move() -> None:
    desk, device = desk_with(DICE)
    device.say("dice 00=0 00=1")
    desk.link.tick(desk.now)
    desk.edges()
    device.say("dice 00~ 00=1")
    desk.link.tick(desk.now)
    assert desk.inbox.get_nowait() == Edge(desk.now, "link", True)


def test_unknown_kinds_and_offers_are_ignored() -> None:
    desk, device = desk_with("keys=ok", "buzzer=1")
    device.say("keys 0", "buzzer 1", "lights 1", "keys 1")
    assert changes(desk.tick()) == [("ok", False)]
    assert desk.link.faults == ()


def test_more_changes_than_people_can_make_are_ignored() -> None:
    desk, device = desk_with("board=20x20")
    states = ["board " + "f" * 100, "board " + "0" * 100]
    device.say("board " + "0" * 100)
    desk.tick()
    told = 0
    for number in range(300):
        device.say(states[number % 2])
        told += len(desk.go_on(0.01))
    assert 0 < told <= 2 * 2000 + 3.0 * 2000
    assert "more than 2000 changes a second" in desk.fault()
    desk.go_on(1.9)
    device.say(states[1])
    desk.go_on(1.0)
    assert set(desk.link.levels().values()) == {True}


def test_a_peer_that_keeps_changing_its_hello_is_ignored() -> None:
    desk, device = desk_with("tray=cup")
    boards = set()
    for number in range(200):
        device.greet(f"board={number % 20 + 1}x1")
        device.say("board " + "0" * ((number % 20 + 4) // 4))
        desk.go_on(0.01)
        boards.add(desk.link.board)
    assert len(boards) < 30
    assert "more than 2000 changes a second" in desk.fault()


def test_a_peer_that_floods_the_line_is_read_slowly_and_hidden_from_select() -> None:
    desk, device = desk_with(KEYS)
    device.send(b"x" * 1_000_000)
    desk.go_on(2.0)
    assert 65_536 < device.taken < 3 * 65_536
    assert list(desk.link.filenos) == []
    desk.go_on(20.0)
    device.say("keys 00")
    device.send(b"\n")
    device.greet(KEYS)
    device.say("keys 00", "keys 01")
    assert changes(desk.go_on(1.0)) == [("up", False)]
    assert list(desk.link.filenos) == [99]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "sudo usermod -aG dialout $USER"),
        (OSError(errno.EBUSY, "Device or resource busy"), "in use by another program: end that"),
        (BlockingIOError(errno.EAGAIN, "locked"), "in use by another program: end that"),
        (termios.error(5, "Input/output error"), "cannot be used ((5, 'Input/output error'))"),
        (ValueError("a driver of its own"), "cannot be used (a driver of its own)"),
    ],
)
def test_a_port_that_cannot_be_opened_says_what_to_do(error: Exception, told: str) -> None:
    device = Device()
    device.cannot_open = error
    desk = Desk(usb0=device)
    desk.tick()
    assert desk.fault().startswith("usb0: ")
    assert told in desk.fault()
    device.cannot_open = None
    desk.go_on(1.0)
    assert desk.link.faults == ()


def test_a_port_that_fails_is_tried_less_and_less_often() -> None:
    device = Device()
    device.cannot_open = gone()
    desk = Desk(usb0=device)
    begun, times = desk.now, []
    desk.tick()
    while desk.now < begun + 20.0:
        count = len(desk.hub.tried)
        desk.now = desk.link.deadline
        desk.tick()
        if len(desk.hub.tried) > count:
            times.append(desk.now - begun)
    assert times == [0.5, 1.5, 3.5, 7.5, 11.5, 15.5, 19.5, 23.5]


def test_a_port_that_opens_and_fails_at_once_is_tried_less_and_less_often() -> None:
    device = Device()
    device.broken = gone()
    desk = Desk(usb0=device)
    desk.tick()
    desk.go_on(20.0)
    assert len(desk.hub.tried) == 8


def test_a_peer_that_was_here_is_tried_again_soon_however_long_it_took_before() -> None:
    device = Device()
    device.broken = gone()
    desk = Desk(usb0=device)
    desk.go_on(10.0)
    device.broken = None
    desk.go_on(4.0)
    device.greet(KEYS)
    desk.tick()
    tried = len(desk.hub.tried)
    device.broken = gone()
    desk.tick()
    desk.go_on(0.5)
    assert desk.hub.tried[tried:] == ["usb0"]


def test_a_lost_peer_is_soon_looked_for_at_other_ports() -> None:
    desk, device = desk_with(KEYS)
    device.say("keys 00")
    desk.go_on(2.0)
    device.broken = gone()
    desk.hub.devices = {}
    desk.go_on(0.75)
    desk.hub.devices = {"usb1": Device()}
    desk.go_on(1.0)
    assert [peer.path for peer in desk.link.peers] == ["usb1"]


@pytest.mark.parametrize("away", [0.1, 3.0, 60.0])
def test_a_peer_that_is_plugged_in_again_is_back_within_four_seconds(away: float) -> None:
    desk, device = desk_with(KEYS)
    device.say("keys 00")
    desk.tick()
    del desk.hub.devices["usb0"]
    device.broken = gone()
    desk.tick()
    desk.go_on(away)
    desk.hub.devices["usb1"] = again = Device()
    desk.go_on(4.0)
    assert again.heard[0] == ["hello", "2", "tableside"]
    again.greet(KEYS)
    again.say("keys 00", "keys 20")
    assert changes(desk.tick()) == [("back", False)]
    assert desk.link.faults == ()


def test_a_link_without_any_port_is_a_fault() -> None:
    desk = Desk()
    desk.tick()
    assert desk.link.faults == (
        "no serial peer is plugged in: check its cable; tableside link shows what is there",
    )


def test_no_more_than_eight_ports_are_used_and_that_is_said() -> None:
    desk = Desk(**{f"usb{number}": Device() for number in range(12)})
    desk.tick()
    assert len(desk.link.peers) == 8
    assert "only 8 of 12 ports are used: name them in [link] find" in desk.fault()


def test_a_failed_search_for_ports_is_a_fault_until_it_works() -> None:
    desk = Desk(usb0=Device())
    desk.hub.cannot_look = OSError("no /dev")
    desk.tick()
    assert desk.fault() == "the search for serial ports failed: no /dev"
    desk.hub.cannot_look = None
    desk.go_on(1.0)
    assert desk.link.faults == ()


def test_a_waiting_loop_is_woken_when_a_peer_or_a_fault_comes_or_goes() -> None:
    desk, device = desk_with(KEYS)

    def is_woken() -> bool:
        desk.link.tick(desk.now)
        woken = []
        while not desk.inbox.empty():
            woken.append(desk.inbox.get() == Edge(desk.now, "link", True))
        return woken == [True]

    assert not is_woken()
    device.say("keys 00")
    assert is_woken()
    device.say("keys 00")
    assert not is_woken()
    device.say("keys zz")
    assert is_woken()
    device.broken = gone()
    assert is_woken()


def test_lights_follow_at_once_and_after_each_hello() -> None:
    desk, device = desk_with("lights=south,north")
    assert device.heard[-1] == ["lights", "0"]
    desk.link.show("north", {(0, 0): "to"})
    assert device.heard[-1] == ["lights", "2"]
    count = len(device.heard)
    desk.link.show("north", {(0, 0): "to"})
    assert len(device.heard) == count
    desk.go_on(1.0)
    assert device.heard[count:] == [["hello", "2", "tableside"], ["lights", "2"]]


def test_the_lights_of_fields_are_sent_by_their_fields() -> None:
    desk, device = desk_with("lights=3x2")
    desk.link.show("north", dict.fromkeys([(0, 0), (2, 1), (9, 9)], "to"))
    assert device.heard[-1] == ["lights", "21"]
    late = Device("late")
    desk.hub.devices["usb1"] = late
    desk.go_on(4.0)
    late.greet("lights=1x1")
    desk.tick()
    assert late.heard[-1] == ["lights", "1"]


LAMPS = "lamps=3x2:6:500"


def test_coloured_lights_get_what_each_field_means() -> None:
    desk, device = desk_with(LAMPS)
    assert device.heard[-1] == ["lamps", "ff"]
    desk.link.show("north", {(0, 0): "from", (2, 1): "to", (1, 1): "captured", (9, 9): "wrong"})
    assert device.heard[-1] == ["lamps", "ff", "captured=4", "from=0", "to=5"]
    count = len(device.heard)
    desk.go_on(1.0)
    assert device.heard[count:] == [["hello", "2", "tableside"], device.heard[count - 1]]
    desk.link.show(None, {})
    assert device.heard[-1] == ["lamps", "ff"]


def test_lights_are_dimmed_or_off_as_people_wish() -> None:
    desk, device = desk_with(LAMPS, "lights=3x2")
    desk.link.show(None, {(0, 0): "from"}, "dim")
    assert device.heard[-2:] == [["lights", "01"], ["lamps", "32", "from=0"]]
    desk.link.show(None, {(0, 0): "from"}, "off")
    assert device.heard[-2:] == [["lights", "00"], ["lamps", "00"]]


def test_many_lights_are_dimmer_so_that_the_current_holds_the_budget() -> None:
    desk, device = desk_with("lamps=5x5:25:100")
    desk.link.show(None, {(column, row): "to" for column in range(5) for row in range(5)})
    words = device.heard[-1]
    lit = [("to", list(range(25)))]
    assert int(words[1], 16) == brightest(lit, 25, 100) < 255


def test_a_frame_with_more_lights_than_fit_has_the_important_ones() -> None:
    desk, device = desk_with("lamps=20x20:400:9000")
    fields: dict[tuple[int, int], Meaning] = {
        (column, row): "to" for column in range(20) for row in range(20)
    }
    desk.link.show(None, fields | {(19, 19): "wrong"})
    words = device.heard[-1]
    assert words[2] == "wrong=399"
    assert 30 < len(words[3].split(",")) < 60


def test_a_write_that_fails_while_lights_are_shown_loses_the_port_and_no_more() -> None:
    desk, device = desk_with("lights=south")
    device.broken = gone()
    desk.link.show("south", {})
    assert desk.link.peers == ()
    assert not device.is_open


def test_closing_closes_every_port_and_opens_every_contact() -> None:
    desk, device = desk_with(KEYS)
    device.say("keys 00", "keys 01")
    desk.tick()
    device.broken = OSError(errno.EIO, os.strerror(errno.EIO))
    desk.link.close()
    desk.link.close()
    assert changes(desk.edges()) == [("up", True)]
    assert (desk.link.peers, device.is_open) == ((), False)


def test_a_peer_is_listed_with_its_last_frames() -> None:
    desk, device = desk_with("keys=ok", "board=2x1")
    device.say("keys 0", "board 3", "keys 1")
    desk.tick()
    [peer] = desk.link.peers
    assert (peer.path, peer.identity, peer.model, peer.version) == ("usb0", "e661", "test/1", "2")
    assert (peer.offers.keys, peer.offers.board, peer.state) == (("ok",), (2, 1), "here")
    assert peer.heard["keys"].words == ("1",)
    assert peer.heard["keys"].line.startswith("0003 keys 1 ")


def test_an_encoder_that_rests_closed_is_no_key_that_was_found_down() -> None:
    desk, device = desk_with("keys=up,down,A,B")
    device.say("keys d")
    assert changes(desk.tick()) == [("A", False), ("B", False)]
    device.say("keys 8")
    assert changes(desk.tick()) == [("A", True)]


def test_pulling_the_cable_of_an_encoder_turns_no_shaft() -> None:
    desk, device = desk_with("keys=up,down,A,B")
    device.say("keys c")
    assert changes(desk.tick()) == [("A", False), ("B", False)]
    device.broken = gone()
    assert desk.tick() == []
