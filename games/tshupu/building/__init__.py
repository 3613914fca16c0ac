"""How the weights are made: ``learn.c`` learns them from games of the program with itself."""
