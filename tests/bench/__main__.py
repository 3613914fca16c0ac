"""Measure everything, on one page: ``python -m tests.bench --help``."""

import argparse
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import games
from tests.bench import (
    browser,
    classroom,
    crowded,
    displays,
    fleet,
    hints,
    hostile_broker,
    luck,
    press_bytes,
    presses,
    races,
    resume,
    since,
    squadro,
    starts,
    terminal,
)
from tests.bench.machine import COMPILED, compile_all, describe
from tests.bench.measure import ROUNDS
from tests.bench.page import table
from tests.bench.report import report
from tests.bench.section import Section
from tests.of_features import of_features

INTRODUCTION = """\
# Benchmarks

This page shows how fast the program is, and what it takes of a computer. `make bench` writes it.
Times are processor times on one core, unless a section says otherwise; the random seed is 1. The
programs that are measured find themselves compiled, as they are where they are installed."""


OF_FEATURES: Mapping[str, Section] = {
    title: section for part in of_features("bench") for title, section in part.SECTIONS.items()
}
SECTIONS: Mapping[str, Section] = {
    "Speed of the games": Section(
        "Throws and moves per second in random play through the public API and in playouts (by "
        "the mean length of the games), and leaves per second in perft. Each figure is the median "
        f"of {ROUNDS} slices of a quarter of a second; all are measured in turns. The targets "
        "are 25 times the moves of python-chess in squadro, 12 in thaayam, 6 in tshupu and 2 in "
        "xiangqi4.",
        lambda names: report(games, names, 2.0, time.process_time),
    ),
    "Races that files describe": Section(
        "The same figures for games that are written by hand and, described, for the same games as "
        "a file describes them, all measured in turns. A described game does not know which of its "
        "rules will never matter, and has no faster inner form for random play. The target is "
        "40,000 throws and moves a second in playouts.",
        lambda names: races.rows(),
    ),
    "Compared with earlier releases": Section(
        "The same sections of this page, measured by the releases and by this commit in turns, "
        f"{since.ROUNDS} times each; the figures are the means. The last columns are this commit's "
        "figure divided by that of each release.",
        lambda names: since.rows(),
    ),
    f"Followed on a page, compared with release {since.RELEASE}": Section(
        "The bytes of text that a page is sent for an action, with all steps of the hands, in "
        "games of different lengths; what followers of one table take of the processor, with the "
        "table and its server, for an action, and the most seconds until the last of them has it; "
        "how long a browser on this computer waits at 1366 x 768 pixels, for a touch on a page at "
        "rest; and the whole published value of a long game on the socket between table and "
        "server. The targets are 6,000 bytes in every game at every length, the last picture "
        "within 0.4 s, and a time that grows with "
        "the followers and not with their square. Followers and browser go before other work of "
        "the computer where root measures them.",
        since.followed_rows,
    ),
    "From a press to the bus": Section(
        "The time from the debounced event of a key to the last message handed to the bus, in "
        "games played with keys. The target is p99 of at most 5 ms.",
        presses.rows,
    ),
    "From a press to the glass": Section(
        "What a hand feels: the time on the clock from the debounced event of a key to the last "
        "message handed to the bus, where a card takes 0, 3, 10 or 40 ms to sync a record. A pause "
        "in the place of the sync stands in for the card; the picture is drawn meanwhile. Beside "
        "it is what the same presses take of the processor, all threads together; the targets for "
        "that are a p50 of at most 0.9 ms and a p99 of at most 2.2 ms.",
        presses.rows_to_the_glass,
    ),
    "Bytes of an update": Section(
        "Bytes counted on the simulated bus: addresses, control bytes, commands and data; in "
        "brackets, the time on a bus of 400 kHz.",
        lambda names: displays.rows(),
    ),
    "Bytes of a press": Section(
        "Bytes counted on the simulated bus in the same games, for each press that changes the "
        "picture. The column *changed bytes* has the mean of the bytes of the picture that differ "
        "before and after it: no way of sending needs fewer. On I2C a picture is one transfer; on "
        "SPI the data/command line has to change between two. The target is at most 1.05 "
        "times the fewest bytes that can tell the controller the same; a test compares them where "
        "every way of sending can be tried. Most of what changes is words: from choosing a move "
        "to carrying it out, and from one player to the next, the name, the order and what the "
        "keys do are other words, and a letter is five or six bytes. In xiangqi for four, more "
        "than a quarter of the presses lead to another part of the board.",
        press_bytes.rows,
    ),
    "Start": Section(
        "The shortest of ten starts, compared with the bare imports, with a display on I2C. The"
        " target is a first picture after at most 1.4 times the bare imports that it needs: the"
        " wiring is read and checked before.",
        lambda names: starts.starts(),
    ),
    "Start, in instructions": Section(
        "How many instructions of the processor the same starts take, in millions, as valgrind"
        " counts them; other work on the computer changes nothing. The targets are a first"
        " picture after at most 1.4 times the bare imports of Pillow and luma, and to be playable"
        " after at most 2.0 times those of all three.",
        lambda names: starts.instructions(),
    ),
    "Rest": Section(
        "The main process while it waits in a game, on simulated pins. The target is at most "
        "0.5 % of the processor and 40 MiB. On a Raspberry Pi lgpio comes in addition: two of its "
        "threads look for work 1,870 times a second, whether anything happens or not. The last "
        "row is what so many wake-ups take on this computer; a slower core takes longer.",
        starts.rests,
    ),
    "Rest of the simulator": Section(
        "All threads of the simulator in a terminal of 160 x 50 characters, while it waits in a "
        "game. The target is at most 1 % of the processor; ten of the wake-ups are Textual's, "
        "which looks for keys.",
        terminal.rests,
    ),
    "Browser": Section(
        f"A key pressed in the browser on loopback, with {browser.OBSERVERS} pages open: "
        "wall-clock time from the message to the last byte handed to the bus, and to the picture "
        "in the browser. The targets are p99 of at most 50 ms and 150 ms, and no picture twice. "
        "Then what a press at the table takes of the processor and on the clock, at three tables "
        "at the same time: two alone, the difference of which is chance, and one whose pages and "
        "staff ask as fast as they can. The targets are p99 of the processor within 10 % of that "
        "alone, and 32 MiB and 40 MiB of memory.",
        lambda names: browser.rows(),
    ),
    "A hostile broker": Section(
        "What a press at the table takes of the processor and on the clock, at three tables at the "
        "same time: two are alone, the difference of which is chance, and the agent of the third "
        "is connected to Mosquitto while a stranger floods it with orders that are forged, late, "
        "for others, nonsense or 1 MB long. The targets are p99 of the processor within 10 % of "
        "that alone, and no order accepted.",
        lambda names: hostile_broker.rows(),
    ),
    "Resuming a game": Section(
        "Wall-clock time from the start to the screen of a game that was interrupted just "
        "before its end, and its parts.",
        lambda names: resume.rows(names, resume.TIMES),
    ),
    "A crowded folder": Section(
        "Wall-clock time of the first starts with 100,000 files of games, as nothing but a fault "
        "leaves them. Each start counts and removes at most a thousand of the oldest. The target "
        "is at most 10 s.",
        lambda names: crowded.rows(),
    ),
    "A class at practice tables": Section(
        "`tableside serve` with thirty visitors over loopback, each of whom throws or moves "
        "every two to four seconds in a game of their own; the browsers run on the same "
        "computer. Memory is the resident memory of the server, times are wall-clock times.",
        lambda names: classroom.rows(),
    ),
    "Many tables on one broker": Section(
        "A thousand tables in one process, each with a connection of its own, and a desk in "
        "another process, on one Mosquitto on the same computer. Every table shows something new "
        "every four seconds on average; the figures are wall-clock times until the desk has read "
        "it. Then the broker is killed and started again ten times while the tables go on. The "
        "targets are p99 of at most 2 s and every final state right.",
        lambda names: fleet.rows(),
    ),
    "Thinking": Section(
        "What a hint takes of the processor in a hundred positions with a choice, in every game, "
        "number of seats and mode, and what that is on a Pi Zero 2 W, which is fifteen times as "
        "slow as the reference core. The positions are from games between friends. The search ends "
        f"when its positions are spent. The least of {hints.TIMES} times counts, as other work on "
        "the computer only makes the same search slower. The companion stops a search after two "
        "seconds, which is the target.",
        hints.rows,
    ),
    "Luck and skill": Section(
        "Random games of every game with dice, reviewed: the mean luck of each seat, in per cent "
        "of the point, and how many standard errors that is from 0; the target is at most three. "
        "The gap is the most by which start + luck + skill missed the result for any seat; the "
        "target is 1e-9. Neither depends on how well positions are judged, so most games are "
        "judged by counting what stands on the board and what was thrown, and some as in all "
        "other reviews.",
        luck.rows,
    ),
    "Squadro: exact values": Section(
        "How often a player keeps the value of a position: it plays a move that wins if one does, "
        "or else one that draws. The 2,000 positions are from all parts of the game, in each some "
        "moves keep the value and some do not, and nothing was learnt from them. `solve.c` gave "
        "the values. The targets are 95 % without a table and 97.5 % with one.",
        lambda names: squadro.rows() if "squadro" in names else (squadro.HEAD,),
    ),
    **OF_FEATURES,
}


def main() -> None:
    """Print the page while it is measured, and write it to a file if one is named."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Measure it all.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="else all")
    parser.add_argument("--section", choices=SECTIONS, help="else all", metavar="TITLE")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the page there as well")
    asked = parser.parse_args()
    os.environ |= COMPILED
    compile_all()
    lines = []
    for line in page(asked.games or games.names(), [asked.section] if asked.section else SECTIONS):
        print(line, flush=True)
        lines.append(line)
    if asked.page:
        asked.page.write_text("\n".join((*lines, "")), encoding="utf-8")


def page(names: Sequence[str], titles: Iterable[str]) -> Iterable[str]:
    """The lines of the page about the games called ``names``, the sections called ``titles``."""
    yield from (INTRODUCTION, "", f"Machine: {describe()}.")
    for title in titles:
        section = SECTIONS[title]
        yield from ("", f"## {title}", "", section.text, "")
        yield from table(section.rows(names))


if __name__ == "__main__":
    main()
