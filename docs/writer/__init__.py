"""Write the pages and pictures of the manual that the program itself knows best.

``python -m docs.writer`` writes them; a test fails when a file differs from what it would write.

``manual``: all generated files. ``players``: the rule sheets. ``lists``: the games in the README
and in the navigation. ``commands``, ``settings``, ``keys``: the reference. ``header``: a wiring
diagram. ``markdown``: the form of a page. Drawings of boards and the shapes that all drawings are
made of are in ``firmware_host.web``, which needs them too.

``screens``: what the display shows, as a page; ``pixels``: a picture of it. ``terminal``: a
picture of the simulator.

``first_look``: the pictures at the top of the README, made of ``scripted_turn``: a turn on the
simulated table; ``table``: board, pieces, tray and panel; ``camera``: things on a table, seen from
a seat; ``animation``: pictures that move.

``print_boards``: the boards to print, made of the pages of ``pdf``.
"""
