"""The JavaScript engine in a browser: games played on a page end as they do in Python, and the page asks for nothing but its own files."""

from __future__ import annotations

import html
import json
import re
import subprocess
from collections.abc import Mapping
from functools import partial
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from penance_build.engine.languages.javascript import emit_javascript
from penance_build.ir.play import playable
from tests.browser_support import FLAGS, answered_by, browser
from tests.engine_support import canonical, python_engine
from tests.games import shipped

# Only the page's own scripts may run, and none of them may evaluate text.
POLICY = "default-src 'none'; script-src 'self'"
INPUTS = {"attacker": 0, "defender": 1, "damage": 6}
# With a hand as well, who is hit chooses where the damage is taken from.
SETUP = {"players": 2, "zones": {"deck": ["confessor", "confessor"], "hand": ["confessor", "confessor"]}}
SEEDS = list(range(12))

PAGE = """<!DOCTYPE html>
<meta charset="utf-8">
<link rel="icon" href="data:,">
<pre id="answer"></pre>
<script type="module" src="play.mjs"></script>
"""
PLAY = """
import {{ apply, legal, start }} from "./engine.mjs";

const games = {seeds}.map((seed) => {{
    let state = start("attack_and_discard", {inputs}, {{ seed, setup: {setup} }});
    while (state.pending) state = apply(state, legal(state)[0]).state;
    return {{ result: state.result, log: state.log }};
}});
document.getElementById("answer").textContent = JSON.stringify(games);
"""


class Site(BaseHTTPRequestHandler):
    """Gives a few texts, and remembers every path that was asked for."""

    def __init__(self, texts: Mapping[str, str], asked: list[str], *connection: Any) -> None:
        self.texts, self.asked = texts, asked
        super().__init__(*connection)

    def do_GET(self) -> None:
        self.asked.append(self.path)
        text = self.texts.get(self.path)
        self.send_response(404 if text is None else 200)
        self.send_header("Content-Type", "text/javascript" if self.path.endswith(".mjs") else "text/html")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write((text or "").encode())

    def log_message(self, format: str, *args: Any) -> None:
        pass


def shown(program: str, address: str, profile: Path) -> list[Any]:
    """What the page at this address has written into its answer."""
    more = ["--enable-logging=stderr", "--virtual-time-budget=60000", "--dump-dom", f"--user-data-dir={profile}"]
    command = [program, *FLAGS, *more, address]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120, check=False)
    answer = re.search(r'<pre id="answer">(.+?)</pre>', done.stdout, re.DOTALL)
    assert answer, f"{done.stdout}\n{done.stderr}"
    return list(json.loads(html.unescape(answer[1])))


def played(engine: ModuleType, seed: int) -> dict[str, Any]:
    """The same game in Python."""
    state = engine.start("attack_and_discard", INPUTS, seed=seed, setup=SETUP)
    while state["pending"]:
        state = engine.apply(state, engine.legal(state)[0])[0]
    return {"result": state["result"], "log": state["log"]}


@pytest.mark.full
def test_a_browser_plays_the_games_that_python_plays(tmp_path: Path) -> None:
    found = browser()
    program = playable(shipped("penance"))
    play = PLAY.format(seeds=json.dumps(SEEDS), inputs=json.dumps(INPUTS), setup=json.dumps(SETUP))
    asked: list[str] = []
    texts = {"/": PAGE, "/play.mjs": play, "/engine.mjs": emit_javascript(program)}
    with answered_by(partial(Site, texts, asked)) as address:
        games = shown(found, address, tmp_path / "profile")
    assert sorted(asked) == ["/", "/engine.mjs", "/play.mjs"]
    engine = python_engine(program, tmp_path)
    for game, seed in zip(games, SEEDS, strict=True):
        assert canonical(game) == canonical(played(engine, seed)), seed
    assert len({game["result"]["outcome"] for game in games}) > 1
    assert {entry["type"] for game in games for entry in game["log"]} >= {"roll", "choose"}
