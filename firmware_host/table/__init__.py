"""The table: a state machine from keys, dice, pieces and time to views and records.

Events come in with the time; a view, records and notices come out. Nothing here reads a clock, a
pin or a file of its own.

- ``table``: :class:`~firmware_host.table.table.Table`, which everything below is composed into
- ``scene``: scenes and effects, the parts of the table that effects change, and the scenes beneath
- ``effects``: what a scene may return: apply a record, begin a game, show a text, ...; machines as
  strong as the people
- ``context``: what a scene may read
- ``game_controller``: what is done to the game, the records of it, and what a machine is asked
- ``remote_effects``: what requests from elsewhere lead to
- ``scenes/``: one module a situation; a scene is an immutable value
- ``keys``: what each key does, pressed and held
- ``observers``: the public way to watch a table

The services know neither the table nor each other:

- ``idle``: when the table was touched last

And what they talk about: ``device``, what people prefer there, and how it ends.
"""
