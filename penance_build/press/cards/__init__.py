"""Card sheets: the front and the back of a card, and the product."""
