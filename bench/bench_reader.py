"""How long reading takes beside ``yaml.load(..., Loader=CSafeLoader)`` on the same text in the same run; a row for ``bench/run.py``.

Ten thousand generated cards are read with the place of every key and item, and compared. CPU time, the best of several runs
each in turn, so that the ratio holds on a busy machine. ``python bench/bench_reader.py CARDS`` reads another number of cards.
"""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.timing import seconds  # noqa: E402
from penance_build.source import read_text  # noqa: E402

BOUND = "0.25"
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


def measure(cards: int) -> tuple[float, float, int]:
    """CPU seconds of our reader and of CSafeLoader, the best of the rounds, and the size of the text."""
    text = deck_of(cards)
    data = text.encode()
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(seconds(lambda: read_text("cards.yaml", data)))
        theirs.append(seconds(lambda: yaml.load(text, Loader=yaml.CSafeLoader)))
    return min(ours), min(theirs), len(data)


def main(arguments: list[str]) -> None:
    """Compare, then print the row."""
    cards = int(arguments[0]) if arguments else 10_000
    text = deck_of(20)
    file, problems = read_text("cards.yaml", text)
    assert file is not None and not problems, problems
    assert file.root == yaml.load(text, Loader=yaml.CSafeLoader)
    assert file.positions.key(file.root["cards"], "card_00001").line == text[: text.index("card_00001")].count("\n") + 1
    ours, theirs, size = measure(cards)
    name = f"read {cards:,} cards ({size / 1e6:.1f} MB) with every place"
    print(f"{name} | {ours:.2f} s | CSafeLoader {theirs:.2f} s | {ours / theirs:.3f} | {BOUND}")


if __name__ == "__main__":
    main(sys.argv[1:])
