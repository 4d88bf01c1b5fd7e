"""Out of the door: what makers of cards and virtual tables take, from the faces of a game and its rules."""
