"""Cards, decks and what they are made of."""
