"""W314: a member of an enum whose text says what it does, and of which no rule, table or card speaks.

A single one of an enum that comes from outside is what is left where rules speak of the others; a member without a text is only a
name. An enum of which nothing speaks at all is one list of words, and reported once, unless `known: unread` says that it is meant so.
Cases: ``tests/cases/bad/texts``.
"""

from __future__ import annotations

from collections.abc import Sequence

from penance_build.checks.distinct import distinct_procedures, names_read
from penance_build.diagnostics.problem import Problem
from penance_build.model.program.elaborate import Elaborated
from penance_build.surface.game import Game


def check(game: Game, combinations: Sequence[Elaborated]) -> list[Problem]:
    """The members of which nothing speaks under any options; a game without rules speaks of none."""
    if not game.procedures:
        return []
    read = names_read(combinations)
    given = {item.type.ref for rule in distinct_procedures(combinations) for item in rule.inputs if item.type.kind == "enum"}
    problems: list[Problem] = []
    for name, enum in game.enums.items():
        said = [member for member in enum.members if member.text is not None]
        unread = [member for member in said if not {f"member {name}.{member.id}", f"member {name}.*"} & read]
        entity, known = ("enum", name), enum.known
        if known is not None and len(unread) < len(said):
            message = f"`{name}` is recorded as unread, but a rule speaks of a member"
            problems.append(Problem("E626", message, known.span, "remove `known:`", entity=entity, path=enum.at.path))
        elif known is None and unread and not any(f"member {name}.{member.id}" in read for member in enum.members):
            hint = "let a rule speak of its members, or write `known: unread` where people see to what they say"
            message = f"no rule speaks of a member of `{name}`, and their texts say what they do"
            problems.append(Problem("W314", message, enum.at.key_span, hint, entity=entity, path=enum.at.path))
        elif known is None and (len(unread) > 1 or name not in given):
            hint = "let a rule speak of it, or remove its text"
            problems += [
                Problem(
                    "W314", f"no rule speaks of `{member.id}`, and its text says what it does", member.at.key_span, hint,
                    entity=entity, path=member.at.path,
                )
                for member in unread
            ]  # fmt: skip
    return problems
