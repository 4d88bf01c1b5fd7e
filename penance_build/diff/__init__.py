"""Two compilations of a game to their differences in the designer's words."""
