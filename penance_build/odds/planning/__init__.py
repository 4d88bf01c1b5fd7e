"""From the statements of a procedure, walked backwards, to what states hold between them."""
