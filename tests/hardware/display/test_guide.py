"""Follow docs/developers/display.md in a copy of the program; then the new display works."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/developers/display.md").read_text("utf-8")
PACKAGES = ("firmware_host", "games", "hardware")
STEPS = re.findall(
    r"^`([\w/.-]+)`(?:, in `(\w+)`)?:\n\n```\w+\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL
)
"""The file of each step, the table in it that gets a line, and the text."""

SCRIPT = """
import random
from PIL import Image
from hardware.display.oled import open_display
from hardware.simulated.display import bus_of, panel_of
from hardware.wiring.wiring import load

display = load("ch1115-module").display
panel = panel_of(display)
bus = bus_of(display, panel, None)
oled = open_display(display, bus, lambda: 0.0)
rng = random.Random(1)
for _ in range(20):
    picture = Image.frombytes("1", (128, 64), rng.randbytes(1024))
    oled.show(picture)
    assert oled.fault is None, oled.fault
    assert panel.image().tobytes() == picture.tobytes()
before = bus.bytes_sent
picture.putpixel((0, 0), 1 - bool(picture.getpixel((0, 0))))
oled.show(picture)
print(bus.bytes_sent - before)
"""


def files(folder: Path) -> dict[Path, bytes]:
    return {
        path.relative_to(folder): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def insert(path: Path, table: str, lines: str) -> None:
    """Put the imports of ``lines`` among those of the file, and the entry into its ``table``."""
    *imports, entry = (line for line in lines.splitlines() if line)
    text = path.read_text("utf-8")
    if imports:
        text = text.replace("\nfrom hardware", "\n" + "\n".join(imports) + "\nfrom hardware", 1)
    start = re.search(rf"^{table}\b.* = {{\n", text, re.MULTILINE)
    assert start is not None, f"no table {table} in {path}"
    path.write_text(text[: start.end()] + entry + "\n" + text[start.end() :], "utf-8")


def run(copy: Path, *arguments: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=copy,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program in which every step of the guide has been taken."""
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("__pycache__")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    for name, table, text in STEPS:
        if table:
            insert(folder / name, table, text)
        else:
            assert not (folder / name).exists()
            (folder / name).write_text(text, "utf-8")
    return folder


def test_the_guide_touches_two_new_files_and_two_others(copy: Path) -> None:
    assert "two new files and one line in each of two others" in PAGE
    before = {
        Path(package, path): data
        for package in PACKAGES
        for path, data in files(ROOT / package).items()
    }
    after = files(copy)
    assert sorted(map(str, after.keys() - before.keys())) == [
        "hardware/simulated/ch1115.py",
        "hardware/wiring/profiles/ch1115-module.toml",
    ]
    assert sorted(str(path) for path, data in before.items() if after[path] != data) == [
        "hardware/display/luma_driver.py",
        "hardware/simulated/display.py",
    ]


def test_the_new_display_shows_pictures_and_is_sent_only_what_changed(copy: Path) -> None:
    assert int(run(copy, "-c", SCRIPT)) < 10


def test_the_new_display_is_simulated(copy: Path, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text("throw 8\nthrow 4\n")
    simulate = "from firmware_host.cli.main import main; raise SystemExit(main())"
    run(
        copy,
        "-c",
        simulate,
        "simulate",
        "thaayam",
        "--wiring",
        "ch1115-module",
        "--script",
        str(script),
    )
