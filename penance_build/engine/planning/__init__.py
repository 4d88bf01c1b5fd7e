"""What both languages are written from: bodies made cheaper, and what must be known before writing."""
