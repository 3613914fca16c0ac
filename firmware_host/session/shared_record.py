"""A game in a link or in codes for cameras: its whole record, packed, and read back.

What is packed is the record as text, without what is the same in each: its first line, and the
numbers of its turns. It is compressed by bzip2, whose checksums find what is damaged.

A link has that behind its ``#``, which no server is told: ``g`` and base64url. Codes have it as
digits, which take up a third of the room of other characters there. What is too long for one code
is in several: each begins with its number, how many there are (two digits each), and five digits of
the checksum of the whole. A page joins them by putting together what is behind that.

Nothing that is read is trusted: it is bounded, and each game is played again before it is shown.
"""

import base64
import binascii
import bz2
import dataclasses
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from firmware_host.session.hand_steps import pieces_text
from firmware_host.session.seats import FAR, PHONE, Player, parse_player
from firmware_host.session.session import Session
from firmware_host.session.setup import NOBODY, PERSON, PERSONS, Setup
from firmware_host.storage.records import JournalRecord, outcome_record
from games import record as recording
from games import replay as replaying
from games.core import Catalogue, Game, Outcome
from games.record import FIRST_LINE, SKIPPED, Record, RecordError, Turn
from games.replay import Moment

MARK: Final = "g"
"""The first letter of a game in a link; a later way to pack games will have another one."""

LINK: Final = re.compile(rf"{MARK}[\w-]+", re.ASCII)
CODE: Final = re.compile(r"(\d\d)(\d\d)(\d{5})(\d+)", re.ASCII)
LONGEST: Final = 64 * 1024
"""Characters of a game in a link or in codes: ten times those of the longest random games."""

MOST_CODES: Final = 99
HEAD: Final = len("0102") + 5
ALWAYS: Final = b"BZh91AY&SY"
"""What bzip2 begins with if there is anything to compress."""

BLOCK: Final = 12
"""So many bytes become digits together: 96 bits, for which 29 digits have just enough room."""

SIZES: Final[Mapping[int, int]] = {len(str(256**size - 1)): size for size in range(1, BLOCK + 1)}
"""How many bytes are in so many digits."""

NAMED: Final = re.compile(r"(.+) \(person\)")
LONGEST_NAME: Final = 40
NOT_PLAYED: Final = "expected a game that a table can have played"
NO_GAME: Final = "expected a game that was shared: copy the whole of its link, or all of its codes"


def packed(record: Record) -> bytes:
    """Return ``record`` packed."""
    headers, _, entries = recording.write(record).removeprefix(FIRST_LINE).partition("\n\n")
    bare = re.sub(r"^[0-9]+ ", "", entries, flags=re.MULTILINE)
    return bz2.compress(f"{headers}\n\n{bare}".encode(), 9).removeprefix(ALWAYS)


def unpacked(content: bytes) -> Record:
    """Return the record that was packed as ``content``; RecordError if there is none."""
    unpacking = bz2.BZ2Decompressor()
    try:
        text = unpacking.decompress(ALWAYS + content, recording.LONGEST).decode()
    except (OSError, ValueError):
        raise RecordError(NO_GAME) from None
    if not unpacking.eof or unpacking.unused_data:
        raise RecordError(NO_GAME)
    headers, _, entries = text.partition("\n\n")
    return recording.read(f"{FIRST_LINE}{headers}\n\n{''.join(_numbered(entries))}")


def _numbered(entries: str) -> Iterator[str]:
    """Yield the lines of ``entries``, each turn with its number."""
    number = 0
    for line in entries.splitlines(keepends=True):
        is_turn = not line.startswith(("set ", "at "))
        number += is_turn
        yield f"{number} {line}" if is_turn else line


def link_text(record: Record) -> str:
    """Return ``record`` as it stands in a link, behind the ``#``.

    >>> record = Record("squadro", "white")
    >>> shared_record(f"http://table.local/shared#{link_text(record)}") == record
    True
    """
    return MARK + base64.urlsafe_b64encode(packed(record)).decode().rstrip("=")


def code_texts(record: Record, room: int) -> Sequence[str]:
    """Return ``record`` as digits in as many codes as it takes if each has ``room`` for so many.

    There are none if it takes more than there may be.

    >>> codes = code_texts(Record("squadro", "white"), 60)
    >>> [len(code) for code in codes], shared_record(" ".join(reversed(codes))).game
    ([60, 60, 50], 'squadro')
    """
    content = packed(record)
    digits, mark = "".join(_digits(content)), zlib.crc32(content) % 100_000
    size = room - HEAD
    parts = [digits[at : at + size] for at in range(0, len(digits), size)] if size > 0 else []
    if len(parts) > MOST_CODES:
        return ()
    return tuple(
        f"{number:02}{len(parts):02}{mark:05}{part}" for number, part in enumerate(parts, 1)
    )


def _digits(content: bytes) -> Iterator[str]:
    lengths = {size: length for length, size in SIZES.items()}
    for at in range(0, len(content), BLOCK):
        block = content[at : at + BLOCK]
        yield f"{int.from_bytes(block):0{lengths[len(block)]}}"


def _bytes(digits: str) -> bytes:
    """Return what became ``digits``; RecordError for digits that nothing becomes."""
    length, blocks = len(str(256**BLOCK - 1)), list[bytes]()
    try:
        for at in range(0, len(digits), length):
            block = digits[at : at + length]
            blocks.append(int(block).to_bytes(SIZES[len(block)]))
    except (KeyError, OverflowError):
        raise RecordError(NO_GAME) from None
    return b"".join(blocks)


def is_shared(text: str) -> bool:
    """Return whether ``text`` looks like a link or codes with a game, so that nothing else is it.

    >>> [*map(is_shared, ("http://table.local/shared#gAbc-_9", "0102123459", "game.txt"))]
    [True, True, False]
    """
    if len(text) > LONGEST:
        return False
    words = [*map(_behind, text.split())]
    if len(words) == 1 and LINK.fullmatch(words[0]):
        return "#" in text
    return bool(words) and all(map(CODE.fullmatch, words))


def _behind(word: str) -> str:
    """Return what ``word``, perhaps a link, has behind its ``#``."""
    return word.rpartition("#")[2]


def shared_record(text: str) -> Record:
    """Return the record in ``text``: a link, what it has behind its ``#``, or codes in any order.

    RecordError says in one line what is wrong with it. Only its form is read.
    """
    words = [*map(_behind, text.split())] if len(text) <= LONGEST else []
    is_link = len(words) == 1 and LINK.fullmatch(words[0])
    return unpacked(_linked(words[0].removeprefix(MARK)) if is_link else _joined(words))


def _linked(letters: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except binascii.Error:
        raise RecordError(NO_GAME) from None


def record_in(text: str) -> Record:
    """Return the record that ``text`` is, or that is shared in it; RecordError if there is none."""
    is_text = text.removeprefix(recording.BYTE_ORDER_MARK).lstrip().startswith(FIRST_LINE)
    return recording.read(text) if is_text else shared_record(text)


def _joined(words: Sequence[str]) -> bytes:
    """Return what is in the codes ``words``."""
    found = [match.groups() for match in map(CODE.fullmatch, words) if match]
    if not found or len(found) < len(words):
        raise RecordError(NO_GAME)
    if len({(of, mark) for _, of, mark, _ in found}) > 1:
        raise RecordError("expected the codes of one game, found those of several")
    parts, (_, of, mark, _) = {int(number): part for number, *_, part in found}, found[0]
    missing = [str(number) for number in range(1, int(of) + 1) if number not in parts]
    if missing:
        raise RecordError(f"expected {int(of)} codes, without number {', '.join(missing)}")
    content = _bytes("".join(parts[number] for number in sorted(parts)))
    if zlib.crc32(content) % 100_000 != int(mark):
        raise RecordError(NO_GAME)
    return content


def journal_of(record: Record, catalogue: Catalogue) -> Sequence[JournalRecord]:
    """Return what the journal of a table says of the game of ``record``, which is played again.

    RecordError if it cannot have been played.
    """
    game = replaying.game_of(record, catalogue)
    record = replaying.in_colours(record, game)
    moments = [*replaying.replay(record, catalogue)]
    try:
        session = _begun(record, game, moments)
        written = [session.setup.record()]
        for moment in moments:
            _note(_happened(moment, session), session, written)
        _note(_left(record, session), session, written)
        _note(_end(session, replaying.ended(record, session.state)), session, written)
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"{NOT_PLAYED}: {error}") from None
    if session.state != moments[-1].state:
        raise RecordError(NOT_PLAYED)
    return written


def _begun(record: Record, game: Game, moments: list[Moment]) -> Session:
    """Begin the game of ``record``; leave in ``moments`` what happened after that."""
    colours = [seat.colour for seat in game.seats]
    acting = {
        each.seat
        for each in record.entries
        if isinstance(each, Turn) and {*each.actions} - {SKIPPED}
    }
    playing = [_player(record.players.get(colour, PERSON), colour in acting) for colour in colours]
    persons = "\n".join(name for _, name in playing).rstrip("\n")
    setup = Setup(
        game.name,
        game.options,
        colours.index(record.first),
        tuple(player for player, _ in playing),
        arranged={PERSONS: persons} if persons else {},
    )
    begun = moments.pop(0)
    if moments and moments[0].seat is None:
        begun = moments.pop(0)
    session = Session(game, setup)
    if session.state == begun.state:
        return session
    return Session(game, replace(setup, position=str(begun.state)))


def _player(words: str, has_acted: bool = True) -> tuple[Player, str]:
    """Return who played first in the ``words`` of a record, and what a person is called there.

    A record says who played last: nobody may be somebody who ``has_acted`` and left.

    >>> _player("Eva (person)"), _player("Ann"), _player("machine"), _player("nobody")
    (('person', 'Eva'), ('person', 'Ann'), ('friend', ''), ('person', ''))
    """
    named = NAMED.fullmatch(words)
    if named is not None:
        return PERSON, named[1][:LONGEST_NAME]
    if words in (PHONE, FAR) or (words == NOBODY and has_acted):
        return PERSON, ""
    try:
        return parse_player(words), ""
    except ValueError:
        return PERSON, words[:LONGEST_NAME]


def with_names(record: Record, persons: Mapping[str, str]) -> Record:
    """Return ``record`` with the names of ``persons``, by the colours of their seats.

    >>> with_names(Record("squadro", "white"), {"white": "Eva", "black": ""}).players
    {'white': 'Eva (person)'}
    """
    named = {colour: f"{name} (person)" for colour, name in persons.items() if name}
    return dataclasses.replace(record, players={**record.players, **named})


def _note(records: Iterable[JournalRecord], session: Session, written: list[JournalRecord]) -> None:
    for record in records:
        session.apply(record)
        written.append(record)


def _happened(moment: Moment, session: Session) -> Iterator[JournalRecord]:
    """Yield what lets happen in ``session`` what happened in ``moment``; hands do all steps."""
    if moment.seat is None:
        yield {"set": pieces_text(moment.state.pieces())}
    elif moment.action is not None:
        yield {"do": str(moment.action)}
        if session.hand_steps.due:
            yield {"act": len(session.hand_steps.steps)}
    elif session.player(moment.seat.index) != NOBODY:
        yield {"resigned": moment.seat.index}


def _left(record: Record, session: Session) -> Iterator[JournalRecord]:
    """Yield what lets those leave ``session`` who had left at its end."""
    for seat in session.game.seats:
        is_gone = record.players.get(seat.colour) == NOBODY
        if is_gone and session.player(seat.index) != NOBODY and session.outcome is None:
            yield {"seat": seat.index, "player": NOBODY}


def _end(session: Session, outcome: Outcome | None) -> Iterator[JournalRecord]:
    """Yield what lets ``session`` end with ``outcome``; ValueError if it ends otherwise."""
    if outcome is None:
        return
    if session.outcome is None and outcome.is_draw:
        yield {"drawn": True}
    by = {"by": outcome.reason} if outcome.reason == "time" else {}
    for seat in session.seats.present:
        if session.outcome is None and seat not in outcome.winners:
            yield {"resigned": seat, **by}
    found = session.outcome
    if found is None or replaying.result(session.game, found) != replaying.result(
        session.game, outcome
    ):
        raise ValueError(f"expected another end than {outcome.reason}")
    yield outcome_record(found)
