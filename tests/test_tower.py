"""Games whose sticks fall through a tower, played by simulated hands through pins and panel."""

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

import pytest

import games
from firmware_host.app.request import Request
from firmware_host.cli.worker_pool import kept_tallies
from firmware_host.screens.throw import ThrowView
from firmware_host.session.setup import Setup
from firmware_host.simulator import runs
from firmware_host.simulator.hands import Hands, play_game
from firmware_host.simulator.simulated_table import World
from firmware_host.table.effects import Apply, BeginGame
from firmware_host.table.scene import Resume
from firmware_host.text.translator import Language
from games.actions import Throw
from games.core import random_action
from hardware.dice.codes import LOTS, Faces, can_read
from hardware.simulated.faults import Faults, SensorFault
from hardware.wiring.wiring import CHECK_LINES, DICE_LINES, Wiring, load

TOWER = """
profile = "generic"
[dice]
reader = "lanes"
"""
FORMS = {"basic": "", "checked": "checks = [16, 19, 20, 21]\n"}
THROWS, FEW, MANY = 6, 8, 320
LEANS = 0.02
"""How often each stick stops on its edge."""

SETTLES = 3.0
"""Seconds after which a throw has been read, or what is wrong has been said."""

Break = Callable[[Faults], None]
FAULTS: dict[str, Break] = {
    "nothing": lambda faults: None,
    "a line is stuck low": lambda faults: faults.stick("D1"),
    "a line is stuck high": lambda faults: faults.cut("D2"),
    "a dirty lane": lambda faults: faults.break_sensors("dirty", ["D2"]),
    "sun": lambda faults: faults.break_sensors("sun"),
    "5 V": lambda faults: faults.break_sensors("5 V", DICE_LINES),
    "an inverted module": lambda faults: faults.break_sensors("inverted", DICE_LINES),
    "inverted modules": lambda faults: faults.break_sensors("inverted"),
}


@pytest.fixture(params=list(FORMS))
def wired(request: pytest.FixtureRequest, tmp_path: Path) -> Wiring:
    return wired_as(FORMS[request.param], tmp_path)


@pytest.fixture
def basic(tmp_path: Path) -> Wiring:
    return wired_as(FORMS["basic"], tmp_path)


@pytest.fixture
def checked(tmp_path: Path) -> Wiring:
    return wired_as(FORMS["checked"], tmp_path)


def wired_as(more: str, folder: Path) -> Wiring:
    file = folder / "tower.toml"
    file.write_text(TOWER + more, encoding="utf-8")
    return load(str(file))


def thrown(game: str) -> bool:
    return can_read([die.faces for die in games.load(game).dice])


each_game = pytest.mark.parametrize("game", [*filter(thrown, games.names())])


def at_table(game: str, wired: Wiring, folder: Path, language: str = "en", seed: int = 2) -> Hands:
    request = Request(games, wired, language, folder, Setup(game, first=0))
    hands = Hands(World(request, seed=seed))
    hands.follow()
    return hands


class Thrower:
    """Throws sticks at a table again and again, and compares what it makes of them."""

    def __init__(self, hands: Hands, rng: random.Random) -> None:
        self._hands, self._rng = hands, rng
        self.ends: Counter[str] = Counter()
        self.wrong: list[tuple[Faces, str]] = []

    def throw(self) -> None:
        """Throw once; who sees that sticks lean knocks on the tower."""
        world, table = self._hands.world, self._hands.world.app.table
        dice = [die.faces for die in table.game.playing.game.dice]
        faces = tuple(self._rng.choice(die) for die in dice)
        leaning = [n for n in range(len(dice)) if self._rng.random() < LEANS]
        before = len(table.game.playing.actions)
        world.run_until(world.pi.throw(faces, dice, leaning) + SETTLES)
        if leaning:
            world.pi.tap()
            world.run_for(SETTLES)
        counted = table.game.playing.actions[before:]
        self.ends["counted" if counted else self._asked()] += 1
        if counted and counted[0] != table.game.playing.game.throw(faces):
            self.wrong.append((faces, str(counted[0])))
        if counted:
            table.run(Apply({"undo": 1}), Resume())

    def _asked(self) -> str:
        view = self._hands.world.view
        assert isinstance(view, ThrowView), f"nothing is said, but {view}"
        return f"{view.dice} {[place + 1 for place in view.which] or ''}".strip()


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("game", ["thaayam", "tshupu"])
def test_a_few_throws_at_the_table_count_as_they_lie_or_not_at_all(
    game: str, fault: str, wired: Wiring, tmp_path: Path
) -> None:
    assert play(FEW, game, fault, wired, tmp_path).wrong == []


@pytest.mark.deep
@pytest.mark.parametrize("fault", FAULTS)
def test_of_ten_thousand_throws_at_tables_with_all_faults_none_counts_wrongly(
    fault: str, tmp_path: Path
) -> None:
    for number, (game, form) in enumerate(product(("thaayam", "tshupu"), FORMS)):
        folder = tmp_path / str(number)
        folder.mkdir()
        thrower = play(MANY, game, fault, wired_as(FORMS[form], folder), folder)
        print(f"{game}, {form}, {fault}: {dict(thrower.ends.most_common(6))}")
        assert thrower.wrong == []


def play(count: int, game: str, fault: str, wired: Wiring, folder: Path) -> Thrower:
    hands = at_table(game, wired, folder)
    hands.cause(FAULTS[fault])
    thrower = Thrower(hands, random.Random(5))
    for _ in range(count):
        thrower.throw()
    return thrower


def asked(hands: Hands) -> str:
    """What the page and the voice say people are to do."""
    prompt = hands.world.view.prompt
    assert prompt is not None
    return Language("en")(prompt)


def thrown_with(hands: Hands, throw: Faces, leaning: Sequence[int] = ()) -> str:
    """Throw, and return the words on the panel."""
    world = hands.world
    dice = [die.faces for die in world.app.table.game.playing.game.dice]
    world.run_until(world.pi.throw(throw, dice, leaning) + SETTLES)
    return world.app.words


def test_the_basic_form_shows_the_sticks_as_they_were_read_before_they_count(
    basic: Wiring, tmp_path: Path
) -> None:
    hands = at_table("thaayam", basic, tmp_path)
    assert "Do they lie so? 3 ■ □ ■ ■" in thrown_with(hands, (1, 0, 1, 1))
    spoken = " ".join(map(Language("en"), hands.world.view.spoken))
    assert "lanes: white, dark, white, white" in spoken
    assert asked(hands).startswith("`ok`: they lie so, use the throw; `back`: throw again")
    hands.world.run_for(60)
    assert hands.world.app.table.game.playing.actions == []
    hands.press("ok")
    assert [str(action) for action in hands.world.app.table.game.playing.actions] == ["3"]


def test_the_journal_keeps_how_the_sticks_lay(wired: Wiring, tmp_path: Path) -> None:
    hands = at_table("thaayam", wired, tmp_path)
    thrown_with(hands, (1, 0, 1, 1))
    if not hands.world.app.table.game.playing.actions:
        hands.press("ok")
    hands.world.close()
    _, dice = kept_tallies(tmp_path)
    assert dice == ["1 0 1 1"]
    assert '"dice":"1 0 1 1","do":"3"' in (tmp_path / "000001.journal").read_text("utf-8")


def test_one_key_throws_again(basic: Wiring, tmp_path: Path) -> None:
    hands = at_table("tshupu", basic, tmp_path)
    assert "Do they lie so? 3+6 6 3" in thrown_with(hands, (6, 3))
    hands.press("back")
    assert "Throw the dice" in hands.world.app.words
    assert "1+4 4 1" in thrown_with(hands, (4, 1))


def test_the_next_fall_takes_the_place_of_a_throw_that_nobody_took(
    basic: Wiring, tmp_path: Path
) -> None:
    hands = at_table("thaayam", basic, tmp_path)
    thrown_with(hands, (1, 1, 1, 1))
    assert "2 ■ □ □ ■" in thrown_with(hands, (1, 0, 0, 1))


def test_the_checked_form_counts_at_once(checked: Wiring, tmp_path: Path) -> None:
    hands = at_table("thaayam", checked, tmp_path)
    thrown_with(hands, (1, 0, 1, 1))
    assert [str(action) for action in hands.world.app.table.game.playing.actions] == ["3"]


def test_a_stick_that_leans_is_named_and_counts_once_somebody_has_knocked(
    checked: Wiring, tmp_path: Path
) -> None:
    hands = at_table("thaayam", checked, tmp_path)
    words = thrown_with(hands, (1, 0, 1, 1), leaning=[1])
    assert "Lane 2: a stick leans. Knock" in words or "Lane 2: no stick. Look for it" in words
    assert "the throw counts" in asked(hands)
    hands.world.pi.tap()
    hands.world.run_for(SETTLES)
    assert [str(action) for action in hands.world.app.table.game.playing.actions] == ["3"]


@pytest.mark.parametrize(
    ("fault", "lines", "words", "advice"),
    [
        ("sun", ["D2", "C2"], "Lane 3: light shines in. Shade it", "Keep sun and lamps off"),
        ("sun", ["C0"], "Lane 1: black looks white. Trim it", "carbon black"),
    ],
)
def test_what_is_wrong_in_a_lane_is_named_with_what_to_do(
    fault: SensorFault,
    lines: Sequence[str],
    words: str,
    advice: str,
    checked: Wiring,
    tmp_path: Path,
) -> None:
    hands = at_table("thaayam", checked, tmp_path)
    hands.cause(lambda faults: faults.break_sensors(fault, lines))
    assert words in thrown_with(hands, (0, 0, 0, 0))
    assert advice in asked(hands)
    assert hands.world.app.table.game.playing.actions == []


def test_a_lane_that_is_not_dark_when_the_flap_opens_is_blamed_at_once(
    wired: Wiring, tmp_path: Path
) -> None:
    hands = at_table("thaayam", wired, tmp_path)
    hands.cause(lambda faults: faults.stick("D3"))
    world = hands.world
    end = world.pi.throw((1, 1, 1, 0), LOTS)
    assert world.wait_for(lambda: "Lane 4 is not dark. Empty it" in world.app.words)
    assert "Take the stick out" in asked(hands)
    world.run_until(end + SETTLES)
    assert "Lit before: 4" in world.app.words
    hands.press("ok")
    assert [str(action) for action in world.app.table.game.playing.actions] == ["3"]


@pytest.mark.parametrize(
    ("fault", "is_high"), [("dirty", True), ("sun", False), ("5V", True), ("inverted", False)]
)
def test_a_script_breaks_a_sensor_and_the_throws_after_it_count_as_they_lie(
    fault: str, is_high: bool, basic: Wiring, tmp_path: Path
) -> None:
    hands, script, said = at_table("thaayam", basic, tmp_path), tmp_path / "play.txt", list[str]()
    game, pi = hands.world.app.table.game.playing.game, hands.world.pi
    assert pi.line("D2"), "an empty lane is dark"
    mended = "inverted" if fault == "inverted" else "none"
    levels = []
    for words in (f"sensor D2 {fault}", f"sensor D2 {mended}", f"sensor D2 {fault}"):
        script.write_text(words, encoding="utf-8")
        runs.run_commands(runs.read_script(script, game), hands, said.append)
        levels.append(pi.line("D2"))
    assert levels == [is_high, True, is_high]
    script.write_text("throw 1\nthrow 8", encoding="utf-8")
    runs.run_commands(runs.read_script(script, game), hands, said.append)
    actions = hands.world.app.table.game.playing.actions
    assert [str(each) for each in actions] == ["1", "8"]


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("sensor up dirty", "unknown sensor 'up'"),
        ("sensor D2 wet", "unknown fault 'wet'; expected one of dirty sun 5V inverted none"),
        ("sensor D2", "expected sensor LINE FAULT"),
    ],
)
def test_a_script_with_another_sensor_or_fault_is_refused(
    words: str, wrong: str, tmp_path: Path
) -> None:
    script = tmp_path / "play.txt"
    script.write_text(words, encoding="utf-8")
    with pytest.raises(runs.ScriptError, match=re.escape(wrong)):
        runs.read_script(script, games.load("thaayam"))


def test_a_lane_that_sees_nothing_in_three_throws_is_to_be_wiped(
    checked: Wiring, tmp_path: Path
) -> None:
    hands = at_table("thaayam", checked, tmp_path)
    hands.cause(lambda faults: faults.break_sensors("dirty", ["D1", "C1"]))
    for _ in range(3):
        words = thrown_with(hands, (1, 1, 1, 1))
    assert "Lane 2 sees nothing. Wipe it" in words
    assert "turn its trimmer" in asked(hands)


def test_taking_sticks_out_is_no_bump(wired: Wiring, tmp_path: Path) -> None:
    hands = at_table("thaayam", wired, tmp_path)
    seen: list[str] = []
    for _ in range(FEW):
        thrown_with(hands, (0, 1, 0, 0))
        for line in (*DICE_LINES, *CHECK_LINES):
            if line in hands.world.pi.lines:
                hands.world.pi.set_line(line, True)
            hands.world.run_for(0.3)
            seen.append(hands.world.app.words)
        hands.world.run_for(3.0)
        hands.world.app.table.run(BeginGame(hands.world.app.table.game.playing.setup))
    assert not any("Only a bump" in words for words in seen)


@each_game
def test_every_throw_of_a_tower_counts_as_it_lies(game: str, wired: Wiring, tmp_path: Path) -> None:
    hands, rng = at_table(game, wired, tmp_path), random.Random(2)
    thrown: list[str] = []
    while len(thrown) < THROWS:
        action = str(random_action(hands.state, rng))
        if hands.state.is_chance:
            hands.throw(action)
            thrown.append(action)
        else:
            hands.play(action)
    session = hands.world.app.table.game.playing
    assert [str(each) for each in session.actions if isinstance(each, Throw)] == thrown


@pytest.mark.deep
@pytest.mark.parametrize("language", ["en", "ru"])
@each_game
def test_a_game_with_a_tower_is_played_to_its_end(
    game: str, language: str, wired: Wiring, tmp_path: Path
) -> None:
    hands = at_table(game, wired, tmp_path, language, seed=1)
    assert play_game(hands, random.Random(1)) > 20
    assert hands.state.outcome() is not None
