"""Proofs that a loop without a bound ends: what is sure to fall, or to rise, from each of its passes to the next."""
