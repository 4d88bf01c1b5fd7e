"""The kinds of inputs: a module for each family of them."""
