"""What the table saves on its memory card, and how it reads it back.

One program at a time uses a state folder. It holds the games (the journal), the counters of each
day, and the preferences. Everything is written so that a power cut at any moment leaves either the
old or the new content, never half of it.

The modules, from the card upwards:

``filesystem``    the calls to the system that reach the card; write a file whole or not at all
``state_folder``  find the folder and lock it, and bring it to the format of a version, and back
``records``       a record, the line with a checksum that stores it, and a file of one line
``segments``      the numbered files of the journal: their names, their content, damaged ones
``history``       what the files say about games: which are saved, how each ended, how long it took
``retention``     the room on the card: which old files are removed, and the reserve for a full card
``counters``      the figures of a day, the file that keeps them, and a copy of it on a USB stick
``journal``       the game that is being played, saved record by record, again after a failure

The journal of a table is at the centre: :class:`firmware_host.storage.journal.Journal`.
"""
