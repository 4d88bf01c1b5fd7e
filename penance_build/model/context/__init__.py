"""What travels through elaboration: the game as written, the names there are, the problems, what is remembered."""
