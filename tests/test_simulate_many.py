"""Many games at once: in several processes, in a file that is taken up again, until shares are known, and stopped half way."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from penance_build.cli.commands import simulate
from penance_build.play.jobs import Jobs, Lost
from penance_build.play.simulate import BATCH, Game
from penance_build.play.table import Table
from tests.command_line import Ran
from tests.conftest import ROOT
from tests.games import program_of
from tests.simulated import GAME, REFUSING

Penance = Callable[..., Ran]
MANY = ("simulate", "--bots", "any", "--decks", "high,low", "--decks", "low,low")


@pytest.fixture
def pile(tmp_path: Path) -> Path:
    """The folder of the game of cards."""
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path


@pytest.fixture
def purse(tmp_path: Path) -> Path:
    """The folder of the game that may refuse what it has begun."""
    (tmp_path / "game.yaml").write_text(REFUSING, encoding="utf-8")
    return tmp_path


# ---------------------------------------------------------------- several processes


@pytest.mark.full
def test_any_number_of_processes_gives_the_same_bytes(pile: Path, penance: Penance) -> None:
    found = []
    for jobs in ("1", "2", "3"):
        ran = penance(*MANY, "--games", "25", "--jobs", jobs, "--rows", f"rows{jobs}.csv", "--format", "json", cwd=pile)
        assert (ran.code, ran.err) == (0, "")
        found.append((ran.out, (pile / f"rows{jobs}.csv").read_bytes()))
    assert found[0] == found[1] == found[2]
    assert penance(*MANY, "--games", "3", "--jobs", "auto", cwd=pile).code == 0


@pytest.mark.full
def test_what_fails_is_the_first_in_order_whoever_plays(purse: Path, penance: Penance) -> None:
    """The games before it are kept."""
    found = []
    for jobs in ("1", "2", "3"):
        rows = purse / f"rows{jobs}.csv"
        ran = penance("simulate", "--games", "400", "--jobs", jobs, "--rows", rows, cwd=purse)
        found.append((ran, rows.read_bytes()))
    assert found[0] == found[1] == found[2]
    ran, rows = found[0]
    first, again = ran.err.splitlines()
    assert (ran.code, ran.out) == (1, "")
    assert "a legal action leads to what the rules refuse: Purse would be -" in first
    seed = int(first.split("seed ")[1].split(",")[0])
    assert again == f"again: penance simulate --setup purse --bots any --games 1 --seed {seed} --check"
    assert rows.count(b"\n") == seed, "a header, and all games before it"
    assert seed > 2


def test_a_bug_in_a_process_is_the_one_that_it_was() -> None:
    game = Game(Table(program_of(GAME)), "pile", ("any",), False)  # nobody sits on the second seat
    with Jobs(game, 2) as players, pytest.raises(IndexError) as error:
        list(players.play([(("high", "low"), 1), (("high", "low"), 2)]))
    assert "bots.py" in str(error.traceback[-1].path) or "simulate.py" in str(error.traceback[-1].path)


def test_a_process_that_ends_by_itself_is_told_of() -> None:
    with Jobs(Game(Table(program_of(GAME)), "pile", ("any", "any"), False), 2) as players:
        games = players.play([(("high", "low"), seed) for seed in range(2000)])
        next(games)
        for process, _ in players.workers:
            process.kill()
        with pytest.raises(Lost, match=r"^one of 2 processes ended.*fewer --jobs need less$"):
            list(games)
    assert players.workers == []


# ---------------------------------------------------------------- rows


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_row_for_each_game(pile: Path, penance: Penance) -> None:
    found = json.loads(penance(*MANY, "--games", "30", "--seed", "5", "--rows", "rows.csv", "--format", "json", cwd=pile).out)
    rows = rows_of(pile / "rows.csv")
    assert (pile / "rows.csv").read_bytes().count(b"\r\n") == 61
    assert [(int(row["seed"]), row["deck_1"]) for row in rows] == [(seed, deck) for deck in ("high", "low") for seed in range(5, 35)]
    assert {(row["bot_1"], row["bot_2"], row["setup"]) for row in rows} == {("any", "any", "pile")}
    for figures, part in zip(found["pairings"], (rows[:30], rows[30:]), strict=True):
        assert [one["count"] for one in figures["wins"]] == [sum(row["winner"] == seat for row in part) for seat in "12"]
        assert figures["draws"]["count"] == sum(row["winner"] == "0" for row in part)
        assert figures["outcomes"].get("level", {"count": 0})["count"] == sum(row["outcome"] == "level" for row in part)
        assert figures["began"]["wins"]["count"] == sum(row["winner"] == row["first"] for row in part)
        assert [one["count"] for one in figures["began"]["seats"]] == [sum(row["first"] == seat for row in part) for seat in "12"]


@pytest.mark.full
@pytest.mark.parametrize("cut", [1, 20, -1, -2, -30, -200, 0, None])
def test_a_series_is_taken_up_where_it_was_cut(cut: int | None, pile: Path, penance: Penance) -> None:
    """In the header, in a row, between two, before the first byte; and where there is no file yet."""
    whole = penance(*MANY, "--games", "12", "--rows", "whole.csv", "--format", "json", cwd=pile)
    written = (pile / "whole.csv").read_bytes()
    if cut is not None:
        (pile / "rows.csv").write_bytes(written[:cut])
    ran = penance(*MANY, "--games", "12", "--rows", "rows.csv", "--resume", "--jobs", "2", "--format", "json", cwd=pile)
    assert ran == whole
    assert (pile / "rows.csv").read_bytes() == written


def test_games_that_stand_in_the_file_are_not_played_again(pile: Path, penance: Penance, monkeypatch: pytest.MonkeyPatch) -> None:
    """And all of them are counted, those that were not asked for too."""
    whole = penance(*MANY, "--games", "12", "--rows", "rows.csv", "--format", "json", cwd=pile)
    monkeypatch.setattr(Game, "play", None)
    assert penance(*MANY, "--games", "12", "--rows", "rows.csv", "--resume", "--format", "json", cwd=pile) == whole
    some = ("--bots", "any", "--decks", "high,low", "--games", "3", "--rows", "rows.csv", "--resume")
    found = json.loads(penance("simulate", *some, "--format", "json", cwd=pile).out)
    assert ([one["games"] for one in found["pairings"]], found["played"]) == ([12, 12], 24)


def test_a_file_that_a_spreadsheet_saved_is_read(pile: Path, penance: Penance) -> None:
    whole = penance(*MANY, "--games", "4", "--rows", "rows.csv", "--format", "json", cwd=pile)
    plain = (pile / "rows.csv").read_bytes()
    (pile / "rows.csv").write_bytes(b"\xef\xbb\xbf" + plain.replace(b"\r\n", b"\n").replace(b",pile,", b',"pile",'))
    assert penance(*MANY, "--games", "4", "--rows", "rows.csv", "--resume", "--format", "json", cwd=pile) == whole


@pytest.mark.full
def test_a_foreign_file_is_refused_in_a_sentence(pile: Path, penance: Penance) -> None:
    rows = pile / "rows.csv"
    assert penance(*MANY, "--games", "4", "--rows", rows, cwd=pile).code == 0
    plain, game = rows.read_bytes(), GAME

    def refused(*more: str, resume: bool = True) -> str:
        ran = penance("simulate", *(more or MANY[1:]), "--games", "4", "--rows", "rows.csv", *["--resume"] * resume, cwd=pile)
        assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1), ran
        return ran.err.removeprefix("penance: rows.csv").rstrip()

    assert refused(resume=False) == " is there already; --resume goes on with it, or name another file"
    assert refused("--bots", "wise") == " holds games between other bots (any, any); name another file"
    for old, new, said in (
        ("  pile:\n", "  pole:\n", "of the setup `pile`"),
        ("count: 2}", "count: 1}", "by other rules, or under other options"),
        (
            "any: {name: Any}",
            "any: {name: Any, avoid: {ready: [wait]}}",
            "between bots that have changed, or by another version of this program",
        ),
    ):
        assert old in game
        (pile / "game.yaml").write_text(game.replace(old, new), encoding="utf-8")
        assert refused() == f" holds games {said}; name another file"
    (pile / "game.yaml").write_text(game, encoding="utf-8")
    for text in (b"a,b\r\n1,2\r\n", b"\0\0\0", b"\xff\n"):
        rows.write_bytes(text)
        assert refused() == " holds no games of this setup, for its columns are other ones; name another file"
    lines = plain.splitlines(keepends=True)
    for bad in (
        lines[1],
        lines[1].replace(b"high", b"hihg"),
        lines[1].replace(b"king", b"kign"),
        b"x" + lines[2],
        lines[2].replace(b",", b";"),
        lines[2].replace(b",any,any,", b",any,any,3"),
        lines[2].replace(b",any,any,", b',any,any,"'),
        lines[2].replace(b",ahead,", b",behind,").replace(b",level,", b",even,"),
        b"\xff" + lines[2],
        b"\r\n",
    ):
        rows.write_bytes(lines[0] + lines[1] + bad + b"".join(lines[3:]))
        said = refused()
        assert said.endswith(": line 3 is not a game of its own that these rules can have; take that line out, or name another file"), bad
        assert rows.read_bytes() == lines[0] + lines[1] + bad + b"".join(lines[3:])


def test_what_cannot_be_is_said_in_a_line(pile: Path, penance: Penance) -> None:
    for arguments, code, said in (
        (("--resume",), 2, "--resume goes on with the games of a file: name it with --rows FILE.csv"),
        (("--resume", "--rows", "rows.csv", "--check"), 2, "--check looks at games while they are played: leave out --resume"),
        (("--rows", "none/rows.csv"), 3, "cannot read or write none/rows.csv: no such file or directory"),
        (("--rows", "."), 3, "cannot read or write .: is a directory"),
        (("--jobs", "0"), 2, "--jobs takes a number from 1 to 256, or auto, found `0`"),
        (("--jobs", "many"), 2, "--jobs takes a number from 1 to 256, or auto, found `many`"),
        (
            ("--until", "2"),
            2,
            "--until takes how much more or less a share may be, above 0% and below 50%: 2% or ±2%; found `2`",
        ),
        (
            ("--until", "0%"),
            2,
            "--until takes how much more or less a share may be, above 0% and below 50%: 2% or ±2%; found `0%`",
        ),
    ):
        ran = penance("simulate", *arguments, cwd=pile)
        assert (ran.code, ran.out, ran.err) == (code, "", f"penance: {said}\n")


def test_nothing_to_look_at(purse: Path, penance: Penance) -> None:
    ran = penance("simulate", "--until", "5%", cwd=purse)
    assert (ran.code, ran.err) == (
        2,
        "penance: `purse` does not say who wins (`ends: {winner: …}`), so --until has nothing to look at\n",
    )


# ---------------------------------------------------------------- until shares are known


@pytest.mark.parametrize("half", ["±4 %", "4%", "+-4%", "± 4.0%", "+/-4 %"])
def test_half_a_width_is_written_in_many_ways(half: str) -> None:
    assert simulate._half(half) == 0.04


def test_it_goes_on_until_shares_are_known(pile: Path, penance: Penance) -> None:
    """Each pairing by itself, in batches of one size: the one that is always won is known first."""
    found = json.loads(penance(*MANY, "--until", "±4 %", "--format", "json", cwd=pile).out)
    high, low = found["pairings"]
    assert found["until"] == {"half_width": 0.04, "reached": True}
    assert (found["games"], high["reached"], low["reached"]) == (10_000, True, True)
    assert high["games"] < low["games"]
    assert high["games"] % BATCH == low["games"] % BATCH == 0
    assert all(one["high"] - one["low"] <= 0.0801 for figures in (high, low) for one in figures["wins"])


@pytest.mark.full
def test_it_ends_at_the_same_game_whoever_plays_and_says_what_is_not_known(pile: Path, penance: Penance) -> None:
    alone = penance(*MANY, "--until", "3%", "--games", "550", "--rows", "alone.csv", cwd=pile)
    together = penance(*MANY, "--until", "3%", "--games", "550", "--rows", "rows.csv", "--jobs", "2", cwd=pile)
    assert alone == together
    written = (pile / "alone.csv").read_bytes()
    assert written == (pile / "rows.csv").read_bytes()
    assert alone.out.startswith("Pile: not all shares of wins known to ±3 %, at most 550 games of each pairing, seeds from 1\n")
    assert "\nHigh against Low: 500 games\n" in alone.out
    assert "\nLow against Low: not known to ±3 %\n" in alone.out
    (pile / "rows.csv").write_bytes(written[: len(written) // 2])
    assert penance(*MANY, "--until", "3%", "--games", "550", "--rows", "rows.csv", "--resume", cwd=pile) == alone


# ---------------------------------------------------------------- stopped


@pytest.mark.full
@pytest.mark.skipif(os.name != "posix", reason="a signal to a group of processes")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_was_played(jobs: int, pile: Path, penance: Penance) -> None:
    """At once, for all processes; the file holds what was counted, and is gone on with."""
    series = [*MANY, "--games", "1000000", "--rows", "rows.csv", "--format", "json"]
    stopped, out, err = interrupted(pile, [*series, "--jobs", str(jobs)], 40)
    rows = rows_of(pile / "rows.csv")
    found = json.loads(out)
    assert stopped == 130
    assert err == f"penance: stopped; what is counted is {len(rows)} games; --rows rows.csv --resume goes on\n"
    assert (found["played"], found["stopped"], len(found["pairings"])) == (len(rows), True, 1)
    assert [int(row["seed"]) for row in rows] == list(range(1, len(rows) + 1))
    again = penance("simulate", "--bots", "any", "--decks", "high,low", "--games", str(len(rows)), "--format", "json", cwd=pile)
    assert json.loads(again.out)["pairings"] == found["pairings"]


@pytest.mark.skipif(os.name != "posix", reason="a signal to a group of processes")
def test_to_be_terminated_keeps_the_rows(pile: Path) -> None:
    series = [*MANY, "--games", "1000000", "--rows", "rows.csv"]
    assert interrupted(pile, series, 10, signal.SIGTERM) == (143, "", "penance: stopped; --rows rows.csv --resume goes on\n")


def interrupted(folder: Path, arguments: list[str], games: int, by: int = signal.SIGINT) -> tuple[int, str, str]:
    """A command that gets Ctrl-C, as all its processes do, after so many rows; its code, and what it printed."""
    command = [sys.executable, "-m", "penance_build", *arguments]
    environment: dict[str, Any] = {**os.environ, "PYTHONPATH": str(ROOT)}
    starter = f"import os, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); os.execv(sys.executable, {command!r})"
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen([sys.executable, "-c", starter], cwd=folder, env=environment, start_new_session=True, **pipes)
    rows = folder / "rows.csv"
    while process.poll() is None and not (rows.exists() and rows.read_bytes().count(b"\n") > games):
        time.sleep(0.02)
    os.killpg(process.pid, by)
    out, err = process.communicate(timeout=60)
    assert process.returncode is not None
    for _ in range(200):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.02)
    else:
        pytest.fail("a process is left")
    return process.returncode, out, err
