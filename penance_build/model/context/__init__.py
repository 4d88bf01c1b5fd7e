"""The data that elaboration passes along: the game as written, the declared names, the problems found, the memory of earlier choices."""
