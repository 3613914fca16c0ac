"""The languages that the tests hold to be complete."""

COMPLETE = ("en", "ru")
"""Every text and every rule sheet is translated, and there are golden pictures. A language that is
not here may be translated in part: what it has is checked, and the rest is shown in English."""
