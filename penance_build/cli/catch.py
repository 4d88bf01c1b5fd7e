"""Turns everything that can end a command into an exit code and at most two lines: the only handler of exceptions.

0 clean, 1 problems in the data, 2 wrong use, 3 the machine, 4 a bug of ours, 130 Ctrl-C, 141 the reader of our
output went away, 129 and 143 hung up and terminated.
"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

from penance_build.cli.errors import Terminated
from penance_build.cli.terminal import flush, prepare_streams, say, say_raw
from penance_build.diagnostics.formats.clean import brief


def run(arguments: list[str]) -> int:
    """Run one command line. ``--debug``, anywhere, lets exceptions through."""
    prepare_streams()
    for stop, handler in ((signal.SIGTERM, _terminate), (signal.SIGHUP, _hang_up)):
        if signal.getsignal(stop) is not signal.SIG_IGN:  # as under nohup
            signal.signal(stop, handler)
    debug = "--debug" in arguments
    words = [word for word in arguments if word != "--debug"]
    if words[:1] == ["help"]:  # another way to ask for it
        words = [*words[1:], "--help"]
    try:
        code = _invoke(words)
        flush()
        return code
    except BrokenPipeError:
        return _gone()
    except (KeyboardInterrupt, Terminated) as stop:
        say(f"penance: stopped; {stop.args[0] if stop.args else 'nothing changed'}")
        return 130 if isinstance(stop, KeyboardInterrupt) else 128 + stop.number
    except Exception as error:
        if debug:
            raise
        return _explain(error, words)


def _terminate(number: int, frame: FrameType | None) -> None:
    raise Terminated(signal.SIGTERM)


def _hang_up(number: int, frame: FrameType | None) -> None:
    raise Terminated(signal.SIGHUP)


def _gone() -> int:
    # Python flushes stdout once more on its way out, and would complain.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141


def _invoke(words: list[str]) -> int:
    """Run the words with click, but without its own ways to catch, to print and to leave."""
    import click

    from penance_build.cli.app import app

    try:
        with app.make_context("penance", list(words)) as context:
            code = app.invoke(context)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.Abort:
        raise KeyboardInterrupt from None
    return code if isinstance(code, int) else 0


def _explain(error: Exception, words: list[str]) -> int:
    import click

    from penance_build.build.errors import CannotBuild, FolderRefused, because
    from penance_build.library.errors import WrongUse
    from penance_build.model.context.options import UnknownOption

    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        say_raw(error.format_message() + "\n")
        return 2
    if isinstance(error, click.ClickException):
        from penance_build.cli.calling.wrong_call import sentence

        say(f"penance: {brief(sentence(error, words))}")
        return 2
    if isinstance(error, WrongUse | FolderRefused | UnknownOption):
        say(f"penance: {brief(str(error))}")
        return 2
    if isinstance(error, CannotBuild):
        say(f"penance: {brief(str(error))} [{error.code}]")
        return 3
    if isinstance(error, OSError):
        done = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
        say(f"penance: cannot read or write{brief(_where(error))}: {because(error)}{done}")
        return 3
    if isinstance(error, MemoryError):
        say("penance: out of memory")
        return 3
    if type(error).__name__ == "PrintLibraryMissing":  # of the press, which is not imported for an error that it did not raise
        say(f"penance: {error} [E902]")
        return 3
    return _report_bug(error, words)


def _where(error: OSError) -> str:
    """What could not be read or written, where that is known."""
    if error.filename:
        return f" {error.filename}"
    try:
        os.getcwd()
    except OSError:
        return " the current folder"
    return ""


def _report_bug(error: Exception, words: list[str]) -> int:
    from penance_build.cli.crash import write_crash_file

    path = write_crash_file(error, words)
    kept = f"; what happened is in {path}, please report it" if path else ""
    say(f"penance: a bug of ours ({type(error).__name__}){kept}")
    return 4
