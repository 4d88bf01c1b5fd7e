"""Callers that are wrong."""

import engine

engine.class_(toString=5)  # ~ call-arg toString
engine.class_(enum="prototype")  # ~ arg-type prototype
engine.run("constructor")  # ~ arg-type constructor
