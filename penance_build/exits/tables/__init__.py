"""For virtual tables: sheets of faces, saved objects, packages and rooms."""
