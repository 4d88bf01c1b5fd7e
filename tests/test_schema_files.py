"""The schema files themselves: valid, described, the same in draft-07, and in step with the registry and the cases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7, DRAFT202012

from penance_build.schema.files import schema_folder
from penance_build.schema.registry import SECTIONS, read_schema
from penance_build.schema.shapes import shape_of
from penance_build.source.reader import read_text
from tests.cases_support import MAIN, Case, load_cases

FILES = sorted(schema_folder().glob("*.schema.json"))
GAMES = sorted((Path(__file__).parent.parent / "rules").rglob("*.yaml"))
CASES = [case for kind in ("bad", "good") for case in load_cases(kind) if case.topic == "shape"]

ANNOTATIONS = {"title", "description", "default", "examples"}
# What means the same in draft-07 once `$defs` is renamed.
# Nothing else, for strict validators refuse what they do not know.
SHARED = {
    *ANNOTATIONS, "$schema", "$id", "$ref", "$defs", "type", "const", "enum", "oneOf", "anyOf", "allOf", "not", "if", "then",
    "properties", "required", "additionalProperties", "propertyNames", "minProperties",
    "items", "minItems", "uniqueItems", "minimum", "maximum", "minLength", "pattern",
}  # fmt: skip
CHILD_MAPS = ("properties", "$defs")
CHILD_LISTS = ("oneOf", "anyOf", "allOf")
CHILDREN = ("not", "if", "then", "additionalProperties", "propertyNames", "items")


def nodes(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema object within a schema, with the way to it."""
    yield path, node
    for key in CHILD_MAPS:
        for name, child in node.get(key, {}).items():
            yield from nodes(child, f"{path}/{key}/{name}")
    for key in CHILD_LISTS:
        for index, child in enumerate(node.get(key, [])):
            yield from nodes(child, f"{path}/{key}/{index}")
    for key in CHILDREN:
        if isinstance(node.get(key), dict):
            yield from nodes(node[key], f"{path}/{key}")


@cache
def everything() -> list[tuple[str, dict[str, Any]]]:
    found = [(f"{path.name}#{pointer}", node) for path in FILES for pointer, node in nodes(json.loads(path.read_text(encoding="utf-8")))]
    assert len(found) > 500
    return found


@cache
def as_they_are() -> Registry[Any]:
    return Registry().with_resources((path.name, Resource(json.loads(path.read_text(encoding="utf-8")), DRAFT202012)) for path in FILES)


@cache
def editor(name: str, pointer: str = "") -> Draft202012Validator:
    """What an editor does: the files as they are, their references followed."""
    return Draft202012Validator({"$ref": f"{name}#{pointer}"}, registry=as_they_are())


@cache
def older_editor() -> Draft7Validator:
    """The same for an editor that knows draft-07: `$defs` renamed, nothing else."""
    texts = {path.name: path.read_text(encoding="utf-8").replace("$defs", "definitions") for path in FILES}
    schemas = {name: {**json.loads(text), "$schema": "http://json-schema.org/draft-07/schema#"} for name, text in texts.items()}
    for schema in schemas.values():
        Draft7Validator.check_schema(schema)
    resources = [(name, Resource(schema, DRAFT7)) for name, schema in schemas.items()]
    return Draft7Validator({"$ref": "rules.schema.json"}, registry=Registry().with_resources(resources))


def shared(place: str, reference: str) -> dict[str, Any]:
    """What a reference that stands at a place leads to."""
    name, _, pointer = reference.partition("#")
    node = json.loads((schema_folder() / (name or place.partition("#")[0])).read_text(encoding="utf-8"))
    for part in pointer.split("/")[1:]:
        node = node[part]
    assert isinstance(node, dict)
    return node


def tree_of(case: Case) -> Any:
    [(name, data)] = case.files
    file, problems = read_text(name, data)
    assert file is not None, problems
    return file.root


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_is_valid(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == path.name  # by which validators that are given all files tell them apart, and references find them
    Draft202012Validator.check_schema(schema)


def test_every_property_is_explained() -> None:
    for place, node in everything():
        for name, child in node.get("properties", {}).items():
            if place.endswith("/if"):
                continue
            if set(child) == {"$ref"}:
                child = shared(place, child["$ref"])
            assert child.get("title"), f"{place} {name}"
            assert child["description"].endswith((".", "`:")), f"{place} {name}"
            assert len(child["description"]) > 6, f"{place} {name}"


def test_fields_that_every_form_has_stand_once() -> None:
    """An editor shows the title and description of what a lone reference leads to; so does draft-07."""
    alone = {name: {"$ref": f"common.schema.json#/$defs/{name}"} for name in ("source", "ruling", "note", "when")}
    found = [(name, child) for _, node in everything() for name, child in node.get("properties", {}).items() if name in alone]
    assert len(found) > 230
    assert [child["description"] for name, child in found if child != alone[name]] == [
        "A remark for the maker, printed on the specification."  # the `note` of a die
    ]


def test_every_value_of_a_list_is_explained() -> None:
    for place, node in everything():
        if "enum" in node:
            assert "/if" in place or place.endswith("/not"), f"{place}: enum has no room for descriptions, oneOf has"
        branches = node.get("oneOf", [])
        if any("const" in branch for branch in branches):
            assert all(branch["description"] for branch in branches), place


def test_examples_and_defaults_are_right() -> None:
    seen = 0
    for place, node in everything():
        for value in [*node.get("examples", []), *([node["default"]] if "default" in node else [])]:
            name, _, pointer = place.partition("#")
            assert [error.message for error in editor(name, pointer).iter_errors(value)] == [], f"{place}: {value!r}"
            seen += 1
    assert seen > 250


def test_only_what_means_the_same_in_draft_07() -> None:
    for place, node in everything():
        assert not set(node) - SHARED, place
        if "$ref" in node:
            assert not set(node) - ANNOTATIONS - {"$ref"}, f"{place}: draft-07 does not look at what stands beside $ref"


def test_no_pattern_can_run_wild() -> None:
    for place, node in everything():
        pattern = node.get("pattern", "")
        assert not re.search(r"[*+}][^()]*\)[*+{]", pattern), f"{place}: a repetition within a repetition"
        assert not pattern or (pattern.startswith("^") and pattern.endswith("$")), place


def test_every_file_is_reached_from_the_rules() -> None:
    reached: set[str] = set()
    waiting = ["rules.schema.json", "profile.schema.json", "print.schema.json"]  # files of their own, not of rules
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            text = (schema_folder() / name).read_text(encoding="utf-8")
            waiting.extend(re.findall(r'"\$ref": "([^"#]+)', text))
    assert reached == {path.name for path in FILES}


def test_sections_are_those_of_the_schema() -> None:
    sections = read_schema("rules")["properties"]
    assert list(sections) == list(SECTIONS)
    for name, section in SECTIONS.items():
        node = next((branch for branch in sections[name].get("anyOf", []) if "additionalProperties" in branch), sections[name])
        kind = {"entries": node.get("additionalProperties", {}), "sides": node.get("items", {}), "whole": node}[section.form]
        assert kind["$ref"] == f"{section.kind}.schema.json"


@pytest.mark.parametrize("kind", sorted({section.kind for section in SECTIONS.values()}))
def test_shapes_hold_no_references(kind: str) -> None:
    seen: set[int] = set()

    def visit(shape: Any) -> None:
        if isinstance(shape, (dict, list, tuple)) and id(shape) not in seen:
            seen.add(id(shape))
            if isinstance(shape, dict):
                assert not {"$ref", "oneOf", "anyOf"} & set(shape)
            for child in shape.values() if isinstance(shape, dict) else shape:
                visit(child)

    visit(shape_of(kind))
    assert len(seen) > 2


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_editors_give_the_verdict_of_the_case(case: Case) -> None:
    tree = tree_of(case)
    assert editor("rules.schema.json").is_valid(tree) == (case.kind == "good")
    assert older_editor().is_valid(tree) == (case.kind == "good")


@pytest.mark.full
@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_editors_accept_the_games(path: Path) -> None:
    file, _ = read_text(MAIN, path.read_bytes())
    assert file is not None
    assert [error.message for error in editor("rules.schema.json").iter_errors(file.root)] == []
    assert older_editor().is_valid(file.root)


def test_the_editor_settings_point_at_the_schema() -> None:
    root = Path(__file__).parent.parent
    settings = json.loads((root / ".vscode" / "settings.json").read_text(encoding="utf-8"))
    [(schema, globs)] = settings["yaml.schemas"].items()
    assert (root / schema).resolve() == (root / "schemas" / "rules.schema.json").resolve()
    covered = {path for pattern in globs for path in root.glob(pattern)}
    assert covered >= set(GAMES)


def test_the_line_at_the_top_of_a_file_leads_to_the_schema() -> None:
    lines = {path: re.match(r"# yaml-language-server: \$schema=(\S+)\n", path.read_text(encoding="utf-8")) for path in GAMES}
    named = {path: (path.parent / line[1]).resolve() for path, line in lines.items() if line}
    assert len(named) > 5
    assert set(named.values()) == {(schema_folder() / "rules.schema.json").resolve()}
