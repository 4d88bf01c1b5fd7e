"""What a program that embeds Penance Build asks of a compiled game."""
