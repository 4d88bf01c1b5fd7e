"""Claims, examples, setups, bots and printed data; and the complete ``Program``."""
