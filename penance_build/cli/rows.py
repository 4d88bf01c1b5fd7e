"""The games of ``penance simulate`` in a file: a row of CSV for each, written as soon as it has been played.

A row holds all that the figures are made of, and by whose rules, of which setup and by which bots it was played, so that a series can
be taken up again. Whatever ends the program, only the row that was being written can be lost.
"""

from __future__ import annotations

import csv
import hashlib
import io
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from penance_build import __version__
from penance_build.cli.errors import Wrong
from penance_build.ir.canonical import dumps
from penance_build.ir.nodes import Setup
from penance_build.play.bots import LOOKS, OUTCOMES, SAMPLES
from penance_build.play.hands import Held
from penance_build.play.simulate import Match, Played, Task
from penance_build.play.table import Table

ENDS = ("first", "winner", "rounds", "outcome", "decisions")
HELD = ("drawn", "played", "dead", "kept")
DIGITS = 16  # of a hash


class Form:
    """What a row holds, for the games of one setup between these bots."""

    def __init__(self, table: Table, setup: Setup, bots: Sequence[str]) -> None:
        self.setup, self.bots = setup, tuple(bots)
        self.cards = frozenset(card.id for card in table.program.cards)
        self.seats = range(1, setup.players + 1)
        results = {result.name: result.type.ref for result in table.program.by_id.procedures[setup.procedure].results}
        self.outcomes = {member.id for member in table.program.by_id.enums[results[setup.outcome]].members} if setup.outcome else {""}
        self.has_hands = bool(table.piles.hands)
        decks = [f"deck_{seat}" for seat in self.seats] if setup.deck else []
        held = [f"{name}_{seat}" for name in HELD for seat in self.seats] if self.has_hands else []
        self.columns = ["seed", *decks, *(f"bot_{seat}" for seat in self.seats), *ENDS, *held, "setup", "rules", "bots"]
        self.tail = [setup.id, table.rules.RULES[:DIGITS], self._players(table)]

    def _players(self, table: Table) -> str:
        """A hash of what decides beside the rules: the bots, the names of the results that are counted, and this program."""
        bots = tuple(table.bot(name) for name in self.bots)
        judges = tuple(table.program.by_id.procedures[bot.score] for bot in bots if bot.score)
        said = self.setup.winner, self.setup.rounds, self.setup.outcome, self.setup.begins, __version__
        return hashlib.sha256(dumps((bots, judges, said, (LOOKS, SAMPLES, OUTCOMES))).encode("ascii")).hexdigest()[:DIGITS]

    # ------------------------------------------------------------ out

    def row(self, decks: Sequence[str], game: Played) -> list[str]:
        """A game as a row."""
        ends = [_seat(game.first), _seat(game.winner), "" if game.rounds is None else str(game.rounds), game.outcome, str(game.decisions)]
        held = [" ".join(getattr(one, name)) for name in HELD for one in game.held]
        return [str(game.seed), *decks, *self.bots, *ends, *held, *self.tail]

    # ------------------------------------------------------------ in

    def refuse(self, path: str, row: Sequence[str]) -> None:
        """Raises Wrong where a row was not played by these rules and these bots."""
        setup, rules, bots = row[-3:]
        names = tuple(row[self.columns.index(f"bot_{seat}")] for seat in self.seats)
        said = (
            (setup == self.tail[0], f"of the setup `{setup}`"),
            (rules == self.tail[1], "by other rules, or under other options"),
            (names == self.bots, f"between other bots ({', '.join(names)})"),
            (bots == self.tail[2], "between bots that have changed, or by another version of this program"),
        )
        for is_same, other in said:
            if not is_same:
                raise Wrong(f"{path} holds games {other}; name another file")

    def game(self, row: Sequence[str]) -> tuple[Task, Played]:
        """The game of a row. Raises ValueError where there can be no such game."""
        cells = dict(zip(self.columns, row, strict=True))
        decks = tuple(cells[f"deck_{seat}"] for seat in self.seats) if self.setup.deck else ()
        if any(deck not in self.setup.decks for deck in decks):
            raise ValueError("a deck")
        if cells["outcome"] not in self.outcomes:
            raise ValueError("an outcome")
        seed, decisions = int(cells["seed"]), int(cells["decisions"])
        rounds = int(cells["rounds"]) if cells["rounds"] else None
        first, winner = self._read_seat(cells["first"], 1), self._read_seat(cells["winner"], 0)
        seats = self.seats if self.has_hands else ()
        held = tuple(Held(*(self._kinds(cells[f"{name}_{seat}"]) for name in HELD)).interned() for seat in seats)
        return (decks, seed), Played(seed, decisions, winner, rounds, cells["outcome"], first, held)

    def _read_seat(self, text: str, least: int) -> int | None:
        if not text:
            return None
        if not least <= int(text) <= self.setup.players:
            raise ValueError("a seat")
        return int(text) - 1

    def _kinds(self, text: str) -> tuple[str, ...]:
        found = tuple(text.split())
        if not self.cards.issuperset(found):
            raise ValueError("a card")
        return found


class Rows:
    """A file of games. ``known`` are the games that stand in it."""

    def __init__(self, path: str, form: Form, resume: bool) -> None:
        self.path, self.form = path, form
        self.known: dict[Task, Played] = {}
        with self._named():
            end = self._read(resume)
            self.file = io.FileIO(path, "ab")
            self.file.truncate(end)
            if end == 0:
                self.file.write(line(form.columns))

    def add(self, match: Match, game: Played) -> None:
        """Write a game down. Ctrl-C comes before or after it."""
        with uninterrupted(), self._named():
            self.file.write(line(self.form.row(match.decks, game)))
            self.known[match.decks, game.seed] = game

    def close(self) -> None:
        """Close the file."""
        self.file.close()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """What goes wrong with the file names it."""
        try:
            yield
        except OSError as error:
            error.filename = self.path
            raise

    def _read(self, resume: bool) -> int:
        """Read what stands in the file; the number of bytes up to the end of the last whole row."""
        end = 0
        with suppress(FileNotFoundError), open(self.path, "rb") as file:
            for number, data in enumerate(file, 1):
                if not resume:
                    raise Wrong(f"{self.path} is there already; --resume goes on with it, or name another file")
                if number == 1:
                    if not self._is_header(data):
                        raise Wrong(f"{self.path} holds no games of this setup, for its columns are other ones; name another file")
                    if not data.endswith(b"\n"):
                        return 0
                elif not data.endswith(b"\n"):
                    return end
                else:
                    self._take(number, data)
                end += len(data)
        return end

    def _is_header(self, data: bytes) -> bool:
        """Whether a first line is ours, or the beginning of ours."""
        ours = line(self.form.columns)
        if data.endswith(b"\n"):
            return data.removeprefix(b"\xef\xbb\xbf").rstrip(b"\r\n") == ours.rstrip(b"\r\n")
        return ours.startswith(data)

    def _take(self, number: int, data: bytes) -> None:
        """The game of one line."""
        try:
            (row,) = csv.reader([data.decode("utf-8").rstrip("\r\n")], strict=True)
            if len(row) != len(self.form.columns):
                raise ValueError("columns")
            self.form.refuse(self.path, row)
            task, game = self.form.game(row)
            if task in self.known:
                raise ValueError("twice")
        except (ValueError, csv.Error):
            hint = "take that line out, or name another file"
            raise Wrong(f"{self.path}: line {number} is not a game of its own that these rules can have; {hint}") from None
        self.known[task] = game


def line(cells: Sequence[str]) -> bytes:
    """A line of CSV (RFC 4180)."""
    text = io.StringIO()
    csv.writer(text).writerow(cells)
    return text.getvalue().encode("utf-8")


def _seat(seat: int | None) -> str:
    """A seat as people count them; 0 for nobody's."""
    return "" if seat is None else str(seat + 1)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C that comes meanwhile comes afterwards."""
    before: Callable[..., Any] | int | None = signal.getsignal(signal.SIGINT)
    if not callable(before):
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt
