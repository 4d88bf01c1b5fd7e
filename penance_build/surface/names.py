"""The printed names of what a game defines, for the holes of printed texts: they are read, never typed.

A hole names a thing by its kind (``{card emergency_vent}``), a face of a die or a member of an enum behind its die or enum
(``{attack.death_blow}``, ``{component.left_arm}``), and a card, member, counter, procedure, zone or die by its id alone where that
names one thing. A name may itself hold such holes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from msgspec.structs import replace

from penance_build.diagnostics.problem import Problem
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.formula.parse import FormulaError
from penance_build.formula.syntax import Dot, Name
from penance_build.formula.template import (
    KINDS,
    Argument,
    Content,
    Hole,
    Part,
    Parts,
    Plain,
    PrintedContent,
    Sign,
    Thing,
    card,
    phrase,
    printed,
)
from penance_build.surface.nodes import At, Scalar

_BARE: Final = ("card", "member", "counter", "procedure", "zone", "die")
_LONGEST: Final = 1000  # characters of a name with the names in it
Key: TypeAlias = tuple[str, str]  # kind and id


def printed_name(name: str) -> str:
    """What is printed for something without a name of its own: ``shell_7`` is Shell 7."""
    return name.replace("_", " ").strip().capitalize()


class Names:
    """Names by kind and id, as they are written.

    ``kinds`` is the kind of what stands in each section; ``owners`` are the ids of dice and enums, ``constants`` ids that formulas
    read as numbers, ``inputs`` those of rules, ``values`` what faces of dice declare, ``icons`` the drawings.
    """

    def __init__(
        self,
        written: Mapping[Key, str],
        kinds: Mapping[str, str],
        owners: frozenset[str],
        constants: frozenset[str],
        inputs: frozenset[str],
        values: frozenset[str],
        icons: frozenset[str],
    ) -> None:
        self.written, self._kinds, self._owners = written, kinds, owners
        self._constants, self._inputs, self._values, self._icons = constants, inputs, values, icons
        self._by_id: dict[str, list[Key]] = {}
        for kind, path in written:
            self._by_id.setdefault(path.rpartition(".")[2], []).append((kind, path))
        self._texts: dict[Key, str] = {}
        self._only: dict[str, str] = {}
        self.problems: list[Problem] = []
        self.readers: set[Key] = set()  # the entries that read names, by kind and id, and those in which a hole names nothing
        self.failed: set[Key] = set()

    def is_same(self, other: Names) -> bool:
        """Whether every hole means the same among these names as among others."""
        mine, theirs = (
            (item.written, item._owners, item._constants, item._inputs, item._values, item._icons) for item in (self, other)
        )  # fmt: skip
        return mine == theirs

    def only(self, kind: str, at: At) -> str:
        """The id of the only thing of a kind, for the entry at ``at``; nothing where there are none or several."""
        self.readers.add(self._entry(at))
        if kind not in self._only:
            found = [path for word, path in self.written if word == kind]
            self._only[kind] = found[0] if len(found) == 1 else ""
        return self._only[kind]

    def keys(self, kind: str, path: str) -> list[Key]:
        """The things that a hole may mean, those of the same name once."""
        if kind:
            found = [(kind, path)] if (kind, path) in self.written else []
        elif "." in path:
            found = [key for key in (("face", path), ("member", path)) if key in self.written]
        else:
            found = [key for key in self._by_id.get(path, ()) if key[0] in _BARE]
        return list({self.written[key]: key for key in reversed(found)}.values())

    def text(self, key: Key) -> str:
        """The printed name of a thing; a hole in it stays where it names nothing, several things, or at last the thing itself."""
        waiting = [(key, False)]  # a name may name another, and so on, deeper than functions can call one another
        while waiting:
            at, is_ready = waiting.pop()
            written = self.written[at]
            if is_ready:
                others = ((part, self._named(part)) for part in printed(written))
                said = "".join(part.text if other is None else self._texts[other] for part, other in others)
                self._texts[at] = said if len(said) <= _LONGEST else written
            elif at not in self._texts:
                self._texts[at] = written  # what it is while it is looked for
                if "{" in written:
                    waiting.append((at, True))
                    waiting += [(other, False) for part in reversed(printed(written)) if (other := self._named(part)) is not None]
        return self._texts[key]

    def _named(self, part: Part[PrintedContent]) -> Key | None:
        """The one thing that a part of a name names."""
        found = self.keys(*asked(part.content)) if isinstance(part, Hole) else []
        return found[0] if len(found) == 1 else None

    # ------------------------------------------------------------ texts

    def say(self, at: Scalar) -> str:
        """A text of names alone; reports a hole that names nothing, or several things."""
        self._reads(at)
        said = ""
        for part in printed(at.text):
            key = asked(part.content) if isinstance(part, Hole) and part.words is None else _NONE
            if isinstance(part, Hole) and (asks := _ASKS.fullmatch(part.source)) and isinstance(part.content, FormulaError):
                hint = did_you_mean(asks[1], KINDS) or f"the kinds are: {', '.join(KINDS)}; {{sign:open_brace}} prints a brace"
                self._wrong(at, part, "E301", f"`{asks[1]}` is no kind of things that have names", hint)
            said += part.text if key == _NONE or not isinstance(part, Hole) else self._found(key, at, part)
        return said

    def read(self, parts: Parts[Content], mode: Callable[[str], Parts[Content]], at: Scalar) -> Parts[Content]:
        """The parts of a text with holes, in which those that name a thing know its name."""
        ids: Mapping[object, frozenset[str]] = {printed: self._constants | self._values, phrase: self._inputs | _ARGUMENTS, card: _NOTHING}
        known = ids.get(mode)
        return tuple(self._read(part, known, at) if isinstance(part, Hole) else part for part in parts)

    def _read(self, part: Hole[Content], known: frozenset[str] | None, at: Scalar) -> Hole[Content]:
        """A hole; ``known`` are the ids that are no names here, None: any variable may be one, which is known later."""
        content = part.content
        kind, path = key = asked(content)
        if key == _NONE or (part.words is not None and not isinstance(content, Thing)):
            return part
        if part.words is not None:
            self._wrong(at, part, "E403", "`{…|one|many}` picks by a number, this is a name", "write the name alone")
            return replace(part, content=Thing(kind, path, part.text), words=None)
        self._reads(at)
        if not isinstance(content, Thing):
            base, dot, _ = path.partition(".")
            is_free = (base in self._owners) if dot else known is not None and path not in known and bool(self.keys(kind, path))
            if not is_free:
                return part
        return replace(part, content=Thing(kind, path, self._found(key, at, part)))

    def _found(self, key: Key, at: Scalar, part: Hole[Content]) -> str:
        """The name that a hole asks for; the hole itself after reporting that it does not name one thing."""
        found = self.keys(*key)
        text = self.text(found[0]) if len(found) == 1 else ""
        if text and ("{" not in text or all(isinstance(part, Plain) or _is_sign(part) for part in printed(text))):
            return text
        if text:
            written = self.written[found[0]]
            message = f"the name of `{found[0][1]}` has a hole that names nothing, or that thing itself: “{written}”"
            self._wrong(at, part, "E301", message, "write that name without the hole")
            return part.text
        if key[1] in self._icons and not key[0] and not found:
            message = f"this text has markup that cannot be read: `{part.text}`"
            self._wrong(at, part, "E805", message, f"an icon is written {{icon:{key[1]}}}")
        else:
            self._wrong(at, part, "E301", *self.problem(*key))
        return part.text

    def _wrong(self, at: Scalar, part: Hole[Content], code: str, message: str, hint: str) -> None:
        entity, span = self._entry(at), at.inside(part.at, part.at + len(part.source))
        self.failed.add(entity)
        self.problems.append(at.problem(code, message, hint, entity=entity, span=span))

    def _reads(self, at: Scalar) -> None:
        self.readers.add(self._entry(at))

    def _entry(self, at: At) -> Key:
        """The kind and id of the entry in which a text stands."""
        section, *below = at.path
        return self._kinds.get(str(section), str(section)), str(below[0]) if below else ""

    def problem(self, kind: str, path: str) -> tuple[str, str]:
        """What is wrong with a hole that does not name one thing, and what would be right."""
        found = self.keys(kind, path)
        if found:
            ways = " or ".join(f"{{{path}}}" if "." in path else f"{{{kind} {path}}}" for kind, path in found)
            return f"`{path}` names several things: " + ", ".join(f"“{self.text(key)}”" for key in found), f"write {ways}"
        if kind:
            known = sorted(path for word, path in self.written if word == kind)
            hint = did_you_mean(path, known) or f"there are: {', '.join(known[:8]) or 'none'}"
            return f"there is no {kind.replace('_', ' ')} `{path}`", hint
        paths = [path for kind, path in self.written if kind in ("face", "member")]
        known = sorted({*(path.partition(".")[0] for path in paths), *paths}) if "." in path else sorted(self._by_id)
        return f"nothing is called `{path}`", did_you_mean(path, known) or _FORMS


_FORMS: Final = "write {die.face}, {enum.member}, {card id} or {counter id}; {sign:open_brace} prints a brace"
_ASKS: Final = re.compile(r"([a-z_]+) [a-z][a-z0-9_.]*")  # a hole that is written like a name behind its kind
_NONE: Final = ("", "")
_NOTHING: Final = frozenset[str]()
_ARGUMENTS: Final = frozenset(("by", "to", "count", "card"))


def _is_sign(part: object) -> bool:
    """Whether a part of a name is a character that would be markup otherwise."""
    return isinstance(part, Hole) and isinstance(part.content, Sign)


def asked(content: object) -> Key:
    """The kind and id that a hole asks for; ``("", "")``: it is no name."""
    if isinstance(content, Thing):
        return content.kind, content.path
    if isinstance(content, Name | Argument):
        return "", content.id if isinstance(content, Name) else content.name
    if isinstance(content, Dot) and isinstance(content.base, Name):
        return "", f"{content.base.id}.{content.name}"
    return "", ""
