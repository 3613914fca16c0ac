"""Why an action is not legal, as sentences to fill in."""

from games.message import msg

LOT_AWAITED = msg("a lot is awaited, one of {choices}, not {given}")
MOVE_AWAITED = msg("a move such as g3-g10, g3xg19, C@q8 or pass is awaited, not {given}")
CAN_MOVE = msg("{colour} can move and may not pass")
NO_POINT = msg("{point} is no point of the board")
NO_PIECE = msg("{colour} has no piece on {point}")
OWN_PIECE = msg("{colour}'s own piece stands on {point}")
ALLY = msg("a piece of {colour}, an ally, stands on {point}")
NOT_SO = msg("the {kind} on {origin} does not go to {target}")
IN_THE_WAY = msg("on the way of the {kind} from {origin} to {target} a piece stands on {point}")
NO_SCREEN = msg(
    "a cannon captures over exactly one piece: between {origin} and {target} are {count}"
)
OUT_OF_RANGE = msg("in teams a cannon captures no further than {reach} points")
WRITTEN_OTHERWISE = msg("that move is written {right}, not {given}")
LEAVES_ATTACKED = msg("that leaves the general of {colour} attacked")
NOT_HELD = msg("{colour} holds no {kind} of the camp of {point}")
NO_CAMP = msg("{point} is in no camp: a piece is dropped in the camp it comes from")
ENOUGH = msg("{colour} has all {count} of that kind on the board: {kind}")
OCCUPIED = msg("a piece is dropped on an empty point: {point} is not")
DROP_ATTACKS = msg("a dropped piece may attack nobody: from {point} it attacks {victim}")
