"""Tree to linked records, records to typed IR: names, options, types, bounds."""
