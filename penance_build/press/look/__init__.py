"""The theme of a game, and the ornament that is computed from it."""
