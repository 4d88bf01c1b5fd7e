"""The parts of an engine that are the same for every game.

They are source text: ``engine.writing.assemble`` copies what stands below the marker line of each file into the generated engine.
Nothing of the compiler imports them to run rules. Python files here keep to what Python 3.8 understands.
"""
