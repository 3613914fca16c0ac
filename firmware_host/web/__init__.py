"""Tables in the browser: what a table shows, for everybody at it and around it.

The server and its table:

``server``           the web server: its routes, how it is run, and the games to choose from, as
                     a screen shows them
``running``          bounds on slow requests
``doorway``          bounds on connections, and whose stay
``listening``        where browsers connect; ``hosts`` by which names
``table_client``     the server's end of the socket to a table, and who waits for what from it:
                     answers to questions, and outcomes of requests
``mirror``           a table as the server knows it: its newest snapshot, and the game behind it

Who is let in:

``visitor``          who looks at a page, what they may ask, and in which language they read
``entry_code``       codes of letters, and a page that one in a terminal opens

Pages:

``open_page``        the connections to all open pages, and to that of a table
``page_state``       what a page shows, in the language of its visitor
``page_parts``       that state in each language, put together, and what of it is new; cards of
                     games
``motions``          what happened on the board: pieces that can be followed, and their ways
``hints``            hints for visitors
``board_svg``        a board as SVG, ``board_wood`` its wood, ``piece_svg`` pieces and dice; ``svg``
                     writes the shapes
``history_pages``    the games that were played, and their pages
``staff_reports``    what reports about a table say; a chart of its days
``table_states``     what a table tells those who look after many, kept up to date, also as figures
                     for Prometheus
``orders``           what there is to order of a table, and when it is done
``page_frame``       the frame of pages that are read, and the words on all pages
``static``           the page itself: HTML, CSS and modules of JavaScript
``static_pages``     the routes of it
"""
