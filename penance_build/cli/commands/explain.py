"""``penance explain``, ``penance schema`` and ``penance limits``: what the program knows about itself."""

from __future__ import annotations

import click

from penance_build.cli.errors import Wrong
from penance_build.cli.options import format_option
from penance_build.cli.terminal import put, put_json, put_raw
from penance_build.cli.values import columns
from penance_build.diagnostics.suggest import did_you_mean
from penance_build.library.values import near
from penance_build.shipped import data_folder

_SUFFIX = ".schema.json"


@click.command()
@click.argument("code", required=False)
def explain(code: str | None) -> int:
    """Explain the problem CODE: its cause, a bad and a good example, how to suppress it. Without CODE, list all."""
    from penance_build.diagnostics.explain import all_codes
    from penance_build.diagnostics.explain import explain as explained
    from penance_build.diagnostics.pages import page_of

    if code is None:
        for line in columns([(page.code, page.title) for page in map(page_of, all_codes()) if page is not None]):
            put(line)
        return 0
    if code.upper() not in all_codes():
        hint = did_you_mean(code.upper(), all_codes())
        raise Wrong(f"there is no code `{code}`; {hint or '`penance explain` lists them'}")
    put_raw(explained(code))
    return 0


@click.command()
@click.argument("kind", required=False)
def schema(kind: str | None) -> int:
    """Print the JSON Schema of KIND, for an editor; without KIND, list the kinds."""
    folder = data_folder("schemas")
    kinds = sorted(path.name.removesuffix(_SUFFIX) for path in folder.glob(f"*{_SUFFIX}"))
    if kind is None:
        for name in kinds:
            put(name)
        return 0
    if kind not in kinds:
        raise Wrong(f"there is no schema `{kind}`{near(kind, kinds)}")
    put_raw((folder / f"{kind}{_SUFFIX}").read_text(encoding="utf-8"))
    return 0


@click.command()
@format_option("text", "json")
def limits(form: str) -> int:
    """List the bounds on what is read, which keep every command finite."""
    from penance_build.limits import LIMITS

    if form == "json":
        put_json({"limits": [{"name": item.name, "value": item.value, "unit": item.unit, "code": item.code} for item in LIMITS]})
        return 0
    for line in columns([(item.name, str(item.value), item.unit, item.code) for item in LIMITS], right=(1,)):
        put(line)
    return 0
