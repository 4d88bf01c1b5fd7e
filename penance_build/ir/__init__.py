"""The intermediate representation: what every output reads, and nothing else does."""
