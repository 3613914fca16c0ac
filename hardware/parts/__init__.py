"""What is printed or cut for a table: dimensions, parts, checks, and the files to make them from.

The program does not need this folder, and the wheel does not have it: ``make parts`` writes the
files, tests check them. Only ``solids`` needs the packages of the extra ``parts``, and ``kicad``
KiCad 9 (``make board``).

    dimensions  every dimension, with who says so
    made        the parts that are made, as values: the tower, the case, the front plate, the bases
    board       the circuit board of the tower, as values: its parts, its copper, its figures
    kicad       the circuit board as KiCad's files, checked, and what a board maker needs
    solids      the parts as solids: their files (STEP, STL, DXF, PDF), and whether they fit
"""
