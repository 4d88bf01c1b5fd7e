"""What the columns of a sheet are: the mapping as its author wrote it, and sheets turned into cards by it."""
