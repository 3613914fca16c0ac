"""How moves, drops and lots are written."""

import re

POINT = "[a-s]1?[0-9]"
LOT_TEXT = re.compile("lot:[rbyg]")
MOVE_TEXT = re.compile(rf"pass|([RHCS])@({POINT})|({POINT})[-x]({POINT})")
