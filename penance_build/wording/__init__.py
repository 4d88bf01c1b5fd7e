"""Card text from card effects: a closed grammar of phrases, never a template language."""
