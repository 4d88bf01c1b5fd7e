"""Callers that are wrong."""

import engine

engine.to_hit("far")  # ~ arg-type
engine.start("hit")  # ~ arg-type
engine.new_game({"setup": "duel"})  # ~ arg-type TableSetup
engine.open(engine.new_game()).counter("heat")  # ~ arg-type Never
