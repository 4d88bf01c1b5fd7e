"""The quick reference: cells, blocks, columns, sides."""
