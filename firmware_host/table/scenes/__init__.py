"""The situations at a table, each an immutable value with a view and reactions to keys and dice.

A scene reads a :class:`~firmware_host.table.context.SceneContext` and returns effects; it calls
nothing on the table.

- ``base``: the base classes, lists as data, pages of text, and questions over anything
- between games: ``game_setup`` (and home), ``replay``, ``settings``
- in a game: ``throw`` (by hand, by a machine, or corrected), ``choose``, ``guide`` (hand steps, and
  the last move again); ``next_scene`` says which of them comes next, and what comes after a game
- over a game: ``menu``, ``why_not`` (also a turn without a move), ``resign_draw_leave``
- the real board: ``repair`` (compare part by part, and say which is right)
- for the staff: ``staff``
"""
