"""The cards of a program as tables: CSV, workbook, JSON, and the mapping by which they are read back."""
