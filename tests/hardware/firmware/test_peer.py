"""A peer that is greeted, silent, or of another version than its host."""

import random
from itertools import pairwise

import pytest

from hardware.firmware.dice import PeerDice
from hardware.firmware.parts import PeerInputs, PeerLights
from hardware.firmware.peer import Peer
from hardware.firmware.protocol import Splitter, frame

HELLO = ["hello", "2", "tableside"]
GREETING = ["hello", "2", "e661", "test/1", "keys=up,down", "board=3x2", "lights=south,north"]


class Bench:
    """A peer with two keys, a board of six fields and two lights, on virtual time."""

    def __init__(self) -> None:
        self.now = 1000
        self.keys = self.board = self.lit = 0
        self.die: tuple[int, str, int | None] = (0, "=", 1)
        self.lights = PeerLights(["south", "north"], self.light)
        self.peer = Peer(
            "e661",
            "test/1",
            [
                PeerInputs("keys", ["up", "down"], lambda: self.keys, 5),
                PeerInputs("board", (3, 2), lambda: self.board, 10),
                self.lights,
            ],
        )
        self.heard = Splitter()
        self.sequences: list[int] = []
        self.said: list[tuple[int, list[str]]] = []
        self._sent = 0

    def light(self, bits: int) -> None:
        self.lit = bits

    def say(self, *words: str) -> None:
        self.peer.feed(frame(self._sent, list(words)), self.now)
        self._sent += 1

    def poll(self) -> list[list[str]]:
        """Return what the peer sends now."""
        frames = self.heard.feed(self.peer.poll(self.now))
        self.sequences += [sequence for sequence, _ in frames]
        self.said += [(self.now, words) for _, words in frames]
        return [words for _, words in frames]

    def pass_time(self, ms: int) -> list[list[str]]:
        """Return what it sends in ``ms`` when it is polled every millisecond."""
        said = []
        for _ in range(ms):
            self.now += 1
            said += self.poll()
        return said


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_it_sends_nothing_before_the_first_hello(bench: Bench) -> None:
    bench.keys = 1
    assert bench.pass_time(3000) == []


def test_it_answers_with_what_it_offers_and_the_whole_state(bench: Bench) -> None:
    bench.keys, bench.board = 2, 0b100001
    bench.say(*HELLO)
    assert bench.poll() == [GREETING, ["keys", "2"], ["board", "21"]]


def test_a_pass_sends_one_frame_and_keys_come_first(bench: Bench) -> None:
    bench.keys, bench.board = 2, 0b100001
    bench.say(*HELLO)
    bench.peer.update(bench.now)
    lines = [bench.peer.next_frame(bench.now) for _ in range(4)]
    said = [bench.heard.feed(line) for line in lines]
    assert [[words for _, words in each] for each in said] == [
        [GREETING], [["keys", "2"]], [["board", "21"]], [],
    ]  # fmt: skip


def test_it_answers_every_hello(bench: Bench) -> None:
    for _ in range(3):
        bench.say(*HELLO)
        assert bench.poll()[0] == GREETING
        bench.pass_time(100)


def test_many_hellos_at_once_are_answered_once(bench: Bench) -> None:
    for _ in range(100):
        bench.say(*HELLO)
    assert len(bench.poll()) == 3


def test_only_changes_are_reported_and_only_when_stable(bench: Bench) -> None:
    bench.say(*HELLO)
    bench.poll()
    bench.pass_time(20)
    bench.keys = 1
    assert bench.pass_time(5) == []
    assert bench.pass_time(1) == [["keys", "1"]]


def test_the_whole_state_is_reported_twice_a_second(bench: Bench) -> None:
    bench.say(*HELLO)
    bench.poll()
    said = bench.pass_time(2000)
    assert said == [["keys", "0"], ["board", "00"]] * 4


def test_a_kind_is_reported_once_in_five_milliseconds_with_its_last_state(bench: Bench) -> None:
    rng = random.Random(1)
    states = PeerInputs("tray", ["D0", "D1", "D2"], lambda: bench.keys, 0)
    bench.peer = Peer("e661", "test/1", [states])
    for _ in range(200):
        bench.say(*HELLO)
        for _ in range(rng.randrange(15)):
            bench.keys = rng.randrange(8)
            bench.pass_time(1)
        last = bench.keys
        bench.pass_time(5)
        assert [words for _, words in bench.said if words[0] == "tray"][-1] == ["tray", str(last)]
    told = [time for time, words in bench.said if words[0] == "tray"]
    assert min(after - before for before, after in pairwise(told)) == 5


def test_it_stops_sending_without_a_hello_for_five_seconds(bench: Bench) -> None:
    bench.say(*HELLO)
    bench.say("lights", "3")
    bench.poll()
    assert bench.pass_time(4999)[-1] == ["board", "00"]
    assert bench.lit == 3
    bench.keys = 1
    assert bench.pass_time(5000) == []
    assert bench.lit == 0


def test_silence_is_noticed_although_nothing_can_be_sent(bench: Bench) -> None:
    bench.say(*HELLO)
    bench.say("lights", "3")
    bench.peer.feed(b"", bench.now + 5000)
    assert bench.lit == 0


def test_after_silence_it_is_there_again_with_the_next_hello(bench: Bench) -> None:
    bench.say(*HELLO)
    bench.pass_time(6000)
    bench.keys = 1
    bench.pass_time(10)
    bench.say(*HELLO)
    assert bench.poll() == [GREETING, ["keys", "1"], ["board", "00"]]


def test_to_another_version_it_sends_its_own_and_nothing_else(bench: Bench) -> None:
    bench.say("hello", "3", "tableside", "more")
    assert bench.poll() == [["hello", "2", "e661", "test/1"]]
    bench.keys = 1
    bench.say("lights", "3")
    assert bench.pass_time(3000) == []
    assert bench.lit == 0


def test_a_host_that_changes_its_version_gets_no_more_reports(bench: Bench) -> None:
    bench.say(*HELLO)
    bench.say("lights", "1")
    bench.poll()
    bench.say("hello", "3", "tableside")
    assert bench.poll() == [["hello", "2", "e661", "test/1"]]
    assert bench.pass_time(1000) == []
    assert bench.lit == 0


def test_dice_are_reported_when_they_change_and_with_the_whole_state(bench: Bench) -> None:
    dice = PeerDice([("a", [0, 1]), ("b", [1, 2, 3])], lambda _: [bench.die, (9, "-", None)])
    bench.peer = Peer("e661", "test/2", [dice])
    bench.say(*HELLO)
    hello = ["hello", "2", "e661", "test/2", "dice=a:0-1,b:1-3"]
    assert bench.poll() == [hello, ["dice", "00=1", "09-"]]
    bench.die = (0, "~", None)
    bench.pass_time(4)
    bench.die = (1, "=", 0)
    assert bench.pass_time(2) == [["dice", "01=0", "09-"]]
    assert bench.pass_time(994) == [["dice", "01=0", "09-"]] * 2


def test_to_a_host_of_version_1_it_offers_and_reports_what_that_has(bench: Bench) -> None:
    dice = PeerDice([("a", [0, 1])], lambda _: [bench.die])
    keys = PeerInputs("keys", ["up", "down"], lambda: bench.keys, 5)
    bench.peer = Peer("e661", "test/2", [keys, dice, bench.lights])
    bench.say("hello", "1", "tableside")
    hello = ["hello", "1", "e661", "test/2", "keys=up,down", "lights=south,north"]
    assert bench.poll() == [hello, ["keys", "0"]]
    bench.die = (1, "=", 0)
    assert bench.pass_time(501) == [["keys", "0"]]
    bench.say("lights", "3")
    assert bench.lit == 3


def test_its_own_echo_is_not_answered(bench: Bench) -> None:
    bench.say(*HELLO)
    bench.peer.feed(bench.peer.poll(bench.now), bench.now)
    assert bench.poll() == []


def test_lights_show_the_bits_of_a_frame_and_no_others(bench: Bench) -> None:
    bench.say("lights", "1")
    assert bench.lit == 0
    bench.say(*HELLO)
    for words, lit in ((["2"], 2), (["4"], 2), (["02"], 2), (["3", "0"], 2), (["3"], 3), ([], 3)):
        bench.say("lights", *words)
        assert bench.lit == lit


def test_unknown_frames_change_nothing(bench: Bench) -> None:
    bench.say(*HELLO)
    bench.poll()
    bench.say("tune", "7")
    bench.say("hello")
    bench.say("hello", "1")
    bench.say("board", "3f")
    bench.peer.feed(b"garbage\xff\n\n", bench.now)
    assert bench.poll() == []


def test_its_frames_are_numbered_from_zero_and_wrap(bench: Bench) -> None:
    bench.say(*HELLO)
    bench.peer._sequence = 0xFFFE
    bench.poll()
    assert bench.sequences == [0xFFFE, 0xFFFF, 0]
    assert bench.heard.bad == 0


def test_polled_only_when_due_it_sends_the_same_at_the_same_times() -> None:
    always, seldom = Bench(), Bench()
    # each draws the same things from a generator of its own
    draws = [random.Random(8), random.Random(8)]
    for rng, bench in zip(draws, (always, seldom), strict=True):
        for _ in range(200):
            what = rng.randrange(4)
            if what == 0:
                bench.say(*HELLO)
            elif what == 1:
                bench.keys = rng.randrange(4)
            elif what == 2:
                bench.board = rng.randrange(64)
            bench.poll()
            until = bench.now + rng.choice((1, 3, 8, 200, 700, 6000))
            while bench.now < until:
                step = 1 if bench is always else max(1, bench.peer.wait(bench.now))
                bench.now = min(until, bench.now + step)
                bench.poll()
    assert always.said == seldom.said
    assert len(always.said) > 300
