"""Which back each card needs, and which cards are shuffled together."""
