"""Cards from sheets: CSV, workbooks and JSON, read with a mapping into the tree that a file of YAML would give."""
