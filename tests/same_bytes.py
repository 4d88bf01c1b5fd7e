"""Builds of one game under other circumstances: where it lies, who reads it, in which language, zone and year.

A game with every product and the circumstances under which it is built; ``test_same_bytes.py`` compares what comes out.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.exits_support import MORE
from tests.layout_support import game, picture
from tests.test_own_fonts import SPECTRAL

ROOT = Path(__file__).resolve().parent.parent
YEAR = 366 * 86_400  # seconds
EXITS = ("tts", "ttpg", "pcio", "tgc", "mpc", "mpcfill")
PRODUCTS = "engine,report,data,cards,dice,reference,web"
_BUILDS = (("--only", PRODUCTS), ("--only", "faces", "--dpi", "60", "--bleed"))

_PLAYED = """
tables:
  harm:
    name: Harm
    hit: unique
    inputs: {x: 1..6}
    outputs: {harm: 0..6}
    rows: [{x: 1..3, harm: 0, label: None}, {x: 4..6, harm: 1, label: Some}]
procedures:
  strike:
    name: Strike
    inputs: {who: player}
    results: {total: int}
    steps:
      - {roll: d6}
      - {let: total, value: harm(sum(d6))}
      - {change: who.gold, by: -total}
claims: {half: {says: "1/2", procedure: strike, set: {who: 1}, where: total == 1, verdict: holds}}
examples: {four: {procedure: strike, set: {who: 1}, dice: {d6: [4]}, expect: {total: 1}}}
setups: {s: {name: Short, players: 2, procedure: strike, with: {who: 1}}}
"""
_CARDS = """
cards:
  shell_7: {type: number, suit: shell, rank: 7, text: "Take *7* shells; Straße, Łódź.", art: art/a.jpg}
  coral_10: {type: number, name: Coral & Ten, suit: coral, rank: 10, text: "Draw *2*, then give {icon:shell} shells away.", art: art/b.png}
  tide: {type: event, name: The Tide, text: "It comes.", flavour: "And goes.", art: art/c.svg}
decks:
  all: {name: All, cards: {shell_7: 1, coral_10: 3, tide: 1}}
  one: {name: One, cards: {tide: 1}, back: art/b.png}
"""
_BOXES = """
picture: {at: [-3, -3, 69.5, 50], image: art}
title: {at: [5, 50, 53, 8], show: name, size: 7..14, colour: ink}
pips: {at: [14, 60, 35.5, 12], pips: {count: rank, icon: suit, arrangement: row}, colour: rubric}
rules: {at: [5, 74, 40, 8], show: text, size: 5..6}
small: {at: [46, 74, 12, 8], template: templates/small.html}
"""
_SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><rect width="60" height="60" fill="#357"/><circle cx="30" cy="30" '
    'r="20" fill="#eda"/><text x="5" y="30" font-size="8">Tide</text></svg>'
)


def files() -> dict[str, bytes]:
    """The game: cards with pictures of every sort and a template, dice, a font of its own, a quick reference with odds, a procedure."""
    more = MORE.replace("dice:\n", "dice:\n  d6: {name: d6, sides: 6}\n", 1)
    more += "      - {show: table, ref: harm}\n" + _PLAYED
    texts = game(_BOXES, cards=_CARDS, theme=more + "theme: {font_display: fonts/Own.ttf}\n")
    return {
        "game.yaml": texts["game.yaml"].encode(),
        "templates/small.html": b"<div style='position: absolute; left: 0; top: 0; width: 11mm'>{{ card.name }} {{ card.number }}</div>",
        "art/a.jpg": picture(900, 700, "JPEG"),
        "art/b.png": picture(900, 1200, mode="RGBA"),
        "art/c.svg": _SVG.encode(),
        "fonts/Own.ttf": SPECTRAL["Bold"],
    }


@dataclass(frozen=True)
class Circumstances:
    """Under which a game is built; what is not said is as it is here."""

    name: str
    environment: Mapping[str, str] = field(default_factory=dict)
    place: str = "here"
    is_turned: bool = False  # files are written in the other order
    age: int = 1_000_000_000  # the time of change that files bear
    umask: int = 0o022
    words: tuple[str, ...] = ()  # of Python
    is_later: bool = False  # the clock is a year ahead
    cache: str = "off"


PLAIN = Circumstances("plain", {"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC"})
EACH = (
    Circumstances("another seed of hashes", {**PLAIN.environment, "PYTHONHASHSEED": "4711"}),
    Circumstances("no locale", {**PLAIN.environment, "LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}),
    Circumstances("a language", {**PLAIN.environment, "LC_ALL": "tr_TR.UTF-8", "LANG": "de_DE.UTF-8", "LANGUAGE": "de:tr"}),
    Circumstances("a zone", {**PLAIN.environment, "TZ": "Pacific/Kiritimati"}),
    Circumstances("another folder", PLAIN.environment, place="Spiele für Wölfe/a rather long name of a folder, with words/x"),
    Circumstances("files written backwards", PLAIN.environment, is_turned=True, age=2_000_000_000),
    Circumstances("nobody else may read", PLAIN.environment, umask=0o077),
    Circumstances("without assertions", PLAIN.environment, words=("-OO",)),
    Circumstances("a year later", PLAIN.environment, is_later=True),
    Circumstances("another epoch", {**PLAIN.environment, "SOURCE_DATE_EPOCH": "1234567890", "COLUMNS": "40", "TERM": "dumb", "USER": "x"}),
    Circumstances("a cold cache", PLAIN.environment, cache="cache"),
)
ALL = Circumstances(
    "all at once",
    {"PYTHONHASHSEED": "99", "LC_ALL": "C", "TZ": "Asia/Kolkata", "SOURCE_DATE_EPOCH": "1234567890", "COLUMNS": "40"},
    place="Spiele für Wölfe/a long name, with words/x",
    is_turned=True,
    age=2_000_000_000,
    umask=0o077,
    words=("-O",),
    is_later=True,
    cache="cache",
)

_CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
static const long AHEAD = %d;
int clock_gettime(clockid_t id, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int code = real(id, now);
    if (!code && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) now->tv_sec += AHEAD;
    return code;
}
time_t time(time_t *to) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (to) *to = now.tv_sec;
    return now.tv_sec;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec found;
    int code = clock_gettime(CLOCK_REALTIME, &found);
    if (now) { now->tv_sec = found.tv_sec; now->tv_usec = found.tv_nsec / 1000; }
    return code;
}
"""
_RUNS = "import json, sys; from penance_build.cli.catch import run; sys.exit(max([run(words) for words in json.loads(sys.argv[1])]))"


def later(folder: Path) -> dict[str, str] | None:
    """What makes the clock of a process and of all that it starts a year ahead; None where no compiler of C is at hand."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    source, made = folder / "clock.c", folder / "clock.so"
    source.write_text(_CLOCK % YEAR, encoding="utf-8")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(made), str(source), "-ldl"], check=True, capture_output=True)
    return {"LD_PRELOAD": str(made)}


def build(
    above: Path, given: Circumstances, written: Mapping[str, bytes], commands: list[list[str]], clock: Mapping[str, str]
) -> dict[str, str]:
    """Lay a game down and build it so: the hash of each file that came out."""
    home = above / given.place
    if not home.exists():
        for name in sorted(written, reverse=given.is_turned):
            path = home / "game" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(written[name])
            os.utime(path, (given.age, given.age))
    shutil.rmtree(home / "out", ignore_errors=True)
    environment = {**os.environ, **given.environment, "PYTHONPATH": str(ROOT), "PENANCE_CACHE": given.cache}
    if given.cache != "off":
        environment["PENANCE_CACHE"] = str(above / given.cache)
    if given.is_later:
        environment.update(clock)
    command = [sys.executable, *given.words, "-c", _RUNS, json.dumps(commands)]
    done = subprocess.run(command, cwd=home, env=environment, capture_output=True, umask=given.umask, timeout=900, check=False)
    said = done.stdout + done.stderr
    assert done.returncode == 0, said.decode("utf-8", "replace")
    out = home / "out"
    return {
        path.relative_to(out).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(out.rglob("*")) if path.is_file()
    }


def everything(exits: tuple[str, ...] = EXITS) -> list[list[str]]:
    """The commands that make every product."""
    asked = [*_BUILDS, *(("--for", name, "--base-url", "https://game.invalid/") for name in exits)]
    return [["build", "game", "-o", f"out/{number}", *words] for number, words in enumerate(asked)]
