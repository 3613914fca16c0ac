"""Follow docs/developers/observer.md in a copy of the program, and check what the guide claims."""

import logging
import re
from pathlib import Path

import pytest
from msgspec.structs import fields

from docs.writer.manual import FOLDER
from firmware_host.remote.wire import Published
from firmware_host.session.setup import Setup
from firmware_host.simulator.hands import Hands
from firmware_host.table.observers import QUEUE_LIMIT, TableStep
from tests.docs.copies import ROOT, copy_program, run_in, touched
from tests.table import Begin

PAGE = (FOLDER / "developers" / "observer.md").read_text(encoding="utf-8")
STEPS = re.findall(r"^`([\w/.]+)`:\n\n```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
OUTPUT = re.findall(r"^announcer: .*$", PAGE, re.MULTILINE)
TWO = Setup("thaayam", {"seats": 2})
PATIENCE = 60.0
"""Seconds that a busy computer may take until an observer has been called."""
THROWS = "throw 8\nthrow 4\n"
NEW_FILE, CHANGED_FILE = "firmware_host/app/announcer.py", "firmware_host/app/build.py"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program in which every step of the guide has been taken."""
    folder = tmp_path_factory.mktemp("copy")
    copy_program(folder)
    (new, module), (changed, lines) = STEPS
    (folder / new).write_text(module, encoding="utf-8")
    path, (first, watch) = folder / changed, (line for line in lines.splitlines() if line)
    text = path.read_text(encoding="utf-8")
    text = text.replace("\nfrom firmware_host", f"\n{first}\nfrom firmware_host", 1)
    path.write_text(text.replace("    return app\n", f"{watch}\n    return app\n", 1), "utf-8")
    return folder


@pytest.fixture
def hands(begin: Begin) -> Hands:
    """Hands at a table where a game of Thaayam for two begins."""
    return begin(TWO)


def test_the_guide_touches_one_new_file_and_two_lines_of_another(copy: Path) -> None:
    assert "one new file and two lines in another" in PAGE
    assert touched(copy) == {NEW_FILE, CHANGED_FILE}
    assert not (ROOT / NEW_FILE).exists()
    before, after = ((root / CHANGED_FILE).read_text("utf-8") for root in (ROOT, copy))
    assert len(after.splitlines()) == len(before.splitlines()) + 2


def test_the_observer_of_the_guide_announces_what_the_guide_shows(copy: Path) -> None:
    script = copy / "two-throws"
    script.write_text(THROWS, encoding="utf-8")
    output = copy / "output"
    program = (
        "import sys; from firmware_host.cli.main import main; "
        f"from firmware_host.table import observers; observers.CLOSE_SECONDS = {PATIENCE}; "
        f"sys.stderr = open({str(output)!r}, 'w'); raise SystemExit(main())"
    )
    run_in(copy, "-c", program, "simulate", "thaayam", "--script", str(script))
    assert output.read_text(encoding="utf-8").splitlines() == OUTPUT


def test_the_guide_describes_every_field_of_an_update() -> None:
    described = set(re.findall(r"^\| `([\w.]+)` \|", PAGE, re.MULTILINE))
    of_step = {each.name for each in fields(TableStep)}
    assert described == of_step | {f"shown.{each.name}" for each in fields(Published)}


def test_an_update_says_what_is_shown_awaited_and_done(hands: Hands) -> None:
    subscription = hands.world.app.observers.subscribe()
    (present,) = subscription.take()
    assert (present.shown.awaited, present.done) == ("throw", ())
    assert present.view.actor is not None
    assert present.shown.words == hands.world.app.words
    hands.throw("8")
    updates = subscription.take()
    assert [str(action) for update in updates for action in update.done] == ["8"]
    assert updates[-1].position == hands.world.app.table.game.playing.state
    with pytest.raises(AttributeError):
        updates[-1].shown.words = ""  # type: ignore[misc]


def test_an_observer_that_raises_is_dropped_with_one_line(
    hands: Hands, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_host.table.observers.CLOSE_SECONDS", PATIENCE)
    observers = hands.world.app.observers
    seen: list[TableStep] = []

    def fail(update: TableStep) -> None:
        raise ValueError("no network")

    observers.watch(fail, "web page")
    observers.watch(seen.append, "recorder")
    with caplog.at_level(logging.ERROR):
        hands.throw("8")
        hands.throw("4")
        hands.world.close()
    (line,) = [each.getMessage() for each in caplog.records if "observer" in each.getMessage()]
    assert "web page" in line
    assert "no network" in line
    assert [str(action) for update in seen for action in update.done] == ["8", "4"]
    assert seen[-1].shown.is_last


def test_a_subscriber_that_never_reads_loses_the_oldest_updates(hands: Hands) -> None:
    assert f"At most {QUEUE_LIMIT} updates wait" in PAGE
    subscription = hands.world.app.observers.subscribe(limit=2)
    hands.throw("8")
    hands.throw("4")
    kept = subscription.take()
    assert len(kept) == 2
    assert subscription.lost > 0
    assert kept[-1].shown.words == hands.world.app.words


def test_a_subscription_ends_with_the_last_update(hands: Hands) -> None:
    subscription = hands.world.app.observers.subscribe()
    hands.world.close()
    assert subscription.wait(PATIENCE)[-1].shown.is_last
    assert subscription.is_closed
    assert subscription.wait() == ()
