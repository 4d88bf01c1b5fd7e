"""The keywords of shapes, for the jsonschema library.

Why beside jsonschema's own: those check types, bounds and lists of values, and are used for that. The keywords here replace
the ones that go down into a value, for two reasons: they take the one branch that a shape names instead of trying all, so
that each error is one of what the author meant, and they do not make a new validator for every value, which is where the
library spends most of its time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import create

from penance_build.diagnostics.suggest import nearest
from penance_build.schema.shapes import Branches, Shape, counting, shape_of
from penance_build.schema.variants import pick
from penance_build.schema.words import fits

Errors = Iterator[ValidationError]

_LIBRARY: Final = ("type", "enum", "minimum", "maximum", "minLength", "minItems", "minProperties")


@cache
def checker(kind: str) -> Any:
    """The validator of a kind: its ``iter_errors(entry)`` gives the library's errors, most of them made here."""
    return _validator_class()(shape_of(kind))


@cache
def _validator_class() -> Any:
    draft = Draft202012Validator
    return create(meta_schema={}, validators=dict(_functions()), type_checker=draft.TYPE_CHECKER)


@cache
def _functions() -> Mapping[str, Callable[..., Any]]:
    own: dict[str, Callable[..., Any]] = {
        "pattern": _pattern,
        "uniqueItems": _unique_items,
        "distinct": _distinct,
        "required": _required,
        "exactlyOne": _exactly_one,
        "atMostOne": _at_most_one,
        "needs": _needs,
        "reserved": _reserved,
        "properties": _properties,
        "additionalProperties": _additional_properties,
        "propertyNames": _property_names,
        "items": _items,
        "union": _union,
        "dispatch": _dispatch,
    }
    library = {name: Draft202012Validator.VALIDATORS[name] for name in _LIBRARY}
    return MappingProxyType({**library, **own})


def _error(keyword: str, value: Any, instance: Any, shape: Shape) -> ValidationError:
    return ValidationError(keyword, validator=keyword, validator_value=value, instance=instance, schema=shape)


def _apply(validator: Any, instance: Any, shape: Shape, step: str | int) -> Errors:
    """The errors of a value inside another, with the step that leads to it; a value of the wrong type has no others."""
    functions = _functions()
    for keyword, value in shape.items():
        function = functions.get(keyword)
        if function is None:
            continue
        failed = False
        for error in function(validator, value, instance, shape) or ():
            if keyword in _LIBRARY:
                error.validator = keyword
                error.validator_value = value
                error.instance = instance
                error.schema = shape
            error.path.appendleft(step)
            failed = True
            yield error
        if failed and keyword == "type":
            return


def _pattern(_validator: Any, pattern: str, instance: Any, shape: Shape) -> Errors:
    """The whole text must match; ``$`` alone would let a line end through."""
    if isinstance(instance, str) and not re.fullmatch(pattern.replace("$", ""), instance):
        yield _error("pattern", pattern, instance, shape)


def _unique_items(_validator: Any, _value: bool, instance: Any, shape: Shape) -> Errors:
    if isinstance(instance, list):
        yield from _repeated(instance, (), shape)


def _distinct(_validator: Any, key: str, instance: Any, shape: Shape) -> Errors:
    if isinstance(instance, list):
        yield from _repeated([item.get(key) if isinstance(item, dict) else None for item in instance], (key,), shape)


def _repeated(items: list[Any], inside: tuple[str, ...], shape: Shape) -> Errors:
    """An error at each text that stands earlier in the list; its value is the index of the first."""
    seen: dict[str, int] = {}
    for index, item in enumerate(items):
        if isinstance(item, str) and (first := seen.setdefault(item, index)) < index:
            error = _error("uniqueItems", (first, *inside), item, shape)
            error.path.extend((index, *inside))
            yield error


def _required(_validator: Any, keys: list[str], instance: Any, shape: Shape) -> Errors:
    if isinstance(instance, dict):
        missing = [key for key in keys if key not in instance]
        if missing:
            yield _error("required", missing, instance, shape)


def _exactly_one(_validator: Any, keys: list[str], instance: Any, shape: Shape) -> Errors:
    if isinstance(instance, dict) and len(counting(keys, instance, shape)) != 1:
        yield _error("exactlyOne", keys, instance, shape)


def _at_most_one(_validator: Any, keys: list[str], instance: Any, shape: Shape) -> Errors:
    if isinstance(instance, dict) and sum(key in instance for key in keys) > 1:
        yield _error("atMostOne", keys, instance, shape)


def _needs(_validator: Any, needs: list[tuple[str, list[Any], list[str]]], instance: Any, shape: Shape) -> Errors:
    if isinstance(instance, dict):
        for key, values, others in needs:
            missing = [other for other in others if other not in instance]
            if missing and key in instance and (not values or instance[key] in values):
                yield _error("needs", (key, missing), instance, shape)


def _reserved(_validator: Any, names: list[str], instance: Any, shape: Shape) -> Errors:
    if instance in names:
        yield _error("reserved", names, instance, shape)


def _properties(validator: Any, properties: dict[str, Shape], instance: Any, _shape: Shape) -> Errors:
    if isinstance(instance, dict):
        for key, value in instance.items():
            shape = properties.get(key)
            if shape is not None:
                yield from _apply(validator, value, shape, key)


def _additional_properties(validator: Any, extra: Any, instance: Any, shape: Shape) -> Errors:
    """A closed object gives one error for each key that it does not know; the key is the error's instance."""
    if isinstance(instance, dict):
        known = shape.get("properties", {})
        for key, value in instance.items():
            if key in known:
                continue
            if extra is False:
                yield _error("additionalProperties", list(known), key, shape)
                continue
            errors = list(_apply(validator, value, extra, key))
            yield from errors
            if errors and _is_misspelt(key, value, known, instance):
                yield _error("misspelt", list(known), key, shape)


def _is_misspelt(key: str, value: Any, known: Mapping[str, Shape], instance: Mapping[str, Any]) -> bool:
    """Whether a key of an open mapping, with a value that it cannot have, is meant for one of the known ones, which can have it."""
    return any(fits(known[word], value) for word in nearest(key, (word for word in known if word not in instance)))


def _property_names(validator: Any, names: Shape, instance: Any, shape: Shape) -> Errors:
    """The path of such an error ends with the key; ``validator`` says that it is about the key, ``validator_value`` which are known."""
    if isinstance(instance, dict):
        for key in instance:
            for error in _apply(validator, key, names, key):
                if error.validator != "reserved":
                    error.validator = "propertyNames"
                    error.validator_value = [word for word in shape.get("properties", {}) if word not in instance]
                yield error
                break


def _items(validator: Any, shape: Shape, instance: Any, _shape: Shape) -> Errors:
    if isinstance(instance, list):
        for index, item in enumerate(instance):
            yield from _apply(validator, item, shape, index)


def _union(validator: Any, branches: dict[str, Shape], instance: Any, shape: Shape) -> Errors:
    """The branch for the type of the value; there is one at most."""
    for kind, branch in branches.items():
        if validator.is_type(instance, kind):
            yield from _here(validator, instance, branch)
            return
    yield _error("type", list(branches), instance, shape)


def _dispatch(validator: Any, value: tuple[str, Branches], instance: Any, shape: Shape) -> Errors:
    """The branch that the keyword of a step or wording names."""
    if not isinstance(instance, dict):
        return
    family, branches = value
    choice = pick(family, branches, instance)
    if choice.shape is not None:
        yield from _here(validator, instance, choice.shape)
    else:
        yield _error(choice.fault, choice.words, instance, shape)


def _here(validator: Any, instance: Any, shape: Shape) -> Errors:
    """The errors of a value against another shape, at the same path."""
    for error in _apply(validator, instance, shape, ""):
        error.path.popleft()
        yield error
