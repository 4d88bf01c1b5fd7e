"""A browser that tests drive: Chromium by the DevTools protocol over a pipe, so that clicks, the console and every request are seen."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# No other host than this machine can be reached.
FLAGS = [
    *"--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic --no-first-run --disable-background-networking".split(),
    *"--disable-component-update --disable-sync --no-proxy-server".split(),
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
PATIENCE = 60  # seconds for one answer


def browser() -> str:
    """The browser on the PATH that starts; without one the test is skipped."""
    for name in BROWSERS:
        found = shutil.which(name)
        # The name alone may stand for a browser that is not installed.
        if found and subprocess.run([found, "--version"], capture_output=True, timeout=60, check=False).returncode == 0:
            return found
    pytest.skip("no Chromium was found on the PATH; the Debian package chromium brings it")


class Page:
    """One page of a browser. ``asked`` holds the address of every request, ``wrong`` what the console said of errors and warnings."""

    def __init__(self, to: int, back: int) -> None:
        self._to, self._back = to, back
        self._rest, self._number, self._session = b"", 0, ""
        self.asked: list[str] = []
        self.wrong: list[str] = []

    def attach(self) -> None:
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        until = monotonic() + PATIENCE
        while True:
            answer = self._read(until)
            if answer.get("id") == self._number:
                assert "error" not in answer, (method, answer["error"])
                return dict(answer["result"])
            self._note(answer)

    def _read(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._back], [], [], max(0, until - monotonic()))
            assert ready, "the browser does not answer"
            more = os.read(self._back, 1 << 16)
            assert more, "the browser has ended"
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        return dict(json.loads(line))

    def _note(self, event: dict[str, Any]) -> None:
        what = event.get("params", {})
        match event.get("method"):
            case "Network.requestWillBeSent":
                self.asked.append(what["request"]["url"])
            case "Runtime.exceptionThrown":
                self.wrong.append(json.dumps(what["exceptionDetails"])[:600])
            case "Log.entryAdded" if what["entry"]["level"] in ("error", "warning"):
                self.wrong.append(f"{what['entry']['text']} {what['entry'].get('url', '')}")
            case "Runtime.consoleAPICalled" if what["type"] in ("error", "warning", "assert"):
                self.wrong.append(json.dumps(what["args"])[:600])

    def run(self, script: str) -> Any:
        """The value of an expression on the page; a promise is waited for."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def go(self, address: str, ready: str) -> None:
        """Open an address, and wait until something that this selector finds is there."""
        self.call("Page.navigate", url=address)
        self.wait(f"document.querySelector({json.dumps(ready)}) !== null")

    def wait(self, condition: str) -> None:
        until = monotonic() + PATIENCE
        while not self.run(condition):
            assert monotonic() < until, (condition, self.run("document.body.innerText.slice(0, 2000)"), self.wrong)

    def size(self, width: int, height: int) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def press(self, key: str, code: str = "") -> None:
        text = {"Enter": "\r", "Space": " "}.get(key, "")
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, text=text if kind == "keyDown" else "")

    def picture(self, path: Path) -> None:
        path.write_bytes(b64decode(self.call("Page.captureScreenshot", format="png")["data"]))


class Quiet(SimpleHTTPRequestHandler):
    """A static server, as plain as there is, that says nothing."""

    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}  # noqa: RUF012 (as its base has it)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def answered_by(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address at which requests are answered so meanwhile."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def served(folder: Path) -> AbstractContextManager[str]:
    """The address that a folder has meanwhile."""
    return answered_by(partial(Quiet, directory=str(folder)))


@contextmanager
def opened(program: str, profile: Path) -> Iterator[Page]:
    """A page in a browser of its own."""
    (theirs, to), (back, answers) = os.pipe(), os.pipe()
    flags = [*FLAGS, "--remote-debugging-pipe", "--hide-scrollbars", f"--user-data-dir={profile}"]
    # The protocol is spoken on the descriptors 3 and 4.
    shell = f'exec 3<&{theirs} 4>&{answers}; exec "$@"'
    command = ["bash", "-c", shell, "sh", program, *flags]
    process = subprocess.Popen(command, pass_fds=(theirs, answers), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(theirs)
    os.close(answers)
    try:
        page = Page(to, back)
        page.attach()
        yield page
        page._session = ""
        page.call("Browser.close")
    finally:
        os.close(to)
        os.close(back)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
