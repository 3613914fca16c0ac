"""The lesson on probability shows the numbers that Python computes."""

import doctest

from docs.writer.manual import FOLDER


def test_the_computer_gives_the_answers_of_the_lesson() -> None:
    found = doctest.testfile(str(FOLDER / "classroom" / "lesson.md"), module_relative=False)
    assert (found.failed, found.attempted > 0) == (0, True)
