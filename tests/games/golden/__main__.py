"""Write the golden playthroughs anew: ``python -m tests.games.golden [GAME...]``, else all games.

Read what has changed before it is committed: a playthrough that differs is a rule that differs.
"""

import sys

import games
from games.record import write
from tests.games.golden.playthrough import FOLDER, playthrough, variants

for name in sys.argv[1:] or games.names():
    for file, game in variants(games.kind(name)).items():
        (FOLDER / file).write_text(write(playthrough(game)), encoding="utf-8")
        print(FOLDER / file)
