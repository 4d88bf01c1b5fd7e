"""Callers that are wrong."""

import engine

engine.new_game({"setup": "duel"})  # ~ arg-type TableSetup
engine.start("lose_card", {})  # ~ call-overload
engine.roll_attack()  # ~ call-arg damage
engine.roll_attack(1, dice={"attack": ["v9"]})  # ~ arg-type RollAttackDice
engine.run("duel")  # ~ call-arg arg-type duel
state = engine.start("duel", {}, seed=1)
assert state["result"] is not None
answer: str = state["result"]["pushed"]  # ~ assignment bool
