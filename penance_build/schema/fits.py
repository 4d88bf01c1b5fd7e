"""Validates a value against the shape of its kind and answers yes or no: almost every entry is valid, and needs no reasons.

Why beside jsonschema: for speed alone. Every entry of Penance takes 16 ms here; with ``keywords`` it takes 60 ms, after an
import of 65 ms. The library is imported for an entry that does not fit, and gives the errors.
``tests/test_schema_validate.py`` holds the two against each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final

from penance_build.schema.shapes import Branches, Shape, counting
from penance_build.schema.variants import pick

_NAMES: Final[Mapping[type, str]] = MappingProxyType({dict: "object", list: "array", str: "string", int: "integer", bool: "boolean"})


def fits(instance: Any, shape: Shape) -> bool:
    """Whether no keyword of the shape finds an error; a value of a type that YAML does not give here never fits."""
    tests = shape.get("tests")
    if tests is None:
        tests = shape["tests"] = [(_TESTS[keyword], value) for keyword, value in shape.items() if keyword not in _TELLING]
    for test, value in tests:  # noqa: SIM110 (a generator costs as much as most of the tests)
        if not test(value, instance, shape):
            return False
    return True


def _type(kinds: str | list[str], instance: Any, _shape: Shape) -> bool:
    name = _NAMES.get(instance.__class__)
    return name == kinds or (kinds.__class__ is list and name in kinds)


def _enum(values: list[Any], instance: Any, _shape: Shape) -> bool:
    return instance in values and instance.__class__ is not bool


def _minimum(bound: int, instance: Any, _shape: Shape) -> bool:
    return instance.__class__ is not int or instance >= bound


def _maximum(bound: int, instance: Any, _shape: Shape) -> bool:
    return instance.__class__ is not int or instance <= bound


def _min_length(bound: int, instance: Any, _shape: Shape) -> bool:
    return instance.__class__ is not str or len(instance) >= bound


def _min_items(bound: int, instance: Any, _shape: Shape) -> bool:
    return instance.__class__ is not list or len(instance) >= bound


def _min_properties(bound: int, instance: Any, _shape: Shape) -> bool:
    return instance.__class__ is not dict or len(instance) >= bound


@cache
def _matcher(pattern: str) -> Callable[[str], re.Match[str] | None]:
    return re.compile(pattern.replace("$", "")).fullmatch


def _pattern(pattern: str, instance: Any, _shape: Shape) -> bool:
    return instance.__class__ is not str or _matcher(pattern)(instance) is not None


def _unique_items(_value: bool, instance: Any, _shape: Shape) -> bool:
    return instance.__class__ is not list or _differ(instance)


def _distinct(key: str, instance: Any, _shape: Shape) -> bool:
    return instance.__class__ is not list or _differ([item.get(key) for item in instance if item.__class__ is dict])


def _differ(items: list[Any]) -> bool:
    """Whether no text stands twice."""
    words = [item for item in items if item.__class__ is str]
    return len(words) == len(set(words))


def _required(keys: list[str], instance: Any, _shape: Shape) -> bool:
    return instance.__class__ is not dict or all(key in instance for key in keys)


def _exactly_one(keys: list[str], instance: Any, shape: Shape) -> bool:
    return instance.__class__ is not dict or len(counting(keys, instance, shape)) == 1


def _at_most_one(keys: list[str], instance: Any, _shape: Shape) -> bool:
    return instance.__class__ is not dict or sum(key in instance for key in keys) <= 1


def _needs(needs: list[tuple[str, list[Any], list[str]]], instance: Any, _shape: Shape) -> bool:
    if instance.__class__ is dict:
        for key, values, others in needs:
            if key in instance and (not values or instance[key] in values) and not all(other in instance for other in others):
                return False
    return True


def _reserved(names: list[str], instance: Any, _shape: Shape) -> bool:
    return instance not in names


def _properties(properties: dict[str, Shape], instance: Any, _shape: Shape) -> bool:
    if instance.__class__ is dict:
        for key, value in instance.items():
            shape = properties.get(key)
            if shape is not None and not fits(value, shape):
                return False
    return True


def _additional_properties(extra: Any, instance: Any, shape: Shape) -> bool:
    if instance.__class__ is dict:
        known = shape.get("properties", {})
        if extra is False:
            return bool(known.keys() >= instance.keys())
        for key, value in instance.items():
            if key not in known and not fits(value, extra):
                return False
    return True


def _property_names(names: Shape, instance: Any, _shape: Shape) -> bool:
    return instance.__class__ is not dict or all(fits(key, names) for key in instance)


def _items(shape: Shape, instance: Any, _shape: Shape) -> bool:
    return instance.__class__ is not list or all(fits(item, shape) for item in instance)


def _union(branches: dict[str, Shape], instance: Any, _shape: Shape) -> bool:
    branch = branches.get(_NAMES.get(instance.__class__, ""))
    return branch is not None and fits(instance, branch)


def _dispatch(value: tuple[str, Branches], instance: Any, _shape: Shape) -> bool:
    if instance.__class__ is not dict:
        return True
    choice = pick(*value, instance)
    return choice.shape is not None and fits(instance, choice.shape)


_TELLING: Final = ("noun", "example", "examples", "forms", "beside")  # keywords that ask nothing
_TESTS: Final[Mapping[str, Callable[[Any, Any, Shape], bool]]] = MappingProxyType(
    {
        "type": _type,
        "enum": _enum,
        "minimum": _minimum,
        "maximum": _maximum,
        "minLength": _min_length,
        "minItems": _min_items,
        "minProperties": _min_properties,
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
)
