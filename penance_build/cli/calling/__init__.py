"""How a command is called: what its options take, and what is wrong with a call."""
