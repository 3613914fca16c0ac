"""The exercises and witnesses of the doctor, on a simulated Pi with a scripted person."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from hardware import DisplayError, PinsError
from hardware.dice.codes import LOTS
from hardware.display.oled import open_display
from hardware.doctor import Answer, DoctorBench, Finding, Installation, checks, examine
from hardware.doctor.findings import PATIENCE
from hardware.simulated import SimulatedPi, VirtualClock
from hardware.wiring.wiring import CHECK_LINES, DICE_LINES, DiceWiring, EncoderWiring, Wiring
from tests.hardware.doctor.fake_pi import HOME, healthy

Act = Callable[[str], None]


class Visitor:
    """A person who calls ``act`` with each request, and gives every question the same answer."""

    def __init__(self, act: Act, answer: Answer = "yes") -> None:
        self.told: list[str] = []
        self.patient = True
        self._act, self._answer = act, answer

    def tell(self, text: str) -> None:
        self.told.append(text)
        self._act(text)

    def ask(self, question: str) -> Answer:
        self.told.append(question)
        return self._answer

    def gives_up(self) -> bool:
        return not self.patient


class Ward:
    """A bench with a simulated Pi; time passes while it pauses."""

    def __init__(self, wiring: Wiring, pi: SimulatedPi, clock: VirtualClock) -> None:
        self.wiring, self.pi, self.clock = wiring, pi, clock
        self.visitor = Visitor(self.do)
        self.bench = self.make_bench()

    def make_bench(self, **parts: Any) -> DoctorBench:
        made: dict[str, Any] = {
            "open_factory": lambda: self.pi.factory,
            "open_display": lambda factory: open_display(
                self.wiring.display, self.pi.bus, self.clock
            ),
            "person": self.visitor,
        } | parts
        return DoctorBench(self.wiring, clock=self.clock, pause=self._pause, **made)

    def do(self, text: str) -> None:
        """Do what the doctor asks for in ``text``."""
        verb, what = text.split()[:2]
        if verb == "press":
            self.pi.press(what)
        elif verb == "rotate":
            self.pi.turn(1)
        elif verb == "turn":
            line = text.split()[4]
            self.pi.set_line(line, not self.pi.line(line))
        else:
            self.pi.set_line("cup", verb == "lift")

    def examine(self) -> dict[str, Finding]:
        installation = Installation(healthy(), self.wiring, Path(HOME))
        found = examine(checks(self.wiring), installation, self.bench)
        return {check.name: finding for check, finding in found}

    def _pause(self, seconds: float) -> None:
        self.pi.timeline.run_due(self.clock() + seconds)


@pytest.fixture
def ward(generic: Wiring, pi: SimulatedPi, clock: VirtualClock) -> Iterator[Ward]:
    ward = Ward(generic, pi, clock)
    yield ward
    ward.bench.close()


def failures(found: dict[str, Finding]) -> dict[str, Finding]:
    return {name: finding for name, finding in found.items() if finding.state == "failed"}


def test_everything_passes_with_a_helpful_person(ward: Ward) -> None:
    found = ward.examine()
    assert {finding.state for finding in found.values()} == {"ok", "not needed"}
    assert found["display picture"].text == "seen whole"
    assert found["pins"].text == "12 lines can be claimed"
    assert "press up (pin 17 [11]; Enter if nothing happens)" in ward.visitor.told


def test_the_frame_reaches_all_four_edges_of_the_panel(ward: Ward) -> None:
    ward.examine()
    picture = ward.pi.model.image()
    width, height = picture.size
    edges = [(x, y) for x in range(width) for y in (0, height - 1)]
    edges += [(x, y) for y in range(height) for x in (0, width - 1)]
    assert all(picture.getpixel(place) for place in edges)


def test_the_display_is_dark_and_the_pins_are_free_afterwards(ward: Ward) -> None:
    ward.examine()
    model, lit = ward.pi.model, ward.pi.model.is_on
    ward.bench.close()
    ward.bench.close()
    assert (lit, model.is_on) == (True, False)
    assert not ward.pi.factory.pins


@pytest.mark.parametrize(("answer", "state"), [("no", "failed"), ("skip", "skipped")])
def test_a_frame_that_is_not_seen_whole_fails_and_no_answer_skips(
    ward: Ward, answer: Answer, state: str
) -> None:
    ward.bench = ward.make_bench(person=Visitor(ward.do, answer))
    found = ward.examine()
    asked = {name for name, finding in found.items() if finding.state == state}
    assert asked == {"display picture", "buzzer"}
    assert failures(found).keys() <= asked


def test_a_wrong_frame_tells_what_to_change(ward: Ward) -> None:
    ward.bench = ward.make_bench(person=Visitor(ward.do, "no"))
    assert 'display = "ssd1306" and "sh1106"' in ward.examine()["display picture"].advice


def test_a_display_that_does_not_take_a_picture_is_not_asked_about(ward: Ward) -> None:
    ward.pi.bus.plugged = False
    found = failures(ward.examine())
    assert list(found) == ["display picture"]
    assert "check the display's plug" in found["display picture"].advice
    assert not any("edges" in told for told in ward.visitor.told)


def test_a_display_that_is_not_driven_is_one_line(ward: Ward) -> None:
    def refuse(factory: object) -> None:
        raise DisplayError("a display st7735 is not driven")

    ward.bench = ward.make_bench(open_display=refuse)
    assert failures(ward.examine())["display picture"].text == "a display st7735 is not driven"


def test_two_swapped_keys_are_recognised(ward: Ward) -> None:
    swap = {"up": "down", "down": "up"}
    ward.visitor = Visitor(lambda text: ward.do(swapped(text, swap)))
    ward.bench = ward.make_bench()
    found = failures(ward.examine())
    assert list(found) == ["key up", "key down"]
    assert found["key up"].text == "down came, on pin 22 [15]"
    assert found["key up"].advice.startswith("swap the two wires")


def swapped(text: str, swap: dict[str, str]) -> str:
    verb, what, *rest = text.split()
    return " ".join([verb, swap.get(what, what), *rest])


def test_a_key_that_does_not_work_is_waited_for_and_named(ward: Ward, clock: VirtualClock) -> None:
    begun = clock()
    ward.visitor = Visitor(lambda text: None if text.startswith("press hint") else ward.do(text))
    ward.bench = ward.make_bench()
    found = failures(ward.examine())
    assert list(found) == ["key hint"]
    assert found["key hint"].text == "nothing came on pin 6 [31] for hint in 30 s"
    assert "pin 6 [31] for hint and its ground" in found["key hint"].advice
    assert clock() - begun > PATIENCE


def test_giving_up_ends_the_wait(ward: Ward, clock: VirtualClock) -> None:
    begun = clock()
    ward.visitor = Visitor(lambda text: None)
    ward.visitor.patient = False
    ward.bench = ward.make_bench()
    assert len(failures(ward.examine())) == 7 + 4 + 1
    assert clock() - begun < PATIENCE


def test_a_key_that_is_held_down_is_named_before_it_is_asked_for(ward: Ward) -> None:
    ward.pi.set_line("ok", False)
    found = failures(ward.examine())
    assert list(found) == ["key ok"]
    assert found["key ok"].text == "pin 4 [7] is closed before ok is pressed"


def test_a_dice_line_that_never_changes_is_named(ward: Ward) -> None:
    ward.visitor = Visitor(lambda text: None if " D2 " in text else ward.do(text))
    ward.bench = ward.make_bench()
    assert list(failures(ward.examine())) == ["dice line D2"]


def test_an_unplugged_dice_cable_is_distinguished_from_a_contact_that_sticks(ward: Ward) -> None:
    ward.pi.set_line("cup", True)
    out = failures(ward.examine())["cup contact"]
    assert out.text == "pin 7 [26] for the cup contact is open while the dice rest"
    ward.pi.set_line("cup", False)
    ward.visitor = Visitor(lambda text: None if text.startswith("lift") else ward.do(text))
    ward.bench = ward.make_bench()
    assert "nothing came on pin 7 [26]" in failures(ward.examine())["cup contact"].text


def test_dice_without_a_cup_contact_are_not_asked_to_be_lifted(ward: Ward) -> None:
    assert ward.wiring.dice is not None
    ward.wiring = replace(ward.wiring, dice=replace(ward.wiring.dice, cup=None))
    assert "cup contact" not in ward.examine()


def test_a_pin_taken_between_the_probe_and_the_claim_is_one_line(ward: Ward) -> None:
    class Busy:
        def __getattr__(self, name: str) -> Any:
            raise OSError("GPIO busy")

        def close(self) -> None:
            pass

    ward.bench = ward.make_bench(open_factory=Busy)
    found = failures(ward.examine())
    assert list(found) == ["pins"]
    assert "GPIO busy" in found["pins"].text
    assert "\n" not in found["pins"].text


def test_a_chip_that_does_not_open_is_one_line(ward: Ward) -> None:
    def refuse() -> None:
        raise PinsError("gpiochip0 cannot be used (can not open gpiochip)")

    ward.bench = ward.make_bench(open_factory=refuse)
    assert list(failures(ward.examine())) == ["GPIO chip"]


def test_a_wiring_with_a_few_keys_only_has_checks_for_those(generic: Wiring) -> None:
    keys = MappingProxyType({"up": 17, "ok": 4})
    names = [check.name for check in checks(replace(generic, keys=keys, dice=None, buzzer=None))]
    assert names[-3:] == ["display picture", "key up", "key ok"]


@pytest.fixture
def rich(ward: Ward, clock: VirtualClock) -> Iterator[Ward]:
    """Return a ward whose wiring also has an encoder and lights."""
    keys = {key: pin for key, pin in ward.wiring.keys.items() if key not in ("up", "down")}
    wiring = replace(
        ward.wiring,
        keys=MappingProxyType(keys),
        encoder=EncoderWiring(a=17, b=22),
        lights=MappingProxyType({"south": 16, "north": 20}),
    )
    rich = Ward(wiring, SimulatedPi(wiring, clock, random.Random(1)), clock)
    yield rich
    rich.bench.close()


def test_encoder_buzzer_and_lights_pass_with_a_helpful_person(rich: Ward) -> None:
    found = rich.examine()
    assert not failures(found)
    parts = ("encoder", "buzzer", "light south", "light north")
    assert [found[part].text for part in parts] == ["turned", "heard", "seen", "seen"]


def test_one_light_is_on_while_it_is_asked_about(rich: Ward) -> None:
    lit: list[tuple[str, bool, bool]] = []

    class Looking(Visitor):
        def ask(self, question: str) -> Answer:
            if "light" in question:
                levels = [bool(rich.pi.factory.pin(pin).state) for pin in (16, 20)]
                lit.append((question.split()[5], levels[0], levels[1]))
            return "yes"

    rich.bench = rich.make_bench(person=Looking(rich.do))
    rich.examine()
    assert lit == [("south", True, False), ("north", False, True)]


def test_an_encoder_with_swapped_contacts_fails(rich: Ward) -> None:
    def wrong_way(text: str) -> None:
        if text.startswith("rotate"):
            rich.pi.turn(-1)
        else:
            rich.do(text)

    rich.bench = rich.make_bench(person=Visitor(wrong_way))
    assert failures(rich.examine())["encoder"].advice == "swap a and b in [encoder] of the wiring"


def test_an_encoder_that_does_nothing_is_named_with_its_pins(rich: Ward) -> None:
    rich.bench = rich.make_bench(
        person=Visitor(lambda text: None if text.startswith("rotate") else rich.do(text))
    )
    found = failures(rich.examine())
    assert list(found) == ["encoder"]
    assert found["encoder"].text.startswith("nothing came on pin 17 [11] and pin 22 [15]")


def test_a_buzzer_whose_pin_cannot_be_used_is_a_failure_that_nobody_is_asked_about(
    rich: Ward, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object, **__: object) -> None:
        raise OSError("GPIO busy")

    monkeypatch.setattr("hardware.output.TonalBuzzer", busy)
    found = failures(rich.examine())
    assert list(found) == ["buzzer"]
    assert "pin 13 cannot be used (GPIO busy)" in found["buzzer"].text
    assert not any("tones" in told for told in rich.visitor.told)


TOWER = DiceWiring((12, 18, 24, 25), 7, reader="lanes", checks=(16, 19, 20, 21))


class Hands(Visitor):
    """A person who holds white and black over the sensors of a tower; ``sees`` what black is."""

    def __init__(self, pi: SimulatedPi, black: bool = True, answer: Answer = "yes") -> None:
        super().__init__(self.hold, answer)
        self._pi, self._black = pi, black

    def ask(self, question: str) -> Answer:
        self.hold(question)
        return super().ask(question)

    def hold(self, text: str) -> None:
        words = text.replace(":", "").split()
        if words[0] == "hold":
            self._pi.set_line(words[3], self._black if words[1] == "black" else False)
        elif words[0] in ("lift", "put"):
            self._pi.set_line("cup", words[0] == "lift")


@pytest.fixture
def tower(generic: Wiring, clock: VirtualClock) -> Iterator[Ward]:
    wiring = replace(generic, dice=TOWER)
    pi = SimulatedPi(wiring, clock, random.Random(1))
    pi.lay((1, 0, 0, 1), LOTS)
    ward = Ward(wiring, pi, clock)
    yield ward
    ward.bench.close()


def at_sensors(tower: Ward, hands: Hands) -> dict[str, Finding]:
    tower.bench = tower.make_bench(person=hands)
    found = tower.examine()
    return {name: each for name, each in found.items() if name.startswith(("lane", "sensor"))}


def test_every_lane_says_what_it_sees_and_every_sensor_tells_white_from_black(
    tower: Ward,
) -> None:
    found = at_sensors(tower, Hands(tower.pi))
    assert found["lanes"].text == (
        "D0 dark, D1 light, D2 light, D3 dark, C0 light, C1 dark, C2 dark, C3 light"
    )
    assert [*found] == ["lanes", *(f"sensor {line}" for line in (*DICE_LINES, *CHECK_LINES))]
    assert {each.text for each in found.values()} == {
        found["lanes"].text,
        "white is light, black is dark",
    }


def test_light_on_both_sensors_of_a_lane_is_named(tower: Ward) -> None:
    tower.pi.faults.break_sensors("sun", ["D2", "C2"])
    found = at_sensors(tower, Hands(tower.pi))
    assert found["lanes"].text.endswith(": D2 and C2 both see light")
    assert found["lanes"].advice.startswith("shade the tower from sun and lamps")


def test_a_dirty_sensor_sees_no_white(tower: Ward) -> None:
    tower.pi.faults.break_sensors("dirty", ["D1"])
    found = at_sensors(tower, Hands(tower.pi))
    assert [*failures(found)] == ["sensor D1"]
    assert found["sensor D1"].text == "D1 (pin 18 [12]) sees no light of white"


def test_black_that_is_no_carbon_is_named(tower: Ward) -> None:
    found = at_sensors(tower, Hands(tower.pi, black=False))
    assert "only carbon is black" in found["sensor D0"].advice
    assert found["sensor C3"].text == "C3 (pin 21 [40]) sees light of black"


def test_who_has_no_black_skips_it(tower: Ward) -> None:
    found = at_sensors(tower, Hands(tower.pi, answer="no"))
    assert found["sensor D0"].state == "skipped"
