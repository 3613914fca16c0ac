"""What the table saves on its memory card, and how it reads it back.

One program at a time uses a state folder. It holds the games (the journal), the counters of each
day, and the preferences. Everything is written so that a
power cut at any moment leaves either the old or the new content, never half of it.

The modules, from the card upwards:

==============  ==================================================================================
filesystem      the calls to the system that reach the card; write a file whole or not at all
state_folder    find the folder, and lock it so that only one program uses it
state_formats   bring the folder to the format of a version, and back
records         a record, and the line with a checksum that stores it
segments        the numbered files of the journal: their names, their content, damaged ones
line_file       a file that is a single record
history         what the files say about games: saved games, how each ended, how long it took
retention       the room on the card: which old files are removed, and the reserve for a full card
counters        the figures of a day, as values, as CSV and as a table of text
counter_file    the file that keeps these figures
journal         the game that is being played, saved record by record
writer          pass the records of the table to the journal, and retry while the card fails
new_file        a file that people name for what a command writes
record_files    read records of games from files that people give: text or JSON lines
usb_export      write the counters to a USB stick
==============  ==================================================================================

The journal of a table is at the centre: :class:`firmware_host.storage.journal.Journal`.
"""
