"""The best policy for what is left open, by backward induction."""
