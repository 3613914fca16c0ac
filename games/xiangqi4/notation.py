"""How moves, drops and lots are written."""

import re

POINT = "[a-s]1?[0-9]"
SPOIL = "[RHCS]"
"""The letter of a kind that can be won, and so lie in reserve, be drawn for and be dropped."""
LOT_TEXT = re.compile("lot:[rbyg]")
MOVE_TEXT = re.compile(rf"pass|({SPOIL})@({POINT})|({POINT})[-x]({POINT})")
