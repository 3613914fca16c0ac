"""What a practice page asks of its visitor, from what the display shows."""

from firmware_host.features.practice.pages import Asked
from firmware_host.features.practice.table import Practice
from firmware_host.screens.notes import NoteKeys, NoteView
from firmware_host.text.translator import Language
from games.message import Message

ENGLISH = Language("en")


class Answered(NoteView, frozen=True, kw_only=True):
    """A note whose prompt says its text, too."""

    @property
    def prompt(self) -> Message:
        return Message.of("{text}\n{keys}", text=self.text, keys=Message.of("`ok`: again"))


def test_what_the_prompt_says_already_is_not_said_twice() -> None:
    keys = NoteKeys(Message.of("OK: again"), Message.of("`ok`: again"))
    view = Answered(title=Message.of("Rule 3"), text=Message.of("Not quite."), keys=keys)
    asked = Asked.of(Practice(view=view), view.prompt, ENGLISH, is_exercise=False)
    assert asked.words == "Not quite. Rule 3."
    assert asked.answers == (("Again", {"press": "ok"}),)
