"""What a build judges of a game: claims, examples, printed odds."""
