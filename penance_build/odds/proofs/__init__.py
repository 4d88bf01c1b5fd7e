"""What rules and sources say, held against what is so: loops end, claims hold, examples come out."""
