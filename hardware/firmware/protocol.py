"""The frames of the serial link; both ends use this module.

A frame is one line of ASCII: a sequence number of four hex digits, a kind, its words, and the
CRC-32 of everything before it.

>>> line = frame(0x2A, ["keys", bits_text(0b010010, 6)])
>>> line
b'002a keys 12 4523cf00\\n'
>>> splitter = Splitter()
>>> splitter.feed(b"rest of a line\\n" + line[:9]), splitter.feed(line[9:])
([], [(42, ['keys', '12'])])
>>> read_bits("12", 6)
18
"""

from binascii import crc32

VERSIONS = ("1", "2")
"""The versions of the protocol that both ends speak, as a hello names them; the newest is last."""

HOST = "tableside"
"""The name of the host in its hello; no peer has it."""

LONGEST = 200
"""The most bytes of a frame, with its line feed."""

MOST_FIELDS = 400
"""The most fields of a board; their bits fit into a frame."""

SHORTEST = len("0000 k 00000000")
LONGEST_KIND = 16

DIGITS, LETTERS = "0123456789abcdef", "abcdefghijklmnopqrstuvwxyz"


def frame(sequence: int, words: list[str]) -> bytes:
    """Return the frame of ``words``, the first of which is its kind.

    ``sequence`` counts the frames of a sender; its lower 16 bits are sent. Raises ValueError if
    the words cannot be a frame, or one of more than 200 bytes.
    """
    covered = f"{sequence & 0xFFFF:04x} {' '.join(words)} ".encode()
    result = _read_covered(covered)
    if result is None or result[1] != words:
        raise ValueError(f"expected a kind and words that fit a frame, not {words}")
    return covered + _checksum(covered) + b"\n"


def read(line: bytes) -> "tuple[int, list[str]] | None":
    """Return the sequence number and the words of a frame without its line end, None if it is bad.

    The CRC is compared byte by byte, so upper case is wrong.
    """
    covered = line[:-8]
    return _read_covered(covered) if _checksum(covered) == line[-8:] else None


def bits_text(value: int, count: int) -> str:
    """Return the lowest ``count`` bits of ``value`` as hex digits, the most significant first."""
    return _hex(value & ((1 << count) - 1), (count + 3) // 4)


def read_bits(text: str, count: int) -> int:
    """Return the value of ``count`` bits in ``text``; raise ValueError if it is anything else."""
    # -1 for a text that is not a number: its digits never equal the text
    value = int(text, 16) if text and _is_hex(text) else -1
    if bits_text(value, count) != text:
        raise ValueError(f"expected {count} bits as lower-case hex digits, not {text}")
    return value


class Splitter:
    """Finds the frames in the bytes of a line that may lose, change and insert any of them.

    It stores fewer than 200 bytes. ``good`` and ``bad`` count the lines that were frames and those
    that were not. An empty line does not count, nor does a bad first line, which may be cut off.
    """

    def __init__(self) -> None:
        self.good = self.bad = 0
        self._line = b""
        self._is_first = True
        self._is_too_long = False

    def feed(self, data: bytes) -> list[tuple[int, list[str]]]:
        """Take ``data`` and return the frames that it completes, as pairs of number and words."""
        lines = data.split(b"\n")
        frames = []
        for line in lines[:-1]:
            self._extend(line)
            complete = self._end()
            if complete is not None:
                frames.append(complete)
        self._extend(lines[-1])
        return frames

    def _extend(self, data: bytes) -> None:
        if self._is_too_long or len(self._line) + len(data) >= LONGEST:
            self._is_too_long, self._line = True, b""
        else:
            self._line += data

    def _end(self) -> "tuple[int, list[str]] | None":
        line, self._line = self._line, b""
        was_first, self._is_first = self._is_first, False
        was_too_long, self._is_too_long = self._is_too_long, False
        if line[-1:] == b"\r":
            line = line[:-1]
        found = None if was_too_long else read(line)
        if found is not None:
            self.good += 1
        elif (line or was_too_long) and not was_first:
            self.bad += 1
        return found


def _checksum(covered: bytes) -> bytes:
    return f"{crc32(covered):08x}".encode()


def _read_covered(covered: bytes) -> "tuple[int, list[str]] | None":
    """Return the number and the words of what a CRC covers; None if it is not of a frame."""
    if not SHORTEST <= len(covered) + 8 < LONGEST or min(covered) < 0x20 or max(covered) > 0x7E:
        return None
    words = covered.decode().split(" ")
    # it ends with a space, and two in a row would make an empty word
    if len(words) < 3 or words.pop() or "" in words:
        return None
    number, kind = words[0], words[1]
    if len(number) != 4 or not _is_hex(number) or len(kind) > LONGEST_KIND or kind.strip(LETTERS):
        return None
    return int(number, 16), words[1:]


def _is_hex(text: str) -> bool:
    # on a Pico, a loop over the digits takes ten times as long
    return not text.strip(DIGITS)


def _hex(value: int, digits: int) -> str:
    text = f"{value:x}"
    return "0" * (digits - len(text)) + text
