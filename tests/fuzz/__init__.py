"""Inputs at random, each kind with its promise: see README.md."""
