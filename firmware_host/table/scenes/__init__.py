"""The situations at a table, each an immutable value with a view and reactions to keys and dice.

A scene reads a :class:`~firmware_host.table.context.SceneContext` and returns effects; it calls
nothing on the table. ``base`` has the base classes, ``entries`` lists as data.

- between games: ``home``, ``game_setup``, ``set_up_board``, ``replay``, ``settings``
- in a game: ``throw`` (also to correct one), ``program_throws`` (a machine is at turn), ``choose``,
  ``guide`` (hand steps, and the last move again); ``next_scene`` says which of them
  comes next, and what comes after a game
- over a game: ``menu``, ``why_not`` (also a turn without a move), ``resign_draw_leave``
- the real board: ``board_differs``, ``repair`` (compare part by part, and say which is right)
- for the staff: ``staff``, ``counters``
- over anything: ``notes`` (pages of text), ``confirmation`` (before something is lost)
"""
