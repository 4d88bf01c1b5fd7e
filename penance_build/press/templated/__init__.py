"""Faces by templates of the game's own, filled and laid out in a process that is limited."""
