"""For makers of cards: the preflight, and the pictures that they take."""
