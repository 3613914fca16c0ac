"""List the generated files of the manual, and the stale ones."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from docs.writer import (
    circuits,
    commands,
    conformance,
    displays,
    first_look,
    hall_tray,
    header,
    keys,
    parts_sheets,
    players,
    print_boards,
    race_pictures,
    screens,
    settings,
    terminal,
    tethered,
)
from firmware_host.setup.card import cloud_config
from hardware.wiring import wiring

FOLDER: Final = Path(__file__).parent.parent
GENERATED: Final = (
    "museums/conformance.md",
    "players/*.md",
    "reference/*.md",
    "pictures/boards/*.svg",
    "pictures/circuits/*.svg",
    "pictures/readme/*.svg",
    "pictures/screens/*.svg",
    "pictures/words/*.svg",
    "pictures/hall-tray-*",
    "pictures/parts/sheet-*",
    "pictures/wiring-*",
    "pictures/displays.svg",
    "print/*.pdf",
)
"""Only generated files may be in these places."""


UNDRAWN: Final = (
    *("framebuffer", "pimoroni-oled-1in12", "sparkfun-qwiic-oled"),
    *("waveshare-lcd-hat", "waveshare-oled-1in5", "waveshare-oled-2in23"),
)
"""The profiles without a drawing of their own: it would be that of another but for few wires."""


@cache
def generated() -> Mapping[str, str]:
    """Return the text of each file, by its path below :data:`FOLDER`."""
    return dict(
        chain(
            players.pages(),
            screens.pages(),
            displays.pictures(),
            first_look.pictures(),
            terminal.pictures(),
            circuits.pictures(),
            tethered.pictures(),
            parts_sheets.pictures(),
            print_boards.sheets(),
            race_pictures.pictures(),
            _reference(),
            [("museums/conformance.md", conformance.page())],
            _wirings(),
            _hall_tray(),
            [("builders/user-data", cloud_config())],
        )
    )


def outdated() -> list[str]:
    """Return the paths of the files that are missing or older than the program."""
    kept = {name: FOLDER / name for name in generated()}
    return [
        name
        for name, path in kept.items()
        if not path.is_file() or path.read_text(encoding="utf-8") != generated()[name]
    ]


def stale() -> list[Path]:
    """Return the files that were generated before and are no longer."""
    kept = {FOLDER / name for name in generated()}
    return [path for glob in GENERATED for path in FOLDER.glob(glob) if path not in kept]


def _reference() -> Iterator[tuple[str, str]]:
    yield "reference/parts.md", parts_sheets.page()
    for module in (commands, settings, keys, displays):
        yield f"reference/{module.__name__.rpartition('.')[2]}.md", module.page()


def _hall_tray() -> Iterator[tuple[str, str]]:
    yield "pictures/hall-tray-plan.svg", hall_tray.plan()
    yield "pictures/hall-tray-wires.svg", hall_tray.schematic()


def _wirings() -> Iterator[tuple[str, str]]:
    for name in wiring.names():
        if name in UNDRAWN:
            continue
        yield f"pictures/wiring-{name}.svg", header.drawing(wiring.load(name))
