"""How long reading takes, as a ratio to ``yaml.load(..., Loader=CSafeLoader)`` on the same text in the same run.

Ten thousand generated cards are read with the place of every key and item. CPU time, the best of several runs each in turn,
so that the ratio holds on a busy machine. Run ``python bench/bench_reader.py [cards]``; exit 1 above the target.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import yaml

from penance_build.source import read_text

TARGET = 0.25
ROUNDS = 3

_FACTIONS = ("church", "dwarves", "elves", "ossuarium", "nomads")
_SLOTS = ("primary", "secondary", "relic", "armor")


def card(number: int) -> str:
    """One card of about twenty lines; every number gives another."""
    faction = _FACTIONS[number % len(_FACTIONS)]
    slot = _SLOTS[number % len(_SLOTS)]
    return f"""  card_{number:05d}:
    name: "Faithful Thrust {number}"
    type: attack
    slot: {slot}
    faction: {faction}
    cost: {number % 9}
    damage: {number * 7 % 20}
    source: [cards/{number % 40}, rules/{number % 11}]
    traits: [sacred, piercing, heavy_{number % 17}]
    note: >-
      The thrust of number {number} goes through plate and mail,
      and leaves a mark that does not heal before the morning.
    effects:
      - {{call: strike, with: {{damage: {number * 7 % 20}, rear_bonus: {number % 3}}}}}
      - if: size(target.deck) <= {number % 30}
        then:
          - change: heat
            by: -{number % 4 + 1}
          - move: top
            from: deck
            to: hand
            count: {number % 2 + 1}
"""


def deck_of(cards: int) -> str:
    """A file with so many cards."""
    return "cards:\n" + "".join(card(number) for number in range(cards))


def seconds(action: Callable[[], object]) -> float:
    """CPU seconds of one call."""
    start = time.process_time()
    action()
    return time.process_time() - start


def measure(cards: int) -> tuple[float, float, int]:
    """CPU seconds of our reader and of CSafeLoader, the best of the rounds, and the size of the text."""
    text = deck_of(cards)
    data = text.encode()
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(seconds(lambda: read_text("cards.yaml", data)))
        theirs.append(seconds(lambda: yaml.load(text, Loader=yaml.CSafeLoader)))
    return min(ours), min(theirs), len(data)


def main(arguments: list[str]) -> int:
    """Print the figures; 0 where the target is met."""
    cards = int(arguments[0]) if arguments else 10_000
    file, problems = read_text("cards.yaml", deck_of(20))
    if file is None or problems or len(file.root["cards"]) != 20:
        print("the generated cards are not read without problems", *problems, sep="\n")
        return 1
    ours, theirs, size = measure(cards)
    ratio = ours / theirs
    print(f"{cards:,} cards, {size / 1e6:.1f} MB: {ours:.2f} s, CSafeLoader {theirs:.2f} s, ratio {ratio:.3f}, target {TARGET}")
    return 0 if ratio <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
