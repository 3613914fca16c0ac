"""The simulated machine from end to end: hand movements in, key and dice events out."""

import random
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from PIL import Image

from hardware import SimulationError, WiringError
from hardware.dice.codes import LONG_DICE, LOTS, Faces
from hardware.dice.tray import DiceEvent, Tray
from hardware.display.oled import open_display
from hardware.input.edges import Edge
from hardware.input.keys import Keys
from hardware.input.panel import Panel
from hardware.simulated import SimulatedPi, VirtualClock
from hardware.simulated.pi import MAX_STATES, simulated_factory
from hardware.wiring.wiring import load, names


class Bench:
    """A simulated machine with its panel, keys and tray, run from event to event."""

    def __init__(self, pi: SimulatedPi, clock: VirtualClock, panel: Panel, tray: Tray) -> None:
        self.pi, self.clock, self.panel, self.tray = pi, clock, panel, tray
        self.keys = Keys(load("generic").keys, repeats={"up"}, holds={"back": "menu"})
        self.inbox: SimpleQueue[Edge] = SimpleQueue()
        self.edges: list[Edge] = []
        self.said: list[str] = []
        self.dice: list[DiceEvent] = []

    def run(self, seconds: float) -> None:
        until = self.clock() + seconds
        while self.clock() < until:
            moments = (self.pi.timeline.next, self.keys.deadline, self.tray.deadline, until)
            self._tick(min(moment for moment in moments if moment is not None))

    def _tick(self, now: float) -> None:
        self.pi.timeline.run_due(max(now, self.clock()))
        while not self.inbox.empty():
            edge = self.inbox.get()
            self.edges.append(edge)
            self.keys.feed(edge)
            self.tray.feed(edge)
        self.said += [f"{event.key} {event.kind}" for event in self.keys.tick(self.clock())]
        self.dice += self.tray.tick(self.clock(), self.panel.levels())

    @property
    def throws(self) -> list[Faces]:
        return [event.faces for event in self.dice if event.kind == "settled"]


@pytest.fixture
def bench(pi: SimulatedPi, clock: VirtualClock) -> Iterator[Bench]:
    inbox: SimpleQueue[Edge] = SimpleQueue()
    with Panel(load("generic").lines, pi.factory, clock, inbox) as panel:
        bench = Bench(pi, clock, panel, Tray(LOTS))
        bench.inbox = inbox
        bench.run(1.0)
        yield bench


def test_at_the_start_the_keys_are_up_and_the_dice_rest(bench: Bench) -> None:
    levels = bench.panel.levels()
    assert all(levels[key] for key in load("generic").keys)
    assert levels["cup"] is False
    assert (bench.said, bench.dice, bench.edges) == ([], [], [])


def test_a_press_on_the_pin_is_one_press(bench: Bench) -> None:
    end = bench.pi.press("ok")
    bench.run(1.0)
    assert bench.said == ["ok press", "ok release"]
    assert len(bench.edges) > 2
    assert bench.edges[-1] == Edge(end, "ok", True)


def test_a_hundred_presses_are_a_hundred_presses(bench: Bench) -> None:
    for _ in range(100):
        bench.pi.press("ok", seconds=0.05)
    bench.run(10.0)
    assert bench.said == ["ok press", "ok release"] * 100


def test_a_long_press_is_a_hold(bench: Bench) -> None:
    bench.pi.press("back", seconds=1.0)
    bench.run(2.0)
    assert bench.said == ["menu press", "menu release"]


def test_a_throw_settles_with_its_faces(bench: Bench) -> None:
    end = bench.pi.throw((1, 0, 0, 1), LOTS)
    bench.run(3.0)
    kinds = [event.kind for event in bench.dice]
    assert kinds == ["lifted", "rolling", "provisional", "settled"]
    assert bench.throws == [(1, 0, 0, 1)]
    assert bench.edges[-1] == Edge(end, "cup", False)


def test_throws_asked_for_at_once_come_one_after_the_other(bench: Bench) -> None:
    for faces in ((1, 1, 1, 1), (1, 1, 1, 1), (0, 1, 0, 0)):
        bench.pi.throw(faces, LOTS)
    bench.run(10.0)
    assert bench.throws == [(1, 1, 1, 1), (1, 1, 1, 1), (0, 1, 0, 0)]


def test_many_throws_of_both_kinds_of_dice_are_read_right(bench: Bench) -> None:
    rng = random.Random(3)
    for dice in [LOTS, LONG_DICE] * 20:
        bench.tray = Tray(dice)
        faces = tuple(rng.choice(die) for die in dice)
        bench.pi.throw(faces, dice)
        bench.run(2.0)
        assert bench.dice[-1] == DiceEvent("settled", faces)


def test_a_key_is_pressed_while_the_dice_roll(bench: Bench) -> None:
    bench.pi.throw((0, 0, 0, 1), LOTS)
    bench.pi.press("ok")
    bench.run(3.0)
    assert (bench.said, bench.throws) == (["ok press", "ok release"], [(0, 0, 0, 1)])


def test_a_line_may_be_cut_by_hand(bench: Bench) -> None:
    bench.pi.set_line("cup", True)
    bench.run(60.0)
    assert [event.kind for event in bench.dice] == ["lifted"]
    assert bench.pi.line("cup")


def test_dice_without_a_cup_contact_can_be_thrown(tmp_path: Path, clock: VirtualClock) -> None:
    sheet = tmp_path / "cupless.toml"
    sheet.write_text('profile = "generic"\n[dice]\ncup = false\n')
    wiring = load(str(sheet))
    pi, inbox = SimulatedPi(wiring, clock, random.Random(5)), SimpleQueue[Edge]()
    with Panel(wiring.lines, pi.factory, clock, inbox) as panel:
        bench = Bench(pi, clock, panel, Tray(LOTS, cup=None))
        bench.inbox = inbox
        end = pi.throw((0, 1, 1, 0), LOTS)
        bench.run(3.0)
    assert bench.throws == [(0, 1, 1, 0)]
    assert bench.edges[-1].time == end


def test_a_machine_without_dice_cannot_throw(tmp_path: Path, clock: VirtualClock) -> None:
    sheet = tmp_path / "diceless.toml"
    sheet.write_text('profile = "generic"\ndice = false\n')
    pi = SimulatedPi(load(str(sheet)), clock, random.Random(5))
    with pytest.raises(SimulationError, match=r"the wiring diceless has no section \[dice\]"):
        pi.throw((0, 1, 1, 0), LOTS)


def test_dice_that_the_lines_cannot_tell_are_not_thrown(pi: SimulatedPi) -> None:
    with pytest.raises(WiringError, match="four lines read"):
        pi.throw((6,), [(1, 2, 3, 4, 5, 6)])
    assert pi.timeline.next is None


def test_a_key_that_is_not_wired_cannot_be_pressed(pi: SimulatedPi) -> None:
    with pytest.raises(SimulationError, match="no key 'menu' is wired"):
        pi.press("menu")
    with pytest.raises(SimulationError, match="no line 'D4' is wired: known are up"):
        pi.set_line("D4", True)


def test_long_runs_do_not_use_more_memory(bench: Bench) -> None:
    for _ in range(50):
        bench.pi.press("ok")
    bench.run(20.0)
    assert len(bench.pi.factory.pin(4).states) == 1


def test_the_bus_and_the_panel_belong_to_the_display(pi: SimulatedPi, clock: VirtualClock) -> None:
    oled = open_display(load("generic").display, pi.bus, clock)
    oled.close(pi.model.image())
    assert pi.model.is_on
    assert pi.bus.bytes_sent > 1024


@pytest.mark.parametrize("profile", names())
def test_every_profile_is_driven_to_the_last_pixel(profile: str, clock: VirtualClock) -> None:
    wiring = load(profile)
    pi = SimulatedPi(wiring, clock, random.Random(1))
    oled = open_display(wiring.display, pi.bus, clock, pi.factory)
    image = Image.effect_noise(oled.size, 200).convert("1")
    oled.show(image)
    assert oled.fault is None
    assert pi.model.image().tobytes() == image.tobytes()


def test_a_key_of_a_turned_machine_is_pressed_where_people_see_it(
    tmp_path: Path, clock: VirtualClock
) -> None:
    sheet = tmp_path / "turned.toml"
    sheet.write_text('profile = "waveshare-oled-hat"\n[display]\nrotate = 2\n')
    pi = SimulatedPi(load(str(sheet)), clock, random.Random(1))
    pi.press("up", seconds=0.2)
    pi.timeline.run_due(clock() + 0.1)
    assert not pi.factory.pin(load("waveshare-oled-hat").keys["down"]).state


def test_an_output_remembers_only_its_last_levels() -> None:
    pin = simulated_factory().pin(13)
    pin.function = "output"
    for count in range(10_000):
        pin.state = count % 2
    assert len(pin.states) <= MAX_STATES
    assert pin.states[-1].state == 1


def test_simulated_machines_share_what_is_known_of_the_kind_of_pi() -> None:
    one, another = simulated_factory(), simulated_factory()
    assert one.board_info is another.board_info
    assert one.pin(13) is not another.pin(13)
