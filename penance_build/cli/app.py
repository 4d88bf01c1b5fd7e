"""The commands by name: a literal list. A command's module is imported when it is called, so that the others cost nothing."""

from __future__ import annotations

from importlib import import_module

import click
from msgspec import Struct

from penance_build import __version__
from penance_build.cli.calling.lines import HelpContext
from penance_build.cli.errors import Wrong
from penance_build.diagnostics.suggest import did_you_mean


class Entry(Struct, frozen=True):
    """A command: ``where`` is ``module:function`` below ``penance_build.cli.commands``, ``says`` its line in the help."""

    name: str
    where: str
    says: str


ENTRIES: tuple[Entry, ...] = (
    Entry("check", "check:check", "Read and check a game; print every problem."),
    Entry("build", "build:build", "Check, then make every product: engines, reports, sheets."),
    Entry("run", "run:run", "Run one procedure, with scripted or random dice."),
    Entry("odds", "odds:odds", "Print exactly how likely each result of a procedure is."),
    Entry("simulate", "simulate:simulate_command", "Play many whole games between bots, and count who wins."),
    Entry("play", "play:play_command", "Play a game in the terminal, against others or bots."),
    Entry("audit", "audit:audit", "Compare every figure that the sources print with the exact value."),
    Entry("test", "audit:test", "Replay every worked example."),
    Entry("sources", "sources:sources", "List what is encoded, document by document and section by section."),
    Entry("decks", "decks:decks", "List every deck that the game's constructions allow."),
    Entry("diff", "diff:diff", "Say what differs between two states of a game."),
    Entry("dump", "dump:dump", "Print what a stage of the compiler gives."),
    Entry("import", "import_:import_command", "Read cards from spreadsheets and JSON into a game, or a new one."),
    Entry("new", "new:new", "Make a new small game that builds as it is."),
    Entry("explain", "explain:explain", "Explain a problem by its code, or any thing of a game."),
    Entry("schema", "explain:schema", "Print the JSON Schema of a section."),
    Entry("limits", "explain:limits", "List the bounds on what is read."),
)


class LazyCommands(click.Group):
    """A group that knows its commands' names and lines without importing them."""

    context_class = HelpContext

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [entry.name for entry in ENTRIES]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and give one command; None for an unknown name."""
        for entry in ENTRIES:
            if entry.name == cmd_name:
                module, _, function = entry.where.partition(":")
                command = getattr(import_module(f"penance_build.cli.commands.{module}"), function)
                assert isinstance(command, click.Command)
                command.context_class = HelpContext
                return command
        return None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but with a suggestion for an unknown command."""
        names = [entry.name for entry in ENTRIES]
        if args and args[0] not in names and not args[0].startswith("-"):
            raise Wrong(f"there is no command `{args[0]}`; {did_you_mean(args[0], names) or 'there is ' + ', '.join(names)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(entry.name, entry.says) for entry in ENTRIES])


@click.command(cls=LazyCommands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", message="penance %(version)s")
def app() -> None:
    """Penance Build: rules data in, rules engine, exact odds and printed sheets out.

    --debug, anywhere, shows where an unexpected error comes from.
    """
