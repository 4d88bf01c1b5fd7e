"""The process that fills and lays out templates, as it is seen from here: it is started once, and again after it was ended."""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import IO, Any, Final, cast

from penance_build.press.templated.child import fonts_message
from penance_build.press.templated.frames import Broken, receive, send
from penance_build.press.text.fonts import FontSet
from penance_build.press.text.libraries import versions

SECONDS: Final = 8  # of the processor, for one page
# By the clock: several times as long, for a machine that does other things as well.
_PATIENCE: Final = 6 * SECONDS
_START: Final = 120
_CODE: Final = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from penance_build.press.templated.child import main; main()"


class Ended(Exception):
    """The process had to be ended, or ended itself, while it made a page."""


class Worker:
    """One process with these fonts."""

    def __init__(self, fonts: FontSet) -> None:
        self._fonts = fonts
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.end)

    def page(self, request: Mapping[str, Any], picture: Callable[[str], bytes | None]) -> tuple[dict[str, Any], bytes]:
        """What it answers; ``picture`` gives the bytes of a file that it asks for, or None. Raises ``Ended``."""
        process = self._running()
        with _Alarm(process, _PATIENCE):
            try:
                send(_pipe(process.stdin), {**request, "seconds": SECONDS})
                while True:
                    head, data = receive(_pipe(process.stdout))
                    if "need" not in head:
                        return head, data
                    found = picture(str(head["need"]))
                    send(_pipe(process.stdin), {"is_there": found is not None}, found or b"")
            except Broken as error:
                self.end()
                raise Ended from error

    def end(self) -> None:
        """End the process; a next page starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        for pipe in (process.stdin, process.stdout):
            try:
                _pipe(pipe).close()
            except OSError:
                pass
        process.wait()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        versions()  # says what is missing here, where it is heard
        self.end()
        command = [sys.executable, "-I", "-c", _CODE, json.dumps(sys.path)]
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
        self._process = process
        with _Alarm(process, _START):
            try:
                send(_pipe(process.stdin), *fonts_message(self._fonts))
                receive(_pipe(process.stdout))
            except Broken as error:
                self.end()
                raise Ended from error
        return process


class _Alarm:
    """Ends a process that is still at it after so many seconds."""

    def __init__(self, process: subprocess.Popen[bytes], seconds: int) -> None:
        self._timer = threading.Timer(seconds, process.kill)
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    return cast("IO[bytes]", pipe)
