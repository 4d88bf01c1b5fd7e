"""The server of docs/server.md, as it stands there: two players, a spectator, one who comes back; what is hidden stays hidden."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from penance_build.engine.languages.python import emit_python
from tests.duel_games import compiled

SETUP = {"setup": "close_quarters", "decks": ["confessor", "outrider"]}


class Client:
    """A connection that sends and reads lines of JSON."""

    def __init__(self, port: int, seat: int | None, **more: Any) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.lines = self.socket.makefile("rw", encoding="utf-8", newline="\n")
        self.told = self.ask({"join": seat, **more})

    def send(self, message: Any) -> None:
        self.lines.write(json.dumps(message) + "\n")
        self.lines.flush()

    def read(self) -> Any:
        return json.loads(self.lines.readline())

    def ask(self, message: Any) -> Any:
        self.send(message)
        return self.read()

    def close(self) -> None:
        self.lines.close()
        self.socket.close()


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder = tmp_path_factory.mktemp("server")
    page = (Path(__file__).resolve().parent.parent / "docs" / "server.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (folder / "server.py").write_text(block, encoding="utf-8")
    (folder / "engine.py").write_text(emit_python(compiled()), encoding="utf-8")
    command = [sys.executable, "server.py", json.dumps(SETUP)]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield int(server.stdout.readline())
        finally:
            server.terminate()


@pytest.mark.full
def test_what_is_no_message_harms_nobody_else(port: int) -> None:
    spectator = Client(port, None)
    assert Client(port, 7).told == {"refused": "a player must be from 0 to 1, not 7"}  # type: ignore[arg-type]
    for line in ("5", "[]", '"join"', "no JSON", "[" * 50_000, "1" * 200_000):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as hostile:
            hostile.sendall(f"{line}\n".encode())
            try:
                assert hostile.recv(100) == b""
            except ConnectionError:  # it hung up before it had read all
                pass
    assert spectator.ask({"concede": True}) == {"refused": "who watches does not play"}
    spectator.close()


@pytest.mark.full
def test_two_play_and_one_watches(port: int) -> None:
    """A game to its end; each message has what its reader may know, and the spectator's are the least."""
    players, spectator = [Client(port, 0), Client(port, 1)], Client(port, None)
    views = [client.told["view"] for client in (*players, spectator)]
    assert [view["player"] for view in views] == [0, 1, None]
    assert all(isinstance(view["zones"]["hand"][1 - seat], int) for seat, view in enumerate(views[:2]))
    assert not [card for card in views[2]["cards"] if card is not None and card in str(views[2]["zones"]["hand"])]
    told, entries = [players[0].told, players[1].told, spectator.told], 0
    for number in range(400):
        by = told[0]["asked"]["by"]
        if by is None:
            break
        assert [one["asked"]["by"] for one in told] == [by] * 3
        assert told[1 - by]["asked"]["actions"] == told[2]["asked"]["actions"] == []
        legal = [one["action"] for one in told[by]["asked"]["actions"] if one["legal"] and one["action"].get("option") != "surrender"]
        if number == 3:
            assert players[1 - by].ask({"action": legal[0]}) == {"refused": f"player {by} is asked, not player {1 - by}"}
            assert spectator.ask({"action": legal[0]}) == {"refused": "who watches does not play"}
            assert "what is asked is" in players[by].ask({"action": {"type": "choose"}})["refused"]
        if number == 60:  # a player is gone, and comes back
            players[by].close()
            players[by] = Client(port, by, since=entries)
            assert players[by].told["events"] == []
            assert players[by].told["asked"]["actions"]
        players[by].send({"action": legal[(number * 7) % len(legal)]})
        told = [client.read() for client in (*players, spectator)]
        entries = told[0]["entries"]
        assert {one["entries"] for one in told} == {entries}
        for player, one in zip((0, 1, None), told, strict=True):
            for event in one["events"]:
                if event["type"] == "shuffle":
                    assert event["draws"] is None
                elif event["type"] == "move" and {event["from"], event["to"]} <= {"deck", "hand"}:
                    ends = {(event["from"], event["from_owner"]), (event["to"], event["to_owner"])}
                    seen = ("hand", player) in ends
                    assert all((card is not None) is seen for card in event["cards"])
                elif event["type"] == "ask" and event["pending"]["by"] != player:
                    assert not {"options", "cards", "names"} & event["pending"].keys()
    if told[0]["asked"]["by"] is not None:
        players[0].send({"concede": True})
        told = [client.read() for client in (*players, spectator)]
        assert [event["type"] for event in told[2]["events"]] == ["concede", "end"]
        assert told[2]["events"][-1]["result"]["winner"] == 2
    again = Client(port, None, since=0)
    assert again.told["events"][0]["type"] == "new_game"
    assert all(isinstance(pile, int) for pile in again.told["events"][0]["zones"]["deck"])
    for client in (*players, spectator, again):
        client.close()
