"""What else a program holds, and the whole."""
