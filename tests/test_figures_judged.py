"""Printed figures that are nearly right, or have no question, are judged as a reader means them."""

from __future__ import annotations

from penance_build.api import audit
from tests.games import program_of

GAME = """
game: {id: g, name: G, version: "1", language: 1}
dice: {d6: {name: D6, sides: 6}}
procedures:
  two: {results: {total: int}, steps: [{roll: d6, count: 2}, {let: total, value: sum(d6)}]}
  less_lost: {results: {x: -9..9}, steps: [{let: x, value: -1}]}
  more_lost: {results: {x: -9..9}, steps: [{let: x, value: -2}]}
claims:
"""
MEAN, HIGH = "mean: total", "where: total >= 7"
# What is said of what, and how it comes out: two dice have the mean 7 and the spread 2.4152; total >= 7 is 7/12.
CLAIMS = [
    ("1 ± 1", HIGH, "undecidable"),
    ("7 ± 2.9", MEAN, "refuted"),
    ("7 ± 2.5", MEAN, "refuted"),
    ("7 ± 2.4", MEAN, "rounded"),
    ("7.0 ± 2.41", MEAN, "refuted"),
    ("7.00 ± 2.42", MEAN, "rounded"),
    ("about 1/36", "where: total == 13", "refuted"),
    ("about 1/36", "where: total == 3", "refuted"),
    ("about 1/35", "where: total == 2", "rounded"),
    ("1 in 35", "where: total == 2", "refuted"),
    ("about 1 in 35", "where: total == 2", "rounded"),
    ("about 1 in 40", "where: total == 2", "rounded"),
    ("about 1 in 50", "where: total == 2", "refuted"),
    ("about 1 in 30", "where: total == 2", "refuted"),
    ("about 2 in 3", HIGH, "rounded"),
    ("about 1 in 2", HIGH, "refuted"),
    ("about 1 in 36.5", "where: total == 2", "refuted"),
    ("about 1 in 36.0", "where: total == 2", "holds"),
    ("about 360 in 12960", "where: total == 2", "holds"),
    ("about 35:1", "where: total == 2", "holds"),
    ("about 40:1", "where: total == 2", "rounded"),
    ("about 29:1", "where: total == 2", "refuted"),
    ("about 1:1", HIGH, "refuted"),
    ("about 5:7", HIGH, "holds"),
    ("over 40:1", "where: total == 2", "refuted"),
    ("over 30:1", "where: total == 2", "holds"),
    ("over 35:1", "where: total == 2", "refuted"),
    ("at least 35:1", "where: total == 2", "holds"),
    ("under 40:1", "where: total == 2", "holds"),
    ("up to 35:1", "where: total == 2", "holds"),
    ("less than 35:1", "where: total == 2", "refuted"),
    ("over 1 in 40", "where: total == 2", "holds"),
    ("less than 1 in 40", "where: total == 2", "refuted"),
    ("about 20-30 %", "where: total == 7", "rounded"),
    ("20-30 %", "where: total == 7", "refuted"),
    ("about 20-30 %", "where: total == 2", "refuted"),
    ("about 100 %", HIGH, "refuted"),
    ("about 60 %", HIGH, "rounded"),
    ("about 1", HIGH, "refuted"),
    ("about 0", "where: total == 7", "refuted"),
    ("about 0 %", "where: total == 13", "holds"),
    ("more", "where: total == 7, than: {procedure: two, where: total == 13}", "holds"),
]
OTHERS = """
  lost_less: {says: more, procedure: less_lost, mean: x, than: {procedure: more_lost, mean: x}, verdict: holds}
  lost_more: {says: less, procedure: more_lost, mean: x, than: {procedure: less_lost, mean: x}, verdict: holds}
  not_more: {says: more, procedure: more_lost, mean: x, than: {procedure: less_lost, mean: x}, verdict: refuted}
"""


def test_each_is_judged_as_it_is_meant() -> None:
    lines = [f'  c{at}: {{says: "{says}", procedure: two, {asked}, verdict: {found}}}' for at, (says, asked, found) in enumerate(CLAIMS)]
    judged = audit(program_of(GAME + "\n".join(lines) + OTHERS))
    assert len(judged) == len(CLAIMS) + 3
    assert [(claim.says, claim.verdict, claim.recorded) for claim in judged if not claim.expected] == []
