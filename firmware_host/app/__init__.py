"""The running program: the loop, how it is built, and what happens when a part fails.

``request``         what a table should be, and what is left out after a failure
``build``           open everything that a request asks for, and return an App; a first start
``loop``            the App: take in events, ask the table, write down, draw, send
``inputs``          keys, dice and pieces, from pins and from the link, as events; tell at the table
                    how the tray, the link and the keyboards are
``outputs``         the display, the buzzer and the lights of the seats
``run_on_pi``       the table on a real Raspberry Pi, until a signal or its staff ends it
``splash``          the first picture, before most of the program is loaded
``systemd_notify``  tell systemd that the program is ready, alive or about to stop
``file_worker``     uses files beside the loop
``failsafe``        resume the game after a failure, without the part that failed

For people who look at the table from elsewhere:

``sharing``         the sockets of a table, and the processes that read them
``feed``            one such socket: snapshots go out, requests come in
"""
