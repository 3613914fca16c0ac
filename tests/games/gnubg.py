"""GNU Backgammon, a program that plays by the same rules, asked what may be played."""

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from games.backgammon.rules import ACROSS, BAR, BEARS_OFF, Group, Groups

PROGRAM: Final = Path("/usr/games/gnubg")
SCRIPT: Final = Path(__file__).with_name("asked_of_gnubg.py")
AT_ONCE: Final = 8
PLAY: Final = re.compile(r"(\S+?)(?:\((\d)\))?(?:\s|$)")

Asked = tuple[Groups, int, tuple[int, int]]
"""The pieces, the seat to play, and its throw."""


Play = tuple[str, tuple[float, ...]]
"""A play as GNU Backgammon writes it, and its chances as ``asked_of_gnubg.py`` says."""


def plays(asked: Sequence[Asked], folder: Path) -> Iterator[list[Play]]:
    """Yield the plays in each of the positions ``asked`` about, the best first at 0 plies.

    It mostly waits for itself, so that several of it are asked at once.
    """
    size = -(-len(asked) // AT_ONCE)
    parts = [asked[begin : begin + size] for begin in range(0, len(asked), size)]
    begun = [_begun(part, folder / str(number)) for number, part in enumerate(parts)]
    for number, process in enumerate(begun):
        assert process.wait() == 0, "GNU Backgammon has answered"
        yield from map(_plays, (folder / str(number) / "answered").read_text("ascii").splitlines())


class Opponent:
    """GNU Backgammon as a player, asked one position after another; it works in ``folder``."""

    def __init__(self, folder: Path) -> None:
        for name in ("asked", "answered"):
            os.mkfifo(folder / name)
        self._process = _run(folder)
        self._asked = (folder / "asked").open("w", encoding="ascii", buffering=1)
        self._answered = (folder / "answered").open(encoding="ascii")

    def best(self, asked: Asked) -> str | None:
        """Return the play that it likes best, None if it can play nothing."""
        self._asked.write(_line(asked))
        found = _plays(self._answered.readline().rstrip("\n"))
        return found[0][0] if found else None

    def close(self) -> None:
        """End it."""
        self._asked.close()
        self._process.wait()
        self._answered.close()


def _plays(line: str) -> list[Play]:
    return [_play(each) for each in line.split(";")] if line else []


def _play(text: str) -> Play:
    written, chances = text.split(":")
    return written, tuple(map(float, chances.split(",")))


def _begun(asked: Iterable[Asked], folder: Path) -> "subprocess.Popen[bytes]":
    """Return GNU Backgammon, which writes its answers into ``folder``."""
    folder.mkdir()
    (folder / "asked").write_text("".join(map(_line, asked)), encoding="ascii")
    return _run(folder)


def _run(folder: Path) -> "subprocess.Popen[bytes]":
    told = {"ASKED": str(folder / "asked"), "ANSWERED": str(folder / "answered")}
    command = [str(PROGRAM), "-t", "-q", "-r", "-p", str(SCRIPT)]
    return subprocess.Popen(
        command,
        env={**os.environ, **told, "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _line(asked: Asked) -> str:
    groups, seat, dice = asked
    parts = (groups[seat][1:], groups[1 - seat][1:], dice)
    return "/".join(",".join(map(str, part)) for part in parts) + "\n"


def after(groups: Groups, seat: int, play: str) -> Groups:
    """Return the pieces after ``seat`` has played what GNU Backgammon writes as ``play``.

    >>> from games.backgammon.rules import start_group
    >>> played = after((start_group(), start_group()), 0, "8/5(2) 6/3(2)")
    >>> played[0][:9]
    (0, 0, 0, 2, 0, 2, 3, 0, 1)
    """
    own, other = list(groups[seat]), list(groups[1 - seat])
    for way, times in PLAY.findall(play):
        for _ in range(int(times or 1)):
            _carry_out(own, other, way.split("/"))
    after_all: tuple[Group, Group] = (tuple(own), tuple(other))
    return after_all if seat == 0 else after_all[::-1]


def _carry_out(own: list[int], other: list[int], way: Sequence[str]) -> None:
    """Move one piece along ``way``; where there is a star, it hits."""
    own[_point(way[0])] -= 1
    own[_point(way[-1])] += 1
    for stop in way[1:]:
        there = ACROSS - _point(stop)
        if stop.endswith("*") and other[there]:
            other[there] -= 1
            other[BAR] += 1


def _point(text: str) -> int:
    name = text.rstrip("*")
    return {"bar": BAR, "off": BEARS_OFF}.get(name) if not name.isdigit() else int(name)  # type: ignore[return-value]
