"""The characters of a file: decoding, offsets to lines and columns, the ends of words."""
