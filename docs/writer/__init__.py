"""Write the pages and pictures of the manual that the program itself knows best.

``python -m docs.writer`` writes them; a test fails when a file differs from what it would write.

===============  =================================================================================
manual           all generated files, and those that are stale
markdown         the form of a page
lists            the games in the README, in the navigation and in tables that people write
players          the rule sheets
lesson_texts     the sentences of lessons and the marked texts, for the catalogues
commands         the reference of the command line
settings         the reference of the wiring, the device and the environment
keys             the reference of the keys
displays         the reference of the displays: from how far each is read
conformance      how table and pages stand to the standards on accessibility
screens          what the display shows, as a page; ``pixels`` draws the picture
terminal         a picture of the simulator
header           the wiring diagrams
circuits         the circuits, as data; ``schematic`` draws them
tethered         the dice on wires, in section
hall_tray        the tray of Hall sensors: plan, section and wires
first_look       the pictures at the top of the README
scripted_turn    a turn on the simulated table, of which they are made
table            board, pieces, tray and panel in them
camera           things on a table, seen from a seat
animation        pictures that move
print_boards     the boards to print; ``engraving`` turns a drawing into what ``pdf`` writes
race_pictures    the pictures of the words of a race, on which the program has played
parts_sheets     what is flat of the parts of a table: a section, sticks, the front plate, wires
parts_views      parts as they stand in space; ``parts_pictures`` are those of the manual
shopping         what is bought for each build, and what it costs
outlines         characters of a font as small paths, for the data of a game
subset           the characters that the screens need, cut out of a font
===============  =================================================================================

Drawings of boards and the shapes that all drawings are made of are in ``firmware_host.web``, which
needs them too.
"""
