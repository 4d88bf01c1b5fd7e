"""Callers that are wrong: each guilty line says which error is expected, and words of its message."""

import engine

engine.attack()  # ~ call-arg damage
engine.attack(damage=4, rnage=5)  # ~ call-arg did you mean "range"
engine.attack(damage="4")  # ~ arg-type
engine.attack(damage=4, side="back")  # ~ arg-type back
engine.attack(damage=4, dice={"atack": [3]})  # ~ arg-type AttackDice
engine.attack(damage=4, dice={"defense": ["sheild"]})  # ~ arg-type AttackDice
print(engine.attack(damage=4, seed=1)["outcmoe"])  # ~ typeddict-item outcmoe
engine.run("attack")  # ~ call-overload
engine.run("atack", {"damage": 4})  # ~ call-overload
engine.run("duel", {"one": 0, "two": 1})  # ~ call-overload
engine.run("attack", {"damage": 4}, dice={"atack": [3]})  # ~ call-overload
engine.run("attack", {"damage": 4}, {"sed": 3})  # ~ call-overload
print(engine.run("to_hit")["trace"])  # ~ typeddict-item trace
engine.start("take_damage")  # ~ call-overload
engine.start("take_damage", {"who": 0})  # ~ call-overload
engine.new_game({"setup": "duell"})  # ~ call-overload
engine.new_game({"setup": "duel", "decks": ["confesor"]})  # ~ call-overload
engine.new_game({"setup": "duel", "players": 3})  # ~ call-overload
engine.new_game({"players": 2, "zones": {"dekc": []}})  # ~ call-overload
engine.new_game({"players": 2, "zones": {"deck": [["faithful_thurst"]]}})  # ~ call-overload
engine.new_game({"players": 2, "counters": {"heta": 1}})  # ~ call-overload
state = engine.new_game({"setup": "duel"})
if state["result"]:
    print(state["result"]["loser"])  # ~ typeddict-item loser
print(state["counters"]["heta"])  # ~ typeddict-item heta
engine.apply(state, {"type": "choose", "procedure": "take_damage", "slot": "place", "option": "nowhere"})  # ~ arg-type misc
engine.apply(state, {"type": "choose", "procedure": "take_damage", "slot": "plaec", "option": "deck"})  # ~ arg-type misc
engine.apply(state, {"type": "pick", "procedure": "take_damage", "slot": "lost_card", "card": "deck"})  # ~ arg-type misc
engine.why_not(state, {"type": "pick", "procedure": "duel", "slot": "place", "card": 1})  # ~ arg-type misc
engine.open(state).counter("heta")  # ~ arg-type heta
engine.open(state).zone("dekc")  # ~ arg-type dekc
engine.open(state).run("duel", {"one": 0, "two": 1})  # ~ call-overload
engine.open(state).run("attack")  # ~ call-overload
pending = state["pending"]
assert pending is not None
if pending["procedure"] == "take_dmage":  # ~ comparison-overlap
    print(pending)
if pending["type"] == "choose":
    print(pending["cards"])  # ~ typeddict-item cards
if pending["procedure"] == "take_damage" and pending["slot"] == "place":
    print(pending["options"].index("nowhere"))  # ~ arg-type nowhere
engine.whynot(state)  # ~ attr-defined why_not
