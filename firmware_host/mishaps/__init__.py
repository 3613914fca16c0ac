"""When a part of the program or of the machine fails: it is told, and the game goes on."""
