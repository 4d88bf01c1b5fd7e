"""The report as SARIF 2.1.0, which code hosts show beside the lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from penance_build import __version__
from penance_build.diagnostics import registry
from penance_build.diagnostics.explain import how_to_suppress
from penance_build.diagnostics.formats.clean import said
from penance_build.diagnostics.pages import page_of
from penance_build.diagnostics.problem import Problem, Span

_LEVELS = {"error": "error", "warning": "warning", "hint": "note"}
_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(problems: Sequence[Problem], texts: Mapping[str, str], covered: Mapping[str, int], colour: bool = False) -> str:
    """One run. The rules are those that have a result, sorted; a whole path is an address ``file:``, others are relative."""
    ordered = sorted(problems, key=lambda item: item.sort_key)
    codes = sorted({item.code for item in ordered})
    seen: Counter[str] = Counter()
    results = []
    for item in ordered:
        seen[item.fingerprint] += 1
        results.append(_result(item, codes.index(item.code), seen[item.fingerprint]))
    driver = {"name": "penance-build", "version": __version__, "semanticVersion": __version__, "rules": [_rule(code) for code in codes]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=True, allow_nan=False) + "\n"


def _rule(code: str) -> dict[str, Any]:
    found = page_of(code)
    rule: dict[str, Any] = {"id": code, "defaultConfiguration": {"level": _LEVELS[registry.severity(code)]}}
    if found is not None:
        rule["shortDescription"] = {"text": found.title}
        rule["fullDescription"] = {"text": found.cause}
        example = f"Wrong:\n\n{found.bad}\n\nRight:\n\n{found.good}\n\n{how_to_suppress(code)}"
        rule["help"] = {"text": example}
    return rule


def _result(item: Problem, index: int, ordinal: int) -> dict[str, Any]:
    text = said(item.message) + (f"\n{said(item.hint)}" if item.hint else "")
    result: dict[str, Any] = {
        "ruleId": item.code,
        "ruleIndex": index,
        "level": _LEVELS[item.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": _location(item.span)} | _step(item)],
        # One mistake made twice under one parent has one fingerprint: the ordinal keeps the two apart.
        "partialFingerprints": {"penanceBuild/v1": f"{item.fingerprint}:{ordinal}"},
    }
    if item.related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": said(label)}, "physicalLocation": _location(span)}
            for number, (span, label) in enumerate(item.related, 1)
        ]
    return result


def _step(item: Problem) -> dict[str, Any]:
    """The step of a procedure or an effect that a problem stands in, by its number."""
    if not item.step:
        return {}
    kind, name = item.entity
    return {"logicalLocations": [{"name": str(item.step), "fullyQualifiedName": f"{kind}/{name}/{item.step}", "kind": kind}]}


def _location(span: Span) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": {"uri": _address(span.file)}}
    if span.line > 0:
        location["region"] = {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        }
    return location


def _address(name: str) -> str:
    """A path as an address: relative, or ``file:///...`` for a whole one."""
    is_drive = name[1:3] == ":/"
    path = quote(f"/{name}" if is_drive else name, safe="/:" if is_drive else "/", errors="replace")
    return f"file://{path}" if path.startswith("/") else path
