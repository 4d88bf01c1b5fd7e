"""Proofs about rules and sources: loops end, claims hold, worked examples replay."""
