"""``penance play``: transcripts of short games, what a file may hold, and that nobody is shown what is hidden from them.

``tests/cases_play/*.txt`` hold commands behind ``$ ``, what is typed behind ``< ``, and below them what is printed, lines of
stderr behind ``! ``, and ``= N``, the exit code; ``TMP`` is an empty folder with a small game in it. ``pytest --update-golden``
writes what the commands print: read the difference.
"""

from __future__ import annotations

import io
import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import Any

import pytest

from penance_build.cli.catch import run
from penance_build.cli.errors import Wrong
from penance_build.cli.saved import Kept, read, write
from penance_build.cli.session import Session
from penance_build.play.table import State, Table
from tests.command_line import run_here
from tests.conftest import ROOT
from tests.games import shipped

CASES = sorted((ROOT / "tests" / "cases_play").glob("*.txt"))
GAME = """
game: {id: g, name: G, version: "1", language: 1}
enums: {frame: {members: {light: Light, heavy: Heavy}}}
counters:
  frame: {name: Frame, owner: player, type: frame}
  life: {name: Life, owner: player, type: 0..20, start: 9}
  bell: {name: Bell, owner: game, type: bool}
zones:
  deck: {name: Deck, owner: player, visible: none}
  hand: {name: Hand, owner: player, visible: owner}
  table: {name: Table, owner: game, visible: all}
  box: {name: Box, owner: game, visible: none}
card_types: {calm: {name: Calm, inputs: {self: player}}}
slots: {core: {name: Core}}
factions: {all: {name: All, tincture: red}}
wording: {gain: {step: change, counter: life, direction: up, say: "Gain *{by}* life"}}
cards:
  rest: {name: Rest, type: calm, slot: core, faction: all, effects: [{change: self.life, by: 1}]}
  wait: {name: Wait, type: calm, slot: core, faction: all, effects: [{change: self.life, by: 2}]}
  sing: {name: Sing, type: calm, slot: core, faction: all, effects: [{change: self.life, by: 3}]}
decks:
  slow: {name: Slow, cards: {rest: 3, wait: 1}, counters: {frame: heavy, life: 12}}
  fast: {name: Fast, cards: {wait: 2, rest: 2}}
  loose: {name: Loose, cards: {sing: 2}}
procedures:
  game:
    name: Game
    inputs: {turns: 1..9, one: player, two: player}
    results: {winner: int}
    steps:
      - {let: winner, value: 0}
      - {shuffle: one.deck}
      - {shuffle: two.deck}
      - each: turn
        to: turns
        do:
          - {call: half, with: {who: one}}
          - {call: half, with: {who: two}}
      - {let: winner, value: if one.life > two.life then 1 else 2}
  half:
    name: Half a turn
    inputs: {who: player}
    steps:
      - {move: top, count: 1, from: who.deck, to: who.hand}
      - {change: bell, to: not bell}
      - choose: action
        by: who
        prompt: "{who.life} life"
        options: {stay: Stay, play: {name: Play, if: size(who.hand) > 1}, bury: {name: Bury, if: size(who.hand) > 0}}
      - if: action == play
        then:
          - choose: card
            by: who
            prompt: Play which
            card_from: who.hand
            then:
              - {move: card, card: card, to: table}
              - {play: card, types: [calm], with: {self: who}}
      - if: action == bury
        then:
          - choose: buried
            by: who
            prompt: Bury which
            card_from: who.hand
            then: [{move: card, card: buried, to: box}]
setups:
  short:
    name: Short game
    procedure: game
    with: {turns: 3, one: 1, two: 2}
    deck: deck
    decks: [slow, fast]
    zones: {table: loose}
bots:
  fool: {name: Fool}
  sage: {name: Sage, score: "me.life - foe.life + size(me.deck)"}
"""


# ---------------------------------------------------------------- transcripts


def small_game(folder: Path) -> Path:
    (folder / "game").mkdir(exist_ok=True)
    (folder / "game" / "game.yaml").write_text(GAME, encoding="utf-8")
    return folder / "game"


def sections(text: str) -> Iterator[tuple[str, list[str]]]:
    """The comments and commands of a transcript, each with what is typed below it."""
    for part in re.findall(r"^(?:[#$] .*\n)(?:< ?.*\n)*", text, re.MULTILINE):
        head, *below = part.splitlines()
        yield head, [line[2:] for line in below]


# Whole attacks and games are of the full tier.
@pytest.mark.full
@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=[pytest.mark.full] * (path.stem in ("attack", "first_turn", "saved"))) for path in CASES],
)
def test_transcript(path: Path, golden: Callable[[Path, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small_game(tmp_path)
    monkeypatch.chdir(ROOT)
    lines: list[str] = []
    for head, given in sections(path.read_text(encoding="utf-8")):
        if head.startswith("#"):
            lines.append(head)
            continue
        program, *arguments = shlex.split(head[2:].replace("TMP", str(tmp_path)))
        assert program == "penance"
        ran = run_here(arguments, typed="".join(f"{line}\n" for line in given).replace("TMP", str(tmp_path)))
        out, err = (text.replace(str(tmp_path), "TMP").splitlines() for text in (ran.out, ran.err))
        lines += ["", head, *(f"< {line}".rstrip() for line in given), *(f"  {line}".rstrip() for line in out)]
        lines += [*(f"! {line}" for line in err), f"= {ran.code}"]
    golden(path, re.sub(r"\b[0-9a-f]{12}\b", "HASH", "\n".join(lines)) + "\n")


def test_there_are_transcripts() -> None:
    assert len(CASES) >= 5


# ---------------------------------------------------------------- files


@pytest.fixture(scope="module")
def duel() -> Table:
    return Table(shipped("penance"))


def begun(table: Table, seats: tuple[str, ...], seed: int, decks: tuple[str, ...] = ()) -> Kept:
    setup = table.setup(None)
    decks = decks or tuple(setup.decks[:1] * setup.players)
    return Kept(setup.id, seats, decks, seed, table.new_game(setup, decks, seed))


def play(session: Session, given: str | Person, monkeypatch: pytest.MonkeyPatch) -> str:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(given) if isinstance(given, str) else given)
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        session.run()
    return out.getvalue()


class Person:
    """Somebody who types: at random, now and then something that is not allowed or not understood; never gives up."""

    def __init__(self, seed: int, count: int) -> None:
        self.random, self.left, self.said = Random(seed), count, ""
        self.session: Session | None = None

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        assert self.session is not None
        if self.left == 0:
            return ""
        self.left -= 1
        line = self.line(self.session) + "\n"
        self.said += line
        return line

    def line(self, session: Session) -> str:
        if session.alone is None and session.looking != session.kept.state["pending"]["by"]:
            return ""
        choices = session.screen.choices(session.kept.state)
        able = [number for number, choice in enumerate(choices, start=1) if choice.action.get("option") != "surrender"]
        return self.random.choice([*map(str, able * 4), "undo", "why 2", "table"])


@pytest.mark.full
@pytest.mark.parametrize("seats", [pytest.param(("-", "greedy"), marks=pytest.mark.full), ("-", "-")])
def test_a_game_that_is_broken_off_goes_on_as_if_it_were_not(
    seats: tuple[str, ...], duel: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, whole = Person(8, 110), Session(duel, begun(duel, seats, 8), None)
    person.session = whole
    play(whole, person, monkeypatch)
    lines, path = person.said.splitlines(keepends=True), str(tmp_path / "duel.json")
    session = Session(duel, begun(duel, seats, 8), path)
    for start, end in ((0, 3), (3, 4), (4, 44), (44, 61), (61, len(lines))):
        # Who comes back to a shared screen presses Enter once more; where Enter was due anyhow, the second asks for help.
        play(session, "\n" * (start > 0 and seats == ("-", "-")) + "".join(lines[start:end]), monkeypatch)
        session = Session(duel, read(path, duel), path)
    assert len(whole.kept.state["log"]) > 60
    assert session.kept == whole.kept


@pytest.mark.full
def test_a_damaged_file_is_told_and_never_played(duel: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "duel.json"
    session = Session(duel, begun(duel, ("-", "greedy"), 5), str(path))
    play(session, "1\n1\n1\n", monkeypatch)
    good = json.loads(path.read_text(encoding="utf-8"))
    assert read(str(path), duel).state == session.kept.state
    path.write_text(json.dumps(good, indent=2), encoding="utf-8")
    assert read(str(path), duel).state == session.kept.state
    write(str(path), session.kept)

    def changed(**change: Any) -> str:
        return json.dumps({**good, **change})

    def in_state(**change: Any) -> str:
        return changed(state={**good["state"], **change})

    counters, log = good["state"]["counters"], good["state"]["log"]
    bad = [
        "",
        "not JSON",
        "[1, 2]",
        "3",
        '"state"',
        "{}",
        "NaN",
        "[" * 100_000,
        changed(version=2),
        changed(state=None),
        changed(state=[]),
        changed(state={}),
        changed(seats=[]),
        changed(seats=["-"]),
        changed(seed=6),
        changed(decks=["warden", "ironclad"]),
        in_state(rng=[1, 2, 3, 4]),
        in_state(counters={**good["state"]["counters"], "heat": [3, 0]}, log=[{**good["state"]["log"][0], "counters": {"heat": [3, 0]}}]),
        changed(seats=["-", 3]),
        changed(seats=["-", "genius"]),
        changed(seats="--"),
        changed(setup="brawl"),
        changed(setup=None),
        changed(setup=["duel"]),
        changed(decks=None),
        changed(decks=["confessor"]),
        changed(decks=["confessor", {}]),
        changed(seed=-1),
        changed(seed=True),
        changed(seed=1.5),
        changed(seed=10**30),
        in_state(rng=None),
        in_state(rng=[1, 2, 3]),
        in_state(players=10**9),
        in_state(players=3),
        in_state(pending=None, frames=[]),
        in_state(fixed=0),
        in_state(rules="0" * 64),
        in_state(counters={**counters, "sp": [10**12, 0]}),
        in_state(counters={**counters, "sp": [59, 59]}),
        in_state(counters={**counters, "sp": ["x", None]}),
        in_state(log=[]),
        in_state(log=log[:1]),
        in_state(log=[*log, {"type": "roll"}]),
        in_state(log=[{**log[0], "zones": 7}, *log[1:]]),
        in_state(log=[{"type": "new_game"}, *log[1:]]),
        in_state(log=[log[0], {"type": "start", "procedure": [], "inputs": 3}, *log[2:]]),
        in_state(zones={}),
        in_state(cards=list(reversed(good["state"]["cards"]))),
    ]
    for number, text in enumerate(bad):
        path.write_text(text, encoding="utf-8")
        ran = run_here(["play", "--game", str(ROOT / "rules" / "penance"), "--resume", str(path)], typed="1\n") if number < 3 else None
        if ran is not None:
            assert (ran.code, ran.out) == (2, "")
            assert ran.err == f"penance: {path} is not a saved game\n"
            continue
        with pytest.raises(Wrong) as error:
            read(str(path), duel)
        assert "\n" not in str(error.value) and str(path) in str(error.value)
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(Wrong, match="is not a saved game"):
        read(str(path), duel)


def test_what_is_no_game_is_not_written_over(duel: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("mine", encoding="utf-8")
    said = play(Session(duel, begun(duel, ("-", "greedy"), 5), None), f"save {notes}\nsave {tmp_path}\nsave {tmp_path}/a b\n", monkeypatch)
    assert notes.read_text(encoding="utf-8") == "mine"
    assert said.count("is no saved game; name another file to keep the game in") == 2
    assert (tmp_path / "a b").is_file()


class Interrupted:
    """A keyboard on which Ctrl-C is pressed."""

    def isatty(self) -> bool:
        return False

    def readline(self) -> str:
        raise KeyboardInterrupt


@pytest.mark.full
def test_ctrl_c_keeps_the_game_and_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, err = tmp_path / "a game.json", io.StringIO()
    monkeypatch.setattr(sys, "stdin", Interrupted())
    with redirect_stdout(io.StringIO()), redirect_stderr(err):
        code = run(["play", "--game", str(small_game(tmp_path)), "--bots", "sage", "--seed", "3", "--save", str(path)])
    again = f"penance play --game {tmp_path / 'game'} --resume '{path}'"
    assert (code, err.getvalue()) == (130, f"penance: stopped; the game is in {path}; go on with: {again}\n")
    ran = run_here(shlex.split(again)[1:], typed="1\n" * 9)
    assert (ran.code, ran.err) == (0, f"penance: the game is in {path}\n")
    assert run_here(shlex.split(again)[1:]).out.endswith(ran.out[ran.out.index("The game has ended") :])


# ---------------------------------------------------------------- who sees what


def is_named(name: str, line: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", line) is not None


def hidden_names(session: Session, state: State, seat: int | None) -> set[str]:
    """The names of the cards of a game of which the seat sees none."""
    cards = session.table.program.by_id.cards
    view = session.table.rules.view(state, seat)["cards"]
    seen = {name for name in view if name is not None}
    return {cards[name].name for name in set(state["cards"]) - seen}


@pytest.mark.full
@pytest.mark.parametrize("seats", [("-", "greedy"), ("random", "-"), ("-", "-")])
def test_no_line_names_a_card_that_is_hidden(seats: tuple[str, ...], duel: Table) -> None:
    """Cards of one deck only, so that a name says whose card it is; what the rules themselves tell everybody is left out."""
    session = Session(duel, begun(duel, seats, 11, ("ironclad", "outrider")), None)
    lines, random, screen = 0, Random(4), session.screen
    for _ in range(110):
        pending = session.kept.state["pending"]
        if pending is None:
            break
        seat, choices = int(pending["by"]), [choice for choice in screen.choices(session.kept.state) if choice.is_legal]
        choice = random.choice([choice for choice in choices if choice.action.get("option") != "surrender"])
        before, out = session.kept.state, io.StringIO()
        with redirect_stdout(out):
            session.do(choice.action)
        after = session.kept.state["pending"]
        eyes = session.alone if session.alone is not None else seat if after and after["by"] == seat else None
        told = {event["text"] for event in session.heard[-1].events if event["type"] == "say"}
        hidden = hidden_names(session, before, eyes) & hidden_names(session, session.kept.state, eyes)
        for line in out.getvalue().splitlines():
            lines += 1
            if line.strip() not in told and not line.startswith("----"):
                named = {name for name in hidden if is_named(name, line)}
                assert all(shown_on_its_way(session, name, eyes) for name in named), line
        if after is not None:
            watching = session.alone if session.alone is not None else int(after["by"])
            hidden = hidden_names(session, session.kept.state, watching)
            for line in screen.table(session.kept.state, watching):
                lines += 1
                assert not {name for name in hidden if line.strip().startswith((f"{name} (", f"{name} ["))}, line
    assert lines > 2000


def shown_on_its_way(session: Session, name: str, eyes: int | None) -> bool:
    """Whether a card of this name went through a pile that the eyes see, in what was done last."""
    heard = session.heard[-1]
    named = [card for card, of in enumerate(heard.state["cards"]) if session.table.program.by_id.cards[of].name == name]
    return any(session.screen.telling.shown(heard.events, card, eyes) for card in named)
