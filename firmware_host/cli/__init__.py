"""The command line of tableside.

``main``             find the command, run it, and turn errors into one line and an exit code
``parser``           the argument parser, and arguments that several commands share
``arguments``        turn the arguments about a game and a table into a request
``commands``         the commands, a module each
``dice_tray``        test dice: on pins, on the link, or simulated ones
``dice_fairness``    what throws say of each die: its faces, and how far it turned
``dice_session``     the dialogue about a dice tray, without pins and terminal
``doctor_dialogue``  check an installation, with questions to the person
``worker_pool``      the processes of this computer that play games, or read and count them
``reading``          rule sheets and records as text
``tables``           games as rows of CSV or Parquet, for other programs
``terminals``        read and write lines in a terminal
"""
