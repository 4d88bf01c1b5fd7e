"""Where the program starts. ``--version`` is answered here, before anything else is imported: it is asked for in scripts."""

from __future__ import annotations

import gc
import sys

from penance_build import __version__


def entry() -> None:
    """The command ``penance`` and ``python -m penance_build``: run, and leave with the exit code."""
    arguments = sys.argv[1:]
    if None in (sys.stdin, sys.stdout, sys.stderr):
        from penance_build.cli.terminal import replace_closed_streams

        replace_closed_streams()
    elif arguments in (["--version"], ["-V"]):
        try:
            sys.stdout.write(f"penance {__version__}\n")
            sys.stdout.flush()
        except OSError:  # what is said of it stands there, for all commands
            pass
        else:
            return
    gc.disable()  # for the imports and the compilation; what runs on after these turns it on again: see ``compiled``
    try:
        from penance_build.cli.catch import run

        code = run(arguments)
    except KeyboardInterrupt:  # while the program itself was being imported
        code = 130
    gc.freeze()  # skip the last garbage collection: the system frees the memory
    sys.exit(code)
