"""Tables in the browser: what a table shows, for everybody at it and around it.

``server``       the web server: its routes, and how it is run
``listening``    where browsers connect
``table_client`` the server's end of the socket to a table
``mirror``       a table as the server knows it: its newest snapshot, and the game behind it
``page_state``   what a page shows, in the language of its visitor
``board_svg``    a board and its pieces as SVG; ``svg`` writes the shapes
``live``         the connection to an open page
``static``       the page itself: HTML, CSS and modules of JavaScript
"""
