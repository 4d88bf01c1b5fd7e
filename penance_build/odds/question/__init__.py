"""What may be asked of odds, how far an answer may go, and what an answer is."""
