"""Loops without a bound as absorbing Markov chains, solved exactly."""
