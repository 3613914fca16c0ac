"""One game in play: its records, its seats, the hand steps, and how a move is chosen.

A session knows nothing of keys, screens or time. It is built from the records of a journal, and
the same records always give the same session.

``session``
    :class:`Session`: the states and actions of a game, and how each record changes them.
``setup``
    Which game is played, with which options, who begins and who plays, by the answers of people.
``seats``
    Who plays at which seat, who has left, and how a game ends by agreement.
``hand_steps``
    The steps that people still have to do with the pieces, the fewest from those on the real board
    to those that should be there, and pieces as text for the journal.
``board_check``
    What people find on the real board when they compare it with the screen.
``chooser``
    Choosing a legal move step by step, with a cursor on the board.
``names``
    Names of seats, pieces, places, players and results, and what hands do, ready to be translated.
``replay``
    A saved game or the record of a game in a file, to be watched moment by moment.
``shared_record``
    The whole record of a game in a link or in codes for cameras, and back.
"""
