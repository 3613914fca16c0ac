"""Statistics over many games: how long they were, who won, and whether the dice were fair.

``tally``      count the records of games: lengths, points and throws, as text or as a picture
``game_code``  a sum of the rules and the players that results come from

The records come from files (:mod:`firmware_host.storage.record_files`) or from the games saved on
this table (:mod:`firmware_host.session.replay`).
"""
