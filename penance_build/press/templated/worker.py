"""The process that fills and lays out templates, as it is seen from here: it is started once, and again after it was ended."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import weakref
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
_MOMENT: Final = 0.05
_CODE: Final = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from penance_build.press.templated.child import main; main()"


# A process that used all of its time is ended with this by the system.
_OUT_OF_TIME: Final = -getattr(signal, "SIGXCPU", 0)


class Ended(Exception):
    """The process had to be ended, or ended itself, while it made a page.

    ``is_certain``: the page took too long. Else somebody may have ended it, or pages before this one may have filled its memory.
    """

    def __init__(self, is_certain: bool) -> None:
        """Keep it."""
        super().__init__()
        self.is_certain = is_certain


class Worker:
    """One process with these fonts."""

    def __init__(self, fonts: FontSet) -> None:
        self._fonts = fonts
        self._started = _Started()
        self.pages = 0
        weakref.finalize(self, self._started.end)  # with the build, not only with the program: a program may build all day

    def page(self, request: Mapping[str, Any], picture: Callable[[str], bytes | None]) -> tuple[dict[str, Any], bytes]:
        """What it answers; ``picture`` gives the bytes of a file that it asks for, or None. Raises ``Ended``."""
        process = self._running()
        self.pages += 1
        with _Alarm(process, _PATIENCE) as alarm:
            try:
                send(_pipe(process.stdin), {**request, "seconds": SECONDS})
                while True:
                    head, data = receive(_pipe(process.stdout))
                    if "need" not in head:
                        return head, data
                    found = picture(str(head["need"]))
                    send(_pipe(process.stdin), {"is_there": found is not None}, found or b"")
            except Broken as error:
                raise Ended(self.end() == _OUT_OF_TIME or alarm.has_rung) from error

    def end(self) -> int:
        """End the process, and say how it ended; a next page starts another."""
        self.pages = 0
        return self._started.end()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._started.process is not None and self._started.process.poll() is None:
            return self._started.process
        versions()  # says what is missing here, where it is heard
        self.end()
        command = [sys.executable, "-I", "-c", _CODE, json.dumps(sys.path)]
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        folder = tempfile.mkdtemp(prefix="press-fonts-")
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
        self._started.process = process
        self._started.folder = folder
        with _Alarm(process, _START) as alarm:
            try:
                send(_pipe(process.stdin), *fonts_message(self._fonts, folder))
                receive(_pipe(process.stdout))
            except Broken as error:
                self.end()
                raise Ended(alarm.has_rung) from error
        return process


class _Started:
    """A process, and the folder in which it lays down its fonts."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.folder = ""

    def end(self) -> int:
        """End it, and say how it ended."""
        process, self.process = self.process, None
        if process is None:
            return 0
        try:
            process.wait(_MOMENT)  # one that ends by itself says how
        except subprocess.TimeoutExpired:
            process.kill()
        for pipe in (process.stdin, process.stdout):
            try:
                _pipe(pipe).close()
            except OSError:
                pass
        status = process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
        return status


class _Alarm:
    """Ends a process that is still at it after so many seconds."""

    def __init__(self, process: subprocess.Popen[bytes], seconds: int) -> None:
        self._process, self.has_rung = process, False
        self._timer = threading.Timer(seconds, self._ring)
        self._timer.daemon = True

    def _ring(self) -> None:
        self.has_rung = True
        self._process.kill()

    def __enter__(self) -> _Alarm:
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    return cast("IO[bytes]", pipe)
