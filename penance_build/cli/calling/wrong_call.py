"""What is wrong with a call, as one sentence: click finds it, and says it in words of programmers."""

from __future__ import annotations

import re

import click

from penance_build.cli.app import app
from penance_build.diagnostics.suggest import did_you_mean

_IN_BRACKETS = re.compile(r"\((.*)\)\W*$", re.DOTALL)


def sentence(error: click.ClickException, words: list[str]) -> str:
    """The sentence, and where the help of the command is."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    command: click.Command = app
    path = "penance"
    if context is not None and context.command is not app:
        command, path = context.command, context.command_path
    elif isinstance(error, click.BadOptionUsage) and words and (named := app.get_command(click.Context(app), words[0])) is not None:
        command, path = named, f"penance {words[0]}"
    return f"{_said(error, command, path)}\nsee: {path} --help"


def _said(error: click.ClickException, command: click.Command, path: str) -> str:
    if isinstance(error, click.NoSuchOption):
        hint = did_you_mean(error.option_name, list(_options(command)))
        return f"`{path}` has no option `{error.option_name}`{f'; {hint}' if hint else ''}"
    if isinstance(error, click.BadOptionUsage):
        option = _options(command).get(error.option_name)
        if option is None:
            return _plain(error)
        if option.is_flag:
            return f"{error.option_name} takes no value: leave out what stands behind `=`"
        return f"{error.option_name} needs a value: {error.option_name} {option.make_metavar(click.Context(command))}"
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Argument):
        return f"`{path}` needs {error.param.make_metavar(click.Context(command)).rstrip('.')}: {_line(command, path)}"
    if type(error) is click.UsageError and (found := _IN_BRACKETS.search(error.message)):  # words that no argument takes
        spaced = "; a name with spaces stands in quotes" if len(_line(command, path)) > len(path) else ""
        return f"`{path}` does not take the word `{found[1]}`{spaced}" if spaced else f"`{path}` takes only options, found `{found[1]}`"
    return _plain(error)


def _options(command: click.Command) -> dict[str, click.Option]:
    """The options of a command, by each of their names."""
    options = [param for param in command.get_params(click.Context(command)) if isinstance(param, click.Option)]
    return {name: option for option in options for name in (*option.opts, *option.secondary_opts)}


def _line(command: click.Command, path: str) -> str:
    """How a command is called with its words."""
    words = [param.make_metavar(click.Context(command)) for param in command.params if isinstance(param, click.Argument)]
    return " ".join([path, *words])


def _plain(error: click.ClickException) -> str:
    return " ".join(error.format_message().split())
