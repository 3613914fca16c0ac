"""Texts that lie: anything at all, and good ones that were cut, doubled, swapped and laced."""

from collections.abc import Callable

from hypothesis import strategies as st

Text = st.SearchStrategy[str]
Check = Callable[[str], object]

LACES = [
    *"\0\t\n\r\x1b\x7f\x85\x9b\u2028\u202e\ufeff\U0001f3b2 ,;:=-+/'\"[]{}()<>#%$\\",
    "\x1b[2J",
    "\x1b]0;title\x07",
    "1e999",
    "nan",
    "-1",
    "00",
    "٣",
    "²",
    "True",
    "None",
    "{0.__class__}",
    "../..",
    "9" * 19,
    "9" * 5000,
    "[" * 5000,
    "{" * 5000,
    "a." * 3000,
    "x" * 3000,
]
"""What good texts are laced with: signs that mean something somewhere, and too much of anything."""

ANYTHING: Text = st.text(max_size=300) | st.lists(st.sampled_from(LACES), max_size=8).map("".join)


def mutated(good: Text) -> Text:
    """Good texts, damaged up to three times."""
    return st.builds(_damaged, good, st.lists(_DAMAGE, min_size=1, max_size=3))


def lying(good: Text) -> Text:
    """Good texts, damaged ones and anything else."""
    return good | mutated(good) | ANYTHING


def check_line(error: Exception) -> None:
    """The words of ``error`` are one line that no terminal obeys, and not without end."""
    words = str(error)
    assert words
    assert words.isprintable()
    assert len(words) < MOST_TOLD


MOST_TOLD = 20_000
"""Characters of an error at most: twice the longest position text, written as escapes."""

_DAMAGE = st.tuples(
    st.sampled_from(["cut", "take", "double", "swap", "lace", "put"]),
    st.floats(0, 1),
    st.integers(1, 12),
    st.sampled_from(LACES),
)


def _damaged(text: str, damages: list[tuple[str, float, int, str]]) -> str:
    for kind, share, size, lace in damages:
        at = round(share * len(text))
        before, part, after = text[:at], text[at : at + size], text[at + size :]
        text = {
            "cut": before,
            "take": before + after,
            "double": before + part + part + after,
            "swap": before + part[::-1] + after,
            "lace": before + lace + part + after,
            "put": before + lace + after,
        }[kind]
    return text
