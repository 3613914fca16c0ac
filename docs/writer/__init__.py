"""Write the pages and pictures of the manual that the program itself knows best.

``python -m docs.writer`` writes them; a test fails when a file differs from what it would write.

``manual``: all generated files. ``players``: the rule sheets. ``lists``: the games in the README
and in the navigation. ``commands``, ``settings``, ``keys``: the reference. ``boards``: a position
as a drawing. ``header``: a wiring diagram. ``screens``: what the display shows; ``pixels``: its
picture. ``markdown``, ``svg``: the forms that pages and drawings are made of.
"""
