"""One game in play: its records, its seats, the hand steps, and how a move is chosen.

A session knows nothing of keys, screens or time. It is built from the records of a journal, and
the same records always give the same session.

``session``
    :class:`Session`: the states and actions of a game, and how each record changes them.
``setup``
    Which game is played, with which options, who begins and who plays.
``lineup``
    How many people play, and who takes the other seats: the players of a set-up in two answers.
``seats``
    Who plays at which seat, who has left, and how a game ends by agreement.
``talk``
    What people at two linked tables ask each other, and what they answer.
``hand_steps``
    The steps that people still have to do with the pieces, and pieces as text for the journal.
``rearrange``
    The fewest hand steps from the pieces on the real board to those that should be there.
``board_check``
    What people find on the real board when they compare it with the screen.
``chooser``
    Choosing a legal move step by step.
``cursor``
    Moving a cursor over the board with the arrow keys.
``names``
    Names of seats, pieces, places, players and results, ready to be translated.
``hand_sentences``
    One sentence for each hand step.
``ordinary_dice``
    How dice from a shop stand in for those of a game, in words.
``replay``
    A saved game or a game record, to be watched moment by moment.
"""
