"""What many games together tell: how long they were, who won, and whether the dice were fair."""
