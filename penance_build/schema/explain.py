"""The errors of one entry as problems: our own sentences, at the smallest guilty span, one for each mistake.

Why beside jsonschema's messages: those speak of schemas and Python values (``'3' is not of type 'integer'``), give a path and
no span, and report a misspelt required key twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from jsonschema import ValidationError
from msgspec import Struct, field

from penance_build.diagnostics.problem import Problem, Span
from penance_build.diagnostics.suggest import did_you_mean, nearest
from penance_build.schema import words
from penance_build.schema.boxes import form_hint, is_box, meant_in_box, value_hint
from penance_build.schema.shapes import Shape, counting
from penance_build.source.text.tokens import written
from penance_build.source.tree import SourceFile

Path = tuple[str | int, ...]


class Entry(Struct, frozen=True):
    """The entry that is checked: where it stands and what it is called.

    ``prefix`` are the keys that lead to it in its file, ``word`` is its name in sentences.
    """

    file: SourceFile
    value: Any
    prefix: Path
    entity: tuple[str, str]
    word: str

    def at(self, path: Path) -> Any:
        value = self.value
        for part in path:
            value = value[part]
        return value

    def _container(self, whole: Path) -> tuple[Any, str | int]:
        container: Any = self.file.root
        for part in whole[:-1]:
            container = container[part]
        return container, whole[-1]

    def key_span(self, path: Path) -> Span:
        """The key (or list item) at the end of a path; of the entry itself where the path is empty, which may be the whole file."""
        whole = (*self.prefix, *path)
        return self.file.positions.key(*self._container(whole)) if whole else self.file.positions.of(self.file.root)

    def value_span(self, path: Path) -> Span:
        whole = (*self.prefix, *path)
        return self.file.positions.value(*self._container(whole)) if whole else self.file.positions.of(self.file.root)

    def name(self, path: Path) -> str:
        """What the value at a path is called."""
        return words.owner(self.word, self.value, path)

    def problem(self, code: str, message: str, span: Span, hint: str, path: Path) -> Problem:
        return Problem(code, message, span, hint, (), self.entity, (*self.prefix, *path))


class _Keys(Struct):
    """What is wrong with the keys of one mapping: those it does not know, and those it lacks (as alternatives)."""

    shape: Shape = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    missing: list[list[str]] = field(default_factory=list)
    why: str = ""


def explain(entry: Entry, errors: Iterable[ValidationError]) -> list[Problem]:
    """All problems of an entry. Of several errors of one value the first is kept."""
    report: list[Problem] = []
    keys: dict[Path, _Keys] = {}
    said: set[tuple[Path, bool]] = set()
    for error in errors:
        path: Path = tuple(error.path)
        if error.validator == "misspelt":
            report = _misspelt(entry, path, keys.setdefault(path, _Keys()), error, report)
            continue
        if _collect_keys(keys.setdefault(path, _Keys()), error):
            continue
        about_key = error.validator in ("propertyNames", "reserved")
        if (path, about_key) not in said:
            said.add((path, about_key))
            report.append(_VALUE_ERRORS[str(error.validator)](entry, path, error))
    for path, found in keys.items():
        if found.unknown or found.missing:
            report = _adopt(entry, path, found, report)
            report.extend(_explain_keys(entry, path, found))
    return sorted(report, key=lambda problem: problem.span)


# ---------------------------------------------------------------- keys of a mapping


def _collect_keys(keys: _Keys, error: ValidationError) -> bool:
    """Whether the error is one of missing or unknown keys, which are told together."""
    value: Any = error.validator_value
    instance: Any = error.instance
    if error.validator == "additionalProperties":
        keys.unknown.append(str(instance))
    elif error.validator == "required":
        keys.missing.extend([key] for key in value)
    elif error.validator == "needs":
        keys.missing.extend([key] for key in value[1])
        keys.why = str(value[0])
    elif error.validator == "exactlyOne" and not any(key in instance for key in value):
        keys.missing.append(list(value))
    else:
        return False
    keys.shape = error.schema  # type: ignore[assignment]
    return True


def _misspelt(entry: Entry, path: Path, keys: _Keys, error: ValidationError, report: list[Problem]) -> list[Problem]:
    """Take a key of an open mapping for a slip, unless its file declares such an attribute: what was said of its value is left out."""
    key: Any = error.instance
    attributes = entry.file.root.get("card_attributes")
    if isinstance(attributes, dict) and key in attributes:
        return report
    keys.unknown.append(key)
    keys.shape = error.schema  # type: ignore[assignment]
    whole = (*entry.prefix, *path, key)
    return [problem for problem in report if problem.path[: len(whole)] != whole]


def _adopt(entry: Entry, path: Path, keys: _Keys, report: list[Problem]) -> list[Problem]:
    """In an open mapping a misspelt key looks like one of the author's own: where a key is missing, it is taken as meant."""
    if not isinstance(keys.shape.get("additionalProperties"), dict):
        return report
    properties = keys.shape["properties"]
    for key, value in entry.at(path).items():
        meant = nearest(key, [word for group in keys.missing for word in group])
        if key not in properties and key not in keys.unknown and any(words.fits(properties[word], value) for word in meant):
            keys.unknown.append(key)
            whole = (*entry.prefix, *path, key)
            report = [problem for problem in report if problem.path != whole]
    return report


def _explain_keys(entry: Entry, path: Path, keys: _Keys) -> list[Problem]:
    report: list[Problem] = []
    here = entry.at(path)
    either = keys.shape.get("exactlyOne", [])
    settled = either if any(key in here for key in either) else []
    known = [key for key in keys.shape["properties"] if key not in here and key not in settled]
    missing = list(keys.missing)
    told = _in_box(entry, path, keys) if is_box(entry.entity, path) else {}
    settling = {"at" if "at:" in hint or "`at`" in hint else "show" for hint in told.values() if hint}
    missing = [group for group in missing if not settling & set(group)]
    for key in keys.unknown:
        if key in told:
            if told[key]:
                report.append(_unknown(entry, path, key, told[key]))
            continue
        meant = next((group for group in missing if nearest(key, group)), None)
        if meant is not None:
            missing.remove(meant)
            hint = f"did you mean `{nearest(key, meant)[0]}`? It is missing"
        else:
            elsewhere = words.ELSEWHERE.get((entry.entity[0], key), "") or did_you_mean(key, known)
            hint = elsewhere or (f"the other keys here are {words.listing(known, last='and')}" if known else "remove it")
        report.append(_unknown(entry, path, key, hint))
    if missing:
        report.append(_missing(entry, path, keys, missing))
    return report


def _unknown(entry: Entry, path: Path, key: str, hint: str) -> Problem:
    return entry.problem("E201", f"{entry.name(path)} has an unknown key `{key}`", entry.key_span((*path, key)), hint, (*path, key))


def _in_box(entry: Entry, path: Path, keys: _Keys) -> dict[str, str]:
    """What was meant by unknown keys of a box; of attributes those of this file are known."""
    attributes = entry.file.root.get("card_attributes")
    known = attributes.items() if isinstance(attributes, dict) else ()
    images = [str(name) for name, item in known if isinstance(item, dict) and item.get("type") == "image"]
    return meant_in_box(entry.at(path), keys.unknown, [key for group in keys.missing for key in group], images)


def _names_something(keys: _Keys, key: str) -> bool:
    """Whether a key takes the id of something that the game declares: an example would be of another game."""
    shape = keys.shape["properties"].get(key, {})
    return shape.get("noun") in ("id", "owned") and key not in ("id", "let", "list", "each", "choose", "window", "find")


def _missing(entry: Entry, path: Path, keys: _Keys, missing: Sequence[Sequence[str]]) -> Problem:
    lacks = " and no ".join(words.one_of([f"`{key}`" for key in group]) for group in missing)
    because = f", which `{keys.why}` asks for" if keys.why and len(missing) == 1 else ""
    named = [group[0] for group in missing if _names_something(keys, group[0])]
    lines = [f"{group[0]}: {words.sample(keys.shape['examples'].get(group[0], '…'))}" for group in missing if group[0] not in named]
    hints = ["for example " + ", ".join(f"`{line}`" for line in lines)] if lines else []
    hints += [f"write `{key}: …` with {words.what_it_names(key)} of your game" for key in named]
    hint = ", and ".join(hints)
    return entry.problem("E202", f"{entry.name(path)} has no {lacks}{because}", entry.key_span(path), hint, path)


# ---------------------------------------------------------------- values


def _wrong_type(entry: Entry, path: Path, error: ValidationError) -> Problem:
    value: Any = error.instance
    shape: Any = error.schema
    wanted = words.expected(shape)
    code = "E213" if shape.get("noun") == "plain" else "E203"
    message = f"{entry.name(path)} must be {wanted}, found {words.found(value)}"
    hint = value_hint(entry.entity, path, value) or _type_hint(shape, value)
    return entry.problem(code, message, entry.value_span(path), hint, path)


def _type_hint(shape: Shape, value: Any) -> str:
    """What to write instead, where that can be told from the two types."""
    if hint := form_hint(shape, value):
        return hint
    kinds = list(shape["union"]) if "union" in shape else shape["type"]
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if isinstance(value, list):
        return "write `key: value` lines here, without `-`" if "object" in kinds else "give one value, not a list"
    if isinstance(value, dict):
        if kinds == ["array"]:
            return "begin each item with `- `"
        return "quote it, if the braces or the colon are part of the text" if "string" in kinds else "give one value here"
    items = shape.get("items", {})
    if kinds == ["array"] and items.get("type") == "string" and not {"noun", "pattern"} & set(items):
        return f"write a list of texts: `[{words.quoted(written(value))}]`"
    nouns = {branch.get("noun", "") for branch in shape.get("union", {}).values()}
    return _scalar_hint(kinds, "type" if "type" in nouns else shape.get("noun", ""), value)


def _scalar_hint(kinds: list[str], noun: str, value: bool | int | str) -> str:
    if kinds == ["array"]:
        return "begin each step with `- `" if noun in ("steps", "some_steps") else f"write a list: `[{words.item(value)}]`"
    if kinds == ["object"]:
        return "" if noun == "step" else "write `key: value` lines here"
    if isinstance(value, str):
        if "integer" in kinds and value.removeprefix("-").isdecimal() and value.isascii():
            return f"remove the quotes: `{value}`"
        if "integer" in kinds and (ours := words.ranged(value)):
            return f"a range is written `{ours}`, where one may stand; this takes one whole number"
        return "write `true` or `false`, without quotes" if kinds == ["boolean"] else ""
    return f'put it in quotes: `"{written(value)}"`' if "string" in kinds and noun in ("", "name", "text") else ""


def _not_listed(entry: Entry, path: Path, error: ValidationError) -> Problem:
    values: Any = error.validator_value
    value: Any = error.instance
    allowed = words.one_of([str(item) for item in values])
    if path[-1:] == ("language",) and type(value) is not int:
        wanted = f"{entry.name(path)} must be the number {allowed}, found {words.found(value)}"
        return entry.problem("E203", wanted, entry.value_span(path), f"write `language: {allowed}`", path)
    if path[-1:] == ("language",):
        message = f"these rules ask for version {value} of the language, and this program knows version {allowed}"
        return entry.problem("E217", message, entry.value_span(path), f"write `language: {allowed}`, or use a newer program", path)
    hint = did_you_mean(value, [str(item) for item in values]) if isinstance(value, str) else ""
    hint = hint or value_hint(entry.entity, path, value)
    return entry.problem("E204", f"{entry.name(path)} must be {allowed}, found {words.found(value)}", entry.value_span(path), hint, path)


def _out_of_range(entry: Entry, path: Path, error: ValidationError) -> Problem:
    shape: Any = error.schema
    low, high = shape.get("minimum"), shape.get("maximum")
    bounds = f"at least {low}" if high is None else f"at most {high}" if low is None else f"from {low} to {high}"
    message = f"{entry.name(path)} must be {bounds}, found {error.instance}"
    return entry.problem("E205", message, entry.value_span(path), "", path)


def _empty(entry: Entry, path: Path, error: ValidationError) -> Problem:
    value: Any = error.instance
    hint = "give it a value" if isinstance(value, str) else "give it at least one entry"
    return entry.problem("E207", f"{entry.name(path)} is empty", entry.value_span(path), hint, path)


# Shared shapes that have a word for what they ask for.
_TOLD_BY_NOUN = ("place", "owned", "color", "length", "lengths", "points", "replacement")


def _badly_written(entry: Entry, path: Path, error: ValidationError) -> Problem:
    shape: Any = error.schema
    value = str(error.instance)
    if shape.get("noun") in ("name", "text") and not value.strip():
        return entry.problem("E207", f"{entry.name(path)} holds nothing but spaces", entry.value_span(path), "give it a value", path)
    if shape.get("noun") == "name":
        message = f"{entry.name(path)} must be one line without spaces around it, found {words.found(value)}"
        return entry.problem("E214", message, entry.value_span(path), f'write "{" ".join(value.split())}"', path)
    if shape.get("noun") == "id":
        message = f"{entry.name(path)} must be an id, found {words.found(value)}"
        hint = words.roll_hint(value) if path[-1:] == ("roll",) and set(value) & set(".[(") else words.id_hint(value)
        hint = value_hint(entry.entity, path, value) or hint
        return entry.problem("E206", message, entry.value_span(path), hint, path)
    forms = (
        words.one_of([f"`{form}`" for form in shape.get("forms", ())])
        if shape.get("noun") in ("variable", "figure")
        else f"`{shape.get('example', '')}`"
    )
    wanted = words.expected(shape) if shape.get("noun") in _TOLD_BY_NOUN else f"written like {forms}"
    hint = form_hint(shape, error.instance)
    return entry.problem("E214", f"{entry.name(path)} must be {wanted}, found {words.found(value)}", entry.value_span(path), hint, path)


def _bad_key(entry: Entry, path: Path, error: ValidationError) -> Problem:
    shape: Any = error.schema
    key = str(path[-1])
    owner = entry.name(path[:-1])
    if isinstance(shape, dict) and shape.get("noun") == "place":
        message = f"`{key}` in {owner} is no place in a source"
        return entry.problem("E214", message, entry.key_span(path), "write `document/section`, such as `dr/3`", path)
    hint = did_you_mean(key, _words(error)) or words.id_hint(key)
    return entry.problem("E206", f"`{key}` in {owner} is not an id", entry.key_span(path), hint, path)


def _reserved_name(entry: Entry, path: Path, error: ValidationError) -> Problem:
    message = f"`{path[-1]}` in {entry.name(path[:-1])} is a name that rows keep for themselves"
    hint = f"choose another name: {words.listing(list(_words(error)), last='and')} are taken"
    return entry.problem("E216", message, entry.key_span(path), hint, path)


def _twice(entry: Entry, path: Path, error: ValidationError) -> Problem:
    first: Any = error.validator_value
    items = path[: -len(first)]
    related = ((entry.value_span((*items, *first)), "here first"),)
    message = f"`{error.instance}` stands twice in {entry.name(items)}"
    hint = "write it once, with `copies:`" if items[-1:] == ("faces",) else "remove one of them"
    return Problem("E212", message, entry.value_span(path), hint, related, entity=entry.entity, path=(*entry.prefix, *path))


def _not_one(entry: Entry, path: Path, error: ValidationError) -> Problem:
    value: Any = error.instance
    here = counting(list(_words(error)), value, error.schema)  # type: ignore[arg-type]
    message = f"{entry.name(path)} has {' and '.join(f'`{key}`' for key in here)}, and must have only one of them"
    return entry.problem("E215", message, entry.key_span((*path, here[1])), "remove one of them", (*path, here[1]))


# ---------------------------------------------------------------- steps and wordings


def _no_keyword(entry: Entry, path: Path, error: ValidationError) -> Problem:
    value: Any = error.instance
    keywords = list(_words(error))
    name = f"a step of {entry.word}" if path else entry.word
    begin = f"begin with {words.listing(keywords)}"
    if not value:
        return entry.problem("E210", f"{name} is empty", entry.value_span(path), begin, path)
    key = next((key for key in value if key not in ("when", "source", "note", "ruling")), next(iter(value)))
    hint = did_you_mean(key, keywords) or begin
    message = f"{name} has no keyword that says what it is, found `{key}`"
    return entry.problem("E210", message, entry.key_span((*path, key)), hint, (*path, key))


def _two_keywords(entry: Entry, path: Path, error: ValidationError) -> Problem:
    first, second, *_ = _words(error)
    message = f"{entry.name(path)} has two keywords, `{first}` and `{second}`"
    is_step = {first, second}.isdisjoint(("condition", "harmless"))
    hint = "make two steps of it, each with its own `- `" if is_step else "make two wordings of it"
    return entry.problem("E211", message, entry.key_span((*path, second)), hint, (*path, second))


def _bad_variant(entry: Entry, path: Path, error: ValidationError) -> Problem:
    value: Any = error.instance
    key, *allowed = _words(error)
    at = (*path, key)
    hint = did_you_mean(value[key], allowed) if isinstance(value[key], str) else ""
    message = f"{entry.name(at)} must be {words.one_of(allowed)}, found {words.found(value[key])}"
    return entry.problem("E204", message, entry.value_span(at), hint, at)


def _words(error: ValidationError) -> Sequence[str]:
    value: Any = error.validator_value
    return tuple(value)


_VALUE_ERRORS: Final[Mapping[str, Callable[[Entry, Path, ValidationError], Problem]]] = MappingProxyType(
    {
        "type": _wrong_type,
        "enum": _not_listed,
        "minimum": _out_of_range,
        "maximum": _out_of_range,
        "minLength": _empty,
        "minItems": _empty,
        "minProperties": _empty,
        "pattern": _badly_written,
        "propertyNames": _bad_key,
        "reserved": _reserved_name,
        "uniqueItems": _twice,
        "exactlyOne": _not_one,
        "atMostOne": _not_one,
        "noKeyword": _no_keyword,
        "twoKeywords": _two_keywords,
        "badVariant": _bad_variant,
    }
)
