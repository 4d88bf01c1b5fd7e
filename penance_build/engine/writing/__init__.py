"""Source text: names, constants, expressions and statements, as far as languages have them in common."""
