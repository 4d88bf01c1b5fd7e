"""The options of a build that say which cards are printed, and how."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import click
from msgspec import Struct

from penance_build.build.inputs import paper_form, paper_id
from penance_build.cli.errors import Wrong
from penance_build.cli.printing.file import PRINTERS, PrintFile, find_file, read_file
from penance_build.cli.printing.settings import KEYS, Settings, settings_of
from penance_build.cli.terminal import clean
from penance_build.diagnostics.suggest import near
from penance_build.product import Selection

_Command = TypeVar("_Command", bound=Callable[..., Any])
AS_DATA = "as-data"
MOST_COPIES = 999


class Asked(Struct, frozen=True):
    """How is printed: the ``settings``, those that were ``named`` for this build alone, and the file with the others."""

    settings: Settings
    named: tuple[tuple[str, str], ...]
    file: PrintFile


def print_options(command: _Command) -> _Command:
    """``--card``, ``--deck``, ``--since``, ``--copies``, ``--print`` and ``--print-file``."""
    for option in (
        click.option("--print-file", metavar="FILE", help="Settings of printing, instead of print.yaml here or in ~/.config/penance."),
        click.option(
            "--print", "prints", multiple=True, metavar="KEY=VALUE", help=f"How sheets are printed: {', '.join(KEYS)} (repeatable)."
        ),
        click.option("--copies", metavar="N|as-data", help="So many copies of each card."),
        click.option("--since", metavar="REV|MANIFEST", help="Only cards that changed since a revision of git or an earlier build."),
        click.option("--deck", "decks", multiple=True, metavar="ID", help="Only the cards of this deck (repeatable)."),
        click.option("--card", "cards", multiple=True, metavar="ID", help="Only this card (repeatable)."),
    ):
        command = option(command)
    return command


def asked_selection(options: Mapping[str, Any]) -> Selection:
    """Which cards are asked for, but for what changed. Raises Wrong."""
    given = options["copies"]
    copies = 0
    if given is not None and given != AS_DATA:
        if not re.fullmatch(r"[1-9]\d{0,2}", given, re.ASCII):
            raise Wrong(f"--copies: {clean(given)} is no number of copies; write 1 to {MOST_COPIES}, or {AS_DATA}")
        copies = int(given)
    return Selection(tuple(dict.fromkeys(options["decks"])), tuple(dict.fromkeys(options["cards"])), copies)


# What may be made of some cards alone, or printed otherwise.
OF_CARDS = ("cards", "faces", "calibration", "kit")


def narrowed(wanted: tuple[str, ...], chosen: Selection, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The products of a build of some cards, or of sheets printed otherwise. Raises Wrong."""
    of_sheets = [name for name, value in (("--copies", chosen.copies), ("--print", options["prints"])) if value]
    which = [name for name, value in (("--card", chosen.cards), ("--deck", chosen.decks), ("--since", options["since"])) if value]
    if not of_sheets and not which:
        return wanted
    if options["maker"] is not None:
        raise Wrong(f"--for makes what one maker or program takes and nothing else: leave {' and '.join((*which, *of_sheets))} out")
    if not wanted:
        return ("cards",) if of_sheets or options["since"] is not None else ("cards", "faces")
    if wanted == ("faces",) and of_sheets:
        raise Wrong(f"{' and '.join(of_sheets)}: for card sheets, and single faces are asked for")
    others = [name for name in wanted if name not in OF_CARDS]
    if others:
        raise Wrong(f"{' and '.join((*which, *of_sheets))}: for card sheets and single faces; leave {', '.join(others)} out of --only")
    return wanted


def asked_printing(options: Mapping[str, Any]) -> Asked:
    """How sheets are printed, by the flags and the file; what is wrong with the file stands in it. Raises Wrong."""
    file = read_file(find_file(options["print_file"]))
    values, named = dict(file.values), _named(options["prints"])
    for name, text in named.items():
        meant = KEYS[name].read(text)
        if meant is None:
            raise Wrong(f"--print: {name} is `{clean(text)}`; expected {KEYS[name].says}")
        values[name] = meant
    if values.get("printer") and values["printer"] not in file.devices and not file.problems:
        says = f"--print: there is no printer `{values['printer']}` under `{PRINTERS}:` of {file.name or 'print.yaml'}"
        raise Wrong(f"{says}{near(values['printer'], list(file.devices))}")
    return Asked(settings_of(values, file.devices), tuple(sorted(named.items())), file)


def _named(pairs: Iterable[str]) -> dict[str, str]:
    """The settings that are named, by their names. Raises Wrong."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, sign, text = pair.partition("=")
        name = name.strip()
        if name == PRINTERS:
            raise Wrong(f"--print: `{PRINTERS}` are written in print.yaml; name one of them: --print printer=NAME")
        if name not in KEYS:
            raise Wrong(f"--print: there is no setting `{clean(name)}`{near(name, list(KEYS))}")
        if not sign:
            raise Wrong(f"--print: `{name}` has no value; write {name}=VALUE, {KEYS[name].says}")
        if name in found and found[name] != text.strip():
            raise Wrong(f"--print: `{name}` is given twice, as `{clean(found[name])}` and `{clean(text.strip())}`")
        found[name] = text.strip()
    return found


def asked_paper(given: str | None, settings: Settings) -> str:
    """The paper of the sheets: that of the flag, of the settings, or A4. Raises Wrong."""
    if given is None:
        return settings.paper or "a4"
    found = paper_id(given)
    if found is None:
        raise Wrong(f"--paper: there is no paper `{given}`; there are {paper_form()}")
    return found
