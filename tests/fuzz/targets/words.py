"""Command lines of every sort, and lines sent to the server of docs/server.md."""

# ruff: noqa: E501  (data reads best as one line each)

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
import sys
from functools import cache
from multiprocessing.util import Finalize
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from penance_build.engine.languages.python import emit_python
from tests.duel_games import compiled
from tests.fuzz import damage
from tests.fuzz.command import penance, without_controls
from tests.fuzz.target import Case, Target, demand, write
from tests.test_play_terminal import GAME
from tests.test_server import SETUP

_COMMANDS: dict[str, tuple[str, ...]] = {
    "check": ("--quick", "--counts", "-q", "--dump", "ir", "--format", "json", "github", "text"),
    "run": ("game", "half", "card.rest", "--set", "turns=3", "one=0", "two=1", "who=1", "--seed", "5", "--dice", "--choose", "play", "stay"),
    "odds": ("game", "half", "card.rest", "--set", "turns=1", "turns=..", "--of", "winner", "--where", "winner == 1", "--policy", "random", "first", "--percent", "--best", "--worst", "--setup", "g", "--decks", "slow,fast", "--counter", "life=3", "--zone", "hand=rest:2", "--players", "2", "--state", "save.json"),
    "explain": ("E401", "W101", "rest", "life", "effects", "half", "slow"),
    "decks": ("--faction", "all"),
    "dump": ("ir", "surface", "tree", "engine", "source", "game", "half"),
    "schema": ("card", "rules", "step"),
    "limits": (),
    "diff": (".", "..", "HEAD", "--format", "json"),
    "simulate": ("--games", "1", "2", "--bots", "fool,sage", "--seed", "3", "--decks", "slow,fast", "--jobs", "--rows", "rows.csv", "--resume", "--check", "--until", "2%"),
    "audit": (), "test": (), "sources": (), "new": ("made", "--layout", "number_card"),
    "import": ("cards.csv", "-o", "made2", "--stay", "--map", "m.yaml"),
    "build": ("--only", "engine", "report,data", "-o", "out", "--paper", "a4", "letter", "--grid", "3x3", "--card", "rest", "--for", "tts", "--base-url", "http://x/"),
    "play": ("--decks", "slow,fast", "--bots", "fool,sage", "--seed", "4", "--save", "save.json", "--resume", "--setup"),
}  # fmt: skip
_SLOW = ("--card", "--for", "tts", "--only faces")


def _line(chance: Random) -> Case:
    name = chance.choice(list(_COMMANDS))
    own = [word for word in _COMMANDS[name] if word not in _SLOW]
    words = [name] if chance.random() < 0.95 else []
    for _ in range(chance.randint(0, 6)):
        words.append(
            chance.choice(
                (
                    *own,
                    *own,
                    "--game",
                    ".",
                    "--option",
                    "x=y",
                    "--help",
                    "--format",
                    "json",
                    damage.text(chance),
                    chance.choice(damage.WORDS),
                )
            )
        )
    if name == "build" and "--only" not in words:
        words += ["--only", "engine,report"]
    words = [word.replace("\x00", "").encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape") for word in words]
    typed = "\n".join(
        chance.choice(("1", "2", "help", "quit", "undo", "save", "?", "", "-1", "99999999999999999999", damage.text(chance)))
        for _ in range(8)
    )
    case = {"words.json": json.dumps(words).encode(), "game.yaml": GAME.encode(), "typed": typed.encode("utf-8", "replace")}
    if "cards.csv" in words:
        case["cards.csv"] = b"Name,Cost\nA,1\nB,2\n"
    return case


def _said(case: Case, folder: Path) -> str:
    home = folder / "home"
    write({name: data for name, data in case.items() if name not in ("words.json", "typed")}, home)
    words = json.loads(case.get("words.json", b"[]"))
    if not all(isinstance(word, str) and "\0" not in word for word in words):
        return "no words"
    # A word may name a file anywhere: only what the folder of the test can hold is asked for.
    if any(word.startswith(("/", "~")) or ".." in word for word in words if word != ".."):
        words = [word for word in words if not word.startswith(("/", "~")) and ".." not in word]
    ran = penance(*words, folder=home, typed=case.get("typed", b"").decode("utf-8", "replace"))
    demand(without_controls(ran.err), f"stderr has a control: {ran.err[:200]!r}")
    demand(ran.code != 2 or ran.err, "wrong use without a word")
    if "json" in words and ran.code == 0 and ran.out.startswith(("{", "[")):
        json.loads(ran.out)
    return f"code {ran.code}"


WORDS = Target("words", "any command line ends with 0 to 3, and says why", _line, _said, seconds=30, megabytes=400)


# ---------------------------------------------------------------- the server


class _Server:
    """The server of the page, run as it stands there."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="fuzz-server-"))
        page = (Path(__file__).resolve().parents[3] / "docs" / "server.md").read_text(encoding="utf-8")
        (block,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        (self.folder / "server.py").write_text(block, encoding="utf-8")
        (self.folder / "engine.py").write_text(emit_python(compiled()), encoding="utf-8")
        self.errors = (self.folder / "errors").open("w+b")
        command = [sys.executable, "server.py", json.dumps(SETUP)]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=self.errors, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        Finalize(None, self.end, exitpriority=10)  # at the end of a worker too, where `atexit` is not heard

    def said(self) -> str:
        """What it has said on stderr since it was asked last."""
        self.errors.seek(0)
        found = self.errors.read().decode("utf-8", "replace")
        self.errors.seek(0)
        self.errors.truncate()
        return found

    def end(self) -> None:
        """Stop it."""
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@cache
def _server() -> _Server:
    return _Server()


_ACTION = {"type": "choose", "procedure": "half", "slot": "deed", "option": "pass"}


def _messages(chance: Random) -> Case:
    made: list[str] = []
    for _ in range(chance.randint(1, 6)):
        message: Any = chance.choice(
            (
                {"join": chance.choice((0, 1, None)), "since": 0},
                {"join": 0},
                {"action": _ACTION},
                {"concede": True},
                {"join": None, "since": 2},
            )
        )
        if chance.random() < 0.7:
            message = damage.of_data(message, chance, 2)
        text = json.dumps(message)
        if chance.random() < 0.15:
            text = damage.of_text(text, chance, 2)
        if chance.random() < 0.03:
            text = chance.choice(("[" * 100_000, "1" * 5000, '"' + "a" * 200_000 + '"', "", "\x00"))
        made.append(text.replace("\n", " "))
    return {"lines.json": json.dumps(made).encode()}


def _told(answers: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answers.readline())
    return found


def _served(case: Case, folder: Path) -> str:
    server = _server()
    lines = json.loads(case.get("lines.json", b"[]"))
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as hostile:
        said = b""
        try:
            hostile.sendall("".join(f"{line}\n" for line in lines if isinstance(line, str)).encode("utf-8", "surrogatepass"))
            hostile.shutdown(socket.SHUT_WR)
            while part := hostile.recv(65536):
                said += part
        except TimeoutError:
            raise
        except OSError:  # the server hung up while there was more to read
            pass
    # Whoever is well behaved is served as before.
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as good, good.makefile("rw", encoding="utf-8") as both:
        both.write('{"join": null}\n')
        both.flush()
        demand("view" in _told(both), "nobody is served any more")
    found = server.said()
    demand("Traceback" not in found, f"the server says: {found[-1500:]}")
    return "refused" if b"refused" in said else "answered" if said else "hung up"


SERVER = Target("server", "whatever a client sends, the server serves the others and reports no exception", _messages, _served, seconds=10)
