"""The tests: a package, so that a module that others read is loaded once, under one name."""
