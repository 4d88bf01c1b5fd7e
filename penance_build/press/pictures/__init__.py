"""Pictures of a game: read, bounded, cleaned, and made ready to be placed."""
