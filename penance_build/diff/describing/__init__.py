"""What is said of definitions and of steps, by which two states of them are compared."""
