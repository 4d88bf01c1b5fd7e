"""Compiled programs in the cache: the same as compiled anew, nothing else can be read back, and what changed is compiled."""

from __future__ import annotations

import hashlib
import os
import pickle
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from penance_build.api import compile_game
from penance_build.build.cache import FileCache
from penance_build.build.programs import pack, program_key, remembered, unpack
from penance_build.ir import canonical
from penance_build.ir.nodes import Const, Program
from penance_build.product import NoCache
from tests.command_line import Ran
from tests.conftest import ROOT
from tests.games import shipped

Penance = Callable[..., Ran]
GAME = """
game: {id: g, name: G, version: "1", language: 1}
options: {fog: {name: Fog, values: {clear: Clear, thick: Thick}}}
dice: {d6: {name: d6, sides: SIDES}}
procedures:
  p: {name: P, results: {x: int}, steps: [{roll: d6}, {let: x, value: sum(d6)}]}
"""


@pytest.mark.parametrize("game", ["aethelgard", "penance", "skirmish"])
def test_a_program_comes_back_as_it_was(game: str) -> None:
    program = shipped(game)
    again = unpack(pack(program))
    assert again == program
    assert canonical.dumps(again) == canonical.dumps(program)


def test_nothing_but_records_can_be_read() -> None:
    class Evil:
        def __reduce__(self) -> tuple[Callable[[str], int], tuple[str]]:
            return os.system, ("true",)

    for thing in (Evil(), [os.getcwd], Path("x"), Const(1), 3, {"a": pickle.loads}):
        with pytest.raises(ValueError, match="not a packed program"):
            unpack(sealed(pickle.dumps(thing)))


def sealed(data: bytes) -> bytes:
    """Bytes behind their digest, as those of programs are."""
    return hashlib.sha256(data).digest() + data


def test_damaged_bytes_are_one_error() -> None:
    program = compile_game(ROOT / "rules" / "skirmish").program
    assert program is not None
    data, chance = pack(program), random.Random(7)
    for _ in range(300):
        damaged = bytearray(data[: chance.randrange(len(data))] if chance.random() < 0.3 else data)
        for _ in range(chance.randrange(1, 6)):
            if damaged:
                damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        if bytes(damaged) != data:
            with pytest.raises(ValueError, match="not a packed program"):
                unpack(bytes(damaged))


def test_what_is_asked_follows_the_rules(penance: Penance, tmp_path: Path) -> None:
    game, env = tmp_path / "game", {"PENANCE_CACHE": str(tmp_path / "cache")}
    game.mkdir()

    def odds(sides: int, *more: str) -> str:
        (game / "game.yaml").write_text(GAME.replace("SIDES", str(sides)))
        done = penance("odds", "p", "--game", str(game), "--where", "x == 1", "--format", "json", *more, env=env)
        assert done.code == 0, done.err
        return done.out

    first = odds(6)
    assert '"p": "1/6"' in first
    assert odds(6) == first
    assert '"p": "1/8"' in odds(8)
    assert odds(6) == first
    assert '"fog": "thick"' in odds(6, "--option", "fog=thick")
    assert penance("odds", "p", "--game", str(game), "--option", "fog=none", env=env).code == 2
    (game / "game.yaml").write_text("nonsense: 1")
    assert penance("odds", "p", "--game", str(game), env=env).code == 1


def test_garbage_in_the_cache_is_a_miss(tmp_path: Path) -> None:
    cache, game = FileCache(tmp_path / "cache"), tmp_path / "game"
    game.mkdir()
    (game / "game.yaml").write_text(GAME.replace("SIDES", "6"))
    program = compile_game(game).program
    assert program is not None
    key, made = program_key(game, {}), list[str]()

    def make() -> Program:
        made.append("made")
        return program

    assert remembered(cache, game, {}, make) == program
    assert remembered(cache, game, {}, make) == program
    assert made == ["made"]
    cache.put(key, b"garbage")
    assert remembered(cache, game, {}, make) == program
    assert made == ["made", "made"]
    assert remembered(cache, tmp_path / "nowhere", {}, lambda: None) is None
    assert remembered(NoCache(), game, {}, make) == program
    assert program_key(game, {"fog": "thick"}) != key
    for name, first, second in (("cards.csv", "Name", "Title"), ("icons/shell.svg", "<svg/>", "<svg />")):
        (game / name).parent.mkdir(exist_ok=True)
        (game / name).write_text(first)
        before = program_key(game, {})
        (game / name).write_text(second)
        assert len({key, before, program_key(game, {})}) == 3
    (game / "art.png").write_bytes(b"one")
    named = program_key(game, {})
    (game / "art.png").write_bytes(b"two")
    assert before != named == program_key(game, {})  # that there is a picture matters to rules, what it shows does not
