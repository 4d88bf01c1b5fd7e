"""A comparison as text, as Markdown and as plain data."""
