"""How the table of endgames is built: ``endgame.c`` solves them, the modules here do the rest."""
