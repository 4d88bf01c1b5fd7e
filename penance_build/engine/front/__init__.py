"""What a front end shows and the engine does not give: ``game.json``."""
