"""The functions carried out over the states that are reached; and sampling where exact is refused."""
