"""Tables in the browser: what a table shows, for everybody at it and around it.

``server``       the web server: its routes, and how it is run
``listening``    where browsers connect
``lean``         what stays out of memory
``table_client`` the server's end of the socket to a table
``mirror``       a table as the server knows it: its newest snapshot, and the game behind it
``page_state``   what a page shows, in the language of its visitor
``board_svg``    a board and its pieces as SVG; ``svg`` writes the shapes
``review_part``  the review of a game: its scores drawn, sums and turning points
``review_answers``  what pages are told of a review until it is there
``reviewing``    the queue of reviews, worked out by ``review_process`` beside the server
``live``         the connection to an open page
``static``       the page itself: HTML, CSS and modules of JavaScript
``static_pages`` the routes of it
``entry_code``   a code in a terminal that opens a page
``fleet``        many tables and a broker

Practice tables, each for one visitor, come from ``tableside serve``; these modules need what the
table itself needs, so a server at a real table does not import them:

``practice_server``    serves them, and says in the terminal where they are
``practice_site``      their routes, and who may use which
``practice_tables``    the tables of a class, stepped by the event loop
``practice_table``     one of them: the program on a simulated Pi
``practice_hands``     the hands at it; ``practice_requests`` is what a visitor asks of them
``practice_page``      the connection to its page
``classroom``          the teacher's page
``throw_pool``         the throws of a class; ``throw_chart`` draws them
"""
