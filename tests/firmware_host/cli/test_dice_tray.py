"""The dice tool: a builder who types, a tray on a simulated Pi, time that is virtual."""

import os
import random
import re
import signal
import termios
from collections.abc import Sequence
from contextlib import closing, suppress
from io import StringIO
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from msgspec.structs import replace

from firmware_host.base.errors import UsageError
from firmware_host.cli.dice_session import GO_ON, DiceSession
from firmware_host.cli.dice_tray import (
    NOBODY,
    DiceTask,
    RealTray,
    ReportedWatch,
    SimulatedTray,
    run_loop,
    watch_dice,
)
from firmware_host.cli.terminals import LiveTerminal, PlainTerminal, single_keys
from hardware import PinsError, WiringError
from hardware.dice.codes import LONG_DICE, levels_for
from hardware.input.edges import Edge
from hardware.link.link import Link
from hardware.simulated import SimulatedPi, VirtualClock
from hardware.simulated.faults import SensorFault
from hardware.simulated.hall_dice import BuiltTray, HallReading, HallTrayDice
from hardware.wiring.wiring import DICE_LINES, DiceWiring, load, with_reported_dice
from tests.table import BARE_WIRING

ALL_POSES = [GO_ON] * 6
PINS = (12, 18, 24, 25)


class Clock:
    """A clock that goes by itself as far as the tray can tell."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Builder:
    """A terminal at which ``answers`` are typed, each when all is quiet, on virtual time."""

    def __init__(self, clock: Clock, answers: Sequence[str]) -> None:
        self._clock, self._answers = clock, list(answers)
        self._heard_at = 0.0
        self.said: list[str] = []
        self.status: Sequence[str] = ()

    def ask(self, seconds: float) -> str | None:
        self.wait(seconds)
        if self._clock() < self._heard_at + 1.0:
            return None
        if not self._answers:
            raise EOFError
        self._heard_at = self._clock()
        return self._answers.pop(0)

    def wait(self, seconds: float) -> None:
        self._clock.now += seconds + 1e-6

    def show(self, said: Sequence[str], status: Sequence[str]) -> None:
        self.said += said
        self.status = status or self.status

    @property
    def text(self) -> str:
        return "\n".join(self.said)


class Workbench(SimulatedTray):
    """A simulated tray whose lines are wired in another order, and some inverted."""

    order: Sequence[str] = DICE_LINES
    inverted: Sequence[str] = ()

    def handle(self, typed: str, session: DiceSession) -> bool:
        if typed == GO_ON and session.pose is not None:
            levels = levels_for(self._dice, session.pose, self.order, self.inverted)
            for line, level in levels.items():
                self.pi.set_line(line, level)
            return False
        return super().handle(typed, session)


def bench(kind: str = "lots", profile: str = "generic") -> tuple[Workbench, Clock]:
    clock = Clock()
    return Workbench(load(profile), kind, clock, random.Random(3)), clock


def typed(
    *answers: str, tray: tuple[Workbench, Clock] | None = None, **task: Any
) -> tuple[int, Builder]:
    """The exit code and the terminal after a sitting at which ``answers`` were typed."""
    machine, clock = tray or bench()
    builder = Builder(clock, answers)
    return run_loop(replace(DiceTask("generic"), **task), machine, builder), builder


def test_a_throw_is_reported_step_by_step_with_the_edges_of_each_line() -> None:
    code, builder = typed("t", "q")
    assert code == 0
    assert [line.split()[0] for line in builder.said] == [
        *("watching", "lifted", "rolling", "provisional", "settled"),
    ]
    assert "edges: D0 " in builder.said[-1]


def test_the_status_shows_levels_edges_throws_and_keys() -> None:
    _, builder = typed("t", "q")
    assert builder.status[0].endswith("throws: 1")
    assert builder.status[1].split() == ["line", "D0", "D1", "D2", "D3", "cup"]
    assert builder.status[2].split()[-1] == "closed"
    assert all(int(count) > 0 for count in builder.status[4].split()[1:])
    assert builder.status[-1] == "a: adjust the wiring, f: how fair, q: quit, t: throw, k: knock"


def test_edges_per_second_are_shown_while_they_come() -> None:
    session = DiceSession("lots", DiceWiring(PINS))
    for number in range(30):
        session.feed(Edge(number / 10, "D2", bool(number % 2)))
    rates = session.status(3.0, dict.fromkeys(DICE_LINES, True))[3]
    assert rates.split() == ["edges/s", "0", "0", "9", "0"]


def test_a_knock_is_not_a_throw() -> None:
    _, builder = typed("k")
    assert builder.said[-1].startswith("knocked; edges: D0 0")


def test_the_end_of_the_input_ends_the_session_when_the_dice_rest() -> None:
    _, builder = typed("t")
    assert builder.said[-1].startswith("settled")


def test_a_dead_line_is_named_after_five_throws() -> None:
    tray, clock = bench()
    tray.pi.factory.pin(24).drive = lambda is_open: None
    _, builder = typed(*["t"] * 5, tray=(tray, clock))
    assert builder.said[-1] == "! D2 never changed in 5 throws: check its wire"
    assert "! D2 never changed in 5 throws: check its wire" in builder.status


def test_a_swapped_pair_is_found_and_stored(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    tray = bench("long")
    tray[0].order = ("D1", "D0", "D2", "D3")
    code, builder = typed("a", *ALL_POSES, tray=tray, kind="long", save=path)
    assert code == 0
    assert "found: D1 is wired as D0; D0 is wired as D1" in builder.text
    assert builder.said[-1] == f"written to {path}: use it with --wiring {path}"
    after = load(str(path)).dice
    assert after is not None
    assert after.lines == (18, 12, 24, 25)


def test_an_inverted_lot_is_found_and_read_correctly_from_then_on() -> None:
    tray = bench()
    tray[0].inverted = ("D2",)
    _, builder = typed("a", *ALL_POSES, tray=tray)
    assert "found: D2 is inverted" in builder.text
    assert 'invert = ["D2"]' in builder.said
    session = DiceSession("lots", DiceWiring(PINS))
    session.type("a", 0.0)
    now = 0.0
    while session.pose is not None:
        levels = levels_for([(0, 1)] * 4, session.pose, inverted=("D2",))
        session.type("", now)
        session.tick(now := now + 1.0, levels)
    for number in range(8):
        session.feed(Edge(20.0 + number / 10, "D0", bool(number % 2)))
    for step in range(50):
        session.tick(21.0 + step / 20, dict.fromkeys(DICE_LINES, False))
    assert "settled white white dark white" in "\n".join(session.take_output())


def test_a_tray_that_is_wired_correctly_has_nothing_to_save(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    _, builder = typed("a", *ALL_POSES, save=path)
    assert builder.said[-1] == "the wiring file is right already: nothing to save"
    assert not path.exists()


def test_the_builder_is_asked_pose_by_pose() -> None:
    _, builder = typed("a", *ALL_POSES)
    asked = [line.split(": ")[1] for line in builder.said if line.startswith("lay")]
    assert asked == [
        *("dark dark dark dark; then press Enter", "white white white white; then press Enter"),
        *("white dark dark dark; then press Enter", "dark white dark dark; then press Enter"),
        *("dark dark white dark; then press Enter", "dark dark dark white; then press Enter"),
    ]


def test_dice_in_a_wrong_position_are_requested_again() -> None:
    session = DiceSession("lots", DiceWiring(PINS, cup=7))
    session.type("a", 0.0)
    for now in (1.0, 2.0):
        session.type("", now)
        session.tick(now + 0.5, dict.fromkeys((*DICE_LINES, "cup"), True))
    said = session.take_output()
    assert said[-2].startswith("! D0 stays open, D1 stays open")
    assert said[-1].endswith("white white white white; then press Enter")


def test_dice_are_read_when_their_lines_have_settled() -> None:
    session = DiceSession("lots", DiceWiring(PINS))
    levels = dict.fromkeys(DICE_LINES, True)
    session.type("a", 0.0)
    session.type("", 1.0)
    session.feed(Edge(1.1, "D0", True))
    session.tick(1.2, levels)
    assert session.is_reading
    assert session.deadline == pytest.approx(1.4)
    session.tick(1.45, levels)
    assert session.pose == (1, 1, 1, 1)


def test_lines_that_never_settle_are_named() -> None:
    session = DiceSession("lots", DiceWiring(PINS))
    session.type("a", 0.0)
    session.type("", 1.0)
    for number in range(70):
        session.feed(Edge(1.0 + number / 10, "D3", bool(number % 2)))
        session.tick(1.0 + number / 10, dict.fromkeys(DICE_LINES, True))
    assert "! D3 did not settle: a loose contact? Press Enter to try again" in session.take_output()
    assert session.pose == (0, 0, 0, 0)


def test_laying_the_dice_is_neither_reported_nor_counted() -> None:
    _, builder = typed("a", "t", "q", "q")
    assert [line for line in builder.said if line.startswith(("lifted", "settled"))] == []
    assert "throws: 0" in builder.status[0]


def test_adjusting_can_be_stopped() -> None:
    _, builder = typed("a", GO_ON, "q", "q")
    assert builder.said[-1] == "stopped: nothing was changed"


def test_an_unknown_word_is_answered_with_the_known_ones() -> None:
    _, builder = typed("dance", "q")
    assert (
        builder.said[-1] == "'dance' is not understood; a: adjust the wiring, f: how fair, q: quit"
    )


def test_an_existing_file_is_refused_before_anything_else(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("precious")
    with pytest.raises(UsageError, match="exists already: name a new file"):
        typed(save=path)
    assert path.read_text() == "precious"


def test_a_file_that_cannot_be_saved_is_shown_and_fails(tmp_path: Path) -> None:
    tray = bench()
    tray[0].inverted = ("D0",)
    code, builder = typed("a", *ALL_POSES, tray=tray, save=tmp_path / "nowhere" / "mine.toml")
    assert code == 1
    assert "cannot be written" in builder.text
    assert 'invert = ["D0"]' in builder.said


def test_a_wiring_without_dice_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    path.write_text(BARE_WIRING)
    with pytest.raises(UsageError, match=r"bare has no section \[dice\]: add one"):
        typed(wiring=str(path))


def test_a_tray_without_a_cup_contact_has_four_lines(tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    path.write_text('profile = "generic"\n[dice]\ncup = false\n')
    _, builder = typed("t", "k", tray=bench(profile=str(path)), wiring=str(path))
    assert builder.status[1].split() == ["line", "D0", "D1", "D2", "D3"]
    assert [line.split()[0] for line in builder.said if line[:2] in ("se", "kn")] == [
        *("settled", "knocked;"),
    ]


def test_a_doubtful_throw_is_marked() -> None:
    session = DiceSession("lots", DiceWiring(PINS))
    levels = dict.fromkeys(DICE_LINES, True)
    for number in range(8):
        session.feed(Edge(number / 10, "D0", bool(number % 2)))
    for step in range(50):
        session.tick(0.8 + step / 20, levels)
    assert "settled dark dark dark dark (doubtful: the table asks the players)" in "\n".join(
        session.take_output()
    )


def test_without_a_pi_the_message_names_the_simulated_tray() -> None:
    with pytest.raises(PinsError, match="tableside dice --simulated"):
        RealTray()


def test_the_pins_are_released() -> None:
    tray, clock = bench()
    typed("q", tray=(tray, clock))
    assert all(pin.when_changed is None for pin in tray.factory.pins.values())


class Pipe:
    """A pipe to type into."""

    def __init__(self) -> None:
        self.end, self._start = os.pipe()

    def type(self, text: str) -> None:
        os.write(self._start, text.encode())

    def close(self) -> None:
        os.close(self._start)


def test_lines_that_arrive_together_are_read_one_by_one() -> None:
    pipe = Pipe()
    terminal = PlainTerminal(pipe.end, StringIO())
    pipe.type("t\n\nq")
    assert [terminal.ask(0.0) for _ in range(3)] == ["t", "", None]
    pipe.close()
    assert terminal.ask(0.0) == "q"
    with pytest.raises(EOFError):
        terminal.ask(0.0)
    os.close(pipe.end)


def test_a_plain_terminal_gets_lines_and_no_status() -> None:
    target = StringIO()
    PlainTerminal(0, target).show(["lifted"], ["tray at rest"])
    assert target.getvalue() == "lifted\n"


def test_a_live_terminal_updates_its_status_in_place() -> None:
    target = StringIO()
    panel = LiveTerminal(0, target)
    panel.show(["lifted"], ["one", "two"])
    panel.show([], ["one", "two"])
    panel.show([], ["one", "2"])
    assert target.getvalue() == (
        "\r\x1b[Jlifted\none\ntwo\n> \x1b7\x1b[2A\rone\x1b[K\n2\x1b[K\n\x1b8"
    )


def test_a_live_terminal_takes_single_keys() -> None:
    pipe = Pipe()
    panel = LiveTerminal(pipe.end, StringIO())
    assert panel.ask(0.0) is None
    pipe.type("ta\n")
    assert [panel.ask(0.0) for _ in range(4)] == ["t", "a", "", None]
    pipe.type("\x1b[A")
    assert panel.ask(0.0) is None
    pipe.type("\x04")
    with pytest.raises(EOFError):
        panel.ask(0.0)
    pipe.close()
    with pytest.raises(EOFError):
        panel.ask(0.0)
    os.close(pipe.end)


@pytest.mark.parametrize("end", ["quit", "error", "SIGTERM"])
def test_the_modes_of_the_terminal_are_restored(end: str) -> None:
    screen, terminal = os.openpty()
    before = termios.tcgetattr(terminal)
    with suppress(ValueError, SystemExit), single_keys(terminal):
        assert not termios.tcgetattr(terminal)[3] & (termios.ICANON | termios.ECHO)
        if end == "SIGTERM":
            signal.raise_signal(signal.SIGTERM)
        if end == "error":
            raise ValueError
    assert termios.tcgetattr(terminal) == before
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    for one in (screen, terminal):
        os.close(one)


def test_the_command_reads_piped_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = Pipe()
    pipe.type("a\nq\nq\n")
    pipe.close()
    with os.fdopen(pipe.end) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        assert watch_dice(DiceTask("generic"), simulated=True) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("watching D0 on pin 12, D1 on pin 18")
    assert said[-1] == "stopped: nothing was changed"


def test_a_wiring_with_a_typo_is_reported_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(WiringError, match="nowhere"):
        watch_dice(DiceTask("nowhere"), simulated=True)


def test_a_line_known_to_be_inverted_is_read_correctly_and_not_saved_again(
    tmp_path: Path,
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('profile = "generic"\n[dice]\ninvert = ["D1"]\n')
    tray = SimulatedTray(load(str(path)), "lots", clock := Clock(), random.Random(3))
    builder = Builder(clock, ["a", *ALL_POSES])
    assert run_loop(DiceTask(str(path)), tray, builder) == 0
    assert "found: D1 is inverted" in builder.text
    assert builder.said[-1] == "the wiring file is right already: nothing to save"


def test_throws_and_what_is_wrong_with_the_sensors_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, said = VirtualClock(), list[str]()
    pi = SimulatedPi(with_reported_dice(load("generic")), clock, random.Random(1), has_magnets=True)
    assert pi.peer is not None
    assert isinstance(pi.peer.dice, HallTrayDice)
    with closing(Link(pi.peer.cable, SimpleQueue(), pi.clock)) as link:
        watch = ReportedWatch(link, LONG_DICE)
        assert watch.step(clock()) == ((), (NOBODY,))

        def go_on(seconds: float) -> tuple[str, ...]:
            for _ in range(round(seconds / 0.1)):
                pi.timeline.run_due(clock() + 0.1)
                assert pi.peer is not None
                pi.peer.update()
                lines, state = watch.step(clock())
                said.extend(lines)
            return state

        assert [line.split()[:2] for line in go_on(2.0)] == [["long1", "rests"], ["long2", "rests"]]
        with monkeypatch.context() as doubt:
            doubt.setattr(BuiltTray, "read", lambda tray, thrown: HallReading(None, 10, 0))
            pi.throw((6, 3), LONG_DICE)
            go_on(4.0)
        assert said[-1] == "unreadable: not clear, the table asks for the throw again"
        pi.throw((6, 3), LONG_DICE)
        go_on(4.0)
        assert said[-1] == "settled 3 6"
        head, *each = watch.judged()
        assert head.startswith("throws: 1;")
        assert [line.split(" (")[0] for line in each] == [
            "no. 1  1: 0, 3: 1, 6: 0, 4: 0",
            "no. 2  1: 0, 3: 0, 6: 1, 4: 0",
        ]
        pi.peer.dice.sensor_words = ["stuck=8000000000000000"]
        assert go_on(1.0)[-1] == "! sensor 63 (row 7, column 7) is stuck at one reading: replace it"


def test_the_throws_are_judged_when_it_is_asked_how_fair_they_are() -> None:
    _, builder = typed(*["t"] * 30, "f", "q")
    judged = builder.said[
        builder.said.index(next(line for line in builder.said if "throws: 30;" in line)) :
    ]
    assert [line.split()[0] for line in judged[1:5]] == ["no."] * 4
    counted = [int(count) for count in re.findall(r"(?:dark|white): (\d+)", judged[1])]
    assert sum(counted) == 30


def test_dice_that_are_adjusted_are_counted_anew() -> None:
    _, builder = typed("t", "a", *ALL_POSES, "f", "q")
    assert "throws: 0;" in builder.text


def tower(folder: Path, checks: str = "", kind: str = "lots") -> tuple[SimulatedTray, Clock, str]:
    path = folder / "tower.toml"
    path.write_text(f'profile = "generic"\n[dice]\nreader = "lanes"\n{checks}\n')
    clock = Clock()
    return SimulatedTray(load(str(path)), kind, clock, random.Random(3)), clock, str(path)


CHECKS = "checks = [16, 19, 20, 21]"


def typed_at_tower(
    tray: tuple[SimulatedTray, Clock, str], *answers: str, kind: str = "lots"
) -> Builder:
    machine, clock, path = tray
    builder = Builder(clock, answers)
    assert run_loop(DiceTask(path, kind), machine, builder) == 0
    return builder


@pytest.mark.parametrize("kind", ["lots", "long"])
@pytest.mark.parametrize("checks", ["", CHECKS], ids=["basic", "checked"])
def test_trimmers_are_set_with_white_then_black_then_nothing(
    tmp_path: Path, checks: str, kind: str
) -> None:
    builder = typed_at_tower(tower(tmp_path, checks, kind), "w", *[GO_ON] * 3, kind=kind)
    asked = [line for line in builder.said if line.endswith("press Enter")]
    assert [line.split()[1] for line in asked] == ["white", "black", "all"]
    assert builder.said[-1] == "every sensor tells white from black"


def test_each_lane_is_shown_light_or_dark(tmp_path: Path) -> None:
    builder = typed_at_tower(tower(tmp_path, CHECKS), "w", GO_ON, "q", "q")
    assert builder.status[2].split() == ["level", *["light"] * 4, *["dark"] * 4, "closed"]
    assert builder.status[-1].startswith("w: set the trimmers with white and black, a: adjust")


@pytest.mark.parametrize(
    ("fault", "line", "said"),
    [
        ("dirty", "D1", "D1 sees no light with white: turn its trimmer until its light is on"),
        ("sun", "D3", "D3 sees light with black: turn its trimmer back a little; if it then"),
        ("sun", "C2", "C2 sees light with black: turn its trimmer back a little; if it then"),
        ("dirty", "C0", "C0 sees no light with white: turn its trimmer until its light is on"),
    ],
)
def test_a_sensor_that_does_not_tell_white_from_black_is_named(
    tmp_path: Path, fault: SensorFault, line: str, said: str
) -> None:
    tray = tower(tmp_path, CHECKS)
    tray[0].pi.faults.break_sensors(fault, [line])
    builder = typed_at_tower(tray, "w", *[GO_ON] * 3, "q", "q")
    complaints = [line for line in builder.said if line.startswith("! ")]
    assert complaints[0].startswith(f"! {said}")
    assert ("only carbon is black" in complaints[0]) == (fault == "sun")


def test_light_on_empty_lanes_is_named(tmp_path: Path) -> None:
    tray = tower(tmp_path)
    builder = typed_at_tower(tray, "w", GO_ON, GO_ON)
    session = DiceSession("lots", DiceWiring(PINS, 7, reader="lanes"))
    lit = {"cup": False} | dict.fromkeys(DICE_LINES, True)
    now = 0.0
    session.type("w", now)
    for light in (True, False, True):
        session.type("", now)
        session.tick(now := now + 1.0, lit | dict.fromkeys(DICE_LINES, not light))
    assert builder.said[-1] == "take all sticks out; then press Enter"
    assert "keep sun and lamps off the tower" in "\n".join(session.take_output())


@pytest.mark.parametrize("kind", ["lots", "long"])
def test_a_tower_with_the_usual_module_is_wired_right_already(tmp_path: Path, kind: str) -> None:
    builder = typed_at_tower(tower(tmp_path, CHECKS, kind), "a", *ALL_POSES, kind=kind)
    assert "found: every line is wired as it should be" in builder.text
    assert builder.said[-1] == "the wiring file is right already: nothing to save"


def test_an_inverted_module_is_found(tmp_path: Path) -> None:
    tray = tower(tmp_path)
    tray[0].pi.faults.break_sensors("inverted")
    builder = typed_at_tower(tray, "a", *ALL_POSES)
    assert 'invert = ["D0", "D1", "D2", "D3"]' in builder.said


@pytest.mark.parametrize("checks", ["", CHECKS], ids=["basic", "checked"])
def test_throws_of_a_tower_count_for_fairness(tmp_path: Path, checks: str) -> None:
    builder = typed_at_tower(tower(tmp_path, checks), *["t"] * 4, "f", "q")
    assert any(line.startswith("throws: 4;") for line in builder.said)


def test_a_sensor_that_never_sees_light_is_named_after_falls_enough(tmp_path: Path) -> None:
    tray = tower(tmp_path)
    tray[0].pi.faults.break_sensors("5 V", ["D2"])
    builder = typed_at_tower(tray, *["t"] * 15)
    assert [line for line in builder.said if line.startswith("! ")] == [
        (
            "! D2 never changed in 15 throws: wipe its window, turn its trimmer, check its wire and"
            " the 3.3 V of the module"
        )
    ]
